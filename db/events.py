"""Everything that can happen, one small class a kind. Pure: standard library and pydantic only.

Events are the truth: append-only, gap-free per stream, idempotent by `event_id`. A *stream* is an
attempt, a participation, a study, a desk or a stage of a review. Kinds and fields are only ever added.
docs/events.md describes each kind; a test holds the two together.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from db.authoring_events import ItemReviewed, ItemWritten, ReviewEdited, ReviewShown
from db.event_fields import LONGEST_REASON, Milliseconds, Quote, Rank, ShortId, VisibleMilliseconds, Zoom
from db.models import (
    AnswerKind,
    AnswerPart,
    Box,
    DocumentName,
    Draft,
    Frozen,
    PageNumber,
    PageRef,
    Purpose,
    Region,
)
from db.study_design import HitContent, Limits, PauseRules, Tools
from db.study_events import (
    BatchStarted,
    CodeIssued,
    ConsentDeclined,
    ConsentGiven,
    ConsentWithdrawn,
    DataErased,
    DebriefShown,
    Erased,
    Excluded,
    FeedbackShown,
    InstructionsRead,
    InstructionsShown,
    LeaseReleased,
    LeaseTaken,
    MessageSeen,
    MessageSent,
    QualificationEnded,
    QuestionnaireAnswered,
    QuestionnaireEdited,
    Reincluded,
    SessionEnded,
    SessionStarted,
    StudyAmended,
    StudyEnded,
    StudyLaunched,
    StudyPaused,
    StudyResumed,
)

Reached = Literal["hit", "next", "previous", "go_to", "thumbnail", "tray", "find", "restored", "replay"]
Source = Literal["browser", "server", "agent", "simulated"]


class LoggedHit(Frozen):
    """One hit as it was shown: rank from 1, BM25 score, and the snippet with its matches."""

    rank: Rank
    document: DocumentName
    page: PageNumber
    score: float
    snippet: str = ""
    matches: tuple[tuple[int, int], ...] = ()

    @property
    def ref(self) -> PageRef:
        """The page alone."""
        return PageRef(document=self.document, page=self.page)


class ItemShown(Frozen):
    """The question was on the screen for the first time: the clock starts here.

    What the study said then about tools and time stands here: an attempt explains itself.
    """

    kind: Literal["item_shown"] = "item_shown"
    item_id: str
    batch: int
    position: int
    condition: str
    index_fingerprint: str
    profile: str
    k: int
    purpose: Purpose = "main"
    limits: Limits = Limits()
    pauses: PauseRules = PauseRules()
    tools: Tools = "search"
    whole_document: bool = True
    hits: HitContent = HitContent()


class Query(Frozen):
    """A search that ran, with the hits as they were shown."""

    kind: Literal["query"] = "query"
    text: str
    parsed: str
    k: int
    hits: tuple[LoggedHit, ...]
    total: int
    message: str = ""
    fingerprint: str
    took_ms: float


class ToolRefused(Frozen):
    """A tool was asked for something it does not do, and said so; it is not a query."""

    kind: Literal["tool_refused"] = "tool_refused"
    tool: Literal["search", "view", "mark", "answer"]
    text: str
    reason: str


class HitOpened(Frozen):
    """A hit was opened from the result list."""

    kind: Literal["hit_opened"] = "hit_opened"
    query_event_id: ShortId
    rank: Rank
    document: DocumentName
    page: PageNumber


class PageEntered(Frozen):
    """A page was painted and seen. One page view is one of these."""

    kind: Literal["page_entered"] = "page_entered"
    view_id: ShortId
    document: DocumentName
    page: PageNumber
    reached: Reached
    zoom: Zoom = 1.0
    rotation: Literal[0, 90, 180, 270] = 0


class PageVisible(Frozen):
    """Heartbeat of a page view: visible time so far (a hidden tab is not visible)."""

    kind: Literal["page_visible"] = "page_visible"
    view_id: ShortId
    document: DocumentName
    page: PageNumber
    visible_ms: VisibleMilliseconds


class PageLeft(Frozen):
    """The end of a page view, with its whole visible time."""

    kind: Literal["page_left"] = "page_left"
    view_id: ShortId
    document: DocumentName
    page: PageNumber
    visible_ms: VisibleMilliseconds


class EvidenceMarked(Frozen):
    """A page was put into the evidence tray."""

    kind: Literal["evidence_marked"] = "evidence_marked"
    document: DocumentName
    page: PageNumber


class EvidenceUnmarked(Frozen):
    """A page was taken out of the evidence tray, with its regions."""

    kind: Literal["evidence_unmarked"] = "evidence_unmarked"
    document: DocumentName
    page: PageNumber


class RegionMarked(Frozen):
    """A region was drawn on a page; the page becomes evidence if it was not."""

    kind: Literal["region_marked"] = "region_marked"
    document: DocumentName
    page: PageNumber
    region_id: ShortId
    box: Box
    quote: Quote = ""

    @property
    def region(self) -> Region:
        """The region alone."""
        return Region(region_id=self.region_id, box=self.box, quote=self.quote)


class RegionUnmarked(Frozen):
    """A region was removed; its page stays evidence."""

    kind: Literal["region_unmarked"] = "region_unmarked"
    document: DocumentName
    page: PageNumber
    region_id: ShortId


class AnswerEdited(Frozen):
    """The draft after a pause in typing. Stored for restoring, never exported."""

    kind: Literal["answer_edited"] = "answer_edited"
    draft: Draft


class TabHidden(Frozen):
    """The browser tab went out of sight."""

    kind: Literal["tab_hidden"] = "tab_hidden"


class TabShown(Frozen):
    """The browser tab came back into sight."""

    kind: Literal["tab_shown"] = "tab_shown"


class Paused(Frozen):
    """The participant paused with a reason: the working clock stops."""

    kind: Literal["paused"] = "paused"
    reason: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_REASON)]


class Resumed(Frozen):
    """The participant came back, or a pause had its longest at `at_limit_ms`: the clock runs from there."""

    kind: Literal["resumed"] = "resumed"
    at_limit_ms: Milliseconds | None = None


class WarningShown(Frozen):
    """The participant was told that little working time is left."""

    kind: Literal["warning_shown"] = "warning_shown"
    of: Literal["item", "batch"]
    left_s: Annotated[int, Field(ge=0, le=30 * 24 * 3600)]


class ServerOutage(Frozen):
    """The server was down while the item was open; that time is not working time."""

    kind: Literal["server_outage"] = "server_outage"
    from_ms: Milliseconds
    to_ms: Milliseconds


class AnswerSubmitted(Frozen):
    """The one answer of the attempt, with the evidence cited and the confidence stated."""

    kind: Literal["answer_submitted"] = "answer_submitted"
    answer: tuple[AnswerPart, ...]
    citations: tuple[PageRef, ...]
    confidence: Annotated[int, Field(ge=0, le=100)] | None = None
    answer_kind: AnswerKind
    # Of kind `auto`: when the working time was over. The attempt ended then, however late it was noticed.
    at_limit_ms: Milliseconds | None = None
    limit_of: Literal["item", "batch"] = "item"


class ItemExpired(Frozen):
    """The attempt ended without an answer: time over, place given back, study ended."""

    kind: Literal["item_expired"] = "item_expired"
    why: Literal["item_limit", "batch_limit", "released", "study_ended", "withdrawn"] = "item_limit"
    at_limit_ms: Milliseconds | None = None


Payload = Annotated[
    SessionStarted
    | InstructionsShown
    | InstructionsRead
    | ItemShown
    | Query
    | ToolRefused
    | HitOpened
    | PageEntered
    | PageVisible
    | PageLeft
    | EvidenceMarked
    | EvidenceUnmarked
    | RegionMarked
    | RegionUnmarked
    | AnswerEdited
    | TabHidden
    | TabShown
    | Paused
    | Resumed
    | WarningShown
    | ServerOutage
    | AnswerSubmitted
    | ItemExpired
    | ItemWritten
    | ReviewShown
    | ReviewEdited
    | ItemReviewed
    | ConsentGiven
    | ConsentDeclined
    | ConsentWithdrawn
    | DataErased
    | QuestionnaireEdited
    | QuestionnaireAnswered
    | FeedbackShown
    | QualificationEnded
    | BatchStarted
    | LeaseTaken
    | LeaseReleased
    | DebriefShown
    | CodeIssued
    | MessageSent
    | MessageSeen
    | StudyLaunched
    | StudyAmended
    | StudyPaused
    | StudyResumed
    | StudyEnded
    | Excluded
    | Reincluded
    | SessionEnded,
    Field(discriminator="kind"),
]


EventId = Annotated[str, StringConstraints(min_length=8, max_length=200, pattern=r"^[A-Za-z0-9:._-]+$")]


class NewEvent(Frozen):
    """An event before the server gave it a sequence number and a time."""

    event_id: EventId
    payload: Payload
    source: Source = "server"
    client_at_ms: int | None = None
    client_instance: str | None = None
    client_seq: int | None = None


class Event(Frozen):
    """One thing that happened, as stored."""

    event_id: EventId
    stream_id: str
    seq: Annotated[int, Field(ge=1)]
    at_ms: int
    payload: Payload | Erased
    source: Source
    app_version: str
    client_at_ms: int | None = None
    client_instance: str | None = None
    client_seq: int | None = None

    @property
    def kind(self) -> str:
        """The payload's kind."""
        return self.payload.kind
