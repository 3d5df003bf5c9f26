"""What the bench needs to show an item exactly as it was left: the fold, as JSON.

No gold passes here, except the pages that a condition gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from baseline.attempts.attempt import AttemptState
from baseline.attempts.overdue import batch_of, batch_used_ms
from baseline.attempts.page_rights import given_pages
from db.connection import Database
from db.events import ItemShown
from db.models import Account, Assignment, PageRef, ParticipantItem
from db.study_design import HitContent, PauseRules, Study, StudyDesign
from index.collection import OpenIndex
from pages.clock_data import clock_json
from pages.http.demo import is_demo
from pages.search_result import page_label, search_json
from pages.ui.text import one_line

_NAMES = {"practice": "Practice", "qualification": "Test item"}


class Place(NamedTuple):
    """Where an item stands in somebody's work.

    `given`: the pages that its condition gives; `used_ms`: working time of the batch's other items.
    """

    study: Study
    assignment: Assignment
    number: int
    of: int
    batches: int
    is_last: bool
    given: tuple[PageRef, ...] = ()
    used_ms: int = 0


def place_of(
    database: Database,
    study: Study,
    assignments: Sequence[Assignment],
    assignment: Assignment,
    state: AttemptState,
    batches: int | None = None,
) -> Place:
    """The place of an item among all of the person's.

    `batches`: how many there will be, where that is known; otherwise those that the person has.
    """
    together = batch_of(assignment, assignments)
    main = [one.batch for one in assignments if one.purpose == "main" and not one.is_released]
    return Place(
        study=study,
        assignment=assignment,
        number=1 + sum(one.position < assignment.position for one in together),
        of=len(together),
        batches=batches if batches is not None else max(main, default=1),
        is_last=assignment.position == max(one.position for one in together),
        given=given_pages(database, study, assignment),
        used_ms=batch_used_ms(database, assignment, state),
    )


def bench_data(
    place: Place, item: ParticipantItem, state: AttemptState, index: OpenIndex, account: Account, now_ms: int
) -> dict[str, Any]:
    """Everything that the bench shows, from the events alone."""
    design = place.study.design
    return {
        "attempt": place.assignment.attempt_id,
        "study_title": one_line(place.study.title),
        "item": {**_item_json(place, design), "question": item.question},
        "index": {"name": index.name, "fingerprint": index.fingerprint, "profile": index.profile},
        "k": place.study.k,
        "may_skip": design.may_skip,
        "ask_confidence": design.ask_confidence,
        "show_time": design.show_time,
        "simulated": account.simulated,
        "way_out": {"text": "Research view", "address": "/demo/researcher"} if is_demo() else None,
        "submit_label": _submit_label(place, design),
        "next_label": _next_label(place, design),
        **_tools_json(place, state.shown, index),
        "time": _time_json(state),
        "state": _state_json(place, state, index, now_ms),
    }


def _item_json(place: Place, design: StudyDesign) -> dict[str, Any]:
    """Which item this is. An attention check looks like every other; how many there are may be hidden."""
    name = _NAMES.get(place.assignment.purpose, "Item")
    if not design.show_progress:
        return {"name": name, "number": place.number, "of": None, "batch": None, "batches": None}
    is_batch = name == "Item"
    return {
        "name": name,
        "number": place.number,
        "of": place.of,
        "batch": place.assignment.batch if is_batch else None,
        "batches": place.batches if is_batch else None,
    }


def _submit_label(place: Place, design: StudyDesign) -> str:
    if not design.show_progress:
        return "Submit and go on"
    if not place.is_last:
        return f"Submit and go to {_name_of_next(place)}"
    is_end = place.assignment.purpose in {"main", "attention"} and place.assignment.batch >= place.batches
    return "Submit and finish" if is_end else "Submit and go on"


def _next_label(place: Place, design: StudyDesign) -> str:
    """What the button says once the time is over."""
    return "Go on" if place.is_last or not design.show_progress else f"Go on to {_name_of_next(place)}"


def _name_of_next(place: Place) -> str:
    name = {"practice": "practice", "qualification": "test item"}.get(place.assignment.purpose, "item")
    return f"{name} {place.number + 1}"


def _tools_json(place: Place, shown: ItemShown | None, index: OpenIndex) -> dict[str, Any]:
    """What is there to find and read pages with, as it was when the item was shown."""
    given = dict.fromkeys(place.given)
    return {
        "tools": "search" if shown is None else shown.tools,
        "whole_document": shown is None or shown.whole_document,
        "hits": (HitContent() if shown is None else shown.hits).model_dump(mode="json"),
        "given": [{**ref.model_dump(mode="json"), "label": page_label(index, ref)} for ref in given],
    }


def _time_json(state: AttemptState) -> dict[str, Any]:
    """The rules of time, and which warnings were shown."""
    shown = state.shown
    rules = PauseRules() if shown is None else shown.pauses
    return {
        "warn_before_s": [] if shown is None else list(shown.limits.warn_before_s),
        "warned": [{"of": one.of, "left_s": one.left_s} for one in state.warnings],
        "at_limit": "submit" if shown is None else shown.limits.at_limit,
        "pauses": {"allowed": rules.allowed, "reasons": list(rules.reasons), "longest_s": rules.longest_s},
    }


def _opened(state: AttemptState, query_event_id: str) -> list[int]:
    """The ranks of a query's hits that were opened."""
    return sorted({hit.rank for hit in state.opened if hit.query_event_id == query_event_id})


def _state_json(place: Place, state: AttemptState, index: OpenIndex, now_ms: int) -> dict[str, Any]:
    viewing = state.viewing
    clock = clock_json(state, place.used_ms, now_ms)
    return {
        "queries": [
            {**search_json(made.event_id, made.outcome, index), "opened": _opened(state, made.event_id)}
            for made in state.searches
        ],
        "view": None if viewing is None else viewing.model_dump(mode="json"),
        "marks": [
            {**mark.model_dump(mode="json"), "label": page_label(index, mark.ref)} for mark in state.marks
        ],
        "draft": state.draft.model_dump(mode="json"),
        "saved_at_ms": state.saved_at_ms,
        "paused": clock["paused"],
        "working_ms": clock["working_ms"],
        "clock": clock,
    }
