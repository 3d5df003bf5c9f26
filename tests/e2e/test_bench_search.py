"""The search panel: one search for one Enter, results that stay, and sentences instead of silence."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.bench_library import MARKUP, MARKUP_NAME, REPORT_2018
from tests.e2e.bench_page import BenchPage

pytestmark = pytest.mark.browser


@pytest.fixture
def motion():
    """Here things fade in and turn as on most people's screens."""
    return "no-preference"


@pytest.fixture
def bench(page, stage):
    bench = BenchPage(page, stage.new_mock()).open()
    yield bench
    assert bench.errors == []


def _searched(bench):
    return [body for path, body in bench.server.requests if path == "/api/search"]


def test_search_shows_hits_in_order_with_page_label_and_marks(bench):
    expect(bench.field).to_be_focused()
    bench.search("permit revenue")
    expect(bench.summary).to_have_text("permit revenue · 123 hits, top 4 shown")
    expect(bench.hits).to_have_count(4)
    first = bench.hits.first
    expect(first.locator(".bench-name")).to_have_attribute("title", REPORT_2018)
    expect(first.locator(".bench-name")).to_have_text(REPORT_2018)
    expect(first.locator(".bench-hit-page")).to_have_text("p. 3 (printed “1”)")
    assert first.locator("mark").all_text_contents() == ["permit", "revenue"]


def test_search_keeps_history_and_shows_stored_hits_without_a_new_query(bench):
    bench.search("permit revenue")
    bench.search("staff")
    expect(bench.summary).to_contain_text("staff")
    bench.history.locator("summary").click()
    expect(bench.history.locator("button").first).to_have_text("staff123 hits, shown now")
    bench.history.get_by_role("button", name="permit revenue").click()
    expect(bench.summary).to_contain_text("permit revenue")
    expect(bench.hits).to_have_count(4)
    expect(bench.field).to_have_value("permit revenue")
    assert len(_searched(bench)) == 2


def test_search_tells_why_a_query_was_refused_and_keeps_the_hits(bench):
    bench.search("permit revenue")
    bench.search("*")
    expect(bench.refusal).to_have_text("“*” alone is too wide. Type at least two letters before the *.")
    expect(bench.field).to_have_attribute("aria-invalid", "true")
    expect(bench.hits).to_have_count(4)
    bench.history.locator("summary").click()
    expect(bench.history.locator("button").first).to_have_text("*not run")


def test_search_tells_why_nothing_was_found(bench):
    bench.search("unheard words")
    expect(bench.summary).to_have_text("unheard words · no hits")
    expect(bench.page.locator(".bench-note")).to_have_text(
        "No page holds “unheard words”. Leave a word out, or join words with OR."
    )


def test_search_runs_again_when_the_text_is_unchanged(bench):
    bench.search("permit revenue")
    with bench.page.expect_response("**/api/search"):
        bench.field.press("Enter")
    first, second = _searched(bench)
    assert first["text"] == second["text"]
    assert first["event_id"] != second["event_id"]


def test_search_asks_nothing_when_the_field_is_empty(bench):
    bench.field.press("Enter")
    expect(bench.refusal).to_have_text("Type what to look for, then press Enter.")
    assert _searched(bench) == []


def test_search_ignores_the_enter_of_an_input_method_and_a_held_key(bench):
    bench.field.fill("許可")
    bench.composition_enter(bench.field)
    assert _searched(bench) == []
    bench.server.held.add("search")
    bench.page.keyboard.down("Enter")
    bench.page.keyboard.down("Enter")
    bench.page.keyboard.down("Enter")
    bench.page.keyboard.up("Enter")
    bench.server.held.clear()
    expect(bench.summary).to_contain_text("no hits")
    assert len(_searched(bench)) == 1


def test_search_keeps_old_hits_and_blocks_the_button_while_waiting(bench):
    bench.search("permit revenue")
    bench.server.held.add("search")
    bench.field.fill("staff")
    bench.field.press("Enter")
    button = bench.page.get_by_role("button", name="Search", exact=True)
    expect(button).to_have_attribute("aria-disabled", "true")
    bench.field.press("Enter")
    expect(bench.page.locator(".bench-waiting")).to_have_text("Searching…")
    expect(bench.summary).to_contain_text("permit revenue")
    bench.server.held.clear()
    expect(bench.summary).to_contain_text("staff")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    assert len(_searched(bench)) == 2


def test_search_sends_the_same_gesture_again_when_the_reply_is_lost(bench):
    lost = []

    def lose_once(route):
        if lost:
            route.continue_()
            return
        lost.append(route.fetch())
        route.abort()

    bench.page.route("**/api/search", lose_once)
    bench.field.fill("permit revenue")
    bench.field.press("Enter")
    expect(bench.hits).to_have_count(4)
    first, second = _searched(bench)
    assert first == second
    bench.history.locator("summary").click()
    expect(bench.history.locator("button")).to_have_count(1)


def test_hits_are_walked_with_arrows_and_say_what_was_opened(bench):
    bench.search("permit revenue")
    expect(bench.hits.first).to_be_visible()
    bench.field.press("ArrowDown")
    expect(bench.hits.first).to_be_focused()
    bench.page.keyboard.press("ArrowDown")
    expect(bench.hits.nth(1)).to_be_focused()
    bench.page.keyboard.press("Enter")
    expect(bench.hits.nth(1)).to_have_attribute("aria-current", "page")
    bench.page.keyboard.press("ArrowUp")
    bench.page.keyboard.press(" ")
    expect(bench.hits.nth(0)).to_have_attribute("aria-current", "page")
    expect(bench.hits.nth(1)).to_contain_text("opened")
    opened = bench.stored("hit_opened", count=2)
    assert [(hit["rank"], hit["query_event_id"]) for hit in opened] == [
        (2, _searched(bench)[0]["event_id"]),
        (1, _searched(bench)[0]["event_id"]),
    ]
    views = bench.stored("page_entered", count=2)
    assert [view["reached"] for view in views] == ["hit", "hit"]


def test_script_in_names_snippets_and_queries_stays_text(bench):
    bench.search("MARKUPWORD")
    expect(bench.hits).to_have_count(1)
    hit = bench.hits.first
    expect(hit.locator(".bench-name")).to_have_text(MARKUP_NAME)
    expect(hit.locator(".bench-hit-snippet")).to_have_text(MARKUP)
    assert hit.locator("mark").all_text_contents() == ["MARKUPWORD"]
    assert hit.locator("b").count() == 0
    bench.open_hit(1)
    bench.mark()
    expect(bench.chips.first).to_contain_text(MARKUP_NAME)
    payload = "\"><svg onload=document.title='XSS55'>"
    bench.search(payload)
    bench.history.locator("summary").click()
    expect(bench.history.locator("button").first).to_contain_text(payload)
    assert bench.page.title() == "Pagetrail"
