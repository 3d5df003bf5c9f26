"""Retrieval gap and comprehension gap: worked examples, degenerate input, properties."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baseline.analysis.gaps import GapReport, gap_report
from baseline.analysis.report import score_run
from tests.reference import plain_metrics
from tests.unit.analysis.metrics_makers import attempt, gold

Scores = list[tuple[str, float | None]]


def decomposed(search: Scores, oracle: Scores, n_items: int = 4) -> GapReport:
    """From (item, verdict) pairs under both conditions; None is an attempt that is still open."""
    items = [gold(f"q{number}", "yes", "a:1") for number in range(1, n_items + 1)]

    def report(condition, scores):
        records = [
            replace(
                attempt(
                    item_id,
                    verdict=0.0 if score is None else score,
                    status="open" if score is None else "own",
                    participant=f"p{number}",
                    attempt_id=f"{condition}-{number}",
                ),
                condition=condition,
            )
            for number, (item_id, score) in enumerate(scores)
        ]
        return condition, score_run(items, records, keys=frozenset())

    return gap_report("People", report("search", search), report("oracle", oracle))


def test_worked_example():
    # item          q1   q2   q3   q4    mean
    # search         1    0   .5    0    .375
    # given pages    1    1    1    0    .75
    # difference     0    1   .5    0    .375      1 - given: 0 0 0 1, mean .25
    found = decomposed(
        [("q1", 1), ("q2", 0), ("q3", 0.5), ("q4", 0)], [("q1", 1), ("q2", 1), ("q3", 1), ("q4", 0)]
    )
    values = {figure.key: figure.value for figure in found.figures}
    assert values == {
        "paired_accuracy@search": 0.375,
        "paired_accuracy@oracle": 0.75,
        "retrieval_gap": 0.375,
        "comprehension_gap": 0.25,
    }
    assert {figure.n for figure in found.figures} == {4}
    # One whole failure of four: Wilson. Halves and differences: bootstrap over items.
    comprehension = found.figure("comprehension_gap")
    assert (comprehension.numerator, comprehension.denominator) == (1, 4)
    assert comprehension.interval.method == "wilson"
    # Wilson, p = 1/4, n = 4, z = 1.96: (.25 + 3.8415/8 +- 1.96 sqrt(.25*.75/4 + 3.8415/64)) / (1 + 3.8415/4)
    assert comprehension.interval.low == pytest.approx(0.0456, abs=5e-5)
    assert comprehension.interval.high == pytest.approx(0.6994, abs=5e-5)
    assert found.figure("retrieval_gap").interval.method == "bootstrap"


def test_the_interval_is_that_of_items_drawn_in_pairs():
    # Differences 0 and 1: a resample of two has mean 0, 1/2 or 1, with probability 1/4, 1/2, 1/4.
    found = decomposed([("q1", 1), ("q2", 0)], [("q1", 1), ("q2", 1)])
    interval = found.figure("retrieval_gap").interval
    assert (interval.low, interval.high) == (0, 1)
    # Unpaired, the same four scores would reach below 0: search drawn as (1, 1), the others as 1, 1 at most.
    same = decomposed([("q1", 1), ("q2", 0)], [("q1", 1), ("q2", 0)]).figure("retrieval_gap")
    assert (same.value, same.interval) == (0, None)
    assert "no interval: all resamples alike" in same.notes


def test_several_answers_to_an_item_are_averaged_first():
    found = decomposed([("q1", 1), ("q1", 0), ("q2", 0)], [("q1", 1), ("q2", 1), ("q2", 0)])
    # search: q1 1/2, q2 0 -> 1/4; given: q1 1, q2 1/2 -> 3/4
    assert found.figure("retrieval_gap").value == pytest.approx(1 / 2)
    assert found.figure("comprehension_gap").value == pytest.approx(1 / 4)
    assert found.figure("comprehension_gap").n == 2


def test_an_item_with_an_open_or_no_attempt_under_one_condition_makes_no_pair():
    found = decomposed([("q1", 0), ("q2", 1), ("q3", 1)], [("q1", 1), ("q2", None)])
    gap = found.figure("retrieval_gap")
    assert (gap.value, gap.n, gap.interval) == (1, 1, None)
    assert gap.notes == ("3 items without a pair left out",)


def test_without_a_pair_every_figure_says_why_it_has_no_value():
    for figure in decomposed([("q1", 1)], [("q2", 1)]).figures:
        assert figure.value is None
        assert figure.interval is None
        assert figure.undefined == "undefined: no item has a finished attempt under both conditions"
        assert figure.n == 0


def test_an_expired_attempt_makes_a_pair_and_scores_nothing():
    items = [gold("q1", "yes", "a:1")]
    search = score_run(items, [attempt("q1", "", status="expired")])
    oracle = score_run(items, [attempt("q1", "yes")])
    found = gap_report("People", ("search", search), ("oracle", oracle))
    assert found.figure("retrieval_gap").value == 1


scores = st.lists(
    st.tuples(st.sampled_from(["q1", "q2", "q3", "q4"]), st.sampled_from([0.0, 0.5, 1.0, None])), max_size=10
)


@settings(max_examples=15)
@given(scores, scores, st.randoms())
def test_gaps_add_up_and_no_order_matters(search: Scores, oracle: Scores, chance: random.Random):
    found = decomposed(search, oracle)
    values = {figure.key: figure.value for figure in found.figures}
    plain = plain_metrics.gaps(search, oracle)
    if plain is None:
        assert set(values.values()) == {None}
        return
    assert values["retrieval_gap"] == pytest.approx(float(plain[0]))
    assert values["comprehension_gap"] == pytest.approx(float(plain[1]))
    missing = 1 - values["paired_accuracy@search"]
    assert values["retrieval_gap"] + values["comprehension_gap"] == pytest.approx(missing)
    for figure in found.figures:
        if figure.interval is not None:
            assert -1 <= figure.interval.low <= figure.interval.high <= 1
    again = decomposed(chance.sample(search, len(search)), chance.sample(oracle, len(oracle)))
    for one, other in zip(found.figures, again.figures, strict=True):
        assert one.value == pytest.approx(other.value)
        assert (one.interval is None) == (other.interval is None)
        if one.interval is not None:
            assert one.interval.low == pytest.approx(other.interval.low)
            assert one.interval.high == pytest.approx(other.interval.high)
