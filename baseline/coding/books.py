"""Code books: those of the papers in our own words, and a project's own ones. Pure.

A book that somebody coded with never changes: what is written anew under its name is its next version.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from db.errors import InvalidInput, NotFound
from db.plain_text import refuse_turning

MOST_CODES = 9
_MOST_MEANING = 300
_MOST_LABEL = 60
AND = "+"
"""Between the codes of one coding; no code has it in itself."""
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Code(NamedTuple):
    """One code: its name in files, its label on a button, what it means, and a case of it."""

    code: str
    label: str
    meaning: str
    example: str = ""


@dataclass(frozen=True, slots=True)
class Book:
    """Codes of which each failed attempt gets one, or with `many` one or more. `source`: whose they are."""

    name: str
    version: int
    title: str
    source: str
    codes: tuple[Code, ...]
    at_step: bool = False
    many: bool = False

    @property
    def scheme(self) -> str:
        """How a coding names the book: `agora/1`."""
        return f"{self.name}/{self.version}"

    def label(self, said: str) -> str:
        """The labels of what a coding says: one code, or several."""
        labels = {one.code: one.label for one in self.codes}
        return ", ".join(labels.get(code, code) for code in codes_in(said))

    def written(self, codes: Iterable[str]) -> str:
        """Codes as a coding keeps them: each once, in the order of the book.

        Raises:
            NotFound: the book has no such code.
            InvalidInput: there is none, or several in a book of one for each failure.
        """
        chosen = set(codes)
        for code in sorted(chosen - {one.code for one in self.codes}):
            raise NotFound(f"The book {self.title!r} has no code {code[:60]!r}.")
        if not chosen:
            raise InvalidInput("Choose at least one code.")
        if len(chosen) > 1 and not self.many:
            raise InvalidInput(f"The book {self.title!r} has one code for each failure; choose one.")
        return AND.join(one.code for one in self.codes if one.code in chosen)


def codes_in(said: str) -> tuple[str, ...]:
    """The codes that a coding keeps."""
    return tuple(said.split(AND))


BUILT_IN = (
    Book(
        "earliest-deviation",
        1,
        "Earliest deviation",
        "after EpiBench: where the attempt first left the way, and at which step",
        (
            Code(
                "retrieve",
                "Retrieve",
                "The documents that were needed were never found.",
                "Every query names the harbour; the minutes that hold the answer never come up.",
            ),
            Code(
                "perception",
                "Perception",
                "The right place was open, and a figure, table or text misread.",
                "The table is on screen, and the value of the row below is given.",
            ),
            Code(
                "reasoning",
                "Reasoning",
                "All was there and read rightly, and put together wrongly.",
                "Both fares are right; their difference is not.",
            ),
            Code(
                "memory",
                "Reading memory",
                "What was found earlier was lost, or mixed up with something else.",
                "The year found at step 2 comes back at step 9 as another one.",
            ),
            Code(
                "other",
                "Other",
                "Anything else: a limit, an error of the program, an unreadable file.",
                "The file ends in the middle of an answer.",
            ),
        ),
        at_step=True,
    ),
    Book(
        "agora",
        1,
        "Five causes",
        "after Agora",
        (
            Code(
                "incomplete",
                "Incomplete inspection",
                "A document that was needed was never opened.",
                "Two yearly reports are compared; only one was opened.",
            ),
            Code(
                "misidentified",
                "Evidence misidentified",
                "The right file was open, and another value taken.",
                "The planned crew is given, where the actual crew stands beside it.",
            ),
            Code(
                "exhausted",
                "Resources exhausted",
                "Time, turns or room ran out.",
                "The last step is another search, and no answer follows.",
            ),
            Code(
                "instruction",
                "Instruction not followed",
                "A condition that the question states was ignored.",
                "Asked for whole tonnes, and given kilograms.",
            ),
            Code(
                "invented",
                "Invented",
                "The answer stands nowhere, or what was found earlier was forgotten or contradicted.",
                "A name is given that no page has.",
            ),
        ),
    ),
    Book(
        "human-errors",
        1,
        "Human errors",
        "after MADQA, the table of errors that people made",
        (
            Code(
                "negation",
                "Negation missed",
                "Gave what is so, where asked for what is not.",
                "Which pier has no crane? A pier with a crane is given.",
            ),
            Code(
                "incomplete",
                "Evidence incomplete",
                "Found one part, and never the page that completes it.",
                "A list goes on overleaf; its first half is given.",
            ),
            Code(
                "role",
                "Roles confused",
                "Took one person or office for another one beside it.",
                "The secretary who signed is given as the chair.",
            ),
            Code(
                "sense",
                "Other sense of a word",
                "Took a word of the question in another meaning.",
                "“Draft” of a ship is looked up as the draft of a letter.",
            ),
            Code(
                "time",
                "Time reasoned wrongly",
                "Gave a date for a span, or counted time wrongly.",
                "Asked for how long, and given the day it ended.",
            ),
            Code(
                "order",
                "Rank mistaken",
                "Took the second for the first, or did not go through all of them.",
                "The longest of the routes on the first page is given; a longer one follows.",
            ),
            Code(
                "other",
                "Other",
                "None of these; say what in the note.",
                "The page was scanned so badly that it cannot be read.",
            ),
        ),
    ),
)


class Typed(NamedTuple):
    """An own book as somebody typed it: `Label: meaning`, a line each, and `| example` if they like."""

    name: str
    title: str
    lines: str
    many: bool = False
    at_step: bool = False


def own_book(typed: Typed, earlier: Iterable[Book]) -> Book:
    """The next version of the book of that name.

    Raises:
        InvalidInput: the name is taken or not usable, a line is not understood, or there are too many.
    """
    name = typed.name
    if not _NAME.fullmatch(name):
        raise InvalidInput("The name of a book is of small letters, digits and hyphens, as `table-errors`.")
    if name in {one.name for one in BUILT_IN}:
        raise InvalidInput(f"{name!r} is the name of a book that is built in; choose another one.")
    plain_title = " ".join(typed.title.split()) or name
    refuse_turning(plain_title, "The title")
    if len(plain_title) > _MOST_LABEL:
        raise InvalidInput(f"The title has {len(plain_title)} characters; {_MOST_LABEL} is the most.")
    codes = _codes([line for line in typed.lines.splitlines() if line.strip()])
    version = 1 + max((one.version for one in earlier if one.name == name), default=0)
    return Book(name, version, plain_title, "own", codes, at_step=typed.at_step, many=typed.many)


def _codes(lines: Sequence[str]) -> tuple[Code, ...]:
    if not 2 <= len(lines) <= MOST_CODES:
        raise InvalidInput(f"There are {len(lines)} codes; a book has 2 to {MOST_CODES}, a line each.")
    codes = []
    for number, line in enumerate(lines, 1):
        label, colon, after = (part.strip() for part in line.partition(":"))
        meaning, _, example = (part.strip() for part in after.partition("|"))
        if not label or not colon or not meaning:
            raise InvalidInput(f"Line {number} has no `Label: meaning`: {line.strip()[:60]!r}.")
        if len(label) > _MOST_LABEL or max(len(meaning), len(example)) > _MOST_MEANING:
            raise InvalidInput(
                f"Line {number} is too long: {_MOST_LABEL} characters for a label, {_MOST_MEANING} for what "
                "it means and for an example."
            )
        refuse_turning(line, f"Line {number}")
        codes.append(Code(_slug(label, number), label, meaning, example))
    if len({one.code for one in codes}) < len(codes):
        raise InvalidInput("Two codes have the same label; give each its own.")
    return tuple(codes)


def _slug(label: str, number: int) -> str:
    return re.sub(r"[^a-z0-9]+", "-", label.casefold()).strip("-") or f"code-{number}"
