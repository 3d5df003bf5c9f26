"""Builders in processes of their own, and readers beside them."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from index import discovery
from index.collection import open_index
from index.published import IndexFolder
from tests.pdfs import write_pdf
from tests.peak_memory import PeakMemory, family


@pytest.fixture
def corpus(tmp_path):
    for name in ("a", "b", "c"):
        write_pdf(tmp_path / f"corpus/{name}.pdf", [f"{name} PAGEWORD {number}" for number in range(3)])
    return tmp_path / "corpus"


@pytest.fixture
def hashed_files(monkeypatch):
    """The names of all files that are read to be hashed."""
    names = []
    sha256_of = discovery.sha256_of

    def counted(path):
        names.append(Path(path).name)
        return sha256_of(path)

    monkeypatch.setattr(discovery, "sha256_of", counted)
    return names


@pytest.fixture
def opened_files(monkeypatch):
    """The names of all files that a worker is asked to open."""
    from index.pdf.client import Worker

    names = []
    send = Worker.send

    def counted(worker, job):
        names.append(Path(job.path).name)
        send(worker, job)

    monkeypatch.setattr(Worker, "send", counted)
    return names


def test_one_document_more_changed_or_less_leaves_the_others_alone(
    corpus, tmp_path, build, hashed_files, opened_files
):
    out = tmp_path / "demo"
    build(corpus, out)
    assert (sorted(hashed_files), sorted(opened_files)) == (["a.pdf", "b.pdf", "c.pdf"],) * 2
    hashed_files.clear()
    opened_files.clear()
    write_pdf(corpus / "d.pdf", ["one more"])
    assert build(corpus, out).added == 1
    write_pdf(corpus / "a.pdf", ["changed"])
    assert build(corpus, out).changed == 1
    (corpus / "b.pdf").unlink()
    assert build(corpus, out).removed == ("b.pdf",)
    assert build(corpus, out).unchanged == 3
    assert hashed_files == opened_files == ["d.pdf", "a.pdf"]


def test_a_second_builder_is_told_in_a_sentence_and_harms_nothing(corpus, tmp_path, build):
    out = tmp_path / "demo"
    first = build(corpus, out)
    command = [sys.executable, "-m", "index", "build", str(corpus), "--out", str(out), "--ocr", "off"]
    with IndexFolder(out).locked():
        second = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == "Another build of index 'demo' is running; wait until it ends.\n"
    assert IndexFolder(out).current() == first.fingerprint
    at_once = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    ends = [(builder.communicate()[1], builder.returncode) for builder in at_once]
    assert 0 in {code for _, code in ends}
    assert all(code == 0 or b"is running; wait until it ends" in said for said, code in ends)
    assert build(corpus, out).fingerprint == first.fingerprint


def test_a_reader_never_sees_half_an_index(corpus, tmp_path, build):
    out = tmp_path / "demo"
    build(corpus, out)
    seen, wrong, done = set(), [], threading.Event()

    def read():
        while not done.is_set():
            index = open_index(str(out))
            found = (index.search("PAGEWORD", 1).total, index.manifest.n_pages, index.n_searchable_pages)
            seen.add(index.fingerprint)
            if len(set(found)) != 1:
                wrong.append(found)
            index.close()

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(4):
        write_pdf(corpus / f"more-{number}.pdf", [f"PAGEWORD more {number}"])
        build(corpus, out)
    done.set()
    reader.join()
    assert wrong == []
    assert len(seen) > 1


def test_memory_is_counted_over_a_process_and_what_it_started():
    code = (
        "import subprocess, sys; x = bytearray(60 << 20); subprocess.run([sys.executable, '-c', {child!r}])"
    )
    child = "x = bytearray(60 << 20); print('ready', flush=True); input()"
    parent = subprocess.Popen(
        [sys.executable, "-c", code.format(child=child)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with PeakMemory(parent.pid) as peak:
        assert parent.stdout.readline() == b"ready\n"
        assert len(family(parent.pid)) == 2
        while peak.mib < 120:
            threading.Event().wait(0.05)
        parent.communicate(b"\n")
    assert peak.mib > 120
