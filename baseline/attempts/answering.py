"""What a participant, or an agent in their place, can do with an attempt.

Each function is one use case: it runs inside one transaction of the caller (a job of
`db.writer.EventWriter`), closes what is overdue, checks what the events so far allow, and appends. What a
refusal undoes of that is closed again, with the same figures, by whoever comes next. Gold never passes here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from baseline.assignment.leasing import renew_by_work
from baseline.attempts.answer_rules import answer_parts, drafted_parts, require_confidence, require_text
from baseline.attempts.attempt import AttemptState, fold
from baseline.attempts.closed import left_by, require_takes_part, why_closed
from baseline.attempts.limits import limits_for
from baseline.attempts.overdue import clock_state, close_overdue, shown_of
from baseline.attempts.page_rights import PageRights, rights_in_attempt
from baseline.studies.study_state import study_state
from db import event_log
from db.assignments import find_assignment
from db.connection import Database
from db.errors import AttemptClosed, Conflict, InvalidInput, NotAllowed
from db.event_fields import LONGEST_REASON
from db.events import (
    AnswerEdited,
    AnswerSubmitted,
    ItemShown,
    NewEvent,
    PageLeft,
    PageVisible,
    Paused,
    Query,
    Resumed,
    Source,
    TabHidden,
    TabShown,
    ToolRefused,
    WarningShown,
)
from db.models import AnswerKind, Assignment, Draft, PageRef
from db.studies import find_study
from db.study_design import PauseRules, Study
from db.tool_log import (
    FROM_THE_BROWSER,
    LONGEST_QUERY,
    Recorded,
    Refused,
    append_search,
    append_what_fits,
    earlier_search,
    text_of_search,
)

# The end of a page view or of a hidden time may arrive after the answer; it changes no answer.
LATE_IS_FINE = (PageVisible, PageLeft, TabHidden, TabShown)
# A batch whose time is over has items that end without having been shown.
BEGUN = ("item_shown", "item_expired")
_NOT_SHOWN = "This item has not been shown yet."
NO_SEARCH = "The pages for this item are given; there is no search."


class Submission(NamedTuple):
    """The one stored answer of an attempt; `outcome` tells whether this gesture is the one that made it.

    `late`: the time was over, and what stood in the draft had been submitted by itself.
    """

    outcome: Literal["accepted", "already", "late"]
    answer: AnswerSubmitted


class AnswerGiven(NamedTuple):
    """What somebody submits. `citations` is what their screen showed, compared with what is saved."""

    answer: Sequence[str]
    citations: Sequence[PageRef]
    confidence: int | None
    kind: AnswerKind


def show_item(
    database: Database, assignment: Assignment, study: Study, now_ms: int, source: Source = "server"
) -> AttemptState:
    """The item is on the screen: the clock starts, once, however often this is called.

    Raises:
        NotAllowed: the place was given back, or the study rests or has ended, before the item was begun.
    """
    new_id = f"shown:{assignment.attempt_id}"
    if not event_log.has_kind(database, assignment.attempt_id, *BEGUN):
        _require_may_begin(database, assignment, study)
        shown = as_shown(assignment, study)
        new = NewEvent(event_id=new_id, payload=shown, source=source)
        event_log.append(database, assignment.attempt_id, [new], now_ms)
    return look(database, assignment.attempt_id, now_ms)


def look(database: Database, attempt_id: str, now_ms: int) -> AttemptState:
    """How an attempt stands now, after what is overdue was closed. Whoever works keeps their places.

    Raises:
        AttemptClosed: its person left the study.
    """
    require_takes_part(database, attempt_id)
    close_overdue(database, attempt_id, now_ms)
    renew_by_work(database, attempt_id, now_ms)
    return fold(event_log.replay(database, attempt_id))


def as_shown(assignment: Assignment, study: Study) -> ItemShown:
    """What showing an item now says of its rules: an attempt keeps them, whatever is amended later.

    Raises:
        NotAllowed: the study has no condition of that name (any more).
    """
    condition = next((one for one in study.design.conditions if one.name == assignment.condition), None)
    if condition is None:
        raise NotAllowed(f"The study has no condition {assignment.condition!r} (any more).")
    return ItemShown(
        item_id=assignment.item_id,
        batch=assignment.batch,
        position=assignment.position,
        condition=assignment.condition,
        index_fingerprint=study.index_fingerprint,
        profile=study.profile,
        k=study.k,
        purpose=assignment.purpose,
        limits=limits_for(study.design.limits, assignment.purpose),
        pauses=study.design.pauses,
        tools=condition.tools,
        whole_document=condition.whole_document,
        hits=study.design.hits,
    )


def _require_may_begin(database: Database, assignment: Assignment, study: Study) -> None:
    if find_assignment(database, assignment.attempt_id).is_released:
        raise NotAllowed("This item was given to somebody else meanwhile. Please reload to go on.")
    phase = study_state(database, study.study_id).phase
    if phase == "paused":
        raise NotAllowed("The study rests at the moment. Your work is saved; please come back later.")
    if phase == "ended":
        raise NotAllowed("The study has ended. Your work is saved; no further item can be begun.")


def record(database: Database, attempt_id: str, new_events: Sequence[NewEvent], now_ms: int) -> Recorded:
    """Store what the browser reports. What does not fit is refused by name; the rest is stored."""
    left = left_by(database, attempt_id)
    if left is not None:
        return Recorded([], [Refused(new.event_id, left) for new in new_events])
    close_overdue(database, attempt_id, now_ms)
    renew_by_work(database, attempt_id, now_ms)
    shown = shown_of(database, attempt_id)
    closed = None
    if event_log.has_kind(database, attempt_id, "answer_submitted", "item_expired"):
        closed = why_closed(database, attempt_id, clock_state(database, attempt_id))
    if not isinstance(shown, ItemShown):
        refusal = closed or _NOT_SHOWN
        return append_what_fits(
            database, attempt_id, new_events, lambda new: _not_from_a_browser(new) or refusal, now_ms
        )
    rights = _rights(database, attempt_id, shown)

    def why_not(new: NewEvent) -> str | None:
        return _not_from_a_browser(new) or _too_late(new, closed) or _out_of_bounds(new, rights)

    before = _others_draft(database, attempt_id, new_events)
    return append_what_fits(database, attempt_id, new_events, why_not, now_ms)._replace(others_draft=before)


def _others_draft(database: Database, attempt_id: str, new_events: Sequence[NewEvent]) -> Draft | None:
    """What these events, if they hold a draft, take the place of, unless it is by the same page."""
    ours = [new for new in new_events if isinstance(new.payload, AnswerEdited)]
    if not ours:
        return None
    # Sent again they are there already: what stood before them is what they replaced.
    found = event_log.newest_besides(database, attempt_id, "answer_edited", [new.event_id for new in ours])
    if found is None or not isinstance(found.payload, AnswerEdited):
        return None
    return None if found.client_instance == ours[0].client_instance else found.payload.draft


def _not_from_a_browser(new: NewEvent) -> str | None:
    if isinstance(new.payload, (*FROM_THE_BROWSER, AnswerEdited, WarningShown)):
        return None
    return f"An event of kind {new.payload.kind!r} is made by the server only."


def _too_late(new: NewEvent, closed: str | None) -> str | None:
    return None if isinstance(new.payload, LATE_IS_FINE) else closed


def _out_of_bounds(new: NewEvent, rights: PageRights) -> str | None:
    document, page = getattr(new.payload, "document", None), getattr(new.payload, "page", None)
    if document is None or page is None or rights.allow(document, page):
        return None
    return "This page cannot be opened in this part of the study."


def _rights(database: Database, attempt_id: str, shown: ItemShown) -> PageRights:
    if shown.tools == "search" and shown.whole_document:
        return PageRights(everything=True)
    return rights_in_attempt(database, attempt_id, fold(event_log.replay(database, attempt_id)))


def record_search(database: Database, attempt_id: str, new: NewEvent, now_ms: int) -> Query | ToolRefused:
    """Log a search and return it as stored: for a resend, that is the first outcome.

    Where the pages are given there is no search: it is logged as refused, whatever it would have found.

    Raises:
        AttemptClosed: the item was already submitted, has expired, or rests.
    """
    earlier = earlier_search(database, attempt_id, new.event_id, text_of_search(new))
    if earlier is not None:
        return earlier
    state = look(database, attempt_id, now_ms)
    _require_open(database, attempt_id, state)
    if isinstance(new.payload, Query) and state.shown is not None and state.shown.tools != "search":
        refused = ToolRefused(tool="search", text=new.payload.text[:LONGEST_QUERY], reason=NO_SEARCH)
        new = new.model_copy(update={"payload": refused})
    return append_search(database, attempt_id, new, now_ms)


def submit_answer(
    database: Database,
    attempt_id: str,
    event_id: str,
    given: AnswerGiven,
    now_ms: int,
    source: Source = "server",
) -> Submission:
    """Store the answer of an attempt, exactly once.

    Raises:
        Conflict: the evidence saved here is not what the screen showed, or the event id was used for another
            answer.
        InvalidInput: an answer is missing, too long or no text, or its kind does not fit.
        NotAllowed: the study does not let people skip.
        AttemptClosed: the item expired, rests, or was never shown.
    """
    state = look(database, attempt_id, now_ms)
    if state.answer is not None:
        # The same press of the button, sent again because its reply was lost, was the one accepted.
        if _is_resend(database, attempt_id, event_id, given):
            return Submission("accepted", state.answer)
        return Submission("late" if state.answer.answer_kind == "auto" else "already", state.answer)
    _require_open(database, attempt_id, state)
    parts = answer_parts(given.answer, given.kind)
    require_confidence(given.confidence)
    _check_kind(database, attempt_id, given.kind)
    saved = {mark.ref for mark in state.marks}
    if saved != set(given.citations):
        raise Conflict(
            "Your evidence tray shows something that is not saved here yet. "
            "Check the tray (perhaps this item is open in another tab), then submit again."
        )
    if given.kind == "own" and state.draft != Draft() and drafted_parts(state.draft) != parts:
        raise Conflict(
            "Your answer here is not the one that is saved last: perhaps this item is open in another tab. "
            "Load what is saved, then submit again."
        )
    answer = AnswerSubmitted(
        answer=parts,
        citations=tuple(mark.ref for mark in state.marks),
        confidence=given.confidence,
        answer_kind=given.kind,
    )
    event_log.append(
        database, attempt_id, [NewEvent(event_id=event_id, payload=answer, source=source)], now_ms
    )
    return Submission("accepted", answer)


def _is_resend(database: Database, attempt_id: str, event_id: str, given: AnswerGiven) -> bool:
    stored = event_log.find(database, event_id)
    if stored is None:
        return False
    require_confidence(given.confidence)
    same = stored.payload if isinstance(stored.payload, AnswerSubmitted) else None
    cited = () if same is None else same.citations
    claimed = AnswerSubmitted(
        answer=answer_parts(given.answer, given.kind),
        # As stored they stand in the order of marking.
        citations=cited if set(cited) == set(given.citations) else tuple(given.citations),
        confidence=given.confidence,
        answer_kind=given.kind,
    )
    return event_log.earlier(database, attempt_id, event_id, claimed) is not None


def _check_kind(database: Database, attempt_id: str, kind: AnswerKind) -> None:
    if kind == "auto":
        raise InvalidInput("Only the server submits automatically.")
    if kind == "skipped":
        study = find_study(database, find_assignment(database, attempt_id).study_id)
        if not study.design.may_skip:
            raise NotAllowed("Items cannot be skipped in this study. Answer, or choose “Could not find it”.")


def pause(
    database: Database, attempt_id: str, event_id: str, reason: str, now_ms: int, source: Source = "server"
) -> AttemptState:
    """Stop the working clock, with a reason. Pausing twice is one pause.

    Raises:
        InvalidInput: no reason was given, it is too long, no text, or none of those that the study takes.
        Conflict: the event id was used for something else.
        NotAllowed: the study has no pauses, or not so many.
        AttemptClosed: there is nothing to pause.
    """
    state = look(database, attempt_id, now_ms)
    reason = reason.strip()
    if len(reason) > LONGEST_REASON:
        raise InvalidInput(f"Say why you pause in {LONGEST_REASON} characters at most.")
    if event_log.find(database, event_id) is not None:
        # Sent again: that pause goes on, or is over.
        event_log.earlier(database, attempt_id, event_id, Paused(reason=reason or "-"))
        return state
    if state.phase == "paused":
        return state
    _require_open(database, attempt_id, state)
    _require_may_pause(state, reason)
    new = NewEvent(event_id=event_id, payload=Paused(reason=reason), source=source)
    event_log.append(database, attempt_id, [new], now_ms)
    return fold(event_log.replay(database, attempt_id))


def resume(
    database: Database, attempt_id: str, event_id: str, now_ms: int, source: Source = "server"
) -> AttemptState:
    """Start the working clock again. Resuming what runs changes nothing.

    Raises:
        Conflict: the event id was used for something else.
    """
    state = look(database, attempt_id, now_ms)
    if state.phase != "paused":
        event_log.earlier(database, attempt_id, event_id, Resumed())
        return state
    event_log.append(
        database, attempt_id, [NewEvent(event_id=event_id, payload=Resumed(), source=source)], now_ms
    )
    return fold(event_log.replay(database, attempt_id))


def _require_may_pause(state: AttemptState, reason: str) -> None:
    rules = PauseRules() if state.shown is None else state.shown.pauses
    if not rules.allowed:
        raise NotAllowed("There are no pauses in this study.")
    if rules.most_per_item is not None and len(state.pauses) >= rules.most_per_item:
        n = rules.most_per_item
        raise NotAllowed(f"You have taken {'the one pause' if n == 1 else f'all {n} pauses'} of this item.")
    if not reason:
        raise InvalidInput("Say why you pause, in a word or two.")
    require_text(reason, "The reason")
    if rules.reasons and reason not in rules.reasons:
        raise InvalidInput("Choose one of the reasons that this study gives.")


def _require_open(database: Database, attempt_id: str, state: AttemptState) -> None:
    reason = why_closed(database, attempt_id, state)
    if reason is not None:
        raise AttemptClosed(reason)
