"""The way through a study as a short list: what is done, where somebody is, what still comes. Pure."""

from __future__ import annotations

from typing import Literal, NamedTuple

from baseline.participants.journey import Journey
from baseline.participants.journey_steps import (
    AnswerQuestions,
    AskConsent,
    BeginBatch,
    BeginPractice,
    BeginTest,
    DoItem,
    Finish,
    Finished,
    MarkTest,
    ReadInstructions,
    SeeFeedback,
    Step,
)


class Stage(NamedTuple):
    """One part of the study, by the name that participants read."""

    name: str
    at: Literal["done", "now", "ahead"]


_CONSENT, _INSTRUCTIONS, _BEFORE = "Consent", "Instructions", "About you"
_PRACTICE, _TEST, _ITEMS, _AFTER, _END = "Practice", "Test", "Questions", "Last questions", "End"


_GETTING_READY = {"practice": _PRACTICE, "qualification": _TEST}


def stages(journey: Journey, step: Step) -> tuple[Stage, ...]:
    """The stages in their order; none where the study hides progress or the step is off the way."""
    now = _stage_of(step)
    names = _names(journey)
    if not journey.design.show_progress or now not in names:
        return ()
    here = names.index(now)
    return tuple(
        Stage(name, "now" if number == here else "done" if number < here else "ahead")
        for number, name in enumerate(names)
    )


def _names(journey: Journey) -> list[str]:
    design = journey.design
    return [
        *([_CONSENT] if design.consent else []),
        _INSTRUCTIONS,
        *([_BEFORE] if design.before else []),
        *([_PRACTICE] if design.practice_set else []),
        *([_TEST] if design.qualification else []),
        _ITEMS,
        *([_AFTER] if design.after else []),
        _END,
    ]


def _stage_of(step: Step) -> str:
    match step:
        case AskConsent() | ReadInstructions():
            return _CONSENT if isinstance(step, AskConsent) else _INSTRUCTIONS
        case AnswerQuestions(when=when):
            return _BEFORE if when == "before" else _AFTER
        case BeginPractice() | SeeFeedback():
            return _PRACTICE
        case BeginTest() | MarkTest():
            return _TEST
        case DoItem(item=item):
            return _GETTING_READY.get(item.assignment.purpose, _ITEMS)
        case BeginBatch():
            return _ITEMS
        case Finish() | Finished():
            return _END
        case _:
            return ""
