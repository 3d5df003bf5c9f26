"""When a server was up, so that the time it was down is not counted as anybody's working time."""

from __future__ import annotations

from typing import NamedTuple

from sqlite_utils import Database

BEAT_EVERY_MS = 1000
# A shorter gap is a slow disk, not an outage.
SHORTEST_OUTAGE_MS = 3 * BEAT_EVERY_MS


class Outage(NamedTuple):
    """A time in which no server was up."""

    from_ms: int
    to_ms: int


def begin(database: Database, server_id: str, now_ms: int) -> Outage | None:
    """Record that a server starts now; return the outage that ends with it, if there was one.

    It began with the last sign of life: a beat, or an event that a server stored after it.
    """
    (last_sign_ms,) = database.execute(
        "SELECT max(last_beat_at_ms, coalesce((SELECT max(at_ms) FROM events "
        "WHERE source != 'simulated' AND at_ms <= ?), 0)) FROM "
        "(SELECT max(last_beat_at_ms) AS last_beat_at_ms FROM server_lives)",
        [now_ms],
    ).fetchone()
    database.execute(
        "INSERT INTO server_lives (server_id, started_at_ms, last_beat_at_ms) VALUES (?, ?, ?)",
        [server_id, now_ms, now_ms],
    )
    if last_sign_ms is None or now_ms - last_sign_ms < SHORTEST_OUTAGE_MS:
        return None
    return Outage(from_ms=last_sign_ms, to_ms=now_ms)


def beat(database: Database, server_id: str, now_ms: int) -> None:
    """Record that the server is up now."""
    database.execute(
        "UPDATE server_lives SET last_beat_at_ms = max(last_beat_at_ms, ?) WHERE server_id = ?",
        [now_ms, server_id],
    )
