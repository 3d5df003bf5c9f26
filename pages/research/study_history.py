"""What happened to a study since its launch: every amendment with its reason and what it changed."""

from __future__ import annotations

import json

import streamlit as st

from baseline.designs.changes import Change, changes_between, declared_late
from baseline.designs.words import field_words
from baseline.studies.study_state import StudyState
from db.accounts import name_of
from db.study_design import Study
from db.wording import counted
from pages.ui.html_table import Markup, html_table, text
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.text import escaped

_LONGEST = 1500


def show(here: Here, study: Study, launched: Study, study_state: StudyState) -> None:
    """The newest amendment first."""
    late = declared_late(launched.design, study.design)
    if late:
        st.markdown(
            f":orange[:material/schedule:] {counted(len(late), 'exclusion rules')} declared after the "
            f"launch: {escaped(', '.join(sorted(late)))}. The report says so."
        )
    if not study_state.amendments:
        st.info(
            "This study stands as it was launched. Amendments appear here with their reason.",
            icon=":material/info:",
        )
    before = launched.design
    sheets = []
    for number, one in enumerate(study_state.amendments, start=1):
        sheets.append((number, one, changes_between(before, one.amended.design)))
        before = one.amended.design
    for number, one, changes in reversed(sheets):
        with here.services.reading() as database:
            name = name_of(database, one.amended.by)
        with st.container(border=True):
            st.markdown(f"**Amendment {number}** · {moment(one.at_ms)} UTC · {escaped(name)}")
            st.write(escaped(one.amended.reason))
            st.html(changes_table(changes))
    st.caption(f"Launched {moment(launched.created_at_ms)} UTC · design {launched.design.sha256}")


def changes_table(changes: tuple[Change, ...]) -> str:
    """What changed, field by field."""
    rows = [[text(field_words(one.field)), _cell(one.before), _cell(one.after)] for one in changes]
    return html_table(["Field", "Before", "After"], rows)


def _cell(value: object) -> Markup:
    if value is None:
        return text("nothing")
    shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text(shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…")
