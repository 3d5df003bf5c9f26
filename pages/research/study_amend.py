"""The design of a launched study: all of it to read, and what may be amended to change, with a reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import streamlit as st
from pydantic import ValidationError

from baseline.designs.changes import (
    AMENDABLE,
    changes_between,
    may_be_amended,
    merged,
    refusal_of_amendment,
    with_value,
)
from baseline.designs.design_checks import problems_of
from baseline.designs.design_files import design_as_json
from baseline.designs.problem import IndexFacts, Section
from baseline.studies import launching
from baseline.studies.launching import Build
from baseline.studies.study_state import StudyState
from db.study_design import Study, StudyDesign
from pages.research.design_desk import why_refused
from pages.research.design_form import Choices, DesignForm
from pages.research.design_sections import SECTIONS
from pages.research.study_address import to_study
from pages.research.study_history import changes_table
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.page import Here
from pages.ui.room import sides
from pages.ui.text import escaped

_WANTED, _REASON = "wanted-design", "amendment-reason"
_WHILE_IT_RUNS = (
    f"Change what is to be amended: {', '.join(AMENDABLE.values())}. All else is what is measured, and fixed "
    "since the launch. Nothing changes before you give a reason."
)
_AFTER_THE_END = (
    "The study has ended. Only the notes for the report still change, under Report; give a reason with them."
)


class Wanted(NamedTuple):
    """A design as somebody wants to amend it: on top of which one, and how often fields were drawn anew."""

    study: Study
    design: StudyDesign
    generation: int = 0
    refused: Mapping[str, str] = {}


def show(here: Here, study: Study, launched: Study, study_state: StudyState) -> None:
    """Fields on the left, what is changed on the right."""
    wanted = _wanted(study)
    has_ended = study_state.phase == "ended"
    build = Build(IndexFacts(study.index_name, study.index_fingerprint, study.profile), None)
    with here.services.reading() as database:
        problems = problems_of(wanted.design, launching.facts_of(database, wanted.design, build))
    form = DesignForm(
        wanted.design,
        problems,
        key=f"amend-{study.study_id}-{study.design.sha256[:12]}-{wanted.generation}",
        put=lambda field, value, anew: _put(study, field, value, anew),
        is_fixed=lambda field: not may_be_amended(field, has_ended=has_ended),
        refused=wanted.refused,
    )
    section = _chosen_section()
    fields, aside = sides([3, 2], "amend")
    with fields:
        SECTIONS[section].show(form, Choices({}, {}))
    with aside:
        _amendment(here, wanted, launched, has_ended=has_ended)
        _downloads(study, launched)


def _downloads(study: Study, launched: Study) -> None:
    """The whole design as a file, to begin another study with; as launched too, where it was amended."""
    _download(study, "Download the design (JSON)", "design")
    if study.design != launched.design:
        _download(launched, "As it was launched (JSON)", "design-as-launched")


def _download(study: Study, label: str, part: str) -> None:
    st.download_button(
        label,
        lambda: design_as_json(study.design),
        file_name=f"{study.study_id}-{part}.json",
        mime="application/json",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        help="Everything that was decided. “New from file” on the page of studies begins a draft with it.",
    )


def _chosen_section() -> Section:
    chosen = st.segmented_control(
        "Section of the design",
        list(SECTIONS),
        default="people",
        format_func=lambda name: SECTIONS[name].title,
        key="amend-section",
        label_visibility="collapsed",
        required=True,
        width="stretch",
    )
    return chosen or "people"


def _amendment(here: Here, wanted: Wanted, launched: Study, *, has_ended: bool) -> None:
    with st.container(border=True):
        st.markdown("**Amendment**")
        changes = changes_between(wanted.study.design, wanted.design)
        if not changes:
            st.caption(_AFTER_THE_END if has_ended else _WHILE_IT_RUNS)
            return
        st.html(changes_table(changes))
        refused = refusal_of_amendment(
            launched.design, wanted.study.design, wanted.design, has_ended=has_ended
        )
        if refused is not None:
            st.markdown(f":red[:material/error:] :small[{escaped(refused)}]")
        st.text_area("Reason", key=_REASON, height=80, help="It stands in the report.")
        with st.container(horizontal=True):
            st.button(
                "Amend the study",
                type="primary",
                disabled=refused is not None,
                on_click=_amend,
                args=(here, wanted),
            )
            st.button("Undo the changes", on_click=state.drop, args=(_WANTED,))


def _wanted(study: Study) -> Wanted:
    kept = cast("Wanted | None", state.kept(_WANTED))
    if kept is None or kept.study.study_id != study.study_id:
        return Wanted(study, study.design, 0 if kept is None else kept.generation + 1)
    if kept.study.design != study.design:
        # Somebody amended it meanwhile: what is wanted here is put on top of that, and shown once more.
        together = merged(kept.study.design, study.design, kept.design)
        return Wanted(study, together.design, kept.generation + 1)
    return kept


def _put(study: Study, field: str, value: Any, is_drawn_anew: bool) -> None:
    now = _wanted(study)
    refused = {name: why for name, why in now.refused.items() if name != field}
    try:
        design = with_value(now.design, field, value)
    except ValidationError as error:
        state.keep(_WANTED, now._replace(refused={**refused, field: why_refused(field, error)}))
        return
    generation = now.generation + int(is_drawn_anew)
    state.keep(_WANTED, now._replace(design=design, generation=generation, refused=refused))


def _amend(here: Here, wanted: Wanted) -> None:
    reason = str(state.value_of(_REASON))
    amended = carry_out(
        here,
        lambda database, by: launching.amend(
            database, wanted.study, wanted.design, reason, by=by.account_id, now_ms=by.at_ms
        ),
        lambda one: f"{one.title} is amended; it holds from now on.",
    )
    if amended is not None:
        state.drop(_WANTED)
        to_study(amended.study_id, "history")
