"""Every figure of two systems on the same items, and the first minus the second with its interval. Pure.

Differences are paired: both systems see the same resamples of items, so what makes an item hard for both
cancels out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from baseline.analysis.averages import Sums, Wanted, sums_of
from baseline.analysis.definitions import definition_of, label_of
from baseline.analysis.effort import (
    effort_means,
    effort_ratio,
    kuiper_scale,
    kuiper_undefined,
    official_kuiper,
    permutation_test,
    tie_safe_kuiper,
)
from baseline.analysis.effort_figures import why_no_ratio
from baseline.analysis.effort_resamples import RESAMPLED, EffortSample, effort_draws, effort_sample
from baseline.analysis.figure_plan import (
    attribution_figures,
    cascade_figures,
    correctness_figures,
    search_figures,
    time_figures,
)
from baseline.analysis.intervals import (
    Floats,
    percentile_interval,
    quotient,
    resampled_statistic,
    resampled_sums,
)
from baseline.analysis.panel import SystemRun
from baseline.analysis.records import FigureUnit, Interval

NOT_AGENTIC = "not agentic: no effort figures"
NOT_SUBTRACTED = "p values are not subtracted; compare K / sigma"


class Side(NamedTuple):
    """One system's figure: its value, or why there is none, and what it rests on."""

    value: float | None
    n: int
    why: str | None = None


class Difference(NamedTuple):
    """One figure of both and the first minus the second, with a paired 95 % interval.

    `difference` is None where `why` says so. `note` is what must be known to read it.
    """

    key: str
    label: str
    unit: FigureUnit
    n_unit: str
    first: Side
    second: Side
    difference: float | None
    interval: Interval | None
    why: str | None = None
    note: str = ""


def differences(first: SystemRun, second: SystemRun) -> list[Difference]:
    """Every figure of two systems that have rows for the same items.

    Whoever never searched by itself has no effort figures, so there is nothing of that to compare.
    """
    found = _of_means(first, second)
    if "non_agentic" not in {first.kind, second.kind}:
        found += _of_effort(first, second)
    return [_told(one, first.name, second.name) for one in found]


def _told(one: Difference, first: str, second: str) -> Difference:
    """Who it is that a figure is undefined of."""
    sides = [(first, one.first), (second, one.second)]
    reasons = [f"{name}: {side.why}" for name, side in sides if side.why is not None]
    return one._replace(why="; ".join(reasons)) if reasons else one


def _plan(system: SystemRun) -> dict[str, Wanted]:
    run = system.run
    plans: list[list[Wanted]] = [correctness_figures(run), attribution_figures()]
    if system.kind != "non_agentic":
        plans.append(search_figures(run))
    plans += [cascade_figures(), time_figures(run)]
    return {one.key: one for plan in plans for one in plan}


def _paired_plans(first: SystemRun, second: SystemRun) -> list[tuple[str, Wanted, Wanted]]:
    """Each figure with how either system computes it, in the order of a report."""
    ours, theirs = _plan(first), _plan(second)
    both = {key.partition("@")[0] for key in ours} & {key.partition("@")[0] for key in theirs}
    keys = [key for key in _merged(ours, theirs) if key.partition("@")[0] in both]
    return [(key, _at_or_below(ours, key), _at_or_below(theirs, key)) for key in keys]


def _merged(ours: Iterable[str], theirs: Iterable[str]) -> list[str]:
    """The keys of both; where one goes further in a family (more steps), the rest follows in its place."""
    longer = list(theirs)
    families = dict.fromkeys(key.partition("@")[0] for key in [*ours, *longer])
    keys = dict.fromkeys([*ours, *longer])
    return [key for family in families for key in keys if key.partition("@")[0] == family]


def _at_or_below(plan: dict[str, Wanted], key: str) -> Wanted:
    """Who never took more than three steps has with five what it has with three."""
    if key in plan:
        return plan[key]
    base, _, parameter = key.partition("@")
    family = [one for one in plan.values() if one.key.partition("@")[0] == base]
    below = [one for one in family if int(one.key.partition("@")[2]) <= int(parameter)]
    return (below or family)[-1]


def _of_means(first: SystemRun, second: SystemRun) -> list[Difference]:
    plans = _paired_plans(first, second)
    sums = [
        (sums_of(first.run, key, ours.value), sums_of(second.run, key, theirs.value))
        for key, ours, theirs in plans
    ]
    samples = _resampled(sums) if len(first.run.item_ids) > 1 else None
    found = []
    for at, (key, ours, theirs) in enumerate(plans):
        one, other = sums[at]
        found.append(
            _difference(
                key,
                _side(key, one, ours),
                _side(key, other, theirs),
                None if samples is None else samples[:, 2 * at] - samples[:, 2 * at + 1],
                label=ours.label or theirs.label,
            )
        )
    gap = _query_gap({key: at for at, (key, _, _) in enumerate(plans)}, found, samples)
    return [*found, *gap]


