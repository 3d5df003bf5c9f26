"""What two systems could do together: either of them right, and people taking over where an agent struggles.

Pure. Both count the whole item set: an item that neither answered is not solved.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from baseline.analysis.intervals import wilson
from baseline.analysis.panel import Panel
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

    `threshold` None sends nothing to people. `share` of the items go to people, `accuracy` is the mean score
    of who answers each.
    """

    threshold: float | None
    share: float
    accuracy: float


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
    points = [RoutedPoint(None, 0.0, float(by_agent.mean()))]
    for threshold in [*occurring, -1.0]:
        goes = effort > threshold
        accuracy = float(np.where(goes, by_people, by_agent).mean())
        if goes.any():
            points.append(RoutedPoint(threshold, float(goes.mean()), accuracy))
    return points
