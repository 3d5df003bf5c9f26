"""Drawing kinds of items instead of items: the same distribution, much faster."""

from __future__ import annotations

import numpy as np

from annotation.figures import Ratio, figures_of
from baseline.analysis.intervals import resampled_kinds, resampled_statistic


def test_every_draw_has_as_many_items_as_there_are() -> None:
    drawn = resampled_kinds([3, 0, 7], draws=200)
    assert drawn.shape == (200, 3)
    assert set(drawn.sum(axis=1)) == {10.0}
    assert not drawn[:, 1].any()


def test_kinds_are_drawn_as_often_as_their_items_one_by_one() -> None:
    one_by_one = resampled_statistic(60, lambda counts: counts[:, :15].sum(axis=1), draws=4000)
    kinds = resampled_kinds([15, 45], draws=4000)[:, 0]
    assert abs(kinds.mean() - one_by_one.mean()) < 0.2
    assert abs(kinds.std() - one_by_one.std()) < 0.2


def test_interval_of_many_alike_items_does_not_hang_on_their_order() -> None:
    ups, downs = (0.0, 2.0, 1.0) * 40, (1.0, 2.0, 2.0) * 40
    (forth,) = figures_of([Ratio("blind_right@search", ups, downs, "none")])
    (back,) = figures_of([Ratio("blind_right@search", ups[::-1], downs[::-1], "none")])
    assert forth.interval == back.interval
    assert forth.interval is not None
    # Standard error of the quotient by the delta method: sqrt(sum((u - r d)^2)) / sum(d).
    ratio = sum(ups) / sum(downs)
    error = np.sqrt(sum((u - ratio * d) ** 2 for u, d in zip(ups, downs, strict=True))) / sum(downs)
    assert abs(forth.interval.high - ratio - 1.96 * error) < 0.01
    assert abs(ratio - forth.interval.low - 1.96 * error) < 0.01
