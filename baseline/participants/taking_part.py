"""What somebody who takes part in a study can do beside answering items.

Each function is one use case inside one transaction of the caller. Where the step that it belongs to is not
the one that stands now (a second click, another tab, a study that was paused in between) it changes nothing:
the page then shows what stands.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeVar

from baseline.assignment import leasing
from baseline.attempts import answering
from baseline.attempts.attempt import AttemptState, fold
from baseline.attempts.overdue import CLOCK_KINDS
from baseline.participants.instructions import instructions_for
from baseline.participants.journey import Journey, next_step, text_sha256
from baseline.participants.journey_steps import (
    AnswerQuestions,
    AskConsent,
    BeginBatch,
    BeginPractice,
    BeginTest,
    Declined,
    Finish,
    MarkTest,
    Placed,
    ReadInstructions,
    SeeFeedback,
    Step,
    Withdrawn,
)
from baseline.participants.marking import marked_test
from baseline.participants.participation import stream_of
from baseline.participants.participation_state import FINISHED, STOPPED, When, fold_participation
from baseline.participants.questionnaire import checked_answers
from baseline.studies.study_state import study_state
from db import event_log, items
from db.assignments import assignments_of
from db.connection import Database
from db.errors import Conflict, NotAllowed
from db.events import NewEvent, Payload, Source
from db.models import Account, Assignment
from db.studies import find_study
from db.study_design import Study
from db.study_events import (
    BatchStarted,
    CodeIssued,
    ConsentDeclined,
    ConsentGiven,
    DebriefShown,
    FeedbackShown,
    InstructionsRead,
    MessageSeen,
    QuestionnaireAnswered,
    QuestionnaireEdited,
    SessionEnded,
    SessionStarted,
)

# Without letters and figures that look alike: people copy it by hand.
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
MOST_SESSIONS = 1_000
"""So many openings of the study are noted of one person; no more, so that nobody fills the log with them."""

AnyStep = TypeVar("AnyStep")


def load_journey(database: Database, study: Study, account: Account, now_ms: int) -> Journey:
    """Everything that decides what comes next for this person. Ask it while the database is open."""
    assigned = assignments_of(database, study.study_id, account.account_id)
    # Of the study's own items it is enough to know how far they are; the bench reads the open one itself.
    outlined = [one.attempt_id for one in assigned if one.purpose in {"main", "attention"}]
    whole = [one.attempt_id for one in assigned if one.purpose not in {"main", "attention"}]
    states = {
        attempt_id: fold(events)
        for attempt_id, events in chain(
            event_log.replay_many(database, outlined, CLOCK_KINDS), event_log.replay_many(database, whole)
        )
    }
    now = study_state(database, study.study_id)
    return Journey(
        design=study.design,
        phase=now.phase,
        reason=now.reason,
        person=fold_participation(event_log.replay(database, stream_of(account.account_id))),
        items=tuple(Placed(one, states.get(one.attempt_id, AttemptState())) for one in assigned),
        instructions=instructions_for(study.design),
        room=lambda: leasing.room_for(database, study, account, now_ms),
    )


def _standing(database: Database, account: Account, now_ms: int) -> tuple[Study, Journey, Step]:
    study = find_study(database, account.study_id or "")
    journey = load_journey(database, study, account, now_ms)
    return study, journey, next_step(journey)


def consent(
    database: Database, account: Account, sha256: str, now_ms: int, source: Source = "server"
) -> None:
    """Agree to the consent text of that hash.

    Raises:
        Conflict: the text was changed since it was shown.
    """
    study, _, step = _standing(database, account, now_ms)
    if isinstance(step, AskConsent | Declined):
        _require_same_text(study, sha256)
        _note(database, account, ConsentGiven(sha256=sha256), now_ms, source)


def decline(
    database: Database, account: Account, sha256: str, now_ms: int, source: Source = "server"
) -> None:
    """Not agree. Whoever agreed to an earlier text has to leave the study instead.

    Raises:
        Conflict: the text was changed since it was shown.
        NotAllowed: they agreed before.
    """
    study, _, step = _standing(database, account, now_ms)
    if isinstance(step, AskConsent):
        _require_same_text(study, sha256)
        if step.again:
            raise NotAllowed("You agreed to take part before. To end that, use “Leave the study”.")
        _note(database, account, ConsentDeclined(sha256=sha256), now_ms, source)


def _require_same_text(study: Study, sha256: str) -> None:
    if sha256 != text_sha256(study.design.consent):
        raise Conflict("The consent text has been changed in the meantime. Please read it again.")


def read_instructions(
    database: Database, account: Account, sha256: str, now_ms: int, source: Source = "server"
) -> None:
    """Go on from the instructions of that hash, to the first item where nothing stands between.

    Raises:
        Conflict: they were changed since they were shown.
    """
    study, journey, step = _standing(database, account, now_ms)
    if not isinstance(step, ReadInstructions):
        return
    if sha256 != text_sha256(journey.instructions):
        raise Conflict("The instructions have been changed in the meantime. Please read them again.")
    _note(database, account, InstructionsRead(sha256=sha256), now_ms, source)
    if step.first is not None:
        _begin(database, study, account, step.first, now_ms, source)


def answer_questions(
    database: Database,
    account: Account,
    when: When,
    answers: Mapping[str, str],
    now_ms: int,
    source: Source = "server",
) -> None:
    """Answer the questions before or after the items.

    Raises:
        InvalidInput: an answer is missing or does not fit its question; the message names the question.
    """
    study, _, step = _standing(database, account, now_ms)
    if step == AnswerQuestions(when):
        questions = study.design.before if when == "before" else study.design.after
        payload = QuestionnaireAnswered(when=when, answers=checked_answers(questions, answers))
        _note(database, account, payload, now_ms, source)


def draft_answers(
    database: Database,
    account: Account,
    when: When,
    answers: Mapping[str, str],
    now_ms: int,
    source: Source = "server",
) -> None:
    """Keep what stands in the form of the questions, right or not, until they are answered."""
    # In the person's own stream, and not in their browser: it is there again in another one, and whoever
    # withdraws has it erased with everything else.
    study, journey, step = _standing(database, account, now_ms)
    if step != AnswerQuestions(when):
        return
    questions = study.design.before if when == "before" else study.design.after
    kept = tuple(
        (one.question_id, answers[one.question_id]) for one in questions if answers.get(one.question_id)
    )
    before = journey.person.form
    if kept != (before.answers if before is not None and before.when == when else ()):
        _note(database, account, QuestionnaireEdited(when=when, answers=kept), now_ms, source)


def begin_practice(database: Database, account: Account, now_ms: int, source: Source = "server") -> None:
    """Get the practice items and see the first.

    Raises:
        NotAllowed: there are none for this person.
    """
    study, _, step = _standing(database, account, now_ms)
    if isinstance(step, BeginPractice):
        n_items = items.describe_item_set(database, study.design.practice_set).n_items
        given = leasing.take_items(database, study, account, "practice", n_items, 1, now_ms)
        _show_first(database, study, given, now_ms, source)


def go_on_from_feedback(
    database: Database, account: Account, attempt_id: str, now_ms: int, source: Source = "server"
) -> None:
    """Go on from the right answer to a practice item."""
    _, _, step = _standing(database, account, now_ms)
    if isinstance(step, SeeFeedback) and step.item.assignment.attempt_id == attempt_id:
        _note(database, account, FeedbackShown(attempt_id=attempt_id), now_ms, source)


def begin_test(
    database: Database, account: Account, number: int, now_ms: int, source: Source = "server"
) -> None:
    """Get the items of that try of the qualification test and see the first.

    Raises:
        NotAllowed: there are none for this person.
    """
    study, _, step = _standing(database, account, now_ms)
    test = study.design.qualification
    if isinstance(step, BeginTest) and step.number == number and test is not None:
        given = leasing.take_items(database, study, account, "qualification", test.n_items, number, now_ms)
        _show_first(database, study, given, now_ms, source)


def _show_first(
    database: Database, study: Study, given: Sequence[Assignment], now_ms: int, source: Source
) -> None:
    if not given:
        raise NotAllowed("There are no questions here for you. Please tell the person who invited you.")
    answering.show_item(database, given[0], study, now_ms, source)


def begin_batch(
    database: Database, account: Account, batch: int, now_ms: int, source: Source = "server"
) -> None:
    """Take the places of the next batch, if they are not this person's already, and see its first item.

    Whoever comes too late gets none: the page then says so.
    """
    study, journey, step = _standing(database, account, now_ms)
    if not isinstance(step, BeginBatch) or step.batch != batch:
        return
    if step.first is not None:
        _begin(database, study, account, step.first, now_ms, source)
    elif journey.is_shared:
        given = leasing.take_batch(database, study, account, now_ms)
        if given:
            _begin(database, study, account, given[0], now_ms, source)


def _begin(
    database: Database, study: Study, account: Account, first: Assignment, now_ms: int, source: Source
) -> None:
    _note(database, account, BatchStarted(batch=first.batch), now_ms, source)
    answering.show_item(database, first, study, now_ms, source)


def stop_here(database: Database, account: Account, now_ms: int, source: Source = "server") -> None:
    """Take no further batch, where the study leaves open how many somebody does."""
    _, journey, step = _standing(database, account, now_ms)
    if isinstance(step, BeginBatch) and may_stop(journey, step):
        _note(database, account, SessionEnded(reason=STOPPED), now_ms, source)


def may_stop(journey: Journey, step: BeginBatch) -> bool:
    """Whether somebody may be content with the batches they did."""
    open_ended = journey.is_shared and journey.design.batches_per_person is None
    return open_ended and step.is_break and step.first is None and journey.n_done > 0


def settle(database: Database, account: Account, now_ms: int, source: Source = "server") -> None:
    """Do what the server owes before the next step can be shown: mark a test, close a participation.

    The completion code is made here, in the transaction after the one that stored the last answer.
    """
    study, _, step = _standing(database, account, now_ms)
    test = study.design.qualification
    if isinstance(step, MarkTest) and test is not None:
        gold = {one.item_id: one for one in items.load_item_set(database, test.item_set)}
        _note(database, account, marked_test(test, step.number, step.items, gold), now_ms, source)
    if isinstance(step, Finish):
        if study.design.debrief:
            _note(database, account, DebriefShown(), now_ms, source)
        if study.design.gives_code:
            _note(database, account, CodeIssued(code=_new_code()), now_ms, source)
        _note(database, account, SessionEnded(reason=FINISHED), now_ms, source)


def _new_code() -> str:
    letters = [secrets.choice(_CODE_LETTERS) for _ in range(10)]
    return "".join(letters[:5]) + "-" + "".join(letters[5:])


def start_session(
    database: Database, account: Account, session_id: str, started: SessionStarted, now_ms: int
) -> bool:
    """A browser opened the study, noted once a session.

    False before they agree, when nothing is kept, and after so many sessions that nobody works like that.
    """
    study, journey, step = _standing(database, account, now_ms)
    if isinstance(step, Declined | Withdrawn) or (study.design.consent and journey.person.consent != "given"):
        return False
    stream = stream_of(account.account_id)
    if event_log.n_of_kind(database, stream, "session_started") >= MOST_SESSIONS:
        return False
    new = NewEvent(event_id=f"session:{session_id}", payload=started)
    event_log.append(database, stream, [new], now_ms)
    return True


def close_message(
    database: Database, account: Account, message_event_id: str, now_ms: int, source: Source = "server"
) -> None:
    """Put a message of the researcher away."""
    person = fold_participation(event_log.replay(database, stream_of(account.account_id)))
    if any(message.event_id == message_event_id for message in person.open_messages):
        _note(database, account, MessageSeen(message_event_id=message_event_id), now_ms, source)


def _note(database: Database, account: Account, payload: Payload, now_ms: int, source: Source) -> None:
    new = NewEvent(event_id=f"{payload.kind}:{uuid.uuid4().hex}", payload=payload, source=source)
    event_log.append(database, stream_of(account.account_id), [new], now_ms)
