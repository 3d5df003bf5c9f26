"""The codes of a book as keys, with a note and the step; walking through a queue, and taking back."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from baseline.coding.books import AND, Code, codes_in
from baseline.coding.coding import Said, code, take_back
from baseline.coding.queue import Failure, Part
from db.coding import Coding
from db.wording import counted
from pages.research.coding_room import CodingRoom
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.text import escaped


def codes(coding: CodingRoom, part: Part, queue: Sequence[Failure], at: int, n_steps: int) -> None:
    """A key for each code of the failure at this place of the queue; its attempt has `n_steps`."""
    one, account_id = queue[at], coding.here.account.account_id
    own = next((said for said in reversed(one.codings) if said.by == account_id), None)
    shown = own if part == "mine" else None
    after = queue[(at + 1) % len(queue)].attempt_id if len(queue) > 1 and part != "mine" else one.attempt_id
    picked = _picked(coding, one, part, shown)
    for number, each in enumerate(coding.book.codes, 1):
        st.button(
            escaped(each.label),
            key=f"failure-{one.attempt_id}-{part}-{each.code}",
            shortcut=str(number),
            help=_help(each),
            type="primary" if each.code in picked else "secondary",
            width="stretch",
            on_click=_toggle if coding.book.many else _code,
            args=(coding, one, part, each.code)
            if coding.book.many
            else (coding, one, part, [each.code], after),
        )
    _more_to_say(coding, one, part, shown, n_steps)
    if coding.book.many:
        st.button(
            "Save these codes",
            key=f"failure-save-{part}",
            shortcut="s",
            width="stretch",
            disabled=not picked,
            on_click=_code,
            args=(coding, one, part, picked, after),
        )
    _walk(coding, queue, at, own is not None and part == "mine")


def _help(one: Code) -> str:
    return escaped(f"{one.meaning} For example: {one.example}" if one.example else one.meaning)


def _picked(coding: CodingRoom, one: Failure, part: Part, shown: Coding | None) -> list[str]:
    """What is chosen now: what was said, or in a book of several codes what was pressed since."""
    said = list(codes_in(shown.code)) if shown is not None else []
    kept = state.kept(_picked_key(coding, one, part)) if coding.book.many else None
    return said if kept is None else list(kept)


def _toggle(coding: CodingRoom, one: Failure, part: Part, chosen: str) -> None:
    account_id = coding.here.account.account_id
    own = next((said for said in reversed(one.codings) if said.by == account_id), None)
    picked = _picked(coding, one, part, own if part == "mine" else None)
    now = [each for each in picked if each != chosen] if chosen in picked else [*picked, chosen]
    state.keep(_picked_key(coding, one, part), now)


def _more_to_say(coding: CodingRoom, one: Failure, part: Part, shown: Coding | None, n_steps: int) -> None:
    note, step = _note_key(coding, one, part), _step_key(coding, one, part)
    for key, value in ((note, shown.note if shown else ""), (step, shown.step if shown else None)):
        if not state.is_there(key):
            state.put_value(key, value)
    st.text_area("Note", key=note, height=68, placeholder="Optional", help="Kept with the code.")
    if coding.book.at_step and n_steps:
        st.number_input(
            f"At step, 1 to {n_steps}",
            min_value=1,
            max_value=n_steps,
            value=None,
            step=1,
            key=step,
            placeholder="Not clear",
            help="Where it went wrong, as the steps are counted in the list beside the pages.",
        )


def _walk(coding: CodingRoom, queue: Sequence[Failure], at: int, may_take_back: bool) -> None:
    earlier, later = st.columns(2)
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
    st.button(
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


def _picked_key(coding: CodingRoom, one: Failure, part: Part) -> str:
    return f"failure-picked-{coding.book.scheme}-{one.attempt_id}-{part}"


def _note_key(coding: CodingRoom, one: Failure, part: Part) -> str:
    return f"failure-note-{coding.book.scheme}-{one.attempt_id}-{part}"


def _step_key(coding: CodingRoom, one: Failure, part: Part) -> str:
    return f"failure-step-{coding.book.scheme}-{one.attempt_id}-{part}"


def _open(attempt_id: str) -> None:
    st.query_params["failure"] = attempt_id


def _code(coding: CodingRoom, one: Failure, part: Part, chosen: Sequence[str], after: str) -> None:
    note = str(state.value_or_none(_note_key(coding, one, part)) or "")
    step = state.value_or_none(_step_key(coding, one, part)) if coding.book.at_step else None
    said = Said(part, tuple(chosen), note, step)
    words = coding.book.label(AND.join(chosen))
    saved = carry_out(
        coding.here,
        lambda database, by: code(database, coding.book, one, said, by),
        lambda is_new: f"Coded as {words}." if is_new else "That was stored already.",
    )
    if saved is not None:
        state.drop(_picked_key(coding, one, part))
        st.query_params["queue"] = part
        _open(after)


def _take_back(coding: CodingRoom, one: Failure) -> None:
    carry_out(
        coding.here,
        lambda database, by: take_back(database, coding.book, one, by),
        lambda _: "Your code is taken back; the attempt waits again.",
    )
