import json
import os
import subprocess
import sys

import pytest

from index.__main__ import main
from index.collection import open_index
from tests.pdfs import Sheet, write_pdf

pytestmark = pytest.mark.usefixtures("remembered_reading")


@pytest.fixture
def run(capfdbinary, monkeypatch, tmp_path):
    """Run a command; gives its exit code, its standard output and its standard error."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path / "home"))

    def command(*arguments):
        capfdbinary.readouterr()
        code = main([str(argument) for argument in arguments])
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return command


@pytest.mark.parametrize(("arguments", "engine"), [((), "postings"), (("--engine", "whoosh"), "whoosh")])
def test_build_answers_from_postings_unless_told_otherwise(run, tmp_path, arguments, engine):
    write_pdf(tmp_path / "corpus/a.pdf", ["Net revenue"])
    run("build", tmp_path / "corpus", "--out", "demo", "--ocr", "off", "--workers", 1, *arguments)
    index = open_index("demo")
    assert index.manifest.versions.engine == engine
    assert index.search("revenue", 1).total == 1
    index.close()


def test_build_search_render_and_check_work_together(run, tmp_path):
    folder = tmp_path / "corpus"
    write_pdf(folder / "d/報告書.pdf", ["Net revenue of 2019", "second"])
    (folder / "zero.pdf").write_bytes(b"")
    code, out, err = run("build", folder, "--out", "demo", "--ocr", "off", "--workers", 1, "--json")
    report = json.loads(out)
    assert code == 0
    assert (report["documents"], report["pages"], report["ocr_pages"]) == (1, 2, 0)
    assert report["failed"] == [{"document": "zero.pdf", "reason": "is empty (0 bytes)"}]
    assert {"unchanged", "removed", "repaired", "no_usable_text", "fingerprint", "seconds"} <= report.keys()
    assert "pages/s" in err

    code, out, _ = run("search", "demo", "revenue", "-k", 3, "--json")
    result = json.loads(out)
    assert code == 0
    assert result["hits"][0]["document"] == "d/報告書.pdf"
    assert result["hits"][0] | {"score": 0} == {
        "rank": 1,
        "document": "d/報告書.pdf",
        "page": 1,
        "score": 0,
        "snippet": "Net revenue of 2019",
        "matches": [[4, 11]],
    }
    assert {"query", "parsed", "total", "took_ms", "fingerprint", "message"} <= result.keys()

    for name, start in (("page.png", b"\x89PNG"), ("page.jpg", b"\xff\xd8")):
        assert run("render", "demo", "d/報告書.pdf", 1, "--out", tmp_path / name, "--dpi", 50)[0] == 0
        assert (tmp_path / name).read_bytes().startswith(start)

    assert run("check", "demo", folder)[0] == 0
    write_pdf(folder / "new.pdf", ["new"])
    write_pdf(folder / "d/報告書.pdf", ["changed"])
    code, out, _ = run("check", "demo", folder, "--json")
    differences = json.loads(out)
    assert code == 1
    assert (differences["added"], differences["changed"], differences["removed"]) == (
        ["new.pdf"],
        ["d/報告書.pdf"],
        [],
    )


def test_commands_print_for_people_too(run, tmp_path):
    write_pdf(tmp_path / "corpus/a.pdf", ["Net revenue"])
    assert (
        "1 document, 1 page (0 by OCR)"
        in run("build", tmp_path / "corpus", "--out", "demo", "--ocr", "off")[1]
    )
    assert "a.pdf  p. 1" in run("search", "demo", "revenue")[1]
    assert "No page contains “missing”." in run("search", "demo", "missing")[1]


def test_a_refused_query_fails_with_its_sentence(run, small_index):
    code, out, err = run("search", small_index.out, "*")
    assert (code, out) == (1, "")
    assert "at least 2 letters" in err
    code, out, err_with_json = run("search", small_index.out, "*", "--json")
    assert (code, err_with_json) == (1, err)
    assert json.loads(out)["refused"] is True
    assert json.loads(out)["message"] + "\n" == err


def test_a_search_that_finds_nothing_is_done(run, small_index):
    code, out, err = run("search", small_index.out, "nowhereatall")
    assert (code, err) == (0, "")
    assert "No page contains" in out


@pytest.mark.parametrize("out", [".", "./photographs", "../photographs"])
def test_a_folder_with_other_things_in_it_is_not_filled(run, tmp_path, monkeypatch, out):
    write_pdf(tmp_path / "corpus/a.pdf", ["word"])
    here = tmp_path / "photographs"
    (here / "photographs").mkdir(parents=True)
    for folder in (here, here / "photographs"):
        (folder / "letter.txt").write_text("mine")
    monkeypatch.chdir(here)
    code, said, err = run("build", tmp_path / "corpus", "--out", out, "--ocr", "off")
    assert (code, said) == (1, "")
    assert err == (
        "The folder 'photographs' is not empty and holds no index; give --out the name of an index, or a "
        "folder that is new or empty.\n"
    )
    assert sorted(path.name for path in here.rglob("*")) == ["letter.txt", "letter.txt", "photographs"]


@pytest.mark.parametrize("left_behind", [(), ("lock",), ("lock", "pages.sqlite")])
def test_an_empty_folder_and_one_of_a_killed_build_are_filled(run, tmp_path, left_behind):
    write_pdf(tmp_path / "corpus/a.pdf", ["word"])
    (tmp_path / "out").mkdir()
    for name in left_behind:
        (tmp_path / "out" / name).touch()
    code, _, err = run("build", tmp_path / "corpus", "--out", tmp_path / "out", "--ocr", "off")
    assert code == 0, err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("search", "missing", "word"), "There is no index 'missing'"),
        (("build", "nowhere", "--out", "demo"), "The folder 'nowhere' does not exist"),
        (("build", "nowhere", "--out", "bad name"), "index name 'bad name' cannot be used"),
    ],
)
def test_failures_are_one_sentence_and_exit_1(run, arguments, sentence):
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert err.startswith(sentence)
    assert err.count("\n") == 1


def test_a_home_that_is_no_folder_is_a_sentence(run, tmp_path, monkeypatch):
    write_pdf(tmp_path / "corpus/a.pdf", ["word"])
    monkeypatch.setenv("PAGETRAIL_HOME", "/dev/null")
    code, out, err = run("build", tmp_path / "corpus", "--out", "demo", "--ocr", "off")
    assert (code, out, err) == (1, "", "Index 'demo' cannot be written: not a directory.\n")
    code, out, err = run("build", tmp_path / "corpus", "--out", "/proc/nothing", "--ocr", "off")
    assert (code, out) == (1, "")
    assert err == "Index 'nothing' cannot be written: no such file or directory.\n"


def test_a_reader_that_goes_away_is_no_traceback(small_index):
    command = [sys.executable, "-m", "index", "search", str(small_index.out), "MARKER*", "--json"]
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (1, "")


def test_a_page_of_thousands_of_digits_is_refused_like_any_other(small_index, capsys):
    with pytest.raises(SystemExit):
        main(["render", str(small_index.out), "scan.pdf", "9" * 5000, "--out", "x.png"])
    said = capsys.readouterr().err
    assert f"argument PAGE: {'9' * 40}… is not a whole number from 1 to 1000000" in said


def test_names_with_line_breaks_stay_on_one_line(run, tmp_path):
    (tmp_path / "corpus").mkdir()
    write_pdf(tmp_path / "corpus/a\nb\x1b[31m.pdf", ["Net revenue"])
    (tmp_path / "corpus/zero\r\n.pdf").write_bytes(b"")
    out = run("build", tmp_path / "corpus", "--out", "demo", "--ocr", "off", "--workers", 1)[1]
    assert "failed: zero\\r\\n.pdf is empty (0 bytes)\n" in out
    assert "1  a\\nb\\x1b[31m.pdf  p. 1" in run("search", "demo", "revenue")[1]
    (tmp_path / "corpus/a\nb\x1b[31m.pdf").unlink()
    assert "not in the folder: a\\nb\\x1b[31m.pdf\n" in run("check", "demo", tmp_path / "corpus")[1]


@pytest.mark.parametrize("name", ["p.gif", "p", "p.png.txt", ".png"])
def test_a_page_is_drawn_as_what_its_name_says_or_not_at_all(run, small_index, tmp_path, name):
    code, out, err = run("render", small_index.out, "scan.pdf", 1, "--out", tmp_path / name)
    assert (code, out) == (1, "")
    assert err == f"{name!r} cannot be written: a page is drawn as a .png, .jpg or .jpeg file only.\n"
    assert not (tmp_path / name).exists()


def test_what_was_drawn_is_said(run, small_index, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("render", small_index.out, "scan.pdf", 1, "--out", "p.JPG", "--dpi", 30)
    assert code == 0
    assert out.startswith("Page 1 of 'scan.pdf' is in 'p.JPG' now (")
    assert out.endswith(" bytes).\n")


def test_reading_again_says_the_next_step(run, tmp_path):
    write_pdf(tmp_path / "corpus/-scan.pdf", [Sheet(picture="SCANBETA total 418")])
    run("build", tmp_path / "corpus", "--out", "demo", "--ocr", "off", "--workers", 1)
    code, out, _ = run("reread", "--", "demo", "-scan.pdf", 1)
    assert code == 0
    assert out.endswith(
        "Page 1 of '-scan.pdf' was read again: 0 words before, 3 now.\n"
        "Searches find the new text after the next build: "
        "`.venv/bin/python -m index build FOLDER --out demo`.\n"
    )


def test_a_page_that_is_not_there_is_a_failure(run, small_index, tmp_path):
    code, _, err = run("render", small_index.out, "../scan.pdf", 1, "--out", tmp_path / "x.png")
    assert (code, err) == (1, "There is no document '../scan.pdf' in index 'demo'.\n")
    assert not (tmp_path / "x.png").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("build",),
        ("search", "demo"),
        ("search", "demo", "x", "-k", "0"),
        ("build", "x", "--out", "y", "--ocr", "no"),
    ],
)
def test_wrong_usage_exits_2(run, arguments):
    with pytest.raises(SystemExit) as exit_:
        run(*arguments)
    assert exit_.value.code == 2
