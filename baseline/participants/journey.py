"""Which step of a study is on the screen of a participant: a function of what was stored, and nothing else.

The same on every server, after every reload, in every browser. Pure.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from baseline.participants.journey_steps import (
    AnswerQuestions,
    AskConsent,
    BeginBatch,
    BeginPractice,
    BeginTest,
    Declined,
    DoItem,
    Finish,
    Finished,
    MarkTest,
    NoRoom,
    NotQualified,
    Placed,
    ReadInstructions,
    SeeFeedback,
    Step,
    StudyOver,
    StudyRests,
    Withdrawn,
)
from baseline.participants.participation_state import ParticipationState
from baseline.studies.study_state import StudyPhase
from db.models import Assignment, Purpose
from db.study_design import StudyDesign


@dataclass(frozen=True, slots=True)
class Journey:
    """Everything that decides what comes next.

    `instructions` is the text that is shown; `room` says how many main items this person could get now, and
    is only asked where it decides something.
    """

    design: StudyDesign
    phase: StudyPhase
    reason: str
    person: ParticipationState
    items: tuple[Placed, ...]
    instructions: str
    room: Callable[[], int]

    def of(self, *purposes: Purpose) -> list[Placed]:
        """The items of these purposes in their order, without places that were given back."""
        return [
            one for one in self.items if one.assignment.purpose in purposes and not one.assignment.is_released
        ]

    @property
    def main(self) -> list[Placed]:
        """The study's own items, with the attention checks among them."""
        return self.of("main", "attention")

    @property
    def n_done(self) -> int:
        """How many of the study's own items are closed."""
        return sum(one.state.is_closed for one in self.main)

    @property
    def n_answered(self) -> int:
        """How many of the study's own items have an answer; the others that are closed have none."""
        return sum(one.is_answered for one in self.main)

    @property
    def has_begun(self) -> bool:
        """Whether any of the study's own items was shown."""
        return any(one.state.phase != "assigned" for one in self.main)

    @property
    def is_shared(self) -> bool:
        """Whether places are taken batch by batch; otherwise everybody has every item from the start."""
        return self.design.people_per_item is not None


_BEGINNINGS = (AskConsent, BeginPractice, BeginTest, BeginBatch, DoItem)


def text_sha256(text: str) -> str:
    """What names a consent text or instructions in the log."""
    return hashlib.sha256(text.encode()).hexdigest()


def next_step(journey: Journey) -> Step:
    """What is on the screen now.

    Leaving and finishing are for good. An item that was shown is finished before anything else, also while
    the study rests or after it has ended; nothing new begins then.
    """
    person = journey.person
    if person.has_withdrawn:
        return Withdrawn(erased=person.is_erased)
    if person.has_finished:
        return Finished(code=person.code)
    if person.consent == "declined":
        return Declined()
    open_item = next((one for one in journey.items if one.is_open), None)
    if open_item is not None:
        return DoItem(open_item)
    if journey.phase == "ended" and journey.n_done == 0:
        return StudyOver(journey.reason)
    step = _entrance(journey) or _preparation(journey) or _work(journey)
    if journey.phase == "paused" and isinstance(step, _BEGINNINGS):
        return StudyRests(journey.reason)
    return step


def _entrance(journey: Journey) -> Step | None:
    """Room, consent, instructions, first questions."""
    person, design = journey.person, journey.design
    if _is_newcomer(journey) and not _has_places(journey):
        return StudyRests(journey.reason) if journey.phase == "paused" else NoRoom(prepared=False)
    if design.consent and person.consent_sha256 != text_sha256(design.consent):
        return AskConsent(again=person.consent == "given")
    if _instructions_are_due(journey):
        return ReadInstructions(first=_first_item(journey))
    if design.before and "before" not in person.answered and not journey.has_begun:
        return AnswerQuestions("before")
    return None


def _is_newcomer(journey: Journey) -> bool:
    """Whether somebody has neither agreed nor begun: told now, they have lost nothing."""
    person = journey.person
    has_come_far = bool(journey.items) and journey.is_shared
    return not has_come_far and person.consent == "none" and not person.instructions_read


def _has_places(journey: Journey) -> bool:
    return journey.room() > 0 if journey.is_shared else bool(journey.items)


