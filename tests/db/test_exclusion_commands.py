"""`python -m baseline exclude|reinclude|exclusions`: the use cases of the page, and a table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baseline.__main__ import main
from baseline.studies.study_state import study_state
from db.connection import open_database, writing
from tests.makers import NOON_MS
from tests.paired_study import answer, attempt_of, give, make_paired_study, make_person

FAST = attempt_of("p1", "item-001")
WAITING = attempt_of("p1", "item-002")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    database = open_database(tmp_path / "pagetrail.db")
    with writing(database):
        make_paired_study(database)
        make_person(database, "p1")
        answer(database, give(database, "p1", "item-001"), seconds=3, at_ms=NOON_MS)
        give(database, "p1", "item-002")
    database.close()
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main([*words]) == code
    captured = capsys.readouterr()
    return captured.out if code == 0 else captured.err


def test_an_attempt_is_excluded_listed_and_counts_again(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = run(capsys, "exclusions", "--study", "paired")
    assert listed.startswith("0 exclusions in force\n1 flag of the declared rules")
    assert f"fast  attempt  {FAST}  p1           3.0 s of working time" in listed
    words = ("--study", "paired", "--attempt", FAST, "--reason", "Clicked\nthrough.")
    told = run(capsys, "exclude", *words, "--rule", "fast")
    assert told == f"The attempt {FAST} of study paired is excluded: the figures leave it out.\n"
    listed = run(capsys, "exclusions", "--study", "paired")
    assert "1 exclusion in force" in listed
    assert f"attempt  {FAST}  fast" in listed
    assert "command line  Clicked through." in listed
    found = json.loads(run(capsys, "exclusions", "--study", "paired", "--json"))
    assert [(one["id"], one["reason"]) for one in found["exclusions"]] == [(FAST, "Clicked\nthrough.")]
    told = run(capsys, "reinclude", "--study", "paired", "--attempt", FAST, "--reason", "They were quick.")
    assert "counts again" in told
    database = open_database(home / "pagetrail.db")
    assert study_state(database, "paired").exclusions == ()
    database.close()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("exclude", "--attempt", WAITING, "--reason", "x"), "Nobody has begun the attempt"),
        (("exclude", "--attempt", "a-none", "--reason", "x"), "This study has no attempt 'a-none'"),
        (("exclude", "--participant", "p1", "--reason", " "), "Say why in a sentence"),
        (("exclude", "--participant", "p1", "--reason", "a\u202eb"), "turns the direction"),
        (("exclude", "--participant", "p1", "--reason", "x", "--rule", "no"), "no exclusion rule 'no'"),
        (("reinclude", "--participant", "p1", "--reason", "x"), "p1 counts"),
    ],
)
def test_what_cannot_be_excluded_is_refused_in_a_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *rest = words
    assert sentence in run(capsys, command, "--study", "paired", *rest, code=1)


def test_a_study_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no study 'other'" in run(capsys, "exclusions", "--study", "other", code=1)
