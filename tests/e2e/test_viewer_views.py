"""What the viewer reports about reading: every page view once, in order, with the time it was visible."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.viewer_harness import Harness, open_viewer, saved, set_hidden, turn, wait_painted

pytestmark = pytest.mark.browser


def test_turning_pages_enters_each_page_once_and_in_order(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    for _ in range(5):
        turn(page, "n")
    saved(page)
    assert harness.entered() == [3, 4, 5, 6, 7, 8]
    assert harness.kinds() == ["page_entered", *["page_left", "page_entered"] * 5]


def test_page_views_carry_one_id_and_say_how_they_were_reached(page: Page, harness: Harness) -> None:
    open_viewer(page, harness, reached="hit")
    turn(page, "ArrowRight")
    turn(page, "p")
    page.get_by_role("textbox", name="Page").fill("9")
    turn(page, "Enter")
    page.get_by_role("option", name="Page 10").click()
    wait_painted(page, 5)
    saved(page)
    entered = harness.payloads("page_entered")
    assert [one["reached"] for one in entered] == ["hit", "next", "previous", "go_to", "thumbnail"]
    left = harness.payloads("page_left")
    assert [one["view_id"] for one in left] == [one["view_id"] for one in entered[:-1]]
    assert len({one["view_id"] for one in entered}) == 5


def test_opening_the_open_page_again_adds_nothing(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.evaluate("""() => {
        harness.viewer.open({ document: "report-2019.pdf", page: 3, reached: "tray", query: "permit" });
        harness.viewer.setQuery("notice");
        harness.viewer.setMarks([]);
    }""")
    expect(page.locator(".viewer-hits i")).to_have_count(1)
    saved(page)
    assert harness.kinds() == ["page_entered"]


def test_client_sequence_has_no_gaps(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    for key in "nnee":
        page.keyboard.press(key)
    turn(page, "p")
    saved(page)
    assert sorted(event["client_seq"] for event in harness.events) == list(range(len(harness.events)))


def test_page_is_entered_when_the_tab_is_shown_if_it_was_painted_hidden(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    set_hidden(page, "hidden")
    turn(page, "n")
    saved(page)
    assert harness.entered() == [3]
    set_hidden(page, "visible")
    saved(page)
    assert harness.entered() == [3, 4]
    assert harness.payloads("tab_hidden", "tab_shown") == [{"kind": "tab_hidden"}, {"kind": "tab_shown"}]


def test_hidden_time_does_not_count_as_visible(page: Page, harness: Harness) -> None:
    page.clock.install()
    open_viewer(page, harness)
    page.clock.run_for(12_000)
    set_hidden(page, "hidden")
    page.clock.run_for(3_600_000)
    set_hidden(page, "visible")
    page.clock.run_for(3_000)
    page.evaluate("harness.viewer.leave()")
    saved(page)
    beats = [one["visible_ms"] for one in harness.payloads("page_visible")]
    (left,) = harness.payloads("page_left")
    assert beats == sorted(beats)
    assert len(beats) >= 3  # at 5 s, at 10 s, and when the tab was hidden
    assert 15_000 <= left["visible_ms"] < 3_600_000


def test_visible_time_stops_while_held(page: Page, harness: Harness) -> None:
    page.clock.install()
    open_viewer(page, harness)
    page.evaluate("harness.viewer.hold()")
    page.clock.run_for(600_000)
    page.evaluate("harness.viewer.release()")
    page.clock.run_for(2_000)
    page.evaluate("harness.viewer.leave()")
    saved(page)
    assert harness.kinds() == ["page_entered", "page_left"]
    assert 2_000 <= harness.payloads("page_left")[0]["visible_ms"] < 600_000


def test_page_from_the_back_forward_cache_is_a_new_view(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    saved(page)
    assert harness.kinds() == ["page_entered", "page_left", "tab_hidden", "tab_shown", "page_entered"]
    assert harness.payloads("page_entered")[1]["reached"] == "restored"


def test_reload_ends_the_view_and_begins_another(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.reload()
    wait_painted(page, 1)
    saved(page)
    assert harness.kinds() == ["page_entered", "page_left", "tab_hidden", "tab_shown", "page_entered"]


def test_tab_that_was_never_hidden_does_not_say_that_it_is_shown(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    set_hidden(page, "hidden")
    saved(page)
    other = page.context.new_page()
    open_viewer(other, harness)
    saved(other)
    assert harness.payloads("tab_hidden", "tab_shown") == [{"kind": "tab_hidden"}]
    set_hidden(page, "visible")
    saved(page)
    assert harness.payloads("tab_hidden", "tab_shown") == [{"kind": "tab_hidden"}, {"kind": "tab_shown"}]


def test_page_that_was_passed_while_loading_is_not_a_view(page: Page, harness: Harness) -> None:
    harness.faults.image_delay_pages = frozenset({4})
    open_viewer(page, harness)
    page.keyboard.press("n")
    expect(page.get_by_text("Loading page 4…")).to_be_visible()
    page.keyboard.press("n")
    wait_painted(page, 2)
    harness.image_gate.set()
    saved(page)
    assert harness.entered() == [3, 5]


def test_failed_image_says_so_and_is_logged_once_it_was_painted(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    harness.faults.images_down = True
    page.get_by_role("textbox", name="Page").fill("9")
    page.keyboard.press("Enter")
    expect(page.locator(".viewer-message")).to_contain_text("The server is being restarted.")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.get_by_role("button", name="Mark page")).to_have_attribute("aria-disabled", "true")
    saved(page)
    assert harness.entered() == [3]
    assert harness.kinds()[-1] == "page_left"
    harness.faults.images_down = False
    wait_painted(page, 2)
    saved(page)
    assert harness.entered() == [3, 9]


def test_retry_button_tries_at_once(page: Page, harness: Harness) -> None:
    harness.faults.images_down = True
    page.clock.install()
    page.goto(f"{harness.address}/?document=report-2019.pdf&page=2")
    retry = page.get_by_role("button", name="Try again")
    expect(retry).to_be_visible()
    harness.faults.images_down = False
    retry.click()
    wait_painted(page, 1)
    saved(page)
    assert harness.entered() == [2]


def test_document_that_does_not_exist_is_a_sentence(page: Page, harness: Harness) -> None:
    page.goto(f"{harness.address}/?document=<img src=x onerror=alert(1)>.pdf")
    sentence = "There is no document '<img src=x onerror=alert(1)>.pdf'."
    expect(page.locator(".viewer-message p")).to_have_text(sentence)


def test_leaving_and_entering_again_are_two_views(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.evaluate("harness.viewer.leave()")
    page.evaluate("harness.viewer.enter()")
    saved(page)
    assert harness.kinds() == ["page_entered", "page_left", "page_entered"]


MOUNT = """async (changed) => {
    window.component ??= await import("/component.js");
    window.parent_element ??= document.body.appendChild(document.createElement("div"));
    const data = { index: { name: "demo", fingerprint: "f1" }, document: "short.pdf", page: 2, query: "",
                   marks: [], read_only: false, attempt: "attempt-2", ...changed };
    window.unmount = window.component.default({ data, parentElement: window.parent_element });
}"""


def test_rerun_of_the_script_leaves_the_reader_alone(page: Page, harness: Harness) -> None:
    page.goto(harness.address)
    page.evaluate(MOUNT, {})
    mounted = page.locator("body > div > .viewer-standalone")
    expect(mounted.get_by_role("img", name="short.pdf page 2")).to_be_visible()
    mounted.get_by_role("button", name="Next page").click()
    expect(mounted.get_by_role("img", name="short.pdf page 3")).to_be_visible()
    page.evaluate(MOUNT, {})
    page.evaluate(MOUNT, {"query": "permit"})
    expect(mounted.locator(".viewer-hits i")).to_have_count(3)
    expect(mounted).to_have_count(1)
    page.evaluate("window.unmount()")
    expect(mounted).to_have_count(0)
    page.wait_for_function("Object.keys(localStorage).every(key => !key.startsWith('pagetrail:'))")
    assert harness.kinds() == ["page_entered", "page_left", "page_entered", "page_left"]
    assert harness.entered() == [2, 3]
