"""Do reviewers and authors agree: over all, over time, by person; each figure with its N and interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from annotation.agreement import AgreementReport, Period, ReviewFigures, agreement_report
from annotation.review_book import Book, ReviewBook
from baseline.analysis.records import Figure
from db.wording import counted
from pages.annotate.figure_rows import figure_columns, figure_table, interval_of, value_of
from pages.annotate.project_place import Place, go_to
from pages.research.figure_text import definition_text, n_text
from pages.ui.text import escaped

_CARDS = ("blind_right@search", "blind_right@evidence", "blind_page_f1", "decisions@accept", "author_agrees")
_SECOND = "Second review agrees"
_COLUMNS = {
    "blind_right@search": "Right, by searching",
    "blind_right@evidence": "Right, from evidence",
    "blind_page_f1": "Page F1",
    "decisions@accept": "Accepted",
    "decisions@return": "Returned",
    "decisions@correct": "Corrected",
    "author_agrees": "Author agrees",
}
_PERIODS: dict[Period, str] = {"month": "By month", "week": "By week"}


def show(place: Place) -> None:
    """All figures, or what to wait for while nobody has reviewed."""
    with place.here.services.reading() as database, st.spinner("Reading the reviews…"):
        book = _book(place.project_id).read(database)
    if not book.records:
        st.info(
            "Nobody has reviewed an item yet. Figures appear here with the first review: invite reviewers if "
            "there are none.",
            icon=":material/info:",
        )
        st.button(
            "Invite reviewers", type="primary", on_click=go_to, args=("people",), kwargs={"role": "reviewer"}
        )
        return
    period = st.segmented_control(
        "Period", list(_PERIODS), default="month", format_func=_PERIODS.__getitem__, required=True
    )
    report = _report(book, place.project_id, period, book.number)
    st.caption(
        f"{counted(report.overall.n_reviews, 'reviews')} of {counted(report.overall.n_items, 'items')}. "
        "A reviewer answers blind first, by searching and then from the evidence, and decides after that."
    )
    cards = [(_COLUMNS[key], report.overall.figure(key)) for key in _CARDS]
    _cards([*cards, (_SECOND, report.second_reviews[0])])
    _table("Over time", "Period (UTC)", report.by_period, str)
    _table("By reviewer", "Reviewer", report.by_reviewer, place.name)
    _table("By author", "Author", report.by_author, place.name)
    with st.expander("All figures of the project, with their definitions"):
        st.caption("Select a figure's name to read how it is computed.")
        st.html(figure_table([*report.overall.figures, *report.second_reviews]))


def _cards(cards: Sequence[tuple[str, Figure]]) -> None:
    """The figures under short names; the full one is in the definition."""
    for column, (label, figure) in zip(st.columns(len(cards)), cards, strict=True):
        reason = "" if figure.value is not None else figure.undefined or "undefined"
        span = interval_of(figure)
        lines = [reason or (f"95 % {span}" if span else "no interval"), n_text(figure)]
        with column.container(border=True, height="stretch"):
            told = f"{figure.label}. {definition_text(figure)}"
            st.metric(label, value_of(figure), help=escaped(told))
            st.caption("  \n".join(map(escaped, lines)))


def _table(title: str, first: str, groups: Sequence[ReviewFigures], name: Callable[[str], str]) -> None:
    st.subheader(title)
    rows = [
        (
            name(group.name),
            f"{counted(group.n_reviews, 'reviews')}, {counted(group.n_items, 'items')}",
            [group.figure(key) for key in _COLUMNS],
        )
        for group in groups
    ]
    st.html(figure_columns(first, rows, list(_COLUMNS.values())))


@st.cache_resource(max_entries=32, show_spinner=False)
def _book(project_id: str) -> ReviewBook:
    return ReviewBook(project_id)


@st.cache_resource(max_entries=8, show_spinner="Computing the figures…")
def _report(_book: Book, project_id: str, period: Period, number: int) -> AgreementReport:
    # Computed again only when a review changed: project and number are part of the key only.
    del project_id, number
    return agreement_report(_book.records, period, _book.scores)
