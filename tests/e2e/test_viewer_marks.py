"""Evidence in the viewer: pages and regions, in the coordinates of the page whatever way it is turned."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.viewer_harness import Harness, drag, open_viewer, saved, turn

pytestmark = pytest.mark.browser

DOCUMENT = "report-2019.pdf"
FIRST_LINE = ((0.09, 0.10), (0.75, 0.145))  # around "Harbour Authority annual report"


def sides(box: dict[str, float]) -> list[float]:
    return [box[side] for side in ("x0", "y0", "x1", "y1")]


def test_marking_is_told_in_words_and_events(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.get_by_role("button", name="Mark page").click()
    expect(page.get_by_role("button", name="Marked")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Marked as evidence", exact=True)).to_be_visible()
    expect(page.get_by_role("option", name="Page 3, printed iii, marked as evidence")).to_be_visible()
    assert page.evaluate("harness.seen.marks") == [
        {"document": DOCUMENT, "page": 3, "label": "iii", "regions": []}
    ]
    page.keyboard.press("e")
    expect(page.get_by_role("button", name="Mark page")).to_have_attribute("aria-pressed", "false")
    saved(page)
    assert harness.kinds() == ["page_entered", "evidence_marked", "evidence_unmarked"]


def test_region_holds_its_box_and_the_words_inside(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    expect(page.locator(".viewer-text span").first).to_be_attached()
    page.keyboard.press("r")
    expect(page.get_by_role("button", name="Region", exact=True)).to_have_attribute("aria-pressed", "true")
    drag(page, *FIRST_LINE)
    saved(page)
    (region,) = harness.payloads("region_marked")
    assert region["quote"] == "Harbour Authority annual report"
    box = region["box"]
    assert [box[side] for side in ("x0", "y0", "x1", "y1")] == pytest.approx(
        [0.09, 0.10, 0.75, 0.145], abs=0.003
    )
    (mark,) = page.evaluate("harness.viewer.marks")
    assert mark["regions"][0]["region_id"] == region["region_id"]
    expect(page.get_by_role("button", name="Marked")).to_be_visible()


def test_region_on_a_turned_page_is_stored_unturned(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    for _ in range(3):
        page.get_by_role("button", name="Rotate").click()
        page.keyboard.press("r")
        drag(page, (0.6, 0.2), (0.8, 0.25))
        page.keyboard.press("r")
    saved(page)
    turned_90, turned_180, turned_270 = [sides(one["box"]) for one in harness.payloads("region_marked")]
    assert turned_90 == pytest.approx([0.2, 0.2, 0.25, 0.4], abs=0.004)
    assert turned_180 == pytest.approx([0.2, 0.75, 0.4, 0.8], abs=0.004)
    assert turned_270 == pytest.approx([0.75, 0.6, 0.8, 0.8], abs=0.004)


def test_region_stays_on_its_words_when_the_page_is_turned(page: Page, harness: Harness) -> None:
    open_viewer(page, harness, q="harbour")
    page.keyboard.press("r")
    drag(page, (0.106, 0.113), (0.236, 0.145))
    for _ in range(4):
        page.get_by_role("button", name="Rotate").click()
        region = page.locator(".viewer-region").bounding_box()
        word = page.locator(".viewer-hits i").bounding_box()
        assert region is not None
        assert word is not None
        for side in ("x", "y", "width", "height"):
            assert region[side] == pytest.approx(word[side], abs=12)


def test_region_is_removed_by_its_button(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.keyboard.press("r")
    drag(page, *FIRST_LINE)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Remove region 1").click()
    expect(page.locator(".viewer-region")).to_have_count(0)
    saved(page)
    assert harness.kinds() == ["page_entered", "region_marked", "region_unmarked"]
    expect(page.get_by_role("button", name="Marked")).to_be_visible()


def test_escape_gives_up_a_region_and_then_the_tool(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    tool = page.get_by_role("button", name="Region", exact=True)
    page.keyboard.press("r")
    sheet = page.locator(".viewer-sheet").bounding_box()
    assert sheet is not None
    page.mouse.move(sheet["x"] + 50, sheet["y"] + 50)
    page.mouse.down()
    page.mouse.move(sheet["x"] + 250, sheet["y"] + 150)
    page.keyboard.press("Escape")
    expect(tool).to_have_attribute("aria-pressed", "true")
    page.mouse.up()
    page.keyboard.press("Escape")
    expect(tool).to_have_attribute("aria-pressed", "false")
    saved(page)
    assert harness.kinds() == ["page_entered"]


def test_slip_of_the_hand_is_no_region(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.keyboard.press("r")
    drag(page, (0.2, 0.2), (0.202, 0.202))
    saved(page)
    assert harness.kinds() == ["page_entered"]


def test_finger_draws_a_region(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.keyboard.press("r")
    page.evaluate("""() => {
        const layer = document.getElementById("host").shadowRoot.querySelector(".viewer-regions");
        const { left, top, width, height } = layer.getBoundingClientRect();
        layer.setPointerCapture = () => {};
        const send = (type, x, y) => layer.dispatchEvent(new PointerEvent(type, {
            pointerType: "touch", pointerId: 7, button: type === "pointermove" ? -1 : 0, bubbles: true,
            clientX: left + x * width, clientY: top + y * height }));
        send("pointerdown", 0.09, 0.10);
        send("pointermove", 0.5, 0.12);
        send("pointerup", 0.75, 0.145);
    }""")
    saved(page)
    assert len(harness.payloads("region_marked")) == 1


def test_given_marks_are_shown_and_can_be_taken_back(page: Page, harness: Harness) -> None:
    box = {"x0": 0.1, "y0": 0.2, "x1": 0.5, "y1": 0.3}
    region = {"region_id": "r-1", "box": box, "quote": "Permit revenue"}
    marks = [{"document": DOCUMENT, "page": 3, "label": "iii", "regions": [region]}]
    open_viewer(page, harness, marks=json.dumps(marks))
    expect(page.get_by_role("group", name="Region 1: Permit revenue")).to_be_visible()
    page.evaluate("harness.viewer.unmark('report-2019.pdf', 3)")
    expect(page.locator(".viewer-region")).to_have_count(0)
    expect(page.get_by_role("button", name="Mark page")).to_be_visible()
    saved(page)
    assert harness.kinds() == ["page_entered", "evidence_unmarked"]


def test_marks_and_queries_do_not_move_the_page(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    for _ in range(3):
        page.keyboard.press("+")
    canvas = page.locator(".viewer-canvas")
    canvas.evaluate("element => element.scrollTo(40, 300)")
    zoom = page.locator(".viewer-percent").text_content()
    page.keyboard.press("e")
    page.evaluate("harness.viewer.setQuery('permit')")
    page.evaluate("harness.viewer.setMarks([])")
    expect(page.locator(".viewer-hits i")).to_have_count(3)
    assert canvas.evaluate("element => [element.scrollLeft, element.scrollTop]") == [40, 300]
    assert page.locator(".viewer-percent").text_content() == zoom
    turn(page, "n")
    assert page.locator(".viewer-percent").text_content() == zoom
