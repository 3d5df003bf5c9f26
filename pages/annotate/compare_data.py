"""What stands beside each other once both blind answers are given, as JSON: only for who may see it all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from annotation.comparing import (
    Line,
    answer_compared,
    answer_lines,
    metadata_lines,
    pages_compared,
    verdict_on,
)
from annotation.drafts import given_answers, item_of
from annotation.item_state import Review
from annotation.revisions import Words, compared_words, correction_kind, says_the_same, summary
from db.authored import BlindAnswered, ItemDraft, RevisionKind
from db.errors import InvalidInput
from db.models import PageRef
from index.collection import OpenIndex
from pages.annotate.check_data import Room, check_json
from pages.search_result import page_label

_KINDS = {
    RevisionKind.REPLACEMENT: "This replaces the author's item",
    RevisionKind.EXTENSION: "This extends the author's item",
}
_TAKEN = {"search": "By searching", "evidence": "From the evidence"}


def blind_column(reviews: Sequence[Review], author: ItemDraft, room: Room, title: str) -> dict[str, Any]:
    """What was answered blind, each answer against the author's that is nearest."""
    given = [one for review in reviews for one in (review.search, review.evidence) if one is not None]
    found = [ref for one in given if one.stage == "search" for ref in one.citations]
    several = len(reviews) > 1
    return {
        "key": "blind",
        "title": title,
        "note": "",
        "question": None,
        "answers": [_blind_answer(one, author, _whose(reviews, one) if several else "") for one in given],
        "evidence": _pages(found, author.pages, "only here", room),
        "details": [],
        "reasons": [],
    }


def author_column(author: ItemDraft, reviews: Sequence[Review], room: Room) -> dict[str, Any]:
    """The author's item; its pages against those that were found blind, its answer against the blind one."""
    last = reviews[-1] if reviews else None
    blind = (last.evidence or last.search) if last is not None else None
    found = {ref for one in reviews if one.search is not None for ref in one.search.citations}
    needed = {ref for one in reviews if one.evidence is not None for ref in one.evidence.citations}
    return {
        "key": "author",
        "title": "Author's item",
        "note": "",
        "question": [["same", author.question]],
        "answers": _author_answers(author, blind),
        "evidence": [_author_page(author, ref, found, needed, room) for ref in dict.fromkeys(author.pages)],
        "details": [
            {"name": line.name, "words": _json(line.words)}
            for line in metadata_lines(author.metadata, author.metadata)
        ],
        "reasons": [{"check": one.check, "reason": one.reason} for one in author.overrides],
    }


def correction_column(
    key: str, title: str, kind: RevisionKind, author: ItemDraft, other: ItemDraft, room: Room
) -> dict[str, Any]:
    """Somebody's correction, with what came and went against the author's item."""
    return {
        "key": key,
        "title": title,
        "note": f"{_KINDS[kind]}: {summary(author, other)}" if kind in _KINDS else "",
        "question": _json(compared_words(author.question, other.question)),
        "answers": [
            {"label": "", "tag": "", "verdict": "", "words": _json(line.words)}
            for line in answer_lines(author, other)
        ],
        "evidence": _corrected_pages(author, other, room),
        "details": [_detail(line) for line in metadata_lines(author.metadata, other.metadata)],
        "reasons": [{"check": one.check, "reason": one.reason} for one in other.overrides],
    }


def correction_json(author: ItemDraft, draft: ItemDraft, item_id: str, room: Room) -> dict[str, Any]:
    """The checks of a correction, and what sending it would be."""
    checked = {**check_json(draft, item_id, room), "coverage": []}
    return {**checked, "correction": _sending(author, draft, item_id)}


def known_label(index: OpenIndex, ref: PageRef) -> str:
    """The printed label of a page; nothing for a page that is not in the index (any more)."""
    return page_label(index, ref) if index.has_page(ref.document, ref.page) else ""


