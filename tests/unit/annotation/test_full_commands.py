"""`python -m annotation import|export --format full`: all or nothing, every bad line named."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from annotation import authoring, commands, item_sets
from annotation.__main__ import main
from annotation.authoring import Save
from annotation.drafts import item_of
from annotation.exchange.full import is_full_file
from annotation.exchange.full_records import FORMAT
from annotation.full_export import export_set
from annotation.workflow import Status
from db import items, projects
from db.accounts import find_account
from db.connection import open_database, writing
from db.errors import InvalidInput, NotFound
from db.home import database_path
from db.models import EvidenceMark, Role
from tests.authoring import Desk, make_draft, make_project
from tests.makers import NOON_MS, make_items


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Choose a home by its name; there may be several."""

    def enter(name):
        monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path / name))

    enter("here")
    return enter


@pytest.fixture
def opened():
    """Open the database of the present home, closed afterwards."""
    databases = []

    def opener():
        databases.append(open_database(database_path()))
        return databases[-1]

    yield opener
    for database in databases:
        database.close()


@pytest.fixture
def desk(home, opened) -> Desk:
    """Two accepted items and a draft by ann, and a frozen set of the two."""
    made = make_project(opened())
    accepted = [made.accepted(), made.accepted("bob", draft=make_draft("Else?", page=4))]
    authoring.new_item(made.database, "pilot", made.by("ann"), make_draft("Later?"))
    item_sets.make_item_set(made.database, "pilot", "v1", accepted[::-1], made.by("sue"))
    item_sets.freeze_item_set(made.database, "pilot", "v1", made.by("sue"))
    return made


@pytest.fixture
def project_file(desk, tmp_path, capsys):
    path = tmp_path / "pilot.jsonl"
    outcome_of(capsys, "export", str(path), "--project", "pilot", "--format", "full")
    return path


@pytest.fixture
def set_file(desk, tmp_path, capsys):
    path = tmp_path / "v1.jsonl"
    outcome_of(capsys, "export", str(path), "--set", "v1", "--format", "full")
    return path


def run(capsys, *arguments):
    code = main(list(arguments))
    return code, capsys.readouterr()


def outcome_of(capsys, *arguments):
    code, printed = run(capsys, *arguments, "--json")
    assert code == 0, printed.err
    return json.loads(printed.out)


