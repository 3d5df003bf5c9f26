"""What happens to a person in a study beside their items, and to the study itself, one small class a kind.

Pure: standard library and pydantic only. db/events.py puts them among all the others.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from db.event_fields import Milliseconds, Sha256, ShortId, ShortText
from db.models import Frozen
from db.study_design import StudyDesign


class SessionStarted(Frozen):
    """A browser opened the study; 0 is a size or zoom that it did not tell. Stream: participation."""

    kind: Literal["session_started"] = "session_started"
    user_agent: str = ""
    time_zone: str = ""
    viewport_width: Annotated[int, Field(ge=0, le=100_000)] = 0
    viewport_height: Annotated[int, Field(ge=0, le=100_000)] = 0
    device_pixel_ratio: Annotated[float, Field(ge=0, le=100)] = 0.0


class InstructionsShown(Frozen):
    """The instructions were on the screen; the hash says which text. Stream: participation."""

    kind: Literal["instructions_shown"] = "instructions_shown"
    sha256: str


class InstructionsRead(Frozen):
    """The participant went on from the instructions of that hash. Stream: participation."""

    kind: Literal["instructions_read"] = "instructions_read"
    sha256: Sha256


class ConsentGiven(Frozen):
    """The participant agreed to the consent text of that hash. Stream: participation."""

    kind: Literal["consent_given"] = "consent_given"
    sha256: Sha256


class ConsentDeclined(Frozen):
    """The participant did not agree; nothing but this is kept of them. Stream: participation."""

    kind: Literal["consent_declined"] = "consent_declined"
    sha256: Sha256


class ConsentWithdrawn(Frozen):
    """The participant left the study. `erase`: what they did is erased. Stream: participation."""

    kind: Literal["consent_withdrawn"] = "consent_withdrawn"
    erase: bool


class DataErased(Frozen):
    """Payloads of a withdrawn participant were erased, of this many events. Stream: participation."""

    kind: Literal["data_erased"] = "data_erased"
    n_events: Annotated[int, Field(ge=0)]


class QuestionnaireEdited(Frozen):
    """What stood in the form of the questions, after a pause in typing. Kept for restoring, never exported.

    Stream: participation.
    """

    kind: Literal["questionnaire_edited"] = "questionnaire_edited"
    when: Literal["before", "after"]
    answers: Annotated[tuple[tuple[ShortId, ShortText], ...], Field(max_length=200)]


class QuestionnaireAnswered(Frozen):
    """The questions before or after the items were answered. Stream: participation."""

    kind: Literal["questionnaire_answered"] = "questionnaire_answered"
    when: Literal["before", "after"]
    answers: Annotated[tuple[tuple[ShortId, ShortText], ...], Field(max_length=200)]


class FeedbackShown(Frozen):
    """The right answer to a practice item was on the screen. Stream: participation."""

    kind: Literal["feedback_shown"] = "feedback_shown"
    attempt_id: ShortId


class QualificationEnded(Frozen):
    """A qualification test was marked. Stream: participation."""

    kind: Literal["qualification_ended"] = "qualification_ended"
    attempt: Annotated[int, Field(ge=1)]
    n_items: Annotated[int, Field(ge=1)]
    n_correct: Annotated[int, Field(ge=0)]
    passed: bool


class BatchStarted(Frozen):
    """The participant began a batch after a break or the welcome. Stream: participation."""

    kind: Literal["batch_started"] = "batch_started"
    batch: Annotated[int, Field(ge=1)]


class LeaseTaken(Frozen):
    """Places were given to the participant. Stream: participation."""

    kind: Literal["lease_taken"] = "lease_taken"
    batch: Annotated[int, Field(ge=1)]
    attempt_ids: tuple[ShortId, ...]
    until_ms: Milliseconds | None = None
    by: ShortId = ""


class LeaseReleased(Frozen):
    """Places of the participant became free again. Stream: participation."""

    kind: Literal["lease_released"] = "lease_released"
    attempt_ids: tuple[ShortId, ...]
    why: Literal["lapsed", "dropped_out", "withdrawn", "by_hand", "study_ended"]
    by: ShortId = ""


class DebriefShown(Frozen):
    """The closing text was on the screen. Stream: participation."""

    kind: Literal["debrief_shown"] = "debrief_shown"


class CodeIssued(Frozen):
    """The participant was given their completion code, after everything was stored. Stream: participation."""

    kind: Literal["code_issued"] = "code_issued"
    code: ShortId


class MessageSent(Frozen):
    """A researcher wrote to the participant. Stream: participation."""

    kind: Literal["message_sent"] = "message_sent"
    text: ShortText
    by: ShortId


class MessageSeen(Frozen):
    """The participant closed a message. Stream: participation."""

    kind: Literal["message_seen"] = "message_seen"
    message_event_id: ShortId


class StudyLaunched(Frozen):
    """The design was frozen under this hash, from this draft if there was one. Stream: study."""

    kind: Literal["study_launched"] = "study_launched"
    design_sha256: Sha256
    by: ShortId
    draft_id: ShortId = ""


class StudyAmended(Frozen):
    """A launched design was changed, for a reason; from now on the whole of it is this. Stream: study."""

    kind: Literal["study_amended"] = "study_amended"
    design: StudyDesign
    reason: ShortText
    by: ShortId


class StudyPaused(Frozen):
    """Nobody can begin another item until the study goes on. Stream: study."""

    kind: Literal["study_paused"] = "study_paused"
    reason: ShortText
    by: ShortId


class StudyResumed(Frozen):
    """The study goes on. Stream: study."""

    kind: Literal["study_resumed"] = "study_resumed"
    by: ShortId


class StudyEnded(Frozen):
    """Nobody can begin another item, for good. Stream: study."""

    kind: Literal["study_ended"] = "study_ended"
    reason: ShortText
    by: ShortId


class Excluded(Frozen):
    """A researcher left an attempt or a participant out of the figures; nothing is lost. Stream: study."""

    kind: Literal["excluded"] = "excluded"
    of: Literal["attempt", "participant"]
    id: ShortId
    reason: ShortText
    by: ShortId
    rule_id: ShortId = ""


class Reincluded(Frozen):
    """A researcher took an exclusion back. Stream: study."""

    kind: Literal["reincluded"] = "reincluded"
    of: Literal["attempt", "participant"]
    id: ShortId
    reason: ShortText
    by: ShortId


class Erased(Frozen):
    """What is left of any payload after its participant withdrew: of which kind it was, and nothing else.

    It is no kind of its own: only db/erasure.py makes one in the log, and nobody can append it.
    """

    kind: str
    erased: Literal[True] = True


class SessionEnded(Frozen):
    """The participant finished or left. Stream: participation."""

    kind: Literal["session_ended"] = "session_ended"
    reason: str = ""
