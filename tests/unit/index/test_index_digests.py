"""What was changed behind the index's back is named, and a build puts it right."""

import json
import shutil
import sqlite3
import zlib

import pytest

from db.errors import IndexMissing
from index.check import check_index
from index.collection import open_index
from index.published import IndexFolder
from index.search_files import SEAL
from tests.index_answers import hits
from tests.older_builds import without_digests
from tests.pdfs import write_pdf
from tests.unit.index.conftest import build as built


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    root = tmp_path_factory.mktemp("digests")
    write_pdf(root / "corpus/a.pdf", ["Net revenue rose", "second sheet"])
    write_pdf(root / "corpus/b.pdf", ["other words"])
    write_pdf(root / "corpus/c.pdf", ["third document"])
    built(root / "corpus", root / "demo")
    return root


@pytest.fixture
def place(template, tmp_path):
    """A copy of it that may be damaged."""
    shutil.copytree(template, tmp_path / "place", copy_function=shutil.copy2)
    return tmp_path / "place"


def report_of(place):
    return check_index(str(place / "demo"), place / "corpus")


def again(place, **changes):
    return built(place / "corpus", place / "demo", **changes)


def current_build(place):
    folder = IndexFolder(place / "demo")
    return folder.build(folder.current())


def in_page(name, value):
    return lambda content: content["documents"][0]["pages"][0].update({name: value})


CHANGES = {
    "width": in_page("width_pt", 300.0),
    "label": in_page("label", "xii"),
    "source": in_page("source", "ocr"),
    "garbage_rate": in_page("garbage_rate", 0.9),
    "confidence": in_page("confidence", 3.0),
    "ink": in_page("ink_rate", 0.5),
    "words": in_page("n_words", 7),
    "digest of words": in_page("layer_digest", "0" * 32),
    "status": lambda content: content["documents"][0].update(status="repaired"),
    "name": lambda content: content["documents"][1].update(document="x.pdf"),
    "sha256": lambda content: content["documents"][1].update(sha256="0" * 64),
    "pages": lambda content: content["documents"][0]["pages"].pop(),
    "document": lambda content: content["documents"].append(content["documents"][0]),
    "folder": lambda content: content.update(corpus_folder="elsewhere"),
    "time": lambda content: content.update(built_at_ms=1),
    "fingerprint": lambda content: content.update(fingerprint="0" * 32),
    "failed": lambda content: content["failed"].append({"document": "ghost.pdf", "reason": "is damaged"}),
    "no digest": lambda content: content.pop("digest"),
}


def test_whatever_is_changed_in_a_manifest_is_named_and_nobody_opens_it(place):
    path = current_build(place) / "manifest.json"
    whole = path.read_text()
    for name, change in CHANGES.items():
        content = json.loads(whole)
        change(content)
        path.write_text(json.dumps(content))
        problems = report_of(place).problems
        assert any(problem.startswith("The manifest of build ") for problem in problems), name
        with pytest.raises(
            IndexMissing,
            match=r"^The manifest of build \w{12} of index 'demo' is damaged; build the index again\.$",
        ):
            open_index(str(place / "demo"))


@pytest.mark.parametrize("name", ["name", "label"])
def test_a_build_mends_a_manifest_and_keeps_its_name(place, name):
    path = current_build(place) / "manifest.json"
    content = json.loads(path.read_text())
    CHANGES[name](content)
    path.write_text(json.dumps(content))
    report = again(place)
    assert (report.fingerprint, report.mended) == (path.parent.name, True)
    assert report_of(place).ok


def test_a_damaged_older_build_is_mended_before_it_is_in_use_again(place):
    old = current_build(place)
    write_pdf(place / "corpus/d.pdf", ["one more"])
    again(place)
    content = json.loads((old / "manifest.json").read_text())
    CHANGES["sha256"](content)
    (old / "manifest.json").write_text(json.dumps(content))
    assert f"Build {old.name!r} cannot be opened" in report_of(place).problems[0]
    (place / "corpus/d.pdf").unlink()
    assert again(place).fingerprint == old.name
    assert not any(old.name in problem for problem in report_of(place).problems)
    assert report_of(place).added == ()


def packed_words(change):
    def changed(blob):
        return zlib.compress(json.dumps(change(json.loads(zlib.decompress(blob)))).encode())

    return changed


