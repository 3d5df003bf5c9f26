"""Every text that a table holds is erased with its participant, or known to be about none."""

from __future__ import annotations

from sqlite_utils import Database

from baseline.participants.withdrawing import withdraw
from db import event_log
from db.connection import memory_database, writing
from db.events import NewEvent
from db.exposures import Declaration, declare
from db.studies import stream_of_study
from db.study_events import Excluded, Reincluded
from tests.makers import NOON_MS, make_participant, make_study

ERASED = {
    "accounts": {"name"},
    "attempt_notes": {"text", "tags", "removed_why"},
    "derived_attempts": {"record"},
    "derived_rows": {"row", "made_of"},
    "events": {"payload"},
    "exposures": {"why"},
    "failure_codes": {"note"},
    "model_replies": {"prompt", "reply"},
    "verdicts": {"reason"},
}
# Of these tables everything else is ids, hashes, codes, versions and names of judges and rubrics.
# Of the tables below nothing is about a participant: items, sets, projects, designs, systems, runs, servers.
SPARED = {
    *(
        "_sqlite_migrations",
        "admissions",
        "assignments",
        "authored_items",
        "authored_revisions",
        "calibrations",
        "code_books",
    ),
    *(
        "derived_item_states",
        "double_codings",
        "double_ratings",
        "invitations",
        "item_acceptances",
        "item_revisions",
    ),
    *("item_set_acts", "item_set_members", "item_sets", "item_steps", "members", "projects", "run_attempts"),
    *("splits", "runs", "server_lives", "sign_ins", "studies", "study_drafts", "systems", "target_changes"),
}
CODES = {
    "accounts": {"account_id", "role", "study_id", "side", "person_id"},
    "attempt_notes": {"note_id", "attempt_id", "account_id", "replaces"},
    "derived_attempts": {"attempt_id", "made_by"},
    "derived_rows": {"attempt_id", "made_by"},
    "events": {"event_id", "stream_id", "kind", "source", "app_version", "client_instance"},
    "exposures": {"person_id", "item_id", "by"},
    "failure_codes": {"attempt_id", "account_id", "scheme", "code", "purpose"},
    "model_replies": {"set_name", "item_id", "answer_key", "attempts", "judge", "rubric", "outcome", "by"},
    "verdicts": {"attempt_id", "judge", "rubric", "judge_kind", "purpose", "reason_code"},
}
SECRET = "said-of-them-51c7"


def test_every_column_with_text_is_known_to_erasure() -> None:
    database = memory_database()
    unknown = {
        f"{table}.{column.name}"
        for table in set(database.table_names()) - SPARED
        for column in database[table].columns
        if column.type != "INTEGER" and column.type != "REAL"
        if column.name not in ERASED.get(table, set()) | CODES.get(table, set())
    }
    assert unknown == set()


def said_of(database: Database, account_id: str, attempt_id: str) -> None:
    """Everything that others can write about an answer or a person."""
    for statement, fields in (
        (
            "INSERT INTO attempt_notes VALUES ('n', ?, ?, 1, ?, ?, 2, 3, NULL, ?)",
            [attempt_id, account_id, SECRET, SECRET, SECRET],
        ),
        (
            "INSERT INTO failure_codes (attempt_id, account_id, at_ms, scheme, code, note) "
            "VALUES (?, ?, 1, 's', 'c', ?)",
            [attempt_id, account_id, SECRET],
        ),
        ("INSERT INTO derived_rows VALUES (?, 'm', 'v', ?)", [attempt_id, SECRET]),
        (
            "INSERT INTO verdicts (attempt_id, score, reason, judge, rubric, at_ms) "
            "VALUES (?, 1, ?, 'j', 'r', 1)",
            [attempt_id, SECRET],
        ),
    ):
        database.execute(statement, fields)
    first, second = (Declaration(account_id, "item-001", f"{SECRET} {n}", account_id, NOON_MS) for n in "12")
    declare(database, [first, second])
    of_person = Excluded(of="participant", id=account_id, reason=f"{SECRET} é", by="r")
    of_attempt = Reincluded(of="attempt", id=attempt_id, reason=SECRET, by="r")
    for number, payload in enumerate((of_person, of_attempt)):
        new = NewEvent(event_id=f"decision-{number}", payload=payload)
        event_log.append(database, stream_of_study("pilot"), [new], NOON_MS)


def test_what_others_wrote_about_them_is_erased_and_that_it_was_decided_stays() -> None:
    database = memory_database()
    with writing(database):
        seat = make_participant(database, make_study(database))
        said_of(database, seat.account.account_id, seat.first.attempt_id)
        before = event_log.replay(database, stream_of_study("pilot"))
        withdraw(database, seat.account, NOON_MS)
    for table in database.table_names():
        assert SECRET not in repr(database.execute(f"SELECT * FROM {table}").fetchall()), table
    after = event_log.replay(database, stream_of_study("pilot"))
    assert after == [
        one.model_copy(update={"payload": one.payload.model_copy(update={"reason": ""})})
        if isinstance(one.payload, Excluded | Reincluded)
        else one
        for one in before
    ]
    assert database.execute("SELECT item_id, why FROM exposures").fetchall() == [("item-001", "")]
