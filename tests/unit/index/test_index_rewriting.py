"""Older builds, which only a study uses, with damaged search files: written anew, or said why not."""

import json
import shutil
import sqlite3

import pytest

from index.check import check_index
from index.collection import open_index
from index.job import publish_sentence
from index.published import IndexFolder
from index.search_files import SEAL
from index.terminal import printed_report
from tests.pdfs import Sheet, write_pdf
from tests.unit.index.conftest import build as built

pytestmark = pytest.mark.usefixtures("remembered_reading")

QUERIES = ('"net revenue"', "scanbeta", "revenue OR sheet", "number*")


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """An index with a build that is no longer in use; its documents are gone from the folder."""
    root = tmp_path_factory.mktemp("older")
    write_pdf(root / "corpus/a.pdf", ["Net revenue rose", Sheet(picture="SCANBETA total 418")])
    write_pdf(root / "corpus/b.pdf", ["second sheet of numbers"])
    old = built(root / "corpus", root / "demo", ocr="auto").fingerprint
    (root / "corpus/a.pdf").unlink()
    write_pdf(root / "corpus/c.pdf", ["one more"])
    new = built(root / "corpus", root / "demo", ocr="auto").fingerprint
    assert old != new
    return root, old


@pytest.fixture
def place(template, tmp_path):
    """A copy that may be damaged."""
    shutil.copytree(template[0], tmp_path / "place")
    return tmp_path / "place"


@pytest.fixture
def old(place, template):
    return IndexFolder(place / "demo").build(template[1])


def turn_a_bit(path):
    path.chmod(0o644)
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))


def again(place):
    return built(place / "corpus", place / "demo", ocr="auto")


def answers(place, name):
    index = open_index(str(place / "demo"), name)
    found = [index.search(query, 5).model_dump(exclude={"took_ms"}) for query in QUERIES]
    index.close()
    return found


@pytest.mark.parametrize("name", ["search/pages.npy", "search/documents.json", SEAL])
def test_a_build_writes_a_damaged_older_build_anew_and_it_answers_as_before(place, old, name):
    before, manifest = answers(place, old.name), (old / "manifest.json").read_bytes()
    files = {path.name: path.read_bytes() for path in (old / "search").iterdir()}
    turn_a_bit(old / name)
    report = again(place)
    assert (report.rewritten, report.left_damaged) == ((old.name,), ())
    assert f"older build {old.name} was damaged and is written anew" in printed_report(report)
    assert "The damaged search files of 1 older build were written anew." in publish_sentence(report, "")
    assert answers(place, old.name) == before
    assert (old / "manifest.json").read_bytes() == manifest
    assert {path.name: path.read_bytes() for path in (old / "search").iterdir()} == files
    assert check_index(str(place / "demo"), place / "corpus").ok
    assert again(place).rewritten == ()


def test_an_open_older_build_goes_on_while_it_is_written_anew(place, old):
    index = open_index(str(place / "demo"), old.name)
    (old / "search/extra").touch()
    turn_a_bit(old / SEAL)
    again(place)
    assert index.search("scanbeta", 1).total == 1
    index.close()


def test_whole_older_builds_are_left_alone_and_those_that_lost_their_seal_are_written_anew(place, old):
    inode = (old / "search/pages.npy").stat().st_ino
    assert again(place).rewritten == ()
    assert (old / "search/pages.npy").stat().st_ino == inode
    (old / SEAL).unlink()
    (problem,) = check_index(str(place / "demo"), place / "corpus").problems
    assert problem == f"The search files of build {old.name!r} have no seal. Build the index again."
    assert again(place).rewritten == (old.name,)
    assert check_index(str(place / "demo"), place / "corpus").ok


def store(place, sql):
    database = sqlite3.connect(place / "demo/pages.sqlite")
    with database:
        database.execute(sql)
    database.close()


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("DELETE FROM pages WHERE page = 2", "The page store no longer has all pages of 'a.pdf'."),
        (
            "DELETE FROM ocr_pages",
            "The page store no longer has page 2 of 'a.pdf' as it was read for this build.",
        ),
    ],
)
def test_a_page_that_the_store_no_longer_has_is_named_and_the_build_stays(place, old, sql, sentence):
    turn_a_bit(old / "search/pages.npy")
    damaged = (old / "search/pages.npy").read_bytes()
    store(place, sql)
    report = again(place)
    said = f"Build {old.name} is damaged and cannot be written anew. {sentence}"
    assert (report.rewritten, report.left_damaged) == ((), (said,))
    assert said in printed_report(report)
    assert publish_sentence(report, report.fingerprint).endswith(said)
    assert (old / "search/pages.npy").read_bytes() == damaged
    assert IndexFolder(place / "demo").leftovers() == []


@pytest.mark.parametrize("change", [{"layout": "0"}, {"engine": "whoosh"}])
def test_a_manifest_that_was_changed_is_no_recipe(place, old, change):
    content = json.loads((old / "manifest.json").read_text())
    content["versions"] |= change
    (old / "manifest.json").write_text(json.dumps(content))
    turn_a_bit(old / "search/pages.npy")
    assert (
        f"(The manifest of build {old.name[:12]} of index 'demo' is damaged): restore its folder from a "
        "backup" in again(place).left_damaged[0]
    )


def test_a_build_of_another_version_is_left_to_it(place, old, monkeypatch):
    from index import rewriting

    monkeypatch.setattr(rewriting, "layout", lambda engine: "next")
    turn_a_bit(old / "search/pages.npy")
    assert "It was written by another version of Pagetrail" in again(place).left_damaged[0]


def test_a_build_whose_place_was_empty_when_its_builder_was_killed_is_put_back(place, old):
    turn_a_bit(old / "search/pages.npy")
    old.rename(old.with_name(f"{old.name}.replaced.unfinished"))
    report = again(place)
    assert report.rewritten == (old.name,)
    assert [path.name for path in old.parent.iterdir() if "unfinished" in path.name] == []
    assert check_index(str(place / "demo"), place / "corpus").ok
