"""`python -m annotation import|export`: all or nothing, every bad line named. Cases 01, 12, 41, 43, 55."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from annotation import commands
from annotation.__main__ import main
from tests.commands import outcome_of, run, stored_set


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """An empty home of its own for every test."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path / "home"))


@pytest.fixture
def write(tmp_path):
    """Write rows, or bytes, as a file; returns the path."""

    def writer(name, *rows):
        path = tmp_path / name
        lines = [
            row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode() for row in rows
        ]
        path.write_bytes(b"\n".join(lines))
        return str(path)

    return writer


@pytest.fixture
def collection(monkeypatch):
    """An index that knows these documents, wherever one is opened."""
    documents = [
        SimpleNamespace(document=name, n_pages=n)
        for name, n in (("ten.pdf", 10), ("a/report.pdf", 1), ("b/report.pdf", 1), ("u/U\u0308ber.pdf", 1))
    ]
    monkeypatch.setattr(commands, "open_index", lambda name: SimpleNamespace(documents=lambda: documents))


def item(item_id, *evidence, **more):
    places = [{"document": d, "page": int(p)} for d, p in (e.split(":") for e in evidence or ["ten.pdf:1"])]
    return {"id": item_id, "question": f"{item_id}?", "answer_variants": [["x"]], "evidence": places, **more}


def stored(name="s"):
    return [one.item_id for one in stored_set(name)]


def test_items_are_imported_once_and_again_without_change(write, capsys):
    path = write("items.jsonl", item("q1"), item("q2"))
    first = outcome_of(capsys, "import", path, "--set", "s")
    second = outcome_of(capsys, "import", path, "--set", "s")
    assert (first["added"], first["unchanged"]) == (2, 0)
    assert (second["added"], second["unchanged"]) == (0, 2)
    assert stored() == ["q1", "q2"]


def test_a_bad_line_stops_the_whole_import_and_every_one_is_named(write, capsys):
    path = write(
        "items.jsonl", item("q1"), b'{"id": ', item("", "ten.pdf:1"), b"", item("q1", question="Else?")
    )
    code, printed = run(capsys, "import", path, "--set", "s")
    assert (code, printed.out) == (1, "")
    assert printed.err.splitlines()[0].startswith("'items.jsonl' has 3 lines that cannot be used. Nothing")
    assert [line.split(":")[0].strip() for line in printed.err.splitlines()[1:]] == [
        "line 2",
        "line 3, id",
        "line 5, id",
    ]
    assert stored() == []


def test_lenient_imports_the_good_lines_and_names_the_others(write, capsys):
    path = write("items.jsonl", item("q1"), b"{", item("q2"))
    outcome = outcome_of(capsys, "import", path, "--set", "s", "--lenient")
    assert outcome["added"] == 2
    assert [problem["line"] for problem in outcome["left_out"]] == [2]
    assert stored() == ["q1", "q2"]


def test_a_repaired_file_adds_only_what_was_left_out(write, capsys):
    rows = [item("q1"), b'{"id": "q2", ', item("q3"), item("q1", question="Else?")]
    left = outcome_of(capsys, "import", write("items.jsonl", *rows), "--set", "s", "--lenient")
    assert [problem["line"] for problem in left["left_out"]] == [2, 4]
    rows[1:] = [item("q2"), item("q3")]
    assert outcome_of(capsys, "import", write("items.jsonl", *rows), "--set", "s")["added"] == 1
    assert stored() == ["q1", "q3", "q2"]


def test_a_dry_run_says_what_would_be_added_and_stores_nothing(write, capsys):
    path = write("items.jsonl", item("q1"), b"{")
    outcome = outcome_of(capsys, "import", path, "--set", "s", "--dry-run")
    assert (outcome["added"], outcome["dry_run"], len(outcome["left_out"])) == (1, True, 1)
    assert stored() == []


def test_another_item_under_a_stored_id_is_refused_with_its_line(write, capsys):
    outcome_of(capsys, "import", write("one", item("q1")), "--set", "s")
    code, printed = run(
        capsys, "import", write("two", item("q0"), item("q1", question="Else?")), "--set", "s"
    )
    assert code == 1
    assert "line 2, id: item 'q1' is already in set 's' with other content" in printed.err
    assert stored() == ["q1"]


def test_evidence_is_checked_against_an_index(write, capsys, collection):
    path = write(
        "items.jsonl",
        item("q1", "ten.pdf:10"),
        item("q2", "ten.pdf:11"),
        item("q3", "report.pdf:1"),
        item("q4", "u/\u00dcber.pdf:1"),
        item("q5", "ten.pdf:1", "../../etc/hosts:1"),
    )
    code, printed = run(capsys, "import", path, "--set", "s", "--index", "any")
    lines = printed.err.splitlines()[1:]
    assert code == 1
    assert lines[0] == "  line 2, evidence[1]: page 11 of 'ten.pdf' does not exist, it has 10 pages"
    assert "'report.pdf' is ambiguous, it could be 'a/report.pdf' or 'b/report.pdf'" in lines[1]
    assert "looks alike" in lines[2]
    assert "line 5, evidence[2]: unknown document '../../etc/hosts'" in lines[3]
    assert stored() == []


def test_good_evidence_passes_the_check(write, capsys, collection):
    path = write("items.jsonl", item("q1", "ten.pdf:1", "ten.pdf:10"), item("q2", "a/report.pdf:1"))
    assert outcome_of(capsys, "import", path, "--set", "s", "--index", "any")["added"] == 2


