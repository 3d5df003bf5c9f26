"""Where on the pages of studies somebody is: all of it in the address, so that a link shows the same."""

from __future__ import annotations

from typing import Literal

import streamlit as st

DRAFT, STUDY, SECTION, VIEW, CONDITION = "draft", "study", "section", "view", "condition"
DraftView = Literal["fields", "preview", "bench", "launch"]
StudyView = Literal["people", "design", "history"]


def asked(name: str) -> str | None:
    """What the address says of this."""
    return st.query_params.get(name)


def to_list() -> None:
    """All studies and drafts; for callbacks."""
    st.query_params.clear()


def to_draft(draft_id: str, view: DraftView = "fields", section: str | None = None) -> None:
    """A draft; for callbacks."""
    st.query_params.clear()
    st.query_params[DRAFT] = draft_id
    if view != "fields":
        st.query_params[VIEW] = view
    if section is not None:
        st.query_params[SECTION] = section


def to_bench(draft_id: str, condition: int) -> None:
    """The answer page of a draft under one of its conditions, by its place; for callbacks."""
    to_draft(draft_id, "bench")
    st.query_params[CONDITION] = str(condition)


def to_study(study_id: str, view: StudyView = "people") -> None:
    """A study that was launched; for callbacks."""
    st.query_params.clear()
    st.query_params[STUDY] = study_id
    st.query_params[VIEW] = view
