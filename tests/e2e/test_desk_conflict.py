"""Two texts of one item: both are shown, the person chooses, and nothing is lost on the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.bench_harness import running_stage
from tests.e2e.bench_library import REPORT_2019
from tests.e2e.desk_harness import MockDesk, desk_routes
from tests.e2e.desk_page import DeskPage

pytestmark = pytest.mark.browser

THEIRS = {"question": "Theirs?", "answer_variants": [["their answer"]]}
PAGE = {"document": REPORT_2019, "page": 3, "regions": []}


@pytest.fixture(scope="module")
def stage():
    with running_stage(MockDesk, desk_routes) as running:
        yield running


@pytest.fixture
def desk(page, stage):
    desk = DeskPage(page, stage.new_mock()).open()
    yield desk
    assert desk.errors == []


def _collide(desk, **theirs):
    """Somebody else saves, then something is written here."""
    desk.server.write_elsewhere(**(theirs or THEIRS))
    desk.question.fill("Mine?")
    expect(desk.notice).to_contain_text("This item was changed by another person.")
    expect(desk.saved).to_have_text("Not saved: changed elsewhere")


def _questions(desk):
    return [draft["question"] for draft, _ in desk.server.current.revisions]


def _compare(desk):
    desk.page.get_by_role("button", name="Compare both").click()
    expect(desk.dialog).to_contain_text("Two versions of this item")


def test_conflict_shows_both_texts_and_chooses_nothing_by_itself(desk):
    _collide(desk)
    expect(desk.question).to_have_value("Mine?")
    _compare(desk)
    question = desk.dialog.get_by_role("group", name="Question")
    expect(question).to_contain_text("Mine?")
    expect(question).to_contain_text("Theirs?")
    expect(question.get_by_role("radio").first).to_be_checked()
    expect(question.locator("del")).to_have_text("Mine")
    expect(question.locator("ins")).to_have_text("Theirs")
    # The answer was not touched here, so the other person's is offered.
    answer = desk.dialog.get_by_role("group", name="Answer")
    expect(answer).to_contain_text("nothing")
    expect(answer.get_by_role("radio").nth(1)).to_be_checked()
    assert len(desk.server.current.revisions) == 2


def test_fields_are_chosen_one_by_one(desk):
    _collide(desk, **THEIRS, evidence=[PAGE])
    _compare(desk)
    desk.dialog.get_by_role("group", name="Answer").get_by_role("radio").first.check()
    desk.dialog.get_by_role("button", name="Save what is chosen").click()
    expect(desk.question).to_have_value("Mine?")
    expect(desk.answer).to_have_value("")
    expect(desk.chips).to_have_count(1)
    expect(desk.notice).to_have_count(0)
    desk.wait_saved()
    draft = desk.server.draft
    assert (draft["question"], draft["answer_variants"]) == ("Mine?", [[""]])
    assert [mark["document"] for mark in draft["evidence"]] == [REPORT_2019]
    assert _questions(desk) == ["", "Theirs?", "Mine?"]


@pytest.mark.parametrize(
    ("button", "question", "answer"),
    [("Keep all mine", "Mine?", ""), ("Take all theirs", "Theirs?", "their answer")],
)
def test_all_of_one_text_is_one_press(desk, button, question, answer):
    _collide(desk)
    _compare(desk)
    desk.dialog.get_by_role("button", name=button).click()
    expect(desk.question).to_have_value(question)
    expect(desk.answer).to_have_value(answer)
    desk.wait_saved()
    assert desk.server.draft["question"] == question


def test_writing_goes_on_before_the_choice_and_over_a_reload(desk):
    _collide(desk)
    _compare(desk)
    desk.page.keyboard.press("Escape")
    desk.question.fill("Mine, and more?")
    desk.page.once("dialog", lambda dialog: dialog.accept())
    desk.page.reload()
    expect(desk.question).to_have_value("Mine, and more?")
    expect(desk.notice).to_contain_text("This item was changed by another person.")
    _compare(desk)
    expect(desk.dialog.get_by_role("group", name="Question")).to_contain_text("Mine, and more?")
    desk.dialog.get_by_role("button", name="Keep all mine").click()
    desk.wait_saved()
    assert desk.server.draft["question"] == "Mine, and more?"


def test_submit_and_undo_wait_for_the_choice(desk):
    _collide(desk, **THEIRS, evidence=[PAGE])
    desk.answer.fill("my answer")
    desk.page.get_by_role("button", name="Undo").click()
    desk.page.get_by_role("button", name="Duplicate").click()
    expect(desk.notice).to_contain_text("This item was changed by another person.")
    assert desk.server.sent("/api/desk/undo") == desk.server.sent("/api/desk/new") == []


def test_conflict_while_the_choice_is_made_is_shown_again(desk):
    _collide(desk)
    _compare(desk)
    desk.server.write_elsewhere(question="Theirs again?")
    desk.dialog.get_by_role("button", name="Keep all mine").click()
    expect(desk.notice).to_contain_text("This item was changed by another person.")
    _compare(desk)
    expect(desk.dialog.get_by_role("group", name="Question")).to_contain_text("Theirs again?")


def test_same_text_from_another_tab_is_no_conflict(desk):
    desk.server.write_elsewhere("you", question="Mine?")
    desk.question.fill("Mine?")
    desk.wait_saved()
    expect(desk.notice).to_have_count(0)
    desk.question.fill("Mine, again?")
    desk.wait_saved()
    assert [revision[0]["question"] for revision in desk.server.current.revisions] == [
        "",
        "Mine?",
        "Mine, again?",
    ]


def test_newer_text_comes_with_a_rerun_when_nothing_is_unsaved(desk):
    desk.server.write_elsewhere(**THEIRS)
    desk.page.evaluate("window.rerun()")
    expect(desk.question).to_have_value("Theirs?")
    expect(desk.answer).to_have_value("their answer")
    desk.question.fill("Theirs, better?")
    desk.wait_saved()
    assert desk.server.draft["question"] == "Theirs, better?"


def test_text_whose_saving_was_never_heard_of_is_no_conflict_after_a_reload(desk):
    desk.page.route("**/api/desk/save", lambda route: (route.fetch(), route.abort()))
    desk.question.fill("Mine?")
    expect(desk.saved).to_contain_text("Not saved")
    desk.question.fill("Mine, and more?")
    desk.page.once("dialog", lambda dialog: dialog.accept())
    desk.page.reload()
    expect(desk.question).to_have_value("Mine, and more?")
    desk.page.unroute("**/api/desk/save")
    desk.page.evaluate("window.dispatchEvent(new Event('online'))")
    desk.wait_saved()
    expect(desk.notice).to_have_count(0)
    assert desk.server.draft["question"] == "Mine, and more?"


def test_refused_text_is_said_and_stays_in_the_browser(desk):
    desk.server.refusal = "The question is too long."
    desk.question.fill("Mine?")
    expect(desk.notice).to_contain_text("Your last change was not saved. The question is too long.")
    expect(desk.saved).to_have_text("Not saved")
    desk.page.once("dialog", lambda dialog: dialog.accept())
    desk.page.reload()
    expect(desk.question).to_have_value("Mine?")
    desk.server.refusal = ""
    desk.question.fill("Mine, shorter?")
    desk.wait_saved()
    expect(desk.notice).to_have_count(0)


def test_unsaved_text_of_an_item_handed_in_elsewhere_is_kept(desk):
    desk.page.route("**/api/desk/save", lambda route: route.abort())
    desk.question.fill("Mine?")
    expect(desk.saved).to_contain_text("Not saved")
    desk.server.current.status = "submitted"
    desk.page.once("dialog", lambda dialog: dialog.accept())
    desk.page.reload()
    expect(desk.notice).to_contain_text("is kept in this browser")
    desk.page.unroute("**/api/desk/save")
    desk.page.get_by_role("button", name="Take it back").click()
    expect(desk.question).to_have_value("Mine?")
    desk.wait_saved()
    assert desk.server.draft["question"] == "Mine?"
