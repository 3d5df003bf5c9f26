"""How far the gold pages of an item lie apart, in words and in pages, and whether that makes it hard. Pure.

Only items with two gold pages or more have a distance. Within one document both kinds are there; across
documents a page gap means nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Literal

import numpy as np

from baseline.analysis.attribution import gold_pages
from baseline.analysis.encoders import Encoder
from baseline.analysis.intervals import Floats, percentile_interval, quotient, resampled_sums
from baseline.analysis.panel import Panel
from baseline.analysis.records import GoldItem, Interval
from db.models import PageRef

Measure = Literal["semantic", "physical"]
Where = Literal["same_document", "across_documents"]
FEWEST = 3


@dataclass(frozen=True, slots=True)
class ItemDistance:
    """One item with several gold pages.

    `semantic` is the mean over its pairs of gold pages of 1 - cosine (0 to 1 for words), None where a page
    has no text; `physical` the pages between the first and the last, within one document.
    `accuracy` is its mean correctness over the systems.
    """

    item_id: str
    where: Where
    semantic: float | None
    physical: int | None
    accuracy: float


@dataclass(frozen=True, slots=True)
class Relation:
    """Pearson's r of a distance with accuracy over `n` items; None where it is undefined, and why."""

    measure: Measure
    where: Where
    n: int
    r: float | None
    interval: Interval | None
    undefined: str | None = None


def evidence_distances(panel: Panel, texts: Mapping[PageRef, str], encoder: Encoder) -> list[ItemDistance]:
    """The items with several gold pages that can be scored, in the panel's order. Empty without systems."""
    if not panel.systems:
        return []
    accuracies = np.nanmean(panel.correct, axis=0) if len(panel.gold) else np.zeros(0)
    found = []
    for item, accuracy in zip(panel.gold, accuracies, strict=True):
        pages = sorted(gold_pages(item.evidence))
        if len(pages) < 2 or not np.isfinite(accuracy):
            continue
        one_document = len({document for document, _ in pages}) == 1
        found.append(
            ItemDistance(
                item_id=item.item_id,
                where="same_document" if one_document else "across_documents",
                semantic=_semantic(item, texts, encoder),
                physical=pages[-1][1] - pages[0][1] if one_document else None,
                accuracy=float(accuracy),
            )
        )
    return found


def _semantic(item: GoldItem, texts: Mapping[PageRef, str], encoder: Encoder) -> float | None:
    pages = [PageRef(document=document, page=page) for document, page in sorted(gold_pages(item.evidence))]
    known = [texts.get(page, "") for page in pages]
    if not all(text.strip() for text in known):
        return None
    return fmean(1 - encoder.similarity(one, other) for one, other in combinations(known, 2))


def relation(distances: Sequence[ItemDistance], where: Where, measure: Measure) -> Relation:
    """How a distance goes with accuracy: r, bootstrapped over items. Negative: far apart is hard.

    Source: MADQA, the analysis of hop types (semantic distance and page gap against accuracy).
    """
    points = [
        (float(value), one.accuracy)
        for one in distances
        if one.where == where and (value := _value(one, measure)) is not None
    ]
    n = len(points)
    if n < FEWEST:
        return Relation(measure, where, n, None, None, f"undefined: fewer than {FEWEST} such items")
    table = np.array(points)
    x, y = table[:, 0], table[:, 1]
    if np.ptp(x) < 1e-12 or np.ptp(y) < 1e-12:
        what = "distance" if np.ptp(x) < 1e-12 else "accuracy"
        return Relation(measure, where, n, None, None, f"undefined: the {what} is the same for all of them")
    sums = np.column_stack([np.ones(n), x, y, x * x, y * y, x * y])
    r = float(_r(sums.sum(axis=0, keepdims=True))[0])
    return Relation(measure, where, n, r, percentile_interval(_r(resampled_sums(sums))))


def _r(sums: Floats) -> Floats:
    """Pearson's r from (n, sx, sy, sxx, syy, sxy), one row a sample; NaN where one does not vary."""
    n, sx, sy, sxx, syy, sxy = sums.T
    spread = np.clip(n * sxx - sx * sx, 0, None) * np.clip(n * syy - sy * sy, 0, None)
    spread[spread < 1e-9] = 0
    return np.clip(quotient(n * sxy - sx * sy, np.sqrt(spread)), -1, 1)


def _value(one: ItemDistance, measure: Measure) -> float | None:
    return one.semantic if measure == "semantic" else one.physical
