"""Figures and times as a card writes them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from statistics import fmean, median

from baseline.analysis.figure_text import number
from baseline.analysis.intervals import NO_SPREAD
from baseline.analysis.records import Figure
from baseline.exports.card.entry import MUST_ADD, Entry
from db.study_design import StudyDesign
from db.wording import counted, lasting

# The fields of the notes as the designer's page calls them.
NOTES = {
    "population": "Population",
    "sampling": "Sampling",
    "subset": "Choice of items",
    "ethics": "Ethics review",
    "preregistration": "Pre-registration",
    "fairness": "Fairness",
    "pilots": "Pilots",
    "demographics": "Demographics",
    "ai_tools": "AI tools",
    "material": "Material",
    "withheld": "Withheld",
}
FROM_DESIGN = "design"
FROM_LOG = "event log"
FROM_FIGURES = "figures, from the event log"
FROM_RESEARCHER = "researcher's notes"


def where_to_add(field: str) -> str:
    """Where a note is added: `Researcher must add: notes for the report, “Ethics review”`."""
    return f"{MUST_ADD}: notes for the report, “{NOTES[field]}”."


def to_add(design: StudyDesign, field: str, what: str) -> str:
    """Where to say something of agents, as long as nothing is said there at all."""
    return "" if note_of(design, field) else f"{where_to_add(field)} {what}"


def note_of(design: StudyDesign, field: str) -> tuple[str, ...]:
    """A note's paragraphs; none if nothing was written."""
    text: str = getattr(design.notes, field)
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())


def note(
    design: StudyDesign,
    field: str,
    label: str,
    met_by: float | None = None,
    context: Iterable[str] = (),
) -> Entry:
    """An entry that only a researcher can fill; `context` is what the app knows beside it."""
    written = note_of(design, field)
    return Entry(
        key=field,
        label=label,
        by="researcher",
        source=FROM_RESEARCHER,
        lines=(*written, *context) if written else (),
        missing="" if written else where_to_add(field),
        met_by=met_by,
    )


def figure_cells(figure: Figure) -> tuple[str, str, str]:
    """Value, interval and N of a figure, or why there is no value."""
    n = counted(figure.n, figure.n_unit)
    if figure.value is None:
        return figure.undefined or "undefined", "", n
    if figure.interval is None:
        return number(figure, figure.value), NO_SPREAD if NO_SPREAD in figure.notes else "", n
    span = f"{number(figure, figure.interval.low)} to {number(figure, figure.interval.high)}"
    return number(figure, figure.value), span, n


def share(n: int, of: int) -> str:
    """`12 of 20 (60.0 %)`; of nothing, `none`."""
    return f"{n} of {of} ({100 * n / of:.1f} %)" if of else "none"


def seconds(value: float) -> str:
    """`2 min 5 s`, to the second; tenths below a minute."""
    return f"{value:.1f} s" if value < 60 else lasting(round(value))


def middle(values: Sequence[float]) -> str:
    """`mean 1 min 2 s, median 50.0 s`; of nothing, `nothing to average`."""
    if not values:
        return "nothing to average yet"
    return f"mean {seconds(fmean(values))}, median {seconds(median(values))}"


def spread(values: Sequence[int]) -> str:
    """`2`, or `1 to 3` where they differ."""
    if not values:
        return "0"
    low, high = min(values), max(values)
    return str(low) if low == high else f"{low} to {high}"


def day(at_ms: int) -> str:
    """`29 Nov 2026`."""
    at = datetime.fromtimestamp(at_ms // 1000, UTC)
    return f"{at.day} {at:%b} {at.year}"
