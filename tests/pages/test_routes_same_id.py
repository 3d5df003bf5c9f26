"""An event id that arrives again with other content is an error, and with the same it is acknowledged."""

from __future__ import annotations

from typing import Any

import pytest

from db import event_log
from pages.services import Services
from tests.pages.conftest import Browser
from tests.pages.test_routes_time import kinds

USED = "was already used for something else"


def body(browser: Browser, event_id: str = "gesture-000001", **fields: Any) -> dict[str, Any]:
    return {"attempt": browser.attempts["lamp"], "event_id": event_id, **fields}


def answered(browser: Browser, event_id: str = "gesture-000001", **changes: Any) -> dict[str, Any]:
    given = {"answer": ["12"], "confidence": 80, "answer_kind": "own", "citations": [], **changes}
    return body(browser, event_id, **given)


def test_a_search_with_another_text_is_an_error(working: Browser, running: Services) -> None:
    first = working.post("/api/search", body(working, text="lamp"))
    assert working.post("/api/search", body(working, text="lamp")).json() == first.json()
    other = working.post("/api/search", body(working, text="harbour"))
    assert (other.status_code, USED in other.json()["error"]) == (409, True)
    assert kinds(running, working.attempts["lamp"]) == ["item_shown", "query"]


@pytest.mark.parametrize(
    "changes",
    [
        {"answer": ["13"]},
        {"confidence": None},
        {"answer": [], "answer_kind": "not_found"},
        {"citations": [{"document": "lighthouse.pdf", "page": 12}]},
    ],
)
def test_another_answer_is_an_error(working: Browser, changes: dict[str, Any]) -> None:
    assert working.post("/api/answer", answered(working)).json() == {"accepted": True, "already": False}
    assert working.post("/api/answer", answered(working)).json() == {"accepted": True, "already": False}
    other = working.post("/api/answer", answered(working, **changes))
    assert (other.status_code, USED in other.json()["error"]) == (409, True)
    # Another press is another gesture: that one is told that the item is done.
    again = working.post("/api/answer", answered(working, "gesture-000002", **changes))
    assert again.json() == {"accepted": False, "already": True}


def test_pausing_and_resuming_with_a_used_id_is_an_error(working: Browser, running: Services) -> None:
    working.post("/api/search", body(working, "gesture-search", text="lamp"))
    taken = working.post("/api/pause", body(working, "gesture-search", reason="tea"))
    assert (taken.status_code, USED in taken.json()["error"]) == (409, True)
    for _ in range(2):
        assert working.post("/api/pause", body(working, reason="tea")).json()["paused"] is True
    assert working.post("/api/pause", body(working, reason="phone")).status_code == 409
    assert working.post("/api/resume", body(working)).status_code == 409
    for _ in range(2):
        assert working.post("/api/resume", body(working, "gesture-000002")).json()["paused"] is False
    assert working.post("/api/pause", body(working, reason="tea")).json()["paused"] is False
    assert working.post("/api/resume", body(working, "gesture-search")).status_code == 409
    assert kinds(running, working.attempts["lamp"]) == ["item_shown", "query", "paused", "resumed"]


def test_an_event_with_other_content_is_refused_by_name(working: Browser, running: Services) -> None:
    def send(page: int) -> dict[str, Any]:
        mark = {"kind": "evidence_marked", "document": "lighthouse.pdf", "page": page}
        event = {"event_id": "event-000001", "client_seq": 1, "client_at_ms": 1, "payload": mark}
        batch = {"attempt": working.attempts["lamp"], "instance": "tab", "events": [event]}
        return working.post("/api/events", batch).json()

    for _ in range(2):
        assert send(12)["acknowledged"] == ["event-000001"]
    (refused,) = send(13)["refused"]
    assert USED in refused["reason"]
    with running.reading() as database:
        stored = event_log.find(database, "event-000001")
    assert stored is not None
    assert stored.payload.page == 12


@pytest.mark.parametrize(("length", "status"), [(500, 200), (501, 422)])
def test_a_reason_that_is_too_long_is_refused_and_not_cut(working: Browser, length: int, status: int) -> None:
    assert working.post("/api/pause", body(working, reason="x" * length)).status_code == status
