"""What is lost in finding and what in understanding: search against given pages, item by item. Pure.

Both gaps rest on the same items, those with a finished attempt under both conditions, so they add up to
what is missing to 1 under search. Nobody answers an item twice: the pairs are of items, not of people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from baseline.analysis.definitions import Definition
from baseline.analysis.intervals import (
    percentile_interval,
    resampled_sums,
    wilson,
    wilson_of_equals,
    with_interval,
)
from baseline.analysis.records import Figure, FigureTable, Interval
from baseline.analysis.report import RunReport

GAP_DEFINITIONS: dict[str, Definition] = {
    "retrieval_gap": Definition(
        "Retrieval gap", "points", "items",
        "Accuracy with the gold pages given minus accuracy with search, over the items that have a finished "
        "attempt under both conditions: what is lost because the pages were not found.",
        "docs/metrics.md",
    ),
    "comprehension_gap": Definition(
        "Comprehension gap", "points", "items",
        "1 minus accuracy with the gold pages given, over the same items: what is lost although the pages "
        "were there.", "docs/metrics.md",
    ),
    "paired_accuracy": Definition(
        "Accuracy on paired items", "share", "items",
        "Mean score over the items that have a finished attempt under both conditions.", "docs/metrics.md",
    ),
}  # fmt: skip
_NO_PAIR = "undefined: no item has a finished attempt under both conditions"


@dataclass(frozen=True, slots=True)
class GapReport(FigureTable):
    """The decomposition for one group of people, or one agent, between two conditions."""

    group: str
    search: str
    given_pages: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Mean scores of the paired items under both conditions, and how many items have no pair."""

    search: tuple[float, ...]
    given: tuple[float, ...]
    n_unpaired: int


def gap_report(group: str, search: tuple[str, RunReport], given_pages: tuple[str, RunReport]) -> GapReport:
    """The gaps between two conditions of one group; each is named and has its report.

    Open, missing and unscored attempts make no pair; skipped and expired ones score 0. Several finished
    attempts on an item are averaged first.
    """
    pairs = _paired(search[1], given_pages[1])
    notes = (f"{pairs.n_unpaired} items without a pair left out",) if pairs.n_unpaired else ()
    differences = tuple(given - found for found, given in zip(pairs.search, pairs.given, strict=True))
    missing = tuple(1 - score for score in pairs.given)
    bootstraps = _bootstraps(pairs.search, pairs.given, differences, missing)
    figures = [
        _mean_figure("paired_accuracy", search[0], pairs.search, bootstraps[0]),
        _mean_figure("paired_accuracy", given_pages[0], pairs.given, bootstraps[1]),
        _retrieval_gap(differences, bootstraps[2]),
        _mean_figure("comprehension_gap", "", missing, bootstraps[3]),
    ]
    return GapReport(
        group=group,
        search=search[0],
        given_pages=given_pages[0],
        figures=tuple(replace(one, notes=(*one.notes, *notes)) for one in figures),
    )


def _paired(search: RunReport, given: RunReport) -> _Pairs:
    ours, theirs = _scores_by_item(search), _scores_by_item(given)
    both = [item_id for item_id in ours if item_id in theirs]
    seen = {row.attempt.item_id for report in (search, given) for row in report.rows}
    return _Pairs(
        search=tuple(fmean(ours[item_id]) for item_id in both),
        given=tuple(fmean(theirs[item_id]) for item_id in both),
        n_unpaired=len(seen) - len(both),
    )


def _scores_by_item(report: RunReport) -> dict[str, list[float]]:
    scores: dict[str, list[float]] = {}
    for row in report.rows:
        if row.is_finished and row.score is not None:
            scores.setdefault(row.attempt.item_id, []).append(row.score.score)
    # In the order of ids: the same items give the same resamples, in whatever order they were answered.
    return dict(sorted(scores.items()))


def _retrieval_gap(differences: Sequence[float], bootstrap: Interval | None) -> Figure:
    return with_interval(_figure("retrieval_gap", "", differences), bootstrap)


def _mean_figure(key: str, parameter: str, values: Sequence[float], bootstrap: Interval | None) -> Figure:
    """A mean with its interval: Wilson where every item is a whole success or failure."""
    figure = _figure(key, parameter, values)
    if values and set(values) <= {0.0, 1.0}:
        total = sum(values)
        return replace(
            figure, interval=wilson(total, len(values)), numerator=total, denominator=float(len(values))
        )
    return replace(figure, interval=wilson_of_equals(np.array(values)) or bootstrap)


def _figure(key: str, parameter: str, values: Sequence[float]) -> Figure:
    words = GAP_DEFINITIONS[key]
    label = f"{words.label}, {parameter}" if parameter else words.label
    name = f"{key}@{parameter}" if parameter else key
    figure = Figure.of(name, label, words, fmean(values) if values else None, len(values), "items")
    return figure if values else replace(figure, undefined=_NO_PAIR)


def _bootstraps(*columns: Sequence[float]) -> list[Interval | None]:
    """Of each column's mean, over items; all see the same resamples. None below two items."""
    n = len(columns[0])
    if n < 2:
        return [None] * len(columns)
    drawn = resampled_sums(np.column_stack([np.array(column) for column in columns])) / n
    return [percentile_interval(drawn[:, number]) for number in range(len(columns))]
