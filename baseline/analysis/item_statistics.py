"""Items as the systems make them out: difficulty, discrimination, and which ones to look at. Pure.

Classical test theory on the matrix of `Panel.correct`: an item that a system left out counts as not correct.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from baseline.analysis.intervals import Floats, quotient
from baseline.analysis.panel import Panel

Anomaly = Literal["negative_discrimination", "nobody", "everybody"]


@dataclass(frozen=True, slots=True)
class ItemStatistics:
    """One item over M systems.

    `difficulty` is the mean correctness p_j (high is easy). `discrimination` is the correlation of the
    item's column with the total over the other items, None where either does not vary (`undefined` says
    which).
    """

    item_id: str
    difficulty: float
    discrimination: float | None
    undefined: str | None
    anomaly: Anomaly | None


def item_statistics(panel: Panel) -> list[ItemStatistics]:
    """Difficulty and discrimination of every item that can be scored, in the panel's order.

    r_pbis,j = corr(X_.j, T - X_.j), X systems by items, T the totals of the systems. Empty without systems.
    Source: METRICS of the field after classical test theory; docs/metrics.md, "Items".
    """
    correct = panel.correct
    if not panel.systems:
        return []
    known = np.flatnonzero(np.isfinite(correct).all(axis=0))
    matrix = correct[:, known]
    ids = [panel.item_ids[at] for at in known]
    difficulties = matrix.mean(axis=0)
    discriminations = point_biserial(matrix)
    return [
        _statistics(item_id, float(p), float(r), len(panel.systems))
        for item_id, p, r in zip(ids, difficulties, discriminations, strict=True)
    ]


def point_biserial(matrix: Floats) -> Floats:
    """Correlation of each column with the row totals without it, (items,); NaN where either is constant."""
    rest = matrix.sum(axis=1, keepdims=True) - matrix
    x, y = matrix - matrix.mean(axis=0), rest - rest.mean(axis=0)
    spread = np.sqrt((x * x).sum(axis=0) * (y * y).sum(axis=0))
    # Means of thirds leave a spread of 1e-17 where nothing varies.
    spread[spread < 1e-12] = 0
    return quotient((x * y).sum(axis=0), spread)


def _statistics(item_id: str, difficulty: float, r: float, n_systems: int) -> ItemStatistics:
    defined = np.isfinite(r)
    undefined = None if defined else _why_undefined(difficulty, n_systems)
    anomaly: Anomaly | None = None
    if difficulty == 0:
        anomaly = "nobody"
    elif difficulty == 1:
        anomaly = "everybody"
    elif defined and r < 0:
        anomaly = "negative_discrimination"
    return ItemStatistics(item_id, difficulty, r if defined else None, undefined, anomaly)


def _why_undefined(difficulty: float, n_systems: int) -> str:
    if n_systems < 2:
        return "undefined: one system tells no items apart"
    if difficulty in {0.0, 1.0}:
        whom = "no system" if difficulty == 0 else "every system"
        return f"undefined: {whom} solved it"
    return "undefined: the systems do not differ on this item, or on all the others together"
