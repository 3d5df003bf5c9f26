"""What the bench needs to show an item exactly as it was left: the fold, as JSON. No gold passes here."""

from __future__ import annotations

from typing import Any, NamedTuple

from baseline.attempt import AttemptState
from baseline.timing import working_ms
from db.models import Account, Assignment, ParticipantItem
from db.study_design import Study
from index.collection import OpenIndex
from pages.http.demo import is_demo
from pages.search_result import page_label, search_json


class Place(NamedTuple):
    """Where an item stands in somebody's work."""

    study: Study
    assignment: Assignment
    number: int
    of: int
    batches: int
    is_last: bool


def bench_data(
    place: Place, item: ParticipantItem, state: AttemptState, index: OpenIndex, account: Account, now_ms: int
) -> dict[str, Any]:
    """Everything that the bench shows, from the events alone."""
    return {
        "attempt": place.assignment.attempt_id,
        "study_title": place.study.title,
        "item": {
            "number": place.number,
            "of": place.of,
            "batch": place.assignment.batch,
            "batches": place.batches,
            "question": item.question,
        },
        "index": {"name": index.name, "fingerprint": index.fingerprint, "profile": index.profile},
        "k": place.study.k,
        "may_skip": place.study.design.may_skip,
        "simulated": account.simulated,
        "way_out": {"text": "Research view", "address": "/demo/researcher"} if is_demo() else None,
        "submit_label": "Submit and finish" if place.is_last else f"Submit and go to item {place.number + 1}",
        "state": _state_json(state, index, now_ms),
    }


def _opened(state: AttemptState, query_event_id: str) -> list[int]:
    """The ranks of a query's hits that were opened."""
    return sorted({hit.rank for hit in state.opened if hit.query_event_id == query_event_id})


def _state_json(state: AttemptState, index: OpenIndex, now_ms: int) -> dict[str, Any]:
    viewing = state.viewing
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
        "paused": state.pause_reason,
        "working_ms": working_ms(state, now_ms),
    }
