"""One failed attempt to code: question, gold, answer and steps, without whose it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from baseline.coding.queue import Failure, Part
from baseline.trajectories.replayed import replayed
from db.models import PageRef
from db.studies import studies_of
from pages.research.coding_room import CodingRoom
from pages.research.failures_keys import codes
from pages.research.trajectory_lanes import collection_of, lane_of
from pages.ui.in_address import say_unknown, segments, selection
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
_ALL = "all"
_CASCADE = {
    _ALL: "All failures",
    "refusal": "Refusal: no answer",
    "retrieval": "Retrieval: no right document",
    "navigation": "Navigation: no right page",
    "comprehension": "Comprehension: a right page",
}
_NONE_OF_KIND = "Nothing of this kind waits here. Choose another one above, or all failures."


def show(coding: CodingRoom, kind: str) -> None:
    """The queue that is chosen, of failures of this kind, and its attempt."""
    tasks = {
        part: tuple(one for one in of_part if kind in (_ALL, one.cascade))
        for part, of_part in coding.tasks.items()
    }
    part = _part(tasks)
    segments(
        "Queue",
        "failures-queue",
        {one: f"{label} · {len(tasks[one])}" for one, label in _PARTS.items()},
        part,
        _choose_part,
    )
    queue = tasks[part]
    if not queue:
        st.info(_EMPTY[part] if kind == _ALL else _NONE_OF_KIND, icon=":material/done_all:")
        return
    asked = st.query_params.get("failure")
    # Who was coded meanwhile is a failure still, and has left the queue: nothing to say.
    known = {one.attempt_id for one in coding.failures}
    say_unknown("failure", asked, known, "this is the first of the queue")
    at = next((n for n, one in enumerate(queue) if one.attempt_id == asked), 0)
    _failure(coding, part, queue, at)


def chosen_kind() -> str:
    """Which failures are to be coded, by the automatic cascade: what the address says, and a field for it."""
    asked = st.query_params.get("kind", _ALL)
    now = asked if asked in _CASCADE else _ALL
    selection("By citations", "failures-kind", list(_CASCADE), now, _choose_kind, _CASCADE.__getitem__)
    return now


def _choose_kind(kind: str) -> None:
    st.query_params["kind"] = kind
    st.query_params.pop("failure", None)


def _part(tasks: Mapping[Part, Sequence[Failure]]) -> Part:
    asked = st.query_params.get("queue")
    return next(
        (one for one in _PARTS if one == asked),
        next((one for one in _PARTS if tasks[one]), "first"),
    )


def _choose_part(part: Part) -> None:
    st.query_params["queue"] = part
    st.query_params.pop("failure", None)


def _failure(coding: CodingRoom, part: Part, queue: Sequence[Failure], at: int) -> None:
    one = queue[at]
    here = coding.here
    with here.services.reading() as database:
        seen = studies_of(database, here.account)
        attempt = replayed(database, one.attempt_id, seen)
    main, keys = sides([3, 1], "failures")
    with keys.container(gap="xsmall"):
        codes(coding, part, queue, at, len(attempt.steps))
    with main:
        st.caption(f"{at + 1} of {len(queue)} · item {escaped(one.gold.item_id)}")
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
        # Whose attempt it is is not shown.
        if attempt.steps:
            lane = lane_of(attempt, collection_of(here, seen, attempt), label="", at=1)
            replay(f"failure-{one.attempt_id}", [lane], height=760)
        else:
            st.caption(attempt.nothing)


def _pages(evidence: Sequence[PageRef]) -> str:
    return "; ".join(f"{ref.document}, page {ref.page}" for ref in evidence)


def _both(coding: CodingRoom, one: Failure) -> None:
    """Both codings without their coders."""
    for words, said in (("One coding", one.said("main")), ("The other", one.said("second"))):
        if said is not None:
            note = f": “{escaped(said.note)}”" if said.note else ""
            st.markdown(f"{words}: **{escaped(coding.book.label(said.code))}**{note}")
