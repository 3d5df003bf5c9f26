"""The construct report of an item set on the screen: computed on request, kept while the server runs."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

import streamlit as st

from annotation.construct.printed import SECTIONS
from annotation.construct.published import PUBLISHED
from annotation.construct.report import ConstructReport, report_on_index
from db.models import Item
from db.wording import counted, grouped
from pages.annotate.figure_rows import figure_table
from pages.annotate.project_place import Place
from pages.ui.html_table import html_table, text, tight
from pages.ui.text import one_line

_MOST_KEPT = 16
_ROWS_SHOWN = 50
# A progress bar that is painted for every page costs more than reading the page.
_PERCENT = 0.01


class ReportShelf:
    """The reports computed last, by what they are of. Safe to share by threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reports: OrderedDict[tuple[str, str, int], ConstructReport] = OrderedDict()

    def get(self, key: tuple[str, str, int]) -> ConstructReport | None:
        """The report of this set, build and k, if it was computed."""
        with self._lock:
            return self._reports.get(key)

    def put(self, key: tuple[str, str, int], report: ConstructReport) -> None:
        """Keep a report; the oldest one goes when there are too many."""
        with self._lock:
            self._reports[key] = report
            while len(self._reports) > _MOST_KEPT:
                self._reports.popitem(last=False)


@st.cache_resource
def _shelf() -> ReportShelf:
    return ReportShelf()


def report_section(place: Place, sha256: str, in_set: Sequence[Item]) -> None:
    """The report, or the button that computes it."""
    st.subheader("What the set measures")
    key = (sha256, place.room.index.fingerprint, place.project.k)
    report = _shelf().get(key)
    if report is None:
        n_pages = sum(entry.n_pages for entry in place.room.index.documents())
        st.caption(
            f"The construct report reads {counted(n_pages, 'pages')} and asks "
            f"{counted(len(in_set), 'questions')} as single queries; no model is asked."
        )
        if not st.button("Compute the construct report", icon=":material/lab_profile:"):
            return
        report = _computed(place, in_set)
        _shelf().put(key, report)
    _report(report)


def _computed(place: Place, in_set: Sequence[Item]) -> ConstructReport:
    bar = st.progress(0.0, "Reading the collection…")
    painted = 0.0

    def told(done: float) -> None:
        nonlocal painted
        if done - painted >= _PERCENT:
            painted = done
            bar.progress(done, f"Reading the collection and asking the questions: {100 * done:.0f} %")

    report = report_on_index(in_set, place.room.index, {}, place.project.k, told)
    bar.empty()
    return report


def _report(report: ConstructReport) -> None:
    st.caption(
        f"{counted(report.n_items, 'items')}, k = {report.k}. Select a figure's name to read how it is "
        "computed; the last column is what the MADQA paper reports of its own set, where it counts the same."
    )
    titles = [title for title, bases in SECTIONS if any(report.figures_of(base) for base in bases)]
    title = st.segmented_control(
        "Figures about", titles, default=titles[0], required=True, label_visibility="collapsed"
    )
    bases = dict(SECTIONS)[title]
    st.html(figure_table([one for base in bases for one in report.figures_of(base)], PUBLISHED))
    for note in report.notes:
        st.caption(one_line(note))
    _items_behind(report)


def _items_behind(report: ConstructReport) -> None:
    easy = [row.item_id for row in report.rows if row.one_query_enough]
    with st.expander(f"Items that one query is enough for ({grouped(len(easy))})"):
        st.text(_listed(easy))
    with st.expander(f"Pairs of similar questions ({grouped(len(report.pairs))})"):
        rows = [
            [
                text(pair.first),
                text(pair.second),
                tight(f"{pair.similarity:.2f}"),
                text(", ".join(f"same {what}" for what in _common(pair.same_evidence, pair.same_answer))),
            ]
            for pair in report.pairs[:_ROWS_SHOWN]
        ]
        st.html(html_table(["Item", "Item", "Likeness", ""], rows))


def _common(*same: bool) -> list[str]:
    return [what for what, is_same in zip(("evidence", "answer"), same, strict=True) if is_same]


def _listed(names: Sequence[str]) -> str:
    more = f" and {grouped(len(names) - _ROWS_SHOWN)} more" if len(names) > _ROWS_SHOWN else ""
    return (", ".join(names[:_ROWS_SHOWN]) or "none") + more
