"""The nouns of authoring, as they stand at every boundary. Pure: standard library and pydantic only.

An item grows as *revisions* of a draft, none of which is ever changed, and moves through its *steps*
(submitted, reviewed, accepted ...), none of which is ever taken back. Where it stands is a fold over
its steps (annotation/workflow.py). An accepted draft becomes an `Item`, and item sets select those.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, StringConstraints, model_serializer

from db.models import (
    AnswerPart,
    AnswerVariant,
    DocumentName,
    EvidenceMark,
    Frozen,
    ItemId,
    ItemMetadata,
    PageRef,
    Share,
)

Reason = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]
Sentence = Annotated[str, StringConstraints(max_length=2000)]
Question = Annotated[str, StringConstraints(max_length=4000)]
RevisionNumber = Annotated[int, Field(ge=1)]


HopType = Literal["single", "cross_page", "cross_doc"]
CommentedField = Literal["question", "answer", "evidence", "metadata", "item"]


class Override(Frozen):
    """An author keeps what a check complains about, and says why; a reviewer sees it."""

    check: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    reason: Reason


class ItemDraft(Frozen):
    """What stands in the author's form; it may be empty or wrong, but it is never lost.

    `bridges` are evidence pages that hold no word of the answer and are needed to find it.
    """

    question: Question = ""
    answer_variants: Annotated[tuple[AnswerVariant, ...], Field(min_length=1, max_length=50)] = (("",),)
    evidence: Annotated[tuple[EvidenceMark, ...], Field(max_length=200)] = ()
    bridges: tuple[PageRef, ...] = ()
    metadata: ItemMetadata = ItemMetadata()
    overrides: tuple[Override, ...] = ()

    @property
    def pages(self) -> tuple[PageRef, ...]:
        """The evidence pages, in the order in which they were marked."""
        return tuple(mark.ref for mark in self.evidence)

    @property
    def hop(self) -> HopType | None:
        """How many pages and documents the evidence takes, as in the analysis; None without evidence."""
        if not self.evidence:
            return None
        if len({mark.document for mark in self.evidence}) > 1:
            return "cross_doc"
        return "cross_page" if len(set(self.pages)) > 1 else "single"


class RevisionKind(StrEnum):
    """Why there is a revision. Replacement and extension are corrections, kept apart."""

    AUTOSAVE = "autosave"
    EDIT = "edit"
    IMPORT = "import"
    REPLACEMENT = "replacement"
    EXTENSION = "extension"


class Revision(Frozen):
    """One state of a draft: who wrote it, when, and why."""

    item_id: ItemId
    revision: RevisionNumber
    draft: ItemDraft
    kind: RevisionKind
    account_id: str
    at_ms: int
    why: Sentence = ""


class Submitted(Frozen):
    """The author hands the item in. `overridden` are the checks that still complain."""

    kind: Literal["submitted"] = "submitted"
    overridden: tuple[Override, ...] = ()


class ReviewOpened(Frozen):
    """A reviewer took the item: the revision is fixed for this review."""

    kind: Literal["review_opened"] = "review_opened"
    review_id: str


class BlindAnswered(Frozen):
    """The reviewer's own answer before seeing the author's: by searching, then with the evidence."""

    kind: Literal["blind_answered"] = "blind_answered"
    review_id: str
    stage: Literal["search", "evidence"]
    answer: tuple[AnswerPart, ...]
    not_found: bool = False
    citations: tuple[PageRef, ...] = ()
    working_ms: Annotated[int, Field(ge=0)] = 0


class FieldComment(Frozen):
    """What is wrong with one field."""

    field: CommentedField
    comment: Reason


class CommentDraft(Frozen):
    """A comment on one field as it is being written; it may be empty."""

    field: CommentedField
    comment: Sentence = ""


class ReviewDraft(Frozen):
    """What stands in the form of a decision that is not sent yet; stored so that it can be restored."""

    choice: Annotated[str, StringConstraints(max_length=40)] = ""
    comments: Annotated[tuple[CommentDraft, ...], Field(max_length=5)] = ()
    correction: ItemDraft | None = None
    reason: Sentence = ""


class Reviewed(Frozen):
    """A reviewer's decision. "correct" names the revision that the reviewer wrote."""

    kind: Literal["reviewed"] = "reviewed"
    review_id: str
    decision: Literal["accept", "return", "correct"]
    comments: tuple[FieldComment, ...] = ()
    corrected_revision: RevisionNumber | None = None


