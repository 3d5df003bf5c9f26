"""Server times as text, UTC, to the millisecond."""

from __future__ import annotations

from datetime import UTC, datetime


def iso(at_ms: int) -> str:
    """`2026-04-01T12:00:00.000+00:00`."""
    return f"{_seconds(at_ms)}.{at_ms % 1000:03d}+00:00"


def moment(at_ms: int | None) -> str | None:
    """`2026-04-01T12:00:00.000Z`; None for no time."""
    return None if at_ms is None else f"{_seconds(at_ms)}.{at_ms % 1000:03d}Z"


def _seconds(at_ms: int) -> str:
    # Three times as fast as a format, and an export has two for each event.
    return datetime.fromtimestamp(at_ms // 1000, UTC).isoformat()[:19]
