"""The answer: saved as it is typed, submitted exactly once, and never a word that is not true."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.bench_library import REPORT_2018, REPORT_2019
from tests.e2e.bench_page import BenchPage

pytestmark = pytest.mark.browser


@pytest.fixture
def bench(page, stage):
    bench = BenchPage(page, stage.new_mock()).open()
    yield bench
    assert bench.errors == []


def _with_evidence(bench):
    bench.search("permit revenue")
    bench.open_hit(1)
    bench.mark()


def _sent(bench, path="/api/answer"):
    return [body for asked, body in bench.server.requests if asked == path]


def test_draft_and_marks_are_back_after_a_reload(bench):
    _with_evidence(bench)
    bench.open_hit(2)
    bench.mark()
    bench.answer.fill("2 491")
    bench.page.get_by_role("button", name="another part").click()
    bench.page.keyboard.type("crowns")
    bench.confidence.fill("70")
    bench.confidence.blur()
    expect(bench.saved).to_contain_text("Saved ")
    bench.page.reload()
    expect(bench.page.get_by_label("Answer, part 1")).to_have_value("2 491")
    expect(bench.page.get_by_label("Answer, part 2")).to_have_value("crowns")
    expect(bench.confidence).to_have_value("70")
    expect(bench.chips).to_have_count(2)
    expect(bench.chips.nth(0)).to_contain_text("annual-report-2018.pdf")
    expect(bench.summary).to_contain_text("permit revenue · 123 hits")
    expect(bench.hits.nth(1)).to_have_attribute("aria-current", "page")
    expect(bench.place).to_contain_text("Item 1 of 25")
    last = bench.stored("page_entered", count=3)[-1]
    assert (last["document"], last["page"], last["reached"]) == (REPORT_2019, 3, "restored")


def test_draft_is_saved_once_after_a_pause_in_typing(bench):
    bench.answer.press_sequentially("crowns")
    expect(bench.saved).to_contain_text("Saved ")
    drafts = bench.stored("answer_edited", count=1)
    assert drafts[-1]["draft"] == {"answer": ["crowns"], "confidence": None, "not_found": False}
    assert len(drafts) < len("crowns")


def test_saved_is_not_said_before_the_acknowledgement(bench):
    bench.server.unavailable.add("events")
    bench.answer.fill("crowns")
    expect(bench.saved).to_have_text("Saving…")
    expect(bench.saved).to_contain_text("Not saved: ")
    bench.server.unavailable.clear()
    expect(bench.saved).to_contain_text("Saved ")
    assert bench.stored("answer_edited", count=1)[-1]["draft"]["answer"] == ["crowns"]


def test_draft_typed_without_a_connection_is_kept_over_a_reload(bench):
    bench.page.route("**/api/events", lambda route: route.abort())
    bench.answer.fill("crowns")
    expect(bench.saved).to_have_text("Not saved: no connection, trying again")
    expect(bench.notice).to_contain_text("No connection.")
    warned = []
    bench.page.once("dialog", lambda dialog: (warned.append(dialog.type), dialog.accept()))
    bench.page.reload()
    assert warned == ["beforeunload"]
    expect(bench.answer).to_have_value("crowns")
    bench.page.unroute("**/api/events")
    bench.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(bench.saved).to_contain_text("Saved ")
    assert bench.stored("answer_edited", count=1)[-1]["draft"]["answer"] == ["crowns"]


def test_leaving_asks_nothing_when_all_is_saved(bench):
    bench.answer.fill("crowns")
    expect(bench.saved).to_contain_text("Saved ")
    dialogs = []
    bench.page.on("dialog", lambda dialog: (dialogs.append(dialog), dialog.accept()))
    bench.page.reload()
    expect(bench.answer).to_have_value("crowns")
    assert dialogs == []


def test_submit_pressed_many_times_leaves_one_answer_and_goes_on(bench):
    _with_evidence(bench)
    bench.answer.fill("2 491 crowns")
    bench.server.held.add("answer")
    bench.submit.dblclick()
    bench.submit.click(force=True)
    expect(bench.notice.filter(has_text="Already on its way: one press is enough.")).to_be_visible()
    bench.server.held.clear()
    expect(bench.place).to_contain_text("Item 2 of 25")
    expect(bench.field).to_be_focused()
    expect(bench.answer).to_have_value("")
    expect(bench.chips).to_have_count(0)
    assert bench.server.answers == _sent(bench)
    answer = bench.server.answers[0]
    assert answer["answer"] == ["2 491 crowns"]
    assert answer["answer_kind"] == "own"
    assert answer["citations"] == [{"document": REPORT_2018, "page": 3}]
    assert answer["confidence"] is None
    assert bench.page.evaluate("window.calls") == [["submitted", "attempt-1"]]


def test_submit_after_another_browser_did_says_so_and_overwrites_nothing(bench):
    bench.answer.fill("second")
    bench.not_found.check()
    expect(bench.saved).to_contain_text("Saved ")
    bench.server.answers.append({"attempt": "attempt-1", "answer": ["first"]})
    bench.submit.click()
    expect(bench.notice).to_contain_text("Already submitted: this item was answered before")
    go_on = bench.page.get_by_role("button", name="Go on")
    expect(go_on).to_be_focused()
    bench.submit.click(force=True)
    expect(bench.notice).to_have_count(1)
    assert [answer["answer"] for answer in bench.server.answers] == [["first"]]
    go_on.click()
    expect(bench.place).to_contain_text("Item 2 of 25")


def test_item_submitted_in_another_tab_is_one_notice_with_one_way_on(bench, context):
    _with_evidence(bench)
    bench.answer.fill("first")
    expect(bench.saved).to_contain_text("Saved ")
    other = BenchPage(context.new_page(), bench.server).open()
    other.submit.click(trial=True)
    bench.submit.click()
    expect(bench.place).to_contain_text("Item 2 of 25")
    expect(other.notice).to_contain_text("This item was submitted in another tab or browser.")
    other.page.keyboard.press("e")
    other.submit.click(force=True)
    expect(other.answer).to_be_disabled()
    expect(other.notice).to_have_count(1)
    expect(other.notice.get_by_role("button")).to_have_text(["Go on"])
    other.notice.get_by_role("button").click()
    expect(other.place).to_contain_text("Item 2 of 25")
    expect(other.notice).to_have_count(0)
    assert [answer["answer"] for answer in bench.server.answers] == [["first"]]
    assert other.errors == []


def test_typing_into_an_item_submitted_elsewhere_is_told_at_once(bench):
    bench.server.answers.append({"attempt": "attempt-1", "answer": ["elsewhere"]})
    bench.answer.fill("too late")
    expect(bench.notice).to_contain_text("This item was submitted in another tab or browser.")
    expect(bench.notice).to_have_count(1)
    expect(bench.saved).to_have_text("Not saved")
    bench.page.get_by_role("button", name="Go on").click()
    expect(bench.place).to_contain_text("Item 2 of 25")
    expect(bench.answer).to_have_value("")


def test_change_that_is_refused_is_told_with_the_way_to_what_is_saved(bench):
    bench.server.refusal = "The draft is too long."
    bench.answer.fill("too much")
    expect(bench.notice).to_contain_text("Your last change was not saved. The draft is too long.")
    expect(bench.page.get_by_role("button", name="Load what is saved")).to_be_visible()
    expect(bench.saved).to_have_text("Not saved")


def test_text_with_half_a_surrogate_pair_is_saved_and_submitted(bench):
    _with_evidence(bench)
    bench.answer.evaluate(_TYPE_HALF, "cut # off")
    expect(bench.saved).to_contain_text("Saved ")
    bench.field.evaluate(_TYPE_HALF, "permit #")
    with bench.page.expect_response("**/api/search"):
        bench.field.press("Enter")
    bench.submit.click()
    expect(bench.place).to_contain_text("Item 2 of 25")
    assert bench.server.answers[0]["answer"] == ["cut \ufffd off"]
    drafts = [body for path, body in bench.server.requests if path == "/api/events"]
    assert "\ufffd" in str(drafts)
    assert not [body for _, body in bench.server.requests if "\\ud" in ascii(body)]
    assert [body["text"] for path, body in bench.server.requests if path == "/api/search"][
        -1
    ] == "permit \ufffd"


_TYPE_HALF = """(field, text) => {
  field.value = text.replace("#", String.fromCharCode(0xd83d));
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}"""


def test_submit_survives_a_lost_reply_with_one_answer(bench):
    _with_evidence(bench)
    bench.answer.fill("2 491 crowns")
    lost = []

    def lose_once(route):
        if lost:
            route.continue_()
            return
        lost.append(route.fetch())
        route.abort()

    bench.page.route("**/api/answer", lose_once)
    bench.submit.click()
    expect(bench.place).to_contain_text("Item 2 of 25")
    first, second = _sent(bench)
    assert first == second
    assert len(bench.server.answers) == 1


def test_submit_waits_for_everything_to_be_saved(bench):
    _with_evidence(bench)
    bench.server.unavailable.add("events")
    bench.answer.fill("2 491 crowns")
    bench.submit.click()
    expect(bench.saved).to_contain_text("Not saved")
    assert _sent(bench) == []
    bench.server.unavailable.clear()
    expect(bench.place).to_contain_text("Item 2 of 25")
    paths = [path for path, _ in bench.server.requests]
    assert paths.index("/api/answer") > max(at for at, path in enumerate(paths) if path == "/api/events")


def test_submit_asks_once_when_something_is_missing(bench):
    bench.submit.dblclick()
    expect(bench.notice).to_contain_text("There is no answer yet, and no page is marked as evidence.")
    assert _sent(bench) == []
    bench.page.get_by_role("button", name="Go back").click()
    expect(bench.notice).to_have_count(0)
    bench.answer.fill("2 491 crowns")
    bench.submit.click()
    expect(bench.notice).to_contain_text("No page is marked as evidence yet.")
    bench.page.get_by_role("button", name="Submit without evidence").click()
    expect(bench.place).to_contain_text("Item 2 of 25")
    assert bench.server.answers[0]["citations"] == []


def test_could_not_find_it_keeps_the_text_and_sends_none(bench):
    bench.answer.fill("perhaps 12")
    bench.not_found.check()
    expect(bench.answer).to_be_disabled()
    expect(bench.answer).to_have_value("perhaps 12")
    bench.submit.click()
    expect(bench.place).to_contain_text("Item 2 of 25")
    answer = bench.server.answers[0]
    assert (answer["answer_kind"], answer["answer"]) == ("not_found", [])


def test_conflict_is_explained_and_the_form_stays_usable(bench):
    _with_evidence(bench)
    bench.answer.fill("2 491 crowns")
    bench.server.conflict = "Your evidence tray shows something that is not saved here yet."
    bench.submit.click()
    expect(bench.notice).to_contain_text("Not submitted. Your evidence tray shows something")
    expect(bench.page.get_by_role("button", name="Load what is saved")).to_be_visible()
    bench.server.conflict = ""
    bench.answer.fill("2 491")
    bench.submit.click()
    expect(bench.place).to_contain_text("Item 2 of 25")
    first, second = _sent(bench)
    assert first["event_id"] != second["event_id"]


def test_page_reloads_itself_when_the_next_item_does_not_come(bench):
    bench.not_found.check()
    bench.page.evaluate("window.deaf = true")
    bench.page.clock.install()
    bench.submit.click()
    expect(bench.notice).to_contain_text("Submitted. Next item…")
    bench.page.clock.run_for(10_000)
    bench.page.evaluate("window.deaf = false")
    bench.page.clock.run_for(10_000)
    expect(bench.place).to_contain_text("Item 2 of 25")


def test_page_reloads_itself_only_when_the_server_is_there(bench):
    bench.not_found.check()
    bench.page.evaluate("window.deaf = true")
    bench.page.clock.install()
    bench.submit.click()
    expect(bench.notice).to_contain_text("Submitted. Next item…")
    bench.page.route("**/api/health", lambda route: route.abort())
    with bench.page.expect_event("requestfailed", lambda request: request.url.endswith("/api/health")):
        bench.page.clock.run_for(20_000)
    expect(bench.notice).to_contain_text("Submitted. Next item…")
    bench.page.unroute("**/api/health")
    bench.page.clock.run_for(2_000)
    expect(bench.place).to_contain_text("Item 2 of 25")


def test_skip_asks_and_sends_a_skipped_answer(page, stage):
    server = stage.new_mock()
    server.may_skip = True
    bench = BenchPage(page, server).open()
    page.get_by_role("button", name="Skip this question").click()
    page.get_by_role("button", name="Skip it").click()
    expect(bench.place).to_contain_text("Item 2 of 25")
    assert server.answers[0]["answer_kind"] == "skipped"


def test_confidence_says_nothing_until_it_is_set(bench):
    slider = bench.page.get_by_label("Confidence in percent")
    expect(slider).to_have_attribute("aria-valuetext", "not stated")
    expect(bench.confidence).to_have_value("")
    slider.click()
    expect(bench.confidence).to_have_value("50")
    slider.press("ArrowRight")
    expect(bench.confidence).to_have_value("51")
    bench.confidence.fill("120")
    expect(bench.confidence).to_have_attribute("aria-invalid", "true")
    bench.not_found.check()
    bench.submit.click()
    expect(bench.notice).to_contain_text("The confidence must be a whole number from 0 to 100")
    bench.confidence.fill("")
    bench.submit.click()
    expect(bench.place).to_contain_text("Item 2 of 25")
    assert bench.server.answers[0]["confidence"] is None


def test_parts_keep_their_order_when_one_is_removed(bench):
    bench.answer.fill("one")
    for text in ("two", "three"):
        bench.page.get_by_role("button", name="another part").click()
        bench.page.keyboard.type(text)
    bench.page.get_by_role("button", name="Remove part 2 of the answer").click()
    expect(bench.page.get_by_label("Answer, part 1")).to_be_focused()
    expect(bench.page.get_by_label("Answer, part 2")).to_have_value("three")
    expect(bench.saved).to_contain_text("Saved ")
    assert bench.stored("answer_edited", count=1)[-1]["draft"]["answer"] == ["one", "three"]


def test_tray_removes_a_page_at_once_and_asks_before_regions_are_lost(bench):
    bench.search("permit revenue")
    bench.open_hit(1)
    bench.mark()
    bench.page.get_by_role("button", name="Remove reports/annual").click()
    expect(bench.chips).to_have_count(0)
    expect(bench.page.locator(".bench-tray h2")).to_be_focused()
    bench.page.keyboard.press("r")
    box = bench.page.locator(".viewer-image").bounding_box()
    bench.page.mouse.move(box["x"] + 60, box["y"] + 60)
    bench.page.mouse.down()
    bench.page.mouse.move(box["x"] + 300, box["y"] + 160)
    bench.page.mouse.up()
    expect(bench.chips).to_contain_text("1 region")
    bench.chips.get_by_role("button", name="Remove reports/annual").click()
    bench.page.get_by_role("button", name="Keep", exact=True).click()
    expect(bench.chips).to_have_count(1)
    bench.chips.get_by_role("button", name="Remove reports/annual").click()
    bench.page.get_by_role("button", name="Remove with its 1 region").click()
    expect(bench.chips).to_have_count(0)
    expect(bench.saved).to_contain_text("Saved ")
    assert bench.server.marks() == []


def test_tray_opens_its_pages_from_another_document(bench):
    _with_evidence(bench)
    bench.open_hit(2)
    bench.chips.first.get_by_role("button", name="p. 3").first.click()
    expect(bench.hits.nth(0)).to_have_attribute("aria-current", "page")
    assert bench.stored("page_entered", count=3)[-1]["reached"] == "tray"
