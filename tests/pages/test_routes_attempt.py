"""Search, events, answer, pause over HTTP: idempotent, exact, answered after the commit."""

from __future__ import annotations

from typing import Any

import pytest

from baseline.attempts import answering
from db import event_log
from db.assignments import find_assignment
from db.studies import find_study
from pages.services import Services
from tests.pages.conftest import Browser, at_once
from tests.small_study import GOLD_SENTINEL


@pytest.fixture
def lamp(participant: Browser, running: Services) -> str:
    """The attempt on the item about lamps, shown."""
    return shown(running, participant.attempts["lamp"])


def shown(running: Services, attempt_id: str) -> str:
    def job(database):
        assignment = find_assignment(database, attempt_id)
        answering.show_item(database, assignment, find_study(database, assignment.study_id), 1)

    running.write(job)
    return attempt_id


def event(number: int, **payload: Any) -> dict[str, Any]:
    return {
        "event_id": f"event-{number:06d}",
        "client_seq": number,
        "client_at_ms": 1_700_000_000_000 + number,
        "payload": payload,
    }


def batch(attempt: str, *events: dict[str, Any]) -> dict[str, Any]:
    return {"attempt": attempt, "instance": "tab-1", "events": list(events)}


def kinds(running: Services, attempt: str) -> list[str]:
    with running.reading() as database:
        return [one.kind for one in event_log.replay(database, attempt)]


MARK = {"kind": "evidence_marked", "document": "lighthouse.pdf", "page": 12}
PAGE = {"document": "lighthouse.pdf", "page": 12}


def test_search_returns_the_logged_hits_and_a_resend_returns_them_again(
    participant: Browser, running: Services, lamp: str
) -> None:
    body = {"attempt": lamp, "event_id": "gesture-000001", "text": "replaced"}
    first = participant.post("/api/search", body).json()
    again = participant.post("/api/search", body).json()
    assert first == again
    assert [(hit["document"], hit["page"]) for hit in first["hits"]] == [("lighthouse.pdf", 12)]
    assert first["hits"][0]["label"] is not None
    start, end = first["hits"][0]["matches"][0]
    assert first["hits"][0]["snippet"][start:end] == "replaced"
    assert kinds(running, lamp) == ["item_shown", "query"]


@pytest.mark.parametrize("text", ["", "  ", "\u3000"])
def test_blank_query_is_no_search(participant: Browser, running: Services, lamp: str, text: str) -> None:
    body = {"attempt": lamp, "event_id": "gesture-000001", "text": text}
    reply = participant.post("/api/search", body)
    assert (reply.status_code, reply.json()) == (
        422,
        {"error": "The query is empty: type a word to search for."},
    )
    assert kinds(running, lamp) == ["item_shown"]


def test_same_words_searched_again_on_purpose_are_a_second_query(
    participant: Browser, running: Services, lamp: str
) -> None:
    for gesture in ("gesture-000001", "gesture-000002"):
        participant.post("/api/search", {"attempt": lamp, "event_id": gesture, "text": "lamp"})
    assert kinds(running, lamp) == ["item_shown", "query", "query"]


def test_refused_query_is_logged_as_refused_and_says_why(
    participant: Browser, running: Services, lamp: str
) -> None:
    body = {"attempt": lamp, "event_id": "gesture-000001", "text": "*"}
    reply = participant.post("/api/search", body)
    assert reply.status_code == 200
    assert reply.json()["refused"]
    assert reply.json()["message"]
    assert kinds(running, lamp) == ["item_shown", "tool_refused"]


def test_events_are_stored_once_however_often_they_are_sent(
    participant: Browser, running: Services, lamp: str
) -> None:
    body = batch(lamp, event(1, **MARK), event(2, kind="answer_edited", draft={"answer": ["12"]}))
    for _ in range(3):
        reply = participant.post("/api/events", body).json()
        assert reply["acknowledged"] == ["event-000001", "event-000002"]
        assert reply["refused"] == []
    assert kinds(running, lamp) == ["item_shown", "evidence_marked", "answer_edited"]


def test_events_of_two_tabs_at_once_are_gap_free(participant: Browser, running: Services, lamp: str) -> None:
    def send(tab: int) -> int:
        events = [event(100 * tab + n, kind="tab_hidden" if n % 2 else "tab_shown") for n in range(20)]
        return participant.post("/api/events", batch(lamp, *events)).status_code

    assert at_once(4, send) == [200] * 4
    with running.reading() as database:
        numbers = [one.seq for one in event_log.replay(database, lamp)]
    assert numbers == list(range(1, 82))


