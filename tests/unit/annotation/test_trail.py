"""The log of a desk: whose it is by its name, and what its events leave on the screen."""

from __future__ import annotations

import pytest

from annotation.trail import DeskName, desk_name, stream_of, trail_of
from db.authoring import AuthoredItem
from db.authoring_events import ItemWritten
from db.events import HitOpened, PageEntered, TabHidden, ToolRefused
from db.models import PageRef
from tests.makers import make_query, make_trail


def item(item_id: str) -> AuthoredItem:
    return AuthoredItem(item_id, "pilot", "ann", 1)


@pytest.mark.parametrize("item_id", ["pilot-0001", "a:b", "desk:x", "desk-of:ann:x", "ünï cödé"])
@pytest.mark.parametrize("account", ["ann", "sue", "p-0a1b2c3d4e"])
def test_name_of_a_desk_reads_back(item_id: str, account: str) -> None:
    name = desk_name(stream_of(item(item_id), account))
    assert name == DeskName(item_id, None if account == "ann" else account)


@pytest.mark.parametrize("stream", ["a-0123456789", "participation:p-1", "desk", "Desk:x", ""])
def test_other_streams_are_no_desks(stream: str) -> None:
    assert desk_name(stream) is None


def test_trail_has_the_searches_the_opened_hits_and_the_last_page() -> None:
    refused = ToolRefused(tool="search", text="*", reason="Too wide.")
    opened = HitOpened(query_event_id="desk:event:2", rank=1, document="a.pdf", page=3)
    events = make_trail(
        (0, ItemWritten(act="started", item_id="pilot-0001", revision=1)),
        (1, make_query("revenue")),
        (2, opened),
        (3, PageEntered(view_id="v", document="a.pdf", page=3, reached="hit")),
        (4, PageEntered(view_id="w", document="a.pdf", page=4, reached="next")),
        (5, TabHidden()),
        (6, refused),
        stream_id="desk",
    )
    trail = trail_of(events)
    assert [one.event_id for one in trail.searches] == ["desk:event:2", "desk:event:7"]
    assert trail.searches[1].outcome == refused
    assert trail.opened == (opened,)
    assert trail.viewing == PageRef(document="a.pdf", page=4)


def test_trail_of_no_events_is_empty() -> None:
    assert trail_of([]) == ((), (), None)
