"""Shortcuts: everywhere on the page, and never while somebody types."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.viewer_harness import Harness, open_viewer, saved, turn

pytestmark = pytest.mark.browser

TYPED = "nperf0123+-?/ the quick brown fox"


def test_keys_type_in_fields_and_do_nothing_else(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    for field in ("#field", "#area", "#editable", "#inner"):
        target = page.locator(field)
        target.click()
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(TYPED)
        for key in ("ArrowLeft", "ArrowRight", "Home", "End", "Backspace", "x"):
            page.keyboard.press(key)
        assert target.evaluate("element => element.value ?? element.textContent") == TYPED[:-1] + "x"
    saved(page)
    assert harness.kinds() == ["page_entered"]
    expect(page.locator(".viewer-find")).to_be_hidden()


def test_keys_work_from_anywhere_else(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.locator("#outside").focus()
    turn(page, "n")
    page.get_by_role("button", name="Rotate").focus()
    turn(page, "ArrowLeft")
    page.locator("#outside").click()
    page.keyboard.press("e")
    saved(page)
    assert harness.entered() == [3, 4, 3]
    assert harness.kinds()[-1] == "evidence_marked"


def test_browser_shortcuts_are_left_alone(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    for keys in ("Control+e", "Alt+e", "Meta+e", "Control+f"):
        page.keyboard.press(keys)
    saved(page)
    assert harness.kinds() == ["page_entered"]
    expect(page.locator(".viewer-find")).to_be_hidden()


def test_keys_do_nothing_while_composing(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.evaluate("""() => {
        const press = (more) => document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key: "e", bubbles: true, composed: true, ...more }));
        press({ isComposing: true });
        press({ keyCode: 229 });
    }""")
    assert page.evaluate("harness.viewer.marks") == []


def test_keys_do_nothing_in_a_dialog(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.locator("#dialog").evaluate("dialog => dialog.showModal()")
    page.keyboard.press("e")
    page.keyboard.press("n")
    page.locator("#dialog").evaluate("dialog => dialog.close()")
    page.keyboard.press("e")
    saved(page)
    assert harness.kinds() == ["page_entered", "evidence_marked"]


def test_held_key_is_one_mark_and_caps_lock_the_same_key(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.evaluate("""() => {
        const press = (key, more) => document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key, bubbles: true, composed: true, ...more }));
        press("E", { shiftKey: false });
        press("e", { repeat: true });
        press("r", { repeat: true });
    }""")
    assert len(page.evaluate("harness.viewer.marks")) == 1
    expect(page.get_by_role("button", name="Region", exact=True)).to_have_attribute("aria-pressed", "false")


def test_all_keys_are_listed_with_what_they_do(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    listed = page.evaluate("harness.shortcuts.list()")
    keys = [key for one in listed for key in one["keys"]]
    assert {"f", "w", "n", "p", "ArrowLeft", "ArrowRight", "e", "r", "+", "-", "0"} <= set(keys)
    assert len(keys) == len(set(keys))
    assert all(one["label"] for one in listed)


def test_destroyed_viewer_leaves_nothing_behind(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.evaluate("harness.viewer.destroy(); harness.shortcuts.destroy();")
    page.keyboard.press("e")
    page.keyboard.press("n")
    saved(page)
    assert harness.kinds() == ["page_entered", "page_left"]
    assert page.locator("#host").evaluate("host => host.shadowRoot.querySelector('.viewer')") is None
