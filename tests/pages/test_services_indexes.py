"""A running app and an index that is published again: studies keep theirs, the log tells of the switch."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from baseline.assignment.inviting import invite
from baseline.studies.studies import StudyPlan, create_study
from db.clock import FixedClock
from db.errors import IndexMissing
from db.event_log import replay
from db.models import Role
from index.build import BuildRequest, build_index
from pages.services import Services
from tests.makers import make_event_id
from tests.pages.conftest import Browser
from tests.pages.test_routes_attempt import shown
from tests.pdfs import write_pdf
from tests.small_study import SmallStudy

pytestmark = pytest.mark.usefixtures("remembered_reading")


def published(home: Path, word: str) -> str:
    """The study's index, published again over one document with this word."""
    write_pdf(home / f"documents-{word}" / "news.pdf", [f"{word} captain"])
    request = BuildRequest(home / f"documents-{word}", home / "indexes" / "small", ocr="off", n_workers=1)
    return build_index(request, FixedClock()).fingerprint


def searched(running: Services, browser: Browser, item: str, text: str) -> dict:
    """The answer of the search route, for an item that is on the screen."""
    attempt = browser.attempts[item]
    shown(running, attempt)
    reply = browser.post("/api/search", {"attempt": attempt, "event_id": make_event_id(), "text": text})
    assert reply.status_code == 200, reply.text
    return reply.json()


def test_a_new_build_is_used_from_the_next_question_on_and_the_log_says_so(
    running: Services, small_study: SmallStudy, caplog: pytest.LogCaptureFixture
) -> None:
    old = running.newest_index("small")
    new = published(small_study.home, "fresh")
    with caplog.at_level(logging.WARNING, logger="pages.services"):
        index = running.newest_index("small")
        running.newest_index("small")
    assert (index.fingerprint, index.search("fresh", 5).total) == (new, 1)
    assert caplog.messages == [
        f"index small: build {new} is in use now, it was {old.fingerprint}; "
        "studies keep the build they were made on"
    ]
    assert old.search("dredging", 5).total == 1


def test_a_study_keeps_its_build_and_a_later_study_gets_the_new_one(
    running: Services,
    small_study: SmallStudy,
    participant: Browser,
    enter: Callable[[str], Browser],
    caplog: pytest.LogCaptureFixture,
) -> None:
    attempt = participant.attempts["ferry"]
    before = searched(running, participant, "ferry", "captain")
    new = published(small_study.home, "fresh")
    with caplog.at_level(logging.WARNING, logger="pages.services"):
        after = searched(running, participant, "ferry", "captain")
    assert [message for message in caplog.messages if f"build {new} is in use now" in message]
    assert after["fingerprint"] == before["fingerprint"] != new
    assert after["hits"] == before["hits"]
    with running.reading() as database:
        logged = [e.payload.fingerprint for e in replay(database, attempt) if e.payload.kind == "query"]
    assert logged == [before["fingerprint"]] * 2

    plan = StudyPlan("later", "Later", "small", "small", new, "exact")
    running.write(lambda database: create_study(database, plan, 2))
    token = running.write(lambda database: invite(database, "later", Role.PARTICIPANT, "P", 2)).token
    late = enter(token)
    assert searched(running, late, "ferry", "captain")["hits"][0]["document"] == "news.pdf"


def test_an_index_that_is_not_there_is_a_sentence(running: Services) -> None:
    with pytest.raises(IndexMissing, match="There is no index 'nothing'"):
        running.newest_index("nothing")


@pytest.mark.parametrize(("role", "status"), [(Role.PARTICIPANT, 403), (Role.RESEARCHER, 200)])
def test_pages_of_the_newest_build_are_for_researchers_only(
    running: Services, small_study: SmallStudy, enter: Callable[[str], Browser], role: Role, status: int
) -> None:
    new = published(small_study.home, "fresh")
    token = small_study.participants[0] if role is Role.PARTICIPANT else small_study.researcher
    asked = {"index": "small", "fingerprint": new, "document": "news.pdf", "page": "1"}
    assert enter(token).client.get("/api/words", params=asked).status_code == status
