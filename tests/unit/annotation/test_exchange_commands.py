"""`python -m annotation import|export` in every format. Cases 01, 43, 46."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from annotation import commands
from annotation.exchange.formats import FORMATS, item_file
from db.models import Item, PageRef
from tests.commands import outcome_of, run, stored_set

ENDS = {"madqa": "jsonl", "parquet": "parquet", "csv": "csv"}
ITEMS = [
    Item(
        item_id=f"q{number}",
        question=f"=Who {number}?",
        answer_variants=(("Ann", "Bob"), ("both",)),
        evidence=(PageRef(document="ten.pdf", page=number),),
    )
    for number in (1, 9)
]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """An empty home of its own for every test, and one index of two documents."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path / "home"))
    documents = [
        SimpleNamespace(document="ten.pdf", n_pages=10),
        SimpleNamespace(document="one.pdf", n_pages=1),
    ]
    monkeypatch.setattr(commands, "open_index", lambda name: SimpleNamespace(documents=lambda: documents))


@pytest.fixture
def file_of(tmp_path):
    """Write a file of this name; returns its path."""

    def writer(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else lines(*content))
        return str(path)

    return writer


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def row(item_id, *pages, document="ten.pdf"):
    places = [{"document": document, "page": page} for page in pages]
    return {"id": item_id, "question": "?", "answer_variants": [["x"]], "evidence": places}


@pytest.mark.parametrize("file_format", FORMATS)
def test_a_set_goes_out_and_in_again_by_the_end_of_the_name(file_format, file_of, tmp_path, capsys):
    end = ENDS[file_format]
    given = file_of(f"in.{end}", item_file(ITEMS, file_format))
    assert outcome_of(capsys, "import", given, "--set", "s", "--index", "any")["added"] == 2
    out = str(tmp_path / f"out.{end}")
    assert outcome_of(capsys, "export", out, "--set", "s")["format"] == file_format
    again = outcome_of(capsys, "import", out, "--set", "s")
    assert (again["added"], again["unchanged"]) == (0, 2)
    assert stored_set() == ITEMS


def test_the_format_can_be_said(file_of, tmp_path, capsys):
    given = file_of("in.txt", item_file(ITEMS, "csv"))
    assert outcome_of(capsys, "import", given, "--set", "s", "--format", "csv")["added"] == 2
    outcome_of(capsys, "export", str(tmp_path / "out"), "--set", "s", "--format", "parquet")
    assert (tmp_path / "out").read_bytes().startswith(b"PAR1")


def test_a_table_under_another_format_is_told_by_its_first_bytes(file_of, capsys):
    code, printed = run(capsys, "import", file_of("in.jsonl", item_file(ITEMS, "parquet")), "--set", "s")
    assert (code, printed.err) == (1, "'in.jsonl' is a Parquet table: add --format parquet.\n")


@pytest.mark.parametrize(("choice", "first"), [("with", b"\xef\xbb\xbf"), ("without", b'"id"')])
def test_csv_has_a_byte_order_mark_or_not(choice, first, file_of, tmp_path, capsys):
    outcome_of(capsys, "import", file_of("in.csv", item_file(ITEMS, "csv")), "--set", "s")
    out = tmp_path / "out.csv"
    outcome_of(capsys, "export", str(out), "--set", "s", "--byte-order-mark", choice)
    assert out.read_bytes().startswith(first)


def test_problems_of_tables_name_rows(file_of, capsys):
    given = file_of("in.csv", b"id,question,answer,evidence\r\nq1,?,x,ten.pdf#page=11\r\n")
    code, printed = run(capsys, "import", given, "--set", "s", "--index", "any")
    assert code == 1
    assert printed.err.splitlines() == [
        "'in.csv' has 1 row that cannot be used. Nothing was imported; repair them, or add --lenient to "
        "leave them out.",
        "  row 2, evidence[1]: page 11 of 'ten.pdf' does not exist, it has 10 pages",
    ]
    both = file_of(
        "both.csv",
        b"id,question,answer,evidence\r\nq1,?,x,ten.pdf#page=11\r\nq2,?,x,ten.pdf#page=10\r\n",
    )
    code, printed = run(capsys, "import", both, "--set", "s", "--index", "any", "--lenient")
    assert (code, printed.out.splitlines()[0]) == (
        0,
        "1 item added to set s, 0 already there; set s was made",
    )
    assert "left out: row 2, evidence[1]: page 11" in printed.out


@pytest.mark.parametrize("more", [[], ["--lenient"], ["--index", "any", "--lenient"]])
def test_a_file_that_starts_at_0_is_refused_as_a_whole(more, file_of, capsys):
    given = file_of("in.jsonl", [row("q1", 0), row("q2", 9)])
    code, printed = run(capsys, "import", given, "--set", "s", *more)
    assert code == 1
    assert "Nothing was imported. It seems to count pages from 0" in printed.err
    assert "  line 1, evidence[1].page: page 0 does not exist" in printed.err
    assert stored_set() == []