class Replied(Frozen):
    """The author agrees with a review, or not; who disagrees says why, and somebody else reviews."""

    kind: Literal["replied"] = "replied"
    agrees: bool
    reason: Sentence = ""


class Adjudicated(Frozen):
    """A supervisor decides between both sides: which revision stands, or none."""

    kind: Literal["adjudicated"] = "adjudicated"
    decision: Literal["accept", "return", "reject"]
    accepted_revision: RevisionNumber | None = None
    reason: Reason


class Withdrawn(Frozen):
    """The author takes the item back to work on it; possible until a review is open."""

    kind: Literal["withdrawn"] = "withdrawn"


class ModelChecked(Frozen):
    """What a model answered from the evidence pages only, or from nothing: a flag, no decision.

    `is_right` is the strict string match with the variants of the revision. `prompt` is the version of
    our words to the model; empty where it was not recorded. An answer is empty unless one was given.
    """

    kind: Literal["model_checked"] = "model_checked"
    tool: Literal["evidence", "nothing"]
    model: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    answer: tuple[AnswerPart, ...]
    is_right: bool
    outcome: Literal["answered", "not_found", "refused"] = "answered"
    prompt: Annotated[str, StringConstraints(max_length=40)] = ""
    pages_as: Literal["text", "text_and_images"] = "text"

    @model_serializer(mode="wrap")
    def _as_before(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Without fields that came later and say nothing, so that older files keep their hash."""
        written: dict[str, Any] = write(self)
        later = {"outcome": "answered", "prompt": "", "pages_as": "text"}
        return {name: value for name, value in written.items() if later.get(name) != value}


StepContent = Annotated[
    Submitted | ReviewOpened | BlindAnswered | Reviewed | Replied | Adjudicated | Withdrawn | ModelChecked,
    Field(discriminator="kind"),
]


class Step(Frozen):
    """One act in the life of an item, on one revision of it."""

    item_id: ItemId
    seq: Annotated[int, Field(ge=1)]
    revision: RevisionNumber
    account_id: str
    at_ms: int
    content: StepContent


class Target(Frozen):
    """The share of the items that shall be of one kind, e.g. a hop type or a visual category."""

    of: Annotated[str, StringConstraints(min_length=1, max_length=80)]
    share: Share


class Targets(Frozen):
    """What a project wants to have in the end. Shares are of submitted and accepted items."""

    n_items: Annotated[int, Field(ge=1)] = 500
    hop_types: tuple[Target, ...] = (Target(of="cross_page", share=0.1), Target(of="cross_doc", share=0.1))
    visual: tuple[Target, ...] = ()
    items_per_document: Annotated[float, Field(gt=0)] = 2.8


class Project(Frozen):
    """Where items are written: one build of an index, its targets, and the rules of review."""

    project_id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
    title: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    index_name: str
    index_fingerprint: str
    profile: str
    k: Annotated[int, Field(ge=1, le=50)] = 5
    targets: Targets = Targets()
    guidelines: Annotated[str, StringConstraints(max_length=20_000)] = ""
    created_at_ms: int


class TargetChange(Frozen):
    """Somebody had a project want something else from then on."""

    targets: Targets
    account_id: str
    at_ms: int


class MemberRole(StrEnum):
    """What somebody does in a project. Supervisors adjudicate, admit and freeze."""

    CANDIDATE = "candidate"
    AUTHOR = "author"
    REVIEWER = "reviewer"
    SUPERVISOR = "supervisor"


class Member(Frozen):
    """Somebody's place in a project. Authors may review, others' items only; no documents = all of them."""

    project_id: str
    account_id: str
    role: MemberRole
    documents: tuple[DocumentName, ...] = ()


class Admission(Frozen):
    """The decision on a candidate after the qualification."""

    project_id: str
    account_id: str
    admitted: bool
    by: str
    at_ms: int
    reason: Sentence = ""
