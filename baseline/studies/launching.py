"""A design becomes a study: checked as a whole, frozen, hashed. Afterwards it is amended, paused, ended.

Every writing function is one transaction, or joins the one that is open.
"""

from __future__ import annotations

import uuid
from typing import NamedTuple

from baseline.analysis.page_names import PageCatalogue, catalogue_of
from baseline.assignment import leasing
from baseline.designs.changes import refusal_of_amendment
from baseline.designs.design_checks import errors_in, problems_of
from baseline.designs.problem import PURPOSES, DesignFacts, IndexFacts, Problem, SetFacts
from baseline.studies.study_state import StudyState, study_state
from db import accounts, event_log, items, studies
from db.connection import Database, joined
from db.errors import Conflict, InvalidInput
from db.events import NewEvent, Payload
from db.home import checked_name
from db.models import Item
from db.plain_text import refuse_turning
from db.study_design import Study, StudyDesign
from db.study_events import StudyAmended, StudyEnded, StudyLaunched, StudyPaused, StudyResumed
from index.collection import OpenIndex

COMMAND_LINE = "command line"
"""Who acts when a command does: whoever runs the server."""


class Build(NamedTuple):
    """The build of an index that a study is made on. `catalogue` is None where there is none."""

    facts: IndexFacts
    catalogue: PageCatalogue | None

    @property
    def name(self) -> str:
        """The index."""
        return self.facts.name


