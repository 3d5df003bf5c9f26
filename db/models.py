"""The nouns, as they stand at every boundary. Pure: standard library and pydantic only.

Words are those of the field (docs/words.md). Pages are 1-based PDF page indices everywhere; the
printed label is shown beside them and never a key. A document's name is its path relative to the
corpus folder, `/`-separated.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator


class Frozen(BaseModel):
    """Base of all values: unknown fields are an error, and nothing changes after it was made."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


DocumentName = Annotated[str, StringConstraints(min_length=1, max_length=1024)]
PageNumber = Annotated[int, Field(ge=1, le=1_000_000)]
Share = Annotated[float, Field(ge=0.0, le=1.0)]
AnswerPart = Annotated[str, StringConstraints(max_length=2000)]


Side = Literal["people", "agent"]
# What an assigned item is for: figures know `main` ones only.
Purpose = Literal["main", "practice", "qualification", "attention"]


def _visible(text: str) -> str:
    hidden = [char for char in text if unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]
    if hidden:
        raise ValueError(f"holds the invisible character U+{ord(hidden[0]):04X}")
    return text


ItemId = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_visible)]


class Role(StrEnum):
    """What an account may do."""

    ANNOTATOR = "annotator"
    PARTICIPANT = "participant"
    RESEARCHER = "researcher"
    ADMIN = "admin"


class PageRef(Frozen):
    """One page of one document: the unit of evidence and of citation."""

    document: DocumentName
    page: PageNumber


class Citation(Frozen):
    """What an answer points at. Imported runs may cite a document without a page."""

    document: DocumentName
    page: PageNumber | None


class Box(Frozen):
    """A rectangle on the page as people see it, 0-1 of its width and height, from the top left."""

    x0: Share
    y0: Share
    x1: Share
    y1: Share

    @model_validator(mode="after")
    def _is_the_right_way_round(self) -> Box:
        if self.x0 > self.x1 or self.y0 > self.y1:
            raise ValueError("a box goes from its top left corner to its bottom right one")
        return self


class Region(Frozen):
    """A part of an evidence page, with the words inside it: an optional detail of the evidence."""

    region_id: str
    box: Box
    quote: str = ""


class EvidenceMark(Frozen):
    """A page in somebody's evidence tray, with the regions drawn on it."""

    document: DocumentName
    page: PageNumber
    regions: tuple[Region, ...] = ()

    @property
    def ref(self) -> PageRef:
        """The page alone."""
        return PageRef(document=self.document, page=self.page)


class Draft(Frozen):
    """What stands in the answer form; stored so that it can be restored, never exported."""

    answer: tuple[AnswerPart, ...] = ("",)
    confidence: Annotated[int, Field(ge=0, le=100)] | None = None
    not_found: bool = False


def _known_score(value: float) -> float:
    if value not in (0.0, 0.5, 1.0):
        raise ValueError(f"a verdict is 0, 0.5 or 1, not {value}")
    return value


Score = Annotated[float, AfterValidator(_known_score)]
AnswerVariant = tuple[str, ...]
AnswerKind = Literal["own", "auto", "not_found", "skipped"]


class ItemMetadata(Frozen):
    """What is known about an item beside its answer; empty text means not stated."""

    domain: str = ""
    category: str = ""
    visual: str = ""
    reasoning: str = ""


class ParticipantItem(Frozen):
    """What a participant may see of an item: no gold field exists here."""

    item_id: str
    question: str


class Item(Frozen):
    """A question with its gold: complete answer variants and the minimal evidence pages."""

    item_id: ItemId
    question: Annotated[str, StringConstraints(min_length=1, max_length=4000)]
    answer_variants: tuple[AnswerVariant, ...]
    evidence: tuple[PageRef, ...]
    metadata: ItemMetadata = ItemMetadata()

    def for_participant(self) -> ParticipantItem:
        """The item without its gold."""
        return ParticipantItem(item_id=self.item_id, question=self.question)


class ItemSet(Frozen):
    """A named selection of items, in order; its hash says whether two studies used the same."""

    name: str
    sha256: str
    n_items: int
    created_at_ms: int


class By(NamedTuple):
    """Who acts, and when."""

    account_id: str
    at_ms: int


class Account(Frozen):
    """Somebody who may sign in. The name stays in this table; logs and exports know the id only."""

    account_id: str
    name: str
    role: Role
    study_id: str | None = None
    side: Side = "people"
    simulated: bool = False
    # Accounts of one human being share a person id: what they saw under one, they know under all.
    person_id: str = ""

    @property
    def person(self) -> str:
        """Who this is across accounts; somebody with one account is known by that."""
        return self.person_id or self.account_id


class Assignment(Frozen):
    """Who answers which item, where in the order. Its attempt carries the events.

    A place that is shared is leased until `leased_until_ms` (None: it does not lapse). Once released, for the
    reason given, it is somebody else's: its attempt takes nothing more and counts in no figure.
    """

    attempt_id: str
    study_id: str
    account_id: str
    item_id: str
    batch: Annotated[int, Field(ge=1)]
    position: Annotated[int, Field(ge=1)]
    condition: str = "search"
    purpose: Purpose = "main"
    leased_until_ms: int | None = None
    released_at_ms: int | None = None
    released_why: str = ""

    @property
    def is_released(self) -> bool:
        """Whether the place was given back."""
        return self.released_at_ms is not None


# Who judged: somebody, a model that was asked, a rule (an exact match), or the file a run came in.
JudgeKind = Literal["person", "model", "rule", "file"]
# A second rating is for agreement and decides nothing; a settled one ends a disagreement.
VerdictPurpose = Literal["main", "second", "settled"]


class Verdict(Frozen):
    """One judgement of one answer, by a person, a model or a rule. Never overwritten."""

    attempt_id: str
    score: Score
    reason: str = ""
    judge: str
    rubric: str
    at_ms: int
    judge_kind: JudgeKind = "person"
    purpose: VerdictPurpose = "main"
    reason_code: str = ""
