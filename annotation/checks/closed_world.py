"""Hints that the question can be answered without the documents. Pure.

Only hints: the real check is somebody, or a model, who answers from nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from annotation.checks.evidence import Evidence
from annotation.checks.extractive import parts_of
from annotation.checks.findings import Finding, quoted
from annotation.checks.text import query_pieces, without_stop_words, words_of
from baseline.analysis.text_values import NumberValue, normalised, read_value
from db.authored import ItemDraft

BINARY = frozenset({"yes", "no", "true", "false"})
_SMALL = 10
_MOST_PAGES = 50
# A capital inside of the question; scripts without capitals cannot show a name this way.
_SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+|[\"“‘(])\W*\w+")
_UNCASED = re.compile(r"[^\W\d_a-zA-Z]")


def is_binary(draft: ItemDraft) -> bool:
    """Whether a variant of the answer is yes or no."""
    return any(len(variant) == 1 and normalised(variant[0]) in BINARY for variant in draft.answer_variants)


def check_closed_world(draft: ItemDraft, evidence: Evidence) -> tuple[Finding, ...]:
    """One warning for each hint."""
    parts = parts_of(draft)
    if not draft.question.strip() or not parts:
        sentence = "A question and an answer are needed to see whether it can be guessed."
        return (Finding(check="closed_world", level="note", sentence=sentence),)
    first = [part.wanted.text for part in parts if part.variant == parts[0].variant]
    sentences = [*_of_answer(draft, first, evidence), *_of_question(draft.question)]
    if sentences:
        return tuple(Finding(check="closed_world", level="warn", sentence=text) for text in sentences)
    sentence = "Nothing hints that the question can be answered without the documents."
    return (Finding(check="closed_world", level="pass", sentence=sentence),)


def _of_answer(draft: ItemDraft, first: Sequence[str], evidence: Evidence) -> Iterator[str]:
    if is_binary(draft):
        yield "Half of all guesses at yes or no are right: ask for the fact behind it."
    if len(first) == 1 and _is_small(first[0]):
        yield f"{quoted(first[0])} is easily guessed: ask for something that says more than a small number."
    asked = set(words_of(draft.question))
    answer = without_stop_words(word for part in first for word in words_of(part))
    if answer and asked.issuperset(answer):
        yield "The question already holds every word of the answer: ask so that it does not give it away."
    common = [(part, n) for part in first[:8] if (n := _n_pages_with(part, evidence)) > _MOST_PAGES]
    if common and len(common) == len(first):
        part, n = common[0]
        yield f"{quoted(part)} stands on {n:,} pages of the corpus: ask for something that is found in fewer."


def _n_pages_with(part: str, evidence: Evidence) -> int:
    pieces = query_pieces(part)
    return evidence.n_pages_with(" ".join(pieces)) if pieces else 0


def _is_small(part: str) -> bool:
    value = read_value(part)
    if not isinstance(value, NumberValue):
        return False
    return abs(value.amount) <= _SMALL and value.amount == value.amount.to_integral_value()


def _of_question(question: str) -> Iterator[str]:
    if any(char.isdigit() for char in question) or _UNCASED.search(_without_accents(question)):
        return
    inside = _SENTENCE_START.sub(" ", question)
    if not any(char.isupper() for char in inside) and not re.search(r"\b[A-Z]{2,}\b", question):
        yield (
            "The question has no number, year or name that ties it to a document: say whose and when, "
            "so that it has one answer in the whole corpus."
        )


def _without_accents(text: str) -> str:
    """Letters that have capitals left out, so that only scripts without them remain."""
    return "".join(char for char in text if char.lower() == char.upper())
