"""The four cells of two systems and what they say of agreement, each figure with its definition."""

from __future__ import annotations

from baseline.analysis.intervals import no_spread
from baseline.analysis.pair_counts import Agreement
from baseline.analysis.records import Interval
from db.wording import counted
from pages.ui.html_table import Markup, disclosure, html_table, text, tight, with_small

KAPPA = (
    "Agreement on what is correct beyond what two raters with these shares correct would reach by chance: "
    "(po - pe) / (1 - pe). Interval: bootstrap over items, 10,000 draws, seed 0; "
    "none where all resamples are alike. Source: Cohen (1960)."
)
AC1 = (
    "As kappa, with chance taken from the mean share correct, so that it does not fall merely because nearly "
    "everything is correct: (po - pe) / (1 - pe), pe = 2 m (1 - m). Interval: bootstrap over items; "
    "none where all resamples are alike. "
    "Source: Gwet (2008)."
)
RAW = (
    "Share of items on which both are correct or both are wrong. It is high by chance where both are mostly "
    "right."
)
MCNEMAR = (
    "Exact two-sided p that both are equally often correct, from the items that only one of them has "
    "correct. Source: McNemar (1947)."
)


def number(value: float, digits: int) -> str:
    """With a minus, not a hyphen, and without either before what is shown as zero."""
    shown = f"{value:.{digits}f}"
    return shown.lstrip("-") if float(shown) == 0 else shown.replace("-", "−")


def p_text(p: float | None) -> str:
    """Three digits; never "0.000"."""
    if p is None:
        return "–"
    return "< 0.001" if p < 0.0005 else f"{p:.3f}"


def cells_html(agreement: Agreement) -> str:
    """Two by two: A in rows, B in columns."""
    cells = agreement.counts
    heads = ["", "B correct", "B wrong", "Sum"]
    rows = [
        [
            text("A correct"),
            _count(cells.both),
            _count(cells.first_only),
            _count(cells.both + cells.first_only),
        ],
        [
            text("A wrong"),
            _count(cells.second_only),
            _count(cells.neither),
            _count(cells.second_only + cells.neither),
        ],
        [
            text("Sum"),
            _count(cells.both + cells.second_only),
            _count(cells.first_only + cells.neither),
            _count(cells.n),
        ],
    ]
    return html_table(heads, rows, frozenset({1, 2, 3}))


def _count(n: int) -> Markup:
    return tight(str(n))


def agreement_html(agreement: Agreement) -> str:
    """McNemar's p, kappa, AC1 and raw agreement, with interval and N."""
    n = f"N = {counted(agreement.counts.n, 'items')}"
    p = agreement.mcnemar_p
    observed = agreement.observed
    rows = [
        [disclosure("McNemar’s exact p", MCNEMAR), _value(p_text(p), None, n)],
        [
            disclosure("Cohen’s kappa", KAPPA),
            with_small(text("–"), text(agreement.undefined or ""))
            if agreement.kappa is None
            else _resampled(agreement.kappa, agreement.kappa_interval, agreement.counts.n),
        ],
        [
            disclosure("Gwet’s AC1", AC1),
            _value("–", None, n)
            if agreement.ac1 is None
            else _resampled(agreement.ac1, agreement.ac1_interval, agreement.counts.n),
        ],
        [
            disclosure("Raw agreement", RAW),
            _value("–" if observed is None else f"{100 * observed:.1f} %", None, n),
        ],
    ]
    return html_table(["Agreement", ""], rows, frozenset({1}))


def coefficient_text(value: float | None, interval: Interval | None) -> str:
    """`0.62 [0.41, 0.78]` for a cell of a table."""
    if value is None:
        return "–"
    span = f"[{number(interval.low, 2)}, {number(interval.high, 2)}]" if interval else "(no interval)"
    return f"{number(value, 2)} {span}"


def _resampled(value: float, interval: Interval | None, n: int) -> Markup:
    """A coefficient with its bootstrap interval, or why it has none."""
    span = [*no_spread(interval, n), f"N = {counted(n, 'items')}"]
    return _value(number(value, 3), interval, ", ".join(span))


def _value(value: str, interval: Interval | None, n: str) -> Markup:
    span = f"{number(interval.low, 3)} to {number(interval.high, 3)}, {n}" if interval else n
    return with_small(tight(value), tight(span))
