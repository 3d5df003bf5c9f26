"""A researcher decides: flags beside the form that excludes, exclusions beside the form that takes back."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from baseline.analysis.exclusion_rules import Flag
from baseline.analysis.records import AttemptRecord
from baseline.figures.counting import CountedStudy
from baseline.figures.exclusions import Named, exclude, reinclude
from db.wording import counted
from pages.research.acting import carry_out
from pages.ui import state
from pages.ui.moments import moments
from pages.ui.page import Here
from pages.ui.room import sides
from pages.ui.table import choose_in_table
from pages.ui.text import one_line

_FLAGS, _WHY = "flags-table", "flags-reason"
_EXCLUDED, _BACK = "excluded-table", "excluded-reason"
_PERSON, _ATTEMPT, _HAND = "hand-person", "hand-attempt", "hand-reason"
_EVERYTHING = ""


def show(here: Here, study: CountedStudy, flags: Sequence[Flag]) -> None:
    """What waits for a decision, then what was decided."""
    open_flags = [flag for flag in flags if not is_decided(flag, study)]
    st.subheader("Flagged and counted")
    left, right = sides([2, 1], "flagged")
    with left:
        _flag_table(study, open_flags)
    with right:
        if open_flags:
            _exclude_form(here, study, open_flags)
        _by_hand(here, study)
    st.subheader("Excluded")
    left, right = sides([2, 1], "excluded")
    with left:
        _excluded_table(study)
    with right:
        if study.state.exclusions:
            _take_back_form(here, study)


def _key_of(table: str, rows: Sequence[tuple[str, ...]]) -> str:
    """Another table for other rows: a selection of rows that moved would name something else."""
    return f"{table}-{hashlib.sha256(repr(rows).encode()).hexdigest()[:12]}"


def _flags_key(flags: Sequence[Flag]) -> str:
    return _key_of(_FLAGS, [(flag.rule_id, flag.of, flag.id) for flag in flags])


def _excluded_key(study: CountedStudy) -> str:
    return _key_of(_EXCLUDED, [(one.excluded.of, one.excluded.id) for one in study.state.exclusions])


def is_decided(flag: Flag, study: CountedStudy) -> bool:
    """Whether what is flagged is excluded already, for itself or with its participant."""
    out = study.left_out
    return flag.participant in out.participants or (flag.of == "attempt" and flag.id in out.attempts)


def _flag_table(study: CountedStudy, flags: Sequence[Flag]) -> None:
    if not flags:
        st.write("No rule flags anything that still counts.")
        return
    st.caption("Select what to exclude. A flag by itself changes nothing.")
    of_attempt = {record.attempt_id: record for record in study.records}
    choose_in_table(
        pd.DataFrame(
            {
                "Replay": [
                    f"/trajectory?attempt={flag.id}" if flag.of == "attempt" else None for flag in flags
                ],
                "Rule": [flag.rule_id for flag in flags],
                "Participant": [flag.participant for flag in flags],
                "What": [_what(flag, of_attempt) for flag in flags],
                "Measured": [flag.sentence for flag in flags],
            }
        ),
        _flags_key(flags),
        height="content" if len(flags) < 10 else 380,
        selection="multi-row",
        columns={
            "Replay": st.column_config.LinkColumn(display_text="Open", width=64),
            "Rule": st.column_config.TextColumn(width=104),
            "Participant": st.column_config.TextColumn(width=140),
            "What": st.column_config.TextColumn(width=120),
            # The longest sentence of a rule: "tab hidden for 49.5 % of the working time".
            "Measured": st.column_config.TextColumn(width=300),
        },
    )


def _what(flag: Flag, of_attempt: dict[str | None, AttemptRecord]) -> str:
    record = of_attempt.get(flag.id)
    return "everything of theirs" if record is None else one_line(f"{record.item_id}, {record.condition}")


def _exclude_form(here: Here, study: CountedStudy, flags: Sequence[Flag]) -> None:
    chosen = [flags[row] for row in state.selected_rows(_flags_key(flags)) if row < len(flags)]
    st.text_area("Why they are excluded", key=_WHY, height=80, placeholder="One or two sentences")
    st.button(
        f"Exclude {counted(len(chosen), 'flags')}" if chosen else "Exclude what is selected",
        type="primary",
        disabled=not chosen,
        on_click=_exclude_flags,
        args=(here, study.study.study_id, chosen),
    )


def _exclude_flags(here: Here, study_id: str, flags: Sequence[Flag]) -> None:
    reason = str(state.value_of(_WHY))
    named: dict[tuple[str, str], Flag] = {}
    for flag in flags:
        # Two rules may flag the same thing: it is excluded once, under the first of them.
        named.setdefault((flag.of, flag.id), flag)
    done = carry_out(
        here,
        study_id,
        lambda database, by: [
            exclude(
                database, Named(study_id, flag.of, flag.id), reason, by.account_id, by.at_ms, flag.rule_id
            )
            for flag in named.values()
        ],
        lambda excluded: f"{len(excluded)} excluded. The figures leave them out from now on.",
    )
    if done is not None:
        state.clear_text(_WHY)


def _by_hand(here: Here, study: CountedStudy) -> None:
    counted_now = study.kept
    people = sorted({record.participant for record in counted_now if record.participant})
    if not people:
        return
    with st.expander("Exclude something that no rule flags"):
        person = st.selectbox("Participant", people, key=_PERSON, format_func=one_line)
        theirs = {
            record.attempt_id: f"{record.item_id}, {record.condition}"
            for record in counted_now
            if record.participant == person and record.attempt_id and record.status != "missing"
        }
        st.selectbox(
            "What",
            [_EVERYTHING, *theirs],
            key=_ATTEMPT,
            format_func=lambda one: one_line(theirs.get(one, "everything of theirs")),
        )
        st.text_area("Why it is excluded", key=_HAND, height=80, placeholder="One or two sentences")
        st.button("Exclude", on_click=_exclude_by_hand, args=(here, study.study.study_id))


def _exclude_by_hand(here: Here, study_id: str) -> None:
    person, attempt = str(state.value_of(_PERSON)), str(state.value_of(_ATTEMPT))
    named = (
        Named(study_id, "participant", person)
        if attempt == _EVERYTHING
        else Named(study_id, "attempt", attempt)
    )
    reason = str(state.value_of(_HAND))
    done = carry_out(
        here,
        study_id,
        lambda database, by: exclude(database, named, reason, *by),
        lambda excluded: f"The {excluded.of} {excluded.id} is excluded.",
    )
    if done is not None:
        state.clear_text(_HAND)


def _excluded_table(study: CountedStudy) -> None:
    found = study.state.exclusions
    if not found:
        st.write("Nothing is excluded.")
        return
    of_attempt = {record.attempt_id: record for record in study.records}
    items = [of_attempt.get(one.excluded.id) for one in found]
    choose_in_table(
        pd.DataFrame(
            {
                "Participant": [
                    one.excluded.id if record is None else record.participant
                    for one, record in zip(found, items, strict=True)
                ],
                "What": [
                    "everything of theirs"
                    if record is None
                    else one_line(f"{record.item_id}, {record.condition}")
                    for record in items
                ],
                "Reason": [one_line(one.excluded.reason) for one in found],
                "Rule": [one.excluded.rule_id or "by hand" for one in found],
                "By": [one_line(one.excluded.by) for one in found],
                "Since (UTC)": moments(one.at_ms for one in found),
            }
        ),
        _excluded_key(study),
        height="content" if len(found) < 10 else 380,
        selection="single-row",
        columns={
            "Participant": st.column_config.TextColumn(width=112),
            "What": st.column_config.TextColumn(width=132),
            "Reason": st.column_config.TextColumn(width=190),
            "Rule": st.column_config.TextColumn(width=84),
            "By": st.column_config.TextColumn(width=56),
            "Since (UTC)": st.column_config.DatetimeColumn(format="D MMM, HH:mm", width=100),
        },
    )


def _take_back_form(here: Here, study: CountedStudy) -> None:
    found = study.state.exclusions
    chosen = [found[row].excluded for row in state.selected_rows(_excluded_key(study)) if row < len(found)]
    st.text_area("Why it counts again", key=_BACK, height=80, placeholder="One or two sentences")
    st.button(
        "Take the selected exclusion back",
        disabled=not chosen,
        on_click=_take_back,
        args=(here, [Named(study.study.study_id, one.of, one.id) for one in chosen]),
    )


def _take_back(here: Here, chosen: Sequence[Named]) -> None:
    for named in chosen:
        _take_one_back(here, named, str(state.value_of(_BACK)))


def _take_one_back(here: Here, named: Named, reason: str) -> None:
    done = carry_out(
        here,
        named.study_id,
        lambda database, by: reinclude(database, named, reason, *by),
        lambda back: f"The {back.of} {back.id} counts again.",
    )
    if done is not None:
        state.clear_text(_BACK)
