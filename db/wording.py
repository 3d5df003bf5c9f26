"""Numbers with their nouns, the same on screen and in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

# How the README says to run a command.
COMMAND = ".venv/bin/python -m"


HOP_WORDS = {"single": "single", "cross_page": "cross-page", "cross_doc": "cross-document"}
"""Hop types as people read them, on every screen and in the terminal."""


def kind_words(name: str) -> str:
    """The name of a kind to be read: a hop type in its words, `in_review` as “in review”."""
    return HOP_WORDS.get(name, name.replace("_", " "))


def grouped(n: int) -> str:
    """`1 607`, with thin separators."""
    return f"{n:,}".replace(",", "\u202f")


def counted(n: int, plural: str) -> str:
    """`1 item`, `20 items`, `1 person`, with thin separators from a thousand on."""
    return f"{grouped(n)} {_singular(plural) if n == 1 else plural}"


def percentage_points(difference: float, digits: int = 1) -> str:
    """A difference of two shares: `12.5 percentage points` for 0.125, never to be read as a percentage."""
    return f"{100 * difference:.{digits}f} percentage points"


def listed(names: Sequence[str], most: int = 3, hint: str = "") -> str:
    """Some names in a row, and how many more there are: `a, b and 3 more`, with a hint where to see them."""
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {grouped(len(names) - most)} more{hint}"


def lasting(seconds: int) -> str:
    """A time that somebody set, without its zeros: `45 s`, `2 min`, `1 h 30 min`, `3 days`."""
    units = (("days", 24 * 3600), ("h", 3600), ("min", 60), ("s", 1))
    parts = []
    for unit, length in units:
        n, seconds = divmod(seconds, length)
        if n:
            parts.append(counted(n, unit) if unit == "days" else f"{n} {unit}")
    return " ".join(parts) or "0 s"


def _singular(plural: str) -> str:
    if plural == "people":
        return "person"
    return plural.removesuffix("es") if plural.endswith("ches") else plural.removesuffix("s")
