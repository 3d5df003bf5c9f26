"""Do reviewers and authors agree: over all, over time, by person; each figure with its N and interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from annotation.agreement import Period, ReviewFigures
from baseline.analysis.chart_style import Theme
from baseline.analysis.charts import Course, shares_over_time
from baseline.analysis.records import Figure
from db.wording import counted
from pages.annotate.figure_rows import figure_columns, figure_table, interval_of, value_of
from pages.annotate.project_place import Place, go_to
from pages.research.figure_text import definition_text, n_text
from pages.ui.text import escaped

_CARDS = ("blind_right@search", "blind_right@evidence", "blind_page_f1", "decisions@accept", "author_agrees")
_CHARTED = ("blind_right@search", "blind_right@evidence", "decisions@accept")
_SECOND = "Second agrees"
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
    review_book = place.here.services.projects.of(place.project_id).book
    with place.here.services.reading() as database, st.spinner("Reading the reviews…"):
        book = review_book.read(database)
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
    report = review_book.report(book, period)
    st.caption(
        f"{counted(report.overall.n_reviews, 'reviews')} of {counted(report.overall.n_items, 'items')}. "
        "A reviewer answers blind first, by searching and then from the evidence, and decides after that."
    )
    cards = [(_COLUMNS[key], report.overall.figure(key)) for key in _CARDS]
    _cards([*cards, (_SECOND, report.second_reviews[0])])
    _over_time(report.by_period)
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


def _over_time(periods: Sequence[ReviewFigures]) -> None:
    _table("Over time", "Period (UTC)", periods, str)
    if len(periods) < 2:  # one point is no course
        return
    courses = [Course(_COLUMNS[key], [one.figure(key) for one in periods]) for key in _CHARTED]
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    st.plotly_chart(
        shares_over_time([one.name for one in periods], courses, theme),
        key="agreement-over-time",
        theme=None,
        config={"displayModeBar": False},
    )


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
