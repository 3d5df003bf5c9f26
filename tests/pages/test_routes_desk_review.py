"""The author's reply to a review over HTTP, and what the page passes of the review."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from annotation import desk
from annotation.authoring import history
from db import event_log
from pages.annotate.review_data import review_json
from pages.services import Services
from tests.pages.conftest import Browser
from tests.pages.desk_room import DeskRoom, explained, gesture, make_desk_room, whole_draft
from tests.small_study import SmallStudy

CORRECTED = explained(whole_draft(answer="4,217 crowns in 2021"))


@pytest.fixture
def room(running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]) -> DeskRoom:
    """A project with everybody in it."""
    return make_desk_room(running, small_study, enter)


def reply(room: DeskRoom, item: str, who: str = "ann", **fields: Any) -> Any:
    return room.post(who, "reply", {"item": item, "event_id": gesture(), "agrees": False, **fields})


def shown(room: DeskRoom, item: str, who: str = "ann") -> dict[str, Any] | None:
    """What the page passes of the review."""
    with room.services.reading() as database:
        place = desk.place_at(database, item, who)
        return review_json(place, history(database, item), room.services.clock.now_ms())


def test_author_agrees_with_a_correction_and_a_resend_agrees_once(room: DeskRoom) -> None:
    item = room.submitted()
    room.corrected(item, CORRECTED)
    body = {"item": item, "event_id": gesture(), "agrees": True}
    replies = [room.post("ann", "reply", body).json() for _ in range(2)]
    assert replies == [{"status": "accepted"}] * 2
    state = room.history(item).state
    assert (state.accepted_revision, state.accepted_by) == (3, "author")
    assert shown(room, item) is None
    with room.services.reading() as database:
        written = [event.payload for event in event_log.replay(database, f"desk:{item}")]
    assert [one.act for one in written][-1] == "replied"


def test_author_who_disagrees_says_why_and_somebody_else_reviews(room: DeskRoom) -> None:
    item = room.submitted()
    room.returned(item, "Which harbour?")
    refused = reply(room, item)
    assert (refused.status_code, "Say why" in refused.json()["error"]) == (422, True)
    assert reply(room, item, reason=" There is one only. ").json() == {"status": "disputed"}
    assert (reply(room, item, reason="Again.").status_code, room.history(item).state.status) == (
        409,
        "disputed",
    )
    told = shown(room, item)
    assert told is not None
    assert (told["reason"], told["may_reply"]) == ("There is one only.", False)


def test_agreeing_with_a_return_says_what_to_do_instead(room: DeskRoom) -> None:
    item = room.submitted()
    room.returned(item, "Which harbour?")
    refused = reply(room, item, agrees=True)
    assert (refused.status_code, "submit the item again" in refused.json()["error"]) == (422, True)


def test_supervisor_does_not_reply_for_the_author(room: DeskRoom) -> None:
    item = room.submitted()
    room.corrected(item, CORRECTED)
    assert reply(room, item, "sue", agrees=True).status_code == 403
    told = shown(room, item, "sue")
    assert told is not None
    assert (told["may_reply"], told["is_mine"]) == (False, False)


def test_page_has_both_texts_and_no_name_of_the_reviewer(room: DeskRoom) -> None:
    item = room.submitted()
    assert shown(room, item) is None
    room.corrected(item, CORRECTED)
    told = shown(room, item)
    assert told is not None
    assert told["yours"]["answer_variants"] == [["4,217 crowns"]]
    assert told["correction"]["draft"]["answer_variants"] == [["4,217 crowns in 2021"]]
    assert (told["decision"], told["correction"]["kind"], told["may_reply"]) == (
        "correct",
        "replacement",
        True,
    )
    assert "rita" not in str(told)


def test_words_that_differ_are_told_for_each_pair(room: DeskRoom) -> None:
    pairs = [["4 crowns", "4 crowns, 2 cents"], ["", "new"], ["same", "same"]]
    words = room.post("rita", "compare", {"pairs": pairs}).json()["words"]
    assert words == [
        [["same", "4 crowns"], ["added", ", 2 cents"]],
        [["added", "new"]],
        [["same", "same"]],
    ]
    assert room.post("ann", "compare", {"pairs": [["a", "b"]] * 21}).status_code == 422


def test_only_annotators_compare(room: DeskRoom, participant: Browser) -> None:
    assert participant.post("/api/desk/compare", {"pairs": []}).status_code == 403
