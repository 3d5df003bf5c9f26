"""Where a participant stands now, for their page and for the route that tells the same without a page."""

from __future__ import annotations

from typing import NamedTuple

from baseline.attempts import answering
from baseline.attempts.attempt import AttemptState
from baseline.participants import taking_part
from baseline.participants.journey import Journey, next_step
from baseline.participants.journey_steps import Finish, MarkTest, NoRoom, Step
from db.connection import Database
from db.errors import NotFound
from db.models import Account, Assignment
from db.studies import find_study
from db.study_design import Study
from pages.services import Services


class Standing(NamedTuple):
    """A participant's study with the step that stands."""

    study: Study
    journey: Journey
    step: Step


def standing(services: Services, account: Account) -> Standing:
    """What stands, after the server did what it owes: a test is marked, a code made, before they show.

    Raises:
        NotFound: there is no study for this account, or nothing in it.
    """
    now = _load(services, account)
    while isinstance(now.step, MarkTest | Finish):
        services.write(lambda database: _settle(services, database, account))
        now = _load(services, account)
    return now


def shown_item(services: Services, study: Study, assignment: Assignment) -> AttemptState:
    """An item that comes to the screen: its clock runs; one whose time is over meanwhile is closed."""
    now_ms = services.clock.now_ms()
    return services.write(lambda database: answering.show_item(database, assignment, study, now_ms))


def _settle(services: Services, database: Database, account: Account) -> None:
    taking_part.settle(database, account, services.clock.now_ms())


def _load(services: Services, account: Account) -> Standing:
    with services.reading() as database:
        study = find_study(database, account.study_id or "")
        journey = taking_part.load_journey(database, study, account, services.clock.now_ms())
        step = next_step(journey)
    if isinstance(step, NoRoom) and not journey.is_shared:
        raise NotFound("There are no items for you in this study. Please tell the person who invited you.")
    return Standing(study, journey, step)
