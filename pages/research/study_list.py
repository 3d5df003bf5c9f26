"""All studies that somebody may see, and all drafts: open one, or begin another."""

from __future__ import annotations

from typing import cast

import streamlit as st

from baseline.designs import designing
from baseline.designs.design_files import design_from_bytes
from baseline.studies.study_state import StudyState, study_state
from db.accounts import name_of
from db.studies import studies_of
from db.study_design import Study
from db.study_drafts import StudyDraft, all_drafts
from db.wording import counted
from pages.research.study_address import to_draft, to_study
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.text import escaped

_THROWN, _FILE = "thrown-draft", "design-file"
_PHASES = {
    "running": ":material/play_circle: Runs",
    "paused": ":material/pause_circle: Paused",
    "ended": ":material/stop_circle: Ended",
}


def show(here: Here) -> None:
    """Drafts first: they wait for somebody."""
    with here.services.reading() as database:
        drafts = all_drafts(database)
        studies = studies_of(database, here.account)
        states = {study.study_id: study_state(database, study.study_id) for study in studies}
        names = {draft.account_id: name_of(database, draft.account_id) for draft in drafts}
    title, new = st.columns([2, 3], vertical_alignment="bottom")
    title.title("Studies")
    with new.container(horizontal=True, horizontal_alignment="right"):
        with st.popover("New from file", icon=":material/upload_file:"):
            _from_file(here)
        st.button("New study", type="primary", icon=":material/add:", on_click=_begin, args=(here,))
    _thrown(here)
    if not drafts and not studies:
        st.info(
            "There is no study yet. Begin one: you choose items and documents, decide how people work, and "
            "see at once what does not fit. Nothing is final before you launch it.",
            icon=":material/info:",
        )
        return
    if drafts:
        st.subheader("Drafts")
        st.caption("All researchers of this server can go on with a draft.")
        for draft in drafts:
            _draft(draft, names[draft.account_id])
    if studies:
        st.subheader("Launched")
        for study in studies:
            _study(study, states[study.study_id])


def _draft(draft: StudyDraft, name: str) -> None:
    with st.container(border=True):
        words, way = st.columns([5, 1], vertical_alignment="center")
        words.markdown(f"**{escaped(draft.design.title)}**")
        chosen = f" · items {escaped(draft.design.item_set)}" if draft.design.item_set else ""
        words.caption(f"Saved {moment(draft.at_ms)} UTC by {escaped(name)}{chosen}")
        way.button(
            "Go on",
            key=f"open-{draft.draft_id}",
            width="stretch",
            help=f"Design {escaped(draft.design.title)}",
            on_click=to_draft,
            args=(draft.draft_id,),
        )


def _study(study: Study, now: StudyState) -> None:
    design = study.design
    parts = [
        _PHASES[now.phase],
        f"launched {moment(study.created_at_ms)} UTC",
        f"items {escaped(study.item_set)}",
        counted(len(design.conditions), "conditions"),
    ]
    if now.amendments:
        parts.append(counted(len(now.amendments), "amendments"))
    with st.container(border=True):
        words, way = st.columns([5, 1], vertical_alignment="center")
        words.markdown(f"**{escaped(study.title)}** · {escaped(study.study_id)}")
        words.caption(" · ".join(parts))
        way.button(
            "Open",
            key=f"study-{study.study_id}",
            width="stretch",
            help=f"Open {escaped(study.title)}",
            on_click=to_study,
            args=(study.study_id,),
        )


def keep_thrown(draft: StudyDraft) -> None:
    """Remember in this session what was just thrown away, so that it can be brought back."""
    state.keep(_THROWN, draft)


def _thrown(here: Here) -> None:
    draft = cast("StudyDraft | None", state.kept(_THROWN))
    if draft is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button(
                f"Bring {escaped(draft.design.title)} back",
                icon=":material/undo:",
                on_click=_bring_back,
                args=(here, draft),
            )
            st.button("Forget it", type="tertiary", on_click=state.drop, args=(_THROWN,))


def _bring_back(here: Here, draft: StudyDraft) -> None:
    back = carry_out(
        here,
        lambda database, by: designing.bring_back(database, draft, by=by.account_id, now_ms=by.at_ms),
        lambda one: f"The draft {one.design.title} is there again.",
    )
    if back is not None:
        state.drop(_THROWN)


def _from_file(here: Here) -> None:
    st.write("A design as JSON, as downloaded here or written by hand. It becomes a draft of its own.")
    st.file_uploader("Design", type="json", key=_FILE, max_upload_size=5, on_change=_read_file, args=(here,))


def _read_file(here: Here) -> None:
    file = state.value_of(_FILE)
    if file is None:
        return
    made = carry_out(
        here,
        lambda database, by: designing.new_draft(
            database, design_from_bytes(file.getvalue(), file.name), by=by.account_id, now_ms=by.at_ms
        ),
        lambda draft: f"A draft from {file.name}. Every change is saved at once.",
    )
    if made is not None:
        to_draft(made.draft_id)


def _begin(here: Here) -> None:
    made = carry_out(
        here,
        lambda database, by: designing.new_draft(
            database, designing.EMPTY, by=by.account_id, now_ms=by.at_ms
        ),
        lambda _: "A new draft. Every change is saved at once.",
    )
    if made is not None:
        to_draft(made.draft_id)
