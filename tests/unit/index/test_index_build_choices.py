"""What an index keeps from build to build, and builds that cannot go on."""

import errno
import json
import os

import pytest

from db.errors import AppError, IndexMissing, InvalidInput
from index.check import check
from index.collection import open_index
from tests.index_answers import hits
from tests.older_builds import without_digests
from tests.pdfs import write_pdf

pytestmark = pytest.mark.usefixtures("remembered_reading")


def test_a_profile_stays_with_its_index(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["word"])
    build(corpus, out, profile="madqa")
    assert open_index(str(out)).profile == "madqa"
    build(corpus, out)
    assert open_index(str(out)).profile == "madqa"
    with pytest.raises(InvalidInput, match="'madqa'"):
        build(corpus, out, profile="exact")


def test_an_engine_stays_with_its_index(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["word"])
    build(corpus, out, engine="whoosh")
    write_pdf(corpus / "b.pdf", ["more"])
    build(corpus, out)
    index = open_index(str(out))
    assert index.manifest.versions.engine == "whoosh"
    index.close()
    sentence = "Index 'demo' has the engine 'whoosh'; build 'postings' under another name."
    with pytest.raises(InvalidInput, match=f"^{sentence}$"):
        build(corpus, out, engine="postings")


def test_a_page_store_that_is_no_database_says_what_to_do(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["word"])
    build(corpus, out)
    for path in out.glob("pages.sqlite*"):
        path.write_bytes(b"rubbish " * 1000)
    with pytest.raises(
        IndexMissing, match=r"is damaged: restore its pages.sqlite from a backup; if there is none, move"
    ):
        build(corpus, out)
    for path in out.glob("pages.sqlite*"):
        path.unlink()
    assert build(corpus, out).documents == 1
    assert hits(out, "word") == [("a.pdf", 1)]


def test_an_index_that_cannot_be_written_is_a_sentence_without_a_path(corpus, tmp_path, build):
    write_pdf(corpus / "a.pdf", ["word"])
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(AppError, match=r"^Index 'demo' cannot be written: Not a directory\.$"):
        build(corpus, tmp_path / "file/demo")


def test_a_disk_that_fills_up_is_a_sentence(corpus, out, build, monkeypatch):
    write_pdf(corpus / "a.pdf", ["word"])

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(out / "secret"))

    monkeypatch.setattr("os.posix_fallocate", full)
    with pytest.raises(AppError, match=r"^Index 'demo' cannot be written: No space left on device\.$"):
        build(corpus, out)
    monkeypatch.undo()
    assert build(corpus, out).documents == 1


def test_both_engines_give_the_same_hits_from_builds_of_their_own(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["net revenue rose", "the revenue"])
    places = {engine: out / engine for engine in ("postings", "whoosh")}
    fingerprints = [build(corpus, place, engine=engine).fingerprint for engine, place in places.items()]
    assert len(set(fingerprints)) == 2
    indexes = [open_index(str(place)) for place in places.values()]
    assert [index.manifest.versions.engine for index in indexes] == ["postings", "whoosh"]
    ours, whooshs = (index.search("reven* OR net", 5).hits for index in indexes)
    assert ours == whooshs
    for index in indexes:
        assert index.n_searchable_pages == 2
        assert check(index, corpus).ok
        index.close()


def test_a_build_from_before_there_was_a_choice_of_engine_opens_and_fits_its_name(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["net revenue rose"])
    build(corpus, out, engine="whoosh")
    path = out / "builds" / without_digests(out) / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["versions"]["engine"], manifest["versions"]["layout"]
    path.write_text(json.dumps(manifest))
    assert hits(out, "revenue") == [("a.pdf", 1)]
    index = open_index(str(out))
    assert check(index, corpus).ok
    index.close()
