"""What belongs to a person in a study rather than to one item."""

from __future__ import annotations

import hashlib

from baseline.participants.participation_state import FINISHED
from db import event_log
from db.connection import Database
from db.events import NewEvent, Source
from db.study_events import InstructionsShown, SessionEnded


def stream_of(account_id: str) -> str:
    """The event stream of a participation."""
    return f"participation:{account_id}"


def why_left(database: Database, account_id: str) -> str | None:
    """What somebody reads who left their study and still wants something of it; None for everybody else."""
    if event_log.has_kind(database, stream_of(account_id), "consent_withdrawn"):
        return "You have left the study; nothing more is stored."
    return None


def why_no_pages(database: Database, account_id: str) -> str | None:
    """Why somebody reads no page of the collection any more; None while they may."""
    ended = event_log.newest_of_kind(database, stream_of(account_id), "session_ended")
    if ended is not None and isinstance(ended.payload, SessionEnded) and ended.payload.reason == FINISHED:
        return "You have finished this study; its pages cannot be opened any more."
    if event_log.has_kind(database, stream_of(account_id), "consent_withdrawn"):
        return "You have left the study; its pages cannot be opened any more."
    return None


def log_instructions(
    database: Database, account_id: str, text: str, now_ms: int, source: Source = "server"
) -> None:
    """Log which instructions were shown, by hash; showing the same text again is no new event."""
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    new = NewEvent(
        event_id=f"instructions:{account_id}:{sha256[:16]}",
        payload=InstructionsShown(sha256=sha256),
        source=source,
    )
    event_log.append(database, stream_of(account_id), [new], now_ms)
