"""What waits for whom: own open reviews, decisions between sides, reviews, and what is decided."""

from __future__ import annotations

from annotation.board import BoardItem
from annotation.checks.evidence import OtherItem
from annotation.review_queue import ReviewQueue, review_queue
from annotation.workflow import REVIEW_LAPSES_MS, fold
from db.authored import Replied, Reviewed, ReviewOpened, StepContent, Submitted
from tests.authoring import PEOPLE, blind, make_draft, make_steps
from tests.makers import NOON_MS

SUBMITTED = ("ann", Submitted())
OPENED = ("rita", ReviewOpened(review_id="r-1"))
DECIDED = (
    OPENED,
    ("rita", blind("r-1", "search")),
    ("rita", blind("r-1", "evidence")),
    ("rita", Reviewed(review_id="r-1", decision="correct", corrected_revision=2)),
)
DISAGREES = ("ann", Replied(agrees=False, reason="No."))
SECOND = (
    ("ray", ReviewOpened(review_id="r-2")),
    ("ray", blind("r-2", "search")),
    ("ray", blind("r-2", "evidence")),
    ("ray", Reviewed(review_id="r-2", decision="correct", corrected_revision=3)),
)


def item(item_id: str, *taken: tuple[str, StepContent], moved_at_ms: int = NOON_MS) -> BoardItem:
    state = fold(("ann",), make_steps(*taken))
    draft = make_draft()
    other = OtherItem(item_id, draft.question, draft.hop)
    return BoardItem(item_id, "ann", draft, 1, state, NOON_MS, moved_at_ms, other)


def names(queue: ReviewQueue) -> dict[str, list[str]]:
    return {name: [one.item_id for one in items] for name, items in queue._asdict().items() if items}


ITEMS = [
    item("draft"),
    item("waits", SUBMITTED, moved_at_ms=NOON_MS + 2),
    item("waits-longer", SUBMITTED, moved_at_ms=NOON_MS + 1),
    item("with-rita", SUBMITTED, OPENED),
    item("disputed", SUBMITTED, *DECIDED, DISAGREES, moved_at_ms=NOON_MS + 3),
    item("between", SUBMITTED, *DECIDED, DISAGREES, *SECOND),
]


def queue_of(name: str, at_ms: int = NOON_MS + 240_000) -> dict[str, list[str]]:
    return names(review_queue(ITEMS, PEOPLE[name], at_ms))


def test_reviewer_has_the_open_one_and_not_the_second_review_of_a_first_one_of_theirs() -> None:
    assert queue_of("rita") == {
        "open": ["with-rita"],
        "waiting": ["waits-longer", "waits"],
        "decided": ["disputed", "between"],
    }


def test_another_reviewer_gets_the_second_review_and_what_waits_longest_first() -> None:
    assert queue_of("ray") == {"waiting": ["waits-longer", "waits", "disputed"], "decided": ["between"]}


def test_supervisor_decides_between_sides_before_anything_else() -> None:
    queue = review_queue(ITEMS, PEOPLE["sue"], NOON_MS)
    assert names(queue)["adjudications"] == ["between"]
    assert [one.item_id for one in queue.next_up][:2] == ["between", "waits-longer"]


def test_author_and_candidate_get_nothing_of_the_authors_items() -> None:
    assert queue_of("ann") == {}
    assert queue_of("carl") == {}


def test_review_that_lapsed_waits_for_everybody_again() -> None:
    lapsed_ms = NOON_MS + 240_000 + REVIEW_LAPSES_MS
    assert "with-rita" in queue_of("ray", lapsed_ms)["waiting"]
    assert queue_of("rita", lapsed_ms)["open"] == ["with-rita"]
