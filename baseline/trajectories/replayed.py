"""One attempt to replay, whoever made it: somebody in a study, or a system in an imported run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from baseline.analysis.correctness import AnswerScore, score_answer
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.records import AttemptRecord
from baseline.attempts.attempt import fold
from baseline.attempts.timing import hidden_ms, wall_ms, working_ms
from baseline.figures.derived import record_of, system_of, system_under
from baseline.runs.importing import record_of_attempt
from baseline.studies.study_state import Exclusion, study_state
from baseline.trajectories.run_steps import has_times, not_recorded, steps_of_run
from baseline.trajectories.steps import Step, steps_of
from db import accounts, assignments, event_log, items, runs, verdicts
from db.connection import Database
from db.errors import NotAllowed
from db.models import Account, Assignment, Item, Verdict
from db.study_design import Study
from db.study_events import Erased

Times = Literal["stored", "elapsed", "none"]
_PURPOSES = {
    "practice": "practice",
    "qualification": "qualification test",
    "attention": "attention check",
}


@dataclass(frozen=True, slots=True)
class Replayed:
    """An attempt with everything that is shown around its steps.

    `system` is its name in figures; `who` says whose attempt it is, or in which file it came; `standing` why
    it is in no figure. `steps` are empty where `nothing` says why there are none. `times`: stored by the
    server, seconds of a file, or none. `unrecorded` names what the file does not hold. `build` is the
    collection (name, fingerprint) on which it was made, where that is known. Times of an attempt that goes on
    are up to its last event; a file may have none, and has no `hidden_s`.
    """

    attempt_id: str
    set_name: str
    item: Item
    system: str
    who: tuple[str, ...]
    standing: str
    steps: tuple[Step, ...]
    record: AttemptRecord | None
    score: AnswerScore | None
    times: Times
    started_at_ms: int
    nothing: str = ""
    working_s: float | None = None
    wall_s: float | None = None
    hidden_s: float | None = None
    unrecorded: tuple[str, ...] = ()
    build: tuple[str, str] | None = None

    @property
    def label(self) -> str:
        """What tells it from another one: the system, and of several people in it who."""
        return f"{self.system} · {self.who[0]}" if self.times == "stored" else self.system


class Other(NamedTuple):
    """Another attempt on the same item: its id, and how a list of them names it."""

    attempt_id: str
    label: str


def replayed(database: Database, attempt_id: str, seen: Sequence[Study]) -> Replayed:
    """The attempt, for somebody who may see these studies; imported runs are everybody's.

    Raises:
        NotFound: there is no such attempt.
        NotAllowed: it belongs to another study.
    """
    run_id = runs.run_of_attempt(database, attempt_id)
    if run_id is not None:
        return _of_run(database, attempt_id, run_id)
    assignment = assignments.find_assignment(database, attempt_id)
    study = next((one for one in seen if one.study_id == assignment.study_id), None)
    if study is None:
        raise NotAllowed("This attempt belongs to another study than yours.")
    return _of_study(database, assignment, study)


def others_on_item(database: Database, one: Replayed, seen: Sequence[Study]) -> list[Other]:
    """Everybody else's attempts on the item that have begun: people first, then runs, each in its order."""
    found = []
    for study in seen:
        people: dict[str, Account] = {}
        for place in assignments.begun_on_item(database, study.study_id, one.item.item_id):
            if study.design.set_for(place.purpose) != one.set_name or place.attempt_id == one.attempt_id:
                continue
            who = people.setdefault(place.account_id, accounts.find_account(database, place.account_id))
            system = system_under(study, system_of(who), place.condition)
            found.append(Other(place.attempt_id, f"{system} · {place.account_id}"))
    systems = runs.all_systems(database)
    for attempt_id, run in runs.attempts_on_item(database, one.set_name, one.item.item_id):
        if attempt_id != one.attempt_id:
            named = [systems[run.system_id].label, *([run.condition] if run.condition else []), run.source]
            found.append(Other(attempt_id, " · ".join(named)))
    return found


