import os
import shutil
import signal
import subprocess
import sys
import textwrap

import pytest

from db.errors import Conflict, IndexMissing, InvalidInput
from db.page_store import PageStore
from index.collection import open_index
from index.job import publish_sentence
from index.manifest import PageEntry
from index.pdf.limits import Limits
from index.published import IndexFolder
from index.terminal import printed_report
from tests.index_answers import hits
from tests.pdfs import (
    Sheet,
    blank_picture,
    endless_pdf_bytes,
    locked_pdf_bytes,
    pdf_bytes,
    short_tree_pdf_bytes,
    write_pdf,
)

pytestmark = pytest.mark.usefixtures("remembered_reading")


@pytest.fixture
def read_pages(monkeypatch):
    """Every page that is read and stored, as (sha256, page)."""
    pages = []
    add_page = PageStore.add_page

    def counted(store, sha256, extractor, page, thumbnail):
        pages.append((sha256, page.measures.page))
        add_page(store, sha256, extractor, page, thumbnail)

    monkeypatch.setattr(PageStore, "add_page", counted)
    return pages


def test_a_build_counts_what_it_did(small_index):
    report = small_index.report
    assert (report.documents, report.pages, report.ocr_pages) == (3, 10, 2)
    assert (report.added, report.unchanged, report.removed, report.failed) == (3, 0, (), ())
    assert [(entry.document, entry.pages) for entry in report.no_usable_text] == [("scan.pdf", (3,))]
    assert report.ocr == "done"
    assert report.fingerprint == small_index.index.fingerprint


