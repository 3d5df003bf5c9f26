"""Tables of the research pages: a reason where there is no value, and texts letter for letter."""

from __future__ import annotations

import pytest

from baseline.analysis.gaps import gap_report
from baseline.analysis.left_out import NOTHING, LeftOut
from baseline.analysis.report import score_run
from baseline.analysis.robustness import Variant, robust_rows
from pages.research.gap_table import gap_html
from pages.research.live_table import ago
from pages.research.robust_table import robust_html
from tests.unit.analysis.metrics_makers import attempt, gold

ITEMS = [gold("q1", "yes", "a:1"), gold("q2", "yes", "a:1")]


def test_a_gap_has_its_n_interval_and_definition() -> None:
    search = score_run(ITEMS, [attempt("q1", "no"), attempt("q2", "yes")])
    given = score_run(ITEMS, [attempt("q1", "yes"), attempt("q2", "yes")])
    table = gap_html([gap_report("<b>People</b>", ("search", search), ("oracle", given))])
    assert "&lt;b&gt;People&lt;/b&gt;: search, oracle" in table
    assert "50.0 %" in table
    assert "0.0 to 100.0, N = 2 items" in table
    assert "what is lost because the pages were not found" in table


def test_without_a_pair_the_table_says_why() -> None:
    search, given = score_run(ITEMS, [attempt("q1")]), score_run(ITEMS, [attempt("q2")])
    table = gap_html([gap_report("People", ("search", search), ("oracle", given))])
    assert table.count("undefined: no item has a finished attempt under both conditions") == 4
    assert "nan" not in table.lower()


def test_a_rule_that_leaves_nothing_says_so_and_a_rate_of_nobody_is_no_nought() -> None:
    records = [attempt("q1", n=0, attempt_id="a1", participant="p1")]
    variants = [
        Variant("nothing", "Nothing excluded", NOTHING),
        Variant("rule:x", "Participants < 50 %", LeftOut(participants=frozenset({"p1"}))),
    ]
    table = robust_html(robust_rows(ITEMS[:1], {"People": records}, [], variants))
    assert "Participants &lt; 50 %" in table
    assert "1 attempt count, 0 left out" not in table
    assert table.count("nothing is left") == 6
    assert "n/a (0 attempts searched)" in table


@pytest.mark.parametrize(
    ("passed_ms", "words"),
    [
        (None, "none yet"),
        (-5, "0 s ago"),
        (59_999, "59 s ago"),
        (60_000, "1 min ago"),
        (3_600_000, "1 h ago"),
        (48 * 3_600_000, "2 days ago"),
    ],
)
def test_how_long_ago(passed_ms: int | None, words: str) -> None:
    assert ago(None if passed_ms is None else 10**12 - passed_ms, 10**12) == words
