"""Ctrl+Enter on the bench: from inside the answer form, on purpose, and from nowhere else."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.bench_page import BenchPage

pytestmark = pytest.mark.browser


@pytest.fixture
def bench(page, stage):
    bench = BenchPage(page, stage.new_mock()).open()
    yield bench
    assert bench.errors == []


def test_ctrl_enter_submits_from_inside_the_form_and_from_nowhere_else(bench):
    bench.search("permit revenue")
    bench.open_hit(1)
    bench.mark()
    bench.answer.fill("2 491")
    for outside in (bench.field, bench.hits.first, bench.page.get_by_role("button", name="Help")):
        outside.focus()
        bench.page.keyboard.press("Control+Enter")
        bench.page.keyboard.press("Escape")
    # An input method's own Enter ends a composition, with Ctrl held or not.
    bench.answer.evaluate(
        """(field) => {
             for (const more of [{isComposing: true, keyCode: 13}, {isComposing: false, keyCode: 229}]) {
               field.dispatchEvent(new KeyboardEvent("keydown",
                 {key: "Enter", ctrlKey: true, bubbles: true, composed: true, cancelable: true, ...more}));
             }
           }"""
    )
    bench.answer.press("Enter")
    expect(bench.submit).to_have_text("Submit and go to item 2")
    assert _answers(bench) == []
    bench.page.get_by_role("slider").press("Control+Enter")
    expect(bench.place).to_contain_text("Item 2 of 25")
    (sent,) = _answers(bench)
    assert (sent["answer"], sent["confidence"]) == (["2 491"], None)


def test_help_sheet_says_where_ctrl_enter_submits(bench):
    bench.page.get_by_role("button", name="Help").click()
    expect(bench.page.get_by_role("dialog", name="Help")).to_contain_text(
        "Submit, while you are in the answer form"
    )


def _answers(bench):
    return [body for asked, body in bench.server.requests if asked == "/api/answer"]
