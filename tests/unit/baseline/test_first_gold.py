"""When gold first came up: among the hits of a search, and as an opened page."""

from __future__ import annotations

import pytest

from baseline.trajectories.first_gold import first_gold, first_gold_words
from baseline.trajectories.steps import Step, StepHit


def a_search(*gold: bool) -> Step:
    hits = tuple(StepHit(rank, "a.pdf", rank, is_gold) for rank, is_gold in enumerate(gold, 1))
    return Step(0, "query", 0, "Searched", hits=hits)


def a_page(kind: str = "page_entered", *, gold: bool) -> Step:
    return Step(0, kind, 0, "Read", document="a.pdf", page=1, gold=gold)


@pytest.mark.parametrize(
    ("steps", "unrecorded", "words"),
    [
        ([], [], "first gold hit: never; first gold page opened: never"),
        (
            [
                a_search(False, False),
                a_search(False, True),
                a_page(gold=False),
                a_page("hit_opened", gold=True),
            ],
            [],
            "first gold hit: step 2; first gold page opened: step 4",
        ),
        ([a_page("evidence_marked", gold=True)], [], "first gold hit: never; first gold page opened: never"),
        (
            [Step(0, "query", 0, "Searched"), a_page(gold=True)],
            ["the hits of searches"],
            "first gold hit: not recorded; first gold page opened: step 2",
        ),
        (
            [a_search(True)],
            ["the hits of some searches", "which pages were opened"],
            "first gold hit: step 1; first gold page opened: not recorded",
        ),
        ([], ["steps"], "first gold hit: not recorded; first gold page opened: not recorded"),
    ],
)
def test_first_gold_is_named_by_its_step_or_why_it_is_not(
    steps: list[Step], unrecorded: list[str], words: str
) -> None:
    assert first_gold_words(first_gold(steps, unrecorded)) == words
