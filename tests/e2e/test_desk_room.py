"""The author's desk as a place: keys, help, any window, names and contrast; what people write stays text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.bench_harness import running_stage
from tests.e2e.bench_library import MARKUP, MARKUP_NAME
from tests.e2e.desk_harness import EMPTY, MockDesk, desk_routes
from tests.e2e.desk_page import DeskPage
from tests.e2e.screen_rules import NAMELESS_AND_DOUBLED, WEAK_TEXT

pytestmark = pytest.mark.browser

SHORTCUT_LETTERS = "a b c d e m n p q r s t u w / ? + - 0 next page"


@pytest.fixture(scope="module")
def stage():
    with running_stage(MockDesk, desk_routes) as running:
        yield running


@pytest.fixture
def desk(page, stage):
    desk = DeskPage(page, stage.new_mock()).open()
    yield desk
    assert desk.errors == []


def test_keys_do_nothing_while_somebody_types(desk):
    desk.search("permit revenue")
    desk.open_hit(2)
    for field in (desk.question, desk.answer, desk.field):
        field.fill("")
        field.press_sequentially(SHORTCUT_LETTERS)
        expect(field).to_have_value(SHORTCUT_LETTERS)
    desk.wait_saved()
    expect(desk.chips).to_have_count(0)
    expect(desk.dialog).to_have_count(0)
    assert desk.server.sent("/api/desk/undo") == []
    assert len(desk.server.sent("/api/search")) == 1


def test_help_sheet_lists_the_keys(desk):
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("?")
    sheet = desk.page.get_by_role("dialog", name="Help")
    for line in (
        "/Search the collection",
        "dDocuments",
        "mMy items",
        "aSelected text becomes the answer",
        "eMark this page as evidence",
        "sSearch for the selected text",
        "uUndo the last change",
        "CtrlEnterSubmit for review",
    ):
        expect(sheet).to_contain_text(line)
    desk.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_what_the_page_does_not_hear_is_said_again(desk):
    """A message to Streamlit that meets a restart is lost, though the server took the gesture."""
    desk.page.clock.install()
    desk.page.evaluate("window.lost = true")
    desk.page.get_by_role("button", name="Duplicate").click()
    desk.page.wait_for_function("window.calls.length === 1")
    desk.page.clock.fast_forward(4_000)
    desk.page.evaluate("window.lost = false")
    desk.server.item = "item-2"
    desk.page.clock.fast_forward(6_000)
    desk.page.wait_for_function("window.shown === 'item-2'")


def test_markup_stays_text(page, stage):
    server = stage.new_mock()
    draft = {
        **EMPTY,
        "question": MARKUP,
        "answer_variants": [[MARKUP]],
        "evidence": [{"document": MARKUP_NAME, "page": 1, "regions": []}],
    }
    server.current.revisions.append((draft, "you"))
    server.title = MARKUP
    comments = [{"field": "question", "comment": MARKUP}]
    server.review = {
        **{"decision": "return", "comments": comments, "yours": draft, "correction": None},
        **{"is_mine": True, "may_reply": False, "reason": None},
    }
    desk = DeskPage(page, server).open()
    expect(page.locator(".bench-study")).to_have_text(MARKUP)
    expect(page.locator(".desk-comment")).to_contain_text(MARKUP)
    expect(desk.question).to_have_value(MARKUP)
    expect(desk.chips).to_contain_text(MARKUP_NAME)
    for tab in ("My items", "Documents"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel")).to_contain_text("<img src=x")
    server.write_elsewhere(question=f"{MARKUP} theirs")
    desk.answer.fill("mine")
    page.get_by_role("button", name="Compare both").click()
    expect(desk.dialog).to_contain_text(f"{MARKUP} theirs")
    assert page.locator(".bench-frame img:not(.viewer img, .bench-hit img)").count() == 0
    assert page.title() == "Pagetrail"
    assert desk.errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_has_enough_contrast(page, stage, theme):
    server = stage.new_mock()
    server.comments = [{"field": "answer", "comment": "Give the unit."}]
    server.current.status = "returned"
    desk = DeskPage(page, server).open(theme)
    desk.search("permit revenue")
    desk.open_hit(1)
    desk.mark()
    desk.question.fill("What does this document say?")
    desk.answer.fill("118402")
    desk.wait_saved()
    page.get_by_text("check in order").click()
    for tab in ("My items", "Documents", "Search"):
        page.get_by_role("tab", name=tab).click()
        page.locator(".bench").evaluate(
            "(bench) => Promise.all(bench.getAnimations().map((one) => one.finished))"
        )
        assert page.locator(".bench").evaluate(WEAK_TEXT) == []


def test_every_control_has_a_name_and_no_id_is_used_twice(desk):
    desk.search("permit revenue")
    desk.open_hit(1)
    desk.mark()
    for name in ("another part", "another variant"):
        desk.page.get_by_role("button", name=name).first.click()
    assert desk.page.locator(".bench-frame").evaluate(NAMELESS_AND_DOUBLED) == [[], []]


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768), (1920, 1080)])
def test_window_shows_everything_without_scrolling(desk, width, height):
    desk.page.set_viewport_size({"width": width, "height": height})
    desk.search("permit revenue")
    for rank in (1, 2, 3):
        desk.open_hit(rank)
        desk.mark()
    for _ in range(3):
        desk.page.get_by_role("button", name="another variant").click()
    desk.question.fill("word " * 200)
    # The checks that this brings are higher than their place.
    desk.wait_saved()
    expect(desk.findings).to_have_count(4)
    parts = (
        desk.field,
        desk.hits.nth(2),
        desk.page.locator(".viewer"),
        desk.question,
        desk.visual,
        desk.checks_title,
        desk.submit,
        desk.page.locator(".desk-coverage"),
    )
    for part in parts:
        expect(part).to_be_in_viewport(ratio=0.99)
    assert _overflow(desk) == [0, 0]
    assert desk.page.locator(".viewer-canvas").evaluate("(canvas) => canvas.clientHeight") > 200


@pytest.mark.parametrize(("width", "height"), [(640, 360), (320, 180), (768, 1024)])
def test_zoomed_and_narrow_windows_keep_every_control_in_reach(desk, width, height):
    desk.page.set_viewport_size({"width": width, "height": height})
    assert _overflow(desk)[0] == 0
    buttons = [desk.page.get_by_role("button", name=name) for name in ("Duplicate", "Help", "Undo")]
    for control in (desk.field, desk.question, desk.answer, desk.visual, *buttons, desk.submit):
        control.scroll_into_view_if_needed()
        expect(control).to_be_in_viewport(ratio=0.97)
    desk.submit.click()
    expect(desk.notice).to_contain_text("Write the question first.")


def _overflow(desk):
    """By how many pixels the desk is wider and higher than its window."""
    return desk.page.locator(".bench-frame").evaluate(
        "(frame) => [frame.scrollWidth - frame.clientWidth, frame.scrollHeight - frame.clientHeight]"
    )
