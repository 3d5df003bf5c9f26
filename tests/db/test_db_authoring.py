"""Projects, their people, and items being written: every change is a revision."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from annotation import authoring, membership
from annotation.authoring import Save
from db import authoring as stored
from db import items, projects
from db.authored import (
    ItemDraft,
    MemberRole,
    Override,
)
from db.authoring import RevisionConflict
from db.errors import Conflict, InvalidInput, NotAllowed, NotFound
from db.models import By, ItemMetadata
from tests.authoring import PROJECT, Desk, make_draft
from tests.makers import NOON_MS, make_items


def numbers(database: Database, item_id: str) -> list[int]:
    return [revision.revision for revision in stored.revisions_of(database, item_id)]


# Projects and people


def test_a_project_is_found_as_it_was_stored(desk: Desk) -> None:
    assert projects.find_project(desk.database, "pilot") == PROJECT
    assert projects.projects_of(desk.database, "ann") == projects.all_projects(desk.database) == [PROJECT]
    assert {m.account_id: m.role for m in projects.members_of(desk.database, "pilot")}["rita"] == "reviewer"


def test_somebody_from_outside_is_told_whom_to_ask(desk: Desk) -> None:
    with pytest.raises(NotAllowed, match="not a member of project 'pilot'; ask"):
        authoring.new_item(desk.database, "pilot", By("nobody", NOON_MS))
    with pytest.raises(NotFound, match="no project 'other'"):
        authoring.new_item(desk.database, "other", By("ann", NOON_MS))


def test_an_admitted_candidate_is_an_author_and_the_decision_is_recorded(desk: Desk) -> None:
    no, yes = membership.Verdict(False, "One error."), membership.Verdict(True, "None left.")
    membership.admit(desk.database, "pilot", "carl", no, desk.by("sue"))
    membership.admit(desk.database, "pilot", "carl", yes, desk.by("sue"))

    assert projects.find_member(desk.database, "pilot", "carl").role is MemberRole.AUTHOR
    told = [(one.admitted, one.by, one.reason) for one in projects.admissions_of(desk.database, "pilot")]
    assert told == [(False, "sue", "One error."), (True, "sue", "None left.")]
    with pytest.raises(Conflict, match="no longer one"):
        membership.admit(desk.database, "pilot", "carl", yes, desk.by("sue"))
    with pytest.raises(NotAllowed, match="Only supervisors"):
        membership.admit(desk.database, "pilot", "carl", yes, desk.by("ann"))


# Writing


def test_items_of_a_project_are_numbered(desk: Desk) -> None:
    made = [authoring.new_item(desk.database, "pilot", desk.by(name)) for name in ("ann", "bob", "ann")]

    assert [revision.item_id for revision in made] == ["pilot-0001", "pilot-0002", "pilot-0003"]
    assert [revision.revision for revision in made] == [1, 1, 1]


def test_an_item_id_that_an_import_brought_is_passed_over(desk: Desk) -> None:
    item = make_items(1)[0].model_copy(update={"item_id": "pilot-0001"})
    items.put_item_set(desk.database, "imported", [item], NOON_MS)

    assert authoring.new_item(desk.database, "pilot", desk.by("ann")).item_id == "pilot-0002"


def test_reviewers_write_no_items(desk: Desk) -> None:
    with pytest.raises(NotAllowed, match="make you an author"):
        authoring.new_item(desk.database, "pilot", desk.by("rita"))


def test_saving_makes_a_revision_with_who_when_and_why(desk: Desk) -> None:
    authoring.new_item(desk.database, "pilot", desk.by("ann"))
    by = By("ann", NOON_MS + 5000)
    saved = authoring.save(desk.database, "pilot-0001", Save(make_draft(), 1, why="first idea"), by)

    assert (saved.revision, saved.account_id, saved.at_ms, saved.why) == (
        2,
        "ann",
        NOON_MS + 5000,
        "first idea",
    )
    assert stored.find_newest(desk.database, "pilot-0001") == saved
    assert stored.revisions_of(desk.database, "pilot-0001")[0].draft == ItemDraft()


def test_saving_equal_content_makes_no_revision(desk: Desk) -> None:
    authoring.new_item(desk.database, "pilot", desk.by("ann"), make_draft())
    again = [authoring.save(desk.database, "pilot-0001", Save(make_draft(), 1), desk.by("ann")) for _ in "ab"]

    assert [revision.revision for revision in again] == [1, 1]
    assert numbers(desk.database, "pilot-0001") == [1]


def test_the_second_saver_gets_both_texts_and_nothing_is_changed(desk: Desk) -> None:
    authoring.new_item(desk.database, "pilot", desk.by("ann"), make_draft(answer="100"))
    authoring.save(desk.database, "pilot-0001", Save(make_draft(answer="Alpha"), 1), desk.by("ann"))

    with pytest.raises(RevisionConflict, match="take it, keep yours, or merge") as caught:
        authoring.save(desk.database, "pilot-0001", Save(make_draft(page=2), 1), desk.by("sue"))

    assert caught.value.newest.draft.answer_variants == (("Alpha",),)
    assert caught.value.yours == make_draft(page=2)
    assert numbers(desk.database, "pilot-0001") == [1, 2]


def test_undo_makes_a_revision_that_equals_an_older_one(desk: Desk) -> None:
    authoring.new_item(desk.database, "pilot", desk.by("ann"), make_draft(answer="1"))
    authoring.save(desk.database, "pilot-0001", Save(make_draft(answer="2"), 1), desk.by("ann"))
    undone = authoring.undo(desk.database, "pilot-0001", 1, 2, desk.by("ann"))

    assert (undone.revision, undone.draft, undone.why) == (3, make_draft(answer="1"), "as in revision 1")
    with pytest.raises(NotFound, match="no revision 9"):
        authoring.undo(desk.database, "pilot-0001", 9, 3, desk.by("ann"))


def test_a_duplicate_is_a_new_item_without_the_reasons(desk: Desk) -> None:
    kept = Override(check="grounded", reason="Both pages are needed.")
    draft = make_draft().model_copy(update={"overrides": (kept,)})
    authoring.new_item(desk.database, "pilot", desk.by("ann"), draft)
    copy = authoring.duplicate(desk.database, "pilot-0001", desk.by("ann"))

    assert (copy.item_id, copy.draft, copy.why) == ("pilot-0002", make_draft(), "as pilot-0001, revision 1")
    with pytest.raises(NotAllowed, match="hidden from you"):
        authoring.duplicate(desk.database, "pilot-0001", desk.by("bob"))


def test_text_that_cannot_be_stored_is_refused_with_a_sentence(desk: Desk) -> None:
    authoring.new_item(desk.database, "pilot", desk.by("ann"))
    odd = make_draft().model_copy(update={"metadata": ItemMetadata(domain="half \ud800")})

    with pytest.raises(InvalidInput, match="remove what looks odd"):
        authoring.save(desk.database, "pilot-0001", Save(odd, 1), desk.by("ann"))
