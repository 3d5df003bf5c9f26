"""From handing in to the decision, as it is stored: blind, once, and by the right people."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from annotation import authoring, item_sets, reviewing
from annotation.authoring import Save
from annotation.workflow import Status
from db import authoring as stored
from db.authored import (
    Adjudicated,
    ModelChecked,
    Override,
    Replied,
    RevisionKind,
)
from db.authoring import RevisionConflict
from db.errors import Conflict, InvalidInput, NotAllowed
from tests.authoring import Desk, blind, make_draft


def numbers(database: Database, item_id: str) -> list[int]:
    return [revision.revision for revision in stored.revisions_of(database, item_id)]


# Handing in, reviewing, deciding


def test_submitting_stores_the_reasons_for_what_still_warns(desk: Desk) -> None:
    kept = Override(check="grounded", reason="Both pages are needed.")
    draft = make_draft().model_copy(update={"overrides": (kept, Override(check="old", reason="Gone."))})
    authoring.new_item(desk.database, "pilot", desk.by("ann"), draft)

    with pytest.raises(InvalidInput, match="“what has to be seen”"):
        authoring.submit(desk.database, "pilot-0001", 1, ["grounded", "visual"], desk.by("ann"))
    state = authoring.submit(desk.database, "pilot-0001", 1, ["grounded"], desk.by("ann"))

    assert (state.status, state.revision, state.overridden) == (Status.SUBMITTED, 1, (kept,))


def test_submitting_what_was_not_checked_is_a_conflict(desk: Desk) -> None:
    authoring.new_item(desk.database, "pilot", desk.by("ann"), make_draft())
    authoring.save(desk.database, "pilot-0001", Save(make_draft(answer="2"), 1), desk.by("ann"))

    with pytest.raises(RevisionConflict) as caught:
        authoring.submit(desk.database, "pilot-0001", 1, (), desk.by("ann"))

    assert (caught.value.newest.revision, caught.value.yours) == (2, make_draft())


def test_an_act_that_is_sent_twice_happens_once(desk: Desk) -> None:
    item_id = desk.submitted()
    authoring.submit(desk.database, item_id, 1, (), desk.by("ann"))
    opened = [reviewing.open_review(desk.database, item_id, desk.by("rita")) for _ in "ab"]
    for stage in ("search", "search", "evidence", "evidence"):
        answer = blind(opened[0].review_id, stage)
        reviewing.answer_blind(desk.database, item_id, answer, desk.by("rita"))
    corrected = reviewing.Correction(make_draft(answer="101"))
    for _ in "ab":
        reviewing.correct(desk.database, item_id, opened[0].review_id, corrected, desk.by("rita"))

    kinds = [step.content.kind for step in stored.steps_of(desk.database, item_id)]
    assert kinds == ["submitted", "review_opened", "blind_answered", "blind_answered", "reviewed"]
    assert opened[0] == opened[1]
    assert numbers(desk.database, item_id) == [1, 2]


def test_two_reviewers_of_one_item_one_gets_it_the_other_a_sentence(desk: Desk) -> None:
    item_id = desk.submitted()
    reviewing.open_review(desk.database, item_id, desk.by("rita"))

    with pytest.raises(Conflict, match="Somebody else is reviewing this item already"):
        reviewing.open_review(desk.database, item_id, desk.by("ray"))


def test_a_reviewer_is_sent_nothing_of_the_answer_before_both_blind_answers(desk: Desk) -> None:
    item_id = desk.submitted()
    review_id = reviewing.open_review(desk.database, item_id, desk.by("rita")).review_id
    before = reviewing.view(desk.database, item_id, "rita")
    reviewing.answer_blind(desk.database, item_id, blind(review_id), desk.by("rita"))
    between = reviewing.view(desk.database, item_id, "rita")
    reviewing.answer_blind(desk.database, item_id, blind(review_id, "evidence"), desk.by("rita"))
    after = reviewing.view(desk.database, item_id, "rita")

    assert (before.evidence, before.draft, before.author) == (None, None, None)
    assert (between.evidence, between.draft) == (make_draft().evidence, None)
    assert (after.draft, after.author) == (make_draft(), None)


def test_an_item_that_is_under_review_cannot_be_edited_but_a_resend_is_no_error(desk: Desk) -> None:
    item_id = desk.submitted()
    reviewing.open_review(desk.database, item_id, desk.by("rita"))

    assert authoring.save(desk.database, item_id, Save(make_draft(), 1), desk.by("ann")).revision == 1
    with pytest.raises(Conflict, match="being reviewed"):
        authoring.save(desk.database, item_id, Save(make_draft(answer="2"), 1), desk.by("ann"))


def test_a_correction_is_a_revision_of_its_own_kind_by_the_reviewer(desk: Desk) -> None:
    item_id = desk.submitted()
    wider = make_draft().model_copy(update={"answer_variants": (("100",), ("one hundred",))})
    state = desk.correct(item_id, "rita", wider)
    revision = stored.find_newest(desk.database, item_id)

    assert (revision.kind, revision.account_id, revision.draft) == (RevisionKind.EXTENSION, "rita", wider)
    assert (state.status, state.decided[0].outcome.corrected_revision) == (Status.CORRECTED, 2)
    assert state.authors == ("ann",)


def test_a_correction_that_says_the_same_as_the_author_is_refused_and_leaves_nothing(desk: Desk) -> None:
    item_id = desk.submitted()
    review_id = desk.answered(item_id, "rita")
    same = reviewing.Correction(make_draft(answer=" 100 "))

    with pytest.raises(InvalidInput, match="accept the item instead"):
        reviewing.correct(desk.database, item_id, review_id, same, desk.by("rita"))

    assert numbers(desk.database, item_id) == [1]


def test_a_second_correction_that_says_the_same_settles_the_disagreement(desk: Desk) -> None:
    item_id = desk.submitted()
    desk.correct(item_id, "rita", make_draft(answer="101"))
    authoring.reply(desk.database, item_id, Replied(agrees=False, reason="No."), desk.by("ann"))
    state = desk.correct(item_id, "ray", make_draft(answer="101 "))

    assert (state.status, state.accepted_revision, state.accepted_by) == (Status.ACCEPTED, 2, "second_review")
    assert numbers(desk.database, item_id) == [1, 2]


def test_a_supervisor_decides_between_three_opinions(desk: Desk) -> None:
    item_id = desk.submitted()
    desk.correct(item_id, "rita", make_draft(answer="101"))
    authoring.reply(desk.database, item_id, Replied(agrees=False, reason="No."), desk.by("ann"))
    desk.correct(item_id, "ray", make_draft(answer="102"))
    decision = Adjudicated(decision="accept", accepted_revision=3, reason="The note on page 4.")
    state = reviewing.adjudicate(desk.database, item_id, decision, desk.by("sue"))

    assert (state.status, state.accepted_revision) == (Status.ACCEPTED, 3)
    assert [row.item.answer_variants for row in item_sets.accepted_items(desk.database, "pilot")] == [
        (("102",),)
    ]


def test_words_for_others_that_would_turn_the_text_beside_them_are_refused(desk: Desk) -> None:
    turned = "No \u202e.oN"
    item_id = desk.submitted()
    with pytest.raises(InvalidInput, match="The comment holds an invisible character"):
        desk.decide(item_id, "rita", "return", turned)
    item_id = desk.submitted()
    desk.correct(item_id, "rita", make_draft(answer="101"))
    with pytest.raises(InvalidInput, match="The reason holds an invisible character"):
        authoring.reply(desk.database, item_id, Replied(agrees=False, reason=turned), desk.by("ann"))


def test_the_form_starts_from_what_stands_not_from_a_lost_correction(desk: Desk) -> None:
    item_id = desk.submitted()
    desk.correct(item_id, "rita", make_draft(answer="101"))
    authoring.reply(desk.database, item_id, Replied(agrees=False, reason="No."), desk.by("ann"))
    desk.decide(item_id, "ray", "accept")
    history = authoring.history(desk.database, item_id)

    assert (history.newest.revision, history.working.revision) == (2, 1)


def test_a_returned_item_must_change_before_it_is_submitted_again(desk: Desk) -> None:
    item_id = desk.submitted()
    desk.decide(item_id, "rita", "return", "Which year?")
    authoring.save(desk.database, item_id, Save(make_draft("Other?"), 1), desk.by("ann"))
    authoring.undo(desk.database, item_id, 1, 2, desk.by("ann"))

    with pytest.raises(InvalidInput, match="Nothing has changed"):
        authoring.submit(desk.database, item_id, 3, (), desk.by("ann"))
    authoring.undo(desk.database, item_id, 2, 3, desk.by("ann"))
    assert authoring.submit(desk.database, item_id, 4, (), desk.by("ann")).submission == 2


def test_a_supervisor_who_edits_a_draft_does_not_review_it(desk: Desk) -> None:
    authoring.new_item(desk.database, "pilot", desk.by("ann"), make_draft())
    authoring.save(desk.database, "pilot-0001", Save(make_draft(page=4), 1), desk.by("sue"))
    authoring.submit(desk.database, "pilot-0001", 2, (), desk.by("ann"))

    assert authoring.items_in(desk.database, "pilot")[0].state.authors == ("ann", "sue")
    with pytest.raises(NotAllowed, match="somebody else reviews"):
        reviewing.open_review(desk.database, "pilot-0001", desk.by("sue"))


def test_what_a_model_says_is_stored_and_moves_nothing(desk: Desk) -> None:
    item_id = desk.submitted()
    check = ModelChecked(tool="nothing", model="m", answer=("100",), is_right=True)
    state = reviewing.add_model_check(desk.database, item_id, check, desk.by("ann"))

    assert (state.status, state.last_seq) == (Status.SUBMITTED, 2)
    with pytest.raises(NotAllowed, match="hidden from you"):
        reviewing.add_model_check(desk.database, item_id, check, desk.by("bob"))
