"""Reading in the viewer: find, text, thumbnails of long documents, page field, zoom, names for everything."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.viewer_harness import Harness, open_viewer, saved, turn, wait_painted

pytestmark = pytest.mark.browser


def test_find_counts_steps_and_closes(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.keyboard.press("f")
    page.keyboard.type("PERMIT")
    count = page.locator(".viewer-find-count")
    expect(count).to_have_text("1 of 3")
    expect(page.locator(".viewer-found i")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(count).to_have_text("2 of 3")
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Shift+Enter")
    expect(count).to_have_text("3 of 3")
    expect(page.locator(".viewer-found i.viewer-current")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".viewer-find")).to_be_hidden()
    expect(page.locator(".viewer-found i")).to_have_count(0)
    expect(page.locator(".viewer-canvas")).to_be_focused()
    saved(page)
    assert harness.kinds() == ["page_entered"]


def test_text_is_found_as_people_write_it(page: Page, harness: Harness) -> None:
    expected = {
        "cafe muller": 1,  # accents
        '"PILOT"': 1,  # typographic quotes, case
        "revenue": 2,  # one of them broken over two lines: reve-/nue
        "the estimate by": 1,  # across words
        "by a wide": 1,  # across lines
        "ＰＥＲＭＩＴ　fees": 1,  # full width
        "$120,893,034": 1,
        "ermit": 3,  # a part of a word
        "permit permit": 0,
        "   ": 0,
    }
    page.goto(f"{harness.address}/")
    found = page.evaluate(
        """async wanted => {
            const { words } = await (await fetch("/api/words?page=1")).json();
            const text = new harness.PageText(words);
            return Object.fromEntries(wanted.map(one => [one, text.matches(one).length]));
        }""",
        list(expected),
    )
    assert found == expected


def test_find_says_when_there_is_nothing_and_follows_the_page(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.get_by_role("button", name="Find on this page").click()
    field = page.get_by_role("textbox", name="Find on this page")
    field.fill("unicorn")
    expect(page.locator(".viewer-find-count")).to_have_text("Not on this page")
    field.fill("notice")
    page.get_by_role("button", name="Next page").click()
    wait_painted(page, 2)
    expect(page.locator(".viewer-find-count")).to_have_text("1 of 1")


def test_opening_find_does_not_move_the_page(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    sheet = page.locator(".viewer-sheet")
    before = sheet.bounding_box()
    page.keyboard.press("f")
    expect(page.locator(".viewer-find")).to_be_visible()
    assert sheet.bounding_box() == before
    page.keyboard.press("Escape")
    assert sheet.bounding_box() == before


def test_text_can_be_selected_and_copied_line_by_line(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    lines = page.locator(".viewer-text span")
    expect(lines).to_have_count(7)
    expect(lines.nth(1)).to_have_text("Permit revenue exceeded the estimate by a")
    box = lines.nth(0).bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + 20, box["y"] + box["height"] / 2)
    assert page.evaluate("getSelection().toString().trim()") == "Harbour"


def test_query_matches_are_lit_where_the_words_stand(page: Page, harness: Harness) -> None:
    open_viewer(page, harness, q="auditors")
    mark = page.locator(".viewer-hits i")
    expect(mark).to_have_count(1)
    line = page.get_by_text("wide margin; the auditors confirmed the reve-").bounding_box()
    box = mark.bounding_box()
    assert line is not None
    assert box is not None
    assert line["x"] < box["x"] < box["x"] + box["width"] < line["x"] + line["width"]
    assert box["y"] == pytest.approx(line["y"], abs=4)


def test_thumbnails_of_a_long_document_exist_only_in_sight(page: Page, harness: Harness) -> None:
    harness.n_pages["long.pdf"] = 3000
    open_viewer(page, harness, document="long.pdf")
    rows = page.get_by_role("option")
    expect(rows.first).to_be_visible()
    assert rows.count() < 20
    page.get_by_role("textbox", name="Page").fill("2718")
    turn(page, "Enter")
    expect(page.get_by_role("option", name="Page 2718")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("option", name="Page 2718")).to_be_in_viewport()
    assert rows.count() < 20
    assert page.locator("#host").evaluate("host => host.shadowRoot.querySelectorAll('*').length") < 400
    assert len(set(harness.thumbnails_asked)) < 60


def test_thumbnails_work_with_the_keyboard(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    strip = page.get_by_role("listbox", name="Pages")
    strip.focus()
    page.keyboard.press("End")
    turn(page, "Enter")
    expect(page.get_by_role("textbox", name="Page")).to_have_value("12")
    page.get_by_role("button", name="Thumbnails").click()
    expect(strip).to_be_hidden()


def test_page_field_takes_numbers_and_printed_labels(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    field = page.get_by_role("textbox", name="Page")
    expect(page.locator(".viewer-printed")).to_have_text("(printed “iii”)")
    field.fill("v")
    turn(page, "Enter")
    expect(field).to_have_value("5")
    field.fill("99")
    page.keyboard.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".viewer-live")).to_have_text("There is no page 99; this document has 12.")
    page.keyboard.press("Escape")
    expect(field).to_have_value("5")


def test_first_and_last_page_stop(page: Page, harness: Harness) -> None:
    open_viewer(page, harness, document="short.pdf")
    expect(page.get_by_role("button", name="Next page")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("n")
    turn(page, "p")
    turn(page, "p")
    expect(page.get_by_role("button", name="Previous page")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("p")
    saved(page)
    assert harness.entered() == [3, 2, 1]


def test_neighbours_are_fetched_ahead(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.wait_for_function(
        "() => performance.getEntriesByType('resource').filter(one => "
        "one.name.includes('page-image')).length === 3"
    )
    assert sorted(harness.images_asked) == [2, 3, 4]
    turn(page, "n")
    assert harness.images_asked.count(4) == 1


def test_zoom_is_kept_for_each_document(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    percent = page.locator(".viewer-percent")
    fitted = percent.text_content()
    page.keyboard.press("-")
    page.keyboard.press("-")
    chosen = percent.text_content()
    assert chosen != fitted
    page.evaluate("harness.viewer.open({ document: 'short.pdf', page: 1, reached: 'hit', query: '' })")
    wait_painted(page, 2)
    expect(percent).to_have_text(fitted or "")
    page.evaluate("harness.viewer.open({ document: 'report-2019.pdf', page: 7, reached: 'tray', query: '' })")
    wait_painted(page, 3)
    expect(percent).to_have_text(chosen or "")
    page.keyboard.press("0")
    expect(percent).to_have_text(fitted or "")


def test_every_control_has_a_name_and_the_page_is_announced(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.keyboard.press("f")
    unnamed = page.locator("#host").evaluate("""host =>
        [...host.shadowRoot.querySelectorAll("button, input")].filter(control =>
            !(control.getAttribute("aria-label") ?? control.textContent).trim()).length""")
    assert unnamed == 0
    expect(page.get_by_role("img", name="report-2019.pdf page 3")).to_be_visible()
    expect(page.get_by_role("toolbar", name="Page viewer")).to_be_visible()
    expect(page.locator(".viewer-live")).to_have_text("Page 3 of 12, printed iii")


def test_no_control_is_cut_off_at_200_percent(page: Page, harness: Harness) -> None:
    page.set_viewport_size({"width": 640, "height": 360})  # 1280 x 720 at 200 %
    open_viewer(page, harness)
    page.locator("#side").evaluate("side => side.remove()")
    page.keyboard.press("f")
    for control in page.locator(".viewer").locator("button, input").all():
        expect(control).to_be_in_viewport(ratio=1)
