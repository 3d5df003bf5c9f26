"""A study that was launched: whom to invite, its design, and how it was amended."""

from __future__ import annotations

from urllib.parse import quote

import streamlit as st

from baseline.studies.study_state import StudyState, study_state
from db.errors import NotFound
from db.studies import launched_study, studies_of
from db.study_design import Study
from pages.research import study_amend, study_history, study_people
from pages.research.study_address import VIEW, StudyView, asked, to_list, to_study
from pages.ui.in_address import segments
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.text import escaped
from pages.ui.way import way

_VIEWS: dict[StudyView, str] = {"people": "People", "design": "Design", "history": "History"}
_PHASES = {
    "running": "runs",
    "paused": "is paused: nobody begins another item",
    "ended": "has ended",
}


def show(here: Here, study_id: str) -> None:
    """The study, in the part that the address names.

    Raises:
        NotFound: there is no such study, or not for this account.
    """
    with here.services.reading() as database:
        visible = {one.study_id: one for one in studies_of(database, here.account)}
        if study_id not in visible:
            raise NotFound(f"There is no study {study_id[:100]!r} for you; ask a researcher who is in it.")
        study, state = visible[study_id], study_state(database, study_id)
        launched = launched_study(database, study_id)
    _head(study, state)
    match _chosen_view(study_id):
        case "people":
            study_people.show(here, study, state)
        case "design":
            study_amend.show(here, study, launched, state)
        case "history":
            study_history.show(here, study, launched, state)


def _head(study: Study, state: StudyState) -> None:
    title, ways = st.columns([3, 2], vertical_alignment="bottom")
    title.title(escaped(study.title))
    reason = f", “{escaped(state.reason)}”" if state.reason else ""
    launched_at = moment(study.created_at_ms)
    title.caption(
        f"{escaped(study.study_id)} · {_PHASES[state.phase]}{reason} · launched {launched_at} UTC · "
        f"items {escaped(study.item_set)} {study.item_set_sha256[:12]} · "
        f"index {escaped(study.index_title)} {study.index_fingerprint[:12]} · "
        f"design {study.design.sha256[:12]}"
    )
    with ways.container(horizontal=True, horizontal_alignment="right"):
        way("Monitor", f"/monitor?study={quote(study.study_id)}")
        way("Figures", f"/overview?study={quote(study.study_id)}")
        st.button("All studies", type="tertiary", icon=":material/arrow_back:", on_click=to_list)


def _chosen_view(study_id: str) -> StudyView:
    wanted = asked(VIEW)
    now: StudyView = next((view for view in _VIEWS if view == wanted), "people")
    segments("Part of the study", f"view-{study_id}", _VIEWS, now, lambda view: to_study(study_id, view))
    return now
