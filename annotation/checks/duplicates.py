"""Has the question been asked already? Pure.

Two questions are alike by Jaccard's index of their words and pairs of neighbouring words: what both
have, over what either has. Questions that differ in a number or a name are often meant to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from annotation.checks.evidence import OtherItem
from annotation.checks.findings import Finding, listed, quoted
from annotation.checks.text import words_of
from baseline.analysis.text_values import normalised
from db.authored import ItemDraft

NEAR = 0.6
_SAME_WORDS = 0.5
_MOST_CHARS = 1000
# Letters beyond ASCII singly: scripts without spaces have no other words.
_WORD = re.compile(r"[a-z0-9]+|[^\W_]")


@lru_cache(maxsize=8192)
def words(question: str) -> tuple[str, ...]:
    """The words of a question, in order."""
    # The analyser of the index would take ten times as long, for all questions of a project.
    return tuple(_WORD.findall(normalised(question[:_MOST_CHARS])))


def shingles(question: str) -> frozenset[str]:
    """The words of a question, and each two neighbours."""
    pairs = (f"{left} {right}" for left, right in pairwise(words(question)))
    return frozenset((*words(question), *pairs))


def likeness(left: frozenset[str], right: frozenset[str]) -> float:
    """|left & right| / |left | right|, 0..1; 0 if both are empty."""
    n_common = len(left & right)
    n_all = len(left) + len(right) - n_common
    return n_common / n_all if n_all else 0.0


def check_duplicates(draft: ItemDraft, others: Sequence[OtherItem]) -> tuple[Finding, ...]:
    """Warns if another question is nearly this one; a note if only numbers or names differ."""
    own, own_words = shingles(draft.question), frozenset(words(draft.question))
    best, most = None, 0.0
    for other in others:
        # Pairs are looked at only where half of the words are the same: few questions get there.
        if likeness(own_words, frozenset(words(other.question))) < _SAME_WORDS:
            continue
        alike = likeness(own, shingles(other.question))
        if alike > most:
            best, most = other, alike
    if best is None or most < NEAR:
        sentence = "No other question of the project is nearly this one."
        return (Finding(check="near_duplicate", level="pass", sentence=sentence),)
    return (_of_near(draft.question, best, most),)


def _of_near(question: str, other: OtherItem, alike: float) -> Finding:
    named = f"item {quoted(other.item_id)}, {quoted(other.question)}"
    differing = _telling_words(question, other.question)
    if differing:
        sentence = f"This differs from {named} only in {listed(differing, 6)}: see that both are wanted."
        return Finding(check="near_duplicate", level="note", sentence=sentence)
    sentence = (
        f"This is nearly {named} (likeness {alike:.2f}): write another question, or say why both are needed."
    )
    return Finding(check="near_duplicate", level="warn", sentence=sentence)


def _telling_words(question: str, other: str) -> list[str]:
    """Numbers and words with a capital that only one of the two has, as they are written."""
    found: list[str] = []
    for here, there in ((question, other), (other, question)):
        known = set(words_of(there))
        for at, piece in enumerate(here.split()):
            tells = any(map(str.isdigit, piece)) or (at > 0 and piece.strip("“\"'(")[:1].isupper())
            if tells and not known.issuperset(words_of(piece)):
                found.append(quoted(piece.strip("?.,;:")))
    return list(dict.fromkeys(found))
