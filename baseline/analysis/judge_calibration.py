"""How far a judge can be trusted: two judges of the same answers, and what follows for accuracy. Pure.

A pair is one answer, judged twice on the scale 0, 0.5, 1. Where one of the two is the truth (what people
decided in the end), it is the second of the pair. Partly correct counts as correct for sensitivity and
specificity, as for every binary figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from baseline.analysis.bias_correction import (
    JudgeCalibration,
    corrected_accuracy,
    full_interval,
    official_interval,
)
from baseline.analysis.definitions import Definition
from baseline.analysis.intervals import (
    Floats,
    percentile_interval,
    quotient,
    resampled_kinds,
    resampled_sums,
    wilson,
    wilson_of_equals,
)
from baseline.analysis.rater_agreement import agreement_intervals, cohen_kappa, gwet_ac1
from baseline.analysis.records import Figure, FigureTable, Interval

LEVELS = (0.0, 0.5, 1.0)
_LABELS = tuple(str(level) for level in LEVELS)
_HERE = "docs/metrics.md"

JUDGE_DEFINITIONS: dict[str, Definition] = {
    "ratings_alike": Definition(
        "Raw agreement", "share", "attempts", "Answers to which both gave the same score.", _HERE
    ),
    "ratings_kappa": Definition(
        "Cohen's kappa", "ratio", "attempts",
        "Agreement on the three scores beyond what chance gives two judges who use each score as often as "
        "these do.", "Cohen (1960), 20 (1)",
    ),
    "ratings_ac1": Definition(
        "Gwet's AC1", "ratio", "attempts",
        "Agreement beyond chance that stays steady where nearly all answers get the same score.",
        "Gwet (2008), 61 (1)",
    ),
    "ratings_weighted_kappa": Definition(
        "Kappa, quadratic weights", "ratio", "attempts",
        "Kappa that takes correct against incorrect for four times as bad as a step of one half.",
        "Cohen (1968), 70 (4)",
    ),
    "judge_sensitivity": Definition(
        "Sensitivity", "share", "attempts",
        "Of the answers that people found correct or partly correct, those that this judge did too.",
        "arXiv 2511.21140",
    ),
    "judge_specificity": Definition(
        "Specificity", "share", "attempts",
        "Of the answers that people found incorrect, those that this judge did too.", "arXiv 2511.21140",
    ),
    "accuracy_as_judged": Definition(
        "Accuracy as judged", "share", "items",
        "Mean score over all items as this judge scores them; exact matches count 1, missing answers 0.",
        "MADQA, section 3.1",
    ),
    "accuracy_bias_corrected": Definition(
        "Accuracy, corrected for the judge", "share", "items",
        "Accuracy as it would be if the judge were never wrong (Rogan-Gladen); the interval carries the "
        "noise of the calibration too.", "Rogan and Gladen (1978); arXiv 2511.21140",
    ),
}  # fmt: skip


class Pair(NamedTuple):
    """One answer as a judge scored it and as it was decided, or as another judge scored it."""

    judged: float
    decided: float


Table = tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class JudgeReport(FigureTable):
    """A judge held against what people decided. `table`: rows as judged, columns as decided, from 0 to 1."""

    judge: str
    table: Table
    figures: tuple[Figure, ...]


def confusion(pairs: Sequence[Pair]) -> Table:
    """How often each score met each: rows as judged, columns as decided; 0, 0.5, 1."""
    counts = [[sum(pair == (row, column) for pair in pairs) for column in LEVELS] for row in LEVELS]
    first, second, third = ((a, b, c) for a, b, c in counts)
    return first, second, third


def quadratic_kappa(pairs: Sequence[Pair]) -> float | None:
    """1 - sum(w o) / sum(w e), w the squared distance, o the observed cells, e those of independent judges.

    None without pairs, or when both used one and the same score. Source: Cohen (1968), 70 (4).
    """
    if not pairs:
        return None
    value = _quadratic_kappas(np.array(confusion(pairs), dtype=np.float64).reshape(1, 9))[0]
    return float(value) if np.isfinite(value) else None


def _quadratic_kappas(cells: Floats) -> Floats:
    """One row of nine cells a sample."""
    tables = cells.reshape(-1, 3, 3)
    weights = (np.arange(3)[:, None] - np.arange(3)[None, :]) ** 2
    by_chance = tables.sum(axis=2)[:, :, None] * tables.sum(axis=1)[:, None, :]
    n = tables.sum(axis=(1, 2))
    apart = quotient((by_chance * weights).sum(axis=(1, 2)), n)
    return 1 - quotient((tables * weights).sum(axis=(1, 2)), apart)


def _quadratic_interval(pairs: Sequence[Pair]) -> Interval | None:
    cells = np.array(confusion(pairs)).reshape(9)
    draws = resampled_kinds([int(n) for n in cells])
    return percentile_interval(_quadratic_kappas(draws)) if len(pairs) > 1 else None


def agreement_figures(pairs: Sequence[Pair], if_empty: str) -> tuple[Figure, ...]:
    """Raw agreement, kappa, AC1 and weighted kappa of two judges, each with its interval."""
    labels = [(str(one), str(other)) for one, other in pairs]
    n, n_alike = len(pairs), sum(one == other for one, other in pairs)
    if not pairs:
        keys = ("ratings_alike", "ratings_kappa", "ratings_ac1", "ratings_weighted_kappa")
        return tuple(_figure(key, None, 0, if_empty) for key in keys)
    alike = replace(
        _figure("ratings_alike", n_alike / n, n),
        interval=wilson(n_alike, n),
        numerator=float(n_alike),
        denominator=float(n),
    )
    alike_note = "no interval: all pairs are alike" if n_alike == n else ""
    one_note = "" if alike_note else _one_score_note(pairs)
    kappa, weighted, ac1 = cohen_kappa(labels), quadratic_kappa(pairs), gwet_ac1(labels, _LABELS)
    one_score = f"both always gave {pairs[0].judged:g}: agreement {n_alike / n:.0%}, kappa undefined"
    of_kappa, of_ac1 = agreement_intervals(labels, _LABELS)
    beyond = (
        ("ratings_kappa", kappa, of_kappa, alike_note or one_note),
        ("ratings_ac1", ac1, of_ac1, alike_note),
        ("ratings_weighted_kappa", weighted, _quadratic_interval(pairs), alike_note or one_note),
    )
    return (alike, *(_beyond_chance(*one, n, one_score) for one in beyond))


def _one_score_note(pairs: Sequence[Pair]) -> str:
    is_constant = len({one.judged for one in pairs}) == 1 or len({one.decided for one in pairs}) == 1
    return "no interval: one of the two always gave the same score" if is_constant else ""


def _beyond_chance(
    key: str, value: float | None, interval: Interval | None, why_none: str, n: int, one_score: str
) -> Figure:
    """`why_none`: where all resamples are the same, and an interval without width would claim to be sure."""
    notes = (why_none,) if why_none and value is not None else ()
    shown = None if value is None or why_none else interval
    return replace(_figure(key, value, n, one_score), interval=shown, notes=notes)


def judge_report(judge: str, pairs: Sequence[Pair]) -> JudgeReport:
    """Sensitivity, specificity and agreement of a judge with what people decided."""
    positive = [pair for pair in pairs if pair.decided >= 0.5]
    negative = [pair for pair in pairs if pair.decided < 0.5]
    sensitivity = _share(
        "judge_sensitivity",
        sum(pair.judged >= 0.5 for pair in positive),
        len(positive),
        "people found none of these answers correct",
    )
    specificity = _share(
        "judge_specificity",
        sum(pair.judged < 0.5 for pair in negative),
        len(negative),
        "people found none of these answers incorrect",
    )
    rest = agreement_figures(pairs, "it judged no answer that people decided")
    return JudgeReport(judge, confusion(pairs), (sensitivity, specificity, *rest))


def calibration_of(report: JudgeReport) -> JudgeCalibration | str:
    """What corrects accuracy, from a judge's report; or why nothing can be corrected."""
    sensitivity, specificity = report.figure("judge_sensitivity"), report.figure("judge_specificity")
    for figure in (sensitivity, specificity):
        if figure.value is None:
            return f"{figure.label.lower()} is undefined: {figure.undefined}"
    return checked_calibration(
        sensitivity.value or 0.0, specificity.value or 0.0, sensitivity.n, specificity.n
    )


