"""Has the question been asked already? Pure."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.checks.evidence import OtherItem
from annotation.checks.findings import Finding, quoted
from annotation.likeness import NEAR, likeness, telling_words
from db.authored import ItemDraft
from db.wording import listed


def check_duplicates(draft: ItemDraft, others: Sequence[OtherItem]) -> tuple[Finding, ...]:
    """Warns if another question is nearly this one; a note if only numbers or names differ."""
    best, most = None, 0.0
    for other in others:
        alike = likeness(draft.question, other.question)
        if alike > most:
            best, most = other, alike
    if best is None or most < NEAR:
        sentence = "No other question of the project is nearly this one."
        return (Finding(check="near_duplicate", level="pass", sentence=sentence),)
    return (_of_near(draft.question, best, most),)


def _of_near(question: str, other: OtherItem, alike: float) -> Finding:
    named = f"item {quoted(other.item_id)}, {quoted(other.question)}"
    differing = [quoted(piece) for piece in telling_words(question, other.question)]
    if differing:
        sentence = f"This differs from {named} only in {listed(differing, 6)}: see that both are wanted."
        return Finding(check="near_duplicate", level="note", sentence=sentence)
    sentence = (
        f"This is nearly {named} (likeness {alike:.2f}): write another question, or say why both are needed."
    )
    return Finding(check="near_duplicate", level="warn", sentence=sentence)
