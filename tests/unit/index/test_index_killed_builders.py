"""Builders that are killed at random moments, and two at once beside them: the index is whole every time."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from index.check import check_index
from index.collection import open_index
from index.published import IndexFolder
from tests.pdfs import write_pdf

pytestmark = [pytest.mark.kills, pytest.mark.timeout(900)]
N_KILLS = 25
LONGEST_S = 6.0


def builder(corpus: Path, out: Path) -> subprocess.Popen[bytes]:
    """A build in a process group of its own, so that its readers die with it."""
    command = [sys.executable, "-m", "index", "build", str(corpus), "--out", str(out), "--ocr", "off"]
    return subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
    )


def killed(process: subprocess.Popen[bytes], after_s: float) -> None:
    """End it and all that it started, unless it ends by itself before."""
    try:
        process.wait(after_s)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


def test_an_index_is_whole_whenever_its_builder_is_killed(tmp_path: Path, build) -> None:
    corpus, out, seed = tmp_path / "corpus", tmp_path / "demo", random.randrange(10**6)
    chance = random.Random(seed)
    published = None
    for number in range(N_KILLS):
        write_pdf(corpus / f"{number % 7}.pdf", [f"PAGEWORD {number}-{page}" for page in range(4)])
        first, second = builder(corpus, out), builder(corpus, out)
        killed(first, chance.uniform(0, LONGEST_S))
        killed(second, chance.uniform(0, LONGEST_S))
        published = IndexFolder(out).current() or published
        if published is not None:
            index = open_index(str(out))
            assert index.search("PAGEWORD", 1).total == index.manifest.n_pages == index.n_searchable_pages
            index.close()
    report = build(corpus, out)
    assert report.failed == ()
    assert check_index(str(out), corpus).ok
    assert build(corpus, tmp_path / "fresh").fingerprint == report.fingerprint
