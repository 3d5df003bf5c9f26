"""What a participant reads between items: every sheet, its one thing to do, and no gold on any."""

from __future__ import annotations

from typing import get_args

from streamlit.testing.v1 import AppTest

from baseline.participants import taking_part
from baseline.participants.journey_steps import DoItem, Finish, MarkTest, Step
from baseline.participants.participation import stream_of
from db import event_log
from db.study_design import Limits
from db.study_events import (
    MessageSent,
    StudyAmended,
    StudyEnded,
    StudyPaused,
    StudyResumed,
)
from pages.baseline import answer
from tests.journey_study import DESIGN, PRACTICE_GOLD
from tests.makers import make_new
from tests.pages.journey_room import Opens, show
from tests.small_study import GOLD_SENTINEL


def test_consent_is_the_first_thing_and_has_two_answers(opens: Opens) -> None:
    sheet = opens()
    assert sheet.title == "Looking things up in old files"
    assert sheet.labels() == ["I agree to take part", "I do not agree"]
    assert "15.00 EUR for an hour" in sheet.text()
    sheet.press("I do not agree")
    assert sheet.title == "You do not take part"
    sheet.press("I agree to take part")
    assert sheet.title == "Instructions"
    sheet.press("Go on")
    assert sheet.title == "Some questions about you"


def test_questions_that_were_left_out_are_marked_and_the_rest_is_kept(opens: Opens) -> None:
    sheet = opens()
    sheet.press("I agree to take part")
    sheet.press("Go on")
    sheet.app.radio[0].set_value("Every week")
    sheet.press("Save and go on")
    assert "“I find what I look for.” needs another look" in sheet.text()
    assert sheet.text().count("This question needs an answer.") == 1
    assert sheet.app.radio[0].value == "Every week"
    sheet.app.radio[1].set_value("5")
    sheet.app.text_input[0].set_value("old")
    sheet.press("Save and go on")
    assert "This question takes a number" in sheet.text()
    sheet.app.text_input[0].set_value("33")
    sheet.press("Save and go on")
    assert sheet.title == "Practice"


def test_feedback_shows_the_right_answer_and_its_pages_and_nothing_else(opens: Opens) -> None:
    sheet = opens()
    assert PRACTICE_GOLD not in sheet.text()
    sheet.to_feedback()
    sheet.again()
    assert sheet.title == "That is not the answer we look for"
    said = sheet.text()
    assert "no idea" in said
    assert f"Repairs of the quay *or* {PRACTICE_GOLD}" in said
    assert "it stands on 1 page, of which you marked 0" in said
    assert "document=accounts%2Fharbour-2021.pdf&amp;page=4" in said
    assert GOLD_SENTINEL not in said


def test_test_that_was_not_passed_is_told_kindly_until_no_try_is_left(opens: Opens) -> None:
    sheet = opens()
    sheet.to_feedback()
    sheet.again()
    sheet.press("Go on")
    assert sheet.title == "A short test"
    for number in (1, 2):
        sheet.do(taking_part.begin_test, number)
        sheet.answer("Tuesday")
        sheet.again()
        if number == 1:
            assert sheet.title == "Not yet"
            assert "You answered 0 of 1 question right; 1 is needed." in sheet.text()
            assert sheet.primary() == ["Try again"]
    assert sheet.title == "The study ends here for you"
    assert sheet.primary() == []
    assert "people and programs differ" in sheet.text()
    assert GOLD_SENTINEL not in sheet.text()


def test_break_says_what_was_done_and_what_comes(opens: Opens) -> None:
    sheet = opens(limits=Limits(item_s=300, batch_s=1800))
    sheet.to_batch()
    sheet.again()
    assert sheet.title == "Ready to begin"
    assert "You passed the test: 1 of 1 right." in sheet.text()
    assert "The next batch: at most 2 questions, 30 min for all of them, 5 min for each." in sheet.text()
    sheet.do(taking_part.begin_batch, 1)
    sheet.answer("x")
    sheet.answer("x")
    sheet.again()
    assert sheet.title == "Batch 1 of 2 is done"
    assert "So far: 2 questions answered, " in sheet.text()
    assert sheet.primary() == ["Start batch 2"]
    assert "Finish here" not in sheet.labels()


def test_no_number_is_shown_where_progress_and_time_are_hidden(opens: Opens) -> None:
    sheet = opens(show_progress=False, show_time=False)
    assert "Steps of the study" not in sheet.text()
    sheet.press("I agree to take part")
    assert "Questions about a collection of documents." in sheet.text()
    assert "batches" not in sheet.text()
    sheet.to_batch()
    sheet.again()
    assert sheet.primary() == ["Start"]
    sheet.do(taking_part.begin_batch, 1)
    sheet.answer("x")
    sheet.answer("x")
    sheet.again()
    assert (sheet.title, sheet.primary()) == ("Time for a break", ["Go on"])
    assert "So far" not in sheet.text()
    assert "next batch" not in sheet.text()


