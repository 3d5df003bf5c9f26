"""`python -m annotation coverage|agreement|set|member|admit`: what is printed, stored and refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotation.__main__ import main
from db.authored import MemberRole
from db.connection import open_database, reading, writing
from db.home import database_path
from db.items import is_frozen, load_item_set
from db.project_sets import sets_of_project
from db.projects import admissions_of, find_member
from index.collection import open_index
from tests.authoring import PROJECT, ROLES, make_draft, make_project
from tests.commands import outcome_of, run
from tests.small_study import SmallStudy

PROJECT_OPTION = ("--project", "pilot")


@pytest.fixture(autouse=True)
def home(small_study: SmallStudy, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of the small study, with a project on its index in which two items were accepted."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(small_study.home))
    index = open_index("small")
    changes = {"index_name": "small", "index_fingerprint": index.fingerprint}
    index.close()
    database = open_database(database_path())
    with writing(database):
        desk = make_project(database, PROJECT.model_copy(update=changes))
        desk.accepted()
        desk.accepted("bob", draft=make_draft("Another?").model_copy(update={"metadata": _free_text()}))
        desk.accepted("carl", draft=make_draft("Third?"))
        desk.submitted()
    database.close()
    return small_study.home


def _free_text():
    return make_draft().metadata.model_copy(update={"visual": "free text"})


def lines(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints for people."""
    code, printed = run(capsys, *arguments)
    assert code == 0, printed.err
    return str(printed.out)


