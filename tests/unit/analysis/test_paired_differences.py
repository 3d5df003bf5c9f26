"""Differences of two systems against a plain reference, and what is said where there is none."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baseline.analysis.comparison import compare
from baseline.analysis.complementarity import best_mix, routing_curve, why_no_routing
from baseline.analysis.effort_resamples import effort_draws, effort_sample
from baseline.analysis.intervals import resampled_statistic
from baseline.analysis.overlap import NO_OVERLAP, overlap_of
from baseline.analysis.panel import Panel, SystemAttempts, make_panel
from baseline.analysis.records import AttemptRecord
from db.systems import SystemKind
from tests.reference import plain_paired, plain_panel
from tests.unit.analysis.metrics_makers import attempt, gold

# Attempts of one system: the effort and the outcome on each of six items.
N_ITEMS = 6
ONE_RUN = st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=N_ITEMS, max_size=N_ITEMS)


def records(name: str, rows: list[tuple[int, bool]], **more: object) -> list[AttemptRecord]:
    return [
        attempt(f"i{at}", "yes" if right else "never", system=name, n=effort, **more)
        for at, (effort, right) in enumerate(rows)
    ]


def pair(
    first: list[tuple[int, bool]],
    second: list[tuple[int, bool]],
    kinds: tuple[SystemKind, SystemKind] = ("agent", "agent"),
) -> Panel:
    items = [gold(f"i{at}", "yes", f"a.pdf:{at + 1}") for at in range(len(first))]
    return make_panel(
        items,
        [
            SystemAttempts("A", kinds[0], records("A", first)),
            SystemAttempts("B", kinds[1], records("B", second)),
        ],
    )


@given(ONE_RUN, st.lists(st.lists(st.integers(0, 3), min_size=N_ITEMS, max_size=N_ITEMS), max_size=6))
def test_effort_in_resamples_equals_rows_really_repeated(
    rows: list[tuple[int, bool]], draws: list[list[int]]
) -> None:
    run = pair(rows, rows).systems[0].run
    found = effort_draws(effort_sample(run))(np.array(draws, dtype=np.float64).reshape(-1, N_ITEMS))

    numbered = [(at, effort, right) for at, (effort, right) in enumerate(rows)]
    for times, row in zip(draws, found, strict=True):
        for value, plain in zip(row, plain_paired.effort_figures(numbered, times), strict=True):
            assert (value if np.isfinite(value) else None) == (
                None if plain is None else pytest.approx(plain, abs=1e-9)
            )


@settings(max_examples=5)
@given(ONE_RUN, ONE_RUN)
def test_intervals_of_differences_equal_the_plain_reference(
    first: list[tuple[int, bool]], second: list[tuple[int, bool]]
) -> None:
    found = compare(pair(first, second), "A", "B")
    drawn = resampled_statistic(N_ITEMS, lambda how_often: how_often).astype(int).tolist()

    ours, theirs = ([float(right) for _, right in rows] for rows in (first, second))
    accuracy = found.difference("accuracy")
    plain = plain_paired.middle_95([plain_paired.mean_difference(ours, theirs, times) for times in drawn])
    if plain[0] == plain[1]:
        assert accuracy.interval is None
        return
    assert accuracy.interval is not None
    assert (accuracy.interval.low, accuracy.interval.high) == pytest.approx(plain, abs=1e-9)


def test_kuiper_has_a_paired_interval_of_its_difference() -> None:
    # A fails where it takes long; B fails anywhere. Ten items, five right each.
    first = [(effort, effort <= 5) for effort in range(1, 11)]
    second = [(effort, effort % 2 == 0) for effort in range(1, 11)]
    found = compare(pair(first, second), "A", "B")

    kuiper, scaled = found.difference("kuiper_tie_safe"), found.difference("kuiper_over_sigma")
    # D of A rises by 1/2 five times: 2.5; that of B swings between -1/2 and 0.
    assert (kuiper.first.value, kuiper.second.value) == (pytest.approx(2.5), pytest.approx(0.5))
    assert kuiper.difference == pytest.approx(2.0)
    assert kuiper.interval is not None
    assert kuiper.note == ""
    # sigma = sqrt(10 / 4) for both
    assert scaled.difference == pytest.approx(2.0 / 2.5**0.5)
    assert scaled.interval is not None
    p = found.difference("kuiper_p")
    assert p.first.value is not None
    assert (p.difference, p.why) == (None, "p values are not subtracted; compare K / sigma")
    drawn = effort_draws(effort_sample(pair(first, second).systems[0].run))
    plain = [
        plain_paired.effort_figures([(at, *row) for at, row in enumerate(first)], [1] * 10)[at]
        for at in range(4)
    ]
    assert drawn(np.ones((1, 10)))[0].tolist() == pytest.approx(plain)


def test_kuiper_of_unequal_numbers_says_how_to_read_it() -> None:
    found = compare(pair([(1, True), (2, False), (3, True)], [(0, True), (2, False), (3, True)]), "A", "B")
    assert found.difference("kuiper_tie_safe").note == ("K grows with N, here 3 and 2: compare K / sigma")


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ([(1, True)] * 3, [(1, False), (2, True), (3, True)], "A: undefined: all 3 attempts are correct"),
        ([(1, False)] * 3, [(1, False), (2, True), (3, True)], "A: undefined: all 3 attempts are wrong"),
        (
            [(0, True)] * 3,
            [(0, False)] * 3,
            "A: undefined: no attempt with a known effort above 0; "
            "B: undefined: no attempt with a known effort above 0",
        ),
    ],
)
def test_a_difference_that_is_undefined_names_whose_figure_is(
    first: list[tuple[int, bool]], second: list[tuple[int, bool]], why: str
) -> None:
    kuiper = compare(pair(first, second), "A", "B").difference("kuiper_tie_safe")
    assert (kuiper.difference, kuiper.interval, kuiper.why) == (None, None, why)


def test_who_took_fewer_steps_is_compared_at_every_limit_of_the_other() -> None:
    found = compare(pair([(1, True), (5, True)], [(1, True), (2, False)]), "A", "B")
    limits = [one for one in found.differences if one.key.startswith("accuracy_at_step_limit")]
    assert [one.key.partition("@")[2] for one in limits] == ["0", "1", "2", "3", "4", "5"]
    assert [one.second.value for one in limits] == [0, 0.5, 0.5, 0.5, 0.5, 0.5]


def test_who_is_not_agentic_has_no_kuiper_and_it_is_said() -> None:
    found = compare(pair([(1, True), (2, False)], [(1, True), (2, True)], ("agent", "non_agentic")), "A", "B")
    assert found.without_effort == "B: not agentic: no effort figures"
    with pytest.raises(KeyError):
        found.difference("kuiper_tie_safe")


def test_few_items_do_not_conclude_what_the_exact_test_does_not() -> None:
    # Three of three for A: every resample is +100 points, yet McNemar's p is 2/2^3 = .25.
    found = compare(pair([(1, True)] * 3, [(1, False)] * 3), "A", "B")
    assert found.conclusion.startswith("These items are not enough to call A more accurate than B: ")
    assert "McNemar's exact p is 0.250" in found.conclusion
    # Without width there is no interval, and none is told.
    assert found.difference("accuracy").interval is None
    assert "A is ahead (+100.0 percentage points on every one of 3 items, so there is no interval)" in (
        found.conclusion
    )


def test_the_same_scores_everywhere_conclude_nothing() -> None:
    found = compare(pair([(1, True), (2, False)], [(3, True), (4, False)]), "A", "B")
    assert found.conclusion.startswith(
        "Nothing can be concluded: A and B have the same score on every one of 2"
    )


def test_a_conclusion_about_people_says_that_other_people_may_differ() -> None:
    found = compare(pair([(1, True)] * 20, [(1, False)] * 20, ("people", "agent")), "A", "B")
    assert "other people may differ more than that" in found.conclusion


UNITS = st.lists(st.lists(st.booleans(), min_size=1, max_size=4), min_size=1, max_size=8)


def people_on(units: list[list[bool]]) -> Panel:
    items = [gold(f"i{at}", "yes", f"a.pdf:{at + 1}") for at in range(len(units))]
    answers = [
        attempt(f"i{at}", "yes" if right else f"no {who}", system="People", participant=f"p{who}", n=1)
        for at, unit in enumerate(units)
        for who, right in enumerate(unit)
    ]
    return make_panel(items, [SystemAttempts("People", "people", answers)])


@given(UNITS)
def test_overlap_equals_the_plain_reference(units: list[list[bool]]) -> None:
    found = overlap_of(people_on(units).systems[0])
    several = [unit for unit in units if len(unit) > 1]

    alpha = plain_panel.alpha([["right" if one else "wrong" for one in unit] for unit in several])
    agreeing = plain_paired.agreeing_pairs(several)
    assert found.n_items == len(several)
    assert found.alpha == (None if alpha is None else pytest.approx(float(alpha), abs=1e-9))
    assert found.agreeing == (None if agreeing is None else pytest.approx(float(agreeing)))
    assert (found.alpha is None) == (found.alpha_undefined is not None)


def test_overlap_says_why_it_is_undefined() -> None:
    alone = overlap_of(people_on([[True], [False]]).systems[0])
    assert (alone.undefined, alone.alpha_undefined) == (NO_OVERLAP, NO_OVERLAP)
    alike = overlap_of(people_on([[True, True], [True, True]]).systems[0])
    assert (alike.agreeing, alike.same_answer) == (1.0, 1.0)
    assert alike.alpha_undefined == "undefined: all attempts on these items are correct, agreement 100 %"


def test_two_people_may_be_wrong_in_different_words() -> None:
    # "no 0" and "no 1" differ in one of four letters: ANLS* .75; "yes" and "no 1" share nothing.
    found = overlap_of(people_on([[False, False], [True, False]]).systems[0])
    assert found.agreeing == 0.5
    assert found.same_answer == pytest.approx(0.375)


@given(
    st.lists(
        st.tuples(st.booleans(), st.one_of(st.none(), st.integers(0, 4)), st.booleans()),
        min_size=1,
        max_size=9,
    )
)
def test_routing_equals_the_plain_reference(rows: list[tuple[bool, int | None, bool]]) -> None:
    items = [gold(f"i{at}", "yes", f"a.pdf:{at + 1}") for at in range(len(rows))]
    agent = records("Agent", [(0, right) for right, _, _ in rows])
    agent = [
        attempt(one.item_id, one.answer[0], system="Agent", n=effort)
        for one, (_, effort, _) in zip(agent, rows, strict=True)
    ]
    people = records("People", [(1, right) for _, _, right in rows])
    panel = make_panel(
        items, [SystemAttempts("Agent", "agent", agent), SystemAttempts("People", "people", people)]
    )

    found = routing_curve(panel, "Agent", "People")
    plain = plain_paired.routed(
        [(float(right), effort) for right, effort, _ in rows], [float(right) for _, _, right in rows]
    )
    assert [(one.threshold, one.share, one.accuracy) for one in found] == [
        (threshold, pytest.approx(float(share)), pytest.approx(accuracy))
        for threshold, share, accuracy in plain
    ]
    assert all((one.interval is None) == (len(rows) == 1) for one in found)


def test_the_best_mix_gains_over_the_better_of_the_two() -> None:
    # The agent is right where it searches once; people are right elsewhere, and on one item more.
    agent = [(1, True), (1, True), (4, False), (4, False)]
    people = [(1, False), (1, True), (1, True), (1, True)]
    found = best_mix(routing_curve(pair(agent, people, ("agent", "people")), "A", "B"))
    assert found is not None
    assert (found.point.threshold, found.point.share, found.point.accuracy) == (1.0, 0.5, 1.0)
    assert found.gain == pytest.approx(0.25)


def test_routing_says_why_there_is_none() -> None:
    panel = pair([(1, True)], [(1, True)], ("non_agentic", "people"))
    assert why_no_routing(*panel.systems) == "A is not agentic: it has no effort to route by"
    unknown = make_panel(
        [gold("i0", "yes", "a.pdf:1")],
        [
            SystemAttempts("A", "agent", [attempt("i0", system="A")]),
            SystemAttempts("B", "people", [attempt("i0", system="B")]),
        ],
    )
    assert why_no_routing(*unknown.systems) == "the number of searches of A is not known"
