"""Case 24: two people change one item. Nothing is lost, nothing is doubled, and nobody wins unseen.

Arithmetic of the races: 2 processes x 2 threads x 25 saves = 100 answers; each must stand in a revision of
its own, in the numbers 2 to 101, whoever came first.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlite_utils import Database

from annotation import authoring, reviewing
from annotation.authoring import Save
from annotation.workflow import Status
from db import authoring as stored
from db.authored import ItemDraft
from db.authoring import RevisionConflict
from db.backup import integrity_problems
from db.connection import connect, open_database, reading
from db.errors import AppError, Conflict
from db.models import By, EvidenceMark
from tests.authoring import Desk, make_draft, make_project
from tests.makers import NOON_MS
from tests.processes import OTHER_PROCESSES

N_SAVES = 25
ITEM = "pilot-0001"


@pytest.fixture
def project_file(database_file: Path) -> Path:
    """A database on disk with project `pilot` and one draft of ann's."""
    database = open_database(database_file)
    desk = make_project(database)
    authoring.new_item(database, "pilot", desk.by("ann"), make_draft("What is the total?"))
    database.close()
    return database_file


def with_answer(draft: ItemDraft, answer: str) -> ItemDraft:
    """The draft with one more answer variant."""
    return draft.model_copy(update={"answer_variants": (*draft.answer_variants[-40:], (answer,))})


# The case, step by step


def test_the_second_saver_is_told_and_both_edits_can_be_recovered(desk: Desk) -> None:
    opened = make_draft("What is the total?", "100", page=1)
    authoring.new_item(desk.database, "pilot", desk.by("ann"), opened)
    alpha = make_draft("What is the total?", "Alpha", page=1)
    page_2 = (*opened.evidence, EvidenceMark(document="report.pdf", page=2))
    with_page_2 = opened.model_copy(update={"evidence": page_2})

    authoring.save(desk.database, ITEM, Save(alpha, 1), desk.by("ann"))
    with pytest.raises(RevisionConflict, match="you have revision 1, the newest is 2") as caught:
        authoring.save(desk.database, ITEM, Save(with_page_2, 1), desk.by("sue"))
    merged = caught.value.newest.draft.model_copy(update={"evidence": caught.value.yours.evidence})
    authoring.save(desk.database, ITEM, Save(merged, 2, why="merged"), desk.by("sue"))

    history = authoring.history(desk.database, ITEM)
    assert [(r.revision, r.account_id) for r in history.revisions] == [(1, "ann"), (2, "ann"), (3, "sue")]
    assert history.newest.draft.answer_variants == (("Alpha",),)
    assert history.newest.draft.pages == with_page_2.pages


def test_a_save_after_the_item_was_handed_in_takes_nothing_back_and_is_a_sentence(desk: Desk) -> None:
    item_id = desk.submitted()
    mine = make_draft(answer="too late")

    with pytest.raises(Conflict, match="withdraw it before"):
        authoring.save(desk.database, item_id, Save(mine, 1), desk.by("sue"))

    history = authoring.history(desk.database, item_id)
    assert (history.state.status, len(history.revisions)) == (Status.SUBMITTED, 1)


# Races


def save_until_it_is_in(database: Database, person: str, answer: str) -> int:
    """Add one answer on top of whatever is newest, as often as it takes; returns the conflicts met."""
    newest = stored.find_newest(database, ITEM)
    n_conflicts = 0
    while True:
        try:
            saved = Save(with_answer(newest.draft, answer), newest.revision)
            authoring.save(database, ITEM, saved, By(person, NOON_MS))
            return n_conflicts
        except RevisionConflict as conflict:
            newest = conflict.newest
            n_conflicts += 1


