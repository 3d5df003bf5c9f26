"""Stretches of server time: pauses, outages, hidden tabs. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of server time in milliseconds; `to_ms` is None while it lasts."""

    from_ms: int
    to_ms: int | None
    reason: str = ""


def lasts(spans: tuple[Span, ...]) -> bool:
    """Whether the last one goes on."""
    return bool(spans) and spans[-1].to_ms is None


def ended(spans: tuple[Span, ...], at_ms: int) -> tuple[Span, ...]:
    """The spans with the last one ended, if it goes on."""
    return (*spans[:-1], replace(spans[-1], to_ms=at_ms)) if lasts(spans) else spans


def covered_ms(spans: Iterable[Span], start: int, end: int) -> int:
    """Milliseconds of [start, end] covered by at least one span; an open span lasts until `end`."""
    covered = 0
    reached = start
    for from_ms, to_ms in sorted((span.from_ms, end if span.to_ms is None else span.to_ms) for span in spans):
        low, high = max(from_ms, reached), min(to_ms, end)
        if high > low:
            covered += high - low
            reached = high
    return covered
