"""Every vector computed with the public harness."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baseline.analysis.attribution import official_scores
from baseline.analysis.bias_correction import JudgeCalibration, corrected_accuracy, official_interval
from baseline.analysis.cascade import hop_type
from baseline.analysis.correctness import anls_star
from baseline.analysis.effort import (
    EffortOutcome,
    difference_curve,
    effort_means,
    official_effort_ratio,
    official_kuiper,
)
from baseline.analysis.records import AttemptRecord, RawCitation
from db.models import PageRef

VECTORS = json.loads(
    (Path(__file__).parents[2] / "reference" / "madqa_vectors.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("vector", VECTORS["anls"], ids=range(len(VECTORS["anls"])))
def test_anls_star_equals_the_vector(vector):
    answer = [vector["pred"]] if isinstance(vector["pred"], str) else vector["pred"] or []
    variants = [[one] if isinstance(one, str) else one for one in vector["gold"]]
    assert anls_star(answer, variants, "harness") == pytest.approx(vector["anls"], abs=5e-7)


@pytest.mark.parametrize("level", ["page", "document"])
@pytest.mark.parametrize("vector", VECTORS["citation"], ids=range(len(VECTORS["citation"])))
def test_official_attribution_equals_the_vector(vector, level):
    raw = tuple(RawCitation(c.get("file") or c.get("document"), c.get("page")) for c in vector["pred"])
    attempt = AttemptRecord("S", "q", (), (), None, raw_citations=raw)
    scores = official_scores(attempt, [PageRef(**one) for one in vector["gold"]], level)
    expected = {key: vector[level][key] for key in ("precision", "recall", "f1")}
    assert scores._asdict() == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize("vector", VECTORS["kuiper"], ids=range(len(VECTORS["kuiper"])))
def test_official_kuiper_equals_the_vector(vector):
    rows = [EffortOutcome(e, bool(y)) for e, y in vector["rows_in_file_order"] if e > 0]
    value = official_kuiper(rows)
    assert len(rows) == vector["n_samples"]
    assert sum(row.correct for row in rows) / len(rows) == pytest.approx(vector["y_bar"])
    assert (value is None) == vector["degenerate"]
    assert value == pytest.approx(vector["kuiper_stat"])


@pytest.mark.parametrize("vector", [v for v in VECTORS["kuiper"] if not v["degenerate"]])
def test_difference_curve_has_the_extremes_of_the_vector(vector):
    rows = [EffortOutcome(e, bool(y)) for e, y in vector["rows_in_file_order"] if e > 0]
    curve = [point.difference for point in difference_curve(rows, "file_order")[1:]]
    assert max(curve) == pytest.approx(vector["max_positive"], abs=1e-9)
    assert min(curve) == pytest.approx(vector["max_negative"], abs=1e-9)


@pytest.mark.parametrize("vector", VECTORS["wasted"], ids=range(len(VECTORS["wasted"])))
def test_official_effort_ratio_equals_the_vector(vector):
    rows = [EffortOutcome(e, bool(y)) for e, y in vector["rows"] if e > 0]
    means = effort_means(rows)
    assert official_effort_ratio(rows) == pytest.approx(vector["ratio"], abs=5e-7)
    assert means.right == pytest.approx(vector["mean_steps_correct"], abs=5e-7)
    assert (means.wrong or 0.0) == pytest.approx(vector["mean_steps_incorrect"], abs=5e-7)


@pytest.mark.parametrize("vector", VECTORS["aggregate"], ids=lambda v: v["scores"])
def test_corrected_accuracy_equals_the_vector(vector):
    judge = JudgeCalibration(vector["q1"], vector["q0"], n_positives=152, n_negatives=48)
    interval = official_interval(vector["raw_score"], vector["n_samples"], judge)
    assert corrected_accuracy(vector["raw_score"], judge) == pytest.approx(vector["adjusted_score"], abs=5e-7)
    assert (interval.low, interval.high) == pytest.approx((vector["ci_lower"], vector["ci_upper"]), abs=5e-7)


@pytest.mark.parametrize("vector", VECTORS["hop"], ids=range(len(VECTORS["hop"])))
def test_hop_type_equals_the_vector(vector):
    assert hop_type([PageRef(**one) for one in vector["evidence"]]) == vector["hop_type"]


def test_every_family_of_vectors_is_tested():
    assert set(VECTORS) == {"made_by", "anls", "citation", "kuiper", "wasted", "aggregate", "hop"}
