"""The whole report of a study on the publish page: have it made, watch that, download it."""

from __future__ import annotations

from functools import partial

import streamlit as st

from baseline.exports.files import safe_name
from db.snapshot import log_version
from db.studies import studies_of
from db.study_design import Study
from pages.report_desk import Making, Wanted
from pages.ui.page import Here
from pages.ui.text import escaped

_POLL_S = 1.0
_WITHHOLD = "report-without-gold"


def report_panel(here: Here, study: Study) -> None:
    """The report's place on the page."""
    st.subheader("Report")
    st.caption(
        "Every figure of the study and of the runs on its items: a page for browser and paper, tables for "
        "LaTeX, the figures' data, and what recomputes them without a database."
    )
    withheld = st.checkbox(
        "Without the gold answers",
        key=_WITHHOLD,
        help="Leaves out what the figures are recomputed from: the items with their gold, and all answers.",
    )
    wanted = Wanted(study.study_id, "withheld" if withheld else "included")
    made = here.services.reports.of(wanted)
    if made is not None and made.phase == "running":
        st.fragment(_watch, run_every=_POLL_S)(here, wanted)
        return
    if made is not None and made.phase == "failed":
        st.error(escaped(made.sentence), icon=":material/error:")
    if made is not None and made.phase == "done":
        _download(here, wanted, made)
    st.button(
        "Make the report" if made is None else "Make it again",
        key="report-make",
        icon=":material/summarize:",
        width="stretch",
        on_click=start,
        args=(here, wanted),
    )


def start(here: Here, wanted: Wanted) -> None:
    """Begin to make it, for who may see the study."""
    if may_see(here, wanted.study_id):
        with here.services.reading() as database:
            version = log_version(database)
        here.services.reports.start(wanted, version)


def archive_of(here: Here, wanted: Wanted) -> bytes:
    """What was made, for who may see the study; nothing for others."""
    made = here.services.reports.of(wanted)
    return made.content if made is not None and may_see(here, wanted.study_id) else b""


def may_see(here: Here, study_id: str) -> bool:
    """Whether the study is among those that this account may see."""
    with here.services.reading() as database:
        return study_id in {study.study_id for study in studies_of(database, here.account)}


def _watch(here: Here, wanted: Wanted) -> None:
    """Runs by itself while the report is made, and shows the page anew when it is."""
    made = here.services.reports.of(wanted)
    if made is None or made.phase != "running":
        st.rerun()
    share, counted = (made.done / made.of, f", {made.done + 1} of {made.of}") if made.of else (0.0, "")
    st.progress(share, text=f"{made.step.capitalize()}{counted}")
    st.caption("You may leave this page; it goes on.")


def _download(here: Here, wanted: Wanted, made: Making) -> None:
    suffix = "-without-gold" if wanted.gold == "withheld" else ""
    st.download_button(
        "Download the report",
        data=partial(archive_of, here, wanted),
        file_name=f"{safe_name(wanted.study_id)}-report{suffix}.zip",
        mime="application/zip",
        key="report-download",
        on_click="ignore",
        icon=":material/download:",
        width="stretch",
    )
    with here.services.reading() as database:
        is_newest = log_version(database) == made.version
    if not is_newest:
        st.caption(":material/history: Something was added to the log since it was made.")
