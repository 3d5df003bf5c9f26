"""Limits on the bench, counted down and warned of; pauses by rule; given pages; what a study hides."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.bench_library import QUESTIONS, REPORT_2018, REPORT_2019
from tests.e2e.bench_page import BenchPage
from tests.e2e.screen_rules import NAMELESS_AND_DOUBLED, WEAK_TEXT

pytestmark = pytest.mark.browser

SUBMITTED = {"of": "item", "submitted": True, "is_empty": False}


@pytest.fixture
def server(stage):
    return stage.new_mock()


def limited(server, seconds, *, of="item", limit_s=900):
    server.limits = [{"of": of, "limit_s": limit_s, "left_ms": round(1000 * seconds)}]


def opened(page, server, seconds, **limit):
    """The bench with so much time left, on a clock that stands until the test moves it."""
    limited(server, 3600, limit_s=3600)
    # The night in which clocks go forward, on a computer whose own clock is wrong besides.
    page.clock.install(time="2026-03-29T00:50:00Z")
    bench = BenchPage(page, server).open()
    page.clock.pause_at("2026-03-29T01:10:00Z")
    limited(server, seconds, **limit)
    look(bench)
    expect(bench.clock).to_have_text(words(seconds))
    return bench


def later(bench, wanted):
    """Lets the standing clock run until `wanted` is on the screen: what got lost is asked again."""
    for _ in range(60):
        if wanted.is_visible():
            return
        bench.page.clock.run_for(500)
    expect(wanted).to_be_visible()


def words(seconds):
    return f"{seconds // 60} min {seconds % 60:02} s left"


def asked(bench, path="/api/clock"):
    return [body for one, body in bench.server.requests if one == path]


def look(bench):
    bench.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def hide(bench, hidden):
    bench.page.evaluate(
        "(hidden) => Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden})",
        hidden,
    )


def test_time_left_is_counted_down_and_warned_of_once_at_each_set_point(page, server):
    bench = opened(page, server, 302)
    assert bench.clock.get_attribute("aria-live") == "off"
    expect(bench.notice).to_have_count(0)
    page.clock.run_for(2100)
    said = bench.notice.locator(".bench-spoken")
    shown = bench.notice.locator("[aria-hidden=true]").last
    expect(said).to_have_text("5 minutes left on this item. What stands here then is submitted.")
    expect(bench.notice).to_have_attribute("role", "alert")
    # The words on the screen go with the clock; what is read aloud is said once.
    page.clock.run_for(3000)
    expect(shown).to_have_text("4 min 57 s left on this item. What stands here then is submitted.")
    expect(said).to_have_text("5 minutes left on this item. What stands here then is submitted.")
    page.get_by_role("button", name="Close", exact=True).click()
    page.clock.fast_forward(227_000)
    expect(bench.notice).to_have_count(0)
    page.clock.run_for(11_000)
    expect(bench.notice).to_contain_text("1 minute left on this item.")
    stored = bench.stored("warning_shown", count=2)
    assert [(one["of"], one["left_s"]) for one in stored] == [("item", 300), ("item", 60)]
    assert bench.errors == []


def test_warning_that_was_shown_is_not_shown_again_after_a_reload(page, server):
    server.time = {"warned": [{"of": "item", "left_s": 300}]}
    bench = opened(page, server, 290)
    page.clock.run_for(3050)
    expect(bench.clock).to_have_text(words(287))
    expect(bench.notice).to_have_count(0)


def test_warning_that_comes_late_says_what_is_left_indeed(page, server):
    bench = opened(page, server, 200)
    expect(bench.notice).to_contain_text("3 min 20 s left on this item.")
    page.clock.run_for(1500)
    assert bench.stored("warning_shown", count=1)[0]["left_s"] == 200
    limited(server, 190)
    look(bench)
    expect(bench.clock).to_have_text(words(190))
    assert len(bench.server.payloads("warning_shown")) == 1


def test_case_49_on_return_to_the_tab_the_clock_shows_what_is_left_at_once(page, server):
    # 60 s limit, hidden after 5 s, back at 50 s: 10 s are left. Ticks in a hidden tab are not counted on.
    bench = opened(page, server, 60, limit_s=60)
    page.clock.run_for(5000)
    hide(bench, True)
    page.evaluate("window.setTimeout = () => 0")  # a browser may stop all timers of a hidden tab
    page.clock.fast_forward(45_000)
    server.working_ms += 50_000
    limited(server, 10, limit_s=60)
    hide(bench, False)
    look(bench)
    expect(bench.clock).to_have_text("0 min 10 s left")
    assert bench.errors == []


def test_clock_of_the_computer_set_back_changes_nothing(page, server):
    bench = opened(page, server, 600)
    page.clock.set_system_time("2026-03-29T00:40:00Z")
    page.clock.run_for(2050)
    expect(bench.clock).to_have_text(words(598))


def test_time_up_covers_the_work_says_what_became_of_it_and_waits_for_the_person(page, server):
    bench = opened(page, server, 3)
    bench.answer.fill("2 491 crowns")
    server.ended = SUBMITTED
    page.clock.run_for(3100)
    expect(page.get_by_role("heading", name="Time is up for this item")).to_be_focused()
    expect(page.get_by_text("Your answer and your evidence were submitted as they stood.")).to_be_visible()
    for hidden in (page.get_by_text(QUESTIONS[0]), bench.answer, bench.field):
        expect(hidden).not_to_be_visible()
    # What was typed in the last seconds was sent before the server was asked.
    assert bench.server.payloads("answer_edited")[-1]["draft"]["answer"] == ["2 491 crowns"]
    page.keyboard.press("Space")
    look(bench)
    page.clock.run_for(60_000)
    assert page.evaluate("window.calls") == []
    page.get_by_role("button", name="Go on to item 2").click()
    expect(bench.place).to_contain_text("Item 2 of 25")
    assert bench.errors == []


def test_time_up_without_a_connection_says_so_and_hears_it_later(page, server):
    bench = opened(page, server, 2)
    page.route("**/api/**", lambda route: route.abort())
    page.clock.run_for(3000)
    expect(page.get_by_text("No connection. It goes on as soon as the connection is back.")).to_be_visible()
    server.ended = {"of": "item", "submitted": False, "is_empty": True}
    page.unroute("**/api/**")
    later(bench, page.get_by_text("It is closed without an answer."))
    assert bench.errors == []


def test_time_that_the_server_still_gives_brings_the_work_back(page, server):
    bench = opened(page, server, 2)
    bench.answer.fill("half an ans")
    limited(server, 30)  # the server was away meanwhile: that is no working time
    page.clock.run_for(2100)
    expect(bench.answer).to_be_visible()
    expect(bench.answer).to_have_value("half an ans")
    expect(bench.clock).to_contain_text("s left")
    assert len(asked(bench)) == 2
    assert bench.errors == []


def test_submit_that_comes_too_late_is_told_and_leads_on(page, server):
    bench = opened(page, server, 600)
    bench.not_found.check()
    server.ended = SUBMITTED
    bench.submit.click()
    expect(page.get_by_role("heading", name="Time is up for this item")).to_be_visible()
    assert server.answers == []
    page.get_by_role("button", name="Go on to item 2").click()
    expect(bench.place).to_contain_text("Item 2 of 25")


def test_time_up_in_another_browser_is_no_answer_of_somebody_else(page, server):
    bench = opened(page, server, 600)
    server.ended = {"of": "batch", "submitted": False, "is_empty": True}
    look(bench)
    expect(page.get_by_role("heading", name="Time is up for this batch")).to_be_visible()
    assert bench.errors == []


def test_pause_stops_the_countdown_and_ends_by_itself_at_its_longest(page, server):
    server.time = {"pauses": {"allowed": True, "reasons": ["Nature calls", "Fire drill"], "longest_s": 90}}
    server.pauses_left = 2
    bench = opened(page, server, 100)
    pause = page.get_by_role("button", name="Pause")
    expect(pause).to_have_attribute("title", "2 pauses left on this item")
    pause.click()
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_role("radio").count() == 2
    expect(dialog).to_contain_text("After 1 min 30 s it runs again by itself.")
    dialog.get_by_label("Fire drill").check()
    server.pause_left_ms, server.pauses_left = 90_000, 0
    dialog.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("The clock runs again by itself in 1 min 30 s.")).to_be_visible()
    left = bench.clock.inner_text()
    # Whenever the bench asks in between: no answer may say again that the whole pause is still to come.
    server.pause_left_ms = 10_000
    page.clock.run_for(80_000)
    assert bench.clock.inner_text() == left
    # The browser's clock is ahead of the server's by a moment: it waits for what the server says is left.
    server.pause_left_ms = 400
    page.clock.run_for(10_100)
    later(bench, page.get_by_text("The clock runs again by itself in 0 min 01 s."))
    server.paused, server.pause_left_ms = None, None
    later(bench, bench.answer)
    expect(pause).to_have_attribute("title", "No pause is left on this item")
    pause.click(force=True)
    expect(dialog).to_have_count(0)
    assert bench.errors == []


def test_study_without_pauses_has_no_button_for_one(page, server):
    server.time = {"pauses": {"allowed": False, "reasons": [], "longest_s": None}}
    BenchPage(page, server).open()
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)


def test_given_pages_take_the_place_of_the_search(page, server):
    given = [
        {"document": REPORT_2018, "page": 3, "label": "1"},
        {"document": REPORT_2019, "page": 3, "label": "1"},
    ]
    server.more = {"tools": "given_pages", "whole_document": False, "given": given}
    bench = BenchPage(page, server).open()
    expect(bench.hits.first).to_be_focused()
    expect(page.get_by_text("2 pages are given")).to_be_visible()
    first = page.get_by_role("list", name="Given pages").get_by_role("button").first
    expect(first).to_have_accessible_name(re.compile(rf"^Given page 1 {re.escape(REPORT_2018)} p. 3"))
    expect(bench.field).to_have_count(0)
    bench.open_hit(1)
    page.keyboard.press("n")
    expect(page.locator(".viewer-number")).to_have_text("Page 3")
    for name in ("Next page", "Previous page", "Thumbnails"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    bench.mark()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Help")).not_to_contain_text("How to write a query")
    page.keyboard.press("Escape")
    views = bench.stored("page_entered", count=1)
    assert [(one["document"], one["page"]) for one in views] == [(REPORT_2018, 3)]
    assert bench.stored("evidence_marked", count=1)[0]["page"] == 3
    assert "hit_opened" not in {event["payload"]["kind"] for event in server.events.values()}
    assert bench.errors == []


def test_hits_show_only_what_the_study_lets_them(page, server):
    server.more = {"hits": {"title": False, "snippet": False, "thumbnail": False}}
    bench = BenchPage(page, server).open()
    bench.search("permit revenue")
    for part in (".bench-name", ".bench-hit-snippet", "img"):
        expect(bench.hits.first.locator(part)).to_have_count(0)
    expect(bench.hits.first).to_contain_text("p. 3")


def test_study_may_hide_progress_time_and_confidence(page, server):
    item = {"name": "Practice", "number": 1, "of": None, "batch": None, "batches": None, "question": "Why?"}
    server.more = {
        "item": item,
        "show_time": False,
        "ask_confidence": False,
        "submit_label": "Submit and go on",
    }
    bench = BenchPage(page, server).open()
    expect(bench.place).to_have_text("Practice 1")
    for hidden in (bench.clock, bench.confidence, page.get_by_role("progressbar")):
        expect(hidden).not_to_be_visible()
    bench.not_found.check()
    with page.expect_response("**/api/answer"):
        bench.submit.click()
    expect(page.locator(".bench-notice")).to_have_count(0)
    assert server.answers[0]["confidence"] is None


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_case_53_warning_pause_and_time_up_have_contrast_and_names(page, server, theme):
    limited(server, 50)
    bench = BenchPage(page, server)
    page.goto(f"{server.address}?theme={theme}")
    frame = page.locator(".bench-frame")
    expect(bench.notice).to_contain_text("left on this item.")
    assert frame.evaluate(WEAK_TEXT) == []
    server.paused, server.pause_left_ms = "tea", 90_000
    look(bench)
    expect(page.get_by_text("The clock runs again by itself")).to_be_visible()
    assert frame.evaluate(WEAK_TEXT) == []
    server.paused, server.ended = None, SUBMITTED
    look(bench)
    expect(page.get_by_role("button", name="Go on to item 2")).to_be_visible()
    assert frame.evaluate(WEAK_TEXT) == []
    assert frame.evaluate(NAMELESS_AND_DOUBLED) == [[], []]


@pytest.mark.parametrize(("width", "height"), [(820, 1180), (640, 360), (320, 180)])
def test_case_53_time_up_is_readable_and_its_button_in_reach_when_zoomed(page, server, width, height):
    page.set_viewport_size({"width": width, "height": height})
    limited(server, 600)
    bench = BenchPage(page, server).open()
    bench.not_found.scroll_into_view_if_needed()
    server.ended = SUBMITTED
    look(bench)
    button = page.get_by_role("button", name="Go on to item 2")
    button.scroll_into_view_if_needed()
    expect(button).to_be_in_viewport(ratio=0.99)
    button.click()
    expect(bench.place).to_contain_text("Item 2 of 25")


# Colours and their ratios by WCAG 1.4.3; 4.5 is enough for body text.
PAIRS = {
    ("#000000", "#ffffff"): True,
    ("#767676", "#ffffff"): True,
    ("#808080", "#ffffff"): False,
    ("#ff0000", "#00ff00"): False,
    ("#ffa500", "#ffffff"): False,
    ("#0068c9", "#ffffff"): True,
    ("#ff4b4b", "#ffffff"): False,
    ("#ffff00", "#ffffff"): False,
}


def test_case_53_the_rule_for_contrast_tells_the_eight_pairs_apart(page):
    texts = "".join(f'<p style="color:{one};background:{two}">{one}</p>' for one, two in PAIRS)
    page.set_content(f"<main>{texts}</main>")
    weak = " ".join(page.locator("main").evaluate(WEAK_TEXT))
    assert {pair: pair[0] not in weak for pair in PAIRS} == PAIRS


@pytest.mark.parametrize("name", ["Practice", "Test item"])
def test_practice_and_test_items_are_called_so_and_counted(page, server, name):
    server.more = {
        "item": {"name": name, "number": 1, "of": 3, "batch": None, "batches": None, "question": "Where?"}
    }
    bench = BenchPage(page, server).open()
    expect(bench.place).to_have_text(f"{name} 1 of 3")
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuetext", "0 of 3 done")


def test_item_that_was_taken_back_says_so_and_not_that_it_was_submitted(page, server):
    bench = BenchPage(page, server).open()
    sentence = "This item was given to somebody else meanwhile. Please reload to see how it goes on."
    page.route(
        "**/api/clock",
        lambda route: route.fulfill(
            json={"clock": {**server.clock(), "phase": "expired", "closed": sentence}}
        ),
    )
    server.limits = [{"of": "item", "limit_s": 600, "left_ms": 300_000}]
    bench.open()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(bench.notice).to_contain_text(sentence)


def test_reason_that_was_typed_outlasts_a_reload_until_it_was_sent(page, server):
    BenchPage(page, server).open()
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Other reason").fill("The door bell")
    page.reload()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_label("Other reason")).to_have_value("The door bell")
    with page.expect_response("**/api/pause"):
        page.get_by_role("dialog").get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").click()
    page.reload()
    expect(page.get_by_label("Other reason")).to_have_value("")
    assert server.pauses[0]["reason"] == "The door bell"
