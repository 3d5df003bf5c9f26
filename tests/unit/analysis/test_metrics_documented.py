"""docs/metrics.md describes every figure, and nothing that is not one."""

from __future__ import annotations

import re
from pathlib import Path

from baseline.analysis.definitions import DEFINITIONS, definition_of, label_of
from baseline.analysis.drift import DRIFT_DEFINITIONS
from baseline.analysis.gaps import GAP_DEFINITIONS
from baseline.analysis.judge_calibration import JUDGE_DEFINITIONS
from baseline.analysis.report import score_run
from tests.unit.analysis.metrics_makers import attempt, gold

DOCS = (Path(__file__).parents[3] / "docs" / "metrics.md").read_text(encoding="utf-8")


def test_every_figure_of_a_report_has_a_definition_and_every_definition_a_figure():
    item = [gold("q", "yes", "a:1")]
    report = score_run(item, [attempt("q", hits=(("a:1",),))])
    judged = score_run(item, [attempt("q", "no", verdict=0.5)], "harness")
    figures = [*report.figures, *judged.figures]
    assert {figure.key.partition("@")[0] for figure in figures} == set(DEFINITIONS)
    for figure in figures:
        assert figure.definition == definition_of(figure.key).definition
        assert figure.source
        assert figure.label


def test_every_figure_is_documented():
    documented = set(re.findall(r"^### `([a-z0-9_]+)(?:@[a-z]+)?`", DOCS, flags=re.MULTILINE))
    assert documented == set(DEFINITIONS) | set(DRIFT_DEFINITIONS) | set(GAP_DEFINITIONS) | set(
        JUDGE_DEFINITIONS
    )


def test_every_documented_figure_has_unit_n_interval_and_source():
    sections = re.split(r"^### ", DOCS, flags=re.MULTILINE)[1:]
    for section in sections:
        text = section.partition("\n## ")[0]
        for word in ("Unit:", "N:", "Interval:", "Source:"):
            assert word in text, (section.splitlines()[0], word)


def test_labels_carry_their_parameter():
    assert label_of("accuracy_at_step_limit@3") == "Accuracy at step limit, n = 3"
    assert label_of("first_query_retrieval@document_any") == "First-query retrieval, document any"
    assert label_of("accuracy") == "Accuracy"
