"""Code books: those of the papers in our own words, and a project's own ones. Pure.

A book that somebody coded with never changes: what is written anew under its name is its next version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from db.errors import InvalidInput
from db.plain_text import refuse_turning

MOST_CODES = 9
_MOST_MEANING = 300
_MOST_LABEL = 60
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Code(NamedTuple):
    """One code: its name in files, its label on a button, and what it means."""

    code: str
    label: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Book:
    """Codes of which each failed attempt gets one. `source` says whose they are."""

    name: str
    version: int
    title: str
    source: str
    codes: tuple[Code, ...]
    at_step: bool = False

    @property
    def scheme(self) -> str:
        """How a coding names the book: `agora/1`."""
        return f"{self.name}/{self.version}"

    def label(self, code: str) -> str:
        """The label of one of its codes; the code itself where it is of another version."""
        return next((one.label for one in self.codes if one.code == code), code)


BUILT_IN = (
    Book(
        "earliest-deviation",
        1,
        "Earliest deviation",
        "after EpiBench: where the attempt first left the way; step it if you can",
        (
            Code("retrieve", "Retrieve", "The documents that were needed were never found."),
            Code(
                "perception", "Perception", "The right place was open, and a figure, table or text misread."
            ),
            Code("reasoning", "Reasoning", "All was there and read rightly, and put together wrongly."),
            Code(
                "memory",
                "Reading memory",
                "What was found earlier was lost, or mixed up with something else.",
            ),
            Code("other", "Other", "Anything else: a limit, an error of the program, an unreadable file."),
        ),
        at_step=True,
    ),
    Book(
        "agora",
        1,
        "Five causes",
        "after Agora",
        (
            Code("incomplete", "Incomplete inspection", "A document that was needed was never opened."),
            Code(
                "misidentified", "Evidence misidentified", "The right file was open, and another value taken."
            ),
            Code("exhausted", "Resources exhausted", "Time, turns or room ran out."),
            Code(
                "instruction", "Instruction not followed", "A condition that the question states was ignored."
            ),
            Code("invented", "Invented", "The answer stands nowhere, or contradicts what was read."),
        ),
    ),
    Book(
        "human-errors",
        1,
        "Human errors",
        "after MADQA, the table of errors that people made",
        (
            Code("negation", "Negation missed", "Gave what is so, where asked for what is not."),
            Code(
                "incomplete", "Evidence incomplete", "Found one part, and never the page that completes it."
            ),
            Code("role", "Roles confused", "Took one person or office for another one beside it."),
            Code("sense", "Other sense of a word", "Took a word of the question in another meaning."),
            Code("time", "Time reasoned wrongly", "Gave a date for a span, or counted time wrongly."),
            Code(
                "order", "Rank mistaken", "Took the second for the first, or did not go through all of them."
            ),
            Code("other", "Other", "None of these; say what in the note."),
        ),
    ),
)


def own_book(name: str, title: str, lines: str, earlier: Iterable[Book]) -> Book:
    """A project's own book as somebody typed it: `Label: meaning`, a line each; its next version.

    Raises:
        InvalidInput: the name is taken or not usable, a line is not understood, or there are too many.
    """
    if not _NAME.fullmatch(name):
        raise InvalidInput("The name of a book is of small letters, digits and hyphens, as `table-errors`.")
    if name in {one.name for one in BUILT_IN}:
        raise InvalidInput(f"{name!r} is the name of a book that is built in; choose another one.")
    plain_title = " ".join(title.split()) or name
    refuse_turning(plain_title, "The title")
    if len(plain_title) > _MOST_LABEL:
        raise InvalidInput(f"The title has {len(plain_title)} characters; {_MOST_LABEL} is the most.")
    codes = _codes([line for line in lines.splitlines() if line.strip()])
    version = 1 + max((one.version for one in earlier if one.name == name), default=0)
    return Book(name, version, plain_title, "own", codes)


def _codes(lines: Sequence[str]) -> tuple[Code, ...]:
    if not 2 <= len(lines) <= MOST_CODES:
        raise InvalidInput(f"There are {len(lines)} codes; a book has 2 to {MOST_CODES}, a line each.")
    codes = []
    for number, line in enumerate(lines, 1):
        label, colon, meaning = (part.strip() for part in line.partition(":"))
        if not label or not colon or not meaning:
            raise InvalidInput(f"Line {number} has no `Label: meaning`: {line.strip()[:60]!r}.")
        if len(label) > _MOST_LABEL or len(meaning) > _MOST_MEANING:
            raise InvalidInput(
                f"Line {number} is too long: {_MOST_LABEL} characters for a label, {_MOST_MEANING} for what "
                "it means."
            )
        refuse_turning(line, f"Line {number}")
        codes.append(Code(_slug(label, number), label, meaning))
    if len({one.code for one in codes}) < len(codes):
        raise InvalidInput("Two codes have the same label; give each its own.")
    return tuple(codes)


def _slug(label: str, number: int) -> str:
    return re.sub(r"[^a-z0-9]+", "-", label.casefold()).strip("-") or f"code-{number}"