def test_coverage_counts_against_the_targets(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = outcome_of(capsys, "coverage", *PROJECT_OPTION)
    assert outcome["items"] == {"of": "items", "have": 4, "in_work": 0, "want": 500.0, "missing": 496.0}
    assert [one["of"] for one in outcome["documents"]] == [
        "accounts/harbour-2021.pdf",
        "ferry log.pdf",
        "lighthouse.pdf",
    ]
    printed = lines(capsys, "coverage", *PROJECT_OPTION)
    assert printed.startswith("Project pilot: 4 submitted, 0 in work, 500 wanted, 496 missing\n")
    assert "  free text: 1 submitted, 0 in work, no target\n" in printed


def test_agreement_has_n_and_interval_and_says_what_is_undefined(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = outcome_of(capsys, "agreement", *PROJECT_OPTION)
    right = outcome["overall"]["figures"]["blind_right@search"]
    assert (right["value"], right["n"], right["interval"]["method"]) == (1.0, 3, "wilson")
    assert outcome["second_reviews"]["second_reviews_kappa"]["value"] is None
    assert [one["name"] for one in outcome["by_author"]] == ["ann", "bob", "carl"]
    assert [one["name"] for one in outcome["by_period"]] == ["2026-04"]
    by_week = outcome_of(capsys, "agreement", *PROJECT_OPTION, "--period", "week")["by_period"]
    assert [one["name"] for one in by_week] == ["2026-W14"]
    printed = lines(capsys, "agreement", *PROJECT_OPTION)
    assert "undefined: no submission was reviewed twice" in printed
    assert "nan" not in printed.lower()


def test_set_is_made_frozen_and_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert "has no item set yet" in lines(capsys, "set", "list", *PROJECT_OPTION)
    made = outcome_of(capsys, "set", "create", *PROJECT_OPTION, "--name", "v1")
    assert (made["n_items"], len(made["sha256"])) == (3, 64)
    assert "not frozen" in lines(capsys, "set", "list", *PROJECT_OPTION)
    frozen = outcome_of(capsys, "set", "freeze", *PROJECT_OPTION, "--name", "v1")
    assert frozen["sha256"] == made["sha256"]
    (listed,) = outcome_of(capsys, "set", "list", *PROJECT_OPTION)["sets"]
    assert (listed["made_by"], listed["frozen_by"], listed["sha256"]) == ("sue", "sue", made["sha256"])
    assert listed["frozen_at_ms"] == frozen["frozen_at_ms"]
    assert "frozen since 20" in lines(capsys, "set", "freeze", *PROJECT_OPTION, "--name", "v1")
    with reading(database_path()) as database:
        assert is_frozen(database, "v1")


@pytest.mark.parametrize(
    ("choice", "ids"),
    [
        (("--visual", "free text"), ["pilot-0002"]),
        (("--hop", "single", "--visual", "tabular"), ["pilot-0001", "pilot-0003"]),
        (("--item", "pilot-0003", "--item", "pilot-0001"), ["pilot-0003", "pilot-0001"]),
    ],
)
def test_set_takes_the_items_that_are_asked_for(
    capsys: pytest.CaptureFixture[str], choice: tuple[str, ...], ids: list[str]
) -> None:
    outcome_of(capsys, "set", "create", *PROJECT_OPTION, "--name", "v1", *choice)
    with reading(database_path()) as database:
        assert [item.item_id for item in load_item_set(database, "v1")] == ids


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (("coverage", "--project", "nowhere"), "no project 'nowhere'"),
        (("agreement", "--project", "nowhere"), "no project 'nowhere'"),
        (("set", "list", "--project", "nowhere"), "no project 'nowhere'"),
        (("member", "list", "--project", "nowhere"), "no project 'nowhere'"),
        (("set", "create", *PROJECT_OPTION, "--name", "v1", "--hop", "cross_doc"), "No accepted item fits"),
        (("set", "create", *PROJECT_OPTION, "--name", "v1", "--item", "pilot-0004"), "Not accepted"),
        (("set", "create", *PROJECT_OPTION, "--name", "v1", "--item", "a", "--hop", "single"), "not both"),
        (("set", "create", *PROJECT_OPTION, "--name", "small"), "already an item set 'small'"),
        (("set", "freeze", *PROJECT_OPTION, "--name", "small"), "has no item set 'small'"),
        (("admit", *PROJECT_OPTION, "--account", "ann", "--reason", "x"), "no candidate"),
        (("admit", *PROJECT_OPTION, "--account", "carl", "--reason", " "), "Say why"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_stores_nothing(
    capsys: pytest.CaptureFixture[str], command: tuple[str, ...], sentence: str
) -> None:
    assert main([*command]) == 1
    assert sentence in capsys.readouterr().err
    with reading(database_path()) as database:
        assert sets_of_project(database, "pilot") == []
        assert admissions_of(database, "pilot") == []


def test_members_are_listed_with_what_the_rule_says_of_candidates(
    capsys: pytest.CaptureFixture[str],
) -> None:
    members = outcome_of(capsys, "member", "list", *PROJECT_OPTION)["members"]
    assert [one["account"] for one in members] == list(ROLES)
    (carl,) = [one for one in members if one["qualification"]]
    assert (carl["account"], carl["n_items"], carl["qualification"]["advice"]) == ("carl", 1, "admit")
    assert "carl  candidate  all documents  1 item  admit: 1 item reviewed, and no error." in lines(
        capsys, "member", "list", *PROJECT_OPTION
    )


@pytest.mark.parametrize(
    ("more", "role", "verb"),
    [((), MemberRole.AUTHOR, "is admitted"), (("--refuse",), MemberRole.CANDIDATE, "is not admitted")],
)
def test_decision_on_a_candidate_is_recorded(
    capsys: pytest.CaptureFixture[str], more: tuple[str, ...], role: MemberRole, verb: str
) -> None:
    printed = lines(capsys, "admit", *PROJECT_OPTION, "--account", "carl", "--reason", "As agreed.", *more)
    assert printed.startswith(f"carl {verb}")
    with reading(database_path()) as database:
        (decision,) = admissions_of(database, "pilot")
        member = find_member(database, "pilot", "carl")
    assert (decision.admitted, decision.by, decision.reason) == (not more, "sue", "As agreed.")
    assert member is not None
    assert member.role is role
