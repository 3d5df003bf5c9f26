"""The audit: each kind of damage is named, and a healthy index has none."""

import json
import os
import shutil
import sqlite3

import pytest

from db.errors import IndexMissing
from index.__main__ import main
from index.check import check_index
from index.published import IndexFolder
from index.search_files import SEAL
from tests.pdfs import pdf_bytes, write_pdf
from tests.unit.index.conftest import build as built

pytestmark = pytest.mark.usefixtures("remembered_reading")


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """Two documents and a refused file, built once."""
    root = tmp_path_factory.mktemp("check")
    write_pdf(root / "corpus/a.pdf", ["Net revenue rose", "second sheet"])
    write_pdf(root / "corpus/b.pdf", ["other words"])
    (root / "corpus/bad.pdf").write_bytes(b"no pdf at all")
    built(root / "corpus", root / "demo")
    return root


@pytest.fixture
def place(template, tmp_path):
    """A copy of it that may be damaged."""
    shutil.copytree(template, tmp_path / "place")
    return tmp_path / "place"


def report_of(place):
    return check_index(str(place / "demo"), place / "corpus")


def current_build(place):
    folder = IndexFolder(place / "demo")
    return folder.build(folder.current())


def test_documents_that_are_gone_are_named_and_those_that_moved_along_are_found(place):
    def elsewhere(name):
        return lambda content: content.update(corpus_folder=str(place / "old" / name))

    change_manifest(place, elsewhere("corpus"))
    moved = report_of(place)
    assert not any("cannot be drawn" in problem for problem in moved.problems)
    change_manifest(place, elsewhere("papers"))
    (told,) = [problem for problem in report_of(place).problems if "cannot be drawn" in problem]
    assert "2 documents" in told
    assert str(place) not in told


def change_manifest(place, change):
    path = current_build(place) / "manifest.json"
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


def change_store(place, *statements):
    connection = sqlite3.connect(place / "demo/pages.sqlite")  # damage
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_healthy_index_agrees_with_its_folder(place):
    report = report_of(place)
    assert report.ok
    assert (report.documents, report.pages, report.problems, report.leftovers) == (2, 3, (), ())


def test_files_that_are_new_changed_or_gone_are_named(place):
    write_pdf(place / "corpus/new.pdf", ["new"])
    write_pdf(place / "corpus/a.pdf", ["changed"])
    (place / "corpus/b.pdf").unlink()
    report = report_of(place)
    assert (report.added, report.changed, report.removed) == (("new.pdf",), ("a.pdf",), ("b.pdf",))
    assert not report.ok


def test_a_good_file_that_became_unusable_has_changed(place):
    (place / "corpus/a.pdf").write_bytes(b"")
    assert report_of(place).changed == ("a.pdf",)


def test_a_refused_file_with_other_bytes_has_changed(place):
    (place / "corpus/bad.pdf").write_bytes(pdf_bytes(["now it is good"]))
    assert report_of(place).changed == ("bad.pdf",)


def test_a_change_that_keeps_size_and_time_is_seen(place):
    path = place / "corpus/a.pdf"
    content, status = path.read_bytes(), path.stat()
    path.write_bytes(content[:-2] + b"\n\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert report_of(place).changed == ("a.pdf",)


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("DELETE FROM pages WHERE page = 2", "'a.pdf' has 2 pages in the manifest and 1 in the page store"),
        ("UPDATE pages SET thumbnail = NULL WHERE page = 2", "'a.pdf': the thumbnail is missing (pages 2)"),
        (
            "UPDATE pages SET words = (SELECT words FROM pages WHERE page = 2) WHERE page = 1",
            "'b.pdf': the words are not those that were indexed (pages 1)",
        ),
        ("DELETE FROM pages", "'b.pdf': the words are lost (pages 1)"),
        ("DROP TABLE pages", "'a.pdf': The page store of this index is damaged: restore its pages.sqlite"),
    ],
)
def test_a_page_store_that_lost_something_is_named(place, statement, problem):
    change_store(place, statement)
    report = report_of(place)
    assert not report.ok
    assert any(one.startswith(problem) for one in report.problems), report.problems


