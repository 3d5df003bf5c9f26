"""The rows of the supervisor's list: what they say, what is hidden for a while, and the choices."""

from __future__ import annotations

import pytest

from annotation.board import BoardItem
from annotation.checks.evidence import OtherItem
from annotation.item_rows import NO_EVIDENCE, ItemFilter, filtered, item_rows
from annotation.item_state import Status
from annotation.workflow import fold
from db.authored import ItemDraft, Override, Replied, Reviewed, ReviewOpened, StepContent, Submitted
from db.models import EvidenceMark
from tests.authoring import PEOPLE, blind, make_draft, make_steps
from tests.makers import NOON_MS

SUE = PEOPLE["sue"]
KEPT = Override(check="agentic", reason="It is meant so.")


def item(draft: ItemDraft, *taken: tuple[str, StepContent], author: str = "ann") -> BoardItem:
    state = fold((author,), make_steps(*taken))
    return BoardItem(
        item_id="pilot-0001",
        author=author,
        draft=draft,
        revision=1,
        state=state,
        changed_at_ms=NOON_MS,
        moved_at_ms=NOON_MS + 60_000 * len(taken),
        as_other=OtherItem("pilot-0001", draft.question, draft.hop),
    )


def reviewed_by(reviewer: str, *more: StepContent) -> list[tuple[str, StepContent]]:
    return [("ann", Submitted()), (reviewer, ReviewOpened(review_id="r")), *((reviewer, one) for one in more)]


def test_row_says_where_the_item_stands_and_when_it_last_moved() -> None:
    draft = make_draft().model_copy(
        update={
            "evidence": (
                EvidenceMark(document="b.pdf", page=1),
                EvidenceMark(document="a.pdf", page=2),
                EvidenceMark(document="b.pdf", page=1),
            )
        }
    )
    (row,) = item_rows([item(draft, ("ann", Submitted(overridden=(KEPT,))))], SUE)
    assert (row.status, row.author, row.hop) == (Status.SUBMITTED, "ann", "cross_doc")
    assert (row.n_pages, row.documents, row.n_overridden) == (2, ("b.pdf", "a.pdf"), 1)
    assert row.changed_at_ms == NOON_MS + 60_000


def test_draft_counts_the_reasons_in_its_form_and_may_have_no_evidence() -> None:
    (row,) = item_rows([item(ItemDraft(overrides=(KEPT,)))], SUE)
    assert (row.hop, row.n_pages, row.documents, row.n_overridden) == (NO_EVIDENCE, 0, (), 1)


def test_supervisor_who_reviews_blind_is_told_neither_author_nor_pages() -> None:
    (row,) = item_rows([item(make_draft(), *reviewed_by("sue"))], SUE)
    assert (row.author, row.hop, row.n_pages, row.documents, row.n_overridden) == (None,) * 5
    (other,) = item_rows([item(make_draft(), *reviewed_by("sue"))], PEOPLE["sam"])
    assert (other.author, other.hop, other.n_pages) == ("ann", "single", 1)


def test_supervisor_sees_the_pages_from_the_second_blind_stage_on() -> None:
    (row,) = item_rows([item(make_draft(), *reviewed_by("sue", blind("r")))], SUE)
    assert (row.author, row.n_pages, row.n_overridden) == (None, 1, None)


def test_author_is_hidden_while_the_item_waits_for_a_supervisor() -> None:
    answers = (blind("r"), blind("r", "evidence"))
    returned = Reviewed(review_id="r", decision="return")
    second = [("ray", one) for one in (blind("s"), blind("s", "evidence"))]
    steps = [
        *reviewed_by("rita", *answers, Reviewed(review_id="r", decision="correct", corrected_revision=2)),
        ("ann", Replied(agrees=False, reason="No.")),
        ("ray", ReviewOpened(review_id="s")),
        *second,
        ("ray", returned.model_copy(update={"review_id": "s"})),
    ]
    (row,) = item_rows([item(make_draft(), *steps)], SUE)
    assert (row.status, row.author, row.n_pages) == (Status.ADJUDICATION, None, 1)
    assert filtered([row], ItemFilter(author="ann")) == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (ItemFilter(), ["one", "two"]),
        (ItemFilter(status="submitted"), ["one"]),
        (ItemFilter(author="bob"), ["two"]),
        (ItemFilter(document="report.pdf"), ["one"]),
        (ItemFilter(hop=NO_EVIDENCE), ["two"]),
        (ItemFilter(status="submitted", author="bob"), []),
    ],
)
def test_choices_narrow_the_list_together(wanted: ItemFilter, found: list[str]) -> None:
    items = [
        item(make_draft(), ("ann", Submitted()))._replace(item_id="one"),
        item(ItemDraft(), author="bob")._replace(item_id="two"),
    ]
    assert [row.item_id for row in filtered(item_rows(items, SUE), wanted)] == found
