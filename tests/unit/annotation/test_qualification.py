"""The qualification: what counts as an error, and what the rule recommends."""

from __future__ import annotations

import pytest

from annotation.item_state import Status
from annotation.qualification import CandidateItem, candidates_of, errors_of, have_the_same_documents
from db.authored import Adjudicated, Member, MemberRole, Replied, Reviewed, StepContent, Submitted
from tests.authoring import make_steps

SUBMITTED = ("carl", Submitted())


def reviewed(decision: str, reviewer: str = "rita") -> tuple[str, StepContent]:
    corrected = 2 if decision == "correct" else None
    content = {"review_id": reviewer, "decision": decision, "corrected_revision": corrected}
    return reviewer, Reviewed.model_validate(content)


DISAGREES = ("carl", Replied(agrees=False, reason="No."))


def adjudicated(revision: int | None) -> tuple[str, StepContent]:
    decision = "reject" if revision is None else "accept"
    return "sue", Adjudicated(decision=decision, accepted_revision=revision, reason="So.")


@pytest.mark.parametrize(
    ("taken", "n_errors"),
    [
        ([], 0),
        ([SUBMITTED], 0),
        ([SUBMITTED, reviewed("accept")], 0),
        ([SUBMITTED, reviewed("return")], 1),
        ([SUBMITTED, reviewed("correct"), ("carl", Replied(agrees=True))], 1),
        # Returned, mended, returned again, accepted: two submissions were wrong.
        ([SUBMITTED, reviewed("return"), SUBMITTED, reviewed("return"), SUBMITTED, reviewed("accept")], 2),
        # The second reviewer sides with the author.
        ([SUBMITTED, reviewed("correct"), DISAGREES, reviewed("accept", "ray")], 0),
        ([SUBMITTED, reviewed("return"), DISAGREES, reviewed("return", "ray")], 1),
        # A supervisor accepts the author's revision, the reviewer's, or none.
        ([SUBMITTED, reviewed("correct"), DISAGREES, reviewed("return", "ray"), adjudicated(1)], 0),
        ([SUBMITTED, reviewed("correct"), DISAGREES, reviewed("return", "ray"), adjudicated(2)], 1),
        ([SUBMITTED, reviewed("correct"), DISAGREES, reviewed("return", "ray"), adjudicated(None)], 1),
    ],
)
def test_error_is_a_submission_that_did_not_stand(taken, n_errors: int) -> None:
    assert errors_of(make_steps(*taken)) == n_errors


def item(status: Status, n_errors: int = 0) -> CandidateItem:
    return CandidateItem("pilot-0001", "Q?", status, ("a.pdf",), 0, 1, n_errors)


@pytest.mark.parametrize(
    ("items", "advice", "why"),
    [
        ([], "wait", "Nothing was reviewed yet."),
        ([item(Status.DRAFT)], "wait", "Nothing was reviewed yet."),
        ([item(Status.ACCEPTED), item(Status.ACCEPTED)], "admit", "2 items reviewed, and no error."),
        ([item(Status.ACCEPTED), item(Status.IN_REVIEW)], "wait", "1 item without a decision yet"),
        ([item(Status.RETURNED, 1), item(Status.SUBMITTED)], "do not admit", "1 error after review"),
    ],
)
def test_rule_recommends_those_without_any_error(items, advice: str, why: str) -> None:
    member = Member(project_id="pilot", account_id="carl", role=MemberRole.CANDIDATE)
    (carl,) = candidates_of([member], {"carl": items})
    assert carl.advice[0] == advice
    assert why in carl.advice[1]


def test_candidates_compare_only_over_the_same_documents() -> None:
    def over(*documents: str) -> Member:
        return Member(
            project_id="pilot", account_id=str(documents), role=MemberRole.CANDIDATE, documents=documents
        )

    assert have_the_same_documents(candidates_of([over("a", "b"), over("b", "a")], {}))
    assert not have_the_same_documents(candidates_of([over("a"), over("a", "b")], {}))
    assert have_the_same_documents([])