def test_a_manifest_that_was_changed_does_not_fit_its_fingerprint(place):
    change_manifest(place, lambda content: content["documents"].pop())
    assert any("does not fit its own fingerprint" in one for one in report_of(place).problems)


def test_a_build_that_waits_for_ocr_is_named(place):
    change_manifest(place, lambda content: content.update(ocr="pending"))
    assert any("still waits for OCR" in one for one in report_of(place).problems)


def test_a_document_that_stands_twice_is_named(place):
    change_manifest(place, lambda content: content["documents"].append(content["documents"][0]))
    assert any("'a.pdf' stands 2 times" in one for one in report_of(place).problems)


def test_search_files_of_another_build_are_told_by_their_words_whatever_the_seal_says(place, build):
    other = place / "other"
    write_pdf(other / "a.pdf", ["Net expenses fell", "second sheet"])
    write_pdf(other / "b.pdf", ["other words"])
    build(other, place / "else")
    theirs = IndexFolder(place / "else")
    shutil.rmtree(current_build(place) / "search")
    shutil.copytree(theirs.build(theirs.current()) / "search", current_build(place) / "search")
    (current_build(place) / SEAL).unlink()
    shutil.copy(theirs.build(theirs.current()) / SEAL, current_build(place) / SEAL)
    (problem,) = report_of(place).problems
    assert "'revenue' stands on 1 page and is found on 0" in problem


def test_search_files_with_pages_too_many_are_named(place, build):
    write_pdf(place / "corpus/c.pdf", ["one more"])
    build(place / "corpus", place / "demo")
    newer = current_build(place) / "manifest.json"
    content = json.loads(newer.read_text())
    content["documents"] = content["documents"][:2]
    newer.write_text(json.dumps(content))
    assert any("hold 4 pages, the manifest 3" in one for one in report_of(place).problems)


def test_an_older_build_that_cannot_be_opened_is_named(place, build):
    old = current_build(place)
    write_pdf(place / "corpus/c.pdf", ["one more"])
    build(place / "corpus", place / "demo")
    (old / "manifest.json").unlink()
    (problem,) = report_of(place).problems
    assert problem.startswith(f"Build '{old.name}' cannot be opened")


def test_a_pointer_to_nothing_is_named(place):
    (place / "demo/current").write_text("0" * 32 + "\n")
    with pytest.raises(IndexMissing, match=r"names build 0{32}, which is not there"):
        report_of(place)
    (place / "demo/current").unlink()
    with pytest.raises(IndexMissing, match="its pointer `current` names none of them"):
        report_of(place)


def test_what_a_killed_build_left_is_listed_and_no_difference(place):
    (place / "demo/builds" / ("1" * 32 + ".unfinished")).mkdir()
    (place / "demo/current.unfinished").write_text("x")
    report = report_of(place)
    assert report.ok
    assert report.leftovers == ("1" * 32 + ".unfinished", "current.unfinished")
    with IndexFolder(place / "demo").locked():
        assert report_of(place).leftovers == ()


def test_the_command_prints_what_differs_and_exits_1(place, capfdbinary):
    arguments = ["check", str(place / "demo"), str(place / "corpus")]
    assert main(arguments) == 0
    assert b"The index fits the folder: 2 documents, 3 pages" in capfdbinary.readouterr().out
    (place / "corpus/b.pdf").unlink()
    assert main(arguments) == 1
    said = capfdbinary.readouterr().out
    assert b"not in the folder: b.pdf\nleft out: bad.pdf is not a PDF" in said
    assert b"\nThe index does not fit the folder" in said
    assert main([*arguments, "--json"]) == 1
    content = json.loads(capfdbinary.readouterr().out)
    assert content["removed"] == ["b.pdf"]
    assert content["ok"] is False
    (place / "demo/current").write_text("0" * 32)
    assert main([*arguments, "--json"]) == 1
    said = capfdbinary.readouterr()
    assert said.out == b""
    assert said.err.startswith(b"The pointer of index 'demo' names build")
