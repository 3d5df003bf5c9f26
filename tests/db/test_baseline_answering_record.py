"""Showing an item, and what the browser reports about it."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline.attempts import answering
from baseline.attempts.timing import working_ms
from db import event_log
from db.assignments import find_assignment
from db.errors import NotFound
from db.events import (
    AnswerEdited,
    AnswerSubmitted,
    EvidenceMarked,
    ItemExpired,
    PageEntered,
    Paused,
    Payload,
    Resumed,
    ServerOutage,
    TabHidden,
    TabShown,
    ToolRefused,
)
from db.models import Draft, PageRef
from db.study_events import InstructionsShown, SessionEnded
from tests.db.attempts import PAGE, given, kinds, record, submit, view_left
from tests.makers import NOON_MS, Seat, make_new, make_participant, make_query, make_shown


def test_show_item_starts_the_clock_once(database: Database, seat: Seat) -> None:
    state = answering.show_item(database, seat.first, seat.study, NOON_MS + 60_000)

    assert state.shown_at_ms == NOON_MS
    assert kinds(database, seat) == ["item_shown", "evidence_marked"]


def test_show_item_writes_down_the_search_tool_of_the_study(database: Database, seat: Seat) -> None:
    shown = event_log.replay(database, seat.first.attempt_id)[0].payload

    assert (shown.index_fingerprint, shown.profile, shown.k) == ("f" * 16, "exact", 5)
    assert (shown.item_id, shown.position) == (seat.first.item_id, 1)


def test_an_unknown_attempt_is_not_found_and_long_ids_are_cut(database: Database) -> None:
    with pytest.raises(NotFound) as caught:
        find_assignment(database, "a-" + "x" * 5000)

    assert len(caught.value.user_message) < 200


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
    half = PageEntered(view_id="v", document="a.pdf", page=1, reached="hit")
    half = half.model_copy(update={"view_id": "\ud83d"})

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

    recorded = record(database, seat, view_left(420), TabHidden())

    state = answering.show_item(database, seat.first, seat.study, NOON_MS)
    assert (len(recorded.acknowledged), recorded.refused) == (2, [])
    assert (state.views[0].visible_ms, state.answer.answer) == (420, ("4,200",))
    assert state.closed_at_ms == NOON_MS + 9000


@pytest.mark.parametrize(
    "payload",
    [EvidenceMarked(document="a.pdf", page=9), AnswerEdited(draft=Draft(answer=("late",)))],
    ids=lambda payload: payload.kind,
)
def test_record_refuses_late_marks_and_drafts(database: Database, seat: Seat, payload: Payload) -> None:
    submit(database, seat, given("4,200"))

    recorded = record(database, seat, payload)

    assert [one.reason for one in recorded.refused] == [
        "This item was already submitted. Please reload to go on with the next one."
    ]


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


def test_a_full_stream_takes_nothing_more_and_still_takes_the_answer(
    database: Database, seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = make_new(view_left())
    answering.record(database, seat.first.attempt_id, [known], NOON_MS)
    monkeypatch.setattr("db.tool_log.MOST_EVENTS", event_log.last_seq(database, seat.first.attempt_id) + 1)
    new = [make_new(TabHidden()), make_new(TabShown())]
    recorded = answering.record(database, seat.first.attempt_id, [known, *new], NOON_MS)
    # What was sent before is acknowledged again and takes no room.
    assert [one.event_id for one in recorded.acknowledged] == [known.event_id, new[0].event_id]
    assert [one.reason for one in recorded.refused] == [
        "There are 50,000 events here, more than anybody makes: no more are stored."
    ]
    assert submit(database, seat, given("4,200")).outcome == "accepted"
