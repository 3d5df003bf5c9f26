"""The table of systems: text stays text, and what is undefined says why."""

from __future__ import annotations

from baseline.analysis.report import score_run
from pages.research.leaderboard import COLUMNS, leaderboard_html
from tests.unit.analysis.metrics_makers import attempt, gold


def test_a_name_from_a_file_stays_text() -> None:
    hostile = attempt("q1", "yes", system="<img src=x onerror=alert(1)>\u202e", hits=())
    html = leaderboard_html([score_run([gold("q1", "yes", "a.pdf:1")], [hostile])])
    assert "<img" not in html
    assert "&lt;img src=x onerror=alert(1)&gt;" in html
    assert "\u202e" not in html


def test_every_column_has_its_definition_and_undefined_its_reason() -> None:
    html = leaderboard_html([score_run([gold("q1", "yes", "a.pdf:1")], [])])
    assert html.count('<th scope="col" title="') == len(COLUMNS)
    assert 'title="no attempt is finished yet">–<small>undefined</small>' in html
    assert "nan" not in html.lower()


def test_value_stands_above_its_interval() -> None:
    golds = [gold(f"q{n}", "yes", "a.pdf:1") for n in range(4)]
    attempts = [attempt(f"q{n}", "yes" if n else "no", hits=()) for n in range(4)]
    html = leaderboard_html([score_run(golds, attempts)])
    # Three of four, Wilson.
    assert "<td>75.0 %<small>30.1 to 95.4</small></td>" in html
