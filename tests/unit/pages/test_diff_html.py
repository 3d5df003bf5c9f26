"""What changed, as HTML: every text stays text, and nothing is told by colour alone."""

from __future__ import annotations

from annotation.revisions import changes
from pages.annotate.diff_html import diff_html
from tests.authoring import make_draft


def test_words_that_came_and_went_are_marked_as_such() -> None:
    shown = diff_html(changes(make_draft("What is old?"), make_draft("What is new?")))
    assert "What is <del>old</del><ins>new</ins>?" in shown
    assert "changed" in shown


def test_markup_in_questions_answers_and_names_stays_text() -> None:
    trap = "<img src=x onerror=alert(1)>"
    before, after = make_draft(), make_draft(trap, trap)
    named = after.evidence[0].model_copy(update={"document": f"{trap}.pdf"})
    shown = diff_html(changes(before, after.model_copy(update={"evidence": (named,)})))
    assert "<img" not in shown
    assert "&lt;" in shown


def test_pages_that_stay_are_told_as_the_same() -> None:
    shown = diff_html(changes(make_draft("One?"), make_draft("Two?")))
    assert "evidence report.pdf page 3" in shown
    assert "same" in shown
