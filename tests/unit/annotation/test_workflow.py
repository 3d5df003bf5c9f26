"""Who may do what with an item, and where that leaves it."""

from __future__ import annotations

import pytest

from annotation.workflow import (
    REVIEW_LAPSES_MS,
    Act,
    ItemState,
    Status,
    allowed,
    decide,
    fold,
    may_see_author,
    may_see_gold,
    refusal,
    shown_to,
)
from db.authored import (
    Adjudicated,
    FieldComment,
    Override,
    Replied,
    Reviewed,
    ReviewOpened,
    StepContent,
    Submitted,
    Withdrawn,
)
from db.errors import Conflict, InvalidInput, NotAllowed
from tests.authoring import PEOPLE, blind, make_draft, make_revision, make_steps
from tests.makers import NOON_MS

LATER_MS = NOON_MS + 3_600_000
COMMENT = FieldComment(field="answer", comment="It is in thousands.")
SUBMITTED = ("ann", Submitted())
DISAGREES = ("ann", Replied(agrees=False, reason="The note says so."))


def reviewed(name: str, decision: str, revision: int | None = None) -> list[tuple[str, StepContent]]:
    """A whole review, `r-NAME`."""
    outcome = Reviewed.model_validate(
        {
            "review_id": f"r-{name}",
            "decision": decision,
            "comments": () if decision == "accept" else (COMMENT,),
            "corrected_revision": revision,
        }
    )
    return [
        (name, ReviewOpened(review_id=f"r-{name}")),
        (name, blind(f"r-{name}", "search")),
        (name, blind(f"r-{name}", "evidence")),
        (name, outcome),
    ]


def state_after(*taken: tuple[str, StepContent]) -> ItemState:
    return fold(("ann",), make_steps(*taken))


def acts(state: ItemState, name: str, at_ms: int = LATER_MS) -> set[str]:
    return set(allowed(state, PEOPLE[name], at_ms))


DISPUTED = (SUBMITTED, *reviewed("rita", "correct", 2), DISAGREES)
IN_ADJUDICATION = (*DISPUTED, *reviewed("ray", "correct", 3))


# What people may do


@pytest.mark.parametrize(
    ("taken", "name", "expected"),
    [
        ((), "ann", {"edit", "submit", "check_by_model"}),
        ((), "bob", set()),
        ((), "sue", {"edit", "check_by_model"}),
        ((SUBMITTED,), "ann", {"withdraw", "check_by_model"}),
        ((SUBMITTED,), "bob", {"open_review"}),
        ((SUBMITTED,), "rita", {"open_review"}),
        ((SUBMITTED,), "carl", set()),
        ((SUBMITTED, *reviewed("rita", "return")), "ann", {"edit", "submit", "reply", "check_by_model"}),
        ((SUBMITTED, *reviewed("rita", "correct", 2)), "ann", {"reply", "check_by_model"}),
        (DISPUTED, "ann", {"check_by_model"}),
        (DISPUTED, "rita", {"check_by_model"}),
        (DISPUTED, "ray", {"open_review"}),
        (IN_ADJUDICATION, "ray", {"check_by_model"}),
        (IN_ADJUDICATION, "sue", {"adjudicate", "check_by_model"}),
        ((SUBMITTED, *reviewed("sue", "correct", 2), DISAGREES), "sue", {"check_by_model"}),
        ((SUBMITTED, *reviewed("rita", "accept")), "ann", {"edit", "submit", "check_by_model"}),
    ],
)
def test_allowed_gives_the_acts_of_a_person_where_the_item_stands(
    taken: tuple[tuple[str, StepContent], ...], name: str, expected: set[str]
) -> None:
    assert acts(state_after(*taken), name) == expected


@pytest.mark.parametrize(
    ("taken", "name", "act", "error", "says"),
    [
        ((SUBMITTED,), "ann", Act.OPEN_REVIEW, NotAllowed, "You wrote in this item"),
        ((SUBMITTED,), "carl", Act.OPEN_REVIEW, NotAllowed, "admitted you"),
        ((SUBMITTED,), "ann", Act.EDIT, Conflict, "withdraw it before"),
        ((SUBMITTED,), "bob", Act.WITHDRAW, NotAllowed, "Only the author of the item may withdraw"),
        (DISPUTED, "rita", Act.OPEN_REVIEW, NotAllowed, "somebody else gives the second"),
        ((SUBMITTED, *reviewed("rita", "accept")[:1]), "ray", Act.OPEN_REVIEW, Conflict, "Somebody else"),
        ((SUBMITTED, *reviewed("rita", "accept")[:1]), "rita", Act.REVIEW, Conflict, "by searching first"),
        ((SUBMITTED, *reviewed("rita", "accept")[:2]), "rita", Act.REVIEW, Conflict, "evidence first"),
        (
            (SUBMITTED, *reviewed("rita", "accept")[:1]),
            "ann",
            Act.WITHDRAW,
            Conflict,
            "until a review is open",
        ),
        (IN_ADJUDICATION, "rita", Act.ADJUDICATE, NotAllowed, "Only supervisors"),
        (
            (SUBMITTED, *reviewed("sue", "correct", 2), DISAGREES, *reviewed("ray", "return")),
            "sue",
            Act.ADJUDICATE,
            NotAllowed,
            "another supervisor",
        ),
    ],
)
def test_a_refusal_says_who_may_not_and_what_to_do(
    taken: tuple[tuple[str, StepContent], ...], name: str, act: Act, error: type, says: str
) -> None:
    refused = refusal(state_after(*taken), act, PEOPLE[name], NOON_MS)

    assert isinstance(refused, error)
    assert says in refused.user_message


