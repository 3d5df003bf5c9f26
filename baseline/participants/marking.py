"""What somebody is told of their own practice answers, and whether they passed a test.

The only gold that ever reaches a participant goes through `practice_feedback`: for practice items, after they
were submitted. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from baseline.analysis.correctness import AnswerScore, score_answer
from baseline.analysis.madqa_items import gold_item
from baseline.figures.derived import record_of
from baseline.participants.journey_steps import Placed
from db.models import Item, PageRef
from db.study_design import Qualification
from db.study_events import QualificationEnded

Outcome = Literal["right", "nearly", "not_right", "not_found", "skipped", "expired"]
_AS_GOOD_AS_RIGHT = 0.9
"""From this ANLS* on, what differs is a slip of the pen: it is not called nearly right."""


@dataclass(frozen=True, slots=True)
class EvidencePage:
    """A page on which the answer stands, and whether it had been marked."""

    ref: PageRef
    was_marked: bool


@dataclass(frozen=True, slots=True)
class PracticeFeedback:
    """The right answer to a practice item beside what was answered.

    `accepted`: every answer that counts as right. `n_beside`: how many other pages were marked.
    """

    question: str
    outcome: Outcome
    given: tuple[str, ...]
    accepted: tuple[tuple[str, ...], ...]
    pages: tuple[EvidencePage, ...]
    n_beside: int

    @property
    def has_all_pages(self) -> bool:
        """Whether all evidence was marked, and nothing else."""
        return self.n_beside == 0 and all(page.was_marked for page in self.pages)


def practice_feedback(item: Item, done: Placed) -> PracticeFeedback:
    """What is told of a practice item.

    Raises:
        ValueError: it is no practice item, or not answered yet; its gold must not be seen.
    """
    if done.assignment.purpose != "practice" or not done.state.is_closed:
        raise ValueError("gold is told for practice items only, after they were submitted")
    marked = {mark.ref for mark in done.state.marks}
    return PracticeFeedback(
        question=item.question,
        outcome=_outcome(item, done),
        given=done.state.answer.answer if done.state.answer else (),
        accepted=item.answer_variants,
        pages=tuple(EvidencePage(ref, ref in marked) for ref in item.evidence),
        n_beside=len(marked - set(item.evidence)),
    )


def is_right(item: Item, done: Placed) -> bool:
    """Whether the answer counts as right, by the provisional rule (docs/metrics.md, "Accuracy")."""
    return _score(item, done).is_correct


def _score(item: Item, done: Placed) -> AnswerScore:
    return score_answer(record_of(done.assignment, "", done.state), gold_item(item), "strict")


def marked_test(
    test: Qualification, number: int, items: Sequence[Placed], gold: Mapping[str, Item]
) -> QualificationEnded:
    """The outcome of a qualification test: passed if the share of right answers is large enough.

    Items that expired or were skipped count as not right.
    """
    n_correct = sum(is_right(gold[one.assignment.item_id], one) for one in items)
    return QualificationEnded(
        attempt=number,
        n_items=len(items),
        n_correct=n_correct,
        # A share that was meant as 4 of 5 must not fail on how 0.8 is stored.
        passed=n_correct >= test.pass_share * len(items) - 1e-9,
    )


def _outcome(item: Item, done: Placed) -> Outcome:
    if done.state.answer is None:
        return "expired"
    kind = done.state.answer.answer_kind
    if kind == "auto" and not done.state.answer.answer:
        return "expired"
    if kind == "not_found" or kind == "skipped":
        return kind
    score = _score(item, done)
    if not score.is_correct:
        return "not_right"
    # A part that is missing counts as right by the rule; who practises should know of it.
    return "right" if score.source != "string_match" or score.anls >= _AS_GOOD_AS_RIGHT else "nearly"
