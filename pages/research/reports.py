"""Reports cached by what they depend on: the study, the mode, the newest event and verdict."""

from __future__ import annotations

import streamlit as st

from baseline.analysis.records import Mode
from baseline.figures.derived import refresh
from baseline.figures.study_report import StudyReport, study_report
from db.event_log import study_version
from pages.services import Services


def report_for(services: Services, study_id: str, mode: Mode) -> StudyReport:
    """The study's report as of now; computed again only when something was added."""
    with services.reading() as database:
        version = study_version(database, study_id)
    return _report(services, study_id, mode, version)


@st.cache_data(max_entries=16, show_spinner="Computing the figures…")
def _report(_services: Services, study_id: str, mode: Mode, version: str) -> StudyReport:
    del version  # part of the key only
    _services.write(lambda database: refresh(database, study_id))
    with _services.reading() as database:
        return study_report(database, study_id, mode)
