"""The room to work in: pause, clock, help, keys that stay out of the text, small and large windows."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.bench_library import QUESTIONS, REPORT_2019
from tests.e2e.bench_page import BenchPage
from tests.e2e.screen_rules import NAMELESS_AND_DOUBLED, WEAK_TEXT

pytestmark = pytest.mark.browser

SHORTCUT_LETTERS = "a n p 1 2 3 / ? j k m e s next page + - = Escape-free text"


@pytest.fixture
def bench(page, stage):
    bench = BenchPage(page, stage.new_mock()).open()
    yield bench
    assert bench.errors == []


def _seconds(bench):
    minutes, seconds = bench.clock.inner_text().split(" s")[0].split(" min ")
    return 60 * int(minutes) + int(seconds)


def test_pause_hides_the_work_and_stops_the_clock_until_resume(page, stage):
    page.clock.install()
    bench = BenchPage(page, stage.new_mock()).open()
    bench.answer.fill("2 491")
    page.clock.fast_forward(10_000)
    assert _seconds(bench) >= 735
    page.get_by_role("button", name="Pause").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Other reason").fill("fire alarm")
    dialog.get_by_role("button", name="Pause").click()
    expect(page.get_by_text("Reason: fire alarm.")).to_be_visible()
    expect(page.get_by_role("button", name="Resume")).to_be_focused()
    for hidden in (page.get_by_text(QUESTIONS[0]), bench.answer, bench.field, page.locator(".viewer")):
        expect(hidden).not_to_be_visible()
    assert _seconds(bench) == 725
    page.clock.fast_forward(60_000)
    assert _seconds(bench) == 725
    page.keyboard.press("/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Resume").click()
    expect(bench.answer).to_be_visible()
    expect(bench.answer).to_have_value("2 491")
    page.clock.fast_forward(3_000)
    assert _seconds(bench) >= 728
    assert [pause["reason"] for pause in bench.server.pauses] == ["fire alarm"]
    assert bench.errors == []


def test_pause_in_one_tab_is_a_pause_in_the_other(bench, context):
    other = BenchPage(context.new_page(), bench.server).open()
    other.page.get_by_role("button", name="Pause").click()
    bench.page.get_by_role("button", name="Pause").click()
    dialog = bench.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Pause").click()
    expect(other.page.get_by_text("Reason: Short break.")).to_be_visible()
    expect(other.page.get_by_role("dialog")).to_have_count(0)
    expect(other.clock).to_contain_text("paused")
    bench.server.working_ms = 4_000_000
    other.page.get_by_role("button", name="Resume").click()
    expect(bench.answer).to_be_visible()
    for clock in (bench.clock, other.clock):
        expect(clock).to_contain_text("1 h 06 min")
        expect(clock).not_to_contain_text("paused")
    assert other.errors == []


def test_search_during_a_pause_elsewhere_shows_the_pause(bench):
    bench.server.paused = "fire alarm"
    bench.server.search_conflict = "You are on a pause. Resume first."
    bench.field.fill("permit")
    bench.field.press("Enter")
    expect(bench.page.get_by_text("Reason: fire alarm.")).to_be_visible()


def test_clock_follows_the_server_after_an_outage(page, stage):
    page.clock.install()
    bench = BenchPage(page, stage.new_mock()).open()
    page.route("**/api/**", lambda route: route.abort())
    page.clock.run_for(11_000)
    expect(bench.notice).to_contain_text("No connection.")
    page.clock.run_for(60_000)
    assert _seconds(bench) >= 795
    bench.server.working_ms = 730_000
    page.unroute("**/api/**")
    page.clock.run_for(6_000)
    expect(bench.notice).to_have_count(0)
    expect(bench.clock).to_contain_text("12 min 1")
    assert bench.errors == []


def test_clock_follows_the_server_when_the_tab_is_looked_at_again(bench):
    bench.server.working_ms = 3_725_000
    bench.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(bench.clock).to_contain_text("1 h 02 min")


def test_pause_is_restored_after_a_reload(bench):
    bench.page.get_by_role("button", name="Pause").click()
    bench.page.get_by_role("dialog").get_by_role("button", name="Pause").click()
    expect(bench.page.get_by_text("Reason: Short break.")).to_be_visible()
    bench.page.reload()
    expect(bench.page.get_by_role("button", name="Resume")).to_be_focused()
    expect(bench.page.get_by_text(QUESTIONS[0])).not_to_be_visible()


def test_shortcuts_do_nothing_while_somebody_types(bench):
    bench.search("permit revenue")
    bench.open_hit(2)
    for field in (bench.answer, bench.field):
        field.fill("")
        field.press_sequentially(SHORTCUT_LETTERS)
        expect(field).to_have_value(SHORTCUT_LETTERS)
        for key in (
            "Backspace",
            "Backspace",
            "ArrowLeft",
            "ArrowRight",
            "Home",
            "End",
            "Control+a",
            "Control+c",
        ):
            field.press(key)
        expect(field).to_have_value(SHORTCUT_LETTERS[:-2])
    bench.answer.focus()
    for key in (" ", "Home", "End", "Enter", "Shift+Enter"):
        bench.page.keyboard.press(key)
    bench.composition_enter(bench.answer)
    expect(bench.saved).to_contain_text("Saved ")
    assert bench.chips.count() == 0
    assert bench.server.answers == []
    assert [body["text"] for path, body in bench.server.requests if path == "/api/search"] == [
        "permit revenue"
    ]
    views = bench.stored("page_entered", count=1)
    assert [(view["document"], view["page"]) for view in views] == [(REPORT_2019, 3)]
    kinds = {event["payload"]["kind"] for event in bench.server.events.values()}
    assert kinds <= {"hit_opened", "page_entered", "page_visible", "answer_edited"}


def test_help_sheet_lists_keys_and_closes_with_escape(bench):
    bench.search("permit revenue")
    bench.open_hit(1)
    bench.page.keyboard.press("?")
    sheet = bench.page.get_by_role("dialog", name="Help")
    expect(sheet).to_contain_text("Search the collection")
    for line in ("/Search", "aWrite the answer", "n→Next page", "p←Previous page", "↑↓From hit to hit"):
        expect(sheet).to_contain_text(line)
    expect(sheet).to_contain_text("shows the best 5 pages")
    bench.page.keyboard.press("e")
    bench.page.keyboard.press("Escape")
    expect(sheet).not_to_be_visible()
    expect(bench.hits.first).to_be_focused()
    expect(bench.chips).to_have_count(0)


def test_whole_item_is_answered_with_the_keyboard_alone(bench):
    keyboard = bench.page.keyboard
    expect(bench.field).to_be_focused()
    keyboard.type("permit revenue")
    keyboard.press("Enter")
    expect(bench.hits).to_have_count(4)
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    expect(bench.hits.first).to_have_attribute("aria-current", "page")
    bench.stored("page_entered", count=1)
    keyboard.press("n")
    bench.stored("page_entered", count=2)
    keyboard.press("e")
    expect(bench.chips).to_have_count(1)
    keyboard.press("a")
    expect(bench.answer).to_be_focused()
    keyboard.press("a")
    expect(bench.answer).to_have_value("a")
    keyboard.press("Backspace")
    keyboard.press("Shift+Tab")
    keyboard.press("/")
    expect(bench.field).to_be_focused()
    seen = []
    for _ in range(40):
        keyboard.press("Tab")
        seen.append(bench.page.evaluate(_FOCUSED))
        if seen[-1] == "Answer":
            break
    order = [name for name in seen if name in {"Search", "hit", "Page", "chip", "Answer"}]
    assert list(dict.fromkeys(order)) == ["Search", "hit", "Page", "chip", "Answer"]
    keyboard.type("2 491 crowns")
    keyboard.press("Enter")
    expect(bench.answer).to_be_focused()
    for _ in range(10):
        if bench.page.evaluate(_FOCUSED).startswith("Submit"):
            break
        keyboard.press("Tab")
    keyboard.press("Enter")
    expect(bench.place).to_contain_text("Item 2 of 25")
    expect(bench.field).to_be_focused()
    assert bench.server.answers[0]["answer"] == ["2 491 crowns"]
    assert [one["page"] for one in bench.server.answers[0]["citations"]] == [4]


# What has the focus, in a word: the part of the bench, or the name of the control.
_FOCUSED = """() => {
  let at = document.activeElement;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (at.closest(".bench-hit")) return "hit";
  if (at.closest(".bench-chip")) return "chip";
  return at.getAttribute("aria-label") ?? at.textContent.trim();
}"""


def test_every_control_has_a_name_and_no_id_is_used_twice(bench):
    bench.search("permit revenue")
    bench.open_hit(1)
    bench.mark()
    bench.page.get_by_role("button", name="another part").click()
    assert bench.page.locator(".bench-frame").evaluate(NAMELESS_AND_DOUBLED) == [[], []]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768), (1920, 1080)])
def test_window_shows_question_search_viewer_and_form_without_scrolling(bench, width, height):
    bench.page.set_viewport_size({"width": width, "height": height})
    bench.search("permit revenue")
    bench.open_hit(1)
    question = bench.page.locator(".bench-question-text")
    for part in (question, bench.field, bench.hits.first, bench.page.locator(".viewer"), bench.submit):
        expect(part).to_be_in_viewport(ratio=0.99)
    assert _overflow(bench) == [0, 0]


def test_bench_fills_the_window_when_what_stood_above_it_goes_away(page, stage):
    bench = BenchPage(page, stage.new_mock())
    page.goto(f"{bench.server.address}?above=256")
    frame = page.locator(".bench-frame")
    expect(frame).to_have_css("height", f"{720 - 256}px")
    page.evaluate("document.getElementById('above').remove()")
    expect(frame).to_have_css("height", "720px")
    expect(bench.submit).to_be_in_viewport(ratio=0.99)


def test_long_question_scrolls_in_its_box(page, stage):
    server = stage.new_mock()
    server.question = QUESTIONS[1]
    bench = BenchPage(page, server).open()
    box = page.locator(".bench-question")
    assert box.evaluate("(box) => box.scrollHeight > box.clientHeight")
    box.focus()
    page.keyboard.press("End")
    page.wait_for_function("(box) => box.scrollTop > 0", arg=box.element_handle())
    expect(bench.submit).to_be_in_viewport(ratio=0.99)
    assert _overflow(bench) == [0, 0]


@pytest.mark.parametrize(("width", "height"), [(640, 360), (320, 180), (768, 1024)])
def test_zoomed_and_narrow_windows_keep_every_control_in_reach(bench, width, height):
    bench.page.set_viewport_size({"width": width, "height": height})
    assert _overflow(bench)[0] == 0
    for control in (bench.field, bench.answer, bench.confidence, bench.not_found, bench.submit):
        control.scroll_into_view_if_needed()
        expect(control).to_be_in_viewport(ratio=0.99)
    bench.not_found.check()
    bench.submit.click()
    expect(bench.place).to_contain_text("Item 2 of 25")


def _overflow(bench):
    """By how many pixels the bench is wider and higher than its window."""
    return bench.page.locator(".bench-frame").evaluate(
        "(frame) => [frame.scrollWidth - frame.clientWidth, frame.scrollHeight - frame.clientHeight]"
    )


def test_rerun_of_the_page_changes_nothing_but_the_clock(bench):
    bench.search("permit revenue")
    bench.open_hit(1)
    bench.answer.fill("half an ans")
    bench.page.evaluate("window.rerun()")
    bench.server.working_ms = 3_725_000
    bench.page.evaluate("window.rerun()")
    expect(bench.clock).to_contain_text("1 h 02 min")
    expect(bench.answer).to_have_value("half an ans")
    expect(bench.answer).to_be_focused()
    expect(bench.hits.first).to_have_attribute("aria-current", "page")
    expect(bench.saved).to_contain_text("Saved ")
    assert len(bench.stored("page_entered", count=1)) == 1
    assert len([path for path, _ in bench.server.requests if path == "/api/search"]) == 1


def test_simulated_study_is_labelled(page, stage):
    server = stage.new_mock()
    server.simulated = True
    BenchPage(page, server).open()
    expect(page.get_by_text("Simulated", exact=True)).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_enough_contrast(page, stage, theme):
    bench = BenchPage(page, stage.new_mock())
    page.goto(f"{bench.server.address}?theme={theme}")
    bench.search("permit revenue")
    bench.open_hit(2)
    bench.open_hit(1)
    bench.mark()
    bench.history.locator("summary").click()
    page.get_by_text("How to write a query").first.click()
    weak = page.locator(".bench").evaluate(WEAK_TEXT)
    assert weak == []