def _resampled(sums: list[tuple[Sums, Sums]]) -> Floats:
    """The figures of both systems in each resample, (draws, 2 figures): all from one set of resamples."""
    flat = [one for pair in sums for one in pair]
    # Most figures rest on the same items: weights that are alike are drawn once.
    weights = {one.denominators.tobytes(): one.denominators for one in flat}
    places = {key: at for at, key in enumerate(weights)}
    drawn = resampled_sums(np.column_stack([*weights.values(), *(one.numerators for one in flat)]))
    denominators = drawn[:, [places[one.denominators.tobytes()] for one in flat]]
    return quotient(drawn[:, len(weights) :], denominators)


def _side(key: str, sums: Sums, wanted: Wanted) -> Side:
    if sums.n_rows == 0:
        return Side(None, 0, wanted.if_empty)
    per_items = definition_of(key).base == "items"
    return Side(sums.value, int(np.count_nonzero(sums.denominators)) if per_items else sums.n_rows)


def _query_gap(at: dict[str, int], found: list[Difference], samples: Floats | None) -> list[Difference]:
    """Single minus multi, of the first minus of the second."""
    if "single_query_accuracy" not in at or "multi_query_accuracy" not in at:
        return []
    single, multi = at["single_query_accuracy"], at["multi_query_accuracy"]
    ours = _gap_side(found[single].first, found[multi].first)
    theirs = _gap_side(found[single].second, found[multi].second)
    drawn = None
    if samples is not None:
        of_ours = samples[:, 2 * single] - samples[:, 2 * multi]
        drawn = of_ours - (samples[:, 2 * single + 1] - samples[:, 2 * multi + 1])
    return [_difference("query_accuracy_gap", ours, theirs, drawn)]


def _gap_side(single: Side, multi: Side) -> Side:
    if single.value is None or multi.value is None:
        return Side(None, 0, "n/a: needs attempts with one query and attempts with several")
    return Side(single.value - multi.value, single.n + multi.n)


def _of_effort(first: SystemRun, second: SystemRun) -> list[Difference]:
    """K in both readings, K / sigma, p and the effort ratio, from one set of resamples."""
    ours, theirs = effort_sample(first.run), effort_sample(second.run)
    of_ours, of_theirs = effort_draws(ours), effort_draws(theirs)
    n_items = len(first.run.item_ids)
    drawn = None
    if n_items > 1:
        drawn = resampled_statistic(n_items, lambda how_often: of_ours(how_often) - of_theirs(how_often))
    sides = _effort_sides(ours), _effort_sides(theirs)
    found = []
    for key in ("kuiper_tie_safe", "kuiper_over_sigma", "kuiper_p", "kuiper_official", "effort_ratio"):
        one, other = sides[0][key], sides[1][key]
        column = None if drawn is None or key == "kuiper_p" else drawn[:, RESAMPLED.index(key)]
        found.append(_difference(key, one, other, column))
    return [_read_with_care(one) for one in found]


def _effort_sides(sample: EffortSample) -> dict[str, Side]:
    outcomes = sample.outcomes
    n, reason = len(outcomes), kuiper_undefined(outcomes)
    why = f"undefined: {reason}" if reason else None
    tie_safe, ratio, test = tie_safe_kuiper(outcomes), effort_ratio(outcomes), permutation_test(outcomes)
    no_ratio = why_no_ratio(n, nothing_right=effort_means(outcomes).right is None)
    return {
        "kuiper_tie_safe": Side(tie_safe, n, why),
        "kuiper_over_sigma": Side(None if tie_safe is None else tie_safe / kuiper_scale(outcomes), n, why),
        "kuiper_p": Side(test.p if test else None, n, why),
        "kuiper_official": Side(official_kuiper(outcomes), n, why),
        "effort_ratio": Side(ratio, n, None if ratio is not None else no_ratio),
    }


def _read_with_care(one: Difference) -> Difference:
    if one.difference is None:
        return one
    if one.key == "kuiper_p":
        return one._replace(difference=None, interval=None, why=NOT_SUBTRACTED)
    if one.key in {"kuiper_tie_safe", "kuiper_official"} and one.first.n != one.second.n:
        sizes = f"K grows with N, here {one.first.n} and {one.second.n}: compare K / sigma"
        return one._replace(note=sizes)
    return one


def _difference(
    key: str, first: Side, second: Side, drawn: Floats | None, label: str | None = None
) -> Difference:
    difference = None if first.value is None or second.value is None else first.value - second.value
    definition = definition_of(key)
    return Difference(
        key=key,
        label=label or label_of(key),
        unit=definition.unit,
        n_unit="items" if definition.base == "items" else "attempts",
        first=first,
        second=second,
        difference=difference,
        interval=None if drawn is None or difference is None else percentile_interval(drawn),
    )
