"""Figures without what is left out, and under each variant."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baseline.analysis.left_out import NOTHING, LeftOut, kept_items, score_kept
from baseline.analysis.report import score_run
from baseline.analysis.robustness import HEADLINE, Pair, Variant, robust_rows
from tests.unit.analysis.metrics_makers import attempt, gold

ITEMS = [gold("q1", "yes", "a:1"), gold("q2", "yes", "a:1"), gold("q3", "yes", "a:1")]


def one(item_id: str, answer: str, who: str = "p1", system: str = "People"):
    return attempt(
        item_id,
        answer,
        n=1,
        cites=("a:1",),
        attempt_id=f"{system}-{who}-{item_id}",
        participant=who,
        system=system,
    )


def test_an_item_of_which_every_attempt_is_left_out_is_left_out_itself():
    # q1 right; q2 wrong and excluded; q3 was given to nobody yet and scores 0: 1/2, not 1/3 and not 1/1.
    records = [one("q1", "yes"), one("q2", "no")]
    report = score_kept(ITEMS, records, LeftOut(attempts=frozenset({"People-p1-q2"})))
    assert report.figure("accuracy").value == pytest.approx(1 / 2)
    assert report.figure("accuracy").n == 2
    assert report.notes[:2] == (
        "1 of 2 attempts excluded: left out of every figure",
        "1 of 3 items have excluded attempts only: left out of every figure",
    )


def test_an_item_that_somebody_else_answered_stays():
    records = [one("q1", "no", "p1"), one("q1", "yes", "p2")]
    without = LeftOut(participants=frozenset({"p1"}))
    assert kept_items(ITEMS, records, without) == ITEMS
    assert score_kept(ITEMS[:1], records, without).figure("accuracy").value == 1


def test_nothing_left_is_an_error_for_the_caller():
    with pytest.raises(ValueError, match="everything of this system is left out"):
        score_kept(ITEMS, [one("q1", "yes")], LeftOut(participants=frozenset({"p1"})))


def test_headline_figures_are_those_of_the_whole_report():
    records = [one("q1", "yes"), one("q2", "no")]
    whole, part = score_run(ITEMS, records), score_run(ITEMS, records, keys=frozenset(HEADLINE))
    assert [part.figure(key) for key in HEADLINE] == [whole.figure(key) for key in HEADLINE]


def test_every_variant_has_a_row_with_its_n_and_interval():
    search = [one("q1", "yes", system="People · search"), one("q2", "no", "p2", "People · search")]
    oracle = [one("q1", "yes", "p2", "People · oracle"), one("q2", "yes", system="People · oracle")]
    variants = [
        Variant("nothing", "Nothing excluded", NOTHING),
        Variant("rule:fast", "Fast", LeftOut(attempts=frozenset({"People · search-p2-q2"}))),
        Variant("all", "All", LeftOut(participants=frozenset({"p1", "p2"}))),
    ]
    pair = Pair("People", "People · search", "People · oracle", "search", "oracle")
    rows = robust_rows(ITEMS[:2], {"People · search": search, "People · oracle": oracle}, [pair], variants)
    accuracy = {(row.name, row.variant.key): row.figures[0] for row in rows[:6] if row.figures}
    assert accuracy["People · search", "nothing"].value == pytest.approx(1 / 2)
    assert accuracy["People · search", "rule:fast"].value == 1
    assert accuracy["People · search", "rule:fast"].n == 1
    assert accuracy["People · oracle", "rule:fast"].value == 1
    assert all(figure.interval is not None for figure in accuracy.values())
    assert [(row.n_attempts, row.n_excluded) for row in rows[:3]] == [(2, 0), (1, 1), (0, 2)]
    assert rows[2].figures == ()
    gaps = {row.variant.key: row.figures for row in rows[6:]}
    # Without the fast answer q2 has no pair; on q1 both are right.
    assert [figure.value for figure in gaps["nothing"]] == [pytest.approx(1 / 2), 0]
    assert [(figure.value, figure.n) for figure in gaps["rule:fast"]] == [(0, 1), (0, 1)]
    assert gaps["all"] == ()


@settings(max_examples=10)
@given(st.sets(st.integers(min_value=0, max_value=5)))
def test_leaving_out_is_the_same_as_never_having_had(excluded: set[int]):
    records = [one(f"q{1 + n % 3}", "yes" if n % 2 else "no", f"p{n}") for n in range(6)]
    left_out = LeftOut(attempts=frozenset(records[n].attempt_id for n in excluded))
    remaining = [record for n, record in enumerate(records) if n not in excluded]
    if not remaining:
        return
    items = [item for item in ITEMS if item.item_id in {record.item_id for record in remaining}]
    assert score_kept(ITEMS, records, left_out).figures == score_run(items, remaining).figures
