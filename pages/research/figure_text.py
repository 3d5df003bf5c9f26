"""Figures as people read them on a page: as in every report, and what stands beside them."""

from __future__ import annotations

from baseline.analysis.figure_text import (
    NO_BREAK,
    definition_text,
    interval_text,
    n_text,
    range_text,
    value_text,
)
from baseline.analysis.report import RunReport
from db.wording import counted

__all__ = [
    "NO_BREAK",
    "coverage_text",
    "definition_text",
    "interval_text",
    "n_text",
    "range_text",
    "unfinished_text",
    "value_text",
]


def coverage_text(report: RunReport) -> str:
    """`answered: 62.5 %`, which accuracy needs beside it: what is not answered scores 0."""
    figure = report.figure("coverage")
    return f"answered: {value_text(figure)}" if figure.value is not None and figure.value < 1 else ""


def unfinished_text(report: RunReport) -> str:
    """How much is still to come, while anything is."""
    n_open = sum(not row.is_finished for row in report.rows)
    if n_open == 0:
        return ""
    verb = "is" if n_open == 1 else "are"
    return (
        f"Not finished: {n_open} of {counted(len(report.rows), 'places')} {verb} open or not begun "
        "and counted as 0 until then."
    )
