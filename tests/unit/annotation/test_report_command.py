"""`python -m annotation report` over a stored set and a stand-in for an index."""

from __future__ import annotations

import json

import pytest

from annotation import report_command
from annotation.__main__ import main
from db.connection import open_database, writing
from db.home import database_path
from db.items import put_item_set
from tests.makers import NOON_MS
from tests.unit.annotation.construct_makers import index_of, item

PAGES = {"a.pdf:1": "harbor fees", "a.pdf:2": "ferry fuel"}


@pytest.fixture(autouse=True)
def stored(tmp_path, monkeypatch):
    """A set of two items, and an index of one document."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path / "home"))
    database = open_database(database_path())
    with writing(database):
        put_item_set(database, "fees", [item("q1", "harbor fees", "a.pdf:1"), item("q2", "What?")], NOON_MS)
    database.close()
    closed = []
    index = index_of(PAGES, closed)
    monkeypatch.setattr(report_command, "open_index", lambda name, fingerprint=None: index)
    return closed


def run(capsys, *arguments):
    code = main(["report", "--set", "fees", "--index", "reports", *arguments])
    return code, capsys.readouterr()


def test_report_prints_json_with_figures_items_and_notes(capsys, stored):
    code, printed = run(capsys, "--json")
    outcome = json.loads(printed.out)
    assert code == 0
    assert (outcome["set"], outcome["index"], outcome["n_pages"], outcome["k"]) == ("fees", "reports", 2, 5)
    assert outcome["figures"]["one_query_enough"]["value"] == 1
    assert [row["id"] for row in outcome["items"]] == ["q1", "q2"]
    assert outcome["notes"][0].endswith("having none: q2")
    assert stored == [True]


def test_report_prints_lines_for_people(capsys):
    code, printed = run(capsys, "--k", "1")
    assert code == 0
    assert printed.out.startswith(
        "Set fees (2 items) on index reports (1 document, 2 pages; build ffffffffffff"
    )
    assert "Answered without documents: no closed-book answers were given" in printed.out
    assert "One query is enough for: q1" in printed.out


def test_report_counts_closed_book_answers(capsys, tmp_path):
    path = tmp_path / "guesses.jsonl"
    path.write_text('{"item_id": "q1", "answer": "x"}\n', encoding="utf-8")
    outcome = json.loads(run(capsys, "--closed-book", str(path), "--json")[1].out)
    assert outcome["figures"]["guessed"]["value"] == 1
    assert outcome["items"][0]["guess"] == {"kind": "memorised", "is_right": True}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--k", "0"], "--k 0: a query shows 1 to 50 hits."),
        (["--closed-book", "gone.jsonl"], "There is no file 'gone.jsonl'."),
        (["--set", "gone"], "There is no item set 'gone'."),
    ],
)
def test_report_refuses_what_cannot_be_used(capsys, arguments, sentence):
    code, printed = run(capsys, *arguments)
    assert (code, printed.err.strip(), printed.out) == (1, sentence, "")
