"""The monitor: who is where, how far, what is missing; never who is idle."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from baseline.figures.exclusions import Named, exclude, judged_study, study_flags
from baseline.participants.messages import send_message
from baseline.participants.participation_state import fold_participation
from baseline.studies.monitoring import Monitor, PersonSeen, study_monitor
from db import event_log
from db.assignments import release
from db.errors import InvalidInput, NotFound
from db.events import EvidenceMarked, ItemExpired, NewEvent, PageVisible, Resumed, ServerOutage
from db.monitoring import attempt_marks, events_on_pauses, missing_events
from tests.busy_study import MINUTE_MS, N_ITEMS, make_busy_study
from tests.makers import NOON_MS
from tests.paired_study import answer, give, make_paired_study, make_person, show


def seen(database: Database, now_ms: int = NOON_MS) -> Monitor:
    judged, flags = judged_study(database, "paired"), study_flags(database, "paired")
    return study_monitor(database, "paired", judged, flags, now_ms)


def people(database: Database) -> dict[str, PersonSeen]:
    return {one.account.account_id: one for one in seen(database).people}


@pytest.fixture
def busy(database: Database) -> Database:
    make_busy_study(database, NOON_MS)
    return database


def test_everybody_is_somewhere(busy: Database) -> None:
    assert {name: one.where.words for name, one in people(busy).items()} == {
        "p-finished": "Finished",
        "p-fast": "All items done so far",
        "p-inattentive": "All items done so far",
        "p-reading": "Item 5 of 5 (batch 1, search)",
        "p-paused": "Paused at item 4 of 4 (batch 1, oracle): Lunch",
        "p-gone": "Withdrew",
        "p-not-come": "Has not come yet",
    }
    assert seen(busy).count("at_item", "paused") == 2


def test_places_add_up(busy: Database) -> None:
    for one in seen(busy).places:
        assert one.wanted == 2 * N_ITEMS
        assert one.filled + one.held + one.free == one.wanted
        assert one.held == 1
    monitor = seen(busy)
    assert sum(one.filled for one in monitor.places) == 12 + 8 + 6 + 3 + 2
    # Begun at -50 min every 2 min: six of p-inattentive, three of p-reading, two of p-paused.
    assert monitor.n_last_hour == 6 + 3 + 2


def test_each_person_has_pace_attention_flags_and_gaps(busy: Database) -> None:
    found = people(busy)
    assert (found["p-inattentive"].attention, found["p-inattentive"].n_flags) == ((0, 1), 1)
    assert (found["p-fast"].done, found["p-fast"].n_flags) == ((8, 8), 2)
    # 70, 73 and 76 s, and 6, 9, 12 … 27 s.
    assert found["p-reading"].pace_s == 73
    assert found["p-fast"].pace_s == pytest.approx(16.5)
    # The browser sent 0 and 3: two are missing.
    assert found["p-reading"].n_missing_events == 2
    assert {one.n_missing_events for name, one in found.items() if name != "p-reading"} == {0}
    assert (found["p-paused"].n_unread, found["p-reading"].n_unread) == (1, 0)


def test_the_last_event_is_the_persons_own(busy: Database) -> None:
    found = people(busy)
    assert found["p-reading"].last_sign_ms == NOON_MS - 20_000
    # The message of two minutes ago is the researcher's.
    assert found["p-paused"].last_sign_ms == NOON_MS - 24 * MINUTE_MS
    assert found["p-not-come"].last_sign_ms is None


@pytest.mark.parametrize(
    "payload",
    [
        ServerOutage(from_ms=NOON_MS, to_ms=NOON_MS + 1),
        ItemExpired(at_limit_ms=NOON_MS),
        ItemExpired(why="released"),
        Resumed(at_limit_ms=NOON_MS),
    ],
    ids=["outage", "limit", "released", "pause over"],
)
def test_what_the_server_writes_is_no_sign_of_anybody(database: Database, payload: object) -> None:
    make_paired_study(database)
    make_person(database, "p-one")
    one = give(database, "p-one", "item-001")
    show(database, one)
    new = NewEvent(event_id="by-the-server", payload=payload)
    event_log.append(database, one.attempt_id, [new], NOON_MS + MINUTE_MS)
    assert attempt_marks(database, "paired")[one.attempt_id].last_sign_ms == NOON_MS


def test_a_gap_is_counted_in_each_page_load_from_nought(database: Database) -> None:
    make_paired_study(database)
    make_person(database, "p-one")
    one = give(database, "p-one", "item-001")
    show(database, one)
    # First page load: 0 1 2 whole. Second: 1 only, 0 is missing. Third: 0 and 4, three missing.
    for instance, number in (("a", 0), ("a", 1), ("a", 2), ("b", 1), ("c", 4), ("c", 0)):
        payload = PageVisible(view_id="v1", document="a.pdf", page=1, visible_ms=1)
        new = NewEvent(
            event_id=f"{instance}-load-{number}",
            payload=payload,
            source="browser",
            client_instance=instance,
            client_seq=number,
        )
        event_log.append(database, one.attempt_id, [new], NOON_MS)
    assert missing_events(database, "paired") == {one.attempt_id: 1 + 3}


def test_a_lapsed_lease_holds_nothing_and_a_place_given_back_is_nobodys(database: Database) -> None:
    make_paired_study(database, people_per_item=1)
    make_person(database, "p-one")
    done = answer(database, give(database, "p-one", "item-001"))
    waiting = give(database, "p-one", "item-002")
    database.execute(
        "UPDATE assignments SET leased_until_ms = ? WHERE attempt_id IN (?, ?)",
        [NOON_MS + MINUTE_MS, done.attempt_id, waiting.attempt_id],
    )
    assert seen(database).places[0] == ("search", 4, 1, 1)
    later = seen(database, NOON_MS + 2 * MINUTE_MS).places[0]
    assert (later.filled, later.held, later.free) == (1, 0, 3)
    release(database, [waiting.attempt_id], NOON_MS, "by_hand")
    assert people(database)["p-one"].done == (1, 1)


def test_without_shared_places_what_was_given_out_is_wanted(database: Database) -> None:
    make_paired_study(database, people_per_item=None)
    make_person(database, "p-one")
    answer(database, give(database, "p-one", "item-001"))
    give(database, "p-one", "item-002")
    assert seen(database).places == (("search", 2, 1, 1),)


def test_who_is_excluded_is_marked(busy: Database) -> None:
    exclude(busy, Named("paired", "participant", "p-fast"), "Too fast.", "rex", NOON_MS)
    assert [name for name, one in people(busy).items() if one.is_excluded] == ["p-fast"]


def test_a_message_reaches_everybody_it_is_for_once(busy: Database) -> None:
    assert send_message(busy, "paired", ["p-fast", "p-reading"], " Ten minutes left. ", "rex", NOON_MS) == 2
    for who in ("p-fast", "p-reading"):
        (message,) = fold_participation(event_log.replay(busy, f"participation:{who}")).open_messages
        assert message.text == "Ten minutes left."


def test_messages_that_make_no_sense_are_refused_whole(busy: Database) -> None:
    before = len(event_log.replay(busy, "participation:p-fast"))
    for to, text, error, words in (
        (["p-fast"], "  ", InvalidInput, "empty"),
        (["p-fast"], "x" * 2001, InvalidInput, "shorten it to 2000"),
        ([], "Hello", InvalidInput, "nobody"),
        (["p-fast", "somebody"], "Hello", NotFound, "somebody"),
        (["rex"], "Hello", NotFound, "rex"),
    ):
        with pytest.raises(error, match=words):
            send_message(busy, "paired", to, text, "rex", NOON_MS)
    assert len(event_log.replay(busy, "participation:p-fast")) == before


def test_work_on_a_pause_is_told(busy: Database) -> None:
    (paused,) = busy.execute(
        "SELECT stream_id FROM events p WHERE kind = 'paused' AND NOT EXISTS (SELECT 1 FROM events r "
        "WHERE r.stream_id = p.stream_id AND r.kind = 'resumed')"
    ).fetchone()
    assert events_on_pauses(busy, "paired") == {}
    mark = NewEvent(event_id="mark-on-a-pause", payload=EvidenceMarked(document="a.pdf", page=1))
    event_log.append(busy, paused, [mark], NOON_MS + MINUTE_MS)
    assert events_on_pauses(busy, "paired") == {paused: 1}
    assert people(busy)["p-paused"].n_on_pauses == 1
    resumed = NewEvent(event_id="back-from-it", payload=Resumed())
    later = mark.model_copy(update={"event_id": "mark-after-it"})
    event_log.append(busy, paused, [resumed, later], NOON_MS + 2 * MINUTE_MS)
    assert events_on_pauses(busy, "paired") == {paused: 1}