@pytest.mark.parametrize(
    "payload",
    [
        {"kind": "evidence_marked", "document": "lighthouse.pdf", "page": 31},
        {"kind": "evidence_marked", "document": "../lighthouse.pdf", "page": 1},
        {"kind": "item_expired"},
        {"kind": "paused", "reason": "x"},
        {"kind": "answer_edited", "answer": ["half \ud83d"], "confidence": None, "not_found": False},
    ],
)
def test_event_that_cannot_be_is_refused_by_name_and_the_rest_is_stored(
    participant: Browser, running: Services, lamp: str, payload: dict[str, Any]
) -> None:
    reply = participant.post("/api/events", batch(lamp, event(1, **payload), event(2, **MARK))).json()
    assert [one["event_id"] for one in reply["refused"]] == ["event-000001"]
    assert reply["refused"][0]["reason"]
    assert reply["acknowledged"] == ["event-000002"]
    assert kinds(running, lamp) == ["item_shown", "evidence_marked"]


def test_event_whose_id_is_half_a_character_is_refused_alone(
    participant: Browser, running: Services, lamp: str
) -> None:
    odd = {**event(1, **MARK), "event_id": "event-\udc00-1"}
    reply = participant.post("/api/events", batch(lamp, odd, event(2, **MARK))).json()
    assert [one["event_id"] for one in reply["refused"]] == ["event-?-1"]
    assert reply["acknowledged"] == ["event-000002"]


def answer_body(attempt: str, gesture: str = "gesture-answer", **changes: Any) -> dict[str, Any]:
    return {
        "attempt": attempt,
        "event_id": gesture,
        "answer": ["12"],
        "confidence": 80,
        "answer_kind": "own",
        "citations": [PAGE],
        **changes,
    }


def test_answer_is_accepted_once_when_pressed_from_many_tabs_at_once(
    participant: Browser, running: Services, lamp: str
) -> None:
    participant.post("/api/events", batch(lamp, event(1, **MARK)))
    replies = at_once(
        6, lambda n: participant.post("/api/answer", answer_body(lamp, f"gesture-{n:06d}")).json()
    )
    assert sorted(reply["accepted"] for reply in replies) == [False] * 5 + [True]
    assert kinds(running, lamp).count("answer_submitted") == 1


def test_answer_whose_evidence_is_not_saved_is_refused_and_nothing_is_stored(
    participant: Browser, running: Services, lamp: str
) -> None:
    reply = participant.post("/api/answer", answer_body(lamp))
    assert reply.status_code == 409
    assert "not saved" in reply.json()["error"]
    assert "answer_submitted" not in kinds(running, lamp)


@pytest.mark.parametrize(
    "changes",
    [
        {"answer": ["  ", ""]},
        {"answer_kind": "auto"},
        {"confidence": 101},
        {"citations": [{"document": "lighthouse.pdf", "page": 0}]},
        {"answer": ["x" * 3000]},
    ],
)
def test_answer_that_cannot_be_is_refused_with_a_sentence(
    participant: Browser, running: Services, lamp: str, changes: dict[str, Any]
) -> None:
    participant.post("/api/events", batch(lamp, event(1, **MARK)))
    reply = participant.post("/api/answer", answer_body(lamp, **changes))
    assert reply.status_code == 422
    assert "answer_submitted" not in kinds(running, lamp)


def test_closed_item_takes_no_more_searches_and_no_more_marks(
    participant: Browser, running: Services, lamp: str
) -> None:
    participant.post("/api/answer", answer_body(lamp, citations=[]))
    search = participant.post("/api/search", {"attempt": lamp, "event_id": "gesture-late", "text": "lamp"})
    assert search.status_code == 409
    marked = participant.post("/api/events", batch(lamp, event(9, **MARK))).json()
    assert marked["acknowledged"] == []
    left = {"kind": "page_left", "view_id": "v", "visible_ms": 5, **PAGE}
    assert participant.post("/api/events", batch(lamp, event(10, **left))).json()["refused"] == []


def test_pause_stops_searching_until_resumed(participant: Browser, running: Services, lamp: str) -> None:
    paused = participant.post("/api/pause", {"attempt": lamp, "event_id": "gesture-p", "reason": "phone"})
    assert paused.json()["paused"] is True
    search = {"attempt": lamp, "event_id": "gesture-s", "text": "lamp"}
    assert participant.post("/api/search", search).status_code == 409
    resumed = participant.post("/api/resume", {"attempt": lamp, "event_id": "gesture-r"})
    assert resumed.json()["paused"] is False
    assert participant.post("/api/search", search).status_code == 200
    assert kinds(running, lamp) == ["item_shown", "paused", "resumed", "query"]


def test_no_reply_to_a_participant_holds_gold(participant: Browser, running: Services, lamp: str) -> None:
    replies = [
        participant.post("/api/search", {"attempt": lamp, "event_id": "gesture-g", "text": "lamp"}),
        participant.post("/api/events", batch(lamp, event(1, **MARK))),
        participant.post("/api/answer", answer_body(lamp)),
    ]
    assert not [reply for reply in replies if GOLD_SENTINEL in reply.text]


