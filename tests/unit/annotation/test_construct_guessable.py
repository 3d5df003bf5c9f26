"""Closed-book answers: the published table's arithmetic, kinds of questions, files."""

from __future__ import annotations

import json

import pytest

from annotation.construct.guessable import (
    Guess,
    guess_figures,
    guess_kind,
    guess_notes,
    judge_guesses,
    read_closed_book,
)
from annotation.figures import figures_of
from db.errors import InvalidInput
from tests.unit.annotation.construct_makers import EXACT, item

# MADQA, table 9: correct yes/no, binary, memorised; then correct, random and memorised in % of 495 items.
TABLE_9 = {
    "Claude Haiku 4.5": (16, 16, 13, 9.1, 3.2, 2.6),
    "Claude Sonnet 4.5": (16, 13, 24, 10.7, 2.9, 4.8),
    "Gemini 2.5 Flash": (13, 14, 21, 9.7, 2.7, 4.2),
    "Gemini 2.5 Pro": (15, 17, 33, 13.1, 3.2, 6.7),
    "GPT-5": (19, 15, 41, 15.2, 3.4, 8.3),
    "GPT-5 Mini": (14, 13, 20, 9.5, 2.7, 4.0),
}


def figures(guesses):
    return {figure.key: figure for figure in figures_of(guess_figures(guesses))}


@pytest.mark.parametrize("model", TABLE_9)
def test_guess_figures_agree_with_the_published_table(model):
    yes_no, binary, memorised, correct, by_chance, contaminated = TABLE_9[model]
    right = [
        *[Guess("yes_no", True)] * yes_no,
        *[Guess("binary", True)] * binary,
        *[Guess("memorised", True)] * memorised,
    ]
    found = figures([*right, *[Guess("memorised", False)] * (495 - len(right))])
    # The paper prints one decimal.
    assert 100 * found["guessed"].value == pytest.approx(correct, abs=0.0501)
    assert 100 * found["guessed_by_chance"].value == pytest.approx(by_chance, abs=0.0501)
    assert 100 * found["guessed_by_kind@memorised"].value == pytest.approx(contaminated, abs=0.0501)


def test_guesses_by_kind_sum_to_all_guesses_and_chance_counts_wrong_ones_too():
    guesses = [Guess("yes_no", True), Guess("yes_no", False), Guess("binary", True), Guess("memorised", True)]
    found = figures([*guesses, None])
    by_kind = sum(found[f"guessed_by_kind@{kind}"].value for kind in ("yes_no", "binary", "memorised"))
    assert by_kind == pytest.approx(found["guessed"].value) == pytest.approx(3 / 4)
    assert found["guessed_by_chance"].value == pytest.approx(1 / 4)  # (1 + 1) / 2 / 4
    assert found["expected_by_chance"].value == pytest.approx(3 / 8)  # (2 + 1) / 2 / 4
    assert found["guessed"].n == 4


def test_without_answers_every_figure_says_why():
    assert {f.undefined for f in figures([None, None]).values()} == {"no closed-book answers were given"}


@pytest.mark.parametrize(
    ("question", "answer", "kind"),
    [
        ("Was the levy voted?", "Yes", "yes_no"),
        ("Was the levy voted?", "no.", "yes_no"),
        ("Was the budget larger in 2019 or in 2020?", "2020", "binary"),
        ("Which cost more, the pump station or the water tower?", "the pump station", "binary"),
        ("Which cost more, the pump station or the water tower?", "Water Tower", "binary"),
        ("Who signed the order or the permit?", "J. Quint", "memorised"),
        ("Which is it, one or two or three?", "two", "memorised"),
        ("In which month was it opened?", "May", "memorised"),
        ("Which of them, A or B?", "", "memorised"),
    ],
)
def test_guess_kind_goes_by_answer_and_question(question, answer, kind):
    assert guess_kind(item("q", question, "a.pdf:1", answer=answer), EXACT) == kind


def test_judge_guesses_compares_values_strictly():
    items = [
        item("a", "How many?", answer="2018"),
        item("b", "How many?", answer="12,000"),
        item("c", "Who?"),
    ]
    found = judge_guesses(items, {"a": ("2019",), "b": ("12000",)}, EXACT)
    assert [guess and guess.is_right for guess in found] == [False, True, None]


def test_guess_notes_count_what_does_not_fit():
    assert guess_notes([item("a", "Who?"), item("b", "Who?")], {"a": ("x",), "z": ("x",)}) == [
        "closed-book answers to items outside this set, left out: 1",
        "items without a closed-book answer, left out: 1 of 2",
    ]
    assert guess_notes([item("a", "Who?")], {}) == []


def lines(*rows):
    return "\n".join(json.dumps(row) for row in rows).encode()


def test_read_closed_book_takes_texts_and_lists():
    content = lines({"item_id": "a", "answer": "x", "model": "m"}, {"item_id": "b", "answer": ["x", "y"]})
    assert read_closed_book(content, "f.jsonl") == {"a": ("x",), "b": ("x", "y")}


def test_read_closed_book_names_every_bad_line():
    rows = (
        {"item_id": "a", "answer": "x"},
        {"item_id": "a", "answer": "y"},
        {"answer": "y"},
        {"item_id": "b"},
    )
    with pytest.raises(InvalidInput) as refused:
        read_closed_book(lines(*rows) + b"\n{", "f.jsonl")
    message = refused.value.user_message
    assert "'f.jsonl' has 4 lines that cannot be used" in message
    for line in (
        "line 2, item_id: item 'a' is there twice",
        "line 3, item_id",
        "line 4, answer",
        "line 5: not",
    ):
        assert line in message