def at_once(path: Path, work: Callable[[Database, str], None], people: tuple[str, ...]) -> list[str]:
    """Each person in a thread with a connection of their own, started together; returns the errors."""
    barrier, errors = threading.Barrier(len(people)), []

    def act(person: str) -> None:
        database = connect(path)
        barrier.wait(30)
        try:
            work(database, person)
        except AppError as error:
            errors.append(f"{person}: {error.user_message}")
        finally:
            database.close()

    threads = [threading.Thread(target=act, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def save_many(path: Path, run: str) -> list[str]:
    def work(database: Database, person: str) -> None:
        for number in range(N_SAVES):
            save_until_it_is_in(database, person, f"{run} {person} {number}")

    return at_once(path, work, ("ann", "sue"))


def save_many_elsewhere(path: Path, run: str, outcomes: object) -> None:
    outcomes.put(save_many(path, run))


def test_saves_of_two_threads_in_two_processes_are_all_kept_once(project_file: Path) -> None:
    outcomes = OTHER_PROCESSES.Queue()
    savers = [
        OTHER_PROCESSES.Process(target=save_many_elsewhere, args=(project_file, run, outcomes))
        for run in ("one", "two")
    ]
    for saver in savers:
        saver.start()
    errors = [outcomes.get(timeout=120) for _ in savers]
    for saver in savers:
        saver.join()

    with reading(project_file) as database:
        revisions = stored.revisions_of(database, ITEM)
        assert integrity_problems(database) == []
    added = Counter(revision.draft.answer_variants[-1][0] for revision in revisions[1:])
    assert errors == [[], []]
    assert [revision.revision for revision in revisions] == list(range(1, 4 * N_SAVES + 2))
    assert added == Counter(
        f"{run} {person} {n}" for run in ("one", "two") for person in ("ann", "sue") for n in range(N_SAVES)
    )


def test_one_of_two_savers_of_the_same_moment_gets_the_conflict(project_file: Path) -> None:
    def work(database: Database, person: str) -> None:
        authoring.save(database, ITEM, Save(make_draft(answer=person), 1), By(person, NOON_MS))

    errors = at_once(project_file, work, ("ann", "sue"))

    with reading(project_file) as database:
        (_, second) = stored.revisions_of(database, ITEM)
    assert [error.split(":")[0] for error in errors] == [{"ann": "sue", "sue": "ann"}[second.account_id]]


def test_one_of_six_reviewers_who_open_an_item_at_once_gets_it(project_file: Path) -> None:
    with reading(project_file) as database:
        authoring.submit(database, ITEM, 1, (), By("ann", NOON_MS))

    def work(database: Database, person: str) -> None:
        reviewing.open_review(database, ITEM, By(person, NOON_MS + 1))

    errors = at_once(project_file, work, ("rita", "ray", "bob", "sue", "sam", "carl"))

    with reading(project_file) as database:
        state = authoring.history(database, ITEM).state
    assert len(state.reviews) == 1
    assert len(errors) == 5
    assert sum("Somebody else is reviewing" in error for error in errors) == 4
    assert sum("Candidates do not review" in error for error in errors) == 1


def test_items_started_at_once_have_numbers_of_their_own(project_file: Path) -> None:
    def work(database: Database, person: str) -> None:
        for _ in range(10):
            authoring.new_item(database, "pilot", By(person, NOON_MS))

    assert at_once(project_file, work, ("ann", "bob", "sue")) == []
    with reading(project_file) as database:
        ids = [one.item.item_id for one in authoring.items_in(database, "pilot")]
    assert sorted(ids) == [f"pilot-{number:04d}" for number in range(1, 32)]


def test_a_withdrawal_and_a_review_of_the_same_moment_do_not_both_happen(project_file: Path) -> None:
    with reading(project_file) as database:
        authoring.submit(database, ITEM, 1, (), By("ann", NOON_MS))

    def work(database: Database, person: str) -> None:
        if person == "ann":
            authoring.withdraw(database, ITEM, By(person, NOON_MS))
        else:
            reviewing.open_review(database, ITEM, By(person, NOON_MS))

    errors = at_once(project_file, work, ("ann", "rita"))

    with reading(project_file) as database:
        state = authoring.history(database, ITEM).state
    assert len(errors) == 1
    assert state.last_seq == 2
    assert state.status in {Status.DRAFT, Status.IN_REVIEW}
