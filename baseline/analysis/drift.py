"""Query drift: how far each query of an attempt lies from the one before. Pure.

The encoder is part of the figure: its name stands beside the value, and values of two encoders are never
compared. The built-in one needs no model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

import numpy as np

from baseline.analysis.definitions import Definition
from baseline.analysis.encoders import CharacterNgrams, Encoder, similarities
from baseline.analysis.intervals import percentile_interval, quotient, resampled_sums, with_interval
from baseline.analysis.records import Figure, Interval
from baseline.analysis.run_rows import AttemptRow, RunRows

DRIFT_DEFINITIONS = {
    "query_drift": Definition(
        "Query drift",
        "ratio",
        "items",
        "How far each query of an attempt lies from the one before: mean of 1 - cosine over consecutive "
        "queries, 0 for the same words and 1 for nothing in common. Attempts with one query have none.",
        "MADQA, query reformulation",
    ),
    "query_drift_at_step": Definition(
        "Query drift at step",
        "ratio",
        "items",
        "1 - cosine of a query and the next one, at one step of the attempts that got so far: step 1 leads "
        "from the first query to the second.",
        "MADQA, query reformulation",
    ),
}
# Few attempts get farther, and an interval over one or two items says nothing.
MOST_STEPS = 10


@dataclass(frozen=True, slots=True)
class Drift:
    """Mean drift of a system, over attempts with two queries or more; None where there is none.

    `n_single` attempts had one query, whose drift is undefined, and are left out.
    """

    value: float | None
    interval: Interval | None
    n: int
    n_items: int
    n_single: int
    encoder: str


def drift_of(queries: Sequence[str], encoder: Encoder) -> float | None:
    """Mean over consecutive queries of 1 - cosine; None for fewer than two."""
    if len(queries) < 2:
        return None
    return float(np.mean(1 - similarities(encoder, list(pairwise(queries)))))


def mean_drift(run: RunRows, encoder: Encoder) -> Drift:
    """A system's drift: attempts averaged on their item first, then over items; bootstrap over items."""
    asked = [(row.attempt.item_id, queries_of(row)) for row in run.rows]
    n_single = sum(len(queries) == 1 for _, queries in asked)
    several = [(item_id, list(pairwise(queries))) for item_id, queries in asked if len(queries) > 1]
    steps = 1 - similarities(encoder, [pair for _, pairs in several for pair in pairs])
    by_item: dict[str, list[float]] = {}
    at = 0
    for item_id, pairs in several:
        by_item.setdefault(item_id, []).append(float(steps[at : at + len(pairs)].mean()))
        at += len(pairs)
    if not by_item:
        return Drift(None, None, 0, 0, n_single, encoder.name)
    return Drift(
        value=fmean(map(fmean, by_item.values())),
        interval=_over_items([by_item], run)[0],
        n=sum(map(len, by_item.values())),
        n_items=len(by_item),
        n_single=n_single,
        encoder=encoder.name,
    )


def _over_items(steps: Sequence[Mapping[str, Sequence[float]]], run: RunRows) -> list[Interval | None]:
    """Intervals of means over items of the mean on each; None for a single item. One resampling for all."""
    if all(len(by_item) < 2 for by_item in steps):
        return [None] * len(steps)
    # Over all items, as every other figure: so all of them see the same resamples.
    means = [
        [cell for by_item in steps for cell in ((fmean(by_item[one]), 1.0) if one in by_item else (0.0, 0.0))]
        for one in run.item_ids
    ]
    drawn = resampled_sums(np.array(means))
    return [
        percentile_interval(quotient(drawn[:, at], drawn[:, at + 1])) if len(by_item) > 1 else None
        for at, by_item in zip(range(0, 2 * len(steps), 2), steps, strict=True)
    ]


def encoder_of(runs: Sequence[RunRows]) -> CharacterNgrams:
    """The built-in encoder over every query of these systems, so that their values can be compared."""
    return CharacterNgrams([text for run in runs for row in run.rows for text in queries_of(row)])


def drift_figure(run: RunRows, encoder: Encoder) -> Figure:
    """The drift of a system as a figure; its notes name the encoder, and count what is left out."""
    drift = mean_drift(run, encoder)
    single = f"{drift.n_single} with one query are left out" if drift.n_single else ""
    undefined = None
    if drift.value is None:
        undefined = "undefined: no attempt has two queries"
    words = DRIFT_DEFINITIONS["query_drift"]
    figure = Figure.of("query_drift", words.label, words, drift.value, drift.n, "attempts")
    notes = (f"Encoder: {drift.encoder}", *([single] if single else []))
    return with_interval(replace(figure, undefined=undefined, notes=notes), drift.interval, drift.n_items)


def drift_by_step(run: RunRows, encoder: Encoder) -> list[Figure]:
    """`query_drift_at_step@1` and on, while some attempt gets so far, at most `MOST_STEPS`.

    A step is averaged over the attempts that took it: fewer and harder ones at each further step.
    """
    steps = [
        (number, row.attempt.item_id, pair)
        for row in run.rows
        for number, pair in enumerate(pairwise(queries_of(row)[: MOST_STEPS + 1]), 1)
    ]
    drifts = 1 - similarities(encoder, [pair for _, _, pair in steps])
    by_step: dict[int, dict[str, list[float]]] = {}
    for (number, item_id, _), drift in zip(steps, drifts, strict=True):
        by_step.setdefault(number, {}).setdefault(item_id, []).append(float(drift))
    intervals = _over_items([by_step[number] for number in sorted(by_step)], run)
    return [
        _at_step(number, by_step[number], interval, encoder)
        for number, interval in zip(sorted(by_step), intervals, strict=True)
    ]


def _at_step(
    number: int, by_item: Mapping[str, Sequence[float]], interval: Interval | None, encoder: Encoder
) -> Figure:
    words = DRIFT_DEFINITIONS["query_drift_at_step"]
    value, n = fmean(map(fmean, by_item.values())), sum(map(len, by_item.values()))
    figure = Figure.of(
        f"query_drift_at_step@{number}", f"{words.label} {number}", words, value, n, "attempts"
    )
    noted = replace(figure, notes=(f"Encoder: {encoder.name}",))
    return with_interval(noted, interval, len(by_item))


class Step(NamedTuple):
    """From one query of an attempt to the next; `step` counts from 1."""

    attempt_id: str | None
    item_id: str
    step: int
    before: str
    after: str
    drift: float


def farthest_steps(run: RunRows, encoder: Encoder, most: int) -> list[Step]:
    """The steps of a system that went farthest, the farthest first; equal ones in the order of the run."""
    steps = [
        (row, number, pair) for row in run.rows for number, pair in enumerate(pairwise(queries_of(row)), 1)
    ]
    drifts = 1 - similarities(encoder, [pair for _, _, pair in steps])
    order = np.argsort(-drifts, kind="stable")[:most]
    return [
        Step(row.attempt.attempt_id, row.attempt.item_id, number, *pair, float(drifts[at]))
        for at, (row, number, pair) in ((int(at), steps[int(at)]) for at in order)
    ]


def queries_of(row: AttemptRow) -> list[str]:
    """The texts of an attempt's queries, in order."""
    return [step.text for step in row.attempt.searches or ()]
