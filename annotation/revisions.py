"""What changed between two drafts: field by field, word by word. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal, NamedTuple

from annotation.drafts import given_answers
from db.authored import ItemDraft, RevisionKind
from db.models import AnswerVariant, EvidenceMark, PageRef
from db.wording import counted

Field = Literal["question", "answer", "evidence", "bridge", "metadata", "reason", "order"]
Kind = Literal["changed", "added", "removed", "kept"]

_TOKENS = re.compile(r"\w+|\s+|[^\w\s]")
_MOST_TOKENS = 2000  # of both texts together; longer ones are shown as replaced, in one piece


class Words(NamedTuple):
    """A stretch of text that stayed, came or went."""

    kind: Literal["same", "added", "removed"]
    text: str


class Change(NamedTuple):
    """One thing that differs, or an evidence page that both have (`kept`).

    `place` says which of several: `answer 2`, `report.pdf page 3`, `domain`. The `words` in order give
    the text before when the added ones are left out, and the text after when the removed ones are.
    """

    field: Field
    kind: Kind
    place: str
    words: tuple[Words, ...] = ()


def changes(before: ItemDraft, after: ItemDraft) -> tuple[Change, ...]:
    """Everything that differs, in the order of the form, and the evidence pages that were kept.

    Drafts that differ give at least one change that is not `kept`; equal ones give none.
    """
    found = (
        *_text_change("question", "question", before.question, after.question),
        *_answer_changes(before.answer_variants, after.answer_variants),
        *_evidence_changes(before.evidence, after.evidence),
        *_bridge_changes(before.bridges, after.bridges),
        *_metadata_changes(before, after),
        *_reason_changes(before, after),
    )
    if before != after and all(change.kind == "kept" for change in found):
        return (*found, Change("order", "changed", "order of pages or reasons"))
    return found


def summary(before: ItemDraft, after: ItemDraft) -> str:
    """One line: `question changed, 1 answer added, 2 pages removed`; `nothing changed`."""
    counts: dict[tuple[str, Kind], int] = {}
    for change in changes(before, after):
        if change.kind != "kept":
            counts[change.field, change.kind] = counts.get((change.field, change.kind), 0) + 1
    told = [_told(field, kind, n) for (field, kind), n in counts.items()]
    return ", ".join(told) or "nothing changed"


def correction_kind(before: ItemDraft, after: ItemDraft) -> RevisionKind:
    """What kind of correction leads from one to the other.

    An extension leaves the question, every answer and every evidence page as they are and adds to them;
    everything else replaces. Source: MADQA, C.1, which counts the two apart.
    """
    kept = set(given_answers(before)) | set(before.pages)
    now = set(given_answers(after)) | set(after.pages)
    is_more = before.question.strip() == after.question.strip() and kept < now
    return RevisionKind.EXTENSION if is_more else RevisionKind.REPLACEMENT


def says_the_same(one: ItemDraft, other: ItemDraft) -> bool:
    """Whether two drafts are the same item: question, answers, evidence pages (in any order), metadata.

    Regions, bridges and reasons do not count, nor does white space at the ends.
    """
    return _content(one) == _content(other)


def _content(draft: ItemDraft) -> tuple[object, ...]:
    return draft.question.strip(), set(given_answers(draft)), set(draft.pages), draft.metadata


def compared_words(before: str, after: str) -> tuple[Words, ...]:
    """Both texts in one, word by word; white space and signs are words of their own."""
    ours, theirs = _TOKENS.findall(before), _TOKENS.findall(after)
    if len(ours) + len(theirs) > _MOST_TOKENS:  # difflib takes minutes for thousands of equal words
        ours, theirs = [before], [after]
    found: list[Words] = []
    for tag, a0, a1, b0, b1 in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if tag == "equal":
            found.append(Words("same", "".join(ours[a0:a1])))
            continue
        found += [Words("removed", "".join(ours[a0:a1])), Words("added", "".join(theirs[b0:b1]))]
    return tuple(words for words in found if words.text)


def _text_change(field: Field, place: str, before: str, after: str) -> Iterator[Change]:
    if before == after:
        return
    kind: Kind = "added" if not before else "removed" if not after else "changed"
    yield Change(field, kind, place, compared_words(before, after))


def _answer_changes(before: Sequence[AnswerVariant], after: Sequence[AnswerVariant]) -> Iterator[Change]:
    # Aligned as a whole, so that an answer put in front does not make all that follow look changed.
    opcodes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for tag, a0, a1, b0, b1 in opcodes:
        if tag == "equal":
            continue
        pairs = zip_longest(enumerate(before[a0:a1], a0 + 1), enumerate(after[b0:b1], b0 + 1))
        for old, new in pairs:
            number = new[0] if new else old[0] if old else 0
            kind: Kind = "added" if old is None else "removed" if new is None else "changed"
            texts = (_as_text(old[1]) if old else "", _as_text(new[1]) if new else "")
            yield Change("answer", kind, f"answer {number}", compared_words(*texts))


def _as_text(variant: AnswerVariant) -> str:
    # One part a line: parts may hold commas and semicolons of their own.
    return "\n".join(variant)


def _evidence_changes(before: Sequence[EvidenceMark], after: Sequence[EvidenceMark]) -> Iterator[Change]:
    ours, theirs = {m.ref: m for m in before}, {m.ref: m for m in after}
    for ref in dict.fromkeys((*ours, *theirs)):
        old, new = ours.get(ref), theirs.get(ref)
        if old is None or new is None:
            yield Change("evidence", "added" if old is None else "removed", _page(ref))
        else:
            kind: Kind = "kept" if old == new else "changed"
            yield Change("evidence", kind, _page(ref), compared_words(_quotes(old), _quotes(new)))


def _quotes(mark: EvidenceMark) -> str:
    return "\n".join(region.quote for region in mark.regions)


def _page(ref: PageRef) -> str:
    return f"{ref.document} page {ref.page}"


def _bridge_changes(before: Sequence[PageRef], after: Sequence[PageRef]) -> Iterator[Change]:
    for ref in dict.fromkeys((*before, *after)):
        if (ref in before) != (ref in after):
            yield Change("bridge", "added" if ref in after else "removed", _page(ref))


def _metadata_changes(before: ItemDraft, after: ItemDraft) -> Iterator[Change]:
    for name in type(before.metadata).model_fields:
        old, new = getattr(before.metadata, name), getattr(after.metadata, name)
        yield from _text_change("metadata", name, old, new)


def _reason_changes(before: ItemDraft, after: ItemDraft) -> Iterator[Change]:
    ours = {override.check: override.reason for override in before.overrides}
    theirs = {override.check: override.reason for override in after.overrides}
    for check in dict.fromkeys((*ours, *theirs)):
        yield from _text_change("reason", check, ours.get(check, ""), theirs.get(check, ""))


_NOUNS = {
    "answer": "answers",
    "evidence": "pages",
    "bridge": "bridges",
    "metadata": "metadata fields",
    "reason": "reasons",
}


def _told(field: str, kind: Kind, n: int) -> str:
    return f"{field} {kind}" if field in {"question", "order"} else f"{counted(n, _NOUNS[field])} {kind}"
