"""What is told of a browser beside its work: its clock, and what it sent on a pause."""

from __future__ import annotations

import pytest

from baseline.attempts.attempt import fold
from baseline.attempts.attempt_facts import attempt_facts, n_on_pause
from db.events import AnswerEdited, Event, EvidenceMarked, Paused, Resumed, TabHidden
from db.models import Draft
from tests.makers import NOON_MS


def seen(number: int, client_at_ms: int) -> Event:
    return Event(
        event_id=f"event-{number:04d}",
        stream_id="a-1",
        seq=number,
        at_ms=NOON_MS,
        payload=TabHidden(),
        source="browser",
        app_version="1",
        client_at_ms=client_at_ms,
    )


@pytest.mark.parametrize(
    ("claims", "skew_s"),
    [
        ((NOON_MS + 1500, NOON_MS + 2500), 2.0),
        ((1, 2), None),
        ((1, NOON_MS - 3_600_000), -3600.0),
        ((), None),
    ],
)
def test_skew_is_the_median_of_what_can_be_believed(claims: tuple[int, ...], skew_s: float | None) -> None:
    events = [seen(number, at_ms) for number, at_ms in enumerate(claims, 1)]
    assert attempt_facts(events, fold(events)).clock_skew_s == skew_s


def test_work_on_a_pause_is_counted_but_what_was_on_its_way_is_not() -> None:
    mark = EvidenceMarked(document="a.pdf", page=1)
    done = [
        (0, mark),
        (1_000, Paused(reason="tea")),
        (11_000, mark),  # was on its way when the pause began
        (11_001, mark),
        (60_000, TabHidden()),
        (61_000, AnswerEdited(draft=Draft())),
        (70_000, Resumed()),
        (71_000, mark),
    ]
    events = [
        seen(number, 0).model_copy(update={"at_ms": NOON_MS + at_ms, "payload": payload})
        for number, (at_ms, payload) in enumerate(done, 1)
    ]
    assert n_on_pause(events) == 2
