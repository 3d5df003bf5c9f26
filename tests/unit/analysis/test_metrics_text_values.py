"""Reading short answers as numbers and dates."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.text_values import DateValue, NumberValue, compare_values, read_value


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("12", "12", ""),
        ("12,000", "12000", ""),
        ("12 000", "12000", ""),
        ("12'000", "12000", ""),
        ("1,234.50", "1234.5", ""),
        ("1.234,50", "1234.5", ""),
        ("1.234", "1.234", ""),
        (".5", "0.5", ""),
        ("-5", "-5", ""),
        ("−5", "-5", ""),
        ("(1,000)", "-1000", ""),
        ("12%", "12", ""),
        ("12 percent", "12", ""),
        ("US$ 120,893,034", "120893034", "usd"),
        ("€ 5", "5", "eur"),
        ("5 euros", "5", "eur"),
        ("-$5", "-5", "usd"),
        ("$1.2M", "1200000", "usd"),
        ("1.2 billion dollars", "1200000000", "usd"),
        ("１２", "12", ""),
        ("3.", "3", ""),
    ],
)
def test_read_value_reads_a_number(text, amount, currency):
    value = read_value(text)
    assert isinstance(value, NumberValue)
    assert (value.amount, value.currency) == (Decimal(amount), currency)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("2019-03-04", {(2019, 3, 4)}),
        ("4 March 2019", {(2019, 3, 4)}),
        ("4th of March, 2019", {(2019, 3, 4)}),
        ("Mar. 4, 2019", {(2019, 3, 4)}),
        ("March 2019", {(2019, 3, None)}),
        ("03/04/2019", {(2019, 3, 4), (2019, 4, 3)}),
        ("25.12.1998", {(1998, 12, 25)}),
        ("1/2/98", {(1998, 1, 2), (1998, 2, 1)}),
    ],
)
def test_read_value_reads_a_date(text, readings):
    assert read_value(text) == DateValue(frozenset(readings))


@pytest.mark.parametrize(
    "text",
    ["", "yes", "5 pages", "A-12", "1,23", "12,00", "(5", "13/13/2019", "$5€", "555-1234", "1 2", "9" * 80],
)
def test_read_value_leaves_other_texts_alone(text):
    assert read_value(text) is None


@pytest.mark.parametrize(
    ("predicted", "gold", "expected"),
    [
        (["2018"], ["2019"], "different"),
        (["$5"], ["5"], "equal"),
        (["$5"], ["€5"], "different"),
        (["12%"], ["0.12"], "different"),
        (["03/04/2019"], ["April 3, 2019"], "unknown"),
        (["03/04/2019"], ["03.04.2019"], "equal"),
        (["2019"], ["March 2019"], "unknown"),
        (["1", "2"], ["2", "1"], "equal"),
        (["1", "2"], ["2", "x"], "unknown"),
        (["1"], ["1", "2"], "unknown"),
        ([], [], "unknown"),
    ],
)
def test_compare_values(predicted, gold, expected):
    assert compare_values(predicted, gold) == expected
    assert compare_values(gold, predicted) == expected


@given(st.integers(-(10**12), 10**12))
def test_a_number_equals_itself_however_it_is_grouped(number):
    assert compare_values([f"{number:,}"], [str(number)]) == "equal"


@given(st.integers(-(10**40), 10**40), st.integers(1, 9), st.sampled_from(["", ".07", " million", "%"]))
def test_long_numbers_that_differ_are_never_equal(number, more, ending):
    one, other = f"{number}{ending}", f"{number + more}{ending}"
    assert compare_values([one], [one]) == "equal"
    assert compare_values([one], [other]) == "different"


@given(st.text(max_size=80))
def test_read_value_takes_any_text(text):
    assert read_value(text) is None or compare_values([text], [text]) == "equal"
