"""What a researcher can do while a study runs: rest it, end it, write to people, give back their places."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from baseline.assignment import leasing
from baseline.assignment.placing import OF_A_BATCH
from baseline.figures.exclusions import Named, exclude, reinclude
from baseline.participants.messages import send_message
from baseline.studies import launching
from baseline.studies.monitoring import Monitor, PersonSeen
from db import assignments, studies
from db.connection import Database
from db.models import Assignment, By
from db.wording import counted
from pages.research.acting import carry_out
from pages.ui import state
from pages.ui.errand import say_outcome
from pages.ui.moments import moment
from pages.ui.page import Here
from pages.ui.room import sides
from pages.ui.text import escaped, isolated, one_line

_PAUSE, _END = "pause-reason", "end-reason"
_PERSON, _TEXT, _TO, _WHY, _BACK = (
    *("act-person", "message-text", "message-to", "act-exclude-reason", "act-back-reason"),
)
_PLACE = "act-place"
# Where on the page an act is answered: beside its form.
_AT_MESSAGE, _AT_PERSON, _AT_PAUSE, _AT_END = "message", "person", "pause", "end"
_GONE = frozenset({"finished", "left"})
_NOT_AT_WORK = frozenset({"between", "preparing", "not_come"})


def phase(here: Here, seen: Monitor) -> None:
    """Whether the study runs, what changes that, and what came of it."""
    _phase(here, seen)
    # A refusal stands at its button in the sheet; what was done changes the line above, and stands here.
    with st.container(gap=None):
        for place in (_AT_PAUSE, _AT_END):
            say_outcome(place)


def _phase(here: Here, seen: Monitor) -> None:
    words, acts = st.columns([3, 2], vertical_alignment="center")
    now = seen.state
    if now.phase == "ended":
        words.warning(f"The study has ended: {escaped(now.reason)}", icon=":material/stop_circle:")
        return
    if now.phase == "paused":
        words.warning(
            f"The study is paused: {escaped(now.reason)} Whoever is at an item ends it; nobody begins "
            "another.",
            icon=":material/pause_circle:",
        )
    else:
        since = f" since {moment(now.launched_at_ms)} UTC" if now.launched_at_ms is not None else ""
        words.markdown(f":material/play_circle: The study runs{since}.")
    with acts.container(horizontal=True, horizontal_alignment="right"):
        if now.phase == "paused":
            st.button("Let the study go on", type="primary", on_click=_resume, args=(here, seen))
        else:
            with st.popover("Pause the study"):
                st.write("Whoever is at an item ends it. Nobody begins another until the study goes on.")
                st.text_area("Why", key=_PAUSE, height=80, placeholder="Participants read this")
                st.button("Pause the study now", on_click=_pause, args=(here, seen))
                say_outcome(_AT_PAUSE)
        with st.popover("End the study"):
            st.write(
                "Whoever is at an item ends it. Nobody begins another, ever: places that are not filled stay "
                "empty. This cannot be taken back."
            )
            st.text_area("Why", key=_END, height=80, placeholder="Participants read this")
            st.button("End the study for good", on_click=_end, args=(here, seen))
            say_outcome(_AT_END)


def show(here: Here, seen: Monitor) -> None:
    """Writing to people, and what concerns one of them."""
    st.subheader("Act")
    left, right = sides([1, 1], "act")
    with left:
        _message(here, seen)
    with right:
        by_id = {one.account.account_id: one for one in seen.people}
        chosen = st.selectbox(
            "Participant", list(by_id), key=_PERSON, format_func=lambda one: _label(by_id[one])
        )
        say_outcome(_AT_PERSON)
        if chosen is not None:
            _one(here, seen, by_id[chosen])


def _message(here: Here, seen: Monitor) -> None:
    # Of a study that has ended only those take part who are still at an item.
    gone = _GONE if seen.state.phase != "ended" else _GONE | _NOT_AT_WORK
    reached = [one for one in seen.people if one.where.stage not in gone]
    names = {one.account.account_id: _label(one) for one in reached}
    st.multiselect(
        "Message to",
        list(names),
        key=_TO,
        format_func=lambda one: names.get(one, one),
        placeholder=f"everybody who still takes part ({len(reached)})",
    )
    st.text_area(
        "Message",
        key=_TEXT,
        height=120,
        placeholder="It appears on their page the next time that it changes",
        help="People who still work read this: no answer, no hint, nothing about single items.",
    )
    say_outcome(_AT_MESSAGE)
    st.button(
        "Send the message",
        disabled=not reached,
        on_click=_send,
        args=(here, seen.study.study_id, list(names)),
    )


def _one(here: Here, seen: Monitor, person: PersonSeen) -> None:
    account_id = person.account.account_id
    _places(here, seen.study.study_id, account_id)
    if person.is_excluded:
        st.text_area("Why they count again", key=_BACK, height=80)
        st.button("Let them count again", on_click=_reinclude, args=(here, seen.study.study_id, account_id))
        return
    st.text_area(
        "Why they are excluded",
        key=_WHY,
        height=80,
        placeholder="Everything of theirs is left out of the figures; nothing is deleted",
    )
    st.button("Exclude them", on_click=_exclude, args=(here, seen.study.study_id, account_id))


def _places(here: Here, study_id: str, account_id: str) -> None:
    """All that they have not finished, or one of it."""
    with here.services.reading() as database:
        held = [
            one
            for one in assignments.places_of(database, study_id, account_id)
            if one.is_open and one.assignment.purpose in OF_A_BATCH
        ]
    if not held:
        st.caption("They hold no place that is not finished.")
        return
    words = {
        one.assignment.attempt_id: f"{one.assignment.item_id}, {one.assignment.condition}"
        f"{' (open now)' if one.is_begun else ''}"
        for one in held
    }
    with st.popover(f"Give back places ({len(held)})"):
        st.write(
            "Items that they have not finished become free for others; an item that is open now ends. What "
            "they finished stays and counts."
        )
        st.button("Give all back", on_click=_release, args=(here, study_id, account_id))
        st.selectbox(
            "Or one of them", list(words), key=_PLACE, format_func=lambda one: one_line(words.get(one, ""))
        )
        st.button("Give this one back", on_click=_release_one, args=(here, study_id))


def _label(one: PersonSeen) -> str:
    name = isolated(one.account.name)
    return f"{one.account.account_id} ({name}): {one.where.words}"


def _pause(here: Here, seen: Monitor) -> None:
    study_id, reason = seen.study.study_id, str(state.value_of(_PAUSE))
    carry_out(
        here,
        study_id,
        lambda database, by: launching.pause(database, study_id, reason, by=by.account_id, now_ms=by.at_ms),
        lambda _: "The study is paused.",
        _AT_PAUSE,
    )


def _resume(here: Here, seen: Monitor) -> None:
    study_id = seen.study.study_id
    carry_out(
        here,
        study_id,
        lambda database, by: launching.resume(database, study_id, by=by.account_id, now_ms=by.at_ms),
        lambda _: "The study goes on.",
        _AT_PAUSE,
    )


def _end(here: Here, seen: Monitor) -> None:
    study_id, reason = seen.study.study_id, str(state.value_of(_END))
    carry_out(
        here,
        study_id,
        lambda database, by: launching.end(database, study_id, reason, by=by.account_id, now_ms=by.at_ms),
        lambda _: "The study has ended.",
        _AT_END,
    )


def _send(here: Here, study_id: str, everybody: Sequence[str]) -> None:
    to = list(state.value_of(_TO)) or list(everybody)
    words = str(state.value_of(_TEXT))
    sent = carry_out(
        here,
        study_id,
        lambda database, by: send_message(database, study_id, to, words, *by),
        lambda n: f"Sent to {counted(n, 'people')}.",
        _AT_MESSAGE,
    )
    if sent is not None:
        state.clear_text(_TEXT)


def _release(here: Here, study_id: str, account_id: str) -> None:
    def job(database: Database, by: By) -> int:
        study = studies.find_study(database, study_id)
        return leasing.drop_out(database, study, account_id, "by_hand", by.at_ms, by=by.account_id)

    carry_out(
        here, study_id, job, lambda n: f"{counted(n, 'places')} of {account_id} given back.", _AT_PERSON
    )


def _release_one(here: Here, study_id: str) -> None:
    attempt_id = str(state.value_of(_PLACE))

    def job(database: Database, by: By) -> Assignment:
        study = studies.find_study(database, study_id)
        return leasing.give_back(database, study, attempt_id, by.at_ms, by=by.account_id)

    carry_out(
        here,
        study_id,
        job,
        lambda one: f"Item {one.item_id} of {one.account_id} is given back; no other is.",
        _AT_PERSON,
    )


def _exclude(here: Here, study_id: str, account_id: str) -> None:
    reason = str(state.value_of(_WHY))
    done = carry_out(
        here,
        study_id,
        lambda database, by: exclude(database, Named(study_id, "participant", account_id), reason, *by),
        lambda _: f"{account_id} is excluded. The figures leave everything of theirs out.",
        _AT_PERSON,
    )
    if done is not None:
        state.clear_text(_WHY)


def _reinclude(here: Here, study_id: str, account_id: str) -> None:
    reason = str(state.value_of(_BACK))
    done = carry_out(
        here,
        study_id,
        lambda database, by: reinclude(database, Named(study_id, "participant", account_id), reason, *by),
        lambda _: f"{account_id} counts again.",
        _AT_PERSON,
    )
    if done is not None:
        state.clear_text(_BACK)
