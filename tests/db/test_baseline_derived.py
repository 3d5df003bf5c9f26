"""Derived records: a cache that may vanish at any time, because everything in it comes from events."""

from __future__ import annotations

from pydantic import TypeAdapter
from sqlite_utils import Database

from baseline.analysis.records import AttemptRecord
from baseline.assignment.order import assign_all
from baseline.attempts import answering
from baseline.attempts.answering import AnswerGiven
from baseline.figures import derived
from db import derived as stored
from db import event_log
from db.accounts import add_account
from db.assignments import add_assignments
from db.events import EvidenceMarked, ItemExpired, TabHidden, ToolRefused
from db.models import Account, Citation, PageRef, Role, Verdict
from db.verdicts import add_verdict
from tests.makers import NOON_MS, Seat, make_new, make_participant, make_query, make_study

RECORD: TypeAdapter[AttemptRecord] = TypeAdapter(AttemptRecord)
PAGE = PageRef(document="a.pdf", page=3)


def answer_first(database: Database, seat: Seat) -> str:
    """Shown at 0 s, searched twice (one refused), hidden at 4 s, answered at 10 s."""
    attempt_id = seat.first.attempt_id
    answering.show_item(database, seat.first, seat.study, NOON_MS)
    answering.record_search(database, attempt_id, make_new(make_query()), NOON_MS + 1000)
    refused = ToolRefused(tool="search", text="*x", reason="No.")
    answering.record_search(database, attempt_id, make_new(refused), NOON_MS + 2000)
    answering.record(database, attempt_id, [make_new(EvidenceMarked(**PAGE.model_dump()))], NOON_MS + 3000)
    answering.record(database, attempt_id, [make_new(TabHidden())], NOON_MS + 4000)
    given = AnswerGiven(answer=["4,200"], citations=[PAGE], confidence=80, kind="own")
    answering.submit_answer(database, attempt_id, f"submit:{attempt_id}", given, NOON_MS + 10_000)
    return attempt_id


def records_as_json(database: Database) -> list[bytes]:
    return [RECORD.dump_json(record) for record in derived.study_records(database, "pilot")]


def judge(database: Database, attempt_id: str, score: float) -> None:
    add_verdict(
        database, Verdict(attempt_id=attempt_id, score=score, judge="anna", rubric="1", at_ms=NOON_MS)
    )


def test_a_record_says_what_the_events_say(database: Database) -> None:
    seat = make_participant(database, make_study(database))
    attempt_id = answer_first(database, seat)

    (record,) = derived.study_records(database, "pilot")

    assert record.attempt_id == attempt_id
    assert (record.answer, record.citations) == (("4,200",), (Citation(document="a.pdf", page=3),))
    assert (record.n_searches, record.status, record.confidence) == (1, "own", 80)
    assert (record.wall_s, record.working_s, record.visible_s) == (10.0, 10.0, 4.0)
    assert record.searches[0].hits == (PAGE,)


def test_an_open_attempt_has_no_times_and_an_expired_one_has(database: Database) -> None:
    seat = make_participant(database, make_study(database))
    for one in seat.assignments[:2]:
        answering.show_item(database, one, seat.study, NOON_MS)
    expired = seat.assignments[1].attempt_id
    event_log.append(database, expired, [make_new(ItemExpired(), source="server")], NOON_MS + 60_000)

    first, second = derived.study_records(database, "pilot")

    assert (first.status, first.working_s) == ("open", None)
    assert (second.status, second.working_s) == ("expired", 60.0)


def test_attempts_that_have_not_begun_have_no_record(database: Database) -> None:
    make_participant(database, make_study(database))

    assert derived.study_records(database, "pilot") == []


def test_rebuild_after_deleting_everything_gives_the_same_bytes(database: Database) -> None:
    study = make_study(database)
    for name in ("One", "Two", "Three"):
        answer_first(database, make_participant(database, study, name))
    derived.refresh(database, "pilot")
    before = records_as_json(database)
    table_before = database.execute("SELECT * FROM derived_attempts ORDER BY attempt_id").fetchall()

    database.execute("DELETE FROM derived_attempts")
    assert derived.rebuild(database) == 3

    assert records_as_json(database) == before
    assert database.execute("SELECT * FROM derived_attempts ORDER BY attempt_id").fetchall() == table_before


