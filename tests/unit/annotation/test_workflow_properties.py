"""Whatever people try, in whatever order: no item gets where the rules forbid it to be."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from pydantic import TypeAdapter

from annotation.workflow import (
    REVIEW_LAPSES_MS,
    Act,
    ItemState,
    Status,
    act_of,
    allowed,
    apply,
    decide,
    fold,
    may_see_author,
    may_see_gold,
)
from db.authored import (
    Adjudicated,
    BlindAnswered,
    FieldComment,
    ModelChecked,
    Replied,
    Reviewed,
    ReviewOpened,
    Revision,
    RevisionKind,
    Step,
    StepContent,
    Submitted,
    Withdrawn,
)
from db.errors import AppError
from tests.authoring import PEOPLE, make_draft, make_revision
from tests.depth import n_examples
from tests.makers import NOON_MS

NAMES = sorted(PEOPLE)
COMMENT = (FieldComment(field="answer", comment="It is in thousands."),)
REVIEW_IDS = st.sampled_from([f"r-{number}" for number in range(5)])
DECISIONS = st.sampled_from(["accept", "return", "correct", "agree"])
HISTORIES = st.sampled_from(
    [
        (),
        (("rita", "return"),),
        (("sue", "correct"),),
        (("carl", "accept"), ("bob", "accept")),
        (("rita", "correct"), ("rita", "accept")),
        (("rita", "correct"), ("ray", "return")),
        (("sue", "return"), ("ray", "correct")),
        (("bob", "correct"), ("sue", "correct")),
    ]
)
REVISIONS = st.none() | st.integers(1, 6)

CONTENTS: st.SearchStrategy[StepContent] = st.one_of(
    st.just(Submitted()),
    st.just(Withdrawn()),
    st.builds(ReviewOpened, review_id=REVIEW_IDS),
    st.builds(
        BlindAnswered,
        review_id=REVIEW_IDS,
        stage=st.sampled_from(["search", "evidence"]),
        answer=st.sampled_from([("100",), ("",), ()]),
        not_found=st.booleans(),
    ),
    st.builds(
        Reviewed,
        review_id=REVIEW_IDS,
        decision=st.sampled_from(["accept", "return", "correct"]),
        comments=st.sampled_from([(), COMMENT]),
        corrected_revision=REVISIONS,
    ),
    st.builds(Replied, agrees=st.booleans(), reason=st.sampled_from(["", "The note says so."])),
    st.builds(
        Adjudicated,
        decision=st.sampled_from(["accept", "return", "reject"]),
        accepted_revision=REVISIONS,
        reason=st.just("Both read the table."),
    ),
    st.just(ModelChecked(tool="nothing", model="m", answer=("100",), is_right=False)),
)
STEPS = st.builds(
    Step,
    item_id=st.just("pilot-0001"),
    seq=st.integers(1, 30),
    revision=st.integers(1, 6),
    account_id=st.sampled_from(NAMES),
    at_ms=st.integers(NOON_MS, NOON_MS + 10_000),
    content=CONTENTS,
)


@given(st.lists(STEPS, max_size=25))
def test_fold_takes_any_steps_whatever(steps: list[Step]) -> None:
    for n_steps in range(len(steps) + 1):
        state = fold(("ann",), steps[:n_steps])
        assert ItemState.model_validate_json(state.model_dump_json()) == state
        for person in PEOPLE.values():
            allowed(state, person, NOON_MS)


@given(st.lists(STEPS, max_size=15), st.sampled_from(NAMES), CONTENTS)
def test_decide_refuses_what_is_not_allowed_with_one_sentence(
    steps: list[Step], name: str, content: StepContent
) -> None:
    state, person = fold(("ann",), steps), PEOPLE[name]
    if act_of(content) in allowed(state, person, NOON_MS):
        return

    with pytest.raises(AppError) as caught:
        decide(state, content, person, make_revision(6), NOON_MS)

    assert caught.value.user_message.endswith(".")
    assert caught.value.user_message.count(". ") == 0


class Workflow(RuleBasedStateMachine):
    """Seven people who try everything with one item, most of it out of turn."""

    @initialize(author=st.sampled_from(["ann", "bob", "carl"]), history=HISTORIES)
    def start(self, author: str, history: tuple[tuple[str, str], ...]) -> None:
        """A draft; or an item with a history of one review or two, by people who may not even do that."""
        self.author = author
        self.at_ms = NOON_MS
        self.steps: list[Step] = []
        self.revisions: list[Revision] = [make_revision(1, account_id=author)]
        self.state = fold((author,), ())
        for name, decision in history:
            self._do(author, Act.REPLY if self.steps else Act.SUBMIT, "", False)
            for act in (Act.OPEN_REVIEW, Act.ANSWER_SEARCH, Act.ANSWER_EVIDENCE, Act.REVIEW):
                self._do(name, act, decision, True)
        for name, _ in history:  # by now it may wait for a supervisor, and these have judged it
            self._do(name, Act.ADJUDICATE, "return", True)

    @rule(name=st.sampled_from(NAMES), content=CONTENTS)
    def tries(self, name: str, content: StepContent) -> None:
        """Anything, by anybody."""
        self._take(name, content)

    @rule(choice=st.integers(0, 999), decision=DECISIONS, agrees=st.booleans(), hours=st.integers(0, 9))
    def goes_on(self, choice: int, decision: str, agrees: bool, hours: int) -> None:
        """Somebody does one of the things that they may do now."""
        self.at_ms += hours * 3600 * 1000
        possible = [
            (name, act)
            for name in NAMES
            for act in allowed(self.state, PEOPLE[name], self.at_ms)
            if act is not Act.CHECK_BY_MODEL
        ]
        if possible:
            name, act = possible[choice % len(possible)]
            self._do(name, act, decision, agrees)

    @precondition(lambda self: self.state.open_review is not None)
    @rule(decision=DECISIONS, skips=st.integers(0, 3))
    def reviews(self, decision: str, skips: int) -> None:
        """The reviewer goes on to the end, or tries to leave out a stage."""
        name = self.state.open_review.reviewer
        for number, act in enumerate((Act.ANSWER_SEARCH, Act.ANSWER_EVIDENCE, Act.REVIEW), start=1):
            if number != skips and self.state.open_review is not None:
                self._do(name, act, decision, True)

    @precondition(lambda self: self.state.open_review is not None)
    @rule(name=st.sampled_from(NAMES))
    def takes_over(self, name: str) -> None:
        """A day later."""
        self.at_ms += REVIEW_LAPSES_MS
        self._do(name, Act.OPEN_REVIEW, "", True)

    @precondition(lambda self: self.state.status is Status.ADJUDICATION)
    @rule(name=st.sampled_from(["sue", "sam", "rita"]), decision=DECISIONS)
    def adjudicates(self, name: str, decision: str) -> None:
        """Whoever it is, also somebody who may not."""
        self._do(name, Act.ADJUDICATE, decision, True)

    def _do(self, name: str, act: Act, decision: str, agrees: bool) -> None:
        review_id = self.state.open_review.review_id if self.state.open_review else f"o-{len(self.steps)}"
        side = self.state.sides[self.at_ms % len(self.state.sides)].revision if self.state.sides else None
        match act:
            case Act.EDIT:
                self._add_revision(name, RevisionKind.EDIT)
                authors = tuple(dict.fromkeys((*self.state.authors, name)))
                self.state = self.state.model_copy(update={"authors": authors})
            case Act.SUBMIT:
                self._take(name, Submitted())
            case Act.WITHDRAW:
                self._take(name, Withdrawn())
            case Act.OPEN_REVIEW:
                self._take(name, ReviewOpened(review_id=f"o-{len(self.steps)}"))
            case Act.ANSWER_SEARCH | Act.ANSWER_EVIDENCE:
                stage = "search" if act is Act.ANSWER_SEARCH else "evidence"
                self._take(name, BlindAnswered(review_id=review_id, stage=stage, answer=("1",)))
            case Act.REVIEW:
                self._review(name, review_id, decision)
            case Act.REPLY:
                self._take(name, Replied(agrees=agrees, reason="The note says so."))
            case Act.ADJUDICATE:
                outcome = {"correct": "reject", "agree": "accept"}.get(decision, decision)
                accepted = side if outcome == "accept" else None
                self._take(name, Adjudicated(decision=outcome, accepted_revision=accepted, reason="So."))

    def _review(self, name: str, review_id: str, decision: str) -> None:
        written = None
        if decision == "agree":  # with the first reviewer's revision
            written = self.state.sides[1].revision if self.state.sides else None
        elif decision == "correct" and Act.REVIEW in allowed(self.state, PEOPLE[name], self.at_ms):
            self._add_revision(name, RevisionKind.REPLACEMENT)
            written = self.revisions[-1].revision
        kind = "correct" if decision == "agree" else decision
        self._take(
            name, Reviewed(review_id=review_id, decision=kind, comments=COMMENT, corrected_revision=written)
        )

    def _take(self, name: str, content: StepContent) -> None:
        newest = self.revisions[-1]
        try:
            decided = decide(self.state, content, PEOPLE[name], newest, self.at_ms, self._under_review())
        except AppError:
            return
        is_newest = isinstance(content, Submitted) or self.state.revision is None
        step = Step(
            item_id="pilot-0001",
            seq=len(self.steps) + 1,
            revision=newest.revision if is_newest else self.state.revision,
            account_id=name,
            at_ms=self.at_ms,
            content=decided,
        )
        self.steps.append(step)
        self.state = apply(self.state, step)

    def _under_review(self) -> Revision | None:
        return self.revisions[self.state.revision - 1] if self.state.revision else None

    def _add_revision(self, name: str, kind: RevisionKind) -> None:
        number = len(self.revisions) + 1
        self.revisions.append(make_revision(number, make_draft(answer=str(number)), name, kind))

    @invariant()
    def the_state_is_the_fold_of_the_steps(self) -> None:
        assert fold(self.state.authors, self.steps) == self.state

    @invariant()
    def nobody_reviews_or_decides_on_what_they_wrote(self) -> None:
        judges = {
            step.account_id for step in self.steps if step.content.kind in {"review_opened", "adjudicated"}
        }
        assert not judges & set(self.state.authors)
        assert "carl" not in judges

    @invariant()
    def only_the_author_hands_in_withdraws_and_replies(self) -> None:
        kinds = {"submitted", "withdrawn", "replied"}
        assert {step.account_id for step in self.steps if step.content.kind in kinds} <= {self.author}

    @invariant()
    def only_supervisors_who_did_not_review_adjudicate(self) -> None:
        deciders = {step.account_id for step in self.steps if step.content.kind == "adjudicated"}
        assert deciders <= {"sue", "sam"}
        for position, step in enumerate(self.steps):
            if step.content.kind == "adjudicated":
                before = self.steps[:position]
                assert step.account_id not in {
                    s.account_id for s in before if s.content.kind == "review_opened"
                }

    @invariant()
    def a_review_is_search_then_evidence_then_a_decision_by_one_person(self) -> None:
        for review in self.state.reviews:
            trail = [
                (step.account_id, getattr(step.content, "stage", step.content.kind))
                for step in self.steps
                if getattr(step.content, "review_id", "") == review.review_id
            ]
            in_order = [
                (review.reviewer, name) for name in ("review_opened", "search", "evidence", "reviewed")
            ]
            assert trail == in_order[: len(trail)]

    @invariant()
    def a_disagreement_is_reviewed_twice_by_two_people(self) -> None:
        decided = [r for r in self.state.reviews if r.outcome is not None]
        assert set(Counter((r.submission, r.round) for r in decided).values()) <= {1}
        for second in (r for r in decided if r.round == 2):
            (first,) = (r for r in decided if (r.submission, r.round) == (second.submission, 1))
            assert first.reviewer != second.reviewer
            assert first.outcome.decision != "accept"

    @invariant()
    def the_revision_under_review_does_not_change(self) -> None:
        handed_in = [step.revision for step in self.steps if step.content.kind == "submitted"]
        for review in self.state.reviews:
            assert review.revision == handed_in[review.submission - 1]

    @invariant()
    def one_review_at_most_is_open(self) -> None:
        n_open = sum(review.is_open for review in self.state.reviews)
        assert n_open == (self.state.status is Status.IN_REVIEW)

    @invariant()
    def an_item_is_accepted_with_a_revision_that_somebody_else_judged(self) -> None:
        if self.state.status is Status.ACCEPTED:
            accepting = self.steps[self.state.accepted_seq - 1]
            assert accepting.content.kind in {"reviewed", "replied", "adjudicated"}
            assert self.state.accepted_revision <= len(self.revisions)
            assert any(r.outcome is not None for r in self.state.reviews)

    @invariant()
    def the_answer_and_the_author_are_hidden_from_a_blind_reviewer(self) -> None:
        review = self.state.open_review
        if review is not None:
            assert may_see_gold(self.state, PEOPLE[review.reviewer]) == (review.evidence is not None)
            assert not may_see_author(self.state, PEOPLE[review.reviewer])

    @invariant()
    def a_candidate_sees_no_answer_but_their_own(self) -> None:
        assert may_see_gold(self.state, PEOPLE["carl"]) == (self.author == "carl")

    @invariant()
    def somebody_can_always_go_on_until_it_is_over(self) -> None:
        later = self.at_ms + REVIEW_LAPSES_MS
        acts = {act for person in PEOPLE.values() for act in allowed(self.state, person, later)}
        if self.state.status is not Status.REJECTED and not self._has_no_judge_left():
            assert acts - {Act.CHECK_BY_MODEL}

    def _has_no_judge_left(self) -> bool:
        judged = {*self.state.authors, *self.state.reviewers}
        return self.state.status is Status.ADJUDICATION and {"sue", "sam"} <= judged


Workflow.TestCase.settings = settings(max_examples=n_examples(80), stateful_step_count=30)
test_workflow_never_gets_where_the_rules_forbid = Workflow.TestCase


def test_every_kind_of_step_is_an_act() -> None:
    kinds = TypeAdapter(StepContent).json_schema()["discriminator"]["mapping"]

    assert len(kinds) == 8
    assert len(set(Act)) == 8 + 2  # editing makes a revision, no step; blind answers are two acts
