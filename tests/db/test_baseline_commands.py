"""`python -m baseline study create|invite|revoke`: what is made, what is refused, what is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baseline.__main__ import main
from db.accounts import account_of_invitation, account_of_sign_in, accounts_of_study, sign_in
from db.connection import open_database, writing
from db.home import database_path
from db.items import put_item_set
from db.models import Item, PageRef
from tests.makers import NOON_MS
from tests.small_study import SmallStudy


@pytest.fixture(autouse=True)
def home(small_study: SmallStudy, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of the small study."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(small_study.home))
    return small_study.home


def store(*evidence: PageRef) -> None:
    database = open_database(database_path())
    item = Item(item_id="odd", question="Odd?", answer_variants=(("yes",),), evidence=evidence)
    with writing(database):
        put_item_set(database, "other", [item], NOON_MS)
    database.close()


CREATE = ("study", "create", "--set", "other", "--index", "small")


def test_study_is_refused_when_its_evidence_is_not_in_the_index(capsys: pytest.CaptureFixture[str]) -> None:
    store(PageRef(document="lighthouse.pdf", page=99), PageRef(document="nowhere.pdf", page=1))
    assert main([*CREATE]) == 1
    told = capsys.readouterr().err
    assert "The evidence of these items is not in index 'small'; no study was made." in told
    assert "item 'odd': page 99 of 'lighthouse.pdf' does not exist" in told
    assert "item 'odd': unknown document 'nowhere.pdf'" in told


def test_study_says_what_was_made_and_what_comes_next(capsys: pytest.CaptureFixture[str]) -> None:
    store(PageRef(document="lighthouse.pdf", page=12))
    assert main([*CREATE]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Study other is made: item set other, frozen")
    assert "python -m baseline invite --study other" in told


def test_an_empty_study_id_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*CREATE, "--id", ""])
    assert ended.value.code == 2
    assert "argument --id: is empty; give it a value" in capsys.readouterr().err


def test_invitations_name_the_account_beside_its_link(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["invite", "--study", "small", "--role", "participant", "-n", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("p-") and "/enter/" in line for line in lines)


def test_revoke_ends_links_and_sign_ins_and_gives_a_new_link(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["invite", "--study", "small", "--role", "participant", "--json"]) == 0
    (invited,) = json.loads(capsys.readouterr().out)["invitations"]
    token = invited["link"].rpartition("/")[2]
    database = open_database(database_path())
    secret = sign_in(database, invited["account"], NOON_MS)

    assert main(["revoke", "--account", invited["account"], "--new-link"]) == 0

    told, link = capsys.readouterr().out.splitlines()
    assert told == f"{invited['account']}: 1 link and 1 sign-in ended"
    assert account_of_invitation(database, token) is None
    assert account_of_sign_in(database, secret, NOON_MS) is None
    renewed = account_of_invitation(database, link.rpartition("/")[2])
    database.close()
    assert renewed is not None
    assert renewed.account_id == invited["account"]


def test_revoke_names_an_account_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["revoke", "--account", "p-nobody"]) == 1
    assert "There is no account 'p-nobody'." in capsys.readouterr().err


@pytest.mark.parametrize("address", ["javascript:alert(1)", "study.example", "https://", "http://a b"])
def test_an_address_that_makes_no_link_is_refused_before_anybody_is_invited(
    capsys: pytest.CaptureFixture[str], address: str
) -> None:
    database = open_database(database_path())
    before = len(accounts_of_study(database, "small"))
    invite = ["invite", "--study", "small", "--role", "participant", "--address", address]
    assert main(invite) == 1
    assert f"--address {address!r} is no address of a server" in capsys.readouterr().err
    assert len(accounts_of_study(database, "small")) == before
    database.close()
