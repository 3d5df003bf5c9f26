"""What a participant can do with an attempt: each use case, and every way to do it wrong."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline import answering
from baseline.answering import AnswerGiven
from baseline.timing import working_ms
from db import event_log
from db.errors import AttemptClosed, Conflict, InvalidInput, NotAllowed, NotFound
from db.events import (
    AnswerEdited,
    AnswerSubmitted,
    EvidenceMarked,
    InstructionsShown,
    ItemExpired,
    PageEntered,
    PageLeft,
    Paused,
    Payload,
    Query,
    Resumed,
    ServerOutage,
    SessionEnded,
    TabHidden,
    TabShown,
    ToolRefused,
)
from db.models import AnswerKind, Draft, PageRef
from tests.makers import NOON_MS, Seat, make_new, make_participant, make_query, make_shown, make_study

PAGE = PageRef(document="a.pdf", page=3)
OTHER_PAGE = PageRef(document="a.pdf", page=4)


@pytest.fixture
def seat(database: Database) -> Seat:
    """A participant whose first item is on the screen, with page 3 marked."""
    made = make_participant(database, make_study(database))
    answering.show_item(database, made.first, made.study, NOON_MS)
    answering.record(
        database, made.first.attempt_id, [make_new(EvidenceMarked(**PAGE.model_dump()))], NOON_MS
    )
    return made


def given(
    *parts: str,
    kind: AnswerKind = "own",
    citations: tuple[PageRef, ...] = (PAGE,),
    confidence: int | None = 70,
) -> AnswerGiven:
    return AnswerGiven(answer=parts, citations=citations, confidence=confidence, kind=kind)


def submit(
    database: Database, seat: Seat, answer: AnswerGiven, event_id: str = "submit-0001"
) -> answering.Submission:
    return answering.submit_answer(database, seat.first.attempt_id, event_id, answer, NOON_MS + 9000)


def kinds(database: Database, seat: Seat) -> list[str]:
    return [event.kind for event in event_log.replay(database, seat.first.attempt_id)]


def record(database: Database, seat: Seat, *payloads: Payload) -> answering.Recorded:
    new = [make_new(payload) for payload in payloads]
    return answering.record(database, seat.first.attempt_id, new, NOON_MS + 1000)


def view_left(visible_ms: int = 10) -> PageLeft:
    return PageLeft(view_id="v1", document="a.pdf", page=3, visible_ms=visible_ms)


# Showing


def test_show_item_starts_the_clock_once(database: Database, seat: Seat) -> None:
    state = answering.show_item(database, seat.first, seat.study, NOON_MS + 60_000)

    assert state.shown_at_ms == NOON_MS
    assert kinds(database, seat) == ["item_shown", "evidence_marked"]


def test_show_item_writes_down_the_search_tool_of_the_study(database: Database, seat: Seat) -> None:
    shown = event_log.replay(database, seat.first.attempt_id)[0].payload

    assert (shown.index_fingerprint, shown.profile, shown.k) == ("f" * 16, "exact", 5)
    assert (shown.item_id, shown.position) == (seat.first.item_id, 1)


def test_own_attempt_is_found(database: Database, seat: Seat) -> None:
    assert answering.own_attempt(database, seat.first.attempt_id, seat.account.account_id) == seat.first


def test_somebody_elses_attempt_is_not_allowed(database: Database, seat: Seat) -> None:
    other = make_participant(database, seat.study, "Other")

    with pytest.raises(NotAllowed, match="somebody else"):
        answering.own_attempt(database, seat.first.attempt_id, other.account.account_id)


def test_an_unknown_attempt_is_not_found_and_long_ids_are_cut(database: Database) -> None:
    with pytest.raises(NotFound) as caught:
        answering.own_attempt(database, "a-" + "x" * 5000, "p-1")

    assert len(caught.value.user_message) < 200


# What the browser reports


def test_record_acknowledges_in_order_and_stores(database: Database, seat: Seat) -> None:
    recorded = record(database, seat, TabHidden(), TabShown())

    assert [event.seq for event in recorded.acknowledged] == [3, 4]
    assert recorded.refused == []


@pytest.mark.parametrize(
    "payload",
    [
        make_shown(),
        make_query(),
        ToolRefused(tool="search", text="x", reason="y"),
        AnswerSubmitted(answer=("x",), citations=(), answer_kind="own"),
        Paused(reason="x"),
        Resumed(),
        ServerOutage(from_ms=0, to_ms=1),
        ItemExpired(),
        InstructionsShown(sha256="0"),
        SessionEnded(),
    ],
    ids=lambda payload: payload.kind,
)
def test_record_refuses_kinds_that_the_server_makes(database: Database, seat: Seat, payload: Payload) -> None:
    recorded = record(database, seat, payload, TabHidden())

    assert [one.reason for one in recorded.refused] == [
        f"An event of kind {payload.kind!r} is made by the server only."
    ]
    assert [event.kind for event in recorded.acknowledged] == ["tab_hidden"]
    assert kinds(database, seat) == ["item_shown", "evidence_marked", "tab_hidden"]


def test_record_refuses_everything_before_the_item_is_shown(database: Database, seat: Seat) -> None:
    second = seat.assignments[1].attempt_id

    recorded = answering.record(database, second, [make_new(TabHidden())], NOON_MS)

    assert [one.reason for one in recorded.refused] == ["This item has not been shown yet."]
    assert event_log.replay(database, second) == []


def test_record_refuses_an_id_used_elsewhere_and_stores_the_rest(database: Database, seat: Seat) -> None:
    event_log.append(database, "another-stream", [make_new(TabHidden(), "taken-id")], NOON_MS)
    new = [make_new(TabHidden(), "taken-id"), make_new(TabShown())]

    recorded = answering.record(database, seat.first.attempt_id, new, NOON_MS)

    assert [one.event_id for one in recorded.refused] == ["taken-id"]
    assert len(recorded.acknowledged) == 1


def test_record_refuses_what_cannot_be_stored_and_stores_the_rest(database: Database, seat: Seat) -> None:
    half = PageEntered(view_id="\ud83d", document="a.pdf", page=1, reached="hit")

    recorded = record(database, seat, half, TabHidden())

    assert len(recorded.refused) == 1
    assert [event.kind for event in recorded.acknowledged] == ["tab_hidden"]


def test_record_keeps_control_characters_and_every_script(database: Database, seat: Seat) -> None:
    text = 'a\x00b\x1f\u202e قيمة 值 \U0001f600 ‘x’ \\ " \r\n'

    record(database, seat, AnswerEdited(draft=Draft(answer=(text,))))

    assert answering.show_item(database, seat.first, seat.study, NOON_MS).draft.answer == (text,)


def test_record_stores_the_late_end_of_a_page_view_and_it_changes_no_answer(
    database: Database, seat: Seat
) -> None:
    record(database, seat, PageEntered(view_id="v1", document="a.pdf", page=3, reached="hit"))
    submit(database, seat, given("4,200"))

    recorded = record(database, seat, view_left(4200), TabHidden())

    state = answering.show_item(database, seat.first, seat.study, NOON_MS)
    assert (len(recorded.acknowledged), recorded.refused) == (2, [])
    assert (state.views[0].visible_ms, state.answer.answer) == (4200, ("4,200",))
    assert state.closed_at_ms == NOON_MS + 9000


@pytest.mark.parametrize(
    "payload",
    [EvidenceMarked(document="a.pdf", page=9), AnswerEdited(draft=Draft(answer=("late",)))],
    ids=lambda payload: payload.kind,
)
def test_record_refuses_late_marks_and_drafts(database: Database, seat: Seat, payload: Payload) -> None:
    submit(database, seat, given("4,200"))

    recorded = record(database, seat, payload)

    assert [one.reason for one in recorded.refused] == ["This item was already submitted."]


def test_a_resend_after_the_answer_is_acknowledged_for_what_was_stored(
    database: Database, seat: Seat
) -> None:
    stored, lost = make_new(EvidenceMarked(document="b.pdf", page=1)), make_new(view_left())
    new_mark = make_new(EvidenceMarked(document="c.pdf", page=1))
    answering.record(database, seat.first.attempt_id, [stored], NOON_MS)
    both = (PAGE, PageRef(document="b.pdf", page=1))
    submit(database, seat, given("4,200", citations=both))

    again = answering.record(database, seat.first.attempt_id, [stored, lost, new_mark], NOON_MS + 99)

    assert [event.event_id for event in again.acknowledged] == [stored.event_id, lost.event_id]
    assert [one.event_id for one in again.refused] == [new_mark.event_id]


def test_somebody_elses_event_is_no_resend(database: Database, seat: Seat) -> None:
    other = make_participant(database, seat.study, "Other")
    answering.show_item(database, other.first, seat.study, NOON_MS)
    theirs = make_new(TabHidden())
    answering.record(database, other.first.attempt_id, [theirs], NOON_MS)

    recorded = answering.record(database, seat.first.attempt_id, [theirs], NOON_MS)

    assert (recorded.acknowledged, len(recorded.refused)) == ([], 1)


# Searching


def test_a_search_is_logged_once_and_its_resend_gets_the_first_outcome(
    database: Database, seat: Seat
) -> None:
    attempt_id = seat.first.attempt_id
    first = make_new(make_query("revenue", [("a.pdf", 3)]), "search-0001")
    again = make_new(make_query("revenue", [("b.pdf", 9)]), "search-0001")

    answering.record_search(database, attempt_id, first, NOON_MS)
    outcome = answering.record_search(database, attempt_id, again, NOON_MS + 5000)

    assert outcome == first.payload
    assert kinds(database, seat).count("query") == 1


def test_a_resend_of_a_search_is_answered_after_the_answer_too(database: Database, seat: Seat) -> None:
    search = make_new(make_query(), "search-0001")
    answering.record_search(database, seat.first.attempt_id, search, NOON_MS)
    submit(database, seat, given("4,200"))

    again = answering.record_search(database, seat.first.attempt_id, search, NOON_MS)

    assert again == search.payload


def test_a_refused_search_is_logged_as_such(database: Database, seat: Seat) -> None:
    refused = make_new(ToolRefused(tool="search", text="*x", reason="No."))

    assert isinstance(answering.record_search(database, seat.first.attempt_id, refused, NOON_MS), ToolRefused)
    assert kinds(database, seat)[-1] == "tool_refused"


def test_enter_again_on_purpose_is_a_second_query(database: Database, seat: Seat) -> None:
    for event_id in ("search-0001", "search-0002"):
        answering.record_search(database, seat.first.attempt_id, make_new(make_query(), event_id), NOON_MS)

    assert kinds(database, seat).count("query") == 2


def test_an_id_used_for_something_else_is_no_search(database: Database, seat: Seat) -> None:
    mark = event_log.replay(database, seat.first.attempt_id)[1]

    with pytest.raises(Conflict, match="search again"):
        answering.earlier_search(database, seat.first.attempt_id, mark.event_id)


def test_somebody_elses_search_is_not_told(database: Database, seat: Seat) -> None:
    answering.record_search(database, seat.first.attempt_id, make_new(make_query(), "search-0001"), NOON_MS)

    with pytest.raises(Conflict):
        answering.earlier_search(database, seat.assignments[1].attempt_id, "search-0001")


def test_a_search_on_a_pause_is_refused(database: Database, seat: Seat) -> None:
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", NOON_MS)

    with pytest.raises(AttemptClosed, match="Resume first"):
        answering.record_search(database, seat.first.attempt_id, make_new(make_query()), NOON_MS)


def test_a_search_after_the_answer_or_before_the_showing_is_refused(database: Database, seat: Seat) -> None:
    submit(database, seat, given("4,200"))

    for attempt_id in (seat.first.attempt_id, seat.assignments[1].attempt_id):
        with pytest.raises(AttemptClosed):
            answering.record_search(database, attempt_id, make_new(make_query()), NOON_MS)


def test_a_search_for_half_a_character_is_refused_in_a_sentence(database: Database, seat: Seat) -> None:
    with pytest.raises(InvalidInput, match="cannot be stored"):
        answering.record_search(database, seat.first.attempt_id, make_new(make_query("cut \ud83d")), NOON_MS)


def test_a_very_long_query_is_stored_as_it_was(database: Database, seat: Seat) -> None:
    text = "long " * 20_000

    stored = answering.record_search(database, seat.first.attempt_id, make_new(make_query(text)), NOON_MS)

    assert isinstance(stored, Query)
    assert stored.text == text


# Submitting


def test_an_answer_is_stored_with_the_marked_pages(database: Database, seat: Seat) -> None:
    record(database, seat, EvidenceMarked(document="a.pdf", page=1))
    in_another_order = (PageRef(document="a.pdf", page=1), PAGE)

    submission = submit(database, seat, given(" 4,200 ", "", "million\n", citations=in_another_order))

    assert submission.outcome == "accepted"
    assert submission.answer == AnswerSubmitted(
        answer=("4,200", "million"), citations=in_another_order[::-1], confidence=70, answer_kind="own"
    )
    assert event_log.replay(database, seat.first.attempt_id)[-1].payload == submission.answer


@pytest.mark.parametrize("second_id", ["submit-0001", "submit-0002"], ids=["double click", "other tab"])
def test_a_second_submit_is_told_so_and_changes_nothing(
    database: Database, seat: Seat, second_id: str
) -> None:
    first = submit(database, seat, given("first"))
    before = event_log.replay(database, seat.first.attempt_id)

    second = submit(database, seat, given("second", citations=()), second_id)

    assert second == answering.Submission("already", first.answer)
    assert event_log.replay(database, seat.first.attempt_id) == before


@pytest.mark.parametrize(
    "shown",
    [(), (OTHER_PAGE,), (PAGE, OTHER_PAGE), (PageRef(document="A.pdf", page=3),)],
    ids=["fewer", "another", "more", "another case"],
)
def test_a_submit_whose_screen_showed_other_marks_is_a_conflict(
    database: Database, seat: Seat, shown: tuple[PageRef, ...]
) -> None:
    with pytest.raises(Conflict, match="evidence tray"):
        submit(database, seat, given("4,200", citations=shown))

    assert "answer_submitted" not in kinds(database, seat)


def test_not_found_drops_what_stands_in_the_form(database: Database, seat: Seat) -> None:
    submission = submit(database, seat, given("a guess", "x" * 9000, "\ud83d", kind="not_found"))

    assert (submission.answer.answer, submission.answer.answer_kind) == ((), "not_found")


@pytest.mark.parametrize("parts", [(), ("",), (" \n\t ", "")])
def test_an_own_answer_without_text_is_refused(
    database: Database, seat: Seat, parts: tuple[str, ...]
) -> None:
    with pytest.raises(InvalidInput, match="Could not find it"):
        submit(database, seat, given(*parts))


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (given("x" * 2001), "2,001 characters"),
        (given(*["x"] * 51), "51 parts"),
        (given("half \ud83d"), "half a character"),
        (given("x", confidence=101), "101"),
        (given("x", confidence=-1), "0 to 100"),
        (given("x", kind="auto"), "Only the server"),
    ],
    ids=["long", "many", "surrogate", "too sure", "negative", "auto"],
)
def test_an_answer_that_cannot_be_taken_is_refused_in_a_sentence(
    database: Database, seat: Seat, answer: AnswerGiven, message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        submit(database, seat, answer)

    assert "answer_submitted" not in kinds(database, seat)


def test_the_longest_answer_is_taken(database: Database, seat: Seat) -> None:
    assert submit(database, seat, given(*["x" * 2000] * 50)).outcome == "accepted"


def test_skipping_is_refused_where_the_study_does_not_allow_it(database: Database, seat: Seat) -> None:
    with pytest.raises(NotAllowed, match="cannot be skipped"):
        submit(database, seat, given(kind="skipped"))


def test_skipping_is_taken_where_the_study_allows_it(database: Database, seat: Seat) -> None:
    content = seat.study.model_copy(update={"may_skip": True}).model_dump_json()
    database.execute("UPDATE studies SET content = ?", [content])

    assert submit(database, seat, given("text", kind="skipped")).answer.answer == ()


def test_submitting_on_a_pause_or_before_the_showing_is_refused(database: Database, seat: Seat) -> None:
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", NOON_MS)
    with pytest.raises(AttemptClosed, match="Resume first"):
        submit(database, seat, given("4,200"))

    second = seat.assignments[1].attempt_id
    with pytest.raises(AttemptClosed, match="not been shown"):
        answering.submit_answer(database, second, "submit-0002", given("x", citations=()), NOON_MS)


def test_submitting_after_resuming_is_taken(database: Database, seat: Seat) -> None:
    answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", NOON_MS)
    answering.resume(database, seat.first.attempt_id, "resume-001", NOON_MS + 5000)

    assert submit(database, seat, given("4,200")).outcome == "accepted"


def test_an_expired_item_takes_no_answer(database: Database, seat: Seat) -> None:
    event_log.append(database, seat.first.attempt_id, [make_new(ItemExpired(), source="server")], NOON_MS + 1)

    with pytest.raises(AttemptClosed, match="time for this item is over"):
        submit(database, seat, given("4,200"))


def test_a_submit_with_an_id_used_for_something_else_is_a_conflict(database: Database, seat: Seat) -> None:
    mark = event_log.replay(database, seat.first.attempt_id)[1]

    with pytest.raises(Conflict):
        submit(database, seat, given("4,200"), mark.event_id)

    assert "answer_submitted" not in kinds(database, seat)


# Pausing


def test_a_pause_stops_the_working_clock_and_resume_starts_it(database: Database, seat: Seat) -> None:
    attempt_id = seat.first.attempt_id
    paused = answering.pause(database, attempt_id, "pause-0001", " tea ", NOON_MS + 10_000)
    resumed = answering.resume(database, attempt_id, "resume-001", NOON_MS + 70_000)

    assert (paused.phase, paused.pause_reason) == ("paused", "tea")
    assert working_ms(resumed, NOON_MS + 75_000) == 15_000


def test_pausing_and_resuming_twice_add_nothing(database: Database, seat: Seat) -> None:
    attempt_id = seat.first.attempt_id
    answering.pause(database, attempt_id, "pause-0001", "tea", NOON_MS)
    answering.pause(database, attempt_id, "pause-0002", "phone", NOON_MS)
    answering.resume(database, attempt_id, "resume-001", NOON_MS)
    answering.resume(database, attempt_id, "resume-002", NOON_MS)

    assert kinds(database, seat)[2:] == ["paused", "resumed"]


def test_a_pause_sent_again_after_resuming_does_not_pause_again(database: Database, seat: Seat) -> None:
    attempt_id = seat.first.attempt_id
    answering.pause(database, attempt_id, "pause-0001", "tea", NOON_MS)
    answering.resume(database, attempt_id, "resume-001", NOON_MS)

    assert answering.pause(database, attempt_id, "pause-0001", "tea", NOON_MS).phase == "open"


@pytest.mark.parametrize(("reason", "message"), [("", "Say why"), ("  \n", "Say why"), ("\ud83d", "half a")])
def test_a_pause_needs_a_reason(database: Database, seat: Seat, reason: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        answering.pause(database, seat.first.attempt_id, "pause-0001", reason, NOON_MS)


def test_a_long_reason_is_cut(database: Database, seat: Seat) -> None:
    paused = answering.pause(database, seat.first.attempt_id, "pause-0001", "x" * 9000, NOON_MS)

    assert paused.pause_reason == "x" * 500


def test_a_closed_attempt_neither_pauses_nor_resumes(database: Database, seat: Seat) -> None:
    submit(database, seat, given("4,200"))

    with pytest.raises(AttemptClosed, match="already submitted"):
        answering.pause(database, seat.first.attempt_id, "pause-0001", "tea", NOON_MS)
    resumed = answering.resume(database, seat.first.attempt_id, "resume-001", NOON_MS)
    assert resumed.phase == "submitted"
    assert kinds(database, seat)[-1] == "answer_submitted"


# Case 22


def test_case_22_a_reload_gives_back_text_marks_page_question_and_running_clock(
    database: Database, seat: Seat
) -> None:
    draft = Draft(answer=("two lines,\nends with end-of-answer", "second"), confidence=40)
    record(
        database,
        seat,
        AnswerEdited(draft=draft),
        EvidenceMarked(document="b.pdf", page=8),
        PageEntered(view_id="v1", document="b.pdf", page=8, reached="hit"),
    )
    n_before = len(kinds(database, seat))

    reloaded = answering.show_item(database, seat.first, seat.study, NOON_MS + 120_000)

    assert reloaded.draft == draft
    assert [mark.ref for mark in reloaded.marks] == [PAGE, PageRef(document="b.pdf", page=8)]
    assert reloaded.viewing == PageRef(document="b.pdf", page=8)
    assert working_ms(reloaded, NOON_MS + 120_000) == 120_000
    assert len(kinds(database, seat)) == n_before


def test_case_22_opening_a_finished_item_changes_nothing(database: Database, seat: Seat) -> None:
    submit(database, seat, given("4,200"))
    before = event_log.replay(database, seat.first.attempt_id)

    answering.show_item(database, seat.first, seat.study, NOON_MS + 999_000)

    assert event_log.replay(database, seat.first.attempt_id) == before
