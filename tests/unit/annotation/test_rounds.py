"""What was said about an item, round by round."""

from __future__ import annotations

from annotation.rounds import rounds
from db.authored import Adjudicated, FieldComment, Replied, Reviewed, ReviewOpened, Submitted
from tests.authoring import make_steps

COMMENT = FieldComment(field="answer", comment="It is in thousands.")


def test_rounds_are_told_in_order_with_who_said_what() -> None:
    steps = make_steps(
        ("ann", Submitted()),
        ("rita", ReviewOpened(review_id="r-1")),
        ("rita", Reviewed(review_id="r-1", decision="return", comments=(COMMENT,))),
        ("ann", Replied(agrees=False, reason="The note says so.")),
        ("ray", ReviewOpened(review_id="r-2")),
        ("ray", Reviewed(review_id="r-2", decision="correct", corrected_revision=2)),
        ("sue", Adjudicated(decision="return", reason="Neither.")),
        ("ann", Submitted()),
        ("rita", ReviewOpened(review_id="r-3")),
        ("rita", Reviewed(review_id="r-3", decision="accept")),
    )
    said = rounds(steps)
    assert [(one.who, one.act, one.submission, one.account_id) for one in said] == [
        ("reviewer", "return", 1, "rita"),
        ("author", "disagrees", 1, "ann"),
        ("second reviewer", "correct", 1, "ray"),
        ("supervisor", "return", 1, "sue"),
        ("reviewer", "accept", 2, "rita"),
    ]
    assert said[0].comments == (COMMENT,)
    assert [one.comment for one in said[1].comments] == ["The note says so."]


def test_agreement_without_a_reason_says_nothing_more() -> None:
    (said,) = rounds(make_steps(("ann", Replied(agrees=True))))
    assert (said.act, said.comments) == ("agrees", ())
