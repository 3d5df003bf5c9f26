import os
import unicodedata

import pytest

from db.errors import InvalidInput
from db.page_store import PageStore
from index import discovery
from index.discovery import FileMoved, discover, hashed, unchanged_since


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "corpus"
    root.mkdir()
    return root


def put(folder, name, content=b"%PDF-1.7"):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def names(folder):
    return [file.document for file in discover(folder).files]


def reasons(folder):
    return {failure.document: failure.reason for failure in discover(folder).failed}


def test_discover_finds_pdfs_in_sub_folders_whatever_the_case_of_the_suffix(folder):
    for name in ("b/report.pdf", "a/report.pdf", "b/Report.pdf", "b/REPORT.PDF", "top.Pdf", "notes.txt"):
        put(folder, name)
    assert names(folder) == ["a/report.pdf", "b/REPORT.PDF", "b/Report.pdf", "b/report.pdf", "top.Pdf"]
    assert reasons(folder) == {}


@pytest.mark.parametrize(
    "name",
    [
        "annual report #1 100%.pdf",
        "a&b=c?d.pdf",
        " leading and trailing .pdf",
        "%2e%2e%2fnot-a-path.pdf",
        'it\'s "quoted".pdf',
        "報告書.pdf",
        "<img src=x onerror=alert(1)>.pdf",
        "line\nbreak.pdf",
        "n" * 200 + ".pdf",
    ],
)
def test_discover_keeps_names_as_they_are(folder, name):
    put(folder, f"d/{name}")
    assert names(folder) == [f"d/{name}"]


def test_discover_keeps_two_unicode_forms_of_a_name_apart(folder):
    composed = unicodedata.normalize("NFC", "Übersicht.pdf")
    decomposed = unicodedata.normalize("NFD", composed)
    put(folder, composed)
    put(folder, decomposed)
    assert sorted(names(folder)) == sorted([composed, decomposed])


def test_discover_refuses_links_that_leave_the_folder_and_takes_those_that_stay(folder, tmp_path):
    outside = put(tmp_path, "outside/secret.pdf")
    put(folder, "ok.pdf")
    (folder / "inside.pdf").symlink_to("ok.pdf")
    (folder / "link.pdf").symlink_to(outside)
    (folder / "gone.pdf").symlink_to("nowhere.pdf")
    (folder / "loop.pdf").symlink_to("loop.pdf")
    (folder / "more").symlink_to(outside.parent)
    assert names(folder) == ["inside.pdf", "ok.pdf"]
    refused = reasons(folder)
    assert refused["link.pdf"] == "is a link that leaves the folder"
    assert refused["gone.pdf"] == refused["loop.pdf"] == "is a broken link or cannot be looked at"
    assert refused["more"] == "is a link that leaves the folder"
    assert not any(str(tmp_path) in reason for reason in refused.values())


def test_discover_names_links_to_folders_it_does_not_follow(folder):
    put(folder, "real/ok.pdf")
    (folder / "again").symlink_to("real")
    assert reasons(folder) == {"again": "is a link to a folder; links to folders are not followed"}


def test_discover_refuses_what_is_no_readable_file(folder):
    put(folder, "empty.pdf", b"")
    os.mkfifo(folder / "pipe.pdf")
    assert reasons(folder) == {"empty.pdf": "is empty (0 bytes)", "pipe.pdf": "is not a regular file"}


def test_discover_refuses_a_name_that_is_no_text_and_can_say_so(folder):
    put(folder, os.fsdecode(b"b\xe9d.pdf"))
    assert reasons(folder) == {"b\\xe9d.pdf": "has a name that is not valid UTF-8; rename it"}


def test_discover_takes_a_folder_only(folder):
    with pytest.raises(InvalidInput, match="'missing'"):
        discover(folder / "missing")


def test_hashed_reads_a_file_again_only_when_it_looks_changed(folder, tmp_path):
    store = PageStore(tmp_path / "pages.sqlite", "write")
    path = put(folder, "a.pdf", b"%PDF one")
    first = discover(folder).files[0]
    sha256 = hashed(first, store)
    assert hashed(discover(folder).files[0], store) == sha256
    path.write_bytes(b"%PDF two")
    assert hashed(first, store) == sha256
    # The same size, and the same time: only the time of the change itself cannot be set.
    os.utime(path, ns=(first.stamp.mtime_ns, first.stamp.mtime_ns))
    second = discover(folder).files[0]
    assert second.stamp[:2] == first.stamp[:2]
    assert hashed(second, store) != sha256
    assert not unchanged_since(path, first.stamp)
    store.close()


def test_a_file_that_changes_while_it_is_hashed_has_no_hash(folder, tmp_path, monkeypatch):
    store = PageStore(tmp_path / "pages.sqlite", "write")
    path = put(folder, "a.pdf", b"%PDF one")
    found = discover(folder).files[0]

    def meddled(path):
        path.write_bytes(b"%PDF other")
        return "0" * 64

    monkeypatch.setattr(discovery, "sha256_of", meddled)
    with pytest.raises(FileMoved):
        hashed(found, store)
    monkeypatch.undo()
    path.write_bytes(b"%PDF one")
    assert hashed(discover(folder).files[0], store) != "0" * 64
    store.close()
