"""What became of items: acceptance, item sets, lists, and that nothing stored ever changes."""

from __future__ import annotations

import sqlite3

import pytest

from annotation import authoring, item_sets, reviewing
from annotation.authoring import Save
from annotation.workflow import Status, fold
from baseline.studies.studies import create_study
from db import authored_lists, items
from db import authoring as stored
from db.authored import (
    BlindAnswered,
    FieldComment,
    Reviewed,
)
from db.backup import integrity_problems, stats
from db.connection import writing
from db.errors import AppError, Conflict, InvalidInput, NotAllowed
from tests.authoring import Desk, blind, make_draft
from tests.makers import NOON_MS, make_items, make_plan


def test_an_accepted_item_knows_its_revision_and_the_step_that_accepted_it(desk: Desk) -> None:
    messy = make_draft().model_copy(update={"answer_variants": (("100", ""), ("",))})
    item_id = desk.accepted(draft=messy)
    (row,) = item_sets.accepted_items(desk.database, "pilot")
    step = stored.steps_of(desk.database, item_id)[row.seq - 1]

    assert (row.item.item_id, row.item.answer_variants) == (item_id, (("100",),))
    assert (row.authored_revision, step.content.kind, step.account_id) == (1, "reviewed", "rita")


def test_a_set_of_accepted_items_keeps_its_order_and_freezes_with_a_hash(desk: Desk) -> None:
    first, second = desk.accepted(), desk.accepted("bob", draft=make_draft("Another?"))
    made = item_sets.make_item_set(desk.database, "pilot", "v1", [second, first], desk.by("sue"))
    frozen = item_sets.freeze_item_set(desk.database, "pilot", "v1", desk.by("sue"))

    loaded = items.load_item_set(desk.database, "v1")
    assert [item.item_id for item in loaded] == [second, first]
    assert made.sha256 == frozen.sha256 == items.content_sha256(loaded)
    assert items.is_frozen(desk.database, "v1")
    with pytest.raises(Conflict, match="frozen"):
        items.put_item_set(desk.database, "v1", make_items(1), NOON_MS)
    with pytest.raises(Conflict, match="choose another name"):
        item_sets.make_item_set(desk.database, "pilot", "v1", [first], desk.by("sue"))


def test_a_set_takes_only_accepted_items_and_names_the_others(desk: Desk) -> None:
    accepted, waiting = desk.accepted(), desk.submitted("bob")

    with pytest.raises(InvalidInput, match=f"'{waiting}'; leave them out"):
        item_sets.make_item_set(desk.database, "pilot", "v1", [accepted, waiting], desk.by("sue"))
    with pytest.raises(NotAllowed, match="Only supervisors"):
        item_sets.make_item_set(desk.database, "pilot", "v1", [accepted], desk.by("ann"))
    assert items.item_set_names(desk.database) == []


def test_a_study_freezes_the_set_that_it_uses(desk: Desk) -> None:
    item_sets.make_item_set(desk.database, "pilot", "v1", [desk.accepted()], desk.by("sue"))
    study = create_study(desk.database, make_plan(item_set="v1"), NOON_MS)

    assert items.is_frozen(desk.database, "v1")
    assert items.describe_item_set(desk.database, "v1").sha256 == study.item_set_sha256


def test_a_later_acceptance_changes_no_set_that_was_made_before(desk: Desk) -> None:
    item_id = desk.accepted()
    item_sets.make_item_set(desk.database, "pilot", "v1", [item_id], desk.by("sue"))
    authoring.save(desk.database, item_id, Save(make_draft(answer="101"), 1), desk.by("ann"))
    authoring.submit(desk.database, item_id, 2, (), desk.by("ann"))
    between = item_sets.accepted_items(desk.database, "pilot")
    desk.decide(item_id, "ray", "accept")
    (after,) = item_sets.accepted_items(desk.database, "pilot")

    assert [row.authored_revision for row in between] == [1]
    assert (after.authored_revision, after.item.answer_variants) == (2, (("101",),))
    assert items.load_item_set(desk.database, "v1")[0].answer_variants == (("100",),)


# What is stored, and stays


def test_a_list_holds_where_every_item_stands(desk: Desk) -> None:
    desk.accepted()
    desk.submitted("bob")
    authoring.new_item(desk.database, "pilot", desk.by("ann"), make_draft("Draft?"))
    listed = authoring.items_in(desk.database, "pilot")

    assert [(one.state.status, one.question) for one in listed] == [
        (Status.ACCEPTED, make_draft().question),
        (Status.SUBMITTED, make_draft().question),
        (Status.DRAFT, "Draft?"),
    ]
    assert [one.item.item_id for one in authoring.items_in(desk.database, "pilot", "bob")] == ["pilot-0002"]
    drafts = [revision.draft.question for revision in stored.newest_revisions(desk.database, "pilot")]
    assert drafts == [one.question for one in listed]


