"""Two researchers do the same at once: one succeeds, and the other is told who did what and where to look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlite_utils import Database

from baseline.assignment import leasing
from baseline.designs import designing
from baseline.designs.designing import DraftLaunched
from baseline.figures.exclusions import Named, exclude, reinclude
from baseline.studies import launching
from baseline.studies.study_state import study_state
from db import assignments, event_log
from db.accounts import add_account
from db.errors import AppError, Conflict, InvalidInput, NotFound
from db.models import Account, Role
from db.study_events import LeaseReleased
from tests.designs_to_launch import BUILD, DESIGN, make_material
from tests.makers import NOON_MS
from tests.paired_study import answer, attempt_of, give, make_paired_study, make_person, show

ANA, BEN = "r-ana", "r-ben"


@pytest.fixture(autouse=True)
def researchers(database: Database) -> None:
    make_material(database)
    for account_id, name in ((ANA, "Ana"), (BEN, "Ben")):
        add_account(database, Account(account_id=account_id, name=name, role=Role.RESEARCHER), NOON_MS)


def test_who_launches_a_draft_second_is_told_which_study_it_is_now(database: Database) -> None:
    draft = designing.new_draft(database, DESIGN, by=ANA, now_ms=NOON_MS)
    designing.launch_draft(database, draft, "first", BUILD, by=ANA, now_ms=NOON_MS)
    late: list[Callable[[], Any]] = [
        lambda: designing.launch_draft(database, draft, "second", BUILD, by=BEN, now_ms=NOON_MS),
        lambda: designing.save(database, draft, DESIGN.model_copy(update={"k": 9}), by=BEN, now_ms=NOON_MS),
        lambda: designing.throw_away(database, draft),
        lambda: designing.opened(database, draft.draft_id),
    ]
    for act in late:
        words = "Ana launched it as the study 'Harbour', under the id 'first'"
        with pytest.raises(DraftLaunched, match=words) as told:
            act()
        assert told.value.study_id == "first"


def test_a_draft_that_was_thrown_away_is_said_to_be_and_comes_back_as_it_was(database: Database) -> None:
    draft = designing.new_draft(database, DESIGN, by=ANA, now_ms=NOON_MS)
    thrown = designing.throw_away(database, draft)
    with pytest.raises(NotFound, match="it was thrown away"):
        designing.opened(database, draft.draft_id)
    designing.bring_back(database, thrown, by=ANA, now_ms=NOON_MS + 5)
    again = designing.opened(database, draft.draft_id)
    assert (again.design, again.account_id, again.at_ms) == (DESIGN, ANA, NOON_MS + 5)
    with pytest.raises(Conflict, match="already a draft"):
        designing.bring_back(database, thrown, by=ANA, now_ms=NOON_MS + 6)


def test_who_pauses_resumes_ends_or_amends_second_is_told_who_was_first(database: Database) -> None:
    study = launching.launch(database, "s", DESIGN, BUILD, by=ANA, now_ms=NOON_MS)
    launching.pause(database, "s", "Fire alarm.", by=ANA, now_ms=NOON_MS)
    with pytest.raises(Conflict, match=r"paused already: Ana gave the reason “Fire alarm\.”\. Yours was not"):
        launching.pause(database, "s", "Lunch.", by=BEN, now_ms=NOON_MS)
    launching.resume(database, "s", by=ANA, now_ms=NOON_MS)
    with pytest.raises(Conflict, match="runs already: Ana let it go on"):
        launching.resume(database, "s", by=BEN, now_ms=NOON_MS)
    launching.amend(
        database, study, DESIGN.model_copy(update={"title": "B"}), "Clearer.", by=ANA, now_ms=NOON_MS
    )
    with pytest.raises(Conflict, match="Ana amended the study while you were at it"):
        launching.amend(
            database, study, DESIGN.model_copy(update={"title": "C"}), "Nicer.", by=BEN, now_ms=NOON_MS
        )
    launching.end(database, "s", "Enough.", by=ANA, now_ms=NOON_MS)
    with pytest.raises(Conflict, match=r"has ended: Ana gave the reason “Enough\.”"):
        launching.end(database, "s", "Done.", by=BEN, now_ms=NOON_MS)
    assert study_state(database, "s").reason == "Enough."


def test_who_excludes_or_takes_back_second_is_told_and_changes_nothing(database: Database) -> None:
    make_paired_study(database)
    make_person(database, "p1")
    answer(database, give(database, "p1", "item-001"))
    named = Named("paired", "attempt", attempt_of("p1", "item-001"))
    exclude(database, named, "Noise.", ANA, NOON_MS)
    with pytest.raises(
        Conflict, match=r"excluded already: Ana gave the reason “Noise\.”\. Nothing was changed"
    ):
        exclude(database, named, "Other noise.", BEN, NOON_MS)
    reinclude(database, named, "It was none.", ANA, NOON_MS)
    with pytest.raises(Conflict, match="counts: it is not excluded, or somebody took it back"):
        reinclude(database, named, "I think so too.", BEN, NOON_MS)


def test_an_attempt_that_nobody_began_cannot_be_excluded(database: Database) -> None:
    make_paired_study(database)
    make_person(database, "p1")
    waiting = give(database, "p1", "item-002")
    with pytest.raises(InvalidInput, match=r"Nobody has begun the attempt .*: there is nothing to leave out"):
        exclude(database, Named("paired", "attempt", waiting.attempt_id), "Noise.", ANA, NOON_MS)
    assert study_state(database, "paired").exclusions == ()


def test_one_place_is_given_back_and_no_other(database: Database) -> None:
    study = make_paired_study(database)
    make_person(database, "p1")
    answer(database, give(database, "p1", "item-001"))
    waiting, begun = give(database, "p1", "item-002"), give(database, "p1", "item-003")
    show(database, begun, NOON_MS)
    leasing.give_back(database, study, begun.attempt_id, NOON_MS + 1, by=ANA)
    event = event_log.newest_of_kind(database, "participation:p1", "lease_released")
    assert event is not None
    assert event.payload == LeaseReleased(attempt_ids=(begun.attempt_id,), why="by_hand", by=ANA)
    open_now = [one.assignment for one in assignments.places_of(database, "paired", "p1") if one.is_open]
    assert [one.attempt_id for one in open_now] == [waiting.attempt_id]
    refusals: list[tuple[str, type[AppError], str]] = [
        (begun.attempt_id, Conflict, "given back already"),
        (attempt_of("p1", "item-001"), Conflict, "is finished and stays theirs"),
        ("a-none", NotFound, "no place 'a-none'"),
    ]
    for attempt_id, kind, words in refusals:
        with pytest.raises(kind, match=words):
            leasing.give_back(database, study, attempt_id, NOON_MS + 2, by=ANA)