def test_stored_and_fresh_records_are_the_same(database: Database) -> None:
    answer_first(database, make_participant(database, make_study(database)))
    fresh = records_as_json(database)

    derived.refresh(database, "pilot")

    assert records_as_json(database) == fresh
    assert derived.study_records(database, "pilot")[0].searches[0].hits == (PAGE,)


def test_refresh_stores_only_what_has_moved_on(database: Database) -> None:
    study = make_study(database)
    seats = [make_participant(database, study, name) for name in ("One", "Two")]
    for seat in seats:
        answer_first(database, seat)

    assert derived.refresh(database, "pilot") == 2
    assert derived.refresh(database, "pilot") == 0
    answering.record(database, seats[0].first.attempt_id, [make_new(TabHidden())], NOON_MS + 99_000)
    assert derived.refresh(database, "pilot") == 1


def test_a_stale_stored_record_is_not_used(database: Database) -> None:
    seat = make_participant(database, make_study(database))
    answering.show_item(database, seat.first, seat.study, NOON_MS)
    derived.refresh(database, "pilot")

    answering.record_search(database, seat.first.attempt_id, make_new(make_query()), NOON_MS)

    assert derived.study_records(database, "pilot")[0].n_searches == 1


def test_a_record_of_another_version_is_computed_again(database: Database) -> None:
    answer_first(database, make_participant(database, make_study(database)))
    derived.refresh(database, "pilot")
    database.execute("UPDATE derived_attempts SET made_by = '0.0.9', record = 'counted differently'")

    assert derived.study_records(database, "pilot")[0].n_searches == 1
    assert derived.refresh(database, "pilot") == 1


def test_an_older_record_never_replaces_a_newer_one(database: Database) -> None:
    attempt_id = answer_first(database, make_participant(database, make_study(database)))
    derived.refresh(database, "pilot")

    stored.store_record(database, attempt_id, 1, "old")

    assert stored.stored_records(database, "pilot")[attempt_id][1] != "old"


def test_verdicts_are_joined_when_read_and_never_stored(database: Database) -> None:
    attempt_id = answer_first(database, make_participant(database, make_study(database)))
    judge(database, attempt_id, 0.5)
    derived.refresh(database, "pilot")
    assert derived.study_records(database, "pilot")[0].verdict == 0.5

    judge(database, attempt_id, 1.0)

    assert derived.study_records(database, "pilot")[0].verdict == 1.0
    assert '"verdict":null' in stored.stored_records(database, "pilot")[attempt_id][1]


def test_records_of_one_study_do_not_hold_those_of_another(database: Database) -> None:
    answer_first(database, make_participant(database, make_study(database)))
    other = make_study(database, study_id="other", item_set="other-set")
    answer_first(database, make_participant(database, other))

    assert len(derived.study_records(database, "pilot")) == 1
    assert derived.rebuild(database) == 2


def test_an_account_that_was_given_items_without_an_invitation_counts(database: Database) -> None:
    study = make_study(database)
    account = add_account(
        database, Account(account_id="p-guest", name="Guest", role=Role.PARTICIPANT), NOON_MS
    )
    assignments = assign_all(study, account.account_id, ["item-001"])
    add_assignments(database, assignments)
    answer_first(database, Seat(study, account, assignments))

    assert [record.participant for record in derived.study_records(database, "pilot")] == ["p-guest"]


def test_people_are_one_system_and_a_simulated_account_is_its_own(database: Database) -> None:
    person = Account(account_id="p-1", name="Anna", role=Role.PARTICIPANT)
    robot = Account(account_id="s-1", name="Careful (simulated)", role=Role.PARTICIPANT, simulated=True)

    assert (derived.system_of(person), derived.system_of(robot)) == ("People", "Careful (simulated)")


def test_records_come_person_by_person_in_the_order_of_their_items(database: Database) -> None:
    study = make_study(database)
    for seat in (make_participant(database, study, "One"), make_participant(database, study, "Two")):
        for one in reversed(seat.assignments):
            answering.show_item(database, one, study, NOON_MS)

    records = derived.study_records(database, "pilot")

    expected = database.execute("SELECT attempt_id FROM assignments ORDER BY account_id, position").fetchall()
    assert [record.attempt_id for record in records] == [row[0] for row in expected]
