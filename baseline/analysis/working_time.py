"""Time: accuracy by how long an answer took, in seconds of work (pauses and outages excluded)."""

from __future__ import annotations

from typing import NamedTuple


class TimeBin(NamedTuple):
    """From `low_s` (included) to `high_s` (excluded; None is without end)."""

    key: str
    label: str
    low_s: float
    high_s: float | None


TIME_BINS = (
    TimeBin("under_1_min", "under 1 min", 0.0, 60.0),
    TimeBin("1_to_4_min", "1 to 4 min", 60.0, 240.0),
    TimeBin("4_to_10_min", "4 to 10 min", 240.0, 600.0),
    TimeBin("over_10_min", "10 min and more", 600.0, None),
)
MINUTE_LIMITS = (1, 4, 10)


def accuracy_in_bin(correct: bool, working_s: float | None, time_bin: TimeBin) -> float | None:
    """Correct, among attempts whose working time falls into the bin. Source: MADQA, appendix H."""
    if working_s is None or working_s < time_bin.low_s:
        return None
    return float(correct) if time_bin.high_s is None or working_s < time_bin.high_s else None


def correct_within_minutes(correct: bool, working_s: float | None, limit_min: float) -> float:
    """Correct in at most `limit_min` minutes of work. The denominator is every item."""
    return float(correct and working_s is not None and working_s <= 60 * limit_min)
