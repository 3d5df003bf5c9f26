"""Figures as people read them, on screens and in reports: value, interval and N, or a reason. Pure."""

from __future__ import annotations

from baseline.analysis.intervals import NO_SPREAD
from baseline.analysis.records import Figure
from db.wording import counted, percentage_points

NO_BREAK = "\u00a0"


def value_text(figure: Figure) -> str:
    """The value alone, or a dash; the reason stands beside it."""
    if figure.value is None:
        return "–"
    return number(figure, figure.value)


def interval_text(figure: Figure) -> str:
    """`95 % [71.2, 88.0]`, in the unit of the value, never broken into two lines; or why there is none."""
    if figure.value is None:
        return figure.undefined or "undefined"
    if figure.interval is None:
        return NO_SPREAD if NO_SPREAD in figure.notes else "no interval defined"
    low, high = figure.interval.low, figure.interval.high
    # The value beside shows the unit; spaces that do not break keep the interval on one line.
    return f"95 % [{_bare(figure, low)}, {_bare(figure, high)}]".replace(" ", NO_BREAK)


def n_text(figure: Figure) -> str:
    """`N = 20 items`, with the fraction where the figure is one."""
    fraction = ""
    # A sum of F1 values over N says nothing; so many of so many does.
    is_proportion = figure.interval is not None and figure.interval.method == "wilson"
    parts = figure.numerator, figure.denominator
    if is_proportion and all(part is not None and float(part).is_integer() for part in parts):
        fraction = f"{figure.numerator:g} of {figure.denominator:g}, "
    return f"{fraction}N = {counted(figure.n, figure.n_unit)}"


def range_text(figure: Figure) -> str:
    """`71.2 to 88.0`, in the unit of the value above it; empty without an interval."""
    if figure.value is None or figure.interval is None:
        return ""
    return f"{_bare(figure, figure.interval.low)} to {_bare(figure, figure.interval.high)}"


def definition_text(figure: Figure) -> str:
    """Definition, interval method, notes and source, for hovering and for the definitions table."""
    parts = [figure.definition]
    if figure.interval is not None:
        parts.append(f"Interval: {figure.interval.method}, 95 %.")
    parts += figure.notes
    parts.append(f"Source: {figure.source}.")
    return " ".join(parts)


def _bare(figure: Figure, value: float) -> str:
    """Without the unit, where the value beside shows it."""
    return number(figure, value).removesuffix(_unit(figure))


def _unit(figure: Figure) -> str:
    """What stands behind a number of this figure."""
    match figure.unit:
        case "share":
            return " %"
        case "points":
            return " percentage points"
        case "seconds":
            return " s"
        case _:
            return ""


def number(figure: Figure, value: float) -> str:
    """A value in the unit of its figure."""
    match figure.unit:
        case "share":
            return f"{100 * value:.1f} %"
        case "points":
            return percentage_points(value)
        case "seconds":
            return f"{value:.1f} s"
        case "p":
            # Nothing is impossible: three decimals must not make a p of zero.
            return f"{value:.3f}" if value >= 0.0005 else "< 0.001"
        case "ratio" | "items" | "count":
            return f"{value:.2f}"
