"""Write the small database that stands for a released version: `python -m` this module, once a release.

    PYTHONPATH=. python -m tests.reference.databases.make_reference_database

Afterwards the file is kept as it is: later versions must still open it.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from baseline.attempts.answering import AnswerGiven, record, record_search, show_item, submit_answer
from db.connection import connect, open_database, writing
from db.events import EvidenceMarked
from db.models import PageRef, Verdict
from db.verdicts import add_verdict
from db.version import VERSION
from tests.makers import NOON_MS, Seat, make_new, make_participant, make_query, make_study

SECRET = "a-cookie-of-the-reference-database"
SIGNED_IN_AT_MS = NOON_MS


def make(path: Path) -> None:
    """Write a study with one person and one answered, judged item."""
    database = open_database(path)
    with writing(database):
        seat = make_participant(database, make_study(database), "Anna Example")
        secret = hashlib.sha256(SECRET.encode()).hexdigest()
        database.execute(
            "INSERT INTO sign_ins VALUES (?, ?, ?, ?)",
            [secret, seat.account.account_id, SIGNED_IN_AT_MS, SIGNED_IN_AT_MS + 1000],
        )
        attempt_id = _answer(database, seat)
        add_verdict(
            database,
            Verdict(attempt_id=attempt_id, score=0.5, judge="anna", rubric="1", at_ms=NOON_MS + 10_000),
        )
    database.execute("PRAGMA journal_mode = DELETE")
    database.execute("PRAGMA page_size = 512")
    database.execute("VACUUM")
    database.close()
    connect(path).close()


def _answer(database: object, seat: Seat) -> str:
    attempt_id = seat.first.attempt_id
    show_item(database, seat.first, seat.study, NOON_MS)
    record_search(database, attempt_id, make_new(make_query(), source="server"), NOON_MS + 1000)
    record(database, attempt_id, [make_new(EvidenceMarked(document="a.pdf", page=3))], NOON_MS + 2000)
    page = PageRef(document="a.pdf", page=3)
    given = AnswerGiven(answer=["101"], citations=[page], confidence=80, kind="own")
    submit_answer(database, attempt_id, "submitted-0001", given, NOON_MS + 3000)
    return attempt_id


if __name__ == "__main__":
    target = Path(__file__).with_name(f"{VERSION}.db")
    target.unlink(missing_ok=True)
    make(target)
    sys.stdout.write(f"{target.name}: {target.stat().st_size:,} bytes\n")