def test_who_wrote_in_an_item_of_somebody_else_does_not_review_it() -> None:
    state = fold(("ann", "sue"), make_steps(SUBMITTED))

    assert "open_review" not in acts(state, "sue")


def test_a_review_that_nobody_goes_on_with_can_be_taken_over_a_day_later() -> None:
    state = state_after(SUBMITTED, *reviewed("rita", "accept")[:2])
    answered_at_ms = state.reviews[0].last_at_ms

    assert "open_review" not in acts(state, "ray", answered_at_ms + REVIEW_LAPSES_MS - 1)
    assert "open_review" in acts(state, "ray", answered_at_ms + REVIEW_LAPSES_MS)


def test_a_review_that_was_taken_over_keeps_its_answers_and_decides_nothing() -> None:
    first = reviewed("rita", "accept")
    state = state_after(SUBMITTED, *first[:3], ("ray", ReviewOpened(review_id="r-ray")), first[3])

    assert state.status is Status.IN_REVIEW
    assert state.reviews[0].lapsed
    assert state.reviews[0].search is not None
    assert state.open_review.reviewer == "ray"


# Where it leads


@pytest.mark.parametrize(
    ("first", "second", "status", "accepted"),
    [
        # The second reviewer accepts the author's revision 1: the author was right.
        (("correct", 2), ("accept", None), Status.ACCEPTED, 1),
        (("return", None), ("accept", None), Status.ACCEPTED, 1),
        # Both reviewers want the same: the first reviewer was right.
        (("correct", 2), ("correct", 2), Status.ACCEPTED, 2),
        (("return", None), ("return", None), Status.RETURNED, None),
        # Three opinions.
        (("correct", 2), ("correct", 3), Status.ADJUDICATION, None),
        (("correct", 2), ("return", None), Status.ADJUDICATION, None),
        (("return", None), ("correct", 2), Status.ADJUDICATION, None),
    ],
)
def test_a_second_review_settles_a_disagreement_when_it_agrees_with_a_side(
    first: tuple[str, int | None], second: tuple[str, int | None], status: Status, accepted: int | None
) -> None:
    state = state_after(SUBMITTED, *reviewed("rita", *first), DISAGREES, *reviewed("ray", *second))

    assert (state.status, state.accepted_revision) == (status, accepted)
    assert state.accepted_by == ("second_review" if accepted else None)


def test_a_settled_return_cannot_be_disputed_again() -> None:
    state = state_after(SUBMITTED, *reviewed("rita", "return"), DISAGREES, *reviewed("ray", "return"))

    assert "reply" not in acts(state, "ann")
    assert "edit" in acts(state, "ann")


def test_an_author_who_agrees_with_a_correction_has_it_accepted() -> None:
    state = state_after(SUBMITTED, *reviewed("rita", "correct", 2), ("ann", Replied(agrees=True)))

    assert (state.status, state.accepted_revision, state.accepted_by) == (Status.ACCEPTED, 2, "author")


@pytest.mark.parametrize(
    ("decision", "revision", "status"),
    [("accept", 2, Status.ACCEPTED), ("return", None, Status.RETURNED), ("reject", None, Status.REJECTED)],
)
def test_an_adjudication_ends_a_disagreement(decision: str, revision: int | None, status: Status) -> None:
    decided = Adjudicated.model_validate(
        {"decision": decision, "accepted_revision": revision, "reason": "The table counts."}
    )
    state = state_after(*IN_ADJUDICATION, ("sue", decided))

    assert (state.status, state.accepted_revision) == (status, revision)


def test_the_sides_of_a_disagreement_are_the_author_and_both_reviewers() -> None:
    sides = state_after(*IN_ADJUDICATION).sides

    assert [(side.holder, side.revision) for side in sides] == [("ann", 1), ("rita", 2), ("ray", 3)]
    assert sides[0].why == "The note says so."
    assert sides[1].why == "It is in thousands."


