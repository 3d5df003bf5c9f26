"""Typed session state: the only module that touches it. The database is the truth; this is a cache."""

from __future__ import annotations

from typing import cast

import streamlit as st

_OWNER = "owner"
_STUDY = "study"
_TOUR_DISMISSED = "tour_dismissed"


def session_belongs_to(account_id: str) -> bool:
    """Whether the session is this account's; the first account to ask owns it."""
    return cast(str, st.session_state.setdefault(_OWNER, account_id)) == account_id


def chosen_study() -> str | None:
    """The study that a researcher looks at in this session."""
    return cast("str | None", st.session_state.get(_STUDY))


def choose_study(study_id: str) -> None:
    """Look at this study from now on."""
    st.session_state[_STUDY] = study_id


def is_tour_dismissed() -> bool:
    """Whether the tour was closed in this session."""
    return bool(st.session_state.get(_TOUR_DISMISSED, False))


def dismiss_tour() -> None:
    """Close the tour for this session."""
    st.session_state[_TOUR_DISMISSED] = True


def typed_number(key: str) -> int:
    """What stands in the number field of this key."""
    return int(st.session_state[key])


def selected_row(key: str) -> int | None:
    """The row that is selected in the table of this key, counted from 0 in the order of its rows."""
    rows = st.session_state[key].selection.rows
    return int(rows[0]) if rows else None
