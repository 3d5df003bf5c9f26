"""Accuracy corrected for a judge that is sometimes wrong (Rogan-Gladen)."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from baseline.analysis.intervals import Z95
from baseline.analysis.records import Interval


@dataclass(frozen=True, slots=True)
class JudgeCalibration:
    """How often the judge agrees with the truth, and on how many answers that was measured.

    `sensitivity` (q1) over `n_positives`, `specificity` (q0) over `n_negatives`. Raises ValueError
    when one of them is no share, or the judge is no better than chance (q0 + q1 <= 1).
    """

    sensitivity: float
    specificity: float
    n_positives: int
    n_negatives: int

    def __post_init__(self) -> None:
        if not (0 <= self.sensitivity <= 1 and 0 <= self.specificity <= 1):
            raise ValueError(
                f"sensitivity {self.sensitivity} and specificity {self.specificity} are shares, from 0 to 1"
            )
        if self.discrimination <= 0:
            raise ValueError(
                f"a judge with sensitivity {self.sensitivity} and specificity {self.specificity} is no "
                "better than chance: nothing can be corrected"
            )

    @property
    def discrimination(self) -> float:
        """J = q0 + q1 - 1."""
        return self.specificity + self.sensitivity - 1


def corrected_accuracy(mean_score: float, judge: JudgeCalibration) -> float:
    """Theta = clip((p + q0 - 1) / (q0 + q1 - 1), 0, 1).

    `mean_score` is over all assigned items. Unit: share. Source: Rogan and Gladen (1978); arXiv
    2511.21140; MADQA, section 3.1.
    """
    theta = (mean_score + judge.specificity - 1) / judge.discrimination
    return min(1.0, max(0.0, theta))


def official_interval(mean_score: float, n: int, judge: JudgeCalibration) -> Interval | None:
    """Theta +- z SE with SE = sqrt(p(1-p)/n) / J, clipped to [0, 1]: calibration taken as exact.

    None when n = 0. Source: MADQA eval/metrics.py.
    """
    if n <= 0:
        return None
    p = mean_score
    return _around(corrected_accuracy(p, judge), sqrt(p * (1 - p) / n) / judge.discrimination)


def full_interval(mean_score: float, n: int, judge: JudgeCalibration) -> Interval | None:
    """The interval that also carries the noise of the calibration.

    SE^2 = [p(1-p)/n + (1-theta)^2 q0(1-q0)/m0 + theta^2 q1(1-q1)/m1] / J^2

    None when n, m0 or m1 is 0. Source: arXiv 2511.21140.
    """
    if min(n, judge.n_negatives, judge.n_positives) <= 0:
        return None
    p, q0, q1 = mean_score, judge.specificity, judge.sensitivity
    theta = corrected_accuracy(p, judge)
    variance = (
        p * (1 - p) / n
        + (1 - theta) ** 2 * q0 * (1 - q0) / judge.n_negatives
        + theta**2 * q1 * (1 - q1) / judge.n_positives
    )
    return _around(theta, sqrt(variance) / judge.discrimination)


def _around(centre: float, standard_error: float) -> Interval:
    half = Z95 * standard_error
    return Interval(low=max(0.0, centre - half), high=min(1.0, centre + half), method="normal")