def test_zero_based_items_are_refused_or_shifted(write, capsys, collection):
    path = write("items.jsonl", item("q1", "ten.pdf:0", "ten.pdf:9"))
    code, printed = run(capsys, "import", path, "--set", "s")
    assert code == 1
    assert "add --pages-start-at 0" in printed.err
    arguments = ("import", path, "--set", "s", "--index", "any", "--pages-start-at", "0")
    assert outcome_of(capsys, *arguments)["added"] == 1


def test_export_and_import_again_is_the_same_set(write, tmp_path, capsys):
    rows = [
        item("x1", "b/Report.pdf:1", "a/report.pdf:3", question="What? <img src=x>", domain="Law"),
        item("<i>x2</i>", "d/\u00dcber.pdf:2", answer_variants=[["<b>418</b>", "\u00e9"], ["=1+1"]]),
    ]
    outcome_of(capsys, "import", write("items.jsonl", *rows), "--set", "s")
    exported = tmp_path / "out.jsonl"
    outcome_of(capsys, "export", str(exported), "--set", "s")
    outcome_of(capsys, "import", str(exported), "--set", "again")
    outcome_of(capsys, "export", str(tmp_path / "out2.jsonl"), "--set", "again")
    assert exported.read_bytes() == (tmp_path / "out2.jsonl").read_bytes()
    again = [json.loads(line) for line in exported.read_text(encoding="utf-8").splitlines()]
    assert [row["question"] for row in again] == ["What? <img src=x>", "<i>x2</i>?"]
    assert again[1]["answer_variants"] == [["<b>418</b>", "\u00e9"], ["=1+1"]]


@pytest.mark.parametrize(
    "content",
    [
        ("\ufeff" + json.dumps(item("u1"))).encode(),
        json.dumps(item("u1")).encode() + b"\r\n\r\n",
        b"\n\n" + json.dumps(item("u1")).encode(),
    ],
)
def test_marks_line_ends_and_blank_lines_do_not_matter(write, capsys, content):
    outcome_of(capsys, "import", write("f.JSONL", content), "--set", "s")
    assert stored() == ["u1"]


def test_a_file_in_another_encoding_is_refused_by_name_and_stores_nothing(write, capsys):
    path = write(
        "latin1.jsonl", json.dumps(item("u1", question="Café"), ensure_ascii=False).encode("latin-1")
    )
    code, printed = run(capsys, "import", path, "--set", "s", "--lenient")
    assert code == 1
    assert "'latin1.jsonl' is not UTF-8" in printed.err
    assert stored() == []


def test_an_empty_file_says_so(write, capsys):
    code, printed = run(capsys, "import", write("empty.jsonl"), "--set", "s")
    assert (code, printed.out, printed.err) == (
        1,
        "",
        "Nothing was imported: 'empty.jsonl' holds no items.\n",
    )


def test_a_file_of_which_nothing_can_be_used_is_refused_also_when_lenient(write, capsys):
    path = write("bad.jsonl", b"{", b"[]")
    code, printed = run(capsys, "import", path, "--set", "s", "--lenient")
    assert (code, printed.out) == (1, "")
    assert printed.err.startswith("'bad.jsonl' has 2 lines that cannot be used.")
    assert "Nothing was imported: no line can be used." in printed.err
    assert stored() == []


def test_a_dry_run_over_bad_lines_has_done_its_work(write, capsys):
    outcome = outcome_of(capsys, "import", write("bad.jsonl", b"{"), "--set", "s", "--dry-run")
    assert (outcome["added"], len(outcome["left_out"])) == (0, 1)


@pytest.mark.parametrize("char", ["\u0000", "\u202e", "\u200b", "\n"])
def test_an_id_with_a_character_that_nobody_sees_is_refused(write, capsys, char):
    code, printed = run(capsys, "import", write("items.jsonl", item(f"q{char}1")), "--set", "s")
    assert code == 1
    assert f"line 1, id: holds the invisible character U+{ord(char):04X}" in printed.err


def test_lines_with_several_faults_count_once(write, capsys, collection):
    bad = item("q1", "no.pdf:1", "nor.pdf:1")
    code, printed = run(capsys, "import", write("items.jsonl", bad), "--set", "s", "--index", "any")
    assert code == 1
    assert printed.err.startswith("'items.jsonl' has 1 line that cannot be used.")


def test_people_read_what_happened(write, capsys):
    path = write("items.jsonl", item("q1", note="x"), b"{")
    code, printed = run(capsys, "import", path, "--set", "s", "--lenient")
    assert (code, printed.out.splitlines()[0]) == (
        0,
        "1 item added to set s, 0 already there; set s was made",
    )
    assert "left out: line 2: not JSON" in printed.out
    assert "note: field 'note' is not kept (1 row)" in printed.out


def test_exporting_an_unknown_set_is_an_error(tmp_path, capsys):
    code, printed = run(capsys, "export", str(tmp_path / "x.jsonl"), "--set", "nothing")
    assert (code, printed.err) == (1, "There is no item set 'nothing'.\n")


def test_files_that_cannot_be_opened_are_named_without_their_folder(write, tmp_path, capsys):
    outcome_of(capsys, "import", write("items.jsonl", item("q1")), "--set", "s")
    for arguments in (
        ("import", str(tmp_path / "absent.jsonl"), "--set", "s"),
        ("import", str(tmp_path), "--set", "s"),
        ("export", str(tmp_path / "no" / "folder.jsonl"), "--set", "s"),
        ("import", str(tmp_path / "x"), "--set", "../x"),
    ):
        code, printed = run(capsys, *arguments)
        assert code == 1
        assert str(tmp_path.parent) not in printed.err


def test_usage_errors_exit_with_2(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["import"])
    assert stop.value.code == 2
