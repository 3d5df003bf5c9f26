"""Moments as people read them: day, month in letters, time, always UTC."""

from __future__ import annotations

import datetime
from collections.abc import Iterable


def moment(at_ms: int) -> str:
    """`29 Nov 2026, 14:03`."""
    at = datetime.datetime.fromtimestamp(at_ms / 1000, datetime.UTC)
    return f"{at.day} {_MONTHS[at.month - 1]} {at.year}, {at:%H:%M}"


def moments(at_ms: Iterable[int | None]) -> list[datetime.datetime | None]:
    """The same as values of a table, which sorts them as times; None stays empty."""
    return [
        None if one is None else datetime.datetime.fromtimestamp(one / 1000, datetime.UTC) for one in at_ms
    ]


# Not by locale: every screen says the same.
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