def test_a_file_that_starts_at_0_is_shifted_on_request(file_of, capsys):
    given = file_of("in.jsonl", [row("q1", 0), row("q2", 9)])
    outcome_of(capsys, "import", given, "--set", "s", "--index", "any", "--pages-start-at", "0")
    assert [item.evidence[0].page for item in stored_set()] == [1, 10]


def test_lines_with_page_0_are_left_out_when_the_file_surely_starts_at_1(file_of, capsys):
    given = file_of("in.jsonl", [row("q1", 0), row("q2", 10)])
    sure = [["--index", "any", "--lenient"], ["--pages-start-at", "1", "--lenient"]]
    outcomes = [outcome_of(capsys, "import", given, "--set", f"s{n}", *more) for n, more in enumerate(sure)]
    assert [outcome["added"] for outcome in outcomes] == [1, 1]
    assert [outcome["left_out"][0]["line"] for outcome in outcomes] == [1, 1]


def test_a_file_that_does_not_start_at_0_is_not_shifted(file_of, capsys):
    given = file_of("in.jsonl", [row("q1", 5), row("q2", 10)])
    arguments = ["import", given, "--set", "s", "--index", "any", "--pages-start-at", "0", "--lenient"]
    code, printed = run(capsys, *arguments)
    assert code == 1
    assert "It seems to count pages from 1: page 10 of 'ten.pdf' is its last one" in printed.err
    assert stored_set() == []


def test_a_dry_run_counts_and_says_whether_the_file_would_be_refused(file_of, capsys):
    given = file_of("in.jsonl", [row("q1", 0), row("q2", 9), row("q3", 2)])
    code, printed = run(capsys, "import", given, "--set", "s", "--dry-run")
    head, left_out, note, *_ = printed.out.splitlines()
    assert code == 0
    assert head == "2 items would be added to set s, 0 already there; set s would be made"
    assert left_out.startswith("left out: line 1, evidence[1].page: page 0")
    assert note.startswith("note: as it stands nothing would be imported. It seems to count pages from 0")
    assert stored_set() == []


def test_a_dry_run_of_a_good_file_has_no_such_note(file_of, capsys):
    given = file_of("in.jsonl", [row("q1", 1)])
    assert outcome_of(capsys, "import", given, "--set", "s", "--dry-run")["warnings"] == []


def test_a_card_folder_is_written_and_written_again(file_of, tmp_path, capsys):
    outcome_of(capsys, "import", file_of("in.csv", item_file(ITEMS, "csv")), "--set", "s")
    process = file_of("process.md", b"Two people wrote **every** item.")
    folder = tmp_path / "published"
    arguments = ["export", str(folder), "--set", "s", "--format", "card", "--title", "Town", "--split", "dev"]
    more = ["--licence", "cc-by-4.0", "--language", "en", "--language", "de", "--process", process]
    assert outcome_of(capsys, *arguments)["items"] == 2
    outcome = outcome_of(capsys, *arguments, *more)
    assert outcome["files"] == ["items.parquet", "items.jsonl", "README.md"]
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "Two people wrote **every** item." in card
    assert "Not measured: its items were not written here." in card
    assert 'language:\n  - "en"\n  - "de"\n' in card
    assert (folder / "items.jsonl").read_bytes() == item_file(ITEMS, "madqa")
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == [
        "README.md",
        "items.jsonl",
        "items.parquet",
    ]


def test_a_folder_of_somebody_else_is_left_alone(file_of, tmp_path, capsys):
    outcome_of(capsys, "import", file_of("in.csv", item_file(ITEMS, "csv")), "--set", "s")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "README.md").write_text("mine", encoding="utf-8")
    code, printed = run(capsys, "export", str(folder), "--set", "s", "--format", "card")
    assert (code, printed.err) == (1, "'mine' is not empty and no earlier export: name a new folder.\n")
    assert [path.read_text(encoding="utf-8") for path in folder.iterdir()] == ["mine"]


def test_a_folder_that_cannot_be_made_is_named_without_its_place(file_of, tmp_path, capsys):
    given = file_of("in.csv", item_file(ITEMS, "csv"))
    outcome_of(capsys, "import", given, "--set", "s")
    for place in (given, f"{given}/below"):
        code, printed = run(capsys, "export", place, "--set", "s", "--format", "card")
        assert code == 1
        assert "cannot be written" in printed.err
        assert str(tmp_path) not in printed.err


def test_an_export_that_spreadsheets_would_cut_says_so(file_of, tmp_path, capsys):
    long = ITEMS[0].model_copy(update={"answer_variants": (("x" * 40_000,),)})
    outcome_of(capsys, "import", file_of("in.jsonl", item_file([long], "madqa")), "--set", "s")
    _, printed = run(capsys, "export", str(tmp_path / "out.csv"), "--set", "s")
    assert "note: item 'q1' has a cell of more than 32,767 characters" in printed.out