class DesignRefused(InvalidInput):
    """The design holds contradictions; each is a sentence of the message."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(problem.sentence for problem in problems))
        self.problems = problems


def build_of(index: OpenIndex, name: str) -> Build:
    """What launching needs of an open index. `name` is what the design calls it by."""
    facts = IndexFacts(name, index.fingerprint, index.profile, index.manifest.ocr == "pending")
    return Build(facts, catalogue_of(index.documents()))


def no_build(name: str) -> Build:
    """Of an index that is not here."""
    return Build(IndexFacts(name), None)


def facts_of(database: Database, design: StudyDesign, build: Build) -> DesignFacts:
    """What the checks need: the sets that the design names, held against the index."""
    known = set(items.item_set_names(database))
    named = {design.set_for(purpose) for purpose in PURPOSES} & known
    return DesignFacts({name: _set_facts(database, name, build.catalogue) for name in named}, build.facts)


def _set_facts(database: Database, name: str, catalogue: PageCatalogue | None) -> SetFacts:
    held = items.load_item_set(database, name)
    return SetFacts(
        name=name,
        item_ids=tuple(item.item_id for item in held),
        is_frozen=items.is_frozen(database, name),
        without_evidence=tuple(item.item_id for item in held if not item.evidence),
        without_answer=tuple(item.item_id for item in held if not any(item.answer_variants)),
        not_in_index=()
        if catalogue is None
        else tuple(problem for item in held if (problem := _trouble_of(item, catalogue)) is not None),
    )


def _trouble_of(item: Item, catalogue: PageCatalogue) -> str | None:
    for ref in item.evidence:
        problem = catalogue.problem_with(ref.document, ref.page)
        if problem is not None:
            return f"item {item.item_id!r}: {problem}"
    return None


def launch(
    database: Database,
    study_id: str,
    design: StudyDesign,
    build: Build,
    *,
    by: str,
    now_ms: int,
    draft_id: str = "",
) -> Study:
    """Check the design as a whole, freeze its item sets, store the study and say so in its stream.

    Raises:
        DesignRefused: the design holds contradictions; nothing was stored.
        InvalidInput: the id is not usable.
        Conflict: another study has this id.
        ValueError: the build is of another index than the design names, a mistake of ours.
    """
    checked_name(study_id, "study id")
    if design.index_name and design.index_name != build.name:
        raise ValueError(f"the build is of index {build.name!r}, the design names {design.index_name!r}")
    with joined(database):
        errors = errors_in(problems_of(design, facts_of(database, design, build)))
        if errors:
            raise DesignRefused(errors)
        for purpose in PURPOSES:
            if design.set_for(purpose):
                items.freeze_item_set(database, design.set_for(purpose), now_ms)
        study = studies.add_study(
            database,
            Study(
                study_id=study_id,
                design=design,
                item_set_sha256=items.describe_item_set(database, design.item_set).sha256,
                index_fingerprint=build.facts.fingerprint,
                profile=build.facts.profile,
                created_at_ms=now_ms,
            ),
        )
        launched = StudyLaunched(design_sha256=design.sha256, by=by, draft_id=draft_id)
        _append(database, study_id, f"study-launched:{study_id}", launched, now_ms)
        return study


def amend(
    database: Database, study: Study, wanted: StudyDesign, reason: str, *, by: str, now_ms: int
) -> Study:
    """Change what may be changed of a launched study. `study` is what whoever changes it had before them.

    Raises:
        InvalidInput: there is no reason, nothing is changed, or something that is fixed: since the launch, or
            since the study ended.
        DesignRefused: the changed design contradicts itself.
        Conflict: somebody amended the study in the meantime.
        NotFound: there is no such study.
    """
    why = _reason(reason, "amendment")
    with joined(database):
        now = studies.find_study(database, study.study_id)
        has_ended = study_state(database, study.study_id).phase == "ended"
        if now.design != study.design:
            raise Conflict(
                f"{_who_amended(database, study.study_id)} amended the study while you were at it; nothing "
                "was changed. Read their amendment under History, and give yours again if it is still needed."
            )
        launched = studies.launched_study(database, study.study_id).design
        refused = refusal_of_amendment(launched, now.design, wanted, has_ended=has_ended)
        if refused is not None:
            raise InvalidInput(refused)
        # The build does not change any more, so only what the design says is checked against itself.
        build = Build(IndexFacts(now.index_name, now.index_fingerprint, now.profile), None)
        errors = errors_in(problems_of(wanted, facts_of(database, wanted, build)))
        if errors:
            raise DesignRefused(errors)
        amended = StudyAmended(design=wanted, reason=why, by=by)
        _append(database, study.study_id, _new_id("study-amended"), amended, now_ms)
        return studies.find_study(database, study.study_id)


def pause(database: Database, study_id: str, reason: str, *, by: str, now_ms: int) -> StudyState:
    """Nobody begins another item until the study goes on; whoever is at one ends it.

    Raises:
        InvalidInput: there is no reason.
        Conflict: the study does not run.
        NotFound: there is no such study.
    """
    paused = StudyPaused(reason=_reason(reason, "pause"), by=by)
    with joined(database):
        state = _state_of(database, study_id)
        if state.phase == "paused":
            raise Conflict(
                f"Study {study_id!r} is paused already: {_who(database, state)} gave the reason "
                f"“{state.reason}”. Yours was not stored."
            )
        return _moved(database, study_id, "study-paused", paused, now_ms)


def resume(database: Database, study_id: str, *, by: str, now_ms: int) -> StudyState:
    """The study goes on.

    Raises:
        Conflict: it is not paused.
        NotFound: there is no such study.
    """
    with joined(database):
        state = _state_of(database, study_id)
        if state.phase != "paused":
            who = f": {_who(database, state)} let it go on" if state.moved_by else ""
            raise Conflict(f"Study {study_id!r} runs already{who}.")
        leasing.go_on_after_pause(database, study_id, now_ms)
        return _moved(database, study_id, "study-resumed", StudyResumed(by=by), now_ms)


def end(database: Database, study_id: str, reason: str, *, by: str, now_ms: int) -> StudyState:
    """Nobody begins another item, for good; whoever is at one ends it.

    Shared places whose item was not begun are given back.

    Raises:
        InvalidInput: there is no reason.
        Conflict: it has ended already.
        NotFound: there is no such study.
    """
    ended = StudyEnded(reason=_reason(reason, "end"), by=by)
    with joined(database):
        _state_of(database, study_id)
        leasing.release_at_end(database, studies.find_study(database, study_id), now_ms)
        return _moved(database, study_id, "study-ended", ended, now_ms)


def _state_of(database: Database, study_id: str) -> StudyState:
    studies.launched_study(database, study_id)
    state = study_state(database, study_id)
    _refuse_ended(database, state, study_id)
    return state


def _refuse_ended(database: Database, state: StudyState, study_id: str) -> None:
    if state.phase == "ended":
        raise Conflict(
            f"Study {study_id!r} has ended: {_who(database, state)} gave the reason “{state.reason}”. "
            "It does not run again; its notes for the report may still be amended."
        )


def _who_amended(database: Database, study_id: str) -> str:
    amendments = study_state(database, study_id).amendments
    return accounts.name_of(database, amendments[-1].amended.by) if amendments else "Somebody"


def _who(database: Database, state: StudyState) -> str:
    return accounts.name_of(database, state.moved_by)


def _moved(database: Database, study_id: str, what: str, payload: Payload, now_ms: int) -> StudyState:
    _append(database, study_id, _new_id(what), payload, now_ms)
    return study_state(database, study_id)


def _reason(reason: str, what: str) -> str:
    if not reason.strip():
        raise InvalidInput(f"The {what} has no reason; write one, it stands in the report.")
    if len(reason) > 4000:
        raise InvalidInput(f"The reason of the {what} is longer than 4,000 characters; shorten it.")
    refuse_turning(reason, f"The reason of the {what}")
    return reason.strip()


def _new_id(what: str) -> str:
    return f"{what}:{uuid.uuid4().hex}"


def _append(database: Database, study_id: str, event_id: str, payload: Payload, now_ms: int) -> None:
    event_log.append(
        database, studies.stream_of_study(study_id), [NewEvent(event_id=event_id, payload=payload)], now_ms
    )
