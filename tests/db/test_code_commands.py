"""Codings by command: out as a table, back in without doubles, and what they add up to."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from baseline.__main__ import main
from baseline.coding.books import BUILT_IN
from baseline.coding.coding import Said, code
from baseline.coding.queue import failures_of
from baseline.figures.systems import systems_on_set
from db.accounts import add_account
from db.connection import open_database
from db.models import Account, By, Role
from tests.busy_study import make_busy_study
from tests.makers import NOON_MS
from tests.pages.test_compare_pages import put_run

SET = "paired-set"
BOOK = BUILT_IN[0]


@pytest.fixture
def coded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with two failures of a system; ann coded both, bob one of them otherwise."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    database = open_database(tmp_path / "pagetrail.db")
    make_busy_study(database, NOON_MS)
    put_run(database, "Agent", range(1, 11))
    for name in ("ann", "bob", "pat"):
        role = Role.PARTICIPANT if name == "pat" else Role.RESEARCHER
        add_account(database, Account(account_id=name, role=role, name=name), 0)
    first, second = failures(database)
    code(database, BOOK, first, Said("first", ("retrieve",), "=1+1", 1), By("ann", 1))
    code(database, BOOK, second, Said("first", ("other",)), By("ann", 2))
    code(database, BOOK, first, Said("second", ("memory",)), By("bob", 3))
    database.close()
    return tmp_path


def failures(database: Database) -> list[Any]:
    found = failures_of(systems_on_set(database, SET, []).panel(), {})
    return [one for one in found if one.system == "Agent"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    def ran(*words: str) -> tuple[int, str]:
        status = main(["codes", *words, "--set", SET])
        captured = capsys.readouterr()
        return status, captured.out or captured.err

    return ran


def exported(home: Path, run: Callable[..., tuple[int, str]]) -> list[dict[str, str]]:
    status, _ = run("export", "--out", str(home / "codes.csv"))
    assert status == 0
    return list(csv.DictReader(io.StringIO((home / "codes.csv").read_text(encoding="utf-8"))))


def put(home: Path, rows: list[dict[str, str]]) -> str:
    path = home / "back.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def test_what_was_exported_comes_back_once(coded: Path, run: Callable[..., tuple[int, str]]) -> None:
    rows = exported(coded, run)
    assert sorted((row["coder"], row["code"], row["step"], row["in_force"]) for row in rows) == [
        ("ann", "other", "", "1"),
        ("ann", "retrieve", "1", "1"),
        ("bob", "memory", "", "1"),
    ]
    # No spreadsheet runs a note.
    assert [row["note"] for row in rows if row["note"]] == ["'=1+1"]
    _, outcome = run("import", put(coded, rows), "--json")
    assert json.loads(outcome) == {"set": SET, "new": 0, "known": 3}
    settled = dict(
        next(row for row in rows if row["code"] == "memory"), purpose="settled", at_ms="9", coder="ann"
    )
    _, outcome = run("import", put(coded, [settled]), "--json")
    assert json.loads(outcome) == {"set": SET, "new": 1, "known": 0}
    assert len(exported(coded, run)) == 4


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"code": "other"}, "said something else of this attempt at the same moment"),
        ({"attempt": "nobody"}, "no failure on this set is attempt"),
        ({"book": "own/7"}, "there is no code book"),
        ({"coder": "pat"}, "no researcher has the account"),
        ({"code": "nonsense", "at_ms": "9"}, "has no code"),
        ({"code": "retrieve+other", "at_ms": "9"}, "one code for each failure"),
        ({"purpose": "third"}, "purpose is one of"),
        ({"step": "0"}, "step is a whole number"),
        ({"at_ms": "noon"}, "at_ms is a whole number"),
        ({"coder": "bob", "at_ms": "9"}, "two coders for one purpose"),
        ({"purpose": "second", "coder": "ann", "at_ms": "9"}, "two coders for one purpose"),
    ],
)
def test_a_row_that_cannot_be_used_is_named_and_nothing_is_taken(
    coded: Path, run: Callable[..., tuple[int, str]], changed: dict[str, str], sentence: str
) -> None:
    rows = exported(coded, run)
    first = next(row for row in rows if row["code"] == "retrieve")
    status, said = run("import", put(coded, [{**first, **changed}]))
    assert status == 1
    assert sentence in said
    assert len(exported(coded, run)) == 3


def test_a_report_counts_what_is_decided_and_how_coders_agree(
    coded: Path, run: Callable[..., tuple[int, str]]
) -> None:
    _, told = run("report", "--json")
    found = json.loads(told)
    assert (found["book"], found["coded"], found["disagreements"]) == (BOOK.scheme, 1, 1)
    assert {one["code"]: one["count"] for one in found["codes"]}["other"] == 1
    assert set(found["by_system"]) == {"Agent"}
    assert (found["agreement"]["n"], found["agreement"]["raw"]) == (1, 0)
    _, told = run("report", "--book", "agora")
    assert "undefined: nothing is coded by this book" in told
    status, told = run("report", "--book", "nope")
    assert status == 1
    assert "There is no code book 'nope'" in told
