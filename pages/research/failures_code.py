"""One failed attempt to code: question, gold, answer and steps; and the codes as keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from baseline.coding.coding import MOST_NOTE, Said, code, take_back
from baseline.coding.queue import Failure, Part
from baseline.trajectories.replayed import Replayed, replayed
from db.models import PageRef
from db.studies import studies_of
from db.wording import counted
from pages.research.coding_room import CodingRoom
from pages.research.trajectory_lanes import collection_of, lane_of
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.in_address import segments
from pages.ui.replay import replay
from pages.ui.room import sides
from pages.ui.text import escaped, one_line

_PARTS: Mapping[Part, str] = {
    "first": "To code",
    "second": "Second codings",
    "disagreement": "Disagreements",
    "mine": "Coded by me",
}
_EMPTY: Mapping[Part, str] = {
    "first": "Every failure has a code. There is nothing left to code.",
    "second": "No second coding waits for you. They come from the share that two people code (Results).",
    "disagreement": "No two codings disagree.",
    "mine": "You have coded nothing here yet.",
}
_CASCADE = {
    "refusal": "no answer",
    "retrieval": "no cited document is the right one",
    "navigation": "the right document, no right page",
    "comprehension": "a right page, a wrong answer",
}


def show(coding: CodingRoom) -> None:
    """The queue that is chosen, and its attempt."""
    part = _part(coding)
    segments(
        "Queue",
        "failures-queue",
        {one: f"{label} · {len(coding.tasks[one])}" for one, label in _PARTS.items()},
        part,
        _choose_part,
    )
    queue = coding.tasks[part]
    if not queue:
        st.info(_EMPTY[part], icon=":material/done_all:")
        return
    asked = st.query_params.get("failure")
    at = next((n for n, one in enumerate(queue) if one.attempt_id == asked), 0)
    _failure(coding, part, queue, at)


def _part(coding: CodingRoom) -> Part:
    asked = st.query_params.get("queue")
    return next(
        (one for one in _PARTS if one == asked),
        next((one for one in _PARTS if coding.tasks[one]), "first"),
    )


def _choose_part(part: Part) -> None:
    st.query_params["queue"] = part
    st.query_params.pop("failure", None)


def _failure(coding: CodingRoom, part: Part, queue: Sequence[Failure], at: int) -> None:
    one = queue[at]
    main, keys = sides([3, 1], "failures")
    with keys.container(gap="xsmall"):
        _codes(coding, part, queue, at)
    with main:
        st.caption(f"{at + 1} of {len(queue)} · item {escaped(one.gold.item_id)}{_cascade_text(one)}")
        st.subheader(escaped(one.gold.question))
        gold, given = st.columns(2, gap="medium")
        with gold.container(border=True):
            variants = [" | ".join(one_line(part) for part in each) for each in one.gold.answer_variants]
            st.caption("Gold")
            st.markdown(f"{escaped(' or '.join(variants))}  \n{escaped(_pages(one.gold.evidence))}")
        with given.container(border=True):
            st.caption("Answer")
            answer = " | ".join(one_line(part) for part in one.row.attempt.answer)
            cited = "; ".join(
                f"{ref.document}, page {ref.page}" if ref.page else ref.document
                for ref in one.row.attempt.citations
            )
            st.markdown(f"**{escaped(answer) or 'no answer'}**  \n{escaped(cited) or 'cites no page'}")
        if part == "disagreement":
            _both(coding, one)
        _steps(coding, one)


def _cascade_text(one: Failure) -> str:
    words = _CASCADE.get(one.cascade or "")
    return "" if words is None else f" · by citations: {one.cascade} ({words})"


def _pages(evidence: Sequence[PageRef]) -> str:
    return "; ".join(f"{ref.document}, page {ref.page}" for ref in evidence)


def _both(coding: CodingRoom, one: Failure) -> None:
    """Both codings without their coders."""
    for words, said in (("One coding", one.said("main")), ("The other", one.said("second"))):
        if said is not None:
            note = f": “{escaped(said.note)}”" if said.note else ""
            st.markdown(f"{words}: **{escaped(coding.book.label(said.code))}**{note}")


def _steps(coding: CodingRoom, one: Failure) -> None:
    """What was done, without whose attempt it is."""
    here = coding.here
    with here.services.reading() as database:
        seen = studies_of(database, here.account)
        attempt: Replayed = replayed(database, one.attempt_id, seen)
    if not attempt.steps:
        st.caption(attempt.nothing)
        return
    lane = lane_of(attempt, collection_of(here, seen, attempt), label="", at=1)
    replay(f"failure-{one.attempt_id}", [lane], height=760)


def _codes(coding: CodingRoom, part: Part, queue: Sequence[Failure], at: int) -> None:
    one, account_id = queue[at], coding.here.account.account_id
    own = next((said for said in reversed(one.codings) if said.by == account_id), None)
    shown = own if part == "mine" else None
    after = queue[(at + 1) % len(queue)].attempt_id if len(queue) > 1 and part != "mine" else one.attempt_id
    for number, each in enumerate(coding.book.codes, 1):
        is_said = shown is not None and shown.code == each.code
        st.button(
            escaped(each.label),
            key=f"failure-{one.attempt_id}-{part}-{each.code}",
            shortcut=str(number),
            help=each.meaning,
            type="primary" if is_said else "secondary",
            width="stretch",
            on_click=_code,
            args=(coding, one, part, each.code, after),
        )
    for key, value in ((_note_key(one), shown.note if shown else ""), (_step_key(one), shown and shown.step)):
        if not state.is_there(key):
            state.put_value(key, value)
    st.text_area(
        "Note",
        key=_note_key(one),
        max_chars=MOST_NOTE,
        height=68,
        placeholder="Optional",
        help="Kept with it.",
    )
    if coding.book.at_step:
        st.number_input(
            "At step",
            min_value=1,
            value=None,
            step=1,
            key=_step_key(one),
            help="Where it went wrong.",
        )
    _walk(coding, queue, at, own is not None and part == "mine")


def _walk(coding: CodingRoom, queue: Sequence[Failure], at: int, may_take_back: bool) -> None:
    earlier, later, undo = st.columns(3)
    for column, label, shortcut, step in ((earlier, "Previous", "p", -1), (later, "Next", "n", 1)):
        column.button(
            label,
            key=f"failures-{label.lower()}",
            shortcut=shortcut,
            width="stretch",
            disabled=len(queue) == 1,
            on_click=_open,
            args=(queue[(at + step) % len(queue)].attempt_id,),
        )
    undo.button(
        "Undo",
        key="failures-undo",
        shortcut="z",
        width="stretch",
        disabled=not may_take_back,
        help="Under “Coded by me”: takes your code back; both stay on record.",
        on_click=_take_back,
        args=(coding, queue[at]),
    )
    n = sum(each.decided is not None for each in coding.failures)
    st.progress(n / len(coding.failures), text=f"{n} of {counted(len(coding.failures), 'failures')} coded")


def _note_key(one: Failure) -> str:
    return f"failure-note-{one.attempt_id}"


def _step_key(one: Failure) -> str:
    return f"failure-step-{one.attempt_id}"


def _open(attempt_id: str) -> None:
    st.query_params["failure"] = attempt_id


def _code(coding: CodingRoom, one: Failure, part: Part, chosen: str, after: str) -> None:
    note = str(state.value_or_none(_note_key(one)) or "")
    step = state.value_or_none(_step_key(one)) if coding.book.at_step else None
    saved = carry_out(
        coding.here,
        lambda database, by: code(database, coding.book, one, Said(part, chosen, note, step), by),
        lambda is_new: f"Coded as {coding.book.label(chosen)}." if is_new else "That was stored already.",
    )
    if saved is not None:
        st.query_params["queue"] = part
        _open(after)


def _take_back(coding: CodingRoom, one: Failure) -> None:
    carry_out(
        coding.here,
        lambda database, by: take_back(database, coding.book, one, by),
        lambda _: "Your code is taken back; the attempt waits again.",
    )
