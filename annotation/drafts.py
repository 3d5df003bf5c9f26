"""From what stands in an author's form to an item that can be answered. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pydantic import ValidationError

from annotation.checks.findings import words_of
from db.authored import ItemDraft, Override, RevisionKind
from db.errors import InvalidInput
from db.models import AnswerVariant, Item

CORRECTIONS = {RevisionKind.REPLACEMENT, RevisionKind.EXTENSION}


class Unexplained(InvalidInput):
    """Checks warn, and the author has not said why the item is right as it is."""

    def __init__(self, checks: tuple[str, ...]) -> None:
        names = ", ".join(f"“{words_of(check)}”" for check in checks)
        super().__init__(f"Checks still warn ({names}): repair it, or write down why it is right.")
        self.checks = checks


def item_of(item_id: str, draft: ItemDraft) -> Item:
    """The valid item that a draft stands for: blank answer parts and repeated pages are dropped.

    White space at the ends of question and answer parts goes; anything else stays as it was typed.

    Raises:
        InvalidInput: the draft is no item yet; the sentence names the field and what to do.
    """
    question = draft.question.strip()
    if not question:
        raise InvalidInput("The question is empty; write it before you submit the item.")
    variants = given_answers(draft)
    if not variants:
        raise InvalidInput("The answer is empty; write at least one before you submit the item.")
    if not draft.evidence:
        raise InvalidInput("There is no evidence; mark the pages that prove the answer.")
    try:
        item = Item(
            item_id=item_id,
            question=question,
            answer_variants=variants,
            evidence=tuple(dict.fromkeys(draft.pages)),
            metadata=draft.metadata,
        )
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0]).replace("answer_variants", "answer")
        raise InvalidInput(f"The {field} of the item cannot be used: {first['msg']}.") from error
    trouble = trouble_of(item)
    if trouble is not None:
        field = trouble.field.replace("answer_variants", "answer")
        raise InvalidInput(f"The {field} of the item cannot be used: {trouble.reason}.")
    return item


class Trouble(NamedTuple):
    """Why no reader of item files takes an item; `field` counts from 1, as in `evidence[2].document`."""

    field: str
    reason: str


def trouble_of(item: Item) -> Trouble | None:
    """What keeps an item out of every file, though the model allows it; None when nothing does.

    A blank id, question or document name is none, and half of a surrogate pair is no text. The model
    stays wider than this, so that what was stored earlier can still be loaded.
    """
    texts = (("item_id", item.item_id), ("question", item.question))
    documents = tuple((f"evidence[{n}].document", ref.document) for n, ref in enumerate(item.evidence, 1))
    answers = tuple((f"answer_variants[{n}]", "".join(v)) for n, v in enumerate(item.answer_variants, 1))
    metadata = tuple((f"metadata.{name}", str(value)) for name, value in item.metadata)
    for field, text in (*texts, *documents):
        if not text.strip():
            return Trouble(field, "it is blank, write it out")
    for field, text in (*texts, *documents, *answers, *metadata):
        if any("\ud800" <= char <= "\udfff" for char in text):
            return Trouble(field, "it holds half of a surrogate pair, which is not a character, remove it")
    return None


def overrides_for(draft: ItemDraft, warned: Iterable[str]) -> tuple[Override, ...]:
    """The author's reasons for keeping what these checks complain about, one a check, in that order.

    Raises:
        Unexplained: there is no reason for one of them.
    """
    reasons = {override.check: override for override in draft.overrides}
    checks = list(dict.fromkeys(warned))
    missing = tuple(check for check in checks if check not in reasons)
    if missing:
        raise Unexplained(missing)
    return tuple(reasons[check] for check in checks)


def with_reasons_of(author: ItemDraft, draft: ItemDraft) -> ItemDraft:
    """A correction with the author's reasons behind its own: for checks that it says nothing about."""
    said = {override.check for override in draft.overrides}
    kept = tuple(override for override in author.overrides if override.check not in said)
    return draft.model_copy(update={"overrides": (*draft.overrides, *kept)})


def given_answers(draft: ItemDraft) -> tuple[AnswerVariant, ...]:
    """The answer variants that say something, without blank parts, each once."""
    kept = (tuple(part.strip() for part in variant if part.strip()) for variant in draft.answer_variants)
    return tuple(dict.fromkeys(variant for variant in kept if variant))
