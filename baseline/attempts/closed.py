"""Why nothing more can be done with an attempt, in the words that its person reads.

Functions run inside the caller's transaction.
"""

from __future__ import annotations

from baseline.attempts.attempt import AttemptState
from baseline.participants.participation import why_left
from db.assignments import find_assignment
from db.connection import Database
from db.errors import AttemptClosed

_RELEASED = "This item was given to somebody else meanwhile. Please reload to see how it goes on."
_STUDY_ENDED = "The study has ended, and this item with it. Please reload to see how it goes on."
PAUSED = "You are on a pause. Resume first."
_CLOSED = {
    "assigned": "This item has not been shown yet. Please reload the page.",
    "paused": PAUSED,
    "submitted": "This item was already submitted. Please reload to go on with the next one.",
    "expired": "The time for this item is over. Please reload to go on with the next one.",
}


def require_takes_part(database: Database, attempt_id: str) -> None:
    """For everything that somebody does with an item.

    Raises:
        AttemptClosed: its person left the study.
    """
    sentence = left_by(database, attempt_id)
    if sentence is not None:
        raise AttemptClosed(sentence)


def left_by(database: Database, attempt_id: str) -> str | None:
    """What the person of an attempt reads if they left the study; None for whoever takes part."""
    return why_left(database, find_assignment(database, attempt_id).account_id)


def why_closed(database: Database, attempt_id: str, state: AttemptState) -> str | None:
    """Why nothing can be searched, marked or answered now; None while the item is open."""
    if state.phase == "open":
        return None
    if state.phase in {"assigned", "expired"}:
        assignment = find_assignment(database, attempt_id)
        why = state.expired.why if state.expired else ""
        if why == "study_ended" or assignment.released_why == "study_ended":
            return _STUDY_ENDED
        if why == "released" or (assignment.is_released and state.expired is None):
            return _RELEASED
    return _CLOSED[state.phase]
