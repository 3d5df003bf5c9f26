"""Figures as people read them: value, interval, N; a reason where there is no value."""

from __future__ import annotations

from baseline.analysis.records import Figure


def value_text(figure: Figure) -> str:
    """The value alone, or a dash; the reason stands beside it."""
    if figure.value is None:
        return "–"
    return _number(figure, figure.value)


def interval_text(figure: Figure) -> str:
    """`[71.2, 88.0]`, or why there is none."""
    if figure.value is None:
        return figure.undefined or "undefined"
    if figure.interval is None:
        return "no interval defined"
    low, high = figure.interval.low, figure.interval.high
    return f"95 % [{_number(figure, low)}, {_number(figure, high)}]"


def n_text(figure: Figure) -> str:
    """`N = 20 items`, with the fraction where the figure is one."""
    fraction = ""
    # A sum of F1 values over N says nothing; so many of so many does.
    is_proportion = figure.interval is not None and figure.interval.method == "wilson"
    if is_proportion and figure.numerator is not None and figure.denominator is not None:
        fraction = f"{figure.numerator:g} of {figure.denominator:g}, "
    return f"{fraction}N = {counted(figure.n, figure.n_unit)}"


def counted(n: int, plural: str) -> str:
    """`1 item`, `20 items`, with thin separators from a thousand on."""
    number = f"{n:,}".replace(",", "\u202f")
    singular = plural.removesuffix("es") if plural.endswith("ches") else plural.removesuffix("s")
    return f"{number} {singular if n == 1 else plural}"


def cell_text(figure: Figure) -> str:
    """Value and interval in one table cell."""
    if figure.value is None:
        return f"– ({figure.undefined or 'undefined'})"
    if figure.interval is None:
        return value_text(figure)
    low, high = figure.interval.low, figure.interval.high
    return f"{value_text(figure)} [{_number(figure, low)}, {_number(figure, high)}]"


def definition_text(figure: Figure) -> str:
    """Definition, interval method, notes and source, for hovering and for the definitions table."""
    parts = [figure.definition]
    if figure.interval is not None:
        parts.append(f"Interval: {figure.interval.method}, 95 %.")
    parts += figure.notes
    parts.append(f"Source: {figure.source}.")
    return " ".join(parts)


def _number(figure: Figure, value: float) -> str:
    match figure.unit:
        case "share":
            return f"{100 * value:.1f} %"
        case "seconds":
            return f"{value:.1f} s"
        case "p":
            return f"{value:.3f}"
        case "ratio" | "items" | "count":
            return f"{value:.2f}"
