"""Limits and conditions over HTTP: the server ends, refuses and gives, whatever the browser shows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from baseline.attempts import answering
from baseline.attempts.attempt import AttemptState
from db import event_log
from db.accounts import find_account
from db.assignments import assignments_of, find_assignment
from db.events import AnswerEdited, NewEvent
from db.items import question_of
from db.models import Draft
from db.studies import find_study, stream_of_study
from db.study_design import AttentionChecks, Condition, HitContent, Limits, PauseRules, StudyDesign
from db.study_events import StudyAmended
from pages.baseline.bench_data import bench_data, place_of
from pages.services import Services
from tests.pages.conftest import Browser
from tests.small_study import GOLD_SENTINEL

GIVEN = Condition(name="search", tools="given_pages", whole_document=False)
MINUTE = Limits(item_s=60)


def amend(running: Services, **changes: Any) -> StudyDesign:
    """The small study with another design from now on."""

    def job(database: Any) -> StudyDesign:
        design = find_study(database, "small").design.model_copy(update=changes)
        amended = StudyAmended(design=design, reason="a test", by="tests")
        new = NewEvent(event_id=f"amended:{design.sha256}", payload=amended)
        event_log.append(database, stream_of_study("small"), [new], 1)
        return design

    return running.write(job)


def show(running: Services, attempt_id: str, seconds_ago: float = 0) -> AttemptState:
    """The item was shown that long ago."""

    def job(database: Any) -> AttemptState:
        assignment = find_assignment(database, attempt_id)
        study = find_study(database, assignment.study_id)
        at_ms = running.clock.now_ms() - round(1000 * seconds_ago)
        return answering.show_item(database, assignment, study, at_ms)

    return running.write(job)


def draft(running: Services, attempt_id: str, text: str, seconds_ago: float) -> None:
    new = NewEvent(event_id=f"draft:{attempt_id}", payload=AnswerEdited(draft=Draft(answer=(text,))))
    at_ms = running.clock.now_ms() - round(1000 * seconds_ago)
    running.write(lambda database: answering.record(database, attempt_id, [new], at_ms))


def answer(attempt_id: str, text: str = "12") -> dict[str, Any]:
    return {
        "attempt": attempt_id,
        "event_id": "gesture-000009",
        "answer": [text],
        "confidence": None,
        "answer_kind": "own",
        "citations": [],
    }


def kinds(running: Services, attempt_id: str) -> list[str]:
    with running.reading() as database:
        return [one.kind for one in event_log.replay(database, attempt_id)]


def clock(browser: Browser, attempt_id: str) -> dict[str, Any]:
    reply = browser.post("/api/clock", {"attempt": attempt_id, "event_id": "gesture-000001"})
    assert reply.status_code == 200, reply.text
    return reply.json()["clock"]


def test_the_clock_says_what_is_left(participant: Browser, running: Services) -> None:
    amend(running, limits=MINUTE, pauses=PauseRules(most_per_item=2, longest_s=90))
    lamp = participant.attempts["lamp"]
    show(running, lamp, seconds_ago=20)
    said = clock(participant, lamp)
    (limit,) = said["limits"]
    assert (limit["of"], limit["limit_s"]) == ("item", 60)
    assert 30_000 < limit["left_ms"] <= 40_000
    assert (said["phase"], said["ended"], said["pauses_left"]) == ("open", None, 2)
    body = {"attempt": lamp, "event_id": "gesture-000002", "reason": "tea"}
    paused = participant.post("/api/pause", body).json()["clock"]
    assert (paused["paused"], paused["pauses_left"]) == ("tea", 1)
    assert 80_000 < paused["pause_left_ms"] <= 90_000


def test_the_clock_ends_what_is_over_at_its_limit(participant: Browser, running: Services) -> None:
    amend(running, limits=MINUTE)
    lamp = participant.attempts["lamp"]
    show(running, lamp, seconds_ago=500)
    said = clock(participant, lamp)
    assert said["ended"] == {"of": "item", "submitted": True, "is_empty": True}
    assert (said["phase"], said["working_ms"]) == ("submitted", 60_000)


def test_the_clock_of_somebody_else_is_not_told(
    participant: Browser, running: Services, enter: Any, small_study: Any
) -> None:
    lamp = participant.attempts["lamp"]
    show(running, lamp)
    other = enter(small_study.participants[1])
    reply = other.post("/api/clock", {"attempt": lamp, "event_id": "gesture-000001"})
    assert reply.status_code == 403


@pytest.mark.parametrize(("at_limit", "submitted"), [("submit", True), ("expire", False)])
def test_an_answer_that_comes_too_late_is_told_and_not_taken(
    participant: Browser, running: Services, at_limit: Any, submitted: bool
) -> None:
    amend(running, limits=Limits(item_s=60, at_limit=at_limit))
    lamp = participant.attempts["lamp"]
    show(running, lamp, seconds_ago=65.5)
    draft(running, lamp, "draft", seconds_ago=30)
    reply = participant.post("/api/answer", answer(lamp, "too late"))
    assert reply.status_code == 200
    body = reply.json()
    assert (body["accepted"], body["already"], body["time_over"]) == (False, False, True)
    assert body["clock"]["ended"] == {"of": "item", "submitted": submitted, "is_empty": not submitted}
    with running.reading() as database:
        last = event_log.replay(database, lamp)[-1].payload
    assert getattr(last, "answer", ("draft",)) == ("draft",)


def test_a_search_after_the_limit_is_refused_and_not_logged(participant: Browser, running: Services) -> None:
    amend(running, limits=Limits(item_s=60, at_limit="expire"))
    lamp = participant.attempts["lamp"]
    show(running, lamp, seconds_ago=61)
    body = {"attempt": lamp, "event_id": "gesture-000001", "text": "lamps"}
    reply = participant.post("/api/search", body)
    assert reply.status_code == 409
    assert "time for this item is over" in reply.json()["error"]
    assert "query" not in kinds(running, lamp)


def test_the_sweeper_ends_what_nobody_looks_at(participant: Browser, running: Services) -> None:
    amend(running, limits=MINUTE)
    lamp = participant.attempts["lamp"]
    show(running, lamp, seconds_ago=61)
    running._sweeper.sweep()
    assert kinds(running, lamp) == ["item_shown", "answer_submitted"]
    assert running._sweeper.sweep() == 0


PAGE_ROUTES = ("page-image", "thumbnail", "words", "highlights")


def page_status(browser: Browser, running: Services, document: str, page: int) -> dict[str, int]:
    with running.reading() as database:
        study = find_study(database, "small")
    asked = {"index": "small", "fingerprint": study.index_fingerprint, "document": document, "q": "lamp"}
    return {
        name: browser.client.get(f"/api/{name}", params={**asked, "page": page}).status_code
        for name in PAGE_ROUTES
    } | {"document": browser.client.get("/api/document", params=asked).status_code}


def test_given_pages_are_all_that_there_is(
    participant: Browser, running: Services, researcher: Browser
) -> None:
    amend(running, conditions=(GIVEN,))
    lamp = participant.attempts["lamp"]
    assert set(page_status(participant, running, "lighthouse.pdf", 12).values()) == {403}
    show(running, lamp)
    assert set(page_status(participant, running, "lighthouse.pdf", 12).values()) == {200}
    neighbour = page_status(participant, running, "lighthouse.pdf", 13)
    assert {neighbour.pop("document"), *neighbour.values()} == {200, 403}
    assert set(neighbour.values()) == {403}
    assert set(page_status(participant, running, "ferry log.pdf", 1).values()) == {403}
    assert set(page_status(researcher, running, "ferry log.pdf", 1).values()) == {200}
    body = {"attempt": lamp, "event_id": "gesture-000001", "text": "lamps"}
    refused = participant.post("/api/search", body).json()
    assert (refused["refused"], refused["hits"]) == (True, [])
    assert kinds(running, lamp) == ["item_shown", "tool_refused"]


def test_an_event_about_a_page_that_cannot_be_opened_is_refused(
    participant: Browser, running: Services
) -> None:
    amend(running, conditions=(GIVEN,))
    lamp = participant.attempts["lamp"]
    show(running, lamp)
    events = [
        {
            "event_id": f"event-00000{page}",
            "client_seq": page,
            "client_at_ms": 1,
            "payload": {"kind": "evidence_marked", "document": "lighthouse.pdf", "page": page},
        }
        for page in (12, 13)
    ]
    reply = participant.post("/api/events", {"attempt": lamp, "instance": "tab", "events": events}).json()
    assert reply["acknowledged"] == ["event-0000012"]
    assert [one["reason"] for one in reply["refused"]] == [
        "This page cannot be opened in this part of the study."
    ]


def test_where_documents_are_closed_a_hit_opens_its_page_and_no_other(
    participant: Browser, running: Services
) -> None:
    amend(running, conditions=(Condition(whole_document=False),), hits=HitContent(snippet=False))
    lamp = participant.attempts["lamp"]
    show(running, lamp)
    assert set(page_status(participant, running, "lighthouse.pdf", 12).values()) == {403}
    body = {"attempt": lamp, "event_id": "gesture-000001", "text": "replaced"}
    (hit,) = participant.post("/api/search", body).json()["hits"]
    assert (hit["document"], hit["page"], hit["snippet"]) == ("lighthouse.pdf", 12, "")
    assert set(page_status(participant, running, "lighthouse.pdf", 12).values()) == {200}
    assert page_status(participant, running, "lighthouse.pdf", 11)["page-image"] == 403


def payload(running: Services, browser: Browser, item_id: str) -> dict[str, Any]:
    """What the page passes to the bench for this item, shown now."""
    attempt_id = browser.attempts[item_id]
    state = show(running, attempt_id)
    with running.reading() as database:
        study = find_study(database, "small")
        mine = assignments_of(database, "small", browser.account_id)
        assignment = find_assignment(database, attempt_id)
        place = place_of(database, study, mine, assignment, state)
        item = question_of(database, study.item_set, item_id)
        account = find_account(database, browser.account_id)
    index = running.index(study.index_name, study.index_fingerprint)
    return bench_data(place, item, state, index, account, running.clock.now_ms())


def test_the_bench_is_given_pages_only_where_the_condition_gives_them(
    participant: Browser, running: Services
) -> None:
    searching = payload(running, participant, "lamp")
    assert (searching["tools"], searching["given"]) == ("search", [])
    amend(running, conditions=(GIVEN,))
    given = payload(running, participant, "ferry")
    assert [(one["document"], one["page"]) for one in given["given"]] == [
        ("ferry log.pdf", 1),
        ("accounts/harbour-2021.pdf", 3),
    ]
    # What was shown with a search goes on with it.
    assert payload(running, participant, "lamp")["tools"] == "search"
    for one in (searching, given):
        assert GOLD_SENTINEL not in json.dumps(one)
    assert "lighthouse.pdf" not in json.dumps(searching)


def test_the_bench_does_not_hear_what_the_study_hides(participant: Browser, running: Services) -> None:
    amend(running, show_progress=False, show_time=False, ask_confidence=False)
    hidden = payload(running, participant, "lamp")
    names = ("of", "batch", "batches")
    assert [hidden["item"][name] for name in names] == [None, None, None]
    assert (hidden["submit_label"], hidden["show_time"], hidden["ask_confidence"]) == (
        "Submit and go on",
        False,
        False,
    )


@pytest.mark.parametrize(
    ("purpose", "name", "batches"),
    [("practice", "Practice", None), ("qualification", "Test item", None), ("attention", "Item", 1)],
)
def test_practice_and_test_items_are_called_so_and_attention_checks_are_not(
    participant: Browser, running: Services, purpose: str, name: str, batches: int | None
) -> None:
    amend(running, practice_set="small", attention=AttentionChecks(item_set="small"))

    def job(database: Any) -> None:
        database.execute(
            "UPDATE assignments SET purpose = ? WHERE attempt_id = ?", [purpose, participant.attempts["lamp"]]
        )

    running.write(job)
    item = payload(running, participant, "lamp")["item"]
    assert (item["name"], item["batches"]) == (name, batches)
    assert item["of"] == (3 if purpose == "attention" else 1)
