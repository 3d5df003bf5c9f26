"""The author's desk: writing an item, by mouse and by keyboard, in any window, and nothing typed is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.bench_harness import running_stage
from tests.e2e.bench_library import LONG_NAME, REPORT_2018, REPORT_2019
from tests.e2e.desk_harness import EMPTY, MockDesk, MockItem, desk_routes
from tests.e2e.desk_page import DeskPage

pytestmark = pytest.mark.browser

QUESTION = "By how much did the permit revenue change from 2018 to 2019?"


@pytest.fixture(scope="module")
def stage():
    with running_stage(MockDesk, desk_routes) as running:
        yield running


@pytest.fixture
def desk(page, stage):
    desk = DeskPage(page, stage.new_mock()).open()
    yield desk
    assert desk.errors == []


def _pages(draft):
    return [(mark["document"], mark["page"]) for mark in draft["evidence"]]


def test_what_does_not_fit_into_a_field_is_said(desk):
    desk.field.fill("y" * 60)
    desk.field.press("Control+a")
    desk.field.press("Control+c")
    desk.question.fill("x" * 3_990)
    limit = desk.page.locator(".bench-limit")
    expect(limit).to_have_text("3\u202f990 of 4\u202f000 characters")
    desk.question.press("Control+v")
    expect(limit).to_contain_text("50 characters were left out")
    desk.question.fill("short")
    expect(limit).to_be_hidden()


def test_item_over_two_documents_is_written_and_submitted_by_keyboard_alone(desk):
    keyboard = desk.page.keyboard
    expect(desk.field).to_be_focused()
    keyboard.type("permit revenue")
    keyboard.press("Enter")
    expect(desk.hits).to_have_count(4)
    for rank in (1, 2):
        keyboard.press("/")
        for _ in range(rank):
            keyboard.press("ArrowDown")
        keyboard.press("Enter")
        expect(desk.hits.nth(rank - 1)).to_have_attribute("aria-current", "page")
        expect(desk.page.locator(".viewer[data-painted]")).to_be_attached()
        keyboard.press("e")
        expect(desk.chips).to_have_count(rank)
    keyboard.press("q")
    keyboard.type(QUESTION)
    keyboard.press("Tab")
    expect(desk.answer).to_be_focused()
    keyboard.type("118 402 crowns")
    keyboard.press("Tab")
    keyboard.press("Enter")
    keyboard.type("120 893 crowns")
    keyboard.press("Escape")
    keyboard.press("t")
    expect(desk.visual).to_be_focused()
    keyboard.type("free")
    keyboard.press("Tab")
    keyboard.type("comparison")
    desk.wait_saved()
    expect(desk.checks_title).to_contain_text("nothing to repair")
    keyboard.press("Control+Enter")
    expect(desk.status).to_have_text("Item: submitted")
    draft = desk.server.draft
    assert draft["question"] == QUESTION
    assert draft["answer_variants"] == [["118 402 crowns", "120 893 crowns"]]
    assert _pages(draft) == [(REPORT_2018, 3), (REPORT_2019, 3)]
    assert (draft["metadata"]["visual"], draft["metadata"]["reasoning"]) == ("free_text", "comparison")
    assert desk.page.evaluate("window.calls") == [["submitted", "item-1"]]


def test_selected_text_becomes_the_answer_and_its_page_evidence_with_one_key(desk):
    desk.search("permit revenue")
    desk.open_hit(2)
    desk.select("120 893")
    desk.page.keyboard.press("a")
    expect(desk.answer).to_have_value("120 893")
    expect(desk.chips).to_have_count(1)
    expect(desk.selection).to_have_count(0)
    desk.wait_saved()
    assert desk.server.draft["answer_variants"] == [["120 893"]]
    assert _pages(desk.server.draft) == [(REPORT_2019, 3)]


def test_words_of_the_page_are_selected_with_arrow_keys_and_used(desk):
    desk.search("permit revenue")
    desk.open_hit(2)
    keyboard = desk.page.keyboard
    live = desk.page.locator(".viewer-live")
    keyboard.press("w")  # begins at the first word that the query matches
    expect(live).to_contain_text("arrow keys move")
    expect(desk.selection).to_be_visible()
    for key in ("Home", "End", "ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowRight"):
        keyboard.press(key)
    selected = live.text_content()
    expect(desk.page.locator("[data-painted='3']")).to_be_attached()
    keyboard.press("a")
    expect(desk.answer).to_have_value(selected)
    expect(desk.chips).to_have_count(1)
    expect(desk.selection).to_be_hidden()
    keyboard.press("ArrowRight")  # the cursor is gone: arrows turn pages again
    expect(desk.page.locator("[data-painted='4']")).to_be_attached()


def test_what_was_found_on_the_page_is_selected_when_the_field_closes(desk):
    desk.search("permit revenue")
    desk.open_hit(2)
    keyboard = desk.page.keyboard
    keyboard.press("f")
    keyboard.type("120 89")
    keyboard.press("Escape")
    expect(desk.selection).to_be_visible()
    keyboard.press("Shift+ArrowRight")  # the rest of the word
    keyboard.press("Shift+ArrowRight")
    keyboard.press("s")
    expect(desk.field).to_have_value("120 893 crowns")
    keyboard.press("Escape")
    keyboard.press("w")
    expect(desk.selection).to_be_visible()
    keyboard.press("Escape")
    expect(desk.selection).to_be_hidden()


def test_selected_text_never_overwrites_what_is_written(desk):
    desk.answer.fill("rose")
    desk.search("permit revenue")
    desk.open_hit(2)
    desk.select("120 893")
    desk.selection.get_by_role("button", name="Use as answer").click()
    expect(desk.page.get_by_label("Answer, part 1")).to_have_value("rose")
    expect(desk.page.get_by_label("Answer, part 2")).to_have_value("120 893")
    desk.page.get_by_role("button", name="another variant").click()
    expect(desk.page.get_by_role("textbox", name="Variant 2")).to_be_focused()
    desk.select("crowns")
    desk.page.keyboard.press("a")
    expect(desk.page.get_by_role("textbox", name="Variant 2")).to_have_value("crowns")


def test_bar_beside_the_selection_searches_and_marks(desk):
    desk.search("permit revenue")
    desk.open_hit(2)
    desk.select("revenue rose")
    desk.selection.get_by_role("button", name="Mark page").click()
    expect(desk.chips).to_have_count(1)
    desk.page.get_by_role("tab", name="My items").click()
    desk.select("permit revenue")
    desk.selection.get_by_role("button", name="Search for this").click()
    expect(desk.page.get_by_role("tab", name="Search")).to_have_attribute("aria-selected", "true")
    expect(desk.field).to_have_value("permit revenue")
    expect(desk.page.locator(".bench-summary")).to_contain_text("permit revenue · 123 hits")


def test_variants_and_parts_are_added_moved_and_removed_with_buttons(desk):
    button = lambda name: desk.page.get_by_role("button", name=name)  # noqa: E731
    desk.answer.fill("one")
    button("another part").click()
    desk.page.keyboard.type("two")
    button("another variant").click()
    desk.page.keyboard.type("three")
    button("Move variant 2 up").click()
    expect(desk.page.get_by_label("Answer", exact=True)).to_have_value("three")
    button("Move part 2 of the variant 2 forward").click()
    desk.wait_saved()
    assert desk.server.draft["answer_variants"] == [["three"], ["two", "one"]]
    button("Remove the first answer").click()
    button("Remove part 2 of the answer").click()
    desk.wait_saved()
    assert desk.server.draft["answer_variants"] == [["two"]]


def test_text_is_saved_after_a_pause_and_back_after_a_reload(desk):
    desk.search("permit revenue")
    desk.open_hit(1)
    desk.mark()
    desk.page.keyboard.press("b")
    expect(desk.chips).to_contain_text("bridge")
    desk.question.press_sequentially(QUESTION, delay=1)
    desk.answer.fill("2 491")
    desk.visual.select_option("tabular")
    desk.wait_saved()
    assert len(desk.drafts) < len(QUESTION)
    desk.page.reload()
    expect(desk.question).to_have_value(QUESTION)
    expect(desk.answer).to_have_value("2 491")
    expect(desk.visual).to_have_value("tabular")
    expect(desk.chips).to_have_count(1)
    expect(desk.chips).to_contain_text("p. 3 (printed “1”)bridge")
    expect(desk.hits.first).to_have_attribute("aria-current", "page")
    desk.wait_saved()
    assert desk.server.draft["bridges"] == [{"document": REPORT_2018, "page": 3}]


def test_evidence_survives_going_from_document_to_document(desk):
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("d")
    filter_field = desk.page.get_by_label("Find a document by its name")
    for name in (REPORT_2018, LONG_NAME):
        filter_field.fill(name.rsplit("/", 1)[1][:14])
        filter_field.press("ArrowDown")
        desk.page.keyboard.press("Enter")
        expect(desk.page.locator(".viewer-name")).to_contain_text(name.rsplit("/", 1)[1])
        expect(desk.page.locator(".viewer")).to_have_attribute("data-painted", "1")
        desk.mark()
    desk.chips.first.get_by_role("button").first.click()
    expect(desk.chips.first).to_have_attribute("aria-current", "true")
    desk.wait_saved()
    assert _pages(desk.server.draft) == [(REPORT_2018, 1), (LONG_NAME, 1)]


def test_lost_connection_is_said_and_costs_no_letter(desk):
    desk.page.route("**/api/**", lambda route: route.abort())
    desk.question.fill(QUESTION)
    expect(desk.saved).to_have_text("Not saved: no connection, trying again")
    expect(desk.notice).to_contain_text("No connection.")
    desk.page.once("dialog", lambda dialog: dialog.accept())
    desk.page.reload()
    expect(desk.question).to_have_value(QUESTION)
    desk.page.unroute("**/api/**")
    desk.page.evaluate("window.dispatchEvent(new Event('online'))")
    desk.wait_saved()
    assert desk.server.draft["question"] == QUESTION
    expect(desk.notice).to_have_count(0)


def test_lost_reply_makes_one_revision(desk):
    lost = []

    def lose_once(route):
        if lost:
            route.continue_()
            return
        lost.append(route.fetch())
        route.abort()

    desk.page.route("**/api/desk/save", lose_once)
    desk.question.fill(QUESTION)
    desk.wait_saved()
    first, second = desk.server.sent("/api/desk/save")
    assert first == second
    assert len(desk.server.current.revisions) == 2


def test_opening_an_item_and_leaving_at_once_changes_nothing(page, stage):
    server = stage.new_mock()
    marks = [{"document": name, "page": 3, "regions": []} for name in (REPORT_2019, REPORT_2018)]
    server.write_elsewhere("you", question=QUESTION, answer_variants=[["rose"]], evidence=marks)
    desk = DeskPage(page, server).open()
    expect(desk.chips).to_have_count(2)
    page.reload()
    expect(desk.chips).to_have_count(2)
    page.goto("about:blank")
    assert (server.sent("/api/desk/save"), len(server.current.revisions)) == ([], 2)
    assert _pages(server.draft) == [(REPORT_2019, 3), (REPORT_2018, 3)]


def test_way_out_saves_first(page, stage):
    server = stage.new_mock()
    server.ways_out = [{"text": "Sign out", "address": "/mock/payload"}]
    desk = DeskPage(page, server).open()
    desk.question.fill(QUESTION)
    with page.expect_navigation(url="**/mock/payload"):
        page.get_by_role("link", name="Sign out").click()
    assert server.draft["question"] == QUESTION


def test_leaving_asks_nothing_when_all_is_saved(desk):
    desk.question.fill(QUESTION)
    desk.wait_saved()
    dialogs = []
    desk.page.on("dialog", lambda dialog: (dialogs.append(dialog), dialog.accept()))
    desk.page.reload()
    expect(desk.question).to_have_value(QUESTION)
    assert dialogs == []
    assert (
        desk.page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('pagetrail-desk'))")
        == []
    )


def test_undo_goes_back_to_the_text_before(desk):
    desk.question.fill(QUESTION)
    desk.wait_saved()
    desk.question.fill("Something worse")
    desk.question.press("Escape")
    desk.page.keyboard.press("u")
    expect(desk.question).to_have_value(QUESTION)
    desk.wait_saved()
    assert desk.server.draft["question"] == QUESTION


def test_undo_with_nothing_before_says_so(desk):
    desk.page.get_by_role("button", name="Undo").click()
    expect(desk.notice).to_contain_text("There is nothing to undo.")


def test_what_is_typed_during_an_undo_stays(desk):
    desk.question.fill(QUESTION)
    desk.wait_saved()
    desk.server.held.add("undo")
    with desk.page.expect_response("**/api/desk/undo"):
        desk.page.get_by_role("button", name="Undo").click()
        desk.question.fill("typed meanwhile")
        desk.server.held.clear()
    expect(desk.question).to_have_value("typed meanwhile")
    desk.wait_saved()
    assert desk.server.draft["question"] == "typed meanwhile"


def test_duplicate_saves_first_and_opens_the_copy(desk):
    desk.question.fill(QUESTION)
    desk.page.get_by_role("button", name="Duplicate").click()
    desk.page.wait_for_function("window.shown === 'item-2'")
    desk.page.get_by_role("tab", name="My items").click()
    expect(desk.mine).to_have_count(2)
    expect(desk.question).to_have_value(QUESTION)
    desk.question.fill("Another one")
    desk.wait_saved()
    assert desk.page.evaluate("window.calls") == [["opened", "item-2"]]
    assert desk.server.sent("/api/desk/new")[0]["copy_of"] == "item-1"
    assert desk.server.items["item-1"].draft["question"] == QUESTION
    assert desk.server.items["item-2"].draft["question"] == "Another one"


def test_new_item_and_my_items_take_the_place_of_the_one_on_the_desk(desk):
    desk.question.fill(QUESTION)
    desk.page.get_by_role("tab", name="My items").click()
    desk.page.get_by_role("button", name="New item").click()
    expect(desk.question).to_have_value("")
    desk.page.get_by_role("tab", name="My items").click()
    desk.page.get_by_role("button", name=QUESTION).click()
    expect(desk.question).to_have_value(QUESTION)
    assert desk.server.item == "item-1"


def test_item_handed_in_can_be_taken_back(desk):
    desk.server.current.revisions.append(({**EMPTY, "question": QUESTION}, "you"))
    desk.server.current.status = "submitted"
    desk.open()
    expect(desk.question).to_be_disabled()
    expect(desk.submit).to_have_count(0)
    desk.page.keyboard.press("e")
    desk.page.get_by_role("button", name="Take it back").click()
    expect(desk.status).to_have_text("Item: draft")
    expect(desk.question).to_be_enabled()


def test_rerun_of_the_page_changes_the_lists_and_no_letter(desk):
    desk.question.fill("half a ques")
    desk.server.items["item-2"] = MockItem()
    desk.page.evaluate("window.rerun()")
    desk.page.get_by_role("tab", name="My items").click()
    expect(desk.mine).to_have_count(2)
    expect(desk.question).to_have_value("half a ques")
    desk.wait_saved()
