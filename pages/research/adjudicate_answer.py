"""One answer to judge: the question, gold and answer side by side, the rubric as keys, the pages below.

Nothing here tells whose answer it is. What stands in the address is all that a reload needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from baseline.judging.answers import drawn
from baseline.judging.judging import Given, Saved, judge, n_for_rules, settle_by_rule, take_back
from baseline.judging.queue import PURPOSE, Part, Standing, Task, last_act
from baseline.judging.rubric import REASONS, SCORE_WORDS, reason_words
from db.models import Verdict
from db.wording import counted
from pages.research.adjudicate_pages import evidence
from pages.research.judging_room import JudgingRoom
from pages.ui import state
from pages.ui.in_address import segments
from pages.ui.room import sides
from pages.ui.text import escaped

_NOTE = "adjudicate-note"
_ICONS = {1.0: ":material/check_circle:", 0.5: ":material/contrast:", 0.0: ":material/cancel:"}
# All reasons are to be seen at once in a small window.
_TIGHT = """<style>
.st-key-adjudicate-rubric button {min-height: 2.1rem; padding-block: .1rem}
.st-key-adjudicate-rubric [data-testid="stElementContainer"]:has(style) {display: none}
</style>"""
_EMPTY: Mapping[Part, str] = {
    "first": "Every answer has a verdict. There is nothing left to judge.",
    "second": "No second rating waits for you. They come from the share of answers that two people judge.",
    "disagreement": "No two ratings disagree.",
    "mine": "You have judged nothing here yet.",
}


def show(room: JudgingRoom) -> None:
    """The queue that is chosen, and its answer."""
    part = _part_now(room)
    left, right = st.columns([3, 1], vertical_alignment="center")
    with left:
        segments("Queue", "adjudicate-part", _parts(room), part, _choose_part)
    with right:
        _progress(room)
    keys = room.tasks[part]
    if not keys:
        st.info(_EMPTY[part], icon=":material/done_all:")
        _by_rule(room)
        _undo(room, st.container())
        return
    asked = st.query_params.get("answer")
    key = asked if asked in keys else keys[0]
    if asked != key:
        st.query_params["answer"] = key
    _answer(room, part, room.by_key[key], keys)
    _by_rule(room)


def _parts(room: JudgingRoom) -> dict[Part, str]:
    words: dict[Part, str] = {
        "first": "To judge",
        "second": "Second ratings",
        "disagreement": "Disagreements",
        "mine": "Judged by me",
    }
    return {part: f"{label} · {len(room.tasks[part])}" for part, label in words.items()}


def _part_now(room: JudgingRoom) -> Part:
    """What the address asks for, else the first that has something to do."""
    asked = st.query_params.get("part")
    known: Sequence[Part] = ("first", "second", "disagreement", "mine")
    return next(
        (one for one in known if one == asked), next((one for one in known if room.tasks[one]), "first")
    )


def _choose_part(part: Part) -> None:
    _leave_answer()
    st.query_params["part"] = part


def _leave_answer() -> None:
    for name in ("answer", "note"):
        st.query_params.pop(name, None)


def _progress(room: JudgingRoom) -> None:
    at = room.progress
    n_done = at.n_answers - at.n_waiting
    share = n_done / at.n_answers if at.n_answers else 1.0
    st.progress(share, text=f"{n_done} of {counted(at.n_answers, 'different answers')} have a verdict")


def _answer(room: JudgingRoom, part: Part, stand: Standing, keys: Sequence[str]) -> None:
    answer = stand.answer
    main, rubric_side = sides([3, 1], "adjudicate")
    with main:
        st.caption(_caption(stand, part, keys))
        st.subheader(escaped(answer.gold.question))
        gold, given = st.columns(2, gap="medium")
        with gold.container(border=True):
            st.caption("Gold: any one of these" if len(answer.gold.answer_variants) > 1 else "Gold")
            for variant in answer.gold.answer_variants:
                st.markdown(_parts_text(variant))
        with given.container(border=True):
            st.caption("Answer")
            st.markdown(f"**{_parts_text(answer.parts)}**")
        if part == "disagreement":
            _two_ratings(room, stand)
        evidence(room, answer)
    with rubric_side.container(key="adjudicate-rubric", gap="xxsmall"):
        st.html(_TIGHT)
        _rubric(room, part, stand, keys)


def _caption(stand: Standing, part: Part, keys: Sequence[str]) -> str:
    place = f"{keys.index(stand.answer.key) + 1} of {len(keys)} · item {escaped(stand.answer.gold.item_id)}"
    n = len(stand.answer.attempts)
    same = f" · given {n} times: one verdict counts for each" if n > 1 else ""
    second = " · second rating: what the first rater said is not shown" if part == "second" else ""
    return f"{place}{same}{second}"


def _parts_text(parts: Sequence[str]) -> str:
    return " &nbsp;**·**&nbsp; ".join(escaped(part) or "(empty)" for part in parts)


def _two_ratings(room: JudgingRoom, stand: Standing) -> None:
    """Both ratings without their raters, in an order that tells nothing."""
    ratings = [one for one in (stand.first, stand.second) if one is not None]
    if drawn(0, "ratings", stand.answer.key) < 0.5:
        ratings.reverse()
    for column, rating in zip(st.columns(2, gap="medium"), ratings, strict=False):
        column.markdown(_rating_text("One rating" if rating is ratings[0] else "The other", rating))
    if any(rating.judge in room.mine for rating in ratings):
        st.caption(
            ":material/group: One of the two is yours: settle it only when you and the other rater agree, or "
            "leave it to a third person."
        )


def _rating_text(who: str, rating: Verdict) -> str:
    note = f": “{escaped(rating.reason)}”" if rating.reason else ""
    return (
        f"{who}: {_ICONS[rating.score]} **{SCORE_WORDS[rating.score]}**, "
        f"{escaped(reason_words(rating.reason_code)).lower()}{note}"
    )


def _task_of(room: JudgingRoom, part: Part, stand: Standing) -> tuple[Task, Verdict | None]:
    """What a verdict given here is, and what this person said before."""
    if part != "mine":
        return part, None
    own = [verdict for verdict in stand.said.values() if verdict.judge in room.mine]
    newest = max(own, key=lambda one: one.at_ms)
    return next(task for task, purpose in PURPOSE.items() if purpose == newest.purpose), newest


def _rubric(room: JudgingRoom, part: Part, stand: Standing, keys: Sequence[str]) -> None:
    task, before = _task_of(room, part, stand)
    for score in (1.0, 0.5, 0.0):
        st.markdown(f"{_ICONS[score]} **{SCORE_WORDS[score].capitalize()}**")
        for reason in (one for one in REASONS if one.score == score):
            is_said = before is not None and before.reason_code == reason.code
            st.button(
                reason.label,
                # Another answer has other buttons: a press that comes twice never judges the next one.
                key=f"verdict-{stand.answer.key}-{task}-{reason.code}",
                shortcut=reason.key,
                help=f"{reason.meaning[0].upper()}{reason.meaning[1:]}.",
                type="primary" if is_said else "secondary",
                width="stretch",
                on_click=_judge,
                args=(room, stand, task, reason.code, _next_of(keys, stand.answer.key, part)),
            )
    if not state.is_there(_note_key(stand)):
        state.put_value(_note_key(stand), st.query_params.get("note", before.reason if before else ""))
    st.text_input(
        "Note",
        key=_note_key(stand),
        placeholder="Optional; stored with the verdict",
        label_visibility="collapsed",
        on_change=_keep_note,
        args=(stand,),
    )
    earlier, later, undo = st.columns(3)
    at = keys.index(stand.answer.key)
    for column, label, shortcut, step in ((earlier, "Previous", "p", -1), (later, "Next", "n", 1)):
        column.button(
            label,
            key=f"adjudicate-{label.lower()}",
            shortcut=shortcut,
            width="stretch",
            disabled=len(keys) == 1,
            on_click=_open,
            args=(keys[(at + step) % len(keys)],),
        )
    _undo(room, undo)


def _note_key(stand: Standing) -> str:
    return f"{_NOTE}-{stand.answer.key}"


def _keep_note(stand: Standing) -> None:
    """In the address, so that a reload does not lose it."""
    st.query_params["note"] = str(state.value_of(_note_key(stand)))


def _next_of(keys: Sequence[str], key: str, part: Part) -> str | None:
    """Where to go on after this answer."""
    if part == "mine":
        return key
    at = keys.index(key)
    return keys[(at + 1) % len(keys)] if len(keys) > 1 else None


def _open(key: str | None) -> None:
    _leave_answer()
    if key is not None:
        st.query_params["answer"] = key


def _judge(room: JudgingRoom, stand: Standing, task: Task, code: str, after: str | None) -> None:
    note = str(state.value_or_none(_note_key(stand)) or "")
    saved = room.carry_out(
        lambda database, by: judge(database, stand.answer, Given(task, code, note), by), _saved_text
    )
    if saved is None:
        # The address may name an answer that waits for nobody any more: the page opens the next one.
        return
    _open(after)


def _saved_text(saved: Saved) -> str:
    where = f" for {counted(saved.n_attempts, 'attempts')}" if saved.n_attempts > 1 else ""
    return f"Stored as {SCORE_WORDS[saved.score]}{where}." if saved.is_new else "That was stored already."


def _undo(room: JudgingRoom, column: DeltaGenerator) -> None:
    last = last_act(room.stands, {room.here.account.account_id})
    column.button(
        "Undo",
        key="adjudicate-undo",
        shortcut="z",
        width="stretch",
        disabled=last is None,
        help="Takes your last verdict back; both stay on record.",
        on_click=_take_back,
        args=(room, last),
    )


def _take_back(room: JudgingRoom, last: tuple[Standing, Verdict] | None) -> None:
    if last is None:
        return
    stand, verdict = last
    done = room.carry_out(
        lambda database, by: take_back(database, stand.answer, verdict.purpose, by),
        lambda _: "Your last verdict is taken back; the answer waits again.",
    )
    if done is not None:
        part = next(task for task, purpose in PURPOSE.items() if purpose == verdict.purpose)
        st.query_params["part"] = part
        _open(stand.answer.key)


def _by_rule(room: JudgingRoom) -> None:
    """What rules decide, and whether it stands in the log."""
    n, at = n_for_rules(room.stands), room.progress
    text = (
        f"Settled by rule, as exact matches or overlong: {counted(at.n_by_rule, 'answers')}. Without an "
        f"answer, and so 0: {counted(room.found.n_without_answer, 'attempts')}."
    )
    left, right = st.columns([3, 1], vertical_alignment="center")
    left.caption(f":material/rule: {text}" + (f" {_no_gold(room)}" if room.found.no_gold else ""))
    if n:
        right.button(
            f"Log what rules decide · {n}",
            key="adjudicate-rules",
            width="stretch",
            help="Writes a verdict of kind “rule” for each attempt that rules decide; it changes no score.",
            on_click=_settle,
            args=(room,),
        )


def _no_gold(room: JudgingRoom) -> str:
    return f"Without a gold answer, and so never judged: {counted(len(room.found.no_gold), 'items')}."


def _settle(room: JudgingRoom) -> None:
    room.carry_out(
        lambda database, by: settle_by_rule(database, room.answers, by),
        lambda done: (
            f"Logged: {counted(done.n_exact, 'exact matches')}, "
            f"{counted(done.n_too_long, 'overlong answers')}, "
            f"{counted(done.n_same_answer, 'attempts')} with an answer that was judged before."
        ),
    )
