"""A history is taken again under the rules: what could not have happened is named, with its place."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from annotation import authoring, reviewing
from annotation.authoring import Save
from annotation.replay import HistoryBroken, replay
from annotation.workflow import Status
from db.authored import Adjudicated, MemberRole, Replied, RevisionKind, Step, Withdrawn
from tests.authoring import ROLES, Desk, make_draft, make_project

CURRENT = {name: (role,) for name, role in ROLES.items()}


@pytest.fixture
def desk(database: Database) -> Desk:
    return make_project(database)


@pytest.fixture
def disputed(desk: Desk):
    """Corrected by rita, disputed by ann, corrected otherwise by ray, and decided by sam for rita."""
    item_id = desk.submitted()
    desk.correct(item_id, "rita", make_draft(answer="200"))
    authoring.reply(desk.database, item_id, Replied(agrees=False, reason="No."), desk.by("ann"))
    desk.correct(item_id, "ray", make_draft(answer="300"))
    decision = Adjudicated(decision="accept", accepted_revision=2, reason="Rita is right.")
    reviewing.adjudicate(desk.database, item_id, decision, desk.by("sam"))
    return authoring.history(desk.database, item_id)


def again(history, *, revisions=None, steps=None, roles=CURRENT):
    taken = history.steps if steps is None else steps
    return replay(history.item.account_id, revisions or history.revisions, taken, roles)


def breach(history, **changes) -> str:
    with pytest.raises(HistoryBroken) as caught:
        again(history, **changes)
    return str(caught.value)


def changed(parts, number, **changes):
    return tuple(
        one.model_copy(update=changes) if position == number else one for position, one in enumerate(parts, 1)
    )


def test_what_happened_is_allowed_and_ends_where_it_ended(disputed):
    replayed = again(disputed)
    assert replayed.state == disputed.state
    assert replayed.acceptances == ((disputed.state.accepted_seq, 2),)
    assert ("sam", MemberRole.SUPERVISOR) in replayed.acted_as


def test_every_beginning_of_what_happened_is_allowed(disputed):
    for n_steps in range(len(disputed.steps)):
        steps = disputed.steps[:n_steps]
        written = {step.content.corrected_revision for step in steps if step.content.kind == "reviewed"}
        n_revisions = max({1, *(number for number in written if number)})
        again(disputed, revisions=disputed.revisions[:n_revisions], steps=steps)


@pytest.mark.parametrize(
    ("number", "changes", "told"),
    [
        (1, {"seq": 2}, "steps[1].seq: 1 expected, not 2"),
        (2, {"account_id": "ann"}, "steps[2]: 'ann' may not: You wrote in this"),
        (
            2,
            {"account_id": "carl"},
            "steps[2]: 'carl' may not: Candidates do not",
        ),
        (3, {"account_id": "ray"}, "steps[3]: 'ray' may not: You have no open"),
        (
            7,
            {"account_id": "rita"},
            "steps[7]: 'rita' may not: You gave the first",
        ),
        (
            11,
            {"account_id": "ray"},
            "steps[11]: 'ray' may not: Only supervisors",
        ),
        (11, {"account_id": "x"}, "steps[11]: 'x' may not: They are no member"),
        (2, {"revision": 2}, "revisions[2]: a correction without the decision of a review that names it"),
        (1, {"revision": 9}, "revisions[2]: a correction without the decision"),
        (11, {"revision": 2}, "steps[11].revision: 1 expected, not 2"),
        (
            6,
            {"content": Withdrawn()},
            "steps[6]: 'ann' may not: The item is waiting",
        ),
    ],
)
def test_a_step_that_nobody_may_take_is_named(disputed, number, changes, told):
    assert breach(disputed, steps=changed(disputed.steps, number, **changes)).startswith(told)


@pytest.mark.parametrize(
    ("number", "changes", "told"),
    [
        (3, {"revision": 4}, "revisions[3].revision: 3 expected, not 4"),
        (1, {"account_id": "bob"}, "revisions[1].account_id: the first revision is the author's own"),
        (2, {"account_id": "bob"}, "revisions[2].account_id: a correction is written by its reviewer"),
        (2, {"kind": RevisionKind.EXTENSION}, "revisions[2].kind: replacement expected"),
        (
            2,
            {"kind": RevisionKind.EDIT},
            "steps[5]: 'rita' may not: A correction needs",
        ),
        (3, {"kind": RevisionKind.EDIT, "account_id": "ann"}, "steps[10]: 'ray' may not: A corr"),
        (2, {"draft": make_draft()}, "revisions[2].draft: the same as in the revision before"),
        (2, {"draft": make_draft(" ")}, "revisions[2].draft: The question is empty"),
        (2, {"draft": make_draft(answer=" 100 ")}, "revisions[2].draft: it says the same as the item"),
        (
            1,
            {"draft": make_draft("")},
            "steps[1]: 'ann' may not: The question is",
        ),
    ],
)
def test_a_revision_that_nobody_may_write_is_named(disputed, number, changes, told):
    assert breach(disputed, revisions=changed(disputed.revisions, number, **changes)).startswith(told)


def test_a_history_without_revisions_or_with_missing_ones_is_named(disputed):
    with pytest.raises(HistoryBroken, match=r"^revisions: there is none"):
        replay("ann", (), (), CURRENT)
    told = breach(disputed, revisions=disputed.revisions[:1], steps=disputed.steps[:1] + (
        disputed.steps[1].model_copy(update={"revision": 2}),
    ))  # fmt: skip
    assert told == "revisions: a step is about revision 2, which is not there"


def test_a_reviewer_starts_no_item(disputed):
    told = breach(disputed, roles={**CURRENT, "ann": (MemberRole.REVIEWER,)})
    assert told.startswith("revisions[1]: 'ann' may not")


def test_an_earlier_role_allows_what_the_present_one_does_not(disputed):
    roles = {**CURRENT, "sam": (MemberRole.AUTHOR,)}
    assert breach(disputed, roles=roles).startswith("steps[11]: 'sam'")
    replayed = again(disputed, roles={**roles, "sam": (MemberRole.AUTHOR, MemberRole.SUPERVISOR)})
    assert {role for name, role in replayed.acted_as if name == "sam"} == {MemberRole.SUPERVISOR}


def test_edits_find_their_place_when_clocks_went_back(desk):
    """Returned, changed while the author still meant to disagree, disputed, corrected, accepted, changed."""
    item_id = desk.submitted()
    desk.decide(item_id, "rita", "return", "Wrong year.")
    authoring.save(desk.database, item_id, Save(make_draft("Changed?"), 1), desk.by("ann"))
    authoring.reply(desk.database, item_id, Replied(agrees=False, reason="No."), desk.by("ann"))
    desk.correct(item_id, "ray", make_draft(answer="300"))
    adjudicated = Adjudicated(decision="accept", accepted_revision=3, reason="So.")
    reviewing.adjudicate(desk.database, item_id, adjudicated, desk.by("sue"))
    authoring.save(desk.database, item_id, Save(make_draft("Again?"), 3), desk.by("sam"))
    authoring.submit(desk.database, item_id, 4, (), desk.by("ann"))
    history = authoring.history(desk.database, item_id)
    backwards = [one.model_copy(update={"at_ms": 10_000 - one.revision}) for one in history.revisions]

    assert again(history, revisions=backwards).state == history.state
    assert history.state.status is Status.SUBMITTED


def test_a_judge_does_not_change_the_item_afterwards(disputed):
    newer = disputed.revisions[-1].model_copy(
        update={"revision": 4, "kind": RevisionKind.EDIT, "draft": make_draft("Mine?"), "account_id": "ray"}
    )
    told = breach(
        disputed,
        revisions=(*disputed.revisions, newer),
        roles={**CURRENT, "ray": (MemberRole.REVIEWER, MemberRole.SUPERVISOR)},
    )
    assert told.startswith("revisions[4]: 'ray' may not")


def test_a_revision_newer_than_a_later_submission_is_named(desk):
    item_id = desk.submitted()
    history = authoring.history(desk.database, item_id)
    extra = history.revisions[0].model_copy(update={"revision": 2, "draft": make_draft("Else?")})
    told = breach(history, revisions=(*history.revisions, extra))
    assert told.startswith("revisions[2]: 'ann' may not: The item is submitted")
    steps = (*history.steps, Step(**{**history.steps[0].model_dump(), "seq": 2, "content": Withdrawn()}))
    assert again(history, revisions=(*history.revisions, extra), steps=steps).state.status is Status.DRAFT
