"""What happens at an author's desk and in a review; `db.events` has them among all kinds. Pure."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from db.authored import ReviewDraft
from db.event_fields import AskedSha256
from db.models import Frozen


class ItemWritten(Frozen):
    """An author's gesture on an item was carried out; the revision is the newest after it. Stream: desk."""

    kind: Literal["item_written"] = "item_written"
    act: Literal["started", "saved", "undone", "submitted", "withdrawn", "replied"]
    item_id: str
    revision: Annotated[int, Field(ge=1)]
    asked_sha256: AskedSha256 = None


class ReviewShown(Frozen):
    """A blind stage of a review was on the screen for the first time: its clock starts. Stream: review."""

    kind: Literal["review_shown"] = "review_shown"
    stage: Literal["search", "evidence"]
    item_id: str
    index_fingerprint: str
    profile: str
    k: int


class ReviewEdited(Frozen):
    """The form of a decision after a pause in typing. Kept for restoring, never exported. Stream: review."""

    kind: Literal["review_edited"] = "review_edited"
    draft: ReviewDraft


class ItemReviewed(Frozen):
    """A gesture of who reviews or adjudicates was carried out, as this step of the item. Stream: review."""

    kind: Literal["item_reviewed"] = "item_reviewed"
    act: Literal["answered", "decided", "adjudicated"]
    item_id: str
    seq: Annotated[int, Field(ge=1)]
    asked_sha256: AskedSha256 = None
