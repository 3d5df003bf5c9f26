"""Pages are read with an item open and with its clock running: not before, not after, not on a pause."""

from __future__ import annotations

import pytest

from baseline.attempts import answering
from baseline.attempts.closed import PAUSED
from db.study_design import PauseRules
from pages.services import Services
from tests.pages.conftest import Browser
from tests.pages.test_routes_guard import fingerprint_of
from tests.pages.test_routes_time import amend, answer, show

ROUTES = ("page-image", "thumbnail", "document", "words", "highlights")


def replies(browser: Browser, running: Services) -> set[tuple[int, str]]:
    """What each route says of one page, without its content."""
    asked = {"fingerprint": fingerprint_of(running), "document": "lighthouse.pdf", "page": "12", "q": "lamp"}
    said = [browser.client.get(f"/api/{route}", params=asked) for route in ROUTES]
    return {(one.status_code, "" if one.status_code == 200 else one.json()["error"]) for one in said}


def pause(browser: Browser) -> None:
    body = {"attempt": browser.attempts["lamp"], "event_id": "gesture-pause", "reason": "tea"}
    assert browser.post("/api/pause", body).json()["paused"] is True


def test_no_page_is_read_before_an_item_is_open_nor_after_it(participant: Browser, running: Services) -> None:
    assert {status for status, _ in replies(participant, running)} == {403}
    show(running, participant.attempts["lamp"])
    assert replies(participant, running) == {(200, "")}
    assert participant.post("/api/answer", answer(participant.attempts["lamp"])).json()["accepted"] is True
    assert {status for status, _ in replies(participant, running)} == {403}


def test_no_page_is_read_on_a_pause(working: Browser, running: Services) -> None:
    pause(working)
    assert replies(working, running) == {(403, PAUSED)}
    body = {"attempt": working.attempts["lamp"], "event_id": "gesture-resume"}
    assert working.post("/api/resume", body).json()["paused"] is False
    assert replies(working, running) == {(200, "")}


@pytest.mark.parametrize(("seconds_ago", "status"), [(80, 403), (100, 200)])
def test_a_pause_that_lasted_its_longest_is_over_before_anybody_has_noted_it(
    participant: Browser, running: Services, seconds_ago: int, status: int
) -> None:
    amend(running, pauses=PauseRules(longest_s=90))
    lamp = participant.attempts["lamp"]
    show(running, lamp, seconds_ago=200)
    at_ms = running.clock.now_ms() - 1000 * seconds_ago
    running.write(lambda database: answering.pause(database, lamp, "gesture-pause", "tea", at_ms))
    assert {one for one, _ in replies(participant, running)} == {status}
