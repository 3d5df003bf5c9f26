"""Where somebody is before the first item, and in which words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from baseline.participants.participation_state import ParticipationState
from baseline.studies.whereabouts import Held, where_is
from db.models import Assignment, Purpose
from db.monitoring import AttemptMark
from db.study_design import Qualification, StudyDesign
from db.study_events import QualificationEnded

DESIGN = StudyDesign(title="T", item_set="set", index_name="index", consent="Please.")
NOT_YET, OPEN, OVER = None, AttemptMark(1, None, 1), AttemptMark(1, 2, 2)
AGREED = ParticipationState(consent="given")


def held(*marks: AttemptMark | None, purpose: Purpose = "main", batch: int = 1, first: int = 1) -> list[Held]:
    return [
        Held(
            Assignment(
                attempt_id=f"a{position}",
                study_id="s",
                account_id="p",
                item_id=f"q{position}",
                batch=batch,
                position=position,
                purpose=purpose,
            ),
            mark,
        )
        for position, mark in enumerate(marks, start=first)
    ]


def words(person: ParticipationState, places: list[Held], *, has_come: bool = True) -> str:
    return where_is(DESIGN, person, has_come, places, None).words


@pytest.mark.parametrize(
    ("person", "places", "expected"),
    [
        (ParticipationState(), [], "Before consent"),
        (ParticipationState(consent="declined"), [], "Did not consent"),
        (AGREED, [], "Has no items"),
        (AGREED, held(NOT_YET, purpose="practice"), "In practice"),
        (AGREED, held(OVER, OPEN, NOT_YET, purpose="practice"), "Practice item 2 of 3"),
        (AGREED, held(OVER, NOT_YET, purpose="qualification"), "In the qualification test"),
        (AGREED, held(OPEN, purpose="qualification"), "Test item 1 of 1"),
        (AGREED, [*held(OVER, purpose="practice"), *held(NOT_YET, first=2)], "Before the first item"),
        (AGREED, held(OVER, NOT_YET), "Between items"),
        (AGREED, held(OVER, OVER), "All items done so far"),
        (AGREED, [*held(OVER, OVER), *held(OPEN, batch=2, first=3)], "Item 1 of 1 (batch 2, search)"),
        (replace(AGREED, has_stopped=True), held(OVER), "Stopped between batches"),
        (replace(AGREED, withdrawn_at_ms=5), held(OPEN), "Withdrew"),
    ],
)
def test_where_somebody_is(person: ParticipationState, places: list[Held], expected: str) -> None:
    assert words(person, places) == expected


def test_attention_checks_are_items_like_the_others() -> None:
    batch = [*held(OVER), *held(OPEN, purpose="attention", first=2), *held(NOT_YET, first=3)]
    assert words(AGREED, batch) == "Item 2 of 3 (batch 1, search)"


def test_somebody_without_any_event_has_not_come() -> None:
    assert words(ParticipationState(), held(NOT_YET), has_come=False) == "Has not come yet"


FAILED = QualificationEnded(attempt=1, n_items=2, n_correct=0, passed=False)
PASSED = QualificationEnded(attempt=2, n_items=2, n_correct=2, passed=True)
PREPARED = DESIGN.model_copy(
    update={
        "practice_set": "practice",
        "qualification": Qualification(item_set="test", attempts=2),
        "people_per_item": 2,
    }
)
DONE = [*held(OVER, purpose="practice"), *held(OVER, purpose="qualification", first=2)]


@pytest.mark.parametrize(
    ("tests", "places", "stage", "expected"),
    [
        ((), [], "preparing", "Before practice"),
        ((), held(OVER, purpose="practice"), "preparing", "Before the test"),
        ((FAILED,), DONE, "preparing", "Before another try at the test"),
        ((FAILED, FAILED), DONE, "left", "Did not pass the test"),
        ((FAILED, FAILED), [*DONE, *held(NOT_YET, first=3)], "left", "Did not pass the test"),
        ((FAILED, PASSED), DONE, "preparing", "Ready for a batch"),
    ],
)
def test_who_failed_for_good_takes_no_part_any_more(
    tests: tuple[QualificationEnded, ...], places: list[Held], stage: str, expected: str
) -> None:
    found = where_is(PREPARED, replace(AGREED, tests=tests), True, places, None)
    assert found == (stage, expected)
