"""The document's own words for an answer that is written otherwise. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from annotation.checks.evidence import EvidencePage
from annotation.checks.findings import visible
from annotation.checks.text import Run, Wanted, number_forms
from baseline.analysis.text_values import compare_values, normalised, read_value

# As long as a part of an answer may be (db/models.py).
MOST_CHARS = 2000
_WINDOW_WORDS = 4
_MOST_PAGES_READ_FOR_VALUES = 10
_HAS_DIGIT = re.compile(r"\d")


def shortest_stretch(wanted: Wanted, pages: Sequence[EvidencePage]) -> str:
    """The shortest stretch of one page that holds all the words, if it is not much longer; else ""."""
    best: tuple[int, EvidencePage, Run] | None = None
    for page in pages:
        if (run := _window(wanted.content, page)) is not None:
            length = run.last - run.first + 1
            if length <= 2 * len(wanted.words) + _WINDOW_WORDS and (best is None or length < best[0]):
                best = length, page, run
    if best is None:
        return ""
    words = visible(best[1].words.stretch(best[2]))
    return words if len(words) <= MOST_CHARS else ""


def _window(words: Sequence[str], page: EvidencePage) -> Run | None:
    wanted = set(words)
    places = sorted(
        (at, word) for word in wanted for form in number_forms(word) for at in page.words.places.get(form, ())
    )
    last_seen: dict[str, int] = {}
    best: Run | None = None
    for at, word in places:
        last_seen[word] = at
        if len(last_seen) == len(wanted):
            first = min(last_seen.values())
            if best is None or at - first < best.last - best.first:
                best = Run(first, at)
    return best


def same_value(answer: str, pages: Sequence[EvidencePage]) -> tuple[EvidencePage, str] | None:
    """A number or date on a page that is written otherwise: 1.2 million for 1,200,000."""
    if read_value(answer) is None:
        return None
    for page in pages[:_MOST_PAGES_READ_FOR_VALUES]:
        pieces = visible(page.words.text).split()
        for at in range(len(pieces)):
            for end in range(at + 1, min(at + _WINDOW_WORDS, len(pieces)) + 1):
                text = " ".join(pieces[at:end]).strip(".,;:")
                if _HAS_DIGIT.search(text) and _is_same(answer, text):
                    return page, text
    return None


def _is_same(answer: str, text: str) -> bool:
    return normalised(answer) != normalised(text) and compare_values([answer], [text]) == "equal"
