"""The checks over a real, small index."""

from __future__ import annotations

import pytest

from annotation.checks.against_index import evidence_view, findings_of
from annotation.checks.evidence import OtherItem
from annotation.checks.findings import MarkPage
from annotation.checks.run import TITLES
from db.authored import Project
from db.clock import FixedClock
from index.build import BuildRequest, build_index
from index.collection import open_index
from tests.pdfs import write_pdf
from tests.unit.annotation.checks_view import draft, ref


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    root = tmp_path_factory.mktemp("checked")
    dock = "The dock of Pell was built by Tolliver Marine in 1974 for $1,200."
    write_pdf(root / "corpus/a.pdf", ["Weather reports.", dock])
    write_pdf(root / "corpus/b.pdf", ["Fog closed the harbor of Pell on 31 days."])
    build_index(BuildRequest(root / "corpus", root / "out", ocr="off", n_workers=1), FixedClock())
    opened = open_index(str(root / "out"))
    yield opened
    opened.close()


@pytest.fixture
def project(index):
    return Project(
        project_id="pilot",
        title="Pilot",
        index_name=index.name,
        index_fingerprint=index.fingerprint,
        profile=index.profile,
        created_at_ms=0,
    )


def test_findings_come_from_the_pages_and_the_search_of_the_index(index, project):
    item = draft("Which firm built the dock of Pell?", [["Tolliver Marine"]], [("a.pdf", 1)])
    others = [OtherItem("i1", "Which firm built the dock of Pell?", "single")]
    findings = {finding.check: finding for finding in findings_of(item, index, project, others)}
    assert list(findings) == list(TITLES)
    assert findings["extractive"].level == "warn"
    assert findings["extractive"].fixes == (MarkPage(ref=ref("a.pdf", 2)),)
    assert findings["near_duplicate"].level == "warn"
    assert "page 1 of a.pdf is not among the first 10" in findings["agentic"].sentence


def test_view_answers_for_pages_and_queries_that_do_not_exist(index, project):
    view = evidence_view(index, project, [])
    assert view.page(ref("a.pdf", 3)) is None
    assert view.page(ref("gone.pdf", 1)) is None
    assert (view.n_pages("a.pdf"), view.n_pages("gone.pdf")) == (2, 0)
    assert list(view.search("a* b* " * 40, 5)) == []
    assert view.n_pages_with("of Pell") == 2
    assert view.n_pages_with("word " * 100) == 0


def test_page_is_read_once(index, project):
    first = evidence_view(index, project, []).page(ref("a.pdf", 2))
    assert first is evidence_view(index, project, []).page(ref("a.pdf", 2))
    assert first.source == "layer"