def rewritten(path, change):
    """Change the rows of a file, as an editor would."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    change(rows)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(path)


def item_ids(database):
    return [one.item.item_id for one in authoring.items_in(database, "pilot")]


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


def test_a_frozen_set_comes_with_its_histories_and_stays_frozen(set_file, desk, home, opened, capsys):
    home("there")
    code, printed = run(capsys, "import", str(set_file))
    assert (code, printed.out) == (0, "2 items added to set v1, 0 already there; 7 accounts made\n")
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


def broken(rows):
    rows[1]["steps"][1]["account_id"] = "ann"  # her own item
    rows[2]["steps"][2]["content"]["stage"] = "guess"
    rows[3]["revisions"][0]["at_ms"] = "noon"


def test_every_bad_line_is_named_and_nothing_is_stored(project_file, home, opened, capsys):
    home("there")
    code, printed = run(capsys, "import", rewritten(project_file, broken))
    assert code == 1
    assert [line.strip() for line in printed.err.splitlines()] == [
        "'pilot.jsonl' has 3 lines that cannot be used. Nothing was imported; repair them, or add --lenient "
        "to leave them out.",
        "line 2, steps[2]: 'ann' may not: You wrote in this item, so somebody else reviews it; choose another"
        " one.",
        "line 3, steps[3].content.blind_answered.stage: Input should be 'search' or 'evidence'",
        "line 4, revisions[1].at_ms: Input should be a valid integer",
    ]
    assert projects.all_projects(opened()) == []
    assert opened()["accounts"].count == 0
    code, printed = run(capsys, "import", str(project_file), "--lenient")
    assert (code, printed.err.splitlines()[0].endswith("no line can be used.")) == (1, True)


def test_lenient_stores_the_good_lines(project_file, home, opened, capsys):
    home("there")
    path = rewritten(project_file, lambda rows: rows[1]["steps"].pop(2))
    outcome = outcome_of(capsys, "import", path, "--lenient")
    assert (outcome["added"], [one["line"] for one in outcome["left_out"]]) == (2, [2])
    assert item_ids(opened()) == ["pilot-0002", "pilot-0003"]


def test_a_dry_run_stores_nothing_and_says_what_would_be(project_file, home, opened, capsys):
    home("there")
    code, printed = run(capsys, "import", str(project_file), "--dry-run")
    assert (code, printed.out.split(",")[0]) == (0, "3 items would be added to project pilot")
    code, printed = run(capsys, "import", rewritten(project_file, broken), "--dry-run")
    assert code == 0
    assert "note: as it stands nothing would be imported." in printed.out
    assert opened()["accounts"].count == opened()["authored_items"].count == 0


def cut_off(rows):
    rows.pop()


def reworded(rows):
    rows[3]["revisions"][0]["why"] = "because"


@pytest.mark.parametrize(
    ("change", "told"), [(cut_off, "3 items, and 2 are there"), (reworded, "content hash does not fit")]
)
def test_a_file_that_is_not_as_it_was_written_is_refused(change, told, project_file, home, capsys):
    home("there")
    path = rewritten(project_file, change)
    code, printed = run(capsys, "import", path)
    assert (code, told in printed.err) == (1, True)
    outcome = outcome_of(capsys, "import", path, "--lenient")
    assert told in outcome["warnings"][0]


def test_a_set_with_other_items_than_its_hash_says_is_refused(set_file, home, capsys):
    home("there")
    path = rewritten(set_file, lambda rows: rows[1:3] == rows.__setitem__(slice(1, 3), rows[2:0:-1]))
    code, printed = run(capsys, "import", path)
    assert (code, "Its content hash does not fit" in printed.err) == (1, True)
    outcome = outcome_of(capsys, "import", path, "--lenient")
    assert "set v1 is not the set of the file: other items, or in another order" in outcome["warnings"]


def header_of(**changes):
    def change(rows):
        rows[0].update(changes)

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (header_of(version=2), "written by a newer version"),
        (header_of(n_items=-1), "The header of 'pilot.jsonl' cannot be used: line 1, n_items"),
        (header_of(set=None, projects=[]), "line 2, project: the header has no project 'pilot'"),
        (lambda rows: rows[0]["projects"][0]["members"].pop(2), "'ann' is no member of the project"),
        (lambda rows: rows[1].update(acceptances=[]), "acceptances: revision 1 by step 5 expected"),
        (lambda rows: rows[1]["acceptances"][0].update(revision=2), "acceptances: revision 1 by step 5"),
        (
            lambda rows: rows[1]["acceptances"][0]["item"].update(question="?"),
            "not what the accepted revision",
        ),
        (lambda rows: rows[3].update(item=rows[3]["revisions"][0]["draft"]), "line 4, item"),
        (lambda rows: rows[1].update(item=None), "line 2, item: it is not the item that stands accepted"),
        (lambda rows: rows[1]["steps"].pop(1), "line 2, steps[2].seq: 2 expected, not 3"),
        (lambda rows: rows[1].update(item_id=" "), "line 2, item_id"),
        (lambda rows: rows[2].update(rows[1]), "line 3, item_id: 'pilot-0001' stands in line 2 already"),
        (lambda rows: rows[1]["steps"][0].update(item_id="x"), "has the line's item_id"),
        (lambda rows: rows[1]["steps"][0].update(at_ms=-1), "-1 is no time"),
        (lambda rows: rows[1].update(created_at_ms=10**30), "line 2, created_at_ms"),
        (lambda rows: rows[3]["revisions"].clear(), "line 4, revisions: there is none"),
        (lambda rows: rows[3].update(revisions=4), "line 4, revisions"),
        (lambda rows: rows[3].update(project=None), "an item with a history belongs to a project"),
        (lambda rows: rows[3].update(author=None), "an item of a project has an author and a time"),
    ],
)
def test_what_does_not_fit_is_named(change, told, project_file, home, opened, capsys):
    home("there")
    code, printed = run(capsys, "import", rewritten(project_file, change))
    assert (code, told in printed.err) == (1, True), printed.err
    assert opened()["accounts"].count == 0


def test_items_that_no_reader_takes_are_refused(set_file, desk, home, capsys):
    with writing(desk.database):
        outside = make_items(1)[0]
        items.put_item_set(desk.database, "odd", [outside.model_copy(update={"question": " "})], NOON_MS)
    written = export_set(desk.database, "odd")
    assert written.warnings == ("an import would refuse line 2, item.question: it is blank, write it out",)
    home("there")
    set_file.write_bytes(written.content)
    code, printed = run(capsys, "import", str(set_file))
    assert (code, "line 2, item.question: it is blank" in printed.err) == (1, True)
    for document in (" ", "\u00a0"):
        marked = make_draft().model_copy(update={"evidence": (EvidenceMark(document=document, page=1),)})
        with pytest.raises(InvalidInput, match="it is blank, write it out"):
            item_of("q1", marked)
    with pytest.raises(InvalidInput, match="half of a surrogate pair"):
        item_of("q1", make_draft(answer="\ud800"))


def test_half_of_a_surrogate_pair_is_named_with_its_line(project_file, home, capsys):
    home("there")
    path = rewritten(project_file, lambda rows: rows[1]["revisions"][0].update(why="\ud800"))
    code, printed = run(capsys, "import", path)
    assert (code, "line 2: half of a surrogate pair" in printed.err) == (1, True)


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


def test_what_clashes_with_what_is_here_is_named(project_file, set_file, home, opened, capsys):
    home("there")
    outcome_of(capsys, "import", str(project_file))
    there = opened()
    authoring.save(there, "pilot-0003", Save(make_draft("Mine?"), 1), make_by("ann"))
    path = rewritten(project_file, reworded)
    code, printed = run(capsys, "import", path, "--lenient")
    assert code == 0
    assert "left out: line 4, item_id: 'pilot-0003' is here already and went on differently" in printed.out
    _, printed = run(capsys, "import", str(project_file), "--project", "other")
    assert "'pilot-0001' is here already, of another author, project or time" in printed.err
    path = rewritten(set_file, lambda rows: rows[0]["projects"][0]["project"].update(title="Else"))
    _, printed = run(capsys, "import", path)
    assert "Project 'pilot' is here with another title, index or other settings: add --project" in printed.err


def make_by(name):
    return authoring.By(name, NOON_MS + 9000)


def test_an_item_of_a_set_that_nobody_wrote_here_is_not_overwritten(set_file, home, opened, tmp_path, capsys):
    madqa = tmp_path / "madqa.jsonl"
    outcome_of(capsys, "export", str(madqa), "--set", "v1")
    home("there")
    outcome_of(capsys, "import", str(madqa), "--set", "theirs")
    _, printed = run(capsys, "import", str(set_file))
    told = "line 2, item_id: there is an item 'pilot-0002' here that was not written in a project"
    assert told in printed.err
    with pytest.raises(NotFound):
        items.load_item_set(opened(), "v1")


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


def test_evidence_is_checked_against_an_index(project_file, home, monkeypatch, capsys):
    documents = [SimpleNamespace(document="report.pdf", n_pages=3)]
    monkeypatch.setattr(commands, "open_index", lambda name: SimpleNamespace(documents=lambda: documents))
    home("there")
    code, printed = run(capsys, "import", str(project_file), "--index", "any")
    assert (code, printed.err.splitlines()[1:]) == (
        1,
        ["  line 3, evidence[1]: page 4 of 'report.pdf' does not exist, it has 3 pages"],
    )


def test_the_header_says_what_it_is(set_file):
    header = json.loads(set_file.read_text(encoding="utf-8").splitlines()[0])
    assert list(header) == ["format", "version", "set", "projects", "n_items", "sha256"]
    assert (header["format"], header["version"], header["set"]["name"]) == (FORMAT, 1, "v1")
