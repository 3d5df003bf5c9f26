"""Words, numbers and near misses as the checks compare them."""

from __future__ import annotations

import pytest

from annotation.checks.text import (
    ReadText,
    Wanted,
    close_words,
    number_forms,
    query_pieces,
    without_stop_words,
    words_of,
)


def holds(page: str, answer: str) -> bool:
    return ReadText(page).holds(Wanted(answer))


@pytest.mark.parametrize(
    ("word", "forms"),
    [
        ("7", ("7",)),
        ("007", ("7",)),
        ("0", ("0",)),
        ("000", ("0",)),
        ("5.00", ("5",)),
        # Only a fraction of zeros goes: section 1.10 is not section 1.1.
        ("1.10", ("1.10",)),
        # English 1.234, German 1234.
        ("1.234", ("1.234", "1234")),
        ("0.125", ("0.125",)),
        ("1.234.567", ("1.234.567", "1234567")),
        ("2009", ("2009",)),
        ("10b", ("10b",)),
        ("report", ("report",)),
        ("報", ("報",)),
    ],
)
def test_number_forms_strip_what_does_not_change_the_value(word, forms):
    assert number_forms(word) == forms


@pytest.mark.parametrize(
    ("page", "answer"),
    [
        ("Net revenue was $1,234,567 in 2009.", "1234567"),
        ("Net revenue was 1234567.", "$1,234,567"),
        ("A fee of $5.00 applies", "$5"),
        ("File 007", "7"),
        ("Der Umsatz betrug 1.234 Euro", "1234"),
        ("Der Anteil war 12,5 %", "12.5%"),
        ("The share was 12.5 %", "12,5 %"),
        ("The oﬃce demon-\nstrates it", "office demonstrates"),
        ("The oﬃce demon-\nstrates it", "demon- strates it"),
        ("The oﬃce demon-\nstrates it", "demon-\nstrates it"),
        ("a well-\nknown and long-\nlived law", "well-known and long-lived law"),
        ("it’s “here” – now", 'it\'s "here" - now'),
        ("CAFÉ DE PARIS", "cafe de paris"),
        ("non\u00a0breaking", "non breaking"),
        ("東京都の報告書", "報告"),
        ("AT&T 10-K", "10-K"),
        ("C# and C++ code", "C++"),
        ("rated ★★★☆", "★★★"),
        ("all good 😀!", "😀"),
    ],
)
def test_page_holds_an_answer_in_another_spelling(page, answer):
    assert holds(page, answer)


@pytest.mark.parametrize(
    ("page", "answer"),
    [
        ("Net revenue was 1,234,567", "1234568"),
        ("Net revenue was 1,234,567", "234,567"),
        ("in 2009", "2008"),
        ("section 1.10", "section 1.1"),
        ("art in part", "par"),
        ("one two", "two one"),
        ("one and two", "one two"),
        ("rated ★★☆☆", "★★★"),
        ("", "word"),
        ("word", ""),
    ],
)
def test_page_does_not_hold_what_differs_in_a_digit_a_letter_or_the_order(page, answer):
    assert not holds(page, answer)


def test_numbers_of_forty_digits_differ_in_the_last_one():
    assert not holds("account " + "1" * 39 + "2", "1" * 40)


def test_exact_words_are_those_of_the_page_with_signs_of_value():
    page = ReadText("Cash of $ 780,738 and (312) or 12.5 % at\nNorth  Harbor")
    assert page.exact_words(Wanted("780738")) == "$ 780,738"
    assert page.exact_words(Wanted("312")) == "(312)"
    assert page.exact_words(Wanted("12.5")) == "12.5 %"
    assert page.exact_words(Wanted("NORTH HARBOR")) == "North Harbor"
    assert page.exact_words(Wanted("South")) == ""


def test_content_words_are_all_words_if_all_are_stop_words():
    assert without_stop_words(["the", "harbor"]) == ("harbor",)
    assert without_stop_words(["it", "is"]) == ("it", "is")


def test_close_words_are_within_ratio_eighty_and_without_digits():
    # "harbor"/"harb0r" has a digit; "ferry" (5) against "fery" (4): 2*4/9 = .89; "pier" is too short;
    # "water" against "wader": 2*4/10 = .8, just enough; "harbour" against "harbinger": 2*5/16 = .62.
    assert close_words(
        ["ferry", "pier", "water", "harbour", "a1b2c3"], ["fery", "pjer", "wader", "harbinger"]
    ) == {
        "ferry": "fery",
        "water": "wader",
    }
    assert close_words(["harbor"], ["harb0r"]) == {}


def test_query_pieces_are_safe_to_search_for():
    assert query_pieces('What "is" (the) fee* AND — 10-K of AT&T?') == [
        "What", "is", "the", "fee", "and", "10-K", "of", "AT&T",
    ]  # fmt: skip


def test_words_of_a_text_with_line_breaks_are_those_of_one_line():
    assert words_of("demon-\nstrates\tit") == ("demon", "strates", "it")
