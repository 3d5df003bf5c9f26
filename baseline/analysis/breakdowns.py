"""Errors taken apart: which label, for whom, on which kind of item; and how far each attempt came. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import numpy as np

from baseline.analysis.cascade import CASCADE_LABELS, CascadeLabel, hop_type
from baseline.analysis.intervals import (
    Floats,
    percentile_interval,
    quotient,
    resampled_sums,
    wilson,
    with_interval,
)
from baseline.analysis.panel import Panel
from baseline.analysis.records import Figure, FigureUnit, GoldItem
from baseline.analysis.run_rows import AttemptRow

Facet = Literal["system", "hop_type", "domain", "category", "visual"]
NO_VALUE = "(not given)"
ERROR_LABELS: tuple[CascadeLabel, ...] = ("refusal", "retrieval", "navigation", "comprehension")


class Cell(NamedTuple):
    """One group of attempts: how many of each label, how many could be labelled, how many could not.

    Without gold evidence, or before it was finished, an attempt has no label.
    """

    group: str
    labels: Mapping[CascadeLabel, int]
    n: int
    n_unlabelled: int

    @property
    def n_errors(self) -> int:
        """Labelled attempts that are neither correct nor correct but verbose."""
        return sum(self.labels[label] for label in ERROR_LABELS)

    def share(self, label: CascadeLabel) -> float | None:
        """The label's share of the labelled attempts; None where there are none."""
        return self.labels[label] / self.n if self.n else None

    def share_of_errors(self, label: CascadeLabel) -> float | None:
        """The label's share of the errors; None where there are none."""
        return self.labels[label] / self.n_errors if self.n_errors else None


def breakdown(panel: Panel, facet: Facet) -> list[Cell]:
    """Every attempt of the panel by one facet, the groups in order of their first appearance.

    Domain, category and visual type may name several values, separated by commas: the item counts in each.
    """
    groups: dict[str, list[AttemptRow]] = {}
    for name, row in _rows(panel):
        for group in _groups(facet, name, row):
            groups.setdefault(group, []).append(row)
    return [_cell(group, rows) for group, rows in groups.items()]


def _rows(panel: Panel) -> Iterator[tuple[str, AttemptRow]]:
    return ((system.name, row) for system in panel.systems for row in system.run.rows)


def _groups(facet: Facet, system: str, row: AttemptRow) -> list[str]:
    if facet == "system":
        return [system]
    return values_of(row.gold, facet)


def values_of(item: GoldItem, facet: Literal["hop_type", "domain", "category", "visual"]) -> list[str]:
    """What an item is of a facet: of domain, category and visual type it may be several."""
    if facet == "hop_type":
        return [hop_type(item.evidence)]
    written = {"domain": item.domain, "category": item.category, "visual": item.visual}[facet]
    return list(dict.fromkeys(one.strip() for one in written.split(",") if one.strip())) or [NO_VALUE]


def _cell(group: str, rows: Iterable[AttemptRow]) -> Cell:
    counted = Counter(row.cascade for row in rows)
    labels = {label: counted[label] for label in CASCADE_LABELS}
    n = sum(labels.values())
    return Cell(group, labels, n, counted.total() - n)


class Funnel(NamedTuple):
    """How far the labelled attempts of a system came, each step among all of them.

    `answered` gave an answer, `document` also cited a gold document, `page` also a gold page, `correct` is
    right in the end. A correct answer counts for every step: it needs no citation to be right.
    """

    system: str
    n: int
    answered: int
    document: int
    page: int
    correct: int


def funnels(panel: Panel) -> list[Funnel]:
    """One funnel a system, in the panel's order."""
    return [_funnel(system.name, _cell(system.name, system.run.rows).labels) for system in panel.systems]


def _funnel(system: str, labels: Mapping[CascadeLabel, int]) -> Funnel:
    correct = labels["correct"] + labels["correct_verbose"]
    page = correct + labels["comprehension"]
    document = page + labels["navigation"]
    answered = document + labels["retrieval"]
    return Funnel(system, answered + labels["refusal"], answered, document, page, correct)


class Reach(NamedTuple):
    """Finding and understanding of one system: `found` of its attempts, and `understood` of those found."""

    system: str
    found: Figure
    understood: Figure


class _Words(NamedTuple):
    unit: FigureUnit
    definition: str
    source: str


REACH_WORDS = {
    "reached_gold_page": (
        "Reached a gold page",
        _Words(
            "share",
            "Attempts that cited a gold page or were correct, of all that can be labelled.",
            "docs/analysis.md",
        ),
    ),
    "understood_of_reached": (
        "Correct once there",
        _Words(
            "share",
            "Correct attempts, of those that cited a gold page or were correct.",
            "docs/analysis.md",
        ),
    ),
}


def reaches(panel: Panel) -> list[Reach]:
    """Retrieval against comprehension, one system each: two steps of its funnel.

    Intervals are Wilson's, or from resampled items where an item has several answers.
    """
    return [_reach(system.name, system.run.rows) for system in panel.systems]


def _reach(system: str, rows: Sequence[AttemptRow]) -> Reach:
    of_item: dict[str, list[AttemptRow]] = {}
    for row in rows:
        if row.cascade is not None:
            of_item.setdefault(row.attempt.item_id, []).append(row)
    steps = [_funnel(system, _cell(system, own).labels) for own in of_item.values()]
    each = np.array([(one.n, one.page, one.correct) for one in steps], dtype=np.float64).reshape(-1, 3)
    n, page, correct = (int(total) for total in each.sum(axis=0))
    drawn = resampled_sums(each) if n > len(of_item) else None
    parts = (None, None) if drawn is None else (drawn[:, [1, 0]], drawn[:, [2, 1]])
    nobody = "n/a (0 attempts reached a gold page)"
    return Reach(
        system,
        _share_of("reached_gold_page", (page, n), "no attempt can be labelled", parts[0]),
        _share_of("understood_of_reached", (correct, page), nobody, parts[1]),
    )


def _share_of(key: str, counts: tuple[int, int], if_empty: str, drawn: Floats | None) -> Figure:
    """`drawn` has part and whole of every resample; without it attempts are on different items."""
    part, whole = counts
    label, words = REACH_WORDS[key]
    figure = Figure.of(key, label, words, part / whole if whole else None, whole, "attempts")
    if not whole:
        return replace(figure, undefined=if_empty)
    figure = replace(figure, numerator=float(part), denominator=float(whole))
    if drawn is None:
        return replace(figure, interval=wilson(part, whole))
    return with_interval(figure, percentile_interval(quotient(drawn[:, 0], drawn[:, 1])))
