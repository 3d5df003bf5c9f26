"""The checks beside the item form: they follow the text, repair with one press, and take a reason to stay."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.bench_harness import running_stage
from tests.e2e.bench_library import LONG_NAME, REPORT_2018, REPORT_2019
from tests.e2e.desk_harness import EMPTY, MockDesk, desk_routes
from tests.e2e.desk_page import DeskPage

pytestmark = pytest.mark.browser

PAGE_2018 = {"document": REPORT_2018, "page": 3, "regions": []}
PAGE_2019 = {"document": REPORT_2019, "page": 3, "regions": []}
WRITTEN = {
    **EMPTY,
    "question": "What was the permit revenue in 2019?",
    "answer_variants": [["120 893"]],
    "evidence": [PAGE_2019],
    "metadata": {**EMPTY["metadata"], "visual": "tabular"},
}


@pytest.fixture(scope="module")
def stage():
    with running_stage(MockDesk, desk_routes) as running:
        yield running


@pytest.fixture
def opened(page, stage):
    """Opens a desk with this text on it."""
    desks = []

    def open_with(**changes):
        server = stage.new_mock()
        server.current.revisions.append(({**WRITTEN, **changes}, "you"))
        desks.append(DeskPage(page, server).open())
        return desks[0]

    yield open_with
    assert [desk.errors for desk in desks] == [[]]


def test_checks_follow_the_text_before_it_is_saved(opened):
    desk = opened()
    expect(desk.checks_title).to_have_text("Checks · nothing to repair")
    desk.server.unavailable.add("save")
    desk.question.fill("What does this document say about 2019?")
    expect(desk.findings).to_have_count(1)
    expect(desk.findings).to_contain_text("The question speaks of “this document”")
    expect(desk.checks_title).to_have_text("Checks · 1 to repair or explain")
    desk.question.fill("What was the permit revenue?")
    expect(desk.findings).to_have_count(0)
    desk.server.unavailable.clear()
    desk.wait_saved()


def test_typing_asks_for_checks_at_most_every_half_second(opened):
    desk = opened()
    desk.page.clock.install(time=1_795_000_000)
    desk.page.clock.pause_at(1_795_000_100)
    for letter in "abcdefghij":
        desk.question.press(letter)
        desk.page.clock.run_for(40)
    assert desk.server.sent("/api/desk/check") == []
    with desk.page.expect_response("**/api/desk/check"):
        desk.page.clock.run_for(500)
    assert len(desk.server.sent("/api/desk/check")) == 1


def test_one_press_takes_the_words_of_the_document(opened):
    desk = opened(answer_variants=[["120893"], ["rose"]])
    desk.page.get_by_role("button", name="Use the document's words “120 893”").click()
    expect(desk.answer).to_have_value("120 893")
    expect(desk.checks_title).to_have_text("Checks · nothing to repair")
    desk.wait_saved()
    assert desk.server.draft["answer_variants"] == [["120 893"], ["rose"]]


def test_one_press_drops_a_page_or_names_it_as_a_bridge_or_marks_it(opened):
    desk = opened(evidence=[PAGE_2019, {"document": LONG_NAME, "page": 1, "regions": []}, PAGE_2018])
    desk.page.get_by_role("button", name=f"Drop page 1 of {LONG_NAME}").click()
    expect(desk.chips).to_have_count(2)
    desk.page.get_by_role("button", name=f"Name page 3 of {REPORT_2018} as a bridge").click()
    expect(desk.chips.nth(1)).to_contain_text("bridge")
    expect(desk.checks_title).to_have_text("Checks · nothing to repair")
    desk.answer.fill("118 402")
    desk.chips.nth(1).get_by_role("button", name="Remove").click()
    desk.page.get_by_role("button", name=f"Mark page 3 of {REPORT_2018} as evidence").click()
    expect(desk.chips).to_have_count(2)
    desk.wait_saved()
    assert [mark["document"] for mark in desk.server.draft["evidence"]] == [REPORT_2019, REPORT_2018]
    assert desk.server.draft["bridges"] == []


def test_repair_hands_the_focus_to_the_next_finding(opened):
    desk = opened(question="What does this document say?", answer_variants=[["120893"]])
    expect(desk.findings).to_have_count(2)
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("c")
    expect(desk.page.get_by_role("button", name="Use the document's words")).to_be_focused()
    desk.page.keyboard.press("Enter")
    expect(desk.findings).to_have_count(1)
    expect(desk.page.get_by_role("button", name="Keep it, with a reason")).to_be_focused()


def test_warning_stays_with_a_reason_that_is_saved(opened):
    desk = opened(question="What does this document say?")
    desk.page.get_by_role("button", name="Keep it, with a reason").click()
    desk.page.keyboard.type("It quotes the title of a law.")
    expect(desk.checks_title).to_have_text("Checks · 1 kept with a reason")
    desk.wait_saved()
    override = {"check": "self_reference", "reason": "It quotes the title of a law."}
    assert desk.server.draft["overrides"] == [override]
    desk.page.reload()
    expect(desk.page.get_by_label("Reason to keep: stands alone")).to_have_value(override["reason"])


def test_reason_keeps_the_focus_while_checks_come_back(opened):
    desk = opened(question="What does this document say?")
    desk.page.get_by_role("button", name="Keep it, with a reason").click()
    field = desk.page.get_by_label("Reason to keep: stands alone")
    with desk.page.expect_response("**/api/desk/check"):
        field.press_sequentially("It is ")
    with desk.page.expect_response("**/api/desk/save"):
        field.press_sequentially("so")
    expect(field).to_be_focused()
    expect(field).to_have_value("It is so")


def test_submit_looks_once_at_each_warning_and_asks_for_its_reason(opened):
    desk = opened(question="What does this document say?", answer_variants=[["120893"]])
    desk.question.press("Control+Enter")
    expect(desk.dialog).to_contain_text("Before it goes to review")
    reasons = desk.dialog.get_by_role("textbox")
    expect(reasons).to_have_count(2)
    expect(reasons.first).to_be_focused()
    desk.page.keyboard.type("The page says so elsewhere.")
    desk.page.keyboard.press("Control+Enter")
    expect(reasons.nth(1)).to_be_focused()
    expect(desk.dialog.get_by_text("Say why, or go back and repair it.").nth(1)).to_be_visible()
    assert desk.server.sent("/api/desk/submit") == []
    desk.page.keyboard.type("A law has that title.")
    desk.page.keyboard.press("Control+Enter")
    expect(desk.status).to_have_text("Item: submitted")
    assert {one["check"]: one["reason"] for one in desk.server.draft["overrides"]} == {
        "extractive": "The page says so elsewhere.",
        "self_reference": "A law has that title.",
    }


def test_reasons_written_in_the_look_are_kept_when_the_author_goes_back(opened):
    desk = opened(question="What does this document say?")
    desk.submit.click()
    desk.page.keyboard.type("A law has that title.")
    desk.dialog.get_by_role("button", name="Go back").click()
    expect(desk.page.get_by_label("Reason to keep: stands alone")).to_have_value("A law has that title.")
    expect(desk.submit).to_be_focused()
    desk.wait_saved()
    assert desk.server.draft["overrides"][0]["reason"] == "A law has that title."


def test_warning_that_only_the_server_knows_is_asked_for(opened):
    desk = opened()
    desk.server.unexplained = ["near_duplicate"]
    desk.submit.click()
    expect(desk.notice).to_contain_text("Not submitted. Say why each warning may stay.")
    desk.dialog.get_by_role("textbox").fill("The other one asks for 2018.")
    desk.dialog.get_by_role("button", name="Submit with these reasons").click()
    expect(desk.status).to_have_text("Item: submitted")


def test_what_is_missing_is_said_at_the_field(opened):
    desk = opened(question="", answer_variants=[[""]], evidence=[])
    for field, sentence in (
        (desk.question, "Write the question first."),
        (desk.answer, "Write the answer first"),
    ):
        desk.submit.click()
        expect(desk.notice).to_contain_text(sentence)
        expect(field).to_be_focused()
        desk.page.keyboard.type("118")
        expect(desk.notice).to_have_count(0)
    desk.submit.click()
    expect(desk.notice).to_contain_text("Mark the page that proves the answer first")
    assert desk.server.sent("/api/desk/submit") == []


def test_submit_pressed_many_times_is_one_submission(opened):
    desk = opened()
    desk.server.held.add("submit")
    desk.submit.dblclick()
    desk.page.keyboard.press("Control+Enter")
    desk.server.held.clear()
    expect(desk.status).to_have_text("Item: submitted")
    assert len(desk.server.sent("/api/desk/submit")) == 1


def test_coverage_shows_what_is_thin_first(opened):
    desk = opened()
    meter = desk.page.get_by_role("complementary", name="Coverage of the project")
    first = meter.locator(".desk-coverage-row").first
    expect(first).to_have_text("cross-document1 of 10")
    expect(meter).to_contain_text("Visual categories")
    expect(meter).to_contain_text("and 1 more")
