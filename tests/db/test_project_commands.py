"""`python -m annotation project create` and `invite`: what is made, what is refused, what is printed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from annotation.__main__ import main
from db.accounts import account_of_invitation
from db.authored import MemberRole
from db.connection import reading
from db.home import database_path
from db.models import Role
from db.projects import find_project, members_of
from tests.small_study import SmallStudy

CREATE = ("project", "create", "--id", "pilot", "--title", "A pilot", "--index", "small")


@pytest.fixture(autouse=True)
def home(small_study: SmallStudy, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of the small study."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(small_study.home))
    return small_study.home


def roles() -> list[MemberRole]:
    with reading(database_path()) as database:
        return [member.role for member in members_of(database, "pilot")]


def test_project_is_made_with_a_supervisor_who_can_come_in(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CREATE, "--json", "--address", "https://study.example/"]) == 0
    outcome = json.loads(capsys.readouterr().out)
    with reading(database_path()) as database:
        project = find_project(database, "pilot")
        (invitation,) = outcome["invitations"]
        account = account_of_invitation(database, invitation["link"].rpartition("/")[2])
    assert (project.title, project.index_name, project.k) == ("A pilot", "small", 5)
    assert project.index_fingerprint == outcome["index_fingerprint"]
    assert account is not None
    assert (account.account_id, account.role) == (invitation["account"], Role.ANNOTATOR)
    assert invitation["link"].startswith("https://study.example/enter/")
    assert roles() == [MemberRole.SUPERVISOR]


def test_project_says_what_was_made_and_what_comes_next(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CREATE]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Project pilot is made on index small, build ")
    assert "/enter/" in told
    assert "python -m annotation invite --project pilot --role author" in told


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (("--id", "Big Project"), "small letters, digits and dashes"),
        (("--id", "-x"), "small letters, digits and dashes"),
        (("--k", "0"), "1 to 50 hits"),
        (("--title", "x" * 201), "1 to 200 characters"),
        (("--index", "nowhere"), "nowhere"),
        (("--address", "localhost"), "no address of a server"),
    ],
)
def test_project_that_cannot_be_is_refused_and_nothing_is_stored(
    capsys: pytest.CaptureFixture[str], changes: tuple[str, str], sentence: str
) -> None:
    command = [*CREATE]
    if changes[0] in command:
        at = command.index(changes[0])
        command[at : at + 2] = [f"{changes[0]}={changes[1]}"]
    else:
        command += changes
    assert main(command) == 1
    assert sentence in capsys.readouterr().err
    assert roles() == []


def test_second_project_of_an_id_is_refused_without_an_account(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CREATE]) == 0
    assert main([*CREATE]) == 1
    assert "already a project 'pilot'" in capsys.readouterr().err
    with reading(database_path()) as database:
        n_annotators = database.execute("SELECT count(*) FROM accounts WHERE role = 'annotator'").fetchone()[
            0
        ]
    assert n_annotators == 1


@pytest.mark.parametrize("role", list(MemberRole))
def test_people_are_invited_with_a_place_and_a_link_each(
    capsys: pytest.CaptureFixture[str], role: MemberRole
) -> None:
    main([*CREATE])
    capsys.readouterr()
    assert main(["invite", "--project", "pilot", "--role", role.value, "-n", "2"]) == 0
    lines = capsys.readouterr().out.split("\n")[:-1]
    with reading(database_path()) as database:
        invited = [account_of_invitation(database, line.rpartition("/")[2]) for line in lines]
    assert [line.split()[0] for line in lines] == [one.account_id for one in invited if one]
    assert roles() == [MemberRole.SUPERVISOR, role, role]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--project", "nowhere", "--role", "author"), "There is no project 'nowhere'."),
        (("--project", "pilot", "--role", "author", "-n", "0"), "1 to 1,000"),
        (("--project", "pilot", "--role", "author", "--address", "x"), "no address"),
    ],
)
def test_invitation_that_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], more: tuple[str, ...], sentence: str
) -> None:
    main([*CREATE])
    assert main(["invite", *more]) == 1
    assert sentence in capsys.readouterr().err
    assert roles() == [MemberRole.SUPERVISOR]