FORGED = [
    {"kind": "evidence_marked", "document": "lighthouse.pdf", "page": "12"},
    {"kind": "evidence_marked", "document": "lighthouse.pdf", "page": True},
    {"kind": "page_left", "view_id": "v", "visible_ms": 10**30, **PAGE},
    {"kind": "page_entered", "view_id": "v", "reached": "hit", "zoom": 1e308, **PAGE},
    {"kind": "page_entered", "view_id": "v", "reached": "hit", "zoom": -5, **PAGE},
    {"kind": "page_entered", "view_id": "v" * 5000, "reached": "hit", **PAGE},
    {"kind": "hit_opened", "query_event_id": "q", "rank": -(10**25), **PAGE},
    {"kind": "page_visible", "view_id": "v", "visible_ms": 5, "document": "nope", "page": 1},
    {"kind": "evidence_unmarked", "document": "lighthouse.pdf", "page": 10**25},
    {"kind": "region_marked", "region_id": "r", "box": {"x0": 1, "y0": 1, "x1": 0, "y1": 0}, **PAGE},
    {"kind": "region_marked", "region_id": "r", "box": {"x0": 0, "y0": 0, "x1": 2, "y1": 1}, **PAGE},
]


@pytest.mark.parametrize("payload", FORGED)
def test_event_with_numbers_that_cannot_be_true_is_refused(
    participant: Browser, running: Services, lamp: str, payload: dict[str, Any]
) -> None:
    reply = participant.post("/api/events", batch(lamp, event(1, **payload), event(2, **MARK))).json()
    assert [one["event_id"] for one in reply["refused"]] == ["event-000001"]
    assert kinds(running, lamp) == ["item_shown", "evidence_marked"]


def test_ids_of_the_servers_own_events_cannot_be_taken(
    participant: Browser, running: Services, lamp: str
) -> None:
    taken = {**event(1, kind="tab_hidden"), "event_id": f"shown:{participant.attempts['ferry']}"}
    assert participant.post("/api/events", batch(lamp, taken)).json()["acknowledged"] == []
    search = {"attempt": lamp, "event_id": "shown:abcdefgh", "text": "x"}
    assert participant.post("/api/search", search).status_code == 422


@pytest.mark.parametrize(
    ("claim", "value"), [("client_seq", 10**18), ("client_seq", 1_000_001), ("client_at_ms", 10**18)]
)
def test_number_or_moment_that_no_browser_can_mean_is_refused_alone(
    participant: Browser, running: Services, lamp: str, claim: str, value: int
) -> None:
    forged = {**event(1, **MARK), claim: value}
    reply = participant.post("/api/events", batch(lamp, forged, event(2, **MARK))).json()
    assert [one["event_id"] for one in reply["refused"]] == ["event-000001"]
    assert reply["acknowledged"] == ["event-000002"]


def edited(number: int, text: str) -> dict[str, Any]:
    return event(
        number, kind="answer_edited", draft={"answer": [text], "confidence": None, "not_found": False}
    )


def own(attempt: str, text: str) -> dict[str, Any]:
    return {
        "attempt": attempt,
        "event_id": "submit-000001",
        "answer": [text],
        "answer_kind": "own",
        "citations": [],
    }


def test_a_draft_over_another_pages_draft_is_stored_and_both_are_told(
    participant: Browser, running: Services, lamp: str
) -> None:
    first = participant.post("/api/events", batch(lamp, edited(1, "on the tablet"))).json()
    assert first["others_draft"] is None
    there = {**batch(lamp, edited(2, "at the desk")), "instance": "tab-2"}
    assert participant.post("/api/events", there).json()["others_draft"]["answer"] == ["on the tablet"]
    # A reply that was lost is asked for again, and still tells it; who sends no draft hears of none.
    assert participant.post("/api/events", there).json()["others_draft"]["answer"] == ["on the tablet"]
    assert participant.post("/api/events", batch(lamp, event(3, **MARK))).json()["others_draft"] is None
    assert kinds(running, lamp).count("answer_edited") == 2


def test_an_answer_that_is_not_the_one_saved_last_is_refused(
    participant: Browser, running: Services, lamp: str
) -> None:
    participant.post("/api/events", batch(lamp, edited(1, " 4 217 "), edited(2, "written elsewhere")))
    refused = participant.post("/api/answer", own(lamp, "4 217"))
    assert refused.status_code == 409
    assert "not the one that is saved last" in refused.json()["error"]
    assert "answer_submitted" not in kinds(running, lamp)
    assert participant.post("/api/answer", own(lamp, "written elsewhere")).json()["accepted"]
