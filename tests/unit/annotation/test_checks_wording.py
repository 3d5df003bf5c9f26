"""Wording: what is flagged, and what only looks like it."""

from __future__ import annotations

import pytest

from annotation.checks.duplicates import check_duplicates
from annotation.checks.evidence import OtherItem
from annotation.checks.findings import CheckName, Level
from annotation.checks.wording import check_wording
from db.authored import ItemDraft
from tests.unit.annotation.checks_view import draft


def level(item: ItemDraft, check: CheckName) -> Level:
    (finding,) = (finding for finding in check_wording(item) if finding.check == check)
    return finding.level


@pytest.mark.parametrize(
    "question",
    [
        "What is the title of the document?",
        "Who signed this report?",
        "What does the attached form ask for?",
        "What is said in these files?",
        "According to the PDF, who paid?",
        "Who is the author of the paper?",
    ],
)
def test_question_that_speaks_of_itself_is_flagged(question):
    assert level(draft(question), "self_reference") == "warn"


@pytest.mark.parametrize(
    "question",
    [
        "What did the annual report of the Water Board of 2020 say of fog?",
        "Which document did the Board adopt in March 2021?",
        "In this year of 2021, who reported?",
        "Which form must be filed by charities?",
    ],
)
def test_question_that_names_a_document_is_not(question):
    assert level(draft(question), "self_reference") == "pass"


@pytest.mark.parametrize(
    ("question", "cue"),
    [
        ("What is on page 4 of the report?", "page 4"),
        ("See p. 12: who paid?", "p. 12"),
        ("What does Table 3 say?", "Table 3"),
        ("What does Figure IV show?", "Figure IV"),
        ("What is in Appendix B?", "Appendix B"),
        ("What does section 4.2a require?", "section 4.2a"),
        ("What is the sum in the second table?", "second table"),
        ("Who signed on the last page?", "last page"),
        ("What stands in the top left corner?", "top left corner"),
        ("What is the upper-right chart about?", "upper-right chart"),
        ("What does the table below add up to?", "table below"),
        ("What is at the bottom of the page?", "bottom of the page"),
        ("Who wrote minutes-2021.pdf?", "minutes-2021.pdf"),
        ("What is in FY_2021_budget?", "FY_2021_budget"),
    ],
)
def test_question_that_tells_the_place_is_flagged(question, cue):
    (finding,) = (f for f in check_wording(draft(question)) if f.check == "location_cue")
    assert finding.level == "warn"
    assert f"“{cue}”" in finding.sentence


@pytest.mark.parametrize(
    "question",
    [
        "Which top official left in 2021?",
        "Who came first in the race of 2021?",
        "Was the following year better?",
        "How many rows of seats has the Heron?",
        "Which table a visitor reserved was free in 2021?",
        "What did the Figures Act of 1971 say?",
        "Which section of the road was closed above Pell?",
        "What rose above 5 % in 2021?",
        "What is the e-mail address of the U.S. board?",
    ],
)
def test_question_with_a_word_that_also_names_a_place_is_not(question):
    assert level(draft(question), "location_cue") == "pass"


def test_title_of_an_evidence_document_is_a_cue():
    item = draft("What does the adopted budget 2022 say?", pages=[("x/adopted_budget-2022.pdf", 1)])
    assert level(item, "location_cue") == "warn"
    other = draft("What does the adopted budget say of 2022?", pages=[("x/adopted_budget-2022.pdf", 1)])
    assert level(other, "location_cue") == "pass"


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("Is the Heron a ferry?", "Yes", "pass"),
        ("Is the Heron a ferry?", "the Heron", "warn"),
        ("Didn't the Board pay?", "It paid", "warn"),
        ("Is the Heron red or green?", "green", "pass"),
        ("Isolated by fog, who waited?", "the Heron", "pass"),
        ("Who is it?", "the Heron", "pass"),
        ("Is the Heron a ferry?", "", "pass"),
    ],
)
def test_yes_no_opening_needs_a_binary_answer(question, answer, expected):
    assert level(draft(question, [[answer]]), "yes_no") == expected


def test_answer_of_thirty_words_is_short_enough():
    assert level(draft("?", [["word " * 30]]), "long_answer") == "pass"
    assert level(draft("?", [["word " * 31]]), "long_answer") == "warn"
    assert level(draft("?", [["ok"], ["word " * 20, "word " * 11]]), "long_answer") == "warn"
    # Two letters of a script without spaces count as a word: 60 letters are 30 words.
    assert level(draft("?", [["報" * 61]]), "long_answer") == "pass"
    assert level(draft("?", [["報" * 62]]), "long_answer") == "warn"


def near(question: str, *others: str) -> tuple[Level, str]:
    items = [OtherItem(f"i{number}", other, None) for number, other in enumerate(others)]
    (finding,) = check_duplicates(draft(question), items)
    return finding.level, finding.sentence


def test_question_that_was_asked_already_is_flagged():
    level, sentence = near("Who painted the old ferry boat?", "Who ran?", "who painted the old ferry-boat")
    assert level == "warn"
    assert "“i1”" in sentence
    assert "1.00" in sentence


def test_question_that_differs_in_a_year_or_a_name_is_a_note():
    level, sentence = near(
        "How many crossings did the Heron make in 2021?", "How many crossings did the Heron make in 2020?"
    )
    assert level == "note"
    assert "“2021”, “2020”" in sentence
    assert (
        near("Who painted the dock of Pell last year?", "Who painted the dock of Kestrel last year?")[0]
        == "note"
    )


def test_question_of_its_own_passes():
    assert near("Who painted the ferry?", "How much did fog cost?")[0] == "pass"
    assert near("Who painted the ferry?")[0] == "pass"
    assert near("", "", "?")[0] == "pass"
