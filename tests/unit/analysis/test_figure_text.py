"""Figures as people read them, on screens, in reports and on the card."""

from __future__ import annotations

import pytest

from baseline.analysis.figure_text import number
from baseline.analysis.records import Figure, FigureUnit


@pytest.mark.parametrize(
    ("unit", "value", "text"),
    [
        ("p", 0.0004, "< 0.001"),
        ("p", 0.0, "< 0.001"),
        ("p", 0.0005, "0.001"),
        ("p", 0.0312, "0.031"),
        ("share", 0.8224, "82.2 %"),
        ("points", -0.125, "-12.5 percentage points"),
        ("seconds", 61.25, "61.2 s"),
        ("ratio", 12.857, "12.86"),
    ],
)
def test_numbers_stand_in_their_unit_and_no_p_is_nought(unit: FigureUnit, value: float, text: str) -> None:
    figure = Figure("k", "Label", value, 20, "items", unit, "What it is.", "ours")
    assert number(figure, value) == text
