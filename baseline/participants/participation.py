"""What belongs to a person in a study rather than to one item."""

from __future__ import annotations

import hashlib

from db import event_log
from db.connection import Database
from db.events import NewEvent, Source
from db.study_events import InstructionsShown


def stream_of(account_id: str) -> str:
    """The event stream of a participation."""
    return f"participation:{account_id}"


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
