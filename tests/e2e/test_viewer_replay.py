"""The replay: stepping through an attempt shows what was on the screen then, and records nothing."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.viewer_harness import Harness

pytestmark = pytest.mark.browser

STARTED_AT_MS = 1_764_424_800_000  # 2025-11-29 14:00:00 UTC
DOCUMENT = "report-2019.pdf"
INDEX = {"name": "demo", "fingerprint": "f1"}


def step(seq: int, kind: str, at_s: float, text: str, **more: Any) -> dict[str, Any]:
    plain = {"document": None, "page": None, "query": None, "gold": False, "visible_ms": None, "hits": None}
    at_ms = STARTED_AT_MS + int(1000 * at_s)
    return {"seq": seq, "kind": kind, "at_ms": at_ms, "text": text, **plain, **more}


def steps() -> list[dict[str, Any]]:
    hits = [
        {"rank": 1, "document": DOCUMENT, "page": 7, "gold": True},
        {"rank": 2, "document": "short.pdf", "page": 2, "gold": False},
    ]
    gold = {"document": DOCUMENT, "page": 7, "query": "permit", "gold": True}
    other = {"document": DOCUMENT, "page": 8, "query": "permit"}
    return [
        step(1, "item_shown", 0, "Item shown"),
        step(2, "query", 8, "Searched 'permit': 2 hits", query="permit", hits=hits),
        step(3, "page_entered", 14, "Read page 7", visible_ms=31_000, **gold),
        step(4, "evidence_marked", 30, "Marked page 7", **gold),
        step(5, "page_entered", 45, "Read page 8", visible_ms=9_000, **other),
        step(6, "answer_submitted", 67, "Submitted: 12", **other),
    ]


@pytest.fixture
def replay(page: Page, harness: Harness) -> Page:
    lane = {"label": "", "started_at_ms": STARTED_AT_MS, "steps": steps()}
    harness.replay = {"lanes": [{**lane, "index": INDEX}]}
    page.goto(f"{harness.address}/replay")
    return page


def test_arrow_keys_step_through_what_was_on_the_screen(replay: Page, harness: Harness) -> None:
    replay.keyboard.press("ArrowRight")
    expect(replay.get_by_text("Step 2 of 6")).to_be_visible()
    expect(replay.get_by_role("list", name="Hits").get_by_role("listitem")).to_have_count(2)
    replay.keyboard.press("ArrowRight")
    expect(replay.get_by_role("img", name="report-2019.pdf page 7")).to_be_visible()
    expect(replay.locator(".viewer-hits i")).to_have_count(3)
    expect(replay.get_by_text("Marked as evidence")).to_be_hidden()
    replay.keyboard.press("ArrowRight")
    expect(replay.get_by_text("Marked as evidence")).to_be_visible()
    expect(replay.locator(".replay-clock")).to_have_text("00:30")
    expect(replay.locator(".replay-clock")).to_have_attribute("title", "2025-11-29 14:00:30.000 UTC")
    replay.keyboard.press("ArrowLeft")
    expect(replay.get_by_text("Marked as evidence")).to_be_hidden()
    replay.keyboard.press("End")
    expect(replay.get_by_role("img", name="report-2019.pdf page 8")).to_be_visible()
    assert harness.posts == 0


def test_time_line_is_drawn_to_scale_with_gold_pages_named(replay: Page) -> None:
    bars = replay.locator(".replay-views .replay-bar")
    expect(bars).to_have_count(2)
    expect(bars.first).to_have_text("p. 7gold")
    widths = bars.evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().width)")
    assert widths[0] / widths[1] == pytest.approx(31 / 9, rel=0.02)
    expect(replay.locator(".replay-query")).to_have_text("permit")
    expect(replay.locator(".replay-end")).to_have_text("submitted")


def test_a_click_on_line_or_list_goes_there(replay: Page) -> None:
    replay.locator(".replay-bar", has_text="p. 8").click()
    expect(replay.get_by_text("Step 5 of 6")).to_be_visible()
    replay.get_by_role("button", name="00:08 Searched 'permit': 2 hits").click()
    expect(replay.get_by_text("Step 2 of 6")).to_be_visible()
    expect(replay.locator(".replay-step[aria-current=step]")).to_contain_text("Searched 'permit'")


def test_marking_is_not_offered(replay: Page) -> None:
    replay.keyboard.press("End")
    expect(replay.get_by_role("img", name="report-2019.pdf page 8")).to_be_visible()
    replay.keyboard.press("e")
    expect(replay.get_by_role("button", name="Mark page")).to_have_count(0)
    expect(replay.get_by_text("Marked as evidence")).to_be_hidden()


def test_steps_without_a_page_say_so_and_lead_to_the_first_one(replay: Page) -> None:
    expect(replay.get_by_text("No page was open at this step.")).to_be_visible()
    expect(replay.get_by_role("textbox", name="Page")).to_be_disabled()
    for name in ("Next page", "Zoom in", "Rotate", "Find on this page", "Thumbnails"):
        expect(replay.get_by_role("button", name=name)).to_be_disabled()
    replay.keyboard.press("f")
    expect(replay.get_by_role("search")).to_be_hidden()
    replay.get_by_role("button", name="Go to the first page (step 3)").click()
    expect(replay.get_by_role("img", name="report-2019.pdf page 7")).to_be_visible()
    expect(replay.get_by_role("button", name="Next page")).to_be_enabled()
    expect(replay.get_by_role("textbox", name="Page")).to_have_value("7")


def crowded_steps() -> list[dict[str, Any]]:
    """Everything that stops the clock, close together, after a long wait."""
    return [
        step(1, "item_shown", 0, "Item shown"),
        step(2, "tab_hidden", 300, "Tab hidden"),
        step(3, "tab_shown", 304, "Tab shown"),
        step(4, "paused", 305, "Paused: tea"),
        step(5, "resumed", 310, "Resumed"),
        step(6, "paused", 400, "Paused: lunch"),
        step(7, "resumed", 520, "Resumed"),
        step(8, "server_outage", 582, "Server down for 12.0 s", lasted_ms=12_000),
        step(9, "server_outage", 740, "Server down for 115.0 s", lasted_ms=115_000),
        step(10, "tab_hidden", 742, "Tab hidden"),
        step(11, "answer_submitted", 750, "Submitted: 12"),
    ]


def test_time_line_shows_when_the_server_was_away_and_no_words_overlap(page: Page, harness: Harness) -> None:
    lane = {"label": "", "started_at_ms": STARTED_AT_MS, "steps": crowded_steps()}
    harness.replay = {"lanes": [{**lane, "index": INDEX}]}
    page.goto(f"{harness.address}/replay")
    away = page.locator(".replay-timeline .replay-rest-outage")
    expect(away).to_have_text(["server away12 s", "server away1 min 55 s"])
    expect(page.locator(".replay-timeline .replay-rest-paused")).to_have_count(2)
    expect(page.locator(".replay-rest-hidden")).to_have_count(2)
    widths = away.evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().width)")
    assert widths[1] / widths[0] == pytest.approx(115 / 12, rel=0.05)
    for width in (1280, 768):
        page.set_viewport_size({"width": width, "height": 800})
        words = page.locator(".replay-timeline").evaluate(_WORDS_IN_SIGHT)
        assert words["seen"].count("server away") == 1  # the short one has no room for it
        assert words["seen"][-1] == "12:00"
        assert "submitted" in words["seen"]
        assert words["overlapping"] == []
    away.last.click()
    expect(page.locator(".replay-step[aria-current=step]")).to_contain_text("Server down for 115.0 s")


# The words on the time line that can be seen, and the pairs of them that lie over each other.
_WORDS_IN_SIGHT = """(timeline) => {
  const words = [...timeline.querySelectorAll(".replay-track span, .replay-end")].filter((word) => {
    const bar = word.closest(".replay-bar");
    return !bar || word.getBoundingClientRect().top < bar.getBoundingClientRect().bottom - 2;
  });
  const crossed = (a, b) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top;
  const boxes = words.map((word) => [word.textContent, word.getBoundingClientRect()]);
  const overlapping = boxes.flatMap(([one, a], n) =>
    boxes.slice(n + 1).filter(([, b]) => crossed(a, b)).map(([other]) => [one, other]));
  return { seen: boxes.map(([text]) => text), overlapping };
}"""


def test_two_attempts_are_stepped_through_beside_each_other(page: Page, harness: Harness) -> None:
    """A person on the left, on the right an agent of whom no times and no pages are recorded."""
    hits = [{"rank": 1, "document": DOCUMENT, "page": 7, "gold": True}]
    agent = [
        {**step(1, "query", 0, "Searched 'fee': 1 hit shown", query="fee", hits=hits), "at_ms": 0},
        {**step(2, "answer_submitted", 0, "Submitted: 12", query="fee"), "at_ms": 1000},
    ]
    person = {"label": "Ann", "started_at_ms": STARTED_AT_MS, "steps": steps(), "index": INDEX, "at": 3}
    harness.replay = {
        "lanes": [
            person,
            {"label": "Agent", "times": "none", "started_at_ms": 0, "steps": agent, "index": INDEX},
        ]
    }
    page.goto(f"{harness.address}/replay")
    ann, other = (page.get_by_role("region", name=name, exact=True) for name in ("Ann", "Agent"))
    expect(ann.get_by_role("img", name="report-2019.pdf page 7")).to_be_visible()
    expect(page.get_by_text("Step 3 of 6")).to_be_visible()
    expect(page.get_by_text("No times are recorded: steps stand in order.")).to_be_visible()
    expect(other.get_by_text("Choose a hit of a search to look at it.")).to_be_visible()
    page.keyboard.press("2")
    expect(page.get_by_text("Step 1 of 2")).to_be_visible()
    other.get_by_role("button", name="Look at report-2019.pdf, page 7").or_(
        other.get_by_title("Look at report-2019.pdf, page 7")
    ).first.click()
    expect(other.get_by_role("img", name="report-2019.pdf page 7")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 2 of 2")).to_be_visible()
    expect(ann.locator(".replay-step[aria-current=step]")).to_contain_text("Read page 7")
    page.keyboard.press("1")
    page.keyboard.press("End")
    expect(ann.locator(".replay-step[aria-current=step]")).to_contain_text("Submitted: 12")
    expect(other.locator(".replay-step[aria-current=step]")).to_contain_text("Submitted: 12")
    expect(page.get_by_role("button", name="1 Ann")).to_have_attribute("aria-pressed", "true")
