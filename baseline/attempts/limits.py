"""When the working time of an attempt is over, and how much is left. Pure.

Limits are those of the moment in which the item was shown. Everything follows from the events, so it does
not matter when somebody looks: an attempt ends *at* its limit.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from baseline.attempts.attempt import AttemptState
from baseline.attempts.timing import rests, working_ms
from db.models import Purpose
from db.study_design import Limits

Of = Literal["item", "batch"]


class Due(NamedTuple):
    """The limit that an open attempt comes to first, and when, if nothing more happens."""

    of: Of
    at_ms: int


class Left(NamedTuple):
    """How much working time a limit leaves now; 0 when it is over."""

    of: Of
    limit_s: int
    left_ms: int


def limits_for(limits: Limits, purpose: Purpose) -> Limits:
    """A study's limits as they hold for an item: practice and qualification are no batch."""
    if purpose in {"main", "attention"}:
        return limits
    return limits.model_copy(update={"batch_s": None})


def left(state: AttemptState, used_ms: int, now_ms: int) -> tuple[Left, ...]:
    """What each limit of an attempt leaves. `used_ms`: working time of the batch's other attempts."""
    worked_ms = working_ms(state, now_ms)
    return tuple(
        Left(of, limit_s, max(0, 1000 * limit_s - before_ms - worked_ms))
        for of, limit_s, before_ms in _limits(state, used_ms)
    )


def due(state: AttemptState, used_ms: int) -> Due | None:
    """The limit that ends an open attempt; None when it has none, is closed, or rests without an end."""
    if state.is_closed:
        return None
    reached = [
        Due(of, at_ms)
        for of, limit_s, before_ms in _limits(state, used_ms)
        if (at_ms := reached_at_ms(state, 1000 * limit_s - before_ms)) is not None
    ]
    return min(reached, key=lambda one: one.at_ms, default=None)


def next_end_ms(state: AttemptState, used_ms: int) -> int | None:
    """When something ends by itself: the longest pause, or the working time. None if nothing will."""
    if state.pause_ends_at_ms is not None:
        return state.pause_ends_at_ms
    first = due(state, used_ms)
    return None if first is None else first.at_ms


def reached_at_ms(state: AttemptState, worked_ms: int) -> int | None:
    """When the working time comes to `worked_ms`, if nothing more happens.

    None before the item was shown, and while a pause goes on that has no longest.
    """
    if state.shown_at_ms is None:
        return None
    reached_ms, missing_ms = state.shown_at_ms, max(0, worked_ms)
    for span in sorted(rests(state), key=lambda span: span.from_ms):
        if span.to_ms is not None and span.to_ms <= max(reached_ms, span.from_ms):
            continue
        run_ms = max(0, span.from_ms - reached_ms)
        if run_ms >= missing_ms:
            break
        if span.to_ms is None:
            return None
        missing_ms -= run_ms
        reached_ms = span.to_ms
    return reached_ms + missing_ms


def _limits(state: AttemptState, used_ms: int) -> list[tuple[Of, int, int]]:
    if state.shown is None:
        return []
    limits = state.shown.limits
    both: list[tuple[Of, int | None, int]] = [("item", limits.item_s, 0), ("batch", limits.batch_s, used_ms)]
    return [(of, limit_s, before_ms) for of, limit_s, before_ms in both if limit_s is not None]
