"""The construct report of an item set on the screen: computed on request, kept while the server runs."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

import streamlit as st

from annotation.construct.printed import SECTIONS, figure_from_json
from annotation.construct.published import PUBLISHED
from annotation.report_process import Wanted, report_in_a_process
from baseline.analysis.records import Figure
from db.wording import counted, grouped, listed
from pages.annotate.figure_rows import figure_table
from pages.annotate.project_place import Place
from pages.ui.html_table import html_table, text, tight
from pages.ui.text import escaped

_MOST_KEPT = 16
_ROWS_SHOWN = 50
Report = Mapping[str, Any]


class ReportShelf:
    """The reports computed last, by what they are of. Safe to share by threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reports: OrderedDict[tuple[str, str, int], Report] = OrderedDict()

    def get(self, key: tuple[str, str, int]) -> Report | None:
        """The report of this set, build and k, if it was computed."""
        with self._lock:
            return self._reports.get(key)

    def put(self, key: tuple[str, str, int], report: Report) -> None:
        """Keep a report; the oldest one goes when there are too many."""
        with self._lock:
            self._reports[key] = report
            while len(self._reports) > _MOST_KEPT:
                self._reports.popitem(last=False)


@st.cache_resource
def _shelf() -> ReportShelf:
    return ReportShelf()


def report_section(place: Place, name: str, sha256: str, n_items: int) -> None:
    """The report, or the button that computes it."""
    st.subheader("What the set measures")
    index = place.room.index
    key = (sha256, index.fingerprint, place.project.k)
    report = _shelf().get(key)
    if report is not None:
        _report(report)
        return
    n_pages = sum(entry.n_pages for entry in index.documents())
    st.caption(
        f"The construct report reads {counted(n_pages, 'pages')} and asks {counted(n_items, 'questions')} as "
        "single queries; no model is asked. Stay on this page until it is done."
    )
    if st.button("Compute the construct report", icon=":material/lab_profile:"):
        wanted = Wanted(name, place.project.index_name, index.fingerprint, place.project.k)
        bar = st.progress(0.0, "Starting…")
        _shelf().put(key, report_in_a_process(wanted, lambda done: bar.progress(done, _told(done))))
        st.rerun()


def _told(done: float) -> str:
    return f"Reading the collection and asking the questions: {100 * done:.0f} %"


def _report(report: Report) -> None:
    st.caption(
        f"{counted(report['n_items'], 'items')}, k = {report['k']}. Select a figure's name to read how it is "
        "computed; the last column is what the MADQA paper reports of its own set, where it counts the same."
    )
    figures = [figure_from_json(one) for one in report["figures"].values()]
    bases = {title: of for title, of in SECTIONS if any(_base(one) in of for one in figures)}
    title = st.segmented_control(
        "Figures about", list(bases), default=next(iter(bases)), required=True, label_visibility="collapsed"
    )
    shown = [one for base in bases[str(title)] for one in figures if _base(one) == base]
    st.html(figure_table(shown, PUBLISHED))
    for note in report["notes"]:
        st.caption(escaped(note))
    _items_behind(report)


def _base(figure: Figure) -> str:
    return figure.key.partition("@")[0]


def _items_behind(report: Report) -> None:
    easy = [row["id"] for row in report["items"] if row["one_query_enough"]]
    pairs = report["similar_questions"]
    with st.expander(f"Items that one query is enough for ({grouped(len(easy))})"):
        st.text(listed(easy, _ROWS_SHOWN) or "none")
    with st.expander(f"Pairs of similar questions ({grouped(len(pairs))})"):
        rows = [
            [
                text(pair["first"]),
                text(pair["second"]),
                tight(f"{pair['similarity']:.2f}"),
                text(", ".join(f"same {what}" for what in ("evidence", "answer") if pair[f"same_{what}"])),
            ]
            for pair in pairs[:_ROWS_SHOWN]
        ]
        st.html(html_table(["Item", "Item", "Likeness", ""], rows))
        if len(pairs) > _ROWS_SHOWN:
            st.caption(f"The first {_ROWS_SHOWN} of {grouped(len(pairs))}; the command prints all.")