def _sending(author: ItemDraft, draft: ItemDraft, item_id: str) -> dict[str, str]:
    try:
        item_of(item_id, draft)
    except InvalidInput as error:
        return {"kind": "none", "words": error.user_message}
    if says_the_same(draft, author):
        return {"kind": "same", "words": "Nothing is corrected yet: it says the same as the author's item."}
    kind = correction_kind(author, draft)
    return {"kind": kind.value, "words": f"{_KINDS[kind]}: {summary(author, draft)}."}


def _whose(reviews: Sequence[Review], given: BlindAnswered) -> str:
    review = next(one for one in reviews if given in (one.search, one.evidence))
    return "first reviewer, " if review.round == 1 else "second reviewer, "


def _blind_answer(given: BlindAnswered, author: ItemDraft, whose: str) -> dict[str, Any]:
    label = _TAKEN[given.stage]
    verdict = verdict_on(given, author)
    labelled = {
        "label": (whose + label.lower()).capitalize() if whose else label,
        "working_ms": given.working_ms,
        "tag": "" if verdict is None else verdict.kind,
        "verdict": "" if verdict is None else verdict.words,
    }
    if given.not_found:
        return {**labelled, "words": [["same", "Could not find it"]]}
    compared = answer_compared(given.answer, given_answers(author))
    if compared is None or compared.is_same:
        return {**labelled, "words": [["same", "\n".join(given.answer)]]}
    return {**labelled, "words": _json(_without(compared.words, "added"))}


def _author_answers(author: ItemDraft, blind: BlindAnswered | None) -> list[dict[str, Any]]:
    variants = given_answers(author)
    compared = answer_compared(blind.answer, variants) if blind is not None else None
    answers = []
    for n, variant in enumerate(variants):
        words: list[list[str]] = [["same", "\n".join(variant)]]
        if compared is not None and compared.nearest == n and not compared.is_same:
            words = _json(_without(compared.words, "removed"))
        label = "" if len(variants) == 1 else f"Variant {n + 1}" if n else "Answer"
        answers.append({"label": label, "tag": "", "verdict": "", "words": words})
    return answers


def _author_page(
    author: ItemDraft, ref: PageRef, found: set[PageRef], needed: set[PageRef], room: Room
) -> dict[str, Any]:
    """An evidence page of the author, and whether it was found and used blind."""
    tags = ["" if ref in found else "not found blind", "" if ref in needed else "not needed"]
    regions = [region for mark in author.evidence if mark.ref == ref for region in mark.regions]
    return {
        **_page(ref, " · ".join(filter(None, tags)), room),
        "note": "bridge" if ref in author.bridges else "",
        "quotes": [region.quote for region in regions if region.quote],
    }


def _pages(mine: Iterable[PageRef], theirs: Iterable[PageRef], tag: str, room: Room) -> list[dict[str, Any]]:
    compared = pages_compared(mine, theirs)
    return [
        _page(one.ref, tag if one.who == "first" else "", room) for one in compared if one.who != "second"
    ]


def _corrected_pages(author: ItemDraft, other: ItemDraft, room: Room) -> list[dict[str, Any]]:
    tags = {"both": "", "first": "taken away", "second": "added"}
    bridges = set(other.bridges)
    return [
        {**_page(one.ref, tags[one.who], room), "note": "bridge" if one.ref in bridges else ""}
        for one in pages_compared(author.pages, other.pages)
    ]


def _page(ref: PageRef, tag: str, room: Room) -> dict[str, Any]:
    label = known_label(room.index, ref)
    return {**ref.model_dump(mode="json"), "label": label, "tag": tag, "note": "", "quotes": []}


def _detail(line: Line) -> dict[str, Any]:
    return {"name": line.name, "words": _json(line.words)}


def _without(words: Iterable[Words], kind: str) -> tuple[Words, ...]:
    return tuple(one for one in words if one.kind != kind)


def _json(words: Iterable[Words]) -> list[list[str]]:
    return [[one.kind, one.text] for one in words]