def test_kept_states_are_the_folds_and_can_be_dropped(desk: Desk) -> None:
    desk.accepted()
    desk.submitted("bob")
    before = authoring.items_in(desk.database, "pilot")
    authored_lists.forget_states(desk.database)
    without = authoring.items_in(desk.database, "pilot")
    n_rebuilt = authoring.rebuild_states(desk.database)

    assert before == without == authoring.items_in(desk.database, "pilot")
    assert n_rebuilt == 2
    for one in before:
        history = authoring.history(desk.database, one.item.item_id)
        assert fold(one.state.authors, history.steps) == one.state


def test_a_failed_use_case_leaves_nothing(desk: Desk) -> None:
    before = stats(desk.database)
    draft = make_draft().model_copy(update={"question": ""})
    item_id = authoring.new_item(desk.database, "pilot", desk.by("ann"), draft).item_id
    with pytest.raises(AppError):
        authoring.submit(desk.database, item_id, 1, (), desk.by("ann"))

    after = stats(desk.database)
    assert after["tables"]["item_steps"] == before["tables"]["item_steps"] == 0
    assert after["tables"]["authored_revisions"] == 1


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE authored_revisions SET draft = '{}'", "append-only"),
        ("DELETE FROM authored_revisions", "append-only"),
        ("UPDATE item_steps SET content = '{}'", "append-only"),
        ("DELETE FROM item_steps", "append-only"),
        (
            "INSERT OR REPLACE INTO authored_revisions SELECT * FROM authored_revisions WHERE revision = 1",
            "without gaps",
        ),
        (
            "INSERT INTO item_steps SELECT item_id, seq + 5, revision, account_id, at_ms, kind, content "
            "FROM item_steps",
            "without gaps",
        ),
    ],
)
def test_revisions_and_steps_are_only_appended(desk: Desk, statement: str, says: str) -> None:
    desk.submitted()

    with pytest.raises(sqlite3.IntegrityError, match=says):
        desk.database.execute(statement)


def test_a_check_of_the_database_names_gaps_in_revisions_and_steps(desk: Desk) -> None:
    desk.accepted()
    assert integrity_problems(desk.database) == []
    database = desk.database
    for trigger in ("item_steps_are_not_changed", "authored_revisions_are_not_changed"):
        database.execute(f"DROP TRIGGER {trigger}")
    database.execute("PRAGMA foreign_keys = OFF")
    database.execute("UPDATE item_steps SET seq = 9 WHERE seq = 2")
    database.execute("UPDATE authored_revisions SET revision = 4")
    database.execute("INSERT INTO authored_items VALUES ('bare', 'pilot', 'ann', 1)")

    problems = integrity_problems(database)

    assert "item pilot-0001 holds 1 revisions numbered 4 to 4" in problems
    assert "item pilot-0001 holds 5 steps numbered 1 to 9" in problems
    assert "item bare has no revision" in problems


def test_every_step_is_stored_as_it_was_given(desk: Desk) -> None:
    item_id = desk.submitted()
    review_id = reviewing.open_review(desk.database, item_id, desk.by("rita")).review_id
    answer = BlindAnswered(
        review_id=review_id,
        stage="search",
        answer=("1,000 €", "‘two’"),
        citations=make_draft().pages,
        working_ms=93_000,
    )
    reviewing.answer_blind(desk.database, item_id, answer, desk.by("rita"))
    reviewing.answer_blind(desk.database, item_id, blind(review_id, "evidence"), desk.by("rita"))
    comment = FieldComment(field="evidence", comment="<b>Page 4</b>, not 3.")
    returned = Reviewed(review_id=review_id, decision="return", comments=(comment,))
    reviewing.review(desk.database, item_id, returned, desk.by("rita"))

    steps = stored.steps_of(desk.database, item_id)
    assert [step.seq for step in steps] == [1, 2, 3, 4, 5]
    assert (steps[2].content, steps[4].content) == (answer, returned)


def test_a_step_is_part_of_the_transaction_that_is_open_and_undone_with_it(desk: Desk) -> None:
    item_id = desk.submitted()

    def withdrawn_twice() -> None:
        with writing(desk.database):
            authoring.withdraw(desk.database, item_id, desk.by("ann"))
            authoring.withdraw(desk.database, item_id, desk.by("rita"))

    with pytest.raises(NotAllowed):
        withdrawn_twice()

    assert [step.content.kind for step in stored.steps_of(desk.database, item_id)] == ["submitted"]
    assert not desk.database.conn.in_transaction