def checked_calibration(
    sensitivity: float, specificity: float, n_positives: int, n_negatives: int
) -> JudgeCalibration | str:
    """The calibration, or why it corrects nothing."""
    try:
        return JudgeCalibration(sensitivity, specificity, n_positives, n_negatives)
    except ValueError as problem:
        return str(problem)


def accuracy_as_judged(item_scores: Sequence[float], n_unjudged: int) -> Figure:
    """Mean score over items, one number an item; undefined while the judge has not scored everything."""
    key, n = "accuracy_as_judged", len(item_scores)
    if n == 0:
        return _figure(key, None, 0, "there are no items", "items")
    if n_unjudged:
        return _figure(key, None, n, f"{n_unjudged} answers wait for this judge", "items")
    scores = np.array(item_scores, dtype=np.float64)
    interval = wilson_of_equals(scores)
    if interval is None and n > 1:
        interval = percentile_interval(resampled_sums(scores.reshape(-1, 1))[:, 0] / n)
    return replace(_figure(key, float(scores.mean()), n, n_unit="items"), interval=interval)


def corrected_figure(raw: Figure, calibration: JudgeCalibration | str) -> Figure:
    """Rogan-Gladen accuracy with the full interval; the public scorer's narrower one is in the notes."""
    key = "accuracy_bias_corrected"
    if raw.value is None:
        return _figure(key, None, raw.n, raw.undefined or "", "items")
    if isinstance(calibration, str):
        return _figure(key, None, raw.n, calibration, "items")
    narrow = official_interval(raw.value, raw.n, calibration)
    notes = (
        f"sensitivity {calibration.sensitivity:.3f} on {calibration.n_positives}, specificity "
        f"{calibration.specificity:.3f} on {calibration.n_negatives} answers",
        *(
            [f"interval with the calibration taken as exact: {narrow.low:.1%} to {narrow.high:.1%}"]
            if narrow
            else []
        ),
    )
    return replace(
        _figure(key, corrected_accuracy(raw.value, calibration), raw.n, n_unit="items"),
        interval=full_interval(raw.value, raw.n, calibration),
        notes=notes,
    )


def _share(key: str, n_alike: int, n: int, if_empty: str) -> Figure:
    if n == 0:
        return _figure(key, None, 0, if_empty)
    return replace(
        _figure(key, n_alike / n, n),
        interval=wilson(n_alike, n),
        numerator=float(n_alike),
        denominator=float(n),
    )


def _figure(key: str, value: float | None, n: int, undefined: str = "", n_unit: str = "answers") -> Figure:
    words = JUDGE_DEFINITIONS[key]
    figure = Figure.of(key, words.label, words, value, n, n_unit)
    return figure if value is not None else replace(figure, undefined=undefined)
