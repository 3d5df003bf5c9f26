"""Where a participant is, in words: from marks of attempts and the fold of the participation. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from baseline.attempts.attempt import AttemptState
from baseline.participants.participation_state import ParticipationState
from db.models import Assignment
from db.monitoring import AttemptMark
from db.study_design import StudyDesign

Stage = Literal["at_item", "paused", "between", "preparing", "not_come", "finished", "left"]


class Where(NamedTuple):
    """Where somebody is, as a stage and in words."""

    stage: Stage
    words: str


@dataclass(frozen=True, slots=True)
class Held:
    """One place of a person, with its mark; None while nothing has happened there."""

    assignment: Assignment
    mark: AttemptMark | None

    @property
    def is_over(self) -> bool:
        """Submitted, skipped or expired."""
        return self.mark is not None and self.mark.closed_at_ms is not None

    @property
    def is_open(self) -> bool:
        """Shown and not over."""
        return self.mark is not None and self.mark.is_open

    @property
    def is_own(self) -> bool:
        """One of the study's own items, or an attention check among them."""
        return self.assignment.purpose not in {"practice", "qualification"}


def where_is(
    design: StudyDesign,
    person: ParticipationState,
    has_come: bool,
    held: Sequence[Held],
    at: AttemptState | None,
) -> Where:
    """Where somebody is. `held` are their places in order, none given back; `at` the attempt that is open."""
    if person.has_withdrawn:
        return Where("left", "Withdrew")
    if person.has_finished:
        return Where("finished", "Finished")
    if person.has_stopped:
        return Where("finished", "Stopped between batches")
    if person.consent == "declined":
        return Where("left", "Did not consent")
    current = next((one for one in held if one.is_open), None)
    if current is not None:
        name = _name(held, current)
        if at is not None and at.pause_reason is not None:
            return Where("paused", f"Paused at {name}: {at.pause_reason}")
        return Where("at_item", name[0].upper() + name[1:])
    return _off_the_bench(design, person, has_come, held)


def _off_the_bench(
    design: StudyDesign, person: ParticipationState, has_come: bool, held: Sequence[Held]
) -> Where:
    has_begun = any(one.mark for one in held if one.is_own)
    if not has_come and not any(one.mark for one in held):
        return Where("not_come", "Has not come yet")
    if design.consent and person.consent != "given":
        return Where("preparing", "Before consent")
    if not has_begun and person.has_failed(design):
        return Where("left", "Did not pass the test")
    waiting = next((one for one in held if not one.is_over), None)
    if waiting is not None and not waiting.is_own:
        is_practice = waiting.assignment.purpose == "practice"
        return Where("preparing", "In practice" if is_practice else "In the qualification test")
    if waiting is not None:
        return Where("between", "Between items") if has_begun else Where("preparing", "Before the first item")
    if has_begun:
        return Where("between", "All items done so far")
    return Where("preparing", _before_what(design, person, held))


def _before_what(design: StudyDesign, person: ParticipationState, held: Sequence[Held]) -> str:
    """What comes next for somebody who has nothing to do and has not begun the study's own items."""
    if design.practice_set and not any(one.assignment.purpose == "practice" for one in held):
        return "Before practice"
    if design.qualification is not None and not person.has_passed:
        return "Before another try at the test" if person.tests else "Before the test"
    return "Has no items" if design.people_per_item is None else "Ready for a batch"


def _name(held: Sequence[Held], current: Held) -> str:
    """`item 7 of 25 (batch 2, search)`, or which practice or test item."""
    one = current.assignment
    same = [
        other.assignment
        for other in held
        if other.assignment.batch == one.batch
        and (other.is_own if current.is_own else other.assignment.purpose == one.purpose)
    ]
    number = sum(other.position <= one.position for other in same)
    if current.is_own:
        return f"item {number} of {len(same)} (batch {one.batch}, {one.condition})"
    what = "practice item" if one.purpose == "practice" else "test item"
    return f"{what} {number} of {len(same)}"