def test_broken_files_are_named_and_stop_nothing(corpus, out, build):
    good = pdf_bytes(["GOODWORD one", "GOODWORD two"])
    for name, content in {
        "good.pdf": good,
        "zero.pdf": b"",
        "random.pdf": bytes(range(256)) * 4,
        "truncated.pdf": good[: len(good) // 4],
        "really-a-png.pdf": b"\x89PNG\r\n\x1a\n" + b"x" * 90,
        "error-page.pdf": b"<html><body>404 not found</body></html>",
        "junk-before-header.pdf": b"junk\n" * 244 + good,
        "locked.pdf": locked_pdf_bytes("secret"),
        "hollow.pdf": short_tree_pdf_bytes(3),
        "notes.txt": b"not a document",
    }.items():
        (corpus / name).write_bytes(content)
    first = build(corpus, out)
    assert first.documents + len(first.failed) == 9
    reasons = {failure.document: failure.reason for failure in first.failed}
    assert reasons["zero.pdf"] == "is empty (0 bytes)"
    assert reasons["error-page.pdf"] == "is not a PDF (no %PDF header at its beginning)"
    assert reasons["locked.pdf"] == "needs a password"
    assert {"random.pdf", "really-a-png.pdf", "hollow.pdf"} <= set(reasons)
    assert not any(str(corpus) in reason for reason in reasons.values())
    assert [hit for hit in hits(out, "GOODWORD") if hit[0] == "good.pdf"] == [
        ("good.pdf", 1),
        ("good.pdf", 2),
    ]
    again = build(corpus, out)
    assert (again.documents, again.failed, again.fingerprint) == (
        first.documents,
        first.failed,
        first.fingerprint,
    )
    assert again.unchanged == first.documents
    write_pdf(corpus / "later.pdf", ["LATERWORD"])
    assert build(corpus, out).added == 1
    assert hits(out, "LATERWORD") == [("later.pdf", 1)]


def test_a_second_build_reads_nothing_and_a_changed_file_is_read_alone(corpus, out, build, read_pages):
    for name in ("a", "b"):
        write_pdf(corpus / f"{name}.pdf", [f"{name} one", f"{name} two"])
    first = build(corpus, out)
    assert len(read_pages) == 4
    assert build(corpus, out).fingerprint == first.fingerprint
    assert len(read_pages) == 4
    write_pdf(corpus / "b.pdf", ["changed entirely"])
    second = build(corpus, out)
    assert len(read_pages) == 5
    assert (second.changed, second.unchanged, second.pages) == (1, 1, 3)
    assert second.fingerprint != first.fingerprint
    (corpus / "a.pdf").unlink()
    third = build(corpus, out)
    assert (third.removed, third.documents) == (("a.pdf",), 1)
    assert hits(out, "one") == []


def test_the_same_bytes_at_two_paths_are_two_documents_read_once(corpus, out, build, read_pages):
    content = pdf_bytes(["TWINWORD"])
    for name in ("a/report.pdf", "b/report.pdf"):
        (corpus / name).parent.mkdir()
        (corpus / name).write_bytes(content)
    report = build(corpus, out)
    assert (report.documents, report.pages) == (2, 2)
    assert len(read_pages) == 1
    assert hits(out, "TWINWORD") == [("a/report.pdf", 1), ("b/report.pdf", 1)]


def test_the_fingerprint_names_paths_and_contents(corpus, tmp_path, build):
    write_pdf(corpus / "a.pdf", ["word"])
    one = build(corpus, tmp_path / "one").fingerprint
    moved = tmp_path / "moved"
    shutil.copytree(corpus, moved)
    assert build(moved, tmp_path / "two").fingerprint == one
    (moved / "a.pdf").rename(moved / "b.pdf")
    assert build(moved, tmp_path / "two").fingerprint != one


def test_an_index_that_is_built_from_a_moved_folder_knows_the_new_place(corpus, out, tmp_path, build):
    write_pdf(corpus / "a.pdf", ["word"])
    build(corpus, out)
    corpus.rename(tmp_path / "moved")
    build(tmp_path / "moved", out)
    index = open_index(str(out))
    assert index.source_file("a.pdf").is_file()
    index.close()


def test_a_good_file_that_went_bad_has_failed_and_is_not_removed(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["word"])
    write_pdf(corpus / "b.pdf", ["word"])
    write_pdf(corpus / "c.pdf", ["word"])
    build(corpus, out)
    (corpus / "b.pdf").write_bytes(b"no pdf")
    (corpus / "c.pdf").unlink()
    report = build(corpus, out)
    assert report.removed == ("c.pdf",)
    assert [failure.document for failure in report.failed] == ["b.pdf"]
    assert "(0 added, 0 changed, 1 removed, 1 left out)" in publish_sentence(report, "")


def test_a_damaged_pointer_is_named_and_the_next_build_counts_from_the_newest_build(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["word"])
    first = build(corpus, out, profile="madqa")
    (out / "current").write_text("rubbish")
    with pytest.raises(
        IndexMissing, match=r"^The pointer `current` of index 'demo' is missing or damaged; build"
    ):
        open_index(str(out))
    report = build(corpus, out)
    assert (report.added, report.unchanged, report.fingerprint) == (0, 1, first.fingerprint)


@pytest.mark.parametrize("name", ["manifest.json", "search/pages.npy"])
def test_a_build_says_that_it_mended_its_own_files(corpus, out, build, name):
    write_pdf(corpus / "a.pdf", ["word"])
    first = build(corpus, out)
    assert not first.mended
    damaged = IndexFolder(out).build(first.fingerprint) / name
    damaged.chmod(0o644)
    damaged.write_bytes(damaged.read_bytes()[:-1])
    report = build(corpus, out)
    assert (report.fingerprint, report.mended) == (first.fingerprint, True)
    assert "the files of this build were damaged and are written anew" in printed_report(report)
    assert "Its files were damaged and are written anew." in publish_sentence(report, first.fingerprint)
    assert not build(corpus, out).mended


def test_a_folder_without_pdfs_is_a_mistake(corpus, out, build):
    (corpus / "notes.txt").write_text("x")
    with pytest.raises(InvalidInput, match="'corpus' holds no PDF"):
        build(corpus, out)


def test_a_folder_of_broken_files_gives_an_empty_index(corpus, out, build):
    (corpus / "zero.pdf").write_bytes(b"")
    report = build(corpus, out)
    assert (report.documents, len(report.failed)) == (0, 1)
    assert hits(out, "anything") == []


def test_a_build_does_not_run_twice_at_once(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["word"])
    with IndexFolder(out).locked(), pytest.raises(Conflict):
        build(corpus, out)


def test_builds_that_a_study_may_use_are_kept_whatever_comes_after_them(corpus, out, build):
    fingerprints = []
    for number in range(3):
        write_pdf(corpus / "a.pdf", [f"word {number}"])
        fingerprints.append(build(corpus, out).fingerprint)
    kept = {path.name for path in (out / "builds").iterdir()}
    assert kept == set(fingerprints)
    oldest = open_index(str(out), fingerprints[0])
    assert oldest.search("0", 5).total == 1
    oldest.close()
    with pytest.raises(IndexMissing):
        open_index(str(out), "0" * 32)


def test_an_open_index_outlives_the_builds_after_it(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["first word"])
    build(corpus, out)
    index = open_index(str(out))
    for number in range(2):
        write_pdf(corpus / "a.pdf", [f"other {number}"])
        build(corpus, out)
    assert index.search("first", 5).hits[0].snippet == "first word"
    index.close()


def test_text_is_published_before_ocr_and_again_after_it(corpus, out, build, monkeypatch):
    write_pdf(corpus / "scan.pdf", ["LAYERWORD", Sheet(picture="SCANBETA total 418")])
    switched = []
    switch = IndexFolder.switch_to

    def noted(folder, fingerprint):
        switch(folder, fingerprint)
        index = open_index(str(out))
        switched.append(
            (index.manifest.ocr, index.search("SCANBETA", 5).total, index.search("LAYERWORD", 5).total)
        )
        index.close()

    monkeypatch.setattr(IndexFolder, "switch_to", noted)
    first = build(corpus, out, ocr="auto")
    assert switched == [("pending", 0, 1), ("done", 1, 1)]
    assert (first.ocr, first.ocr_pages) == ("done", 1)
    again = build(corpus, out, ocr="auto")
    assert switched[2:] == [("done", 1, 1)]
    assert again.fingerprint == first.fingerprint


def test_without_ocr_pages_without_text_are_kept_named_and_hinted_at(corpus, out, build):
    write_pdf(
        corpus / "scan.pdf", ["SCANALPHA", Sheet(picture="SCANBETA 418"), Sheet(picture="GAMMA", hidden="x")]
    )
    (corpus / "blank.pdf").write_bytes(blank_picture())
    report = build(corpus, out)
    assert [(entry.document, entry.pages) for entry in report.no_usable_text] == [
        ("blank.pdf", (1,)),
        ("scan.pdf", (2, 3)),
    ]
    assert "no usable text: scan.pdf pages 2, 3" in printed_report(report)
    assert report.ocr == "off"
    index = open_index(str(out))
    result = index.search("SCANBETA", 5)
    assert result.hits == ()
    assert "3 pages have no usable text" in result.message
    assert index.has_page("scan.pdf", 2)
    assert index.words("scan.pdf", 2).source == "none"
    # A stray mark is a word, and found.
    assert index.words("scan.pdf", 3).source == "layer"
    assert [(hit.document, hit.page) for hit in index.search("x", 5).hits] == [("scan.pdf", 3)]
    index.close()


def test_a_page_of_an_earlier_build_that_has_words_has_them_from_somewhere():
    page = {"width_pt": 1.0, "height_pt": 1.0, "source": "none"}
    assert PageEntry.model_validate(page | {"n_words": 1}).source == "layer"
    assert PageEntry.model_validate(page | {"n_words": 0}).source == "none"
    assert PageEntry.model_validate(page).source == "none"


def test_ocr_can_be_forced_on_pages_with_text(corpus, out, build):
    write_pdf(corpus / "a.pdf", ["ordinary words here"])
    assert build(corpus, out, ocr="force").ocr_pages == 1
    index = open_index(str(out))
    assert index.words("a.pdf", 1).source == "both"
    index.close()


def test_a_page_that_never_ends_is_named_and_its_document_is_searchable(corpus, out, build):
    (corpus / "endless.pdf").write_bytes(endless_pdf_bytes(n_good=4))
    report = build(corpus, out, limits=Limits(text_s=1.5, picture_s=1.5))
    assert [(entry.document, entry.pages) for entry in report.unread] == [("endless.pdf", (3,))]
    assert report.pages == 5
    assert [page for _, page in hits(out, "GOODWORD")] == [1, 2, 4, 5]


def test_failures_are_tried_again_only_on_request(corpus, out, build, read_pages):
    write_pdf(corpus / "a.pdf", ["one", "two"])
    hasty = build(corpus, out, limits=Limits(text_s=0.0, kills_per_document=1))
    assert "given up" in hasty.failed[0].reason
    assert build(corpus, out).documents == 0
    report = build(corpus, out, retries_failures=True)
    assert (report.documents, report.failed) == (1, ())


KILLED = """
    import os, signal, sys
    from pathlib import Path
    from db.clock import FixedClock
    from db.page_store import PageStore
    from index import published
    from index.build import BuildRequest, build_index
    from index.search.posting_files import PostingFiles
    from index.search.posting_writer import PostingWriter

    owner, name, calls = {place!r}
    places = dict(store=PageStore, index=published.IndexFolder, writer=PostingWriter, files=PostingFiles)
    target = places[owner]
    real, seen = getattr(target, name), []

    def last_time(*arguments):
        seen.append(None)
        if len(seen) > calls:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*arguments)

    setattr(target, name, last_time)
    request = BuildRequest(Path({folder!r}), Path({out!r}), ocr={ocr!r}, n_workers=1)
    build_index(request, FixedClock())
"""


def killed_build(folder, out, place, ocr="off"):
    """A real process that is killed with signal 9 at the given call."""
    code = textwrap.dedent(KILLED.format(place=place, folder=str(folder), out=str(out), ocr=ocr))
    ended = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()


def test_a_killed_build_goes_on_where_it_stopped(corpus, out, build, read_pages):
    for name in ("a", "b", "c"):
        write_pdf(corpus / f"{name}.pdf", [f"{name}{number} PAGEWORD" for number in range(1, 5)])
    killed_build(corpus, out, ("store", "add_page", 7))
    report = build(corpus, out)
    assert len(read_pages) == 12 - 7
    assert (report.documents, report.pages) == (3, 12)
    assert len(hits(out, "PAGEWORD")) == 12


@pytest.mark.parametrize("place", [("writer", "add", 2), ("files", "put", 0), ("index", "switch_to", 0)])
def test_a_build_that_is_killed_while_publishing_leaves_the_old_one_in_use(corpus, out, build, place):
    write_pdf(corpus / "a.pdf", ["OLDWORD", "x", "y"])
    old = build(corpus, out).fingerprint
    write_pdf(corpus / "a.pdf", ["NEWWORD", "x", "y"])
    killed_build(corpus, out, place)
    assert IndexFolder(out).current() == old
    assert hits(out, "OLDWORD") == [("a.pdf", 1)]
    build(corpus, out)
    assert hits(out, "NEWWORD") == [("a.pdf", 1)]
    assert hits(out, "OLDWORD") == []


def test_a_build_that_is_killed_during_ocr_reads_no_picture_twice(corpus, out, build, monkeypatch):
    write_pdf(corpus / "scan.pdf", [Sheet(picture=f"SCAN{number}WORD") for number in range(3)])
    killed_build(corpus, out, ("store", "add_ocr_page", 2), ocr="auto")
    assert open_index(str(out)).manifest.ocr == "pending"
    recognised = []
    add_ocr_page = PageStore.add_ocr_page
    monkeypatch.setattr(
        PageStore, "add_ocr_page", lambda *args: (recognised.append(args[-1].page), add_ocr_page(*args))
    )
    report = build(corpus, out, ocr="auto")
    assert len(recognised) == 1
    assert (report.ocr, report.ocr_pages) == ("done", 3)
    assert hits(out, "scan*") == [("scan.pdf", 1), ("scan.pdf", 2), ("scan.pdf", 3)]


def test_a_file_that_changes_while_it_is_read_is_not_indexed_under_its_old_bytes(
    corpus, out, build, monkeypatch
):
    path = write_pdf(corpus / "a.pdf", ["before"])
    add_page = PageStore.add_page

    def meddled(*arguments):
        add_page(*arguments)
        os.utime(path, ns=(1, 1))

    monkeypatch.setattr(PageStore, "add_page", meddled)
    report = build(corpus, out)
    assert [failure.reason for failure in report.failed] == ["changed while it was being read; build again"]
    monkeypatch.undo()
    assert build(corpus, out).documents == 1
