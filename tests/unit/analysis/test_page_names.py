"""Names of documents are compared letter for letter, and near misses are named. Cases 01, 12 and 57."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.page_names import PageCatalogue

COMPOSED, DECOMPOSED = "c/\u00dcbersicht.pdf", "d/U\u0308bersicht.pdf"
CATALOGUE = PageCatalogue(
    {
        "a/report.pdf": 1,
        "b/report.pdf": 1,
        "b/Report.pdf": 1,
        "b/REPORT.PDF": 1,
        COMPOSED: 1,
        DECOMPOSED: 1,
        "ten-pages.pdf": 10,
        "deep/down/only.pdf": 2,
    }
)
HOSTILE = [
    "../../../../etc/hosts",
    "/etc/hosts",
    "..\\..\\windows\\win.ini",
    "ok/../../outside.pdf",
    "%2e%2e%2f%2e%2e%2fetc%2fhosts",
    "file:///etc/hosts",
    "http://127.0.0.1:9/x.pdf",
    "ok.pdf\x00.txt",
    "link.pdf",
    ".",
    "",
    "~root/x.pdf",
    "ok.pdf/../ok.pdf",
]


@pytest.mark.parametrize("document", ["a/report.pdf", "b/Report.pdf", "b/REPORT.PDF", COMPOSED, DECOMPOSED])
def test_a_document_is_known_by_its_exact_path(document):
    assert CATALOGUE.problem_with(document, 1) is None


def test_a_bare_name_that_fits_several_is_ambiguous():
    problem = CATALOGUE.problem_with("report.pdf", 1)
    assert problem.startswith("'report.pdf' is ambiguous, it could be 'a/report.pdf' or")
    assert "1 more" not in PageCatalogue({"a/x": 1, "b/x": 1}).problem_with("x", 1)


def test_a_bare_name_that_fits_one_is_not_taken_for_it():
    assert CATALOGUE.problem_with("only.pdf", 1) == (
        "unknown document 'only.pdf'; did you mean 'deep/down/only.pdf'?"
    )


def test_the_other_unicode_form_is_refused_with_the_near_match_named():
    problem = CATALOGUE.problem_with("d/\u00dcbersicht.pdf", 1)
    assert "looks alike but differs in Unicode form" in problem
    assert DECOMPOSED in problem


def test_other_case_is_another_document():
    assert CATALOGUE.problem_with("A/report.pdf", 1) == (
        "unknown document 'A/report.pdf'; 'a/report.pdf' looks alike but differs in case"
    )


@pytest.mark.parametrize("page", [0, 11, -1])
def test_a_page_outside_the_document_is_refused_never_clamped(page):
    assert CATALOGUE.problem_with("ten-pages.pdf", page) == (
        f"page {page} of 'ten-pages.pdf' does not exist, it has 10 pages"
    )


def test_the_last_page_exists():
    assert CATALOGUE.problem_with("ten-pages.pdf", 10) is None
    assert CATALOGUE.problem_with("ten-pages.pdf", None) is None


@pytest.mark.parametrize("document", HOSTILE)
def test_a_hostile_name_is_an_unknown_document(document):
    assert PageCatalogue({"ok.pdf": 1}).problem_with(document, 1).startswith(
        f"unknown document {document!r}"
    ) or (
        document == "ok.pdf/../ok.pdf"
        and "did you mean 'ok.pdf'" in PageCatalogue({"ok.pdf": 1}).problem_with(document, 1)
    )


@given(st.text(max_size=20), st.integers(-2, 3))
def test_only_pages_of_the_collection_are_accepted(document, page):
    pages = {"a.pdf": 2}
    assert (PageCatalogue(pages).problem_with(document, page) is None) == (
        document in pages and 1 <= page <= pages.get(document, 0)
    )
