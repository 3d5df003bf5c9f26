"""The demo's authoring project: made once, by simulated people, with an item in each of several states."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from annotation import authoring
from annotation.board import ProjectBoard
from annotation.review_queue import review_queue
from annotation.trail import stream_of, trail_of
from annotation.workflow import Person
from db import event_log
from db.accounts import find_account
from db.authored import MemberRole
from db.backup import integrity_problems
from db.clock import FixedClock
from db.models import Account
from db.projects import members_of
from demo.authoring import AUTHOR, COLLEAGUE, PROJECT, REVIEWER, SUPERVISOR, make_project
from index.build import BuildRequest, build_index
from index.collection import OpenIndex, open_index
from pages.http.demo import DEMO_PROJECT
from tests.makers import NOON_MS


@pytest.fixture(scope="module")
def demo_index(documents_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenIndex]:
    """The documents of the demo, indexed without OCR."""
    folder = tmp_path_factory.mktemp("demo-index") / "demo"
    build_index(
        BuildRequest(folder=documents_folder, out=folder, ocr="off", n_workers=2), FixedClock(NOON_MS)
    )
    index = open_index(str(folder))
    yield index
    index.close()


@pytest.fixture
def made(database: Database, demo_index: OpenIndex) -> Database:
    assert make_project(database, demo_index, NOON_MS)
    return database


def test_items_stand_in_every_state_that_a_screen_shows(made: Database) -> None:
    items = authoring.items_in(made, PROJECT)
    assert [one.state.status.value for one in items] == [
        "accepted",
        "returned",
        "submitted",
        "in_review",
        "disputed",
        "adjudication",
        "submitted",
        "draft",
    ]
    authors = [one.state.author for one in items]
    assert authors == [AUTHOR.account_id] * 6 + [COLLEAGUE.account_id, AUTHOR.account_id]


@pytest.mark.parametrize(
    ("account", "role", "n_next"),
    [
        (AUTHOR, MemberRole.AUTHOR, 1),
        (REVIEWER, MemberRole.REVIEWER, 4),
        (SUPERVISOR, MemberRole.SUPERVISOR, 5),
    ],
)
def test_everybody_who_reviews_has_something_to_do(
    made: Database, account: Account, role: MemberRole, n_next: int
) -> None:
    items = ProjectBoard(PROJECT).read(made).items.values()
    queue = review_queue(items, Person(account.account_id, role), NOON_MS + 30 * 86_400_000)
    assert len(queue.next_up) == n_next


def test_everybody_and_everything_in_it_is_marked_as_simulated(made: Database) -> None:
    people = [find_account(made, member.account_id) for member in members_of(made, PROJECT)]
    assert all(one.simulated and one.name.startswith("Simulated ") for one in people)
    for listed in authoring.items_in(made, PROJECT):
        events = event_log.replay(made, stream_of(listed.item, listed.state.author))
        assert {event.source for event in events} == {"simulated"}
        comments = [c.comment for review in listed.state.decided for c in review.outcome.comments]
        assert all(comment.startswith("Simulated: ") for comment in comments)


def test_author_searched_before_writing(made: Database) -> None:
    first = authoring.items_in(made, PROJECT)[0]
    trail = trail_of(event_log.replay(made, stream_of(first.item, AUTHOR.account_id)))
    assert len(trail.searches) == 1
    assert trail.viewing is not None


def test_second_time_nothing_is_done(made: Database, demo_index: OpenIndex) -> None:
    before = list(made.conn.iterdump())
    assert not make_project(made, demo_index, NOON_MS + 1)
    assert list(made.conn.iterdump()) == before
    assert integrity_problems(made) == []


def test_way_in_as_the_author_leads_to_this_project() -> None:
    assert DEMO_PROJECT == PROJECT
