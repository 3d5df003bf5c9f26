"""What two systems could do together: either of them right, and people taking over where an agent struggles.

Pure. Both count the whole item set: an item that neither answered is not solved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from baseline.analysis.intervals import (
    Floats,
    percentile_interval,
    resampled_sums,
    wilson,
    wilson_of_equals,
)
from baseline.analysis.panel import Panel, SystemRun
from baseline.analysis.records import Interval


class Union(NamedTuple):
    """How often at least one of several systems is correct: what a perfect choice between them would get."""

    n: int
    n_solved: int
    interval: Interval | None

    @property
    def value(self) -> float | None:
        """Share of items; None without items."""
        return self.n_solved / self.n if self.n else None


class RoutedPoint(NamedTuple):
    """One threshold: items whose agent effort is above it go to people.

    `threshold` None sends nothing to people. `share` of the `n` items go to people, `accuracy` is the mean
    score of who answers each, with a 95 % interval over items.
    """

    threshold: float | None
    share: float
    accuracy: float
    n: int
    interval: Interval | None


class BestMix(NamedTuple):
    """The threshold with the highest accuracy, and what it gains over the better of the two alone.

    The best of many thresholds looks better on the items it was chosen on than on others.
    """

    point: RoutedPoint
    gain: float


def union_accuracy(panel: Panel) -> Union:
    """Items that any system of the panel has correct (a group: by more than half of its attempts)."""
    known = np.isfinite(panel.correct).all(axis=0)
    n = int(known.sum())
    n_solved = int((panel.correct[:, known] > 0.5).any(axis=0).sum())
    return Union(n, n_solved, wilson(n_solved, n))


def routing_curve(panel: Panel, agent: str, people: str) -> list[RoutedPoint]:
    """Accuracy against the share that people answer, from none to all.

    The agent goes first; people take the items on which it searched more than t times, for every t that
    occurs. An item of unknown effort (the agent gave no answer) always goes to people. The last point
    sends everything. Empty when no item can be scored for both.

    Raises:
        KeyError: the panel has no such system.
    """
    chosen = Panel(panel.gold, (panel.system(agent), panel.system(people)))
    efforts = chosen.matrix(lambda row: row.effort)[0]
    known = np.isfinite(chosen.scores).all(axis=0)
    if not known.any():
        return []
    effort = np.where(np.isfinite(efforts), efforts, np.inf)[known]
    by_agent, by_people = chosen.scores[:, known]
    occurring = sorted({float(one) for one in effort if np.isfinite(one)}, reverse=True)
    thresholds = [one for one in [*occurring, -1.0] if (effort > one).any()]
    goes = np.array([np.zeros_like(effort, dtype=bool), *(effort > one for one in thresholds)])
    scores = np.where(goes, by_people, by_agent)
    n = len(effort)
    intervals = _intervals_of_means(scores)
    return [
        RoutedPoint(threshold, float(share), float(accuracy), n, interval)
        for threshold, share, accuracy, interval in zip(
            [None, *thresholds], goes.mean(axis=1), scores.mean(axis=1), intervals, strict=True
        )
    ]


def _intervals_of_means(scores: Floats) -> list[Interval | None]:
    """Percentile bootstrap over items of each row's mean, Wilson where its scores are all alike.

    All rows see the same resamples.
    """
    n = scores.shape[1]
    if n < 2:
        return [None] * len(scores)
    drawn = resampled_sums(scores.T).T / n
    return [
        wilson_of_equals(row) or percentile_interval(means) for row, means in zip(scores, drawn, strict=True)
    ]


def best_mix(curve: Sequence[RoutedPoint]) -> BestMix | None:
    """The best point that sends some items, not all; at equal accuracy the one that sends fewest.

    None where every threshold sends nothing or everything.
    """
    mixed = [one for one in curve if 0 < one.share < 1]
    if not mixed:
        return None
    best = max(mixed, key=lambda one: (one.accuracy, -one.share))
    return BestMix(best, best.accuracy - max(curve[0].accuracy, curve[-1].accuracy))


def why_no_routing(agent: SystemRun, people: SystemRun) -> str | None:
    """Why a routing curve of these two says nothing; None where it does."""
    if agent.kind == "non_agentic":
        return f"{agent.name} is not agentic: it has no effort to route by"
    if not any(row.effort is not None for row in agent.run.rows):
        return f"the number of searches of {agent.name} is not known"
    if not any(row.is_finished for row in people.run.rows):
        return f"{people.name} finished no item"
    return None
