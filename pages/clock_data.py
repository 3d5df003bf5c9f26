"""The clocks of an attempt as the bench paints them: what is left, what rests, how it ended. As JSON."""

from __future__ import annotations

from typing import Any

from baseline.attempts.attempt import AttemptState
from baseline.attempts.limits import left
from baseline.attempts.timing import working_ms


def clock_json(state: AttemptState, used_ms: int, now_ms: int) -> dict[str, Any]:
    """How things stand now. `used_ms`: working time of the batch's other items.

    `pause_left_ms` and `pauses_left` are None where there is no limit; `ended` is None unless the working
    time was over.
    """
    rules = None if state.shown is None else state.shown.pauses
    most = None if rules is None else rules.most_per_item
    ends_at_ms = state.pause_ends_at_ms
    return {
        "working_ms": working_ms(state, now_ms),
        "phase": state.phase,
        "paused": state.pause_reason,
        "limits": [one._asdict() for one in left(state, used_ms, now_ms)],
        "pause_left_ms": None if ends_at_ms is None else max(0, ends_at_ms - now_ms),
        "pauses_left": None if most is None else max(0, most - len(state.pauses)),
        "ended": _ended(state),
    }


def _ended(state: AttemptState) -> dict[str, Any] | None:
    if not state.ended_at_limit:
        return None
    if state.answer is not None:
        is_empty = not state.answer.answer and not state.answer.citations
        return {"of": state.answer.limit_of, "submitted": True, "is_empty": is_empty}
    is_batch = state.expired is not None and state.expired.why == "batch_limit"
    return {"of": "batch" if is_batch else "item", "submitted": False, "is_empty": True}
