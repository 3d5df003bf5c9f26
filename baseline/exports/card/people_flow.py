"""The way of everybody who was invited: how far they came, and the one place where each is now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from typing import NamedTuple

from baseline.exports.card.subject import Subject
from baseline.participants.participation_state import ParticipationState
from db.study_design import StudyDesign

_WITHDREW = "withdrew"
_FINISHED = "finished the study"
_STOPPED = "stopped between batches"
_DECLINED = "declined"
_FAILED = "did not pass the qualification test"
_DONE = "answered every item that they have, not at the end of the study"
_WORKING = "began, and have items to do"
_COMING = "have not begun an item"
FATES = (_WITHDREW, _FINISHED, _STOPPED, _DECLINED, _FAILED, _DONE, _WORKING, _COMING)


class PeopleFlow(NamedTuple):
    """Numbers of people: `came` is how far they ever came, `fates` add up to everybody who was invited."""

    came: tuple[tuple[str, int], ...]
    fates: tuple[tuple[str, int], ...]


def people_flow(subject: Subject) -> PeopleFlow:
    """Everybody's way, agents left out."""
    people = [one.account_id for one in subject.people]
    # By kind: what is left of the events of somebody who had them erased.
    kinds = {one: {event.kind for event in subject.contents.participations.get(one, ())} for one in people}
    began = subject.began
    waiting = {
        one.account.account_id
        for one in subject.contents.places
        if one.assignment.purpose == "main"
        and not one.assignment.is_released
        and one.status in {"missing", "open"}
    }
    fates = Counter(
        fate_of(
            subject.design,
            subject.states.get(one, ParticipationState()),
            has_begun=one in began,
            has_items=one in waiting,
        )
        for one in people
    )
    came = (
        ("invited", len(people)),
        ("consented", sum("consent_given" in kinds[one] for one in people)),
        ("began an item", _of(people, began)),
        ("and ended every item that they have", _of(people, began - waiting)),
    )
    return PeopleFlow(came, tuple((name, fates[name]) for name in FATES))


def fate_of(design: StudyDesign, person: ParticipationState, *, has_begun: bool, has_items: bool) -> str:
    """The one of `FATES` that is somebody's: what is for good before what may change."""
    if person.has_withdrawn:
        return _WITHDREW
    if person.has_finished:
        return _FINISHED
    if person.has_stopped:
        return _STOPPED
    if person.consent == "declined":
        return _DECLINED
    if not has_begun:
        return _FAILED if person.has_failed(design) else _COMING
    return _WORKING if has_items else _DONE


def _of(people: list[str], some: Set[str]) -> int:
    return sum(one in some for one in people)