def test_an_accepted_revision_stays_while_a_later_one_is_reviewed() -> None:
    state = state_after(SUBMITTED, *reviewed("rita", "accept"), SUBMITTED)

    assert (state.status, state.accepted_revision) == (Status.SUBMITTED, 1)


def test_a_withdrawn_item_is_a_draft_again() -> None:
    assert state_after(SUBMITTED, ("ann", Withdrawn())).status is Status.DRAFT


def test_a_reviewer_who_saw_the_answer_before_is_not_blind_the_second_time() -> None:
    again = [(who, what) for who, what in reviewed("rita", "accept")]
    state = state_after(SUBMITTED, *reviewed("rita", "return"), SUBMITTED, *again)

    assert [review.was_blind for review in state.reviews] == [True, False]


# Who may see what


def test_a_reviewer_sees_the_question_then_the_evidence_then_the_answer() -> None:
    draft, steps = make_draft(), [SUBMITTED, *reviewed("rita", "accept")]
    shown = [shown_to(state_after(*steps[:n]), PEOPLE["rita"], draft) for n in range(1, 6)]

    assert [one.question for one in shown] == [draft.question] * 5
    assert [one.evidence is not None for one in shown] == [False, False, True, True, True]
    assert [one.draft is not None for one in shown] == [False, False, False, True, True]
    assert [one.author for one in shown] == [None, None, None, None, "ann"]


def test_a_supervisor_sees_the_answer_unless_they_answer_blind_themselves() -> None:
    assert may_see_gold(state_after(SUBMITTED), PEOPLE["sue"])
    assert not may_see_gold(state_after(SUBMITTED, *reviewed("sue", "accept")[:2]), PEOPLE["sue"])


def test_names_are_hidden_from_the_supervisor_who_is_to_decide() -> None:
    assert may_see_author(state_after(*DISPUTED), PEOPLE["sue"])
    assert not may_see_author(state_after(*IN_ADJUDICATION), PEOPLE["sue"])


def test_candidates_never_see_the_answers_of_others() -> None:
    assert not may_see_gold(state_after(SUBMITTED, *reviewed("rita", "accept")), PEOPLE["carl"])


# What must be in a step


@pytest.mark.parametrize(
    ("taken", "name", "content", "says"),
    [
        ((SUBMITTED, *reviewed("rita", "return")), "ann", Submitted(), "Nothing has changed"),
        ((), "ann", Submitted(overridden=(Override(check="grounded", reason="x"),)), "have changed since"),
        ((SUBMITTED, *reviewed("rita", "return")[:1]), "rita", blind("r-rita", answer=" "), "is empty"),
        (
            (SUBMITTED, *reviewed("rita", "return")[:3]),
            "rita",
            Reviewed(review_id="r-rita", decision="return"),
            "Say what is wrong",
        ),
        (
            (SUBMITTED, *reviewed("rita", "return")[:3]),
            "rita",
            Reviewed(review_id="r-rita", decision="correct", corrected_revision=1),
            "needs the corrected item",
        ),
        (
            (SUBMITTED, *reviewed("rita", "return")),
            "ann",
            Replied(agrees=False, reason=" "),
            "why you disagree",
        ),
        ((SUBMITTED, *reviewed("rita", "return")), "ann", Replied(agrees=True), "submit the item again"),
        (
            IN_ADJUDICATION,
            "sue",
            Adjudicated(decision="accept", accepted_revision=9, reason="So."),
            "one of the sides",
        ),
    ],
)
def test_decide_says_what_is_missing(
    taken: tuple[tuple[str, StepContent], ...], name: str, content: StepContent, says: str
) -> None:
    newest = make_revision(1)

    with pytest.raises(InvalidInput, match=says):
        decide(state_after(*taken), content, PEOPLE[name], newest, NOON_MS, newest)


def test_decide_refuses_an_answer_to_a_review_that_is_over() -> None:
    state = state_after(SUBMITTED, *reviewed("rita", "accept")[:1])

    with pytest.raises(Conflict, match="is over"):
        decide(state, blind("r-of-yesterday"), PEOPLE["rita"], make_revision(), NOON_MS)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"question": "  "}, "question is empty"),
        ({"answer_variants": (("", " "), ("",))}, "answer is empty"),
        ({"evidence": ()}, "no evidence"),
    ],
)
def test_a_draft_that_is_no_item_cannot_be_submitted(changes: dict[str, object], says: str) -> None:
    newest = make_revision(1, make_draft().model_copy(update=changes))

    with pytest.raises(InvalidInput, match=says):
        decide(state_after(), Submitted(), PEOPLE["ann"], newest, NOON_MS)


def test_decide_refuses_a_review_id_that_was_used_before() -> None:
    state = state_after(SUBMITTED, *reviewed("rita", "return"), SUBMITTED)

    with pytest.raises(Conflict, match="opened before"):
        decide(state, ReviewOpened(review_id="r-rita"), PEOPLE["ray"], make_revision(), NOON_MS)
