"""Agreement, overlap and union as figures with the words of all others. Pure."""

from __future__ import annotations

from dataclasses import replace

from baseline.analysis.complementarity import Union
from baseline.analysis.definitions import Definition
from baseline.analysis.intervals import wilson, with_interval
from baseline.analysis.overlap import Overlap
from baseline.analysis.pair_counts import Agreement
from baseline.analysis.records import Figure, Interval

_COMPARE = "docs/compare.md"

FURTHER_DEFINITIONS: dict[str, Definition] = {
    "raw_agreement": Definition(
        "Raw agreement", "share", "items",
        "Items on which both were correct or neither was, of those that both attempted. A group of people is "
        "correct where more than half of its attempts are.", _COMPARE,
    ),
    "kappa": Definition(
        "Cohen's kappa", "ratio", "items",
        "Agreement on which items are correct, beyond what chance gives two systems that are correct as "
        "often as these.", "Cohen (1960), 20 (1)",
    ),
    "ac1": Definition(
        "Gwet's AC1", "ratio", "items",
        "Agreement beyond chance that stays steady where nearly every item is correct, or nearly none.",
        "Gwet (2008), 61 (1)",
    ),
    "mcnemar_p": Definition(
        "McNemar's exact p", "p", "items",
        "Two-sided exact p that both are equally often correct, from the items on which only one is.",
        "McNemar (1947), 12 (2)",
    ),
    "overlap_agreeing": Definition(
        "Same correctness", "share", "items",
        "Share of pairs of attempts at one item that are both correct or both wrong, averaged on each item.",
        _COMPARE,
    ),
    "overlap_alpha": Definition(
        "Krippendorff's alpha", "ratio", "items",
        "Agreement of attempts at one item on being correct, beyond chance (nominal).", "Krippendorff (2011)",
    ),
    "overlap_same_answer": Definition(
        "Same answer", "share", "items",
        "Mean ANLS* between the answers of a pair of attempts at one item, whether right or wrong.", _COMPARE,
    ),
    "union_accuracy": Definition(
        "Solved by any", "share", "items",
        "Items that at least one of the systems has correct: what a perfect choice between them would get.",
        _COMPARE,
    ),
}  # fmt: skip
NO_ITEMS = "undefined: no item can be scored for all of them"


def agreement_figures_of(pair: Agreement) -> tuple[Figure, ...]:
    """Raw agreement, kappa, AC1 and McNemar's p of two systems."""
    n, undefined = pair.counts.n, pair.undefined
    alike = pair.counts.both + pair.counts.neither
    raw = _figure("raw_agreement", pair.observed, n, undefined)
    if pair.observed is not None:
        raw = replace(raw, interval=wilson(alike, n), numerator=float(alike), denominator=float(n))
    cells = ("both", "only the first", "only the second", "neither")
    counts = ", ".join(f"{name} {count}" for name, count in zip(cells, pair.counts.cells, strict=True))
    kappa = _figure("kappa", pair.kappa, n, undefined, pair.kappa_interval)
    return (
        replace(raw, notes=(f"correct: {counts}",)),
        kappa,
        _figure("ac1", pair.ac1, n, undefined, pair.ac1_interval),
        _figure("mcnemar_p", pair.mcnemar_p, n, undefined),
    )


def overlap_figures(overlap: Overlap) -> tuple[Figure, ...]:
    """How far attempts of one system at the same item agree."""
    n, why = overlap.n_items, overlap.undefined
    note = (f"{overlap.n_attempts} attempts of {overlap.n_people} people",) if overlap.n_people else ()
    alike = _figure("overlap_agreeing", overlap.agreeing, n, why, overlap.agreeing_interval)
    return (
        replace(alike, notes=note),
        _figure("overlap_alpha", overlap.alpha, n, overlap.alpha_undefined, overlap.alpha_interval),
        _figure("overlap_same_answer", overlap.same_answer, n, why, overlap.same_answer_interval),
    )


def union_figure(union: Union) -> Figure:
    """What all systems reach together."""
    figure = _figure("union_accuracy", union.value, union.n, NO_ITEMS, union.interval)
    if union.value is None:
        return figure
    return replace(figure, numerator=float(union.n_solved), denominator=float(union.n))


def _figure(
    key: str,
    value: float | None,
    n: int,
    undefined: str | None,
    interval: Interval | None = None,
) -> Figure:
    words = FURTHER_DEFINITIONS[key]
    figure = Figure.of(key, words.label, words, value, n, "items")
    if value is None:
        return replace(figure, undefined=undefined or "undefined")
    # A test's p has no interval at all.
    return figure if key == "mcnemar_p" else with_interval(figure, interval)
