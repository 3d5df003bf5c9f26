"""Somebody who takes part in a whole study, for the tests of what they can do."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlite_utils import Database

from baseline.assignment.inviting import invite
from baseline.attempts import answering
from baseline.attempts.answering import AnswerGiven
from baseline.participants import taking_part
from baseline.participants.journey import Journey, next_step, text_sha256
from baseline.participants.journey_steps import (
    BeginBatch,
    DoItem,
    SeeFeedback,
    Step,
)
from baseline.participants.participation import stream_of
from db import event_log
from db.models import Account, Role
from db.studies import find_study
from db.study_design import Study, StudyDesign
from tests.journey_study import DESIGN, add_whole_study
from tests.makers import NOON_MS, make_event_id, make_study

BEFORE = {"often": "Every week", "sure": "5"}


class Taker(NamedTuple):
    """Somebody who takes part, with the clock in their hand."""

    database: Database
    account: Account

    @property
    def study(self) -> Study:
        return find_study(self.database, self.account.study_id or "")

    @property
    def journey(self) -> Journey:
        return taking_part.load_journey(self.database, self.study, self.account, NOON_MS)

    @property
    def step(self) -> Step:
        return next_step(self.journey)

    def kinds(self) -> list[str]:
        return [event.kind for event in event_log.replay(self.database, stream_of(self.account.account_id))]

    def do(self, use_case: Callable[..., object], *arguments: object) -> None:
        use_case(self.database, self.account, *arguments, NOON_MS)

    def agree(self) -> None:
        self.do(taking_part.consent, text_sha256(self.study.design.consent))

    def read(self) -> None:
        self.do(taking_part.read_instructions, text_sha256(self.journey.instructions))

    def answer(self, text: str) -> None:
        """Show and submit the item that comes next."""
        step = self.step
        assert isinstance(step, DoItem)
        answering.show_item(self.database, step.item.assignment, self.study, NOON_MS)
        given = AnswerGiven(answer=(text,), citations=(), confidence=None, kind="own")
        answering.submit_answer(
            self.database, step.item.assignment.attempt_id, make_event_id(), given, NOON_MS
        )

    def prepare(self) -> None:
        """Everything until the first batch."""
        self.agree()
        self.read()
        self.do(taking_part.answer_questions, "before", BEFORE)
        self.do(taking_part.begin_practice)
        self.answer("Repairs of the quay")
        step = self.step
        assert isinstance(step, SeeFeedback)
        self.do(taking_part.go_on_from_feedback, step.item.assignment.attempt_id)
        self.do(taking_part.begin_test, 1)
        self.answer("3 March")
        self.do(taking_part.settle)

    def work(self) -> None:
        """Every batch there is."""
        while isinstance(step := self.step, BeginBatch):
            self.do(taking_part.begin_batch, step.batch)
            while isinstance(self.step, DoItem):
                self.answer("x")


def make_taker(database: Database, design: StudyDesign = DESIGN) -> Taker:
    make_study(database, study_id="small", item_set="small")
    return another(database, add_whole_study(database, NOON_MS, design))


def another(database: Database, study: Study) -> Taker:
    return Taker(database, invite(database, study.study_id, Role.PARTICIPANT, "Somebody", NOON_MS).account)
