"""Agreement of two raters beyond chance: Cohen's kappa and Gwet's AC1, from pairs of labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from baseline.analysis.intervals import (
    Floats,
    percentile_interval,
    quotient,
    resampled_kinds,
    resampled_sums,
)
from baseline.analysis.records import Interval

Pair = tuple[str, str]


def cohen_kappa(pairs: Sequence[Pair]) -> float | None:
    """(po - pe) / (1 - pe), pe = sum over labels of p1 p2.

    Range -1 to 1; 0 when one rater is constant and the other is not. None without pairs, or when both
    used one and the same label (pe = 1). Source: Cohen (1960), 20 (1).
    """
    labels = sorted({label for pair in pairs for label in pair})
    return _known(_kappas(_columns(pairs, labels).sum(axis=0, keepdims=True)))


def gwet_ac1(pairs: Sequence[Pair], labels: Sequence[str]) -> float | None:
    """(po - pe) / (1 - pe), pe = sum over labels of m (1 - m) / (q - 1), m the mean share of a label.

    `labels` is the whole scale with its q labels, used or not. None without pairs. Raises ValueError
    for a scale of fewer than two labels, or one that lacks a label used. Source: Gwet (2008), 61 (1).
    """
    _check_scale(pairs, labels)
    return _known(_ac1s(_columns(pairs, labels).sum(axis=0, keepdims=True)))


def kappa_interval(pairs: Sequence[Pair]) -> Interval | None:
    """Percentile bootstrap over pairs; resamples without a value are left out. None below two pairs."""
    labels = sorted({label for pair in pairs for label in pair})
    return percentile_interval(_kappas(resampled_sums(_columns(pairs, labels)))) if len(pairs) > 1 else None


def ac1_interval(pairs: Sequence[Pair], labels: Sequence[str]) -> Interval | None:
    """Percentile bootstrap over pairs. None below two pairs."""
    _check_scale(pairs, labels)
    return percentile_interval(_ac1s(resampled_sums(_columns(pairs, labels)))) if len(pairs) > 1 else None


def agreement_intervals(
    pairs: Sequence[Pair], labels: Sequence[str]
) -> tuple[Interval | None, Interval | None]:
    """Of kappa and of AC1, as above but drawing how often each kind of pair occurs: fast for many pairs."""
    _check_scale(pairs, labels)
    if len(pairs) < 2:
        return None, None
    kinds = Counter(pairs)
    sums = resampled_kinds(list(kinds.values())) @ _columns(list(kinds), sorted(set(labels)))
    return percentile_interval(_kappas(sums)), percentile_interval(_ac1s(sums))


def _check_scale(pairs: Sequence[Pair], labels: Sequence[str]) -> None:
    unknown = {label for pair in pairs for label in pair} - set(labels)
    if len(set(labels)) < 2 or unknown:
        raise ValueError(f"the scale {sorted(set(labels))} has too few labels or lacks {sorted(unknown)}")


def _columns(pairs: Sequence[Pair], labels: Sequence[str]) -> Floats:
    """One row a pair: 1 | alike | the first's label, one-hot | the second's."""
    rows = [
        [1.0, one == other, *(one == label for label in labels), *(other == label for label in labels)]
        for one, other in pairs
    ]
    return np.array(rows, dtype=np.float64).reshape(len(pairs), 2 + 2 * len(labels))


def _shares(sums: Floats) -> tuple[Floats, Floats, Floats]:
    """From column sums, one row a sample: observed agreement, and each rater's share of each label."""
    shares = quotient(sums[:, 1:], np.broadcast_to(sums[:, :1], sums[:, 1:].shape))
    n_labels = (shares.shape[1] - 1) // 2
    return shares[:, 0], shares[:, 1 : 1 + n_labels], shares[:, 1 + n_labels :]


def _kappas(sums: Floats) -> Floats:
    observed, first, second = _shares(sums)
    return _beyond_chance(observed, (first * second).sum(axis=1))


def _ac1s(sums: Floats) -> Floats:
    observed, first, second = _shares(sums)
    mean = (first + second) / 2
    return _beyond_chance(observed, (mean * (1 - mean)).sum(axis=1) / (mean.shape[1] - 1))


def _beyond_chance(observed: Floats, by_chance: Floats) -> Floats:
    room = 1 - by_chance
    # Shares of thirds do not add up to exactly 1.
    room[np.isclose(room, 0)] = 0
    return quotient(observed - by_chance, room)


def _known(values: Floats) -> float | None:
    return float(values[0]) if np.isfinite(values[0]) else None
