"""What a participant reads between items about time that was up, and about limits."""

from __future__ import annotations

from typing import Any

from baseline.attempts import answering
from baseline.attempts.overdue import close_overdue
from baseline.participants import taking_part
from baseline.participants.journey import next_step, text_sha256
from baseline.participants.journey_steps import DoItem, SeeFeedback
from db import event_log
from db.events import AnswerEdited
from db.models import Draft
from db.studies import find_study
from db.study_design import Limits
from db.study_events import (
    StudyAmended,
)
from pages.baseline import time_was_up
from pages.services import Services
from tests.journey_study import DESIGN, STUDY
from tests.makers import make_new
from tests.pages.journey_room import BEFORE, Opens, Sheet
from tests.small_study import SmallStudy


def _expire(sheet: Sheet, text: str = "") -> None:
    """The item that comes next is shown and stays until its time is over, with this in its form."""

    def job(database: Any) -> None:
        now_ms = sheet.services.clock.now_ms()
        study = find_study(database, STUDY)
        step = next_step(taking_part.load_journey(database, study, sheet.account, now_ms))
        assert isinstance(step, DoItem)
        one = step.item.assignment
        answering.show_item(database, one, study, now_ms)
        if text:
            draft = make_new(AnswerEdited(draft=Draft(answer=(text,))))
            event_log.append(database, one.attempt_id, [draft], now_ms + 1_000)
        close_overdue(database, one.attempt_id, now_ms + 400_000)

    sheet.services.write(job)


def test_answers_are_counted_apart_from_what_closed_without_one(opens: Opens) -> None:
    sheet = opens(limits=Limits(item_s=300), batches_per_person=1, after=())
    sheet.to_batch()
    sheet.do(taking_part.settle)
    sheet.do(taking_part.begin_batch, 1)
    sheet.answer("x")
    _expire(sheet)
    sheet.again()
    assert sheet.title == "All done, thank you"
    assert "Your answer is saved. 1 question closed without an answer." in sheet.text()


def test_break_says_what_closed_without_an_answer_and_why(opens: Opens) -> None:
    sheet = opens(limits=Limits(item_s=300))
    sheet.to_batch()
    sheet.do(taking_part.settle)
    sheet.do(taking_part.begin_batch, 1)
    sheet.answer("x")
    _expire(sheet)
    sheet.again()
    assert sheet.title == "Batch 1 of 2 is done"
    assert "The last question was closed without an answer, because its time was up." in sheet.text()
    assert "So far: 1 question answered, 1 closed without an answer, " in sheet.text()


def test_practice_item_whose_time_was_up_says_so_in_its_feedback_and_nowhere_after(
    opens: Opens, running: Services, small_study: SmallStudy
) -> None:
    sheet = opens(limits=Limits(item_s=300), practice_set="test", qualification=None)
    sheet.do(taking_part.consent, text_sha256(DESIGN.consent))
    sheet.again()
    sheet.press("Go on")
    sheet.do(taking_part.answer_questions, "before", BEFORE)
    sheet.do(taking_part.begin_practice)
    _expire(sheet, "4 March")
    sheet.again()
    assert sheet.title == "Nearly: compare it with the right answer"
    assert "Your answer and your evidence were submitted as they stood." in sheet.text()
    with running.reading() as database:
        study = find_study(database, STUDY)
        journey = taking_part.load_journey(database, study, sheet.account, 0)
    step = next_step(journey)
    assert isinstance(step, SeeFeedback)
    sheet.do(taking_part.go_on_from_feedback, step.item.assignment.attempt_id)
    with running.reading() as database:
        journey = taking_part.load_journey(database, study, sheet.account, 0)
    then = next_step(journey)
    assert isinstance(then, DoItem)
    assert time_was_up.over_before(journey, then.item) is None


def test_limits_that_were_amended_ask_nobody_to_read_again(opens: Opens) -> None:
    sheet = opens(limits=Limits(item_s=300))
    sheet.press("I agree to take part")
    assert "**Working time:** 5 min for a question." in sheet.text()
    sheet.press("Go on")
    limits = DESIGN.model_copy(update={"limits": Limits(item_s=600)})
    sheet.tell_study(StudyAmended(design=limits, reason="Too short.", by="p-r"))
    sheet.again()
    assert sheet.title == "Some questions about you"
    expires = DESIGN.model_copy(update={"limits": Limits(item_s=600, at_limit="expire")})
    sheet.tell_study(StudyAmended(design=expires, reason="Fairer.", by="p-r"))
    sheet.again()
    assert sheet.title == "Instructions"
    assert "**Working time:** 10 min for a question." in sheet.text()
