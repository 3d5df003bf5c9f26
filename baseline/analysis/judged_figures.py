"""What the public scorer prints when a judge is asked: two more readings of the same scores. Pure."""

from __future__ import annotations

from dataclasses import replace

from baseline.analysis.averages import described
from baseline.analysis.bias_correction import JudgeCalibration, corrected_accuracy, official_interval
from baseline.analysis.intervals import official_normal
from baseline.analysis.records import Figure
from baseline.analysis.run_rows import RunRows

# How the public scorer's own judge agreed with people. Source: MADQA eval/metrics.py.
PUBLIC_JUDGE = JudgeCalibration(sensitivity=0.98, specificity=1.0, n_positives=152, n_negatives=48)


def judged_figures(run: RunRows) -> tuple[Figure, ...]:
    """Share correct and corrected accuracy, in `harness` mode where a verdict counts; else none."""
    scores = [row.score for row in run.rows if row.score is not None]
    if run.mode != "harness" or not any(score.source == "verdict" for score in scores):
        return ()
    n = len(scores)
    n_correct, mean = sum(score.is_correct for score in scores), sum(score.score for score in scores) / n
    share = described("share_correct", n_correct / n, None, n, "attempts")
    corrected = described("accuracy_corrected", corrected_accuracy(mean, PUBLIC_JUDGE), None, n, "attempts")
    return (
        replace(
            share,
            interval=official_normal(n_correct / n, n),
            numerator=float(n_correct),
            denominator=float(n),
        ),
        replace(corrected, interval=official_interval(mean, n, PUBLIC_JUDGE)),
    )


def verdict_notes(run: RunRows) -> list[str]:
    """How many verdicts `harness` mode did not use."""
    if run.mode != "harness":
        return []
    n = sum(
        row.attempt.verdict is not None and row.score is not None and row.score.source != "verdict"
        for row in run.rows
    )
    what = "not used: the public scorer asks no judge about an answer that is exact, empty or too long"
    return [f"{n} {'verdict' if n == 1 else 'verdicts'} {what}"] if n else []