def changed_word(words):
    return [[*word[:4], "x" * len(word[4]), word[5]] for word in words]


def moved(words):
    return [[word[0] + 0.1, *word[1:]] for word in words]


WORDS = "the words are not those that were indexed"
READ = "size, label, thumbnail or words are not as they were stored"
DAMAGES = {
    "UPDATE pages SET words = spelled(words)": WORDS,
    "UPDATE pages SET words = moved(words)": WORDS,
    "UPDATE pages SET words = substr(words, 1, 20)": "the words are damaged",
    "UPDATE pages SET thumbnail = x'00'": READ,
    "UPDATE pages SET width_pt = width_pt * 2": READ,
    "UPDATE pages SET label = 'zz'": READ,
    "UPDATE pages SET label = CAST(x'ff' AS TEXT)": READ,
    "UPDATE pages SET failure = CAST(x'ff' AS TEXT)": READ,
    "UPDATE pages SET page = page + 2": "the words are lost",
    "UPDATE documents SET n_pages = 1": "what the page store says of it is damaged",
    "UPDATE documents SET refusal = 'is a ghost'": "what the page store says of it is damaged",
    "DELETE FROM row_digests": READ,
}


def change_store(place, *statements):
    connection = sqlite3.connect(place / "demo/pages.sqlite")  # damage
    connection.create_function("spelled", 1, packed_words(changed_word))
    connection.create_function("moved", 1, packed_words(moved))
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_whatever_is_changed_in_the_page_store_is_named(place):
    whole = (place / "demo/pages.sqlite").read_bytes()
    for statement, sentence in DAMAGES.items():
        (place / "demo/pages.sqlite").write_bytes(whole)
        change_store(place, statement)
        report = report_of(place)
        assert not report.ok
        assert any(sentence in problem for problem in report.problems), (statement, report.problems)


def test_a_build_reads_again_what_is_damaged_and_nothing_else(place):
    name = current_build(place).name
    of_a, of_b = (f" WHERE sha256 = '{entry}'" for entry in sha256s(place, "a.pdf", "b.pdf"))
    change_store(
        place,
        "UPDATE pages SET words = substr(words, 1, 20), label = CAST(x'ff' AS TEXT)" + of_a + " AND page = 2",
        "INSERT INTO pages SELECT sha256, extractor, 9, width_pt, height_pt, label, n_chars, garbage_rate, "
        "image_share, ink_rate, ink_coverage, failure, words, thumbnail FROM pages" + of_a + " AND page = 1",
        "UPDATE documents SET refusal = 'is a ghost'" + of_b,
        "UPDATE file_hashes SET sha256 = (SELECT min(sha256) FROM documents)",
    )
    report = again(place)
    assert (report.fingerprint, report.unchanged, report.failed) == (name, 3, ())
    assert report_of(place).ok
    assert hits(place / "demo", "second OR other") == [("a.pdf", 2), ("b.pdf", 1)]


def sha256s(place, *documents):
    index = open_index(str(place / "demo"), search_files="when asked")
    found = [index.document(document).sha256 for document in documents]
    index.close()
    return found


def test_a_seal_that_is_gone_is_named_and_written_anew(place):
    (current_build(place) / SEAL).unlink()
    # Whoever searched this might be ended by it.
    path = current_build(place) / "search/pages.npy"
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:40])
    (problem,) = report_of(place).problems
    assert problem.startswith("The search files have no seal (search.sha256.json)")
    assert again(place).mended
    assert report_of(place).ok


def test_a_build_that_is_older_than_digests_opens_and_the_next_one_has_them(place):
    old = without_digests(place / "demo")
    report = report_of(place)
    assert (report.ok, report.fingerprint, len(report.notes)) == (True, old, 1)
    new = again(place)
    assert (new.unchanged, new.fingerprint != old) == (3, True)
    assert report_of(place).ok
    index = open_index(str(place / "demo"), old)
    assert index.search("revenue", 1).total == 1
    index.close()
    assert again(place).fingerprint == new.fingerprint


def test_other_words_under_the_same_bytes_are_another_build(place):
    """Whatever the reason: the same fingerprint stands for the same hits."""
    before = current_build(place).name
    change_store(place, "UPDATE pages SET words = spelled(words)", "DELETE FROM row_digests")
    assert again(place).fingerprint != before
