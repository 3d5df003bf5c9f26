"""Events on their way: never lost, never doubled, whatever happens to network, tab and server."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from playwright.sync_api import Error as PlaywrightError

from tests.e2e.viewer_harness import Harness, open_viewer, saved, turn, wait_painted

pytestmark = pytest.mark.browser

COPIES = "Object.keys(localStorage).filter(key => key.startsWith('pagetrail:'))"


def test_lost_answer_is_sent_again_without_doubles(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    saved(page)
    harness.faults.events_answer = "lost"
    turn(page, "n")
    page.keyboard.press("e")
    page.wait_for_function("harness.seen.trouble.length > 0")
    harness.faults.events_answer = "ok"
    saved(page)
    assert harness.kinds() == ["page_entered", "page_left", "page_entered", "evidence_marked"]


def test_events_wait_for_the_server_and_say_how_many(page: Page, harness: Harness) -> None:
    harness.faults.events_answer = "down"
    open_viewer(page, harness)
    page.wait_for_function("harness.seen.trouble.length > 0")
    trouble = page.evaluate("harness.seen.trouble[0]")
    assert trouble == {"waiting": 1, "reason": "The server is being restarted.", "refused": []}
    assert harness.events == []
    harness.faults.events_answer = "ok"
    saved(page)
    assert harness.entered() == [3]
    assert page.evaluate("harness.seen.saved.at(-1)") == [1_700_000_000_000, 0]
    assert page.evaluate(COPIES) == []


def test_offline_browser_sends_when_it_is_back(page: Page, context: BrowserContext, harness: Harness) -> None:
    open_viewer(page, harness)
    context.set_offline(True)
    page.keyboard.press("e")
    page.wait_for_function("harness.seen.trouble.length > 0")
    context.set_offline(False)
    saved(page)
    assert harness.kinds() == ["page_entered", "evidence_marked"]


def test_reload_recovers_what_was_not_saved(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    saved(page)
    harness.faults.events_answer = "down"
    page.keyboard.press("e")
    turn(page, "n")
    page.reload()
    wait_painted(page, 1)
    marks = page.evaluate("harness.viewer.marks")
    assert [(mark["document"], mark["page"]) for mark in marks] == [("report-2019.pdf", 3)]
    harness.faults.events_answer = "ok"
    saved(page)
    assert harness.kinds() == [
        *["page_entered", "evidence_marked", "page_left", "page_entered", "page_left", "tab_hidden"],
        *["tab_shown", "page_entered"],
    ]
    assert len({event["instance"] for event in harness.events}) == 2
    assert page.evaluate(COPIES) == []


def test_crashed_tab_is_recovered_by_the_next(page: Page, context: BrowserContext, harness: Harness) -> None:
    harness.faults.events_answer = "down"
    open_viewer(page, harness)
    page.keyboard.press("e")
    expect(page.get_by_role("button", name="Marked")).to_be_visible()
    with pytest.raises(PlaywrightError):
        page.goto("chrome://crash")
    harness.faults.events_answer = "ok"
    other = context.new_page()
    open_viewer(other, harness)
    saved(other)
    assert harness.payloads("evidence_marked") == [
        {"kind": "evidence_marked", "document": "report-2019.pdf", "page": 3}
    ]


def test_two_tabs_lose_nothing_of_each_other(page: Page, context: BrowserContext, harness: Harness) -> None:
    harness.faults.events_answer = "down"
    open_viewer(page, harness)
    page.keyboard.press("e")
    other = context.new_page()
    open_viewer(other, harness, document="short.pdf")
    other.keyboard.press("e")
    page.keyboard.press("e")
    harness.faults.events_answer = "ok"
    saved(other)
    saved(page)
    done = sorted((one["document"], one["kind"]) for one in harness.payloads())
    assert done == [
        ("report-2019.pdf", "evidence_marked"),
        ("report-2019.pdf", "evidence_unmarked"),
        ("report-2019.pdf", "page_entered"),
        ("short.pdf", "evidence_marked"),
        ("short.pdf", "page_entered"),
    ]
    assert page.evaluate(COPIES) == []


def test_refused_events_are_reported_removed_and_taken_back(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    saved(page)
    harness.faults.events_answer = "closed"
    page.keyboard.press("e")
    page.wait_for_function("harness.seen.trouble.length > 0")
    (refused,) = page.evaluate("harness.seen.trouble[0].refused")
    assert refused["payload"]["kind"] == "evidence_marked"
    assert refused["reason"] == "The item was submitted."
    expect(page.get_by_role("button", name="Mark page")).to_be_visible()
    assert page.evaluate("harness.viewer.marks") == []
    assert page.evaluate("harness.queue.unsaved()") == []


def test_one_unreadable_event_does_not_hold_up_the_others(page: Page, harness: Harness) -> None:
    harness.faults.events_answer = "down"
    open_viewer(page, harness)
    page.evaluate("['answer_edited', 'nonsense', 'answer_edited'].map(kind => harness.queue.add({ kind }))")
    harness.faults.events_answer = "picky"
    saved(page)
    assert harness.kinds() == ["page_entered", "answer_edited", "answer_edited"]
    refused = page.evaluate("harness.seen.trouble.flatMap(one => one.refused)")
    assert [(one["payload"]["kind"], one["reason"]) for one in refused] == [
        ("nonsense", "One event cannot be read.")
    ]


def test_half_a_character_is_sent_as_a_sign_that_can_be_stored(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.evaluate("harness.queue.add({ kind: 'answer_edited', answer: ['cut \\ud83d'] })")
    saved(page)
    assert harness.events[-1]["payload"]["answer"] == ["cut \ufffd"]


def test_refusal_under_another_id_is_no_reason_to_send_for_ever(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    saved(page)
    harness.faults.events_answer = "nameless"
    page.evaluate("harness.queue.add({ kind: 'answer_edited' })")
    page.wait_for_function("harness.queue.unsaved().length === 0")
    assert page.evaluate("harness.seen.trouble.flatMap(one => one.refused).length") == 1


def test_flush_waits_for_all_that_was_queued(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    page.evaluate("Array.from({ length: 250 }, (_, n) => harness.queue.add({ kind: 'answer_edited', n }))")
    assert page.evaluate("harness.queue.flush()") is True
    assert [one["n"] for one in harness.payloads("answer_edited")] == list(range(250))


def test_stopped_queue_keeps_what_was_not_acknowledged(page: Page, harness: Harness) -> None:
    open_viewer(page, harness)
    saved(page)
    harness.faults.events_answer = "down"
    page.evaluate("harness.queue.add({ kind: 'answer_edited' })")
    flushed = page.evaluate(
        "(() => { const done = harness.queue.flush(); harness.queue.stop(); return done; })()"
    )
    assert flushed is False
    assert page.evaluate(f"{COPIES}.length") == 1
