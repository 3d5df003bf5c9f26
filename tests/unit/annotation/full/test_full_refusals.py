"""What a full import refuses: every bad line by name, and nothing is stored."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from annotation import authoring, commands
from annotation.authoring import Save
from annotation.drafts import item_of
from annotation.full_export import export_set
from db import items, projects
from db.connection import writing
from db.errors import InvalidInput, NotFound
from db.models import EvidenceMark
from tests.authoring import make_draft
from tests.commands import outcome_of, run
from tests.full_files import item_ids, rewritten
from tests.makers import NOON_MS, make_items


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
        (header_of(version=3), "written by a newer version"),
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


def test_evidence_is_checked_against_an_index(project_file, home, monkeypatch, capsys):
    documents = [SimpleNamespace(document="report.pdf", n_pages=3)]
    monkeypatch.setattr(commands, "open_index", lambda name: SimpleNamespace(documents=lambda: documents))
    home("there")
    code, printed = run(capsys, "import", str(project_file), "--index", "any")
    assert (code, printed.err.splitlines()[1:]) == (
        1,
        ["  line 3, evidence[1]: page 4 of 'report.pdf' does not exist, it has 3 pages"],
    )
