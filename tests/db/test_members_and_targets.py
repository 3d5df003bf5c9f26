"""Who comes into a project and by which link, what it wants, and who writes over which documents."""

from __future__ import annotations

import pytest

from annotation import membership, planning
from annotation.board import ProjectBoard
from annotation.membership import Verdict
from db import accounts
from db.authored import Member, MemberRole, Target, Targets
from db.errors import Conflict, InvalidInput, NotAllowed, NotFound
from db.projects import admissions_of, find_member, find_project
from tests.authoring import PROJECT, Desk
from tests.makers import NOON_MS

AUTHOR, SUPERVISOR = MemberRole.AUTHOR, MemberRole.SUPERVISOR


def place(who: str, role: MemberRole) -> Member:
    return Member(project_id="pilot", account_id=who, role=role)


def test_invited_people_have_an_account_a_place_and_a_link_each(desk: Desk) -> None:
    made = membership.invite(desk.database, "pilot", AUTHOR, ["Ada", " Bea "], desk.by("sue"))
    owners = [accounts.account_of_invitation(desk.database, one.token) for one in made]
    assert [one.name for one in owners if one] == ["Ada", "Bea"]
    assert [one.account_id for one in owners if one] == [one.account_id for one in made]
    assert {find_member(desk.database, "pilot", one.account_id).role for one in made} == {AUTHOR}


@pytest.mark.parametrize("name", ["", "  ", "x" * 201])
def test_name_that_cannot_be_invites_nobody(desk: Desk, name: str) -> None:
    before = desk.database.execute("SELECT count(*) FROM accounts").fetchone()
    with pytest.raises(InvalidInput, match="1 to 200 characters"):
        membership.invite(desk.database, "pilot", AUTHOR, ["Ada", name], desk.by("sue"))
    assert desk.database.execute("SELECT count(*) FROM accounts").fetchone() == before


@pytest.mark.parametrize("who", ["ann", "rita", "carl"])
def test_only_supervisors_decide_who_does_what(desk: Desk, who: str) -> None:
    by = desk.by(who)
    with pytest.raises(NotAllowed):
        membership.invite(desk.database, "pilot", SUPERVISOR, ["Me"], by)
    with pytest.raises(NotAllowed):
        membership.new_link(desk.database, "pilot", "bob", by)
    with pytest.raises(NotAllowed):
        planning.set_targets(desk.database, "pilot", Targets(), by)
    with pytest.raises(NotAllowed):
        planning.assign_documents(desk.database, "pilot", [who], "add", ["a.pdf"], by)


def test_new_link_ends_the_old_one_and_every_sign_in(desk: Desk) -> None:
    old = accounts.issue_invitation(desk.database, "bob", NOON_MS)
    cookie = accounts.sign_in(desk.database, "bob", NOON_MS)
    made = membership.new_link(desk.database, "pilot", "bob", desk.by("sue"))
    assert accounts.account_of_invitation(desk.database, old) is None
    assert accounts.account_of_sign_in(desk.database, cookie, NOON_MS) is None
    assert accounts.account_of_invitation(desk.database, made.token).account_id == "bob"


def test_new_link_is_not_a_way_into_other_projects_or_out_of_ones_own(desk: Desk) -> None:
    second = PROJECT.model_copy(update={"project_id": "second"})
    membership.create_project(desk.database, second, desk.by("bob"))
    with pytest.raises(Conflict, match="in other projects too"):
        membership.new_link(desk.database, "pilot", "bob", desk.by("sue"))
    with pytest.raises(Conflict, match="sign you out"):
        membership.new_link(desk.database, "pilot", "sue", desk.by("sue"))
    with pytest.raises(Conflict, match="no member"):
        membership.new_link(desk.database, "second", "ann", desk.by("bob"))


def test_project_keeps_a_supervisor(desk: Desk) -> None:
    membership.give_place(desk.database, place("sam", AUTHOR), desk.by("sue"))
    with pytest.raises(Conflict, match="needs a supervisor"):
        membership.give_place(desk.database, place("sue", AUTHOR), desk.by("sue"))
    membership.give_place(desk.database, place("sue", SUPERVISOR), desk.by("sue"))


def test_candidate_becomes_an_author_by_a_decision_with_a_reason_alone(desk: Desk) -> None:
    with pytest.raises(Conflict, match="admit them or not"):
        membership.give_place(desk.database, place("carl", AUTHOR), desk.by("sue"))
    with pytest.raises(InvalidInput, match="Say why"):
        membership.admit(desk.database, "pilot", "carl", Verdict(True, "  "), desk.by("sue"))
    assert admissions_of(desk.database, "pilot") == []
    membership.admit(desk.database, "pilot", "carl", Verdict(True, " No error. "), desk.by("sue"))
    assert [one.reason for one in admissions_of(desk.database, "pilot")] == ["No error."]
    assert find_member(desk.database, "pilot", "carl").role is AUTHOR


def test_targets_change_and_the_coverage_with_them(desk: Desk) -> None:
    desk.submitted()
    kept = ProjectBoard("pilot")
    board = kept.read(desk.database)
    assert kept.coverage(board, ["report.pdf"], PROJECT.targets).items.want == 500
    targets = Targets(n_items=20, hop_types=(Target(of="cross_doc", share=0.5),), items_per_document=2)
    planning.set_targets(desk.database, "pilot", targets, desk.by("sue"))
    project = find_project(desk.database, "pilot")
    assert project == PROJECT.model_copy(update={"targets": targets})
    found = kept.coverage(kept.read(desk.database), ["report.pdf"], project.targets)
    assert (found.items.have, found.items.want, found.documents[0].want) == (1, 20, 2)
    assert {one.of: one.want for one in found.hop_types} == {"cross_doc": 10, "single": 10, "cross_page": 0}


@pytest.mark.parametrize(
    ("shares", "sentence"), [((0.6, 0.5), "sum to 110.0 %; take 100 % at most"), ((0.1,) * 2, "stands twice")]
)
def test_targets_that_cannot_be_are_refused(desk: Desk, shares: tuple[float, ...], sentence: str) -> None:
    names = ("tabular", "structured") if sum(shares) > 1 else ("tabular", "tabular")
    visual = tuple(Target(of=of, share=share) for of, share in zip(names, shares, strict=True))
    with pytest.raises(InvalidInput, match=sentence):
        planning.set_targets(desk.database, "pilot", Targets(visual=visual), desk.by("sue"))
    assert find_project(desk.database, "pilot").targets == PROJECT.targets


def test_documents_are_given_and_taken_beside_those_that_stay(desk: Desk) -> None:
    def assign(people: list[str], change, documents: list[str]) -> None:
        planning.assign_documents(desk.database, "pilot", people, change, documents, desk.by("sue"))

    assign(["ann", "carl"], "add", ["a.pdf", "b.pdf"])
    assign(["ann"], "add", ["b.pdf", "c.pdf"])
    assign(["ann"], "take", ["a.pdf", "never.pdf"])
    assert find_member(desk.database, "pilot", "ann").documents == ("b.pdf", "c.pdf")
    assert find_member(desk.database, "pilot", "carl").documents == ("a.pdf", "b.pdf")
    with pytest.raises(InvalidInput, match="choose at least one document"):
        assign(["ann"], "add", [])
    with pytest.raises(NotFound, match="no member"):
        assign(["carl", "nobody"], "take", ["a.pdf"])
    assert find_member(desk.database, "pilot", "carl").documents == ("a.pdf", "b.pdf")
