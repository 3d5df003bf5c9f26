"""`python -m annotation import|export --format full`: all or nothing, every bad line named."""

from __future__ import annotations

import json

from annotation import authoring, item_sets
from annotation.authoring import Save
from annotation.exchange.full import is_full_file
from annotation.exchange.full_records import FORMAT, VERSION
from annotation.workflow import Status
from db import items, projects
from db.accounts import find_account
from db.authored import Targets
from db.connection import writing
from db.models import By, Role
from tests.authoring import make_draft
from tests.commands import outcome_of, run
from tests.full_files import item_ids, rewritten
from tests.makers import NOON_MS


def test_a_project_goes_to_another_home_and_its_people_have_no_names_there(
    project_file, home, opened, tmp_path, capsys
):
    home("there")
    outcome = outcome_of(capsys, "import", str(project_file))
    assert (outcome["added"], outcome["unchanged"], outcome["accounts_made"]) == (3, 0, 7)
    there = opened()
    ann = find_account(there, "ann")
    assert (ann.name, ann.role, ann.study_id) == ("", Role.ANNOTATOR, None)
    assert there["invitations"].count == there["sign_ins"].count == 0
    assert [one.state.status for one in authoring.items_in(there, "pilot")] == [
        Status.ACCEPTED, Status.ACCEPTED, Status.DRAFT,
    ]  # fmt: skip
    again = tmp_path / "again.jsonl"
    outcome_of(capsys, "export", str(again), "--project", "pilot")
    assert again.read_bytes() == project_file.read_bytes()


def test_no_name_of_a_person_is_in_a_file(project_file):
    text = project_file.read_text(encoding="utf-8")
    assert '"ann"' in text
    assert not any(name in text for name in ("Ann", "Rita", "Sue"))


def test_a_second_import_adds_nothing(project_file, set_file, home, opened, capsys):
    home("there")
    assert outcome_of(capsys, "import", str(project_file))["added"] == 3
    assert outcome_of(capsys, "import", str(set_file))["continued"] == 2
    counts = {table: opened()[table].count for table in opened().table_names()}
    for path in (project_file, set_file):
        outcome = outcome_of(capsys, "import", str(path))
        assert (outcome["added"], outcome["continued"], outcome["accounts_made"]) == (0, 0, 0)
    assert {table: opened()[table].count for table in opened().table_names()} == counts


def test_a_project_that_wants_something_else_by_now_takes_the_file_and_keeps_its_targets(
    project_file, home, opened, capsys
):
    home("there")
    outcome_of(capsys, "import", str(project_file))
    there = opened()
    with writing(there):
        projects.set_targets(there, "pilot", Targets(n_items=7), By("sue", 1))
    outcome = outcome_of(capsys, "import", str(project_file))
    assert (outcome["added"], outcome["unchanged"]) == (0, 3)
    assert "project pilot keeps its targets here; those in the file are others" in outcome["warnings"]
    assert projects.find_project(there, "pilot").targets.n_items == 7


def test_a_frozen_set_comes_with_its_histories_and_stays_frozen(set_file, desk, home, opened, capsys):
    home("there")
    code, printed = run(capsys, "import", str(set_file))
    assert (code, printed.out) == (
        0,
        "2 items added to set v1, 0 already there; 7 accounts made; set v1 was made\n",
    )
    there = opened()
    assert items.frozen_at(there, "v1") == items.frozen_at(desk.database, "v1") == NOON_MS + 1000
    assert items.describe_item_set(there, "v1") == items.describe_item_set(desk.database, "v1")
    assert item_ids(there) == ["pilot-0002", "pilot-0001"]


def test_set_and_project_can_be_named_otherwise(project_file, set_file, home, opened, capsys):
    home("there")
    assert outcome_of(capsys, "import", str(set_file), "--set", "w1")["set"] == "w1"
    assert items.item_set_names(opened()) == ["w1"]
    home("elsewhere")
    assert outcome_of(capsys, "import", str(project_file), "--project", "second")["projects"] == ["second"]
    assert len(authoring.items_in(opened(), "second")) == 3
    for options, told in (
        (["--set", "w1"], "no item set: leave out --set"),
        (["--project", "No id"], "small letters"),
    ):
        code, printed = run(capsys, "import", str(project_file), *options)
        assert (code, told in printed.err) == (1, True)


