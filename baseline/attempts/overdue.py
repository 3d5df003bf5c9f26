"""What ends by itself: the longest pause, and the working time of an item or a batch.

Every use case on an attempt closes first what is overdue, and a sweeper does it for whoever is away. What is
stored is the moment of the limit, so both give the same figures.

Functions run inside the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Iterable

from baseline.attempts.answer_rules import drafted_parts
from baseline.attempts.attempt import AttemptState, fold
from baseline.attempts.limits import Due, due, next_end_ms
from baseline.attempts.timing import working_ms
from db import event_log
from db.assignments import assignments_of, find_assignment
from db.connection import Database
from db.events import AnswerSubmitted, ItemExpired, ItemShown, NewEvent, Payload, Resumed
from db.models import Assignment
from db.study_events import Erased

# All that the clocks of an attempt are made of: reading these is enough to see that nothing is overdue.
CLOCK_KINDS = ("item_shown", "paused", "resumed", "server_outage", "answer_submitted", "item_expired")
_BATCHES = {"main", "attention"}


def clock_state(database: Database, attempt_id: str) -> AttemptState:
    """The attempt with its clocks alone: without searches, views, marks and draft."""
    return fold(event_log.replay_kinds(database, attempt_id, CLOCK_KINDS))


def shown_of(database: Database, attempt_id: str) -> ItemShown | Erased | None:
    """What holds for an item since it was shown; None before that."""
    for event in event_log.replay_kinds(database, attempt_id, ("item_shown",)):
        if isinstance(event.payload, ItemShown | Erased):
            return event.payload
    return None


def batch_of(assignment: Assignment, assignments: Iterable[Assignment]) -> list[Assignment]:
    """The items that make a batch with this one, it included, without places that were given back.

    Attention checks belong to the batch in which they stand; practice and each try of a test are one for
    themselves.
    """
    kind = _BATCHES if assignment.purpose in _BATCHES else {assignment.purpose}
    return [
        one
        for one in assignments
        if one.batch == assignment.batch and one.purpose in kind and not one.is_released
    ]


def batch_used_ms(database: Database, assignment: Assignment, state: AttemptState) -> int:
    """Working time that the batch's other, closed attempts took; 0 where no limit asks for it."""
    if state.shown is None or state.shown.limits.batch_s is None:
        return 0
    others = [one.attempt_id for one in _batch(database, assignment) if one != assignment]
    used_ms = 0
    for attempt_id in others:
        other = clock_state(database, attempt_id)
        if other.closed_at_ms is not None:
            used_ms += working_ms(other, other.closed_at_ms)
    return used_ms


def close_overdue(database: Database, attempt_id: str, now_ms: int) -> bool:
    """End the pause or the attempt, if its time is over; returns whether anything was overdue."""
    if not _may_end_by_itself(database, attempt_id):
        return False
    state = clock_state(database, attempt_id)
    overdue = False
    if state.pause_ends_at_ms is not None and state.pause_ends_at_ms <= now_ms:
        _append(
            database,
            attempt_id,
            f"pause-over:{attempt_id}:{len(state.pauses)}",
            Resumed(at_limit_ms=state.pause_ends_at_ms),
            now_ms,
        )
        state, overdue = clock_state(database, attempt_id), True
    if state.shown is None or state.is_closed:
        return overdue
    assignment = find_assignment(database, attempt_id)
    first = due(state, batch_used_ms(database, assignment, state))
    if first is None or first.at_ms > now_ms:
        return overdue
    _end(database, assignment, first, now_ms)
    return True


def next_end_of(database: Database, attempt_id: str) -> int | None:
    """When something in an attempt ends by itself; None if nothing will."""
    if not _may_end_by_itself(database, attempt_id):
        return None
    state = clock_state(database, attempt_id)
    if state.shown is None or state.is_closed:
        return None
    return next_end_ms(state, batch_used_ms(database, find_assignment(database, attempt_id), state))


class Watch:
    """What will end by itself, kept up to date with the events that were stored since the last look."""

    def __init__(self) -> None:
        self._seen: int | None = None
        self._ends: dict[str, int] = {}

    def overdue(self, database: Database, now_ms: int) -> list[str]:
        """The attempts in which something is over now."""
        newest = event_log.newest_row(database)
        if self._seen is None:
            touched = event_log.open_streams(database)
        else:
            touched = event_log.streams_after(database, self._seen)
        for stream_id in touched:
            ends_at_ms = next_end_of(database, stream_id)
            if ends_at_ms is None:
                self._ends.pop(stream_id, None)
            else:
                self._ends[stream_id] = ends_at_ms
        self._seen = newest
        return [attempt_id for attempt_id, ends_at_ms in self._ends.items() if ends_at_ms <= now_ms]


def _may_end_by_itself(database: Database, attempt_id: str) -> bool:
    shown = shown_of(database, attempt_id)
    if not isinstance(shown, ItemShown):
        return False
    ends = (shown.limits.item_s, shown.limits.batch_s, shown.pauses.longest_s)
    return any(one is not None for one in ends)


def _end(database: Database, assignment: Assignment, first: Due, now_ms: int) -> None:
    state = fold(event_log.replay(database, assignment.attempt_id))
    _close(database, assignment.attempt_id, _ending(state, first), now_ms)
    if first.of == "batch":
        for one in _batch(database, assignment):
            if not event_log.has_kind(database, one.attempt_id, "answer_submitted", "item_expired"):
                _close(database, one.attempt_id, _expired(first), now_ms)


def _ending(state: AttemptState, first: Due) -> AnswerSubmitted | ItemExpired:
    if state.shown is None or state.shown.limits.at_limit == "expire":
        return _expired(first)
    return AnswerSubmitted(
        answer=drafted_parts(state.draft),
        citations=tuple(mark.ref for mark in state.marks),
        confidence=state.draft.confidence,
        answer_kind="auto",
        at_limit_ms=first.at_ms,
        limit_of=first.of,
    )


def _expired(first: Due) -> ItemExpired:
    return ItemExpired(why="item_limit" if first.of == "item" else "batch_limit", at_limit_ms=first.at_ms)


def _close(database: Database, attempt_id: str, ending: AnswerSubmitted | ItemExpired, now_ms: int) -> None:
    _append(database, attempt_id, f"limit:{attempt_id}", ending, now_ms)


def _append(database: Database, attempt_id: str, event_id: str, payload: Payload, now_ms: int) -> None:
    event_log.append(database, attempt_id, [NewEvent(event_id=event_id, payload=payload)], now_ms)


def _batch(database: Database, assignment: Assignment) -> list[Assignment]:
    return batch_of(assignment, assignments_of(database, assignment.study_id, assignment.account_id))
