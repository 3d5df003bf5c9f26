"""Odd PDFs: nothing crashes or hangs the build, and each file is indexed or named."""

import os

import pytest

from db.clock import FixedClock
from db.errors import AppError
from index.build import BuildRequest, build_index
from index.check import check
from index.collection import open_index
from index.pdf.limits import Limits
from index.rendering import PageRenderer
from tests.peak_memory import PeakMemory

pytestmark = pytest.mark.torture


@pytest.fixture(scope="module")
def built(torture_folder, tmp_path_factory):
    out = tmp_path_factory.mktemp("torture") / "index"
    request = BuildRequest(torture_folder, out, ocr="auto", n_workers=os.cpu_count() or 1)
    with PeakMemory(os.getpid()) as peak:
        report = build_index(request, FixedClock())
    index = open_index(str(out))
    yield report, index, peak.mib
    index.close()


def test_the_build_of_the_odd_files_stays_under_its_memory_limit(built):
    *_, peak_mib = built
    assert peak_mib < 1536


def test_the_audit_agrees_with_the_odd_files(built, torture_folder):
    _, index, _ = built
    assert check(index, torture_folder).problems == ()


def test_every_odd_file_is_indexed_or_named_with_its_reason(built, torture_folder):
    report, index, _ = built
    found = {path.relative_to(torture_folder).as_posix() for path in torture_folder.rglob("*.pdf")}
    assert {e.document for e in index.documents()} | {f.document for f in report.failed} == found
    assert report.documents + len(report.failed) == len(found)
    assert all(failure.reason and str(torture_folder) not in failure.reason for failure in report.failed)
    assert all(entry.n_pages > 0 for entry in index.documents())


def test_every_page_of_the_odd_files_is_drawn_or_refused_in_a_sentence(built, tmp_path):
    _, index, _ = built
    renderer = PageRenderer(tmp_path / "images", limits=Limits(render_s=10))
    renderer.start()
    refusals = {}
    for entry in index.documents():
        for page in range(1, min(entry.n_pages, 3) + 1):
            try:
                renderer.page_image(index, entry.document, page, dpi=72)
            except AppError as error:
                refusals[entry.document, page] = error.user_message
    renderer.stop()
    assert all(text.endswith(".") and document in text for (document, _), text in refusals.items())
    assert len(refusals) < 10