def test_whoever_did_enough_may_finish_where_the_number_is_open(opens: Opens) -> None:
    sheet = opens(batches_per_person=None)
    sheet.to_batch()
    sheet.do(taking_part.settle)
    sheet.do(taking_part.begin_batch, 1)
    sheet.answer("x")
    sheet.answer("x")
    sheet.again()
    sheet.press("Finish here")
    assert sheet.title == "Some last questions"
    sheet.app.text_area[0].set_value("Nothing.")
    sheet.press("Save and go on")
    assert sheet.title == "All done, thank you"
    code = sheet.app.code[0].value
    sheet.again()
    assert sheet.app.code[0].value == code
    assert "Your 2 answers are saved." in sheet.text()


def test_late_comer_reads_that_the_study_is_full_before_consent(opens: Opens) -> None:
    first = opens(people_per_item=1, batch_size=9)
    first.to_batch()
    first.do(taking_part.settle)
    first.do(taking_part.begin_batch, 1)
    late = opens()
    assert late.title == "This study is full"
    assert late.labels() == []


def test_typed_answers_are_back_in_another_session(opens: Opens) -> None:
    sheet = opens()
    sheet.press("I agree to take part")
    sheet.press("Go on")
    sheet.do(taking_part.draft_answers, "before", {"age": "3x", "often": "Every week", "sure": "no point"})
    elsewhere = AppTest.from_function(show, default_timeout=60).run()
    assert not elsewhere.exception
    assert elsewhere.text_input[0].value == "3x"
    assert [one.value for one in elsewhere.radio] == ["Every week", None]


def test_paused_and_ended_study_is_told_in_a_sentence_with_its_reason(opens: Opens) -> None:
    sheet = opens()
    sheet.tell_study(StudyPaused(reason="The server is exchanged.", by="p-r"))
    sheet.again()
    assert sheet.title == "The study is paused"
    assert "paused the study: The server is exchanged." in sheet.text()
    sheet.tell_study(StudyResumed(by="p-r"))
    sheet.again()
    assert sheet.labels()[0] == "I agree to take part"
    sheet.tell_study(StudyEnded(reason="", by="p-r"))
    sheet.again()
    assert (sheet.title, sheet.labels()) == ("The study has ended", [])


def test_message_is_shown_letter_for_letter_until_it_is_closed(opens: Opens) -> None:
    sheet = opens()
    sent = make_new(MessageSent(text="Please *hurry*\n<b>now</b>", by="p-r"))
    sheet.services.write(
        lambda database: event_log.append(database, stream_of(sheet.account.account_id), [sent], 1)
    )
    sheet.again()
    assert "Please *hurry*\n&lt;b&gt;now&lt;/b&gt;" in sheet.text()
    sheet.press("Close message")
    assert "hurry" not in sheet.text()
    sheet.again()
    assert "hurry" not in sheet.text()


def test_consent_that_changed_on_the_screen_is_not_given(opens: Opens) -> None:
    sheet = opens()
    changed = DESIGN.model_copy(update={"consent": "Quite another text."})
    sheet.tell_study(StudyAmended(design=changed, reason="It was wrong.", by="p-r"))
    sheet.press("I agree to take part")
    assert "has been changed in the meantime" in sheet.text()
    assert "Quite another text." in sheet.text()
    sheet.press("I agree to take part")
    assert sheet.title == "Instructions"


def test_leaving_asks_once_says_what_is_lost_and_erases(opens: Opens) -> None:
    sheet = opens()
    sheet.to_batch()
    sheet.again()
    sheet.press("Leave the study …")
    assert sheet.title == "Leave the study?"
    assert "erased: your 2 answers, with all searches" in sheet.text()
    sheet.press("Back to the study")
    assert sheet.title == "Ready to begin"
    sheet.press("Leave the study …")
    sheet.press(":red[Leave and erase everything]")
    assert sheet.title == "You have left the study"
    assert sheet.labels() == []
    sheet.again()
    assert sheet.title == "You have left the study"


def test_leaving_a_study_that_keeps_says_so(opens: Opens) -> None:
    sheet = opens(erase_on_withdrawal=False)
    sheet.to_batch()
    sheet.again()
    sheet.press("Leave the study …")
    assert "What you submitted so far is kept" in sheet.text()
    sheet.press(":red[Leave the study]")
    assert "is kept, as the consent text says" in sheet.text()


def test_every_step_has_a_sheet_the_bench_or_the_server() -> None:
    assert set(answer._SHEETS) | {DoItem, MarkTest, Finish} == set(get_args(Step))
