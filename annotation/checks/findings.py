"""What a check says, and the repairs it offers. Pure."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Literal, assert_never

from pydantic import Field

from db.authored import ItemDraft, Sentence
from db.models import AnswerPart, EvidenceMark, Frozen, PageRef

CheckName = Literal[
    "extractive", "multi_hop", "closed_world", "grounded", "agentic", "visual",
    "self_reference", "location_cue", "yes_no", "near_duplicate", "long_answer",
]  # fmt: skip
Level = Literal["pass", "note", "warn"]
WORDS: dict[str, str] = {
    "extractive": "answer stands on the pages",
    "multi_hop": "hop type",
    "closed_world": "needs the documents",
    "grounded": "evidence is minimal",
    "agentic": "no single query is enough",
    "visual": "what has to be seen",
    "self_reference": "stands alone",
    "location_cue": "does not tell where to look",
    "yes_no": "not answered by yes or no",
    "near_duplicate": "not asked already",
    "long_answer": "short answer",
}
"""What each check wants, where it is named in a line; the same words stand in desk_draft.js."""
_MOST_CHARS = 80


def words_of(check: str) -> str:
    """A check in words. Files of earlier versions may name one that is not there any more."""
    return WORDS.get(check, check.replace("_", " "))


class DropPage(Frozen):
    """Take a page out of the evidence."""

    kind: Literal["drop_page"] = "drop_page"
    ref: PageRef

    @property
    def label(self) -> str:
        """What the button says."""
        return f"Drop {page_name(self.ref)}"


class MarkPage(Frozen):
    """Make a page evidence."""

    kind: Literal["mark_page"] = "mark_page"
    ref: PageRef

    @property
    def label(self) -> str:
        """What the button says."""
        return f"Mark {page_name(self.ref)} as evidence"


class NameBridge(Frozen):
    """Say that an evidence page leads to the answer without holding a word of it."""

    kind: Literal["name_bridge"] = "name_bridge"
    ref: PageRef

    @property
    def label(self) -> str:
        """What the button says."""
        return f"Name {page_name(self.ref)} as a bridge"


class UseWords(Frozen):
    """Write a part of the answer as the document does. `variant` and `part` count from 0."""

    kind: Literal["use_words"] = "use_words"
    variant: Annotated[int, Field(ge=0)]
    part: Annotated[int, Field(ge=0)]
    words: AnswerPart

    @property
    def label(self) -> str:
        """What the button says."""
        return f"Use the document's words {quoted(self.words)}"


Fix = Annotated[DropPage | MarkPage | NameBridge | UseWords, Field(discriminator="kind")]


class Finding(Frozen):
    """What one check says of a draft: in order, worth a look, or to be repaired or explained."""

    check: CheckName
    level: Level
    sentence: Sentence
    fixes: tuple[Fix, ...] = ()


def applied(draft: ItemDraft, fix: Fix) -> ItemDraft:
    """The draft with one repair made. A repair of something that is gone by now changes nothing."""
    match fix:
        case DropPage(ref=ref):
            marks = tuple(mark for mark in draft.evidence if mark.ref != ref)
            bridges = tuple(bridge for bridge in draft.bridges if bridge != ref)
            return draft.model_copy(update={"evidence": marks, "bridges": bridges})
        case MarkPage(ref=ref):
            if ref in draft.pages:
                return draft
            mark = EvidenceMark(document=ref.document, page=ref.page)
            return draft.model_copy(update={"evidence": (*draft.evidence, mark)})
        case NameBridge(ref=ref):
            if ref in draft.bridges or ref not in draft.pages:
                return draft
            return draft.model_copy(update={"bridges": (*draft.bridges, ref)})
        case UseWords():
            return draft.model_copy(update={"answer_variants": _rewritten(draft, fix)})
        case _:
            assert_never(fix)


def _rewritten(draft: ItemDraft, fix: UseWords) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(
            fix.words if (variant_at, part_at) == (fix.variant, fix.part) else part
            for part_at, part in enumerate(variant)
        )
        for variant_at, variant in enumerate(draft.answer_variants)
    )


def page_name(ref: PageRef) -> str:
    """A page as a sentence names it."""
    return f"page {ref.page} of {shortened(ref.document)}"


def quoted(text: str) -> str:
    """Somebody's words inside a sentence, on one line and not too long."""
    return f"“{shortened(text)}”"


def shortened(text: str) -> str:
    """One line without invisible characters; of a long text its beginning and its end."""
    line = visible(text)
    if len(line) <= _MOST_CHARS:
        return line
    return f"{line[: _MOST_CHARS // 2]}…{line[-_MOST_CHARS // 2 :]}"


def visible(text: str) -> str:
    """The text on one line, without what could turn or break it: controls, directions, half characters."""
    kept = (" " if char.isspace() else char for char in text)
    return " ".join("".join(c for c in kept if unicodedata.category(c) not in {"Cc", "Cf", "Cs"}).split())


def capital(sentence: str) -> str:
    """With a capital letter at the beginning; nothing else changes."""
    return sentence[:1].upper() + sentence[1:]
