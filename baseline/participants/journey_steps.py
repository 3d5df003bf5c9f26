"""The steps of a participation: what can be on the screen of somebody who takes part. Pure.

Which of them it is, baseline/participants/journey.py says.
"""

from __future__ import annotations

from dataclasses import dataclass

from baseline.attempts.attempt import AttemptState
from baseline.participants.participation_state import When
from db.models import Assignment
from db.study_events import QualificationEnded


@dataclass(frozen=True, slots=True)
class Placed:
    """One of somebody's items, with how far its attempt has come."""

    assignment: Assignment
    state: AttemptState

    @property
    def is_open(self) -> bool:
        """Whether it is on the screen, or rests."""
        return self.state.phase in {"open", "paused"} and not self.assignment.is_released

    @property
    def is_answered(self) -> bool:
        """Whether it has an answer: "could not find it" is one, and what stood in the form at the limit.

        What was skipped, or was over before anything was written or marked, has none.
        """
        answer = self.state.answer
        if answer is None or answer.answer_kind == "skipped":
            return False
        return bool(answer.answer_kind != "auto" or answer.answer or answer.citations)


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """They left the study; `erased`: nothing of what they did is kept."""

    erased: bool


@dataclass(frozen=True, slots=True)
class Declined:
    """They did not agree to take part."""


@dataclass(frozen=True, slots=True)
class StudyRests:
    """The researcher paused the study."""

    reason: str


@dataclass(frozen=True, slots=True)
class StudyOver:
    """The researcher ended the study before they had answered anything that counts."""

    reason: str


@dataclass(frozen=True, slots=True)
class NoRoom:
    """Others have all places. `prepared`: they had agreed, and perhaps practised, before."""

    prepared: bool


@dataclass(frozen=True, slots=True)
class AskConsent:
    """The consent text. `again`: it has changed since they agreed."""

    again: bool


@dataclass(frozen=True, slots=True)
class ReadInstructions:
    """The instructions. `first` is the item that follows at once; None if something else does."""

    first: Assignment | None


@dataclass(frozen=True, slots=True)
class AnswerQuestions:
    """The questionnaire before or after the items."""

    when: When


@dataclass(frozen=True, slots=True)
class BeginPractice:
    """Practice items come next."""


@dataclass(frozen=True, slots=True)
class SeeFeedback:
    """The right answer to the practice item that was just answered."""

    item: Placed
    is_last: bool


@dataclass(frozen=True, slots=True)
class BeginTest:
    """A qualification test comes next; `before` is the one that was not passed."""

    number: int
    before: QualificationEnded | None


@dataclass(frozen=True, slots=True)
class MarkTest:
    """All items of a test are answered: the server marks it before anything is shown."""

    number: int
    items: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class NotQualified:
    """No try is left."""

    last: QualificationEnded


@dataclass(frozen=True, slots=True)
class BeginBatch:
    """A batch comes next; after the first one, this is a break.

    `first` is its first item where it is known already; `n_lost` of the items of the batch before went to
    others, because nothing was heard of this person for too long.
    """

    batch: int
    first: Assignment | None
    n_lost: int

    @property
    def is_break(self) -> bool:
        """Whether there was a batch before."""
        return self.batch > 1


@dataclass(frozen=True, slots=True)
class DoItem:
    """An item, new or as it was left."""

    item: Placed


@dataclass(frozen=True, slots=True)
class Finish:
    """Everything is done and stored: the server closes the participation before anything is shown."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The end, with the completion code if the study gives one."""

    code: str | None


Step = (
    Withdrawn
    | Declined
    | StudyRests
    | StudyOver
    | NoRoom
    | AskConsent
    | ReadInstructions
    | AnswerQuestions
    | BeginPractice
    | SeeFeedback
    | BeginTest
    | MarkTest
    | NotQualified
    | BeginBatch
    | DoItem
    | Finish
    | Finished
)
