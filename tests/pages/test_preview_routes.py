"""A preview of a draft over HTTP: searching is real, everything is acknowledged, nothing is stored."""

from __future__ import annotations

import pytest

from baseline.designs.designing import new_draft
from db.study_design import Condition, StudyDesign
from pages.seats import preview_stream
from pages.services import Services
from tests.makers import NOON_MS
from tests.pages.conftest import Browser

DESIGN = StudyDesign(
    title="Draft",
    item_set="small",
    index_name="small",
    conditions=(Condition(), Condition(name="oracle", tools="given_pages")),
    people_per_item=1,
    k=2,
)


@pytest.fixture
def draft_id(running: Services, researcher: Browser) -> str:
    return running.write(
        lambda database: new_draft(database, DESIGN, by=researcher.account_id, now_ms=NOON_MS)
    ).draft_id


def n_events(running: Services) -> int:
    with running.reading() as database:
        return int(database.execute("SELECT count(*) FROM events").fetchone()[0])


def test_a_preview_searches_on_the_tool_of_the_draft_and_stores_nothing(
    running: Services, researcher: Browser, draft_id: str
) -> None:
    before = n_events(running)
    stream = preview_stream(draft_id, 0, researcher.account_id, 0)
    found = researcher.post(
        "/api/search", {"attempt": stream, "event_id": "s-1-abcdef", "text": "lighthouse"}
    )
    assert found.status_code == 200, found.text
    assert len(found.json()["hits"]) == 2
    seen = {"event_id": "e-1-abcdef", "client_seq": 1, "client_at_ms": 1, "payload": {"kind": "tab_hidden"}}
    told = researcher.post("/api/events", {"attempt": stream, "instance": "i", "events": [seen]})
    assert told.json()["acknowledged"] == ["e-1-abcdef"]
    assert n_events(running) == before


def test_the_oracle_condition_of_a_preview_refuses_to_search(
    running: Services, researcher: Browser, draft_id: str
) -> None:
    stream = preview_stream(draft_id, 1, researcher.account_id, 0)
    found = researcher.post(
        "/api/search", {"attempt": stream, "event_id": "s-2-abcdef", "text": "lighthouse"}
    )
    assert found.json()["refused"] is True


def test_a_preview_is_for_the_researcher_whom_it_names_alone(
    running: Services, researcher: Browser, participant: Browser, draft_id: str
) -> None:
    search = {"event_id": "s-3-abcdef", "text": "lighthouse"}
    theirs = preview_stream(draft_id, 0, researcher.account_id, 0)
    own = preview_stream(draft_id, 0, participant.account_id, 0)
    for stream in (theirs, own):
        assert participant.post("/api/search", {"attempt": stream, **search}).status_code == 403
    for stream in ("preview:", "preview:x:0:y:0", preview_stream("d-0", 0, researcher.account_id, 0)):
        assert researcher.post("/api/search", {"attempt": stream, **search}).status_code == 404
