"""The clocks of an attempt, each with its definition. Pure.

wall     shown to submitted (or to now, while open); at a limit, to the limit, however late it was noticed
working  wall minus pauses with a reason minus logged server outages: limits act on this one, and a
         hidden or closed tab does not stop it
visible  working minus the time in which the tab was hidden
"""

from __future__ import annotations

from dataclasses import replace

from baseline.attempts.attempt import AttemptState
from db.spans import Span, covered_ms


def wall_ms(state: AttemptState, now_ms: int) -> int:
    """Milliseconds since the item was shown; 0 before that."""
    start, end = _bounds(state, now_ms)
    return end - start


def working_ms(state: AttemptState, now_ms: int) -> int:
    """Milliseconds of work: wall time without pauses and outages."""
    start, end = _bounds(state, now_ms)
    return end - start - covered_ms(rests(state), start, end)


def visible_ms(state: AttemptState, now_ms: int) -> int:
    """Milliseconds of work with the tab in sight."""
    start, end = _bounds(state, now_ms)
    return end - start - covered_ms((*rests(state), *state.hidden), start, end)


def hidden_ms(state: AttemptState, now_ms: int) -> int:
    """Working milliseconds in which the tab was hidden."""
    return working_ms(state, now_ms) - visible_ms(state, now_ms)


def rests(state: AttemptState) -> tuple[Span, ...]:
    """The stretches that are not working time. A pause ends by itself once it has had its longest."""
    ends_at_ms = state.pause_ends_at_ms
    if ends_at_ms is None:
        return (*state.pauses, *state.outages)
    return (*state.pauses[:-1], replace(state.pauses[-1], to_ms=ends_at_ms), *state.outages)


def _bounds(state: AttemptState, now_ms: int) -> tuple[int, int]:
    if state.shown_at_ms is None:
        return 0, 0
    end = now_ms if state.closed_at_ms is None else state.closed_at_ms
    return state.shown_at_ms, max(end, state.shown_at_ms)
