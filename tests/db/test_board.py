"""The board of a project: every item by its newest draft, brought up to date by what changed."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from annotation import authoring, board
from annotation.authoring import Save
from annotation.board import ProjectBoard
from db import authored_lists
from db.authored import Replied, Targets
from tests.authoring import Desk, make_draft, make_project


@pytest.fixture
def desk(database: Database) -> Desk:
    return make_project(database)


def stand(desk: Desk, project_board: ProjectBoard) -> dict[str, tuple[str, str]]:
    items = project_board.read(desk.database).items
    return {item_id: (item.draft.answer_variants[0][0], item.status.value) for item_id, item in items.items()}


def test_board_follows_saves_and_steps(desk: Desk) -> None:
    kept = ProjectBoard("pilot")
    assert stand(desk, kept) == {}
    first = desk.submitted(draft=make_draft(answer="1"))
    second = authoring.new_item(desk.database, "pilot", desk.by("bob"), make_draft(answer="2")).item_id
    assert stand(desk, kept) == {first: ("1", "submitted"), second: ("2", "draft")}
    authoring.withdraw(desk.database, first, desk.by("ann"))
    authoring.save(desk.database, second, Save(make_draft(answer="3"), 1), desk.by("bob"))
    assert (
        stand(desk, kept)
        == stand(desk, ProjectBoard("pilot"))
        == {first: ("1", "draft"), second: ("3", "draft")}
    )


def test_board_shows_a_correction_only_once_it_is_accepted(desk: Desk) -> None:
    kept = ProjectBoard("pilot")
    item = desk.submitted(draft=make_draft(answer="1"))
    desk.correct(item, "rita", make_draft(answer="2"))
    assert stand(desk, kept) == {item: ("1", "corrected")}
    authoring.reply(desk.database, item, Replied(agrees=False, reason="No."), desk.by("ann"))
    desk.correct(item, "bob", make_draft(answer="3"))
    assert stand(desk, kept) == {item: ("1", "adjudication")}
    other = desk.submitted(draft=make_draft(answer="1"))
    desk.correct(other, "rita", make_draft(answer="2"))
    authoring.reply(desk.database, other, Replied(agrees=True), desk.by("ann"))
    assert stand(desk, kept)[other] == ("2", "accepted")


def test_board_reads_only_what_changed(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ProjectBoard("pilot")
    for _ in range(3):
        desk.submitted()
    before = kept.read(desk.database)
    read: list[int] = []
    original = authored_lists.items_changed_since

    def counted(*arguments: object) -> object:
        changed = original(*arguments)
        read.append(len(changed))
        return changed

    monkeypatch.setattr(board.authored_lists, "items_changed_since", counted)
    assert kept.read(desk.database) is before
    authoring.withdraw(desk.database, "pilot-0002", desk.by("ann"))
    after = kept.read(desk.database)
    assert read == [1]
    assert list(after.items) == ["pilot-0001", "pilot-0002", "pilot-0003"]
    assert before.items["pilot-0002"].status == "submitted"


def test_board_of_another_project_is_untouched(desk: Desk) -> None:
    from annotation import membership
    from tests.authoring import PROJECT

    second = PROJECT.model_copy(update={"project_id": "second"})
    membership.create_project(desk.database, second, desk.by("sue"))
    kept = ProjectBoard("second")
    before = kept.read(desk.database)
    desk.submitted()
    assert kept.read(desk.database) is before


def test_board_knows_states_that_another_version_of_the_app_kept(desk: Desk) -> None:
    item = desk.submitted()
    desk.database.execute("UPDATE derived_item_states SET made_by = '0.0.1', record = '{}'")
    assert stand(desk, ProjectBoard("pilot")) == {item: ("100", "submitted")}


def test_others_leave_out_the_item_itself_and_may_be_those_of_one_author(desk: Desk) -> None:
    mine, theirs = desk.submitted("ann"), desk.submitted("bob")
    third = desk.submitted("ann")
    read = ProjectBoard("pilot").read(desk.database)
    assert [one.item_id for one in read.others(mine)] == [theirs, third]
    assert [one.item_id for one in read.others(mine, "ann")] == [third]
    assert [one.hop for one in read.others(mine)] == ["single", "single"]


def test_coverage_is_counted_once_a_change(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ProjectBoard("pilot")
    desk.submitted()
    counts: list[int] = []
    original = board.coverage

    def counted(*arguments: object) -> object:
        counts.append(1)
        return original(*arguments)

    monkeypatch.setattr(board, "coverage", counted)
    for _ in range(3):
        read = kept.read(desk.database)
        assert kept.coverage(read, ["report.pdf"], Targets(n_items=4)).items.have == 1
    desk.submitted()
    assert kept.coverage(kept.read(desk.database), ["report.pdf"], Targets(n_items=4)).items.have == 2
    assert len(counts) == 2