def _of_study(database: Database, assignment: Assignment, study: Study) -> Replayed:
    account = accounts.find_account(database, assignment.account_id)
    set_name = study.design.set_for(assignment.purpose)
    item = items.find_item(database, set_name, assignment.item_id)
    events = event_log.replay(database, assignment.attempt_id)
    exclusion = study_state(database, study.study_id).exclusion_of(assignment.attempt_id, account.account_id)
    system = system_under(study, system_of(account), assignment.condition)
    erased = bool(events) and all(isinstance(event.payload, Erased) for event in events)
    state = None if erased or not events else fold(events)
    record = None if state is None else record_of(assignment, system, state)
    until_ms = events[-1].at_ms if events else 0
    judged = verdicts.verdicts_of(database, [assignment.attempt_id]).get(assignment.attempt_id, ())
    verdict = verdicts.in_force(judged)
    return Replayed(
        attempt_id=assignment.attempt_id,
        set_name=set_name,
        item=item,
        system=system,
        who=_place_words(account, assignment),
        standing=_standing(assignment, exclusion),
        steps=() if state is None else tuple(steps_of(events, item.evidence)),
        record=record,
        score=_score(record, item, verdict),
        times="stored",
        started_at_ms=events[0].at_ms if events else 0,
        nothing=_nothing(erased=erased, begun=bool(events)),
        working_s=None if state is None else working_ms(state, until_ms) / 1000,
        wall_s=None if state is None else wall_ms(state, until_ms) / 1000,
        hidden_s=None if state is None else hidden_ms(state, until_ms) / 1000,
        build=(study.index_name, study.index_fingerprint),
    )


def _of_run(database: Database, attempt_id: str, run_id: str) -> Replayed:
    run, removed = runs.find_any_run(database, run_id)
    system = runs.find_system(database, run.system_id)
    stored = runs.find_attempt(database, attempt_id)
    item = items.find_item(database, run.item_set, stored.item_id)
    record = record_of_attempt(database, run, system, stored)
    trajectory = runs.trajectory_of(database, attempt_id)
    times: Times = "elapsed" if has_times(trajectory) else "none"
    return Replayed(
        attempt_id=attempt_id,
        set_name=run.item_set,
        item=item,
        system=record.system,
        who=(f"imported from {run.source}", f"run {run.run_id}"),
        standing=""
        if removed is None
        else f"The run was withdrawn: {removed.why.rstrip(' .')}. It is in no figure.",
        steps=tuple(steps_of_run(trajectory, record, item.evidence)),
        record=record,
        score=score_answer(record, gold_item(item), "strict"),
        times=times,
        started_at_ms=0,
        working_s=record.working_s,
        wall_s=record.wall_s,
        unrecorded=tuple(not_recorded(trajectory)),
    )


def _score(record: AttemptRecord | None, item: Item, verdict: Verdict | None) -> AnswerScore | None:
    """The score of an attempt that is over; None for one that goes on, or that nobody began."""
    if record is None or record.status == "open":
        return None
    judged = replace(record, verdict=None if verdict is None else verdict.score)
    return score_answer(judged, gold_item(item), "strict")


def _place_words(account: Account, assignment: Assignment) -> tuple[str, ...]:
    words = [account.account_id, f"batch {assignment.batch}, position {assignment.position}"]
    if assignment.purpose != "main":
        words.append(_PURPOSES[assignment.purpose])
    if account.simulated:
        words.append("simulated")
    return tuple(words)


def _standing(assignment: Assignment, exclusion: Exclusion | None) -> str:
    if assignment.is_released:
        return "The place was given back: this attempt is in no figure."
    return "" if exclusion is None else f"Excluded from the figures: {exclusion.excluded.reason}"


def _nothing(*, erased: bool, begun: bool) -> str:
    if erased:
        return "The participant withdrew: what they did here is erased."
    return "" if begun else "This item has not been shown to the participant yet."