def test_the_first_line_tells_the_format_not_the_name(project_file, set_file, home, tmp_path, capsys):
    madqa = tmp_path / "madqa.jsonl"
    outcome_of(capsys, "export", str(madqa), "--set", "v1")
    assert is_full_file(set_file.read_bytes())
    assert not is_full_file(madqa.read_bytes())
    odd = tmp_path / "odd.csv"
    odd.write_bytes(b"\xef\xbb\xbf\r\n" + set_file.read_bytes().replace(b"\n", b"\r\n"))
    home("there")
    assert outcome_of(capsys, "import", str(odd))["format"] == "full"
    told = [
        (
            [str(set_file), "--set", "s", "--format", "madqa"],
            "is a full export, with the history of its items",
        ),
        ([str(madqa), "--format", "full"], "does not begin with the header of a full export"),
        ([str(madqa)], "add --set and its name"),
        ([str(set_file), "--pages-start-at", "0"], "leave out --pages-start-at"),
    ]
    for arguments, sentence in told:
        code, printed = run(capsys, "import", *arguments)
        assert (code, sentence in printed.err) == (1, True), printed.err


def test_a_project_has_one_format_and_what_is_missing_is_named(desk, tmp_path, capsys):
    for arguments, told in (
        (["--project", "pilot", "--format", "csv"], "A project is exported with its whole history"),
        (["--project", "none"], "There is no project 'none'."),
        (["--set", "none", "--format", "full"], "There is no item set 'none'."),
    ):
        code, printed = run(capsys, "export", str(tmp_path / "x"), *arguments)
        assert (code, told in printed.err) == (1, True)
    assert not (tmp_path / "x").exists()


def test_a_history_that_went_on_is_continued_and_an_older_file_changes_nothing(
    project_file, desk, home, opened, tmp_path, capsys
):
    home("there")
    outcome_of(capsys, "import", str(project_file))
    home("here")
    authoring.save(desk.database, "pilot-0001", Save(make_draft("Now?"), 1), desk.by("ann"))
    authoring.submit(desk.database, "pilot-0001", 2, (), desk.by("ann"))
    desk.decide("pilot-0001", "rita", "accept")
    newer = tmp_path / "newer.jsonl"
    outcome_of(capsys, "export", str(newer), "--project", "pilot")
    home("there")
    outcome = outcome_of(capsys, "import", str(newer))
    assert (outcome["added"], outcome["continued"], outcome["unchanged"]) == (0, 1, 2)
    assert outcome_of(capsys, "import", str(project_file))["unchanged"] == 3
    there = opened()
    assert authoring.history(there, "pilot-0001") == authoring.history(desk.database, "pilot-0001")
    assert item_sets.accepted_items(there, "pilot") == item_sets.accepted_items(desk.database, "pilot")


def test_roles_here_stay_and_roles_that_acts_show_are_in_the_file(desk, home, tmp_path, capsys, opened):
    with writing(desk.database):
        member = projects.find_member(desk.database, "pilot", "rita")
        projects.put_member(desk.database, member.model_copy(update={"role": "candidate"}))
    path = tmp_path / "pilot.jsonl"
    outcome_of(capsys, "export", str(path), "--project", "pilot")
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    roles = {one["account_id"]: one["roles"] for one in header["projects"][0]["members"]}
    assert (roles["rita"], roles["ray"], roles["ann"]) == (["candidate", "author"], ["reviewer"], ["author"])
    home("there")
    outcome_of(capsys, "import", str(path))
    with writing(opened()) as there:
        rita = projects.find_member(there, "pilot", "rita")
        projects.put_member(there, rita.model_copy(update={"role": "author"}))
    outcome = outcome_of(capsys, "import", str(path))
    assert outcome["warnings"] == ["rita stays author here and is candidate in the file"]
    path = rewritten(path, lambda rows: rows[0]["projects"][0]["members"][4]["roles"].pop())
    home("elsewhere")
    _, printed = run(capsys, "import", str(path))
    assert "line 2, steps[2]: 'rita' may not: Candidates do not review" in printed.err


def test_the_header_says_what_it_is(set_file):
    header = json.loads(set_file.read_text(encoding="utf-8").splitlines()[0])
    assert list(header) == ["format", "version", "set", "projects", "n_items", "sha256"]
    assert (header["format"], header["version"], header["set"]["name"]) == (FORMAT, VERSION, "v1")
