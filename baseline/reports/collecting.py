"""A report's source, read from the database as of one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from baseline.exports.card.build import card_of, texts_of
from baseline.exports.card.parity import parity_of
from baseline.exports.card.people_flow import people_flow
from baseline.exports.card.subject import Subject, read_subject
from baseline.exports.contents import StudyContents, read_contents
from baseline.figures.exclusions import judged_study
from baseline.figures.systems import SystemOnSet, systems_on_set
from baseline.reports.source import IndexFacts, Source, Told
from db import event_log
from db.connection import Database
from db.judging import entered_calibrations
from db.models import Verdict
from db.snapshot import snapshot
from db.studies import stream_of_study
from db.study_design import Study
from db.verdicts import verdicts_of

_OF_EXCLUSIONS = frozenset({"excluded", "reincluded"})


def read_source(database: Database, study_id: str) -> Source:
    """Everything of a study that a report is made of; it may be running.

    Raises:
        NotFound: there is no such study.
    """
    with snapshot(database):
        contents = read_contents(database, study_id)
        subject = read_subject(database, contents)
        judged = judged_study(database, study_id)
        systems = _systems(database, contents)
        events = event_log.replay(database, stream_of_study(study_id))
        verdicts = _verdicts(database, systems)
        calibrations = entered_calibrations(database, contents.study.item_set)
        n_events, last_at_ms = event_log.extent(database, study_id)
    parity = parity_of(subject)
    return Source(
        study=_with_bare_index(contents.study),
        phase=contents.state.phase,
        launched_sha256=contents.launched.design.sha256,
        design_sha256=contents.study.design.sha256,
        n_amendments=len(contents.state.amendments),
        n_assigned=len(
            {
                one.assignment.account_id
                for one in contents.places
                if one.assignment.purpose == "main" and not one.assignment.is_released
            }
        ),
        n_events=n_events,
        last_event_at_ms=last_at_ms,
        items=contents.items,
        systems=systems,
        exclusions=tuple(event for event in events if event.kind in _OF_EXCLUSIONS),
        attention=judged.attention,
        finished=judged.finished,
        verdicts=verdicts,
        calibrations=calibrations,
        index=_index_facts(subject),
        told=Told(card_of(subject, parity), parity, texts_of(subject), people_flow(subject)),
    )


def _systems(database: Database, contents: StudyContents) -> tuple[SystemOnSet, ...]:
    """Those of the study and of every run on its items; other studies on them have their own report."""
    found = systems_on_set(database, contents.study.item_set, [contents.study])
    bare = (replace(one, system=None, run=None) for one in found.systems)
    return tuple(sorted(bare, key=lambda one: one.origin.kind != "study"))


def _verdicts(database: Database, systems: Sequence[SystemOnSet]) -> Mapping[str, tuple[Verdict, ...]]:
    """Attempt id -> its judgements, oldest first. What judges wrote beside them decides nothing."""
    attempts = [one.attempt_id for system in systems for one in system.records if one.attempt_id]
    return {
        attempt: tuple(one.model_copy(update={"reason": ""}) for one in found)
        for attempt, found in sorted(verdicts_of(database, attempts).items())
    }


def _with_bare_index(study: Study) -> Study:
    """An index may be named by its whole path, which is nobody's business elsewhere."""
    design = study.design.model_copy(update={"index_name": study.index_title})
    return study.model_copy(update={"design": design})


def _index_facts(subject: Subject) -> IndexFacts:
    study, manifest = subject.study, subject.manifest
    known = IndexFacts(name=study.index_title, fingerprint=study.index_fingerprint, profile=study.profile)
    if manifest is None:
        return known
    versions = manifest.versions.model_dump(mode="json", exclude={"parameters", "profile"})
    parameters = {f"parameter {name}": f"{value:g}" for name, value in manifest.parameters.items()}
    return known.model_copy(
        update={
            "n_documents": len(manifest.documents),
            "n_pages": manifest.n_pages,
            "n_ocr_pages": manifest.n_ocr_pages,
            "versions": {name: str(value) for name, value in sorted({**versions, **parameters}.items())},
        }
    )
