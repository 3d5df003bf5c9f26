"""The page of a participant between items, for tests: what it says, and what can be pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from streamlit.testing.v1 import AppTest

from baseline.attempts import answering
from baseline.attempts.answering import AnswerGiven
from baseline.participants import taking_part
from baseline.participants.journey import next_step, text_sha256
from baseline.participants.journey_steps import DoItem, SeeFeedback
from db import event_log
from db.accounts import find_account
from db.models import Account
from db.studies import find_study, stream_of_study
from db.study_design import StudyDesign
from pages.baseline import gesture
from pages.services import Services
from pages.ui import page as page_frame
from tests.journey_study import DESIGN, STUDY, WholeStudy, make_whole_study
from tests.makers import make_event_id, make_new
from tests.small_study import SmallStudy

BEFORE = {"often": "Every week", "sure": "5"}


def show() -> None:
    from pages.baseline import answer

    answer.show()


class Sheet(NamedTuple):
    """The page of one participant, and the log behind it."""

    services: Services
    account: Account
    app: AppTest

    def text(self) -> str:
        """Everything that is written on the page."""
        kinds = ("title", "subheader", "markdown", "caption", "error", "info", "warning", "code")
        found = [str(element.value) for kind in kinds for element in self.app.get(kind)]
        plain = [element.proto.body for element in self.app.get("html")]
        return "\n".join([*found, *plain]).replace("\\", "")

    @property
    def title(self) -> str:
        return self.app.title[0].value.replace("\\", "")

    def labels(self) -> list[str]:
        return [button.label.replace("\\", "") for button in self.app.button]

    def primary(self) -> list[str]:
        return [button.label for button in self.app.button if button.proto.type == "primary"]

    def press(self, label: str) -> None:
        (button,) = [one for one in self.app.button if one.label.replace("\\", "") == label]
        button.click().run()
        assert not self.app.exception

    def again(self) -> None:
        """A reload."""
        self.app.run()
        assert not self.app.exception

    def do(self, use_case: Callable[..., object], *arguments: object) -> None:
        """A use case behind the page, as in another tab; then a reload."""
        now_ms = self.services.clock.now_ms()
        self.services.write(lambda database: use_case(database, self.account, *arguments, now_ms))

    def answer(self, text: str) -> None:
        """Show and submit the item that comes next."""
        now_ms = self.services.clock.now_ms()

        def job(database: Any) -> None:
            study = find_study(database, STUDY)
            step = next_step(taking_part.load_journey(database, study, self.account, now_ms))
            assert isinstance(step, DoItem)
            one = step.item.assignment
            answering.show_item(database, one, study, now_ms)
            given = AnswerGiven(answer=(text,), citations=(), confidence=None, kind="own")
            answering.submit_answer(database, one.attempt_id, make_event_id(), given, now_ms + 65_000)

        self.services.write(job)

    def to_feedback(self) -> None:
        """As far as the feedback to the practice item."""
        self.do(taking_part.consent, text_sha256(DESIGN.consent))
        with self.services.reading() as database:
            study = find_study(database, STUDY)
            journey = taking_part.load_journey(database, study, self.account, 0)
        self.do(taking_part.read_instructions, text_sha256(journey.instructions))
        if DESIGN.before:
            self.do(taking_part.answer_questions, "before", BEFORE)
        self.do(taking_part.begin_practice)
        self.answer("no idea")

    def to_batch(self) -> None:
        """As far as the first batch."""
        self.to_feedback()
        with self.services.reading() as database:
            study = find_study(database, STUDY)
            step = next_step(taking_part.load_journey(database, study, self.account, 0))
        assert isinstance(step, SeeFeedback)
        self.do(taking_part.go_on_from_feedback, step.item.assignment.attempt_id)
        self.do(taking_part.begin_test, 1)
        self.answer("3 March")

    def tell_study(self, *payloads: Any) -> None:
        """Events of the study's own stream, as researchers make them."""
        self.services.write(
            lambda database: event_log.append(
                database, stream_of_study(STUDY), [make_new(one) for one in payloads], 1
            )
        )


Opens = Callable[..., Sheet]


@pytest.fixture
def opens(running: Services, small_study: SmallStudy, monkeypatch: pytest.MonkeyPatch) -> Opens:
    """The page of one more participant of a study of this design."""
    made: list[WholeStudy] = []

    def opened(design: StudyDesign = DESIGN, **changes: Any) -> Sheet:
        if not made:
            made.append(make_whole_study(small_study, design.model_copy(update=changes)))
        account = made[0].person().account
        for module in (page_frame, gesture):
            # Asked anew each time: whoever leaves loses their name.
            monkeypatch.setattr(module, "account_here", lambda: _fresh(running, account))
        app = AppTest.from_function(show, default_timeout=60).run()
        assert not app.exception
        return Sheet(running, account, app)

    return opened


def _fresh(running: Services, account: Account) -> Account:
    with running.reading() as database:
        return find_account(database, account.account_id)
