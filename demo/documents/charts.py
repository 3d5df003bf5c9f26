"""Charts drawn as vectors: bars, grouped bars and lines with axes and labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from demo.documents.flow import Frame
from demo.documents.paper import GREY, RULE, Colour, Ink, Sheet

_TICK = Ink("sans", 7.2, GREY)


class Series(NamedTuple):
    """One line or one group of bars."""

    name: str
    values: Sequence[float]
    colour: Colour


class Axis(NamedTuple):
    """The value axis: from, to, distance of its ticks and how they are written."""

    low: float
    high: float
    step: float
    form: str = "{:,.0f}"


def _frame(sheet: Sheet, area: Frame, axis: Axis, labels: Sequence[str]) -> None:
    n_ticks = round((axis.high - axis.low) / axis.step)
    for tick in range(n_ticks + 1):
        value = axis.low + tick * axis.step
        y = _y(area, axis, value)
        sheet.line((area.left, y), (area.right, y), RULE, 0.4)
        sheet.text(area.left - 5, y + 2.5, axis.form.format(value), _TICK, "right")
    slot = area.width / len(labels)
    for number, label in enumerate(labels):
        sheet.text(area.left + (number + 0.5) * slot, area.bottom + 11, label, _TICK, "centre")
    sheet.line((area.left, area.bottom), (area.right, area.bottom), GREY, 0.9)


def _y(area: Frame, axis: Axis, value: float) -> float:
    return area.bottom - (value - axis.low) / (axis.high - axis.low) * (area.bottom - area.top)


def _legend(sheet: Sheet, area: Frame, series: Sequence[Series]) -> None:
    x = area.left
    for one in series:
        sheet.box(x, area.top - 17, x + 8, area.top - 9, fill=one.colour)
        x += 12 + sheet.text(x + 12, area.top - 10, one.name, Ink("sans", 7.8)) + 16


def bars(sheet: Sheet, area: Frame, axis: Axis, labels: Sequence[str], series: Sequence[Series]) -> None:
    """Grouped bars, one group a label."""
    _frame(sheet, area, axis, labels)
    if len(series) > 1:
        _legend(sheet, area, series)
    slot = area.width / len(labels)
    width = slot * 0.68 / len(series)
    for which, one in enumerate(series):
        for number, value in enumerate(one.values):
            x = area.left + number * slot + slot * 0.16 + which * width
            sheet.box(x, _y(area, axis, value), x + width * 0.92, area.bottom, fill=one.colour)


def curves(sheet: Sheet, area: Frame, axis: Axis, labels: Sequence[str], series: Sequence[Series]) -> None:
    """Lines with a dot at each value."""
    _frame(sheet, area, axis, labels)
    _legend(sheet, area, series)
    slot = area.width / len(labels)
    for one in series:
        points = [
            (area.left + (number + 0.5) * slot, _y(area, axis, value))
            for number, value in enumerate(one.values)
        ]
        sheet.path(points, one.colour)
        for x, y in points:
            sheet.dot(x, y, 2.2, one.colour)
