"""What a reviewer sees side by side: the blind answer, the author's item, somebody's correction. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal, NamedTuple

from annotation.agreement import score_blind
from annotation.drafts import given_answers
from annotation.revisions import Words, compared_words
from db.authored import BlindAnswered, ItemDraft
from db.models import AnswerVariant, ItemMetadata, PageRef


class AnswerCompared(NamedTuple):
    """A blind answer against the author's variant that is nearest to it.

    `words` in order give the blind answer when the added ones are left out, and the author's variant (the
    one at the place `nearest`) when the removed ones are. `is_same`: but for case and white space.
    """

    nearest: int
    is_same: bool
    words: tuple[Words, ...]


class Line(NamedTuple):
    """One of several answers, or one metadata field, of two drafts."""

    kind: Literal["same", "added", "removed", "changed"]
    name: str
    words: tuple[Words, ...]


class PageCompared(NamedTuple):
    """An evidence page, and whether both have it, only the first side, or only the second."""

    ref: PageRef
    who: Literal["both", "first", "second"]


class Verdict(NamedTuple):
    """How a blind answer counts in the figures of agreement, and in which words it is told."""

    kind: Literal["same", "right", "differs"]
    words: str


def verdict_on(given: BlindAnswered, author: ItemDraft) -> Verdict | None:
    """What the figures make of a blind answer (`agreement.score_blind`); None if the author has no answer."""
    score = score_blind(given, author)
    if score is None:
        return None
    if not score.is_correct:
        why = {"no_answer": "no answer", "too_long": "too long to be scored"}.get(score.source, "differs")
        return Verdict("differs", f"{why}, counts as wrong")
    compared = answer_compared(given.answer, given_answers(author))
    if compared is not None and compared.is_same:
        return Verdict("same", "same as the author")
    if score.source in {"exact", "value"}:
        return Verdict("right", "same value, counts as right")
    return Verdict("right", f"partly right (ANLS* {score.anls:.2f}), counts as right")


def answer_compared(mine: AnswerVariant, variants: Sequence[AnswerVariant]) -> AnswerCompared | None:
    """How a blind answer compares with the author's variants; None if one of the two is empty."""
    if not any(part.strip() for part in mine) or not variants:
        return None
    mine_text = _text(mine)
    texts = [_text(variant) for variant in variants]
    same = next((n for n, text in enumerate(texts) if _plain(text) == _plain(mine_text)), None)
    nearest = same if same is not None else _nearest(mine_text, texts)
    return AnswerCompared(nearest, same is not None, compared_words(mine_text, texts[nearest]))


def answer_lines(before: ItemDraft, after: ItemDraft) -> tuple[Line, ...]:
    """The answers of both drafts in the order of the second one, word by word."""
    ours, theirs = given_answers(before), given_answers(after)
    lines: list[Line] = []
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        for old, new in zip_longest(ours[a0:a1], theirs[b0:b1]):
            words = compared_words(_text(old or ()), _text(new or ()))
            lines.append(Line("same" if tag == "equal" else _line_kind(old, new), "", words))
    return tuple(lines)


def metadata_lines(before: ItemMetadata, after: ItemMetadata) -> tuple[Line, ...]:
    """The metadata of both drafts, field by field; fields that are empty in both are left out."""
    return tuple(_metadata_lines(before, after))


def pages_compared(first: Iterable[PageRef], second: Iterable[PageRef]) -> tuple[PageCompared, ...]:
    """The pages of both, each once: those of the first side in its order, then what only the second has."""
    ours, theirs = dict.fromkeys(first), dict.fromkeys(second)
    compared = [PageCompared(ref, "both" if ref in theirs else "first") for ref in ours]
    return (*compared, *(PageCompared(ref, "second") for ref in theirs if ref not in ours))


def _metadata_lines(before: ItemMetadata, after: ItemMetadata) -> Iterator[Line]:
    for name in type(before).model_fields:
        old, new = getattr(before, name), getattr(after, name)
        if old or new:
            yield Line("same" if old == new else _line_kind(old, new), name, compared_words(old, new))


def _line_kind(old: object, new: object) -> Literal["added", "removed", "changed"]:
    if not old:
        return "added"
    return "changed" if new else "removed"


def _text(parts: AnswerVariant) -> str:
    # One part a line, as in the diff of two revisions.
    return "\n".join(part.strip() for part in parts if part.strip())


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _nearest(text: str, texts: Sequence[str]) -> int:
    """The place of the text that shares most words with this one; the first of several."""
    words = Counter(_plain(text).split())
    shared = [_share(words, Counter(_plain(one).split())) for one in texts]
    return shared.index(max(shared))


def _share(one: Counter[str], other: Counter[str]) -> float:
    return (one & other).total() / max(one.total(), other.total(), 1)
