"""A report's source as files, and back: `recompute/`. Pure.

What is read back is equal to what was written, so that the figures are the same to the last byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError

from baseline.analysis.exclusion_rules import Share
from baseline.analysis.records import AttemptRecord
from baseline.exports.card.entry import Card
from baseline.exports.card.parity import Parity
from baseline.exports.card.people_flow import PeopleFlow
from baseline.exports.files import ExportFile, json_file, json_lines
from baseline.figures.counting import left_out_of
from baseline.figures.systems import Origin, SystemOnSet
from baseline.reports.source import IndexFacts, Source, Told
from baseline.studies.study_state import StudyPhase, fold_study
from db.errors import InvalidInput
from db.events import Event
from db.judging import EnteredCalibration
from db.models import Frozen, Item, Verdict
from db.study_design import Study
from db.systems import SystemKind
from db.verdicts import in_force

FOLDER = "recompute"
Read = TypeVar("Read")


class _Facts(Frozen):
    """`study.json`: everything about the study that is no list."""

    format: Literal["pagetrail-report-source-1"] = "pagetrail-report-source-1"
    study: Study
    phase: StudyPhase
    launched_sha256: str
    design_sha256: str
    n_amendments: int
    n_assigned: int
    n_events: int
    last_event_at_ms: int
    index: IndexFacts
    attention: dict[str, Share]
    finished: dict[str, Share]
    calibrations: dict[str, EnteredCalibration]


class _System(Frozen):
    """A line of `systems.jsonl`: a system without its attempts."""

    name: str
    group: str
    kind: SystemKind
    condition: str
    origin: Origin


class _Told(Frozen):
    """`told.json`."""

    card: Card
    parity: Parity
    texts: tuple[tuple[str, str], ...]
    flow: PeopleFlow


_RECORD: TypeAdapter[AttemptRecord] = TypeAdapter(AttemptRecord)


class _Named(NamedTuple):
    """A file that was given, for sentences about it."""

    name: str
    content: bytes


def source_files(source: Source) -> list[ExportFile]:
    """The files from which `source_of_files` makes an equal source."""
    facts = _Facts(
        study=source.study,
        phase=source.phase,
        launched_sha256=source.launched_sha256,
        design_sha256=source.design_sha256,
        n_amendments=source.n_amendments,
        n_assigned=source.n_assigned,
        n_events=source.n_events,
        last_event_at_ms=source.last_event_at_ms,
        index=source.index,
        attention=dict(sorted(source.attention.items())),
        finished=dict(sorted(source.finished.items())),
        calibrations=dict(sorted(source.calibrations.items())),
    )
    told = source.told
    written = _Told(card=told.card, parity=told.parity, texts=tuple(told.texts), flow=told.flow)
    systems = [
        _System(name=one.name, group=one.group, kind=one.kind, condition=one.condition, origin=one.origin)
        for one in source.systems
    ]
    # Judgements stand beside the answers: the one in force is found again from all of them.
    attempts = [replace(record, verdict=None) for one in source.systems for record in one.records]
    verdicts = [one for of in source.verdicts.values() for one in of]
    files = [
        json_file("study.json", facts.model_dump(mode="json"), "the study, its design, its index build"),
        json_lines("items.jsonl", _dumped(source.items), "the frozen items with their gold"),
        json_lines("systems.jsonl", _dumped(systems), "who answered"),
        json_lines(
            "attempts.jsonl",
            (_RECORD.dump_python(one, mode="json") for one in attempts),
            "answers, searches with hits, citations, times",
        ),
        json_lines("verdicts.jsonl", _dumped(verdicts), "every judgement of every answer"),
        json_lines("exclusions.jsonl", _dumped(source.exclusions), "what was excluded and taken back"),
        json_file("told.json", written.model_dump(mode="json"), "baseline card, parity sheet, who came"),
    ]
    return [one._replace(name=f"{FOLDER}/{one.name}") for one in files]


def source_of_files(contents: Mapping[str, bytes]) -> Source:
    """The source that these files were written from. `contents`: name without a folder -> its bytes.

    Raises:
        InvalidInput: a file is missing, or does not hold what it should; the sentence names it.
    """
    facts = _value(_file(contents, "study.json"), _Facts.model_validate_json)
    told = _value(_file(contents, "told.json"), _Told.model_validate_json)
    verdicts = _by_attempt(_lines(_file(contents, "verdicts.jsonl"), Verdict.model_validate_json))
    exclusions = tuple(_lines(_file(contents, "exclusions.jsonl"), Event.model_validate_json))
    left_out = left_out_of(fold_study(exclusions))
    records: dict[str, list[AttemptRecord]] = {}
    for record in _lines(_file(contents, "attempts.jsonl"), _RECORD.validate_json):
        deciding = in_force(verdicts.get(record.attempt_id or "", ()))
        judged = replace(record, verdict=None if deciding is None else deciding.score)
        records.setdefault(record.system, []).append(judged)
    systems = []
    for one in _lines(_file(contents, "systems.jsonl"), _System.model_validate_json):
        own = tuple(records.pop(one.name, ()))
        system = SystemOnSet(one.name, one.group, one.kind, one.condition, one.origin, own)
        systems.append(replace(system, left_out=left_out) if one.origin.kind == "study" else system)
    if records:
        name = next(iter(records))
        raise InvalidInput(f"'attempts.jsonl' has answers of {name!r}, which 'systems.jsonl' does not name.")
    return Source(
        study=facts.study,
        phase=facts.phase,
        launched_sha256=facts.launched_sha256,
        design_sha256=facts.design_sha256,
        n_amendments=facts.n_amendments,
        n_assigned=facts.n_assigned,
        n_events=facts.n_events,
        last_event_at_ms=facts.last_event_at_ms,
        items=tuple(_lines(_file(contents, "items.jsonl"), Item.model_validate_json)),
        systems=tuple(systems),
        exclusions=exclusions,
        attention=facts.attention,
        finished=facts.finished,
        verdicts=verdicts,
        calibrations=facts.calibrations,
        index=facts.index,
        told=Told(told.card, told.parity, told.texts, told.flow),
    )


def source_sha256(files: Iterable[ExportFile]) -> str:
    """What names a source: the hash of its files, in their order."""
    digest = hashlib.sha256()
    for file in files:
        digest.update(f"{file.name}\n{file.text or ''}".encode())
    return digest.hexdigest()


def _dumped(values: Sequence[Frozen]) -> list[dict[str, object]]:
    return [one.model_dump(mode="json") for one in values]


def _by_attempt(verdicts: Iterable[Verdict]) -> dict[str, tuple[Verdict, ...]]:
    found: dict[str, list[Verdict]] = {}
    for one in verdicts:
        found.setdefault(one.attempt_id, []).append(one)
    return {attempt: tuple(of) for attempt, of in found.items()}


def _file(contents: Mapping[str, bytes], name: str) -> _Named:
    if name not in contents:
        raise InvalidInput(f"There is no {name!r}: give the folder that a report was written to.")
    return _Named(name, contents[name])


def _value(file: _Named, read: Callable[[bytes], Read]) -> Read:
    try:
        return read(file.content)
    except ValidationError as error:
        raise InvalidInput(f"{file.name!r} is not as a report writes it: {_first(error)}.") from error


def _lines(file: _Named, read: Callable[[bytes], Read]) -> list[Read]:
    found = []
    for number, line in enumerate(file.content.split(b"\n"), 1):
        if line.strip():
            try:
                found.append(read(line))
            except ValidationError as error:
                raise InvalidInput(f"{file.name!r}, line {number}: {_first(error)}.") from error
    return found


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}" if where else first["msg"]
