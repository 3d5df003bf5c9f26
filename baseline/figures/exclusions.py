"""Leaving attempts and participants out of the figures: events with a reason, never deletions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from baseline.analysis.correctness import score_answer
from baseline.analysis.exclusion_rules import Flag, Judged, Of, Share, all_flags, is_over
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.records import AttemptRecord
from baseline.figures.derived import records_of
from baseline.studies.study_state import study_state
from db import accounts, assignments, event_log, items, studies
from db.connection import Database
from db.errors import Conflict, InvalidInput, NotFound
from db.events import NewEvent, Payload
from db.models import Assignment
from db.plain_text import refuse_turning
from db.study_design import Study
from db.study_events import Excluded, Reincluded

MOST_REASON_CHARACTERS = 4000
# Whoever took a place away for these reasons, it was not the participant.
_NOT_THEIR_DOING = frozenset({"by_hand", "study_ended", "withdrawn"})


@dataclass(frozen=True, slots=True)
class Named:
    """What is excluded or taken back: an attempt or a participant of a study."""

    study_id: str
    of: Of
    id: str


def exclude(
    database: Database, named: Named, reason: str, by: str, now_ms: int, rule_id: str = ""
) -> Excluded:
    """Leave an attempt, or everything of a participant, out of the figures from now on.

    Raises:
        NotFound: the study has no such attempt or participant.
        InvalidInput: there is no reason, or it is too long; or nobody has begun the attempt.
        Conflict: it is excluded already.
    """
    _check_exists(database, named)
    before = _exclusion(database, named)
    if before is not None:
        raise Conflict(
            f"{named.id} is excluded already: {accounts.name_of(database, before.by)} gave the reason "
            f"“{before.reason}”. Nothing was changed."
        )
    if named.of == "attempt" and not event_log.has_kind(database, named.id, "item_shown"):
        raise InvalidInput(
            f"Nobody has begun the attempt {named.id}: there is nothing to leave out. Give the place back on "
            "the monitor, or exclude the participant."
        )
    excluded = Excluded(of=named.of, id=named.id, reason=checked_reason(reason), by=by, rule_id=rule_id)
    _append(database, named.study_id, excluded, now_ms)
    return excluded


def reinclude(database: Database, named: Named, reason: str, by: str, now_ms: int) -> Reincluded:
    """Take an exclusion back: it counts again.

    Raises:
        InvalidInput: there is no reason, or it is too long.
        Conflict: it is not excluded.
    """
    if _exclusion(database, named) is None:
        raise Conflict(
            f"{named.id} counts: it is not excluded, or somebody took it back. Nothing was changed."
        )
    reincluded = Reincluded(of=named.of, id=named.id, reason=checked_reason(reason), by=by)
    _append(database, named.study_id, reincluded, now_ms)
    return reincluded


def judged_study(database: Database, study_id: str) -> Judged:
    """What the declared rules look at: answers of people, attention checks, how much was finished.

    Raises:
        NotFound: there is no such study.
    """
    study = studies.find_study(database, study_id)
    agents = {one.account_id for one in accounts.accounts_of_study(database, study_id) if one.side == "agent"}
    assigned = [
        one for one in assignments.assignments_of_study(database, study_id) if one.account_id not in agents
    ]
    taken = [one for one in assigned if one.purpose == "main" and one.released_why not in _NOT_THEIR_DOING]
    released = {one.attempt_id for one in taken if one.is_released}
    records = records_of(database, study_id, taken)
    return Judged(
        records=[one for one in records if one.attempt_id not in released],
        attention=attention_shares(database, study, assigned),
        finished=_finished(taken, records, released),
    )


def study_flags(database: Database, study_id: str) -> list[Flag]:
    """What the rules of a study flag now.

    Raises:
        NotFound: there is no such study.
    """
    design = studies.find_study(database, study_id).design
    return all_flags(design, judged_study(database, study_id)) if design.exclusion_rules else []


def attention_shares(database: Database, study: Study, assigned: Sequence[Assignment]) -> dict[str, Share]:
    """Participant -> attention checks passed, of those that are over."""
    checks = [one for one in assigned if one.purpose == "attention" and not one.is_released]
    records = [one for one in records_of(database, study.study_id, checks) if is_over(one)]
    if not records:
        return {}
    gold = {
        item.item_id: gold_item(item)
        for item in items.load_item_set(database, study.design.set_for("attention"))
    }
    n_over, n_passed = Counter[str](), Counter[str]()
    for record in records:
        participant = record.participant or ""
        known = gold.get(record.item_id)
        if known is not None:
            n_over[participant] += 1
            n_passed[participant] += score_answer(record, known, "strict").is_correct
    return {participant: Share(n_passed[participant], n) for participant, n in n_over.items()}


def checked_reason(reason: str) -> str:
    """The reason without white space around it.

    Raises:
        InvalidInput: it is empty or too long.
    """
    stripped = reason.strip()
    if not stripped:
        raise InvalidInput("Say why in a sentence: the reason stands in the log and in the report.")
    if len(stripped) > MOST_REASON_CHARACTERS:
        raise InvalidInput(
            f"The reason has {len(stripped)} characters; the most is {MOST_REASON_CHARACTERS}."
        )
    refuse_turning(stripped, "The reason")
    return stripped


def _finished(
    taken: Iterable[Assignment], records: Iterable[AttemptRecord], released: Container[str | None]
) -> dict[str, Share]:
    """Items that are over, of those taken; whoever has not begun has left nothing unfinished either."""
    n_taken = Counter(one.account_id for one in taken)
    n_over = Counter[str]()
    for record in records:
        n_over[record.participant or ""] += is_over(record) and record.attempt_id not in released
    return {account_id: Share(n, n_taken[account_id]) for account_id, n in sorted(n_over.items())}


def _check_exists(database: Database, named: Named) -> None:
    if named.of == "attempt":
        known = {one.attempt_id for one in assignments.assignments_of_study(database, named.study_id)}
    else:
        known = {one.account_id for one in assignments.assignments_of_study(database, named.study_id)}
    if named.id not in known:
        raise NotFound(f"This study has no {named.of} {named.id[:100]!r}.")


def _exclusion(database: Database, named: Named) -> Excluded | None:
    in_force = study_state(database, named.study_id).exclusions
    return next(
        (one.excluded for one in in_force if (one.excluded.of, one.excluded.id) == (named.of, named.id)), None
    )


def _append(database: Database, study_id: str, payload: Payload, now_ms: int) -> None:
    stream = studies.stream_of_study(study_id)
    number = len(event_log.replay(database, stream)) + 1
    new = NewEvent(event_id=f"exclusion:{study_id}:{number}", payload=payload)
    event_log.append(database, stream, [new], now_ms)
