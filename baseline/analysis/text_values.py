"""Short answers read as a number or a date, so that 2018 and 2019 are not called alike."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Comparison = Literal["equal", "different", "unknown"]

_CURRENCIES = {
    "$": "usd", "us$": "usd", "usd": "usd", "dollar": "usd", "dollars": "usd",
    "€": "eur", "eur": "eur", "euro": "eur", "euros": "eur",
    "£": "gbp", "gbp": "gbp", "pound": "gbp", "pounds": "gbp",
    "¥": "jpy", "jpy": "jpy", "yen": "jpy",
}  # fmt: skip
_SCALES = {
    "k": 3, "thousand": 3, "thousands": 3,
    "m": 6, "mn": 6, "mio": 6, "million": 6, "millions": 6,
    "b": 9, "bn": 9, "billion": 9, "billions": 9,
    "trillion": 12, "trillions": 12,
}  # fmt: skip
_LONGEST_VALUE = 60
_PERCENTS = {"%", "percent", "per cent", "pct"}
_SYMBOL = r"us\$|[$€£¥]"
_NUMBER = re.compile(
    rf"(?P<open>\()?\s*(?P<sign>[-+−–])?\s*(?P<before>{_SYMBOL}|usd|eur|gbp|jpy)?\s*(?P<sign2>[-+−–])?"
    r"(?P<digits>\d(?:[\d.,'’ ]*\d)?|\.\d+)\s*"
    r"(?P<words>[^\W\d_%€£¥$](?:[^\W\d_]|\.| )*|)\s*(?P<after>%|[€£¥$])?\s*(?P<close>\))?"
)
_GROUPED = {
    ",": re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?"),
    ".": re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?"),
    " ": re.compile(r"\d{1,3}(?: \d{3})+(?:[.,]\d+)?"),
    "'": re.compile(r"\d{1,3}(?:'\d{3})+(?:\.\d+)?"),
}
_PLAIN = re.compile(r"\d+(?:\.\d+)?|\.\d+")

_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
_MONTHS = {
    name[:length]: number for number, name in enumerate(_MONTH_NAMES, 1) for length in (3, 4, len(name))
}
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_MONTH = r"(?P<month>[a-z]{3,9})\.?"
_YEAR = r"(?P<year>\d{4})"
_WORDED_DATES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_DAY}\.?\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}",
        rf"{_MONTH}\s+{_DAY},?\s+{_YEAR}",
        rf"{_MONTH},?\s+{_YEAR}",
    )
)
_ISO_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_FIGURE_DATE = re.compile(r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})")

Day = tuple[int, int, int | None]


@dataclass(frozen=True, slots=True)
class NumberValue:
    """An amount with its scale word applied; `currency` is "" where none is stated."""

    amount: Decimal
    currency: str


@dataclass(frozen=True, slots=True)
class DateValue:
    """Every reading of a date as (year, month, day); 03/04/2019 has two, a bare month no day."""

    readings: frozenset[Day]


Value = NumberValue | DateValue


def normalised(text: str) -> str:
    """NFKC, lower case, white space collapsed: how `strict` mode reads every answer."""
    return " ".join(unicodedata.normalize("NFKC", text).lower().split())


def read_value(text: str) -> Value | None:
    """The number or the date that `text` is, whole; None when it is anything else.

    Numbers: sign or accounting parentheses, a currency, thousands separators, a scale word, a percent
    sign (which does not change the amount). Dates: 2019-03-04, 4 March 2019, March 4, 2019, March
    2019, 03/04/2019.
    """
    plain = normalised(text).removesuffix(".")
    if len(plain) > _LONGEST_VALUE:
        return None
    return _read_date(plain) or _read_number(plain)


def compare_values(predicted: Sequence[str], gold: Sequence[str]) -> Comparison:
    """Whether two answers that are all numbers or dates have the same values, in any order.

    "unknown" when any part is something else, when the counts differ, when a number stands against a
    date, or when an ambiguous date could be either.
    """
    if len(predicted) != len(gold) or not gold:
        return "unknown"
    ours = [read_value(part) for part in predicted]
    theirs = [read_value(part) for part in gold]
    if len(gold) == 1:
        return _compare(ours[0], theirs[0])
    if any(not isinstance(value, NumberValue) for value in (*ours, *theirs)):
        return "unknown"
    amounts = [Counter(v.amount for v in side if isinstance(v, NumberValue)) for side in (ours, theirs)]
    return "equal" if amounts[0] == amounts[1] else "different"


def _compare(ours: Value | None, theirs: Value | None) -> Comparison:
    if isinstance(ours, NumberValue) and isinstance(theirs, NumberValue):
        same_money = ours.currency == theirs.currency or not ours.currency or not theirs.currency
        return "equal" if ours.amount == theirs.amount and same_money else "different"
    if isinstance(ours, DateValue) and isinstance(theirs, DateValue):
        if ours.readings == theirs.readings:
            return "equal"
        return "unknown" if ours.readings & theirs.readings else "different"
    return "unknown"


def _read_number(plain: str) -> NumberValue | None:
    match = _NUMBER.fullmatch(plain)
    if match is None or (match["open"] is None) != (match["close"] is None):
        return None
    amount = _read_digits(match["digits"])
    exponent, currencies, understood = _read_unit_words(match["words"])
    if amount is None or not understood:
        return None
    currencies += [_CURRENCIES[sign] for sign in (match["before"], match["after"]) if sign in _CURRENCIES]
    if len(set(currencies)) > 1:
        return None
    is_negative = match["open"] is not None or (match["sign"] or match["sign2"] or "+") != "+"
    # Put together digit by digit: arithmetic with decimals rounds to 28 digits, and then two account
    # numbers would be one.
    _, digits, point = amount.as_tuple()
    scaled = Decimal((int(is_negative), digits, int(point) + exponent))
    return NumberValue(scaled, currencies[0] if currencies else "")


def _read_digits(digits: str) -> Decimal | None:
    plain = digits.replace("’", "'")
    if _PLAIN.fullmatch(plain):
        return Decimal(plain)
    for separator, pattern in _GROUPED.items():
        # "1.234" was read as a decimal above: a single dot group is never a thousand here.
        if pattern.fullmatch(plain):
            return Decimal(plain.replace(separator, "").replace(",", "."))
    return None


def _read_unit_words(words: str) -> tuple[int, list[str], bool]:
    """Power of ten, currencies, and whether every word was understood."""
    exponent, currencies = 0, []
    for word in words.replace("per cent", "percent").replace(".", " ").split():
        if word in _SCALES:
            exponent += _SCALES[word]
        elif word in _CURRENCIES:
            currencies.append(_CURRENCIES[word])
        elif word not in _PERCENTS:
            return 0, [], False
    return exponent, currencies, True


def _read_date(plain: str) -> DateValue | None:
    if iso := _ISO_DATE.fullmatch(plain):
        return _as_date({(int(iso[1]), int(iso[2]), int(iso[3]))})
    if figures := _FIGURE_DATE.fullmatch(plain):
        first, second, year = int(figures[1]), int(figures[3]), int(figures[4])
        year += 0 if year > 99 else 2000 if year < 50 else 1900
        return _as_date({(year, first, second), (year, second, first)})
    for pattern in _WORDED_DATES:
        match = pattern.fullmatch(plain)
        if match and match["month"] in _MONTHS:
            day = match.groupdict().get("day")
            return _as_date({(int(match["year"]), _MONTHS[match["month"]], int(day) if day else None)})
    return None


def _as_date(readings: set[Day]) -> DateValue | None:
    possible = frozenset(
        (year, month, day) for year, month, day in readings if month <= 12 and 1 <= (day or 1) <= 31 and month
    )
    return DateValue(possible) if possible else None
