"""The only place that reads the computer's clock.

Every rule about time takes a `Clock`, so that tests decide what time it is. Times are Unix
milliseconds in UTC (`_ms`); durations are seconds (`_s`) or milliseconds, as their names say.
"""

from __future__ import annotations

import datetime
import time
from typing import Protocol


class Clock(Protocol):
    """Something that knows what time it is."""

    def now_ms(self) -> int:
        """Unix time in milliseconds, UTC."""
        ...


class SystemClock:
    """The computer's own clock."""

    def now_ms(self) -> int:
        """Unix time in milliseconds, UTC."""
        return time.time_ns() // 1_000_000


class FixedClock:
    """A clock that tests and simulations set by hand."""

    def __init__(self, now_ms: int = 1_700_000_000_000) -> None:
        self._now_ms = now_ms

    def now_ms(self) -> int:
        """The time it was set to."""
        return self._now_ms

    def advance_ms(self, elapsed_ms: int) -> int:
        """Move forward (never back) and return the new time."""
        if elapsed_ms < 0:
            raise ValueError(f"a clock does not run backwards: {elapsed_ms} ms")
        self._now_ms += elapsed_ms
        return self._now_ms


def utc_text(at_ms: int) -> str:
    """`2026-11-29T14:03:27.123Z`, for exports and logs."""
    moment = datetime.datetime.fromtimestamp(at_ms / 1000, tz=datetime.UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
