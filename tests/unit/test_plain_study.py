"""The plain script that simulated studies are held against finds what it is there to find."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tests.reference import plain_study

Tables = dict[str, list[dict[str, Any]]]


def event(event_id: str, stream: str, seq: int, kind: str, number: int | None = None, **payload: Any) -> Any:
    return {
        "event_id": event_id,
        "stream_id": stream,
        "seq": seq,
        "kind": kind,
        "payload": payload,
        "client_instance": "tab",
        "client_seq": number,
    }


def place(account: str, item: str, **released: Any) -> dict[str, Any]:
    return {
        "attempt_id": f"{account}-{item}",
        "study_id": "s",
        "account_id": account,
        "item_id": item,
        "condition": "search",
        "purpose": "main",
        "released_at_ms": None,
        **released,
    }


@pytest.fixture
def tables() -> Tables:
    """Two people at one item, and one who left."""
    people = [place("a", "i"), place("b", "i"), place("c", "i", released_at_ms=1)]
    return {
        "studies": [{"study_id": "s", "design": {"item_set": "set", "conditions": [{"name": "search"}]}}],
        "item_set_members": [{"set_name": "set", "item_id": "i", "revision": 1}],
        "item_revisions": [{"item_id": "i", "revision": 1, "content": "{}"}],
        "accounts": [{"account_id": "c", "name": "Withdrawn"}],
        "assignments": people,
        "events": [
            event("1", "a-i", 1, "item_shown"),
            event("2", "a-i", 2, "tab_hidden", 0),
            event("3", "a-i", 3, "answer_submitted"),
            event("4", "b-i", 1, "item_shown"),
            event("5", "b-i", 2, "item_expired"),
            event("6", "c-i", 1, "item_shown", erased=True),
            event("7", "participation:c", 1, "data_erased"),
            event("8", "participation:a", 1, "batch_started", batch=1),
        ],
    }


def faults(tables: Tables) -> list[str]:
    return [
        *plain_study.log_faults(tables),
        *plain_study.journey_faults(tables),
        *plain_study.place_faults(tables, "s", 2),
        *plain_study.erasure_faults(tables),
        *([f"{plain_study.browser_gaps(tables)} gaps"] if plain_study.browser_gaps(tables) else []),
    ]


def test_sound_study_has_no_faults(tables: Tables) -> None:
    assert faults(tables) == []


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (event("3", "a-i", 4, "tab_shown"), "event 3 stands 2 times"),
        (event("9", "a-i", 5, "tab_shown"), "a-i: sequence [1, 2, 3, 5]"),
        (event("9", "b-i", 3, "answer_submitted"), "b-i: ended 2 times"),
        (event("9", "a-i", 4, "tab_shown", 2), "1 gaps"),
        (event("9", "c-i", 2, "query", text="lamp"), "9 of c-i is not erased"),
        (
            event("9", "participation:a", 2, "batch_started", batch=1),
            "participation:a: batch_started 1 2 times",
        ),
    ],
)
def test_event_too_many_or_missing_is_told(tables: Tables, more: Any, told: str) -> None:
    tables["events"].append(more)
    assert faults(tables) == [told]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (place("d", "i"), ["i under search: 3 people", "d-i: held, and not ended"]),
        (place("a", "i", condition="oracle", attempt_id="a-i"), ["a: i 2 times"]),
    ],
)
def test_place_too_many_is_told(tables: Tables, more: Any, told: list[str]) -> None:
    tables["assignments"].append(more)
    assert faults(tables) == told


def test_place_too_few_and_name_that_stayed_are_told(tables: Tables) -> None:
    fewer = deepcopy(tables)
    fewer["assignments"][1]["released_at_ms"] = 1
    assert faults(fewer) == ["i under search: 1 people"]
    tables["accounts"][0]["name"] = "Ada"
    assert faults(tables) == ["c is still called Ada"]
