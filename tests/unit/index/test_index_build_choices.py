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
    with pytest.raises(AppError, match=r"^Index 'demo' cannot be written: not a directory\.$"):
        build(corpus, tmp_path / "file/demo")


def test_a_disk_that_fills_up_is_a_sentence(corpus, out, build, monkeypatch):
    write_pdf(corpus / "a.pdf", ["word"])

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(out / "secret"))

    monkeypatch.setattr("os.posix_fallocate", full)
    with pytest.raises(AppError, match=r"^Index 'demo' cannot be written: the disk is full\.$"):
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


def manifest_of(out):
    return out / "builds" / (out / "current").read_text().strip() / "manifest.json"


def test_a_build_over_a_newer_version_is_refused_and_changes_nothing(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["word"])
    build(corpus, out)
    path = manifest_of(out)
    newer = path.read_text().replace('"format":1', '"format":2', 1)
    path.write_text(newer)
    with pytest.raises(IndexMissing) as refused:
        build(corpus, out)
    assert refused.value.user_message == (
        f"The manifest of build {path.parent.name[:12]} of index 'demo' was written by a newer version of "
        "Pagetrail (format 2; this version knows 1); use that version, or build the index again under "
        "another name."
    )
    assert path.read_text() == newer


@pytest.mark.parametrize("engine", ["postings", "whoosh"])
def test_profile_and_engine_are_those_of_what_is_left_of_a_damaged_manifest(corpus, out, build, engine):
    write_pdf(corpus / "a.pdf", ["word"])
    first = build(corpus, out, profile="madqa", engine=engine)
    path = manifest_of(out)
    path.write_bytes(path.read_bytes()[:-200])
    assert build(corpus, out).fingerprint == first.fingerprint


@pytest.mark.parametrize("left", [b"", b"{}", None])
def test_a_profile_that_nobody_can_tell_must_be_said(corpus, out, build, left):
    write_pdf(corpus / "a.pdf", ["word"])
    first = build(corpus, out, profile="madqa")
    manifest_of(out).unlink()
    if left is None:
        manifest_of(out).mkdir()
    else:
        manifest_of(out).write_bytes(left)
    with pytest.raises(InvalidInput, match="nobody can tell its search profile: build it with"):
        build(corpus, out)
    assert build(corpus, out, profile="madqa").fingerprint == first.fingerprint
