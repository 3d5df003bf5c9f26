"""From what stands in an author's form to an item that can be answered. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import ValidationError

from db.authored import ItemDraft, Override, RevisionKind
from db.errors import InvalidInput
from db.models import AnswerVariant, Item

CORRECTIONS = {RevisionKind.REPLACEMENT, RevisionKind.EXTENSION}


class Unexplained(InvalidInput):
    """Checks warn, and the author has not said why the item is right as it is."""

    def __init__(self, checks: tuple[str, ...]) -> None:
        names = ", ".join(map(repr, checks))
        super().__init__(f"Follow the advice of {names}, or write down why the item is right as it is.")
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
        return Item(
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


def given_answers(draft: ItemDraft) -> tuple[AnswerVariant, ...]:
    """The answer variants that say something, without blank parts, each once."""
    kept = (tuple(part.strip() for part in variant if part.strip()) for variant in draft.answer_variants)
    return tuple(dict.fromkeys(variant for variant in kept if variant))
