"""A review on the author's desk: comments at their fields, a correction, and the author's reply."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from db.authored import ItemDraft
from tests.e2e.bench_harness import running_stage
from tests.e2e.bench_library import MARKUP, REPORT_2018, REPORT_2019
from tests.e2e.desk_harness import MockDesk, desk_routes
from tests.e2e.desk_page import DeskPage
from tests.e2e.screen_rules import NAMELESS_AND_DOUBLED, WEAK_TEXT

pytestmark = pytest.mark.browser

COMMENTS = [
    {"field": "question", "comment": "Say which office."},
    {"field": "evidence", "comment": "Page 4 says it too."},
    {"field": "item", "comment": "Good otherwise."},
]


@pytest.fixture
def motion():
    """Here things fade in and turn as on most people's screens."""
    return "no-preference"


@pytest.fixture(scope="module")
def stage():
    with running_stage(MockDesk, desk_routes) as running:
        yield running


def _draft(question, answer, *documents):
    pages = [{"document": document, "page": 3} for document in documents]
    draft = {"question": question, "answer_variants": [[answer]], "evidence": pages}
    return ItemDraft.model_validate(draft).model_dump(mode="json")


YOURS = _draft("What was the permit revenue in 2019?", "120 893 crowns", REPORT_2019)
THEIRS = _draft(
    "What was the permit revenue of the office in 2019?", "120 893 crowns", REPORT_2019, REPORT_2018
)


def _review(decision, correction=None, may_reply=True):
    return {
        "decision": decision,
        "is_mine": True,
        "comments": COMMENTS,
        "yours": YOURS,
        "correction": correction,
        "may_reply": may_reply,
        "reason": None,
    }


@pytest.fixture
def opened(page, stage):
    """Opens the desk on an item that was reviewed."""
    made = []

    def opener(status, review, theme="light"):
        server = stage.new_mock()
        server.current.revisions = [(YOURS, "you")]
        if review["correction"]:
            server.write_elsewhere(**review["correction"]["draft"])
        server.current.status = status
        server.review = review
        made.append(DeskPage(page, server).open(theme))
        return made[-1]

    yield opener
    assert [desk.errors for desk in made] == [[] for _ in made]


def _corrected(kind="replacement"):
    return _review("correct", {"kind": kind, "draft": THEIRS})


def _sides(desk, part):
    row = desk.dialog.get_by_role("group", name=part)
    return row.locator("del").all_text_contents(), row.locator("ins").all_text_contents()


def test_comments_stand_at_their_fields_and_the_one_on_the_item_above_the_checks(opened):
    desk = opened("returned", _review("return"))
    form = desk.page.locator(".desk-form > *")
    expect(form.nth(1)).to_have_text("Review: Say which office.")
    expect(form.nth(4)).to_have_text("Review: Page 4 says it too.")
    expect(desk.page.get_by_role("list", name="From the review")).to_have_text("Review: Good otherwise.")
    expect(desk.status).to_have_text("Item: returned")
    assert desk.page.locator(".bench-frame").evaluate(NAMELESS_AND_DOUBLED) == [[], []]


def test_correction_is_accepted_by_keyboard_after_its_words_were_seen(opened):
    desk = opened("corrected", _corrected())
    desk.page.keyboard.press("v")
    expect(desk.dialog.locator("ins").first).to_be_visible()
    assert _sides(desk, "Question") == ([], [" of the office"]) or _sides(desk, "Question") == (
        [],
        ["of the office "],
    )
    assert "".join(_sides(desk, "Evidence")[1]).strip() == f"{REPORT_2018}, p. 3"
    expect(desk.dialog.get_by_role("group", name="Question")).to_contain_text("Say which office.")
    agree = desk.dialog.get_by_role("button", name="Agree: accept the correction")
    while not agree.evaluate("(button) => button.matches(':focus')"):
        desk.page.keyboard.press("Tab")
    desk.page.keyboard.press("Enter")
    expect(desk.status).to_have_text("Item: accepted")
    assert desk.server.sent("/api/desk/reply")[0]["agrees"] is True


def test_who_disagrees_says_why(opened):
    desk = opened("corrected", _corrected("extension"))
    desk.page.get_by_role("button", name="See the correction and reply").click()
    expect(desk.dialog).to_contain_text("A reviewer kept the text and added to it.")
    disagree = desk.dialog.get_by_role("button", name="Disagree")
    disagree.click()
    expect(desk.dialog.get_by_role("alert")).to_contain_text("Say why you disagree")
    reason = desk.dialog.get_by_role("textbox", name="If you disagree, say why")
    expect(reason).to_be_focused()
    reason.fill("One page is enough.")
    disagree.click()
    expect(desk.status).to_have_text("Item: disputed")
    desk.page.get_by_role("button", name="The review").click()
    expect(desk.dialog).to_contain_text("You disagreed: One page is enough.")
    expect(desk.dialog.get_by_role("button")).to_have_text(["Close"])
    (sent,) = desk.server.sent("/api/desk/reply")
    assert (sent["agrees"], sent["reason"]) == (False, "One page is enough.")


def test_what_was_typed_is_saved_before_a_return_is_disputed(opened):
    desk = opened("returned", _review("return"))
    desk.question.fill("What was the permit revenue of 2019?")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("v")
    expect(desk.dialog.get_by_role("button")).to_have_text(["Close", "Disagree"])
    desk.dialog.get_by_role("textbox").fill("It says so.")
    desk.dialog.get_by_role("button", name="Disagree").click()
    expect(desk.status).to_have_text("Item: disputed")
    assert desk.server.draft["question"] == "What was the permit revenue of 2019?"


def test_correction_is_read_whole_where_the_server_does_not_compare(opened):
    desk = opened("corrected", _corrected())
    desk.server.unavailable.add("compare")
    desk.page.keyboard.press("v")
    expect(desk.dialog.get_by_role("group", name="Question")).to_contain_text(THEIRS["question"])
    expect(desk.dialog.locator("ins")).to_have_count(0)


def test_markup_in_a_correction_stays_text(opened):
    review = _corrected()
    review["correction"]["draft"] = {**THEIRS, "question": MARKUP}
    review["comments"] = [{"field": "answer", "comment": MARKUP}]
    desk = opened("corrected", review)
    desk.page.keyboard.press("v")
    expect(desk.dialog.locator("ins").first).to_be_visible()
    expect(desk.dialog.get_by_role("group", name="Answer")).to_contain_text(MARKUP)
    assert desk.page.locator("b, img[src='x']").filter(has_text="418").count() == 0
    assert desk.page.title() == "Pagetrail"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_review_has_enough_contrast_and_names(opened, theme):
    desk = opened("corrected", _corrected(), theme)
    desk.page.keyboard.press("v")
    expect(desk.dialog.locator("ins").first).to_be_visible()
    frame = desk.page.locator(".bench-frame")
    assert frame.evaluate(WEAK_TEXT) == []
    assert frame.evaluate(NAMELESS_AND_DOUBLED) == [[], []]