def _instructions_are_due(journey: Journey) -> bool:
    """Whether the text is new to them; who began before reading was logged is not asked to read again."""
    read = journey.person.instructions_read
    begun = any(one.state.phase != "assigned" for one in journey.items)
    return text_sha256(journey.instructions) not in read and (bool(read) or not begun)


def _first_item(journey: Journey) -> Assignment | None:
    """The item that the instructions lead to, if nothing stands between."""
    design = journey.design
    between = design.before or design.practice_set or design.qualification
    if between or journey.is_shared or journey.has_begun or journey.phase != "running":
        return None
    return journey.main[0].assignment if journey.main else None


def _preparation(journey: Journey) -> Step | None:
    """Practice and qualification; who has begun the study's own items is past them."""
    if journey.has_begun:
        return None
    step = _practice(journey) or _qualification(journey)
    in_vain = journey.is_shared and journey.phase == "running" and isinstance(step, BeginPractice | BeginTest)
    # Nobody prepares for what others have already taken.
    return NoRoom(prepared=True) if in_vain and journey.room() == 0 else step


def _practice(journey: Journey) -> Step | None:
    if not journey.design.practice_set:
        return None
    items = journey.of("practice")
    if not items:
        return BeginPractice()
    for one in items:
        if not one.state.is_closed:
            return DoItem(one)
        if one.assignment.attempt_id not in journey.person.feedback_seen:
            return SeeFeedback(one, is_last=one is items[-1])
    return None


def _qualification(journey: Journey) -> Step | None:
    test, person = journey.design.qualification, journey.person
    if test is None or person.has_passed:
        return None
    number = len(person.tests) + 1
    items = [one for one in journey.of("qualification") if one.assignment.batch == number]
    before = person.tests[-1] if person.tests else None
    if not items and before is not None and number > test.attempts:
        return NotQualified(before)
    if not items:
        return BeginTest(number, before)
    waiting = next((one for one in items if not one.state.is_closed), None)
    return MarkTest(number, tuple(items)) if waiting is None else DoItem(waiting)


def _work(journey: Journey) -> Step:
    """The study's own items, batch by batch; then the last questions and the end."""
    waiting = next((one for one in journey.main if not one.state.is_closed), None)
    if journey.phase != "ended" and not journey.person.has_stopped:
        if waiting is not None:
            return _item_or_break(journey, waiting)
        if journey.is_shared and not _has_all_batches(journey):
            # While the study rests nobody is given anything: whether there is more will be seen then.
            if journey.phase == "paused":
                return StudyRests(journey.reason)
            if journey.room() > 0:
                return BeginBatch(_last_batch(journey) + 1, first=None, n_lost=_n_lost(journey))
    if journey.n_done == 0:
        return NoRoom(prepared=True)
    if journey.design.after and "after" not in journey.person.answered:
        return AnswerQuestions("after")
    return Finish()


def _item_or_break(journey: Journey, waiting: Placed) -> Step:
    batch = waiting.assignment.batch
    in_batch = [one for one in journey.main if one.assignment.batch == batch]
    begun = any(one.state.phase != "assigned" for one in in_batch)
    if begun or batch in journey.person.batches_begun:
        return DoItem(waiting)
    return BeginBatch(batch, first=waiting.assignment, n_lost=_n_lost(journey))


def _has_all_batches(journey: Journey) -> bool:
    most = journey.design.batches_per_person
    return most is not None and len({one.assignment.batch for one in journey.main}) >= most


def _batches(journey: Journey) -> list[Assignment]:
    """All places of the study's own items that this person ever had."""
    return [one.assignment for one in journey.items if one.assignment.purpose in {"main", "attention"}]


def _last_batch(journey: Journey) -> int:
    return max((one.batch for one in _batches(journey)), default=0)


def _n_lost(journey: Journey) -> int:
    lapsed = [one for one in _batches(journey) if one.is_released and one.released_why == "lapsed"]
    newest = _last_batch(journey)
    return sum(one.batch == newest for one in lapsed)


class Progress(NamedTuple):
    """How far somebody is. What is not known beforehand (how many batches there will be) is None."""

    n_done: int
    n_items: int | None
    n_batches: int | None


def progress(journey: Journey) -> Progress:
    """The study's own items done so far, of how many, in how many batches."""
    design = journey.design
    if not journey.is_shared:
        batches = max((one.assignment.batch for one in journey.main), default=0)
        return Progress(journey.n_done, len(journey.main), batches)
    return Progress(journey.n_done, None, design.batches_per_person)
