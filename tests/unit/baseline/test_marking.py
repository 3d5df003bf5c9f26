"""What is told of practice, and whether a test was passed; gold of anything else is never told."""

from __future__ import annotations

import pytest

from baseline.attempts.attempt import fold
from baseline.participants.journey_steps import Placed
from baseline.participants.marking import marked_test, practice_feedback
from db.events import AnswerSubmitted, EvidenceMarked, ItemExpired, Payload
from db.models import AnswerKind, Assignment, Item, PageRef, Purpose
from db.study_design import Qualification
from tests.makers import make_shown, make_trail

FIRST, SECOND, OTHER = (PageRef(document="a.pdf", page=page) for page in (1, 2, 3))
ITEM = Item(
    item_id="item-001",
    question="Who was captain, and when was the ferry built?",
    answer_variants=(("Ingrid Sollie", "1987"), ("I. Sollie", "1987")),
    evidence=(FIRST, SECOND),
)


def placed(*payloads: Payload, purpose: Purpose = "practice") -> Placed:
    assignment = Assignment(
        attempt_id="a-1",
        study_id="s",
        account_id="p",
        item_id=ITEM.item_id,
        batch=1,
        position=1,
        purpose=purpose,
    )
    return Placed(assignment, fold(make_trail((0, make_shown()), *((1, one) for one in payloads))))


def answered(*parts: str, kind: AnswerKind = "own") -> AnswerSubmitted:
    return AnswerSubmitted(answer=parts, citations=(), answer_kind=kind)


def marked(ref: PageRef) -> EvidenceMarked:
    return EvidenceMarked(document=ref.document, page=ref.page)


@pytest.mark.parametrize(
    ("ending", "outcome"),
    [
        (answered("1987", "Ingrid Sollie"), "right"),
        (answered("Ingrid Solie", "1987"), "right"),
        (answered("Ingrid Sollie"), "nearly"),
        (answered("The mayor"), "not_right"),
        (answered(kind="not_found"), "not_found"),
        (answered(kind="skipped"), "skipped"),
        (answered(kind="auto"), "expired"),
        (answered("The mayor", kind="auto"), "not_right"),
        (ItemExpired(), "expired"),
    ],
)
def test_outcome_of_practice(ending: Payload, outcome: str) -> None:
    assert practice_feedback(ITEM, placed(ending)).outcome == outcome


def test_pages_are_compared_with_those_that_were_marked() -> None:
    told = practice_feedback(ITEM, placed(marked(SECOND), marked(OTHER), answered("x")))
    assert [(page.ref, page.was_marked) for page in told.pages] == [(FIRST, False), (SECOND, True)]
    assert (told.n_beside, told.has_all_pages) == (1, False)
    exact = practice_feedback(ITEM, placed(marked(SECOND), marked(FIRST), answered("x")))
    assert exact.has_all_pages


@pytest.mark.parametrize("purpose", ["main", "attention", "qualification"])
def test_gold_of_other_items_is_never_told(purpose: Purpose) -> None:
    with pytest.raises(ValueError, match="practice items only"):
        practice_feedback(ITEM, placed(answered("x"), purpose=purpose))


def test_gold_of_practice_is_not_told_before_the_answer() -> None:
    with pytest.raises(ValueError, match="after they were submitted"):
        practice_feedback(ITEM, placed())


@pytest.mark.parametrize(
    ("share", "n_right", "passed"), [(0.8, 4, True), (0.8, 3, False), (0.0, 0, True), (1.0, 4, False)]
)
def test_test_is_passed_from_its_share_on(share: float, n_right: int, passed: bool) -> None:
    right = [placed(answered("Ingrid Sollie", "1987"), purpose="qualification")] * n_right
    wrong = [placed(ItemExpired(), purpose="qualification")] * (5 - n_right)
    test = Qualification(item_set="test", n_items=5, pass_share=share)
    ended = marked_test(test, 2, [*right, *wrong], {ITEM.item_id: ITEM})
    assert (ended.attempt, ended.n_items, ended.n_correct, ended.passed) == (2, 5, n_right, passed)
