"""`python -m baseline assign|places|release|exposure` and `invite --same-as`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baseline.__main__ import main
from baseline.assignment import leasing
from db.clock import SystemClock
from db.connection import open_database, writing
from db.home import database_path
from db.models import Account
from db.study_design import Study
from tests.shared_places import answer, make_shared_study, somebody


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Account]:
    """Study `shared` with four items and two people, in a home of its own."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    database = open_database(database_path())
    with writing(database):
        study = make_shared_study(database)
        invited = [somebody(database, study) for _ in range(2)]
    database.close()
    return invited


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def table(tmp_path: Path, *rows: str) -> str:
    path = tmp_path / "places.csv"
    path.write_text("\n".join(["account,item", *rows]))
    return str(path)


def test_a_table_is_given_out(
    people: list[Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    anna, bert = (one.account_id for one in people)
    name = table(tmp_path, f"{anna},item-001", f"{bert},item-002", f"{anna},item-003")
    assert main(["assign", "--study", "shared", "--csv", name]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "3 places given out to 2 people; they do not lapse.",
        f"{anna}: 2 items",
        f"{bert}: 1 item",
    ]


def test_bad_rows_are_named_and_nothing_is_given_out(
    people: list[Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = table(tmp_path, f"{people[0].account_id},item-001", "p-nobody,item-002")
    assert main(["assign", "--study", "shared", "--csv", name]) == 1
    told = capsys.readouterr().err
    assert "'places.csv' has 1 row that cannot be given out. Nothing was given out." in told
    assert "row 3: there is no participant 'p-nobody' in this study" in told
    assert run(capsys, "places", "--study", "shared")["people"] == []


def test_places_say_what_is_filled_held_and_free(
    people: list[Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = open_database(database_path())
    with writing(database):
        study = Study.model_validate_json(database.execute("SELECT content FROM studies").fetchone()[0])
        first, _ = leasing.take_batch(database, study, people[0], SystemClock().now_ms())
        answer(database, first)
    database.close()
    out = tmp_path / "out.csv"

    assert main(["places", "--study", "shared", "--csv", str(out)]) == 0

    assert capsys.readouterr().out.splitlines() == [
        "c0: 4 places: 1 ended, 1 held, 0 lapsed, 2 free",
        f"{people[0].account_id}  c0: 1 ended, 1 held",
        "out.csv: 4 rows",
    ]
    written = out.read_text().splitlines()
    assert written[0] == '"condition","item","wanted","ended","held","lapsed","free"'
    assert f'"c0","{first.item_id}","1","1","0","0","0"' in written

    assert main(["release", "--study", "shared", "--account", people[0].account_id]) == 0
    assert capsys.readouterr().out == f"{people[0].account_id}: 1 place taken back\n"
    (condition,) = run(capsys, "places", "--study", "shared")["conditions"]
    assert (condition["ended"], condition["held"], condition["free"]) == (1, 0, 3)


def test_a_declared_exposure_is_shown_with_all_else_that_is_known(
    people: list[Account], capsys: pytest.CaptureFixture[str]
) -> None:
    anna = people[0].account_id
    invited = ["invite", "--study", "shared", "--role"]
    run(capsys, *invited, "researcher")
    (link,) = run(capsys, *invited, "participant", "--same-as", anna)["invitations"]
    declare = ["exposure", "add", "--account", link["account"], "--why", "Saw the slides"]

    assert main([*declare, "--item", "item-001", "--item", "item-003"]) == 0
    assert capsys.readouterr().out == f"2 items declared as known to {anna}\n"
    assert run(capsys, *declare, "--set", "set")["n_new"] == 2

    known = run(capsys, "exposure", "show", "--account", anna)["known"]
    assert [(one["item_id"], one["how"]) for one in known] == [
        (f"item-00{number}", "declared") for number in range(1, 5)
    ]
    assert main(["exposure", "show", "--account", anna]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "item-001  declared (Saw the slides)"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--item", "nothing"), "There is no item 'nothing'."),
        ((), "Name the items with --item, or a whole set with --set."),
        (("--set", "nowhere"), "There is no item set 'nowhere'."),
        (("--item", "item-001", "--by", "p-nobody"), "There is no account 'p-nobody'."),
        (("--item", "item-001"), "Say with --by which account declares it"),
    ],
)
def test_a_declaration_that_cannot_be_is_refused(
    people: list[Account], capsys: pytest.CaptureFixture[str], more: tuple[str, ...], sentence: str
) -> None:
    command = ["exposure", "add", "--account", people[0].account_id, "--why", "Saw them"]
    assert main([*command, *more]) == 1
    assert sentence in capsys.readouterr().err


def test_one_account_cannot_be_the_same_as_several_people(
    people: list[Account], capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["invite", "--study", "shared", "--role", "participant", "-n", "2"]
    assert main([*command, "--same-as", people[0].account_id]) == 1
    assert "--same-as names one person" in capsys.readouterr().err
    assert main([*command[:-2], "--same-as", "p-nobody"]) == 1
    assert "There is no account 'p-nobody'." in capsys.readouterr().err
