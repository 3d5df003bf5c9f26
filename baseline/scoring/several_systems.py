"""Several systems from plain files: the figures of the research pages and the report, without a database."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple

from baseline.analysis.comparison import Comparison, compare
from baseline.analysis.complementarity import best_mix, routing_curve, why_no_routing
from baseline.analysis.encoders import PageWords
from baseline.analysis.evidence_distance import Measure, Where, evidence_distances, relation
from baseline.analysis.json_lines import problem_list
from baseline.analysis.judge_calibration import checked_calibration, corrected_figure
from baseline.analysis.page_names import catalogue_of
from baseline.analysis.panel import Panel, SystemAttempts, make_panel
from baseline.analysis.records import AttemptRecord, GoldItem
from baseline.exports.files import require_folder, write_files
from baseline.reports.data_tables import attempt_table, figure_table, item_table
from baseline.reports.data_values import lines_value, panel_value
from baseline.reports.panel_findings import (
    FigureLine,
    PanelFindings,
    pair_lines,
    panel_findings,
    system_lines,
)
from baseline.runs.formats import READERS, format_of
from baseline.runs.reading import RunReading, RunRules, read_run, without_effort
from baseline.scoring.one_system import read_gold
from baseline.splits.commands import plan_of, splits_as_json
from baseline.splits.splitting import plan_splits
from db.errors import AppError, InvalidInput
from db.files import read_named_file
from db.models import PageRef
from db.plain_text import plain_name
from db.systems import SystemKind
from db.wording import counted, listed
from index.collection import OpenIndex, open_index

FORMAT = "pagetrail-score-1"
_RELATIONS: tuple[tuple[Where, Measure], ...] = (
    ("same_document", "semantic"),
    ("across_documents", "semantic"),
    ("same_document", "physical"),
)


class NamedFile(NamedTuple):
    """One file of answers and whose they are; several may be of one system."""

    name: str
    kind: SystemKind
    path: Path


def score_several(arguments: argparse.Namespace) -> dict[str, Any]:
    """Every figure of all systems as JSON; with `--csv`, also as tables in a folder.

    Raises:
        InvalidInput: a file cannot be read or holds nothing, lines cannot be used and `--lenient` was not
            given, or something is asked for that the systems do not allow.
        IndexMissing: an index is named that is not there.
    """
    gold, notes = read_gold(arguments)
    if arguments.csv:
        require_folder(arguments.csv)
    with ExitStack() as stack:
        index: OpenIndex | None = None
        if arguments.index:
            index = open_index(arguments.index, search_files="when asked")
            stack.callback(index.close)
        panel, read_notes = _panel(arguments, gold, index)
        asked = _asked_pair(arguments.compare, panel)
        plans = [plan_of(text) for text in arguments.split or ()]
        found = panel_findings(panel, _silently)
        lines = [*system_lines(found), *_corrected(found, arguments.calibration), *pair_lines(found)]
        value = {
            "format": FORMAT,
            "n_items": len(gold),
            **panel_value(found),
            **lines_value(lines),
            "items": [asdict(one) for one in found.items],
            "routing": _routing(panel),
            "evidence_distance": _evidence_distance(panel, index),
            "comparison": None if asked is None else _comparison(compare(panel, *asked)),
            "splits": splits_as_json(plan_splits(panel, plans)) if plans else None,
            "warnings": [*notes, *read_notes],
        }
    if arguments.csv:
        files = [
            figure_table("figures.csv", lines),
            item_table("items.csv", found),
            attempt_table("attempts.csv", found),
        ]
        write_files(arguments.csv, files)
        value["written"] = [str(arguments.csv / file.name) for file in files]
    return value


def _silently(step: str) -> None:
    del step


def _panel(
    arguments: argparse.Namespace, gold: Sequence[GoldItem], index: OpenIndex | None
) -> tuple[Panel, list[str]]:
    """All systems beside each other, people first, and what is to be said of their files."""
    named: dict[str, list[NamedFile]] = {}
    for one in sorted(arguments.systems, key=lambda one: one.kind != "people"):
        plain_name(one.name, "The name of a system")
        named.setdefault(one.name, []).append(one)
    catalogue = None if index is None else catalogue_of(index.documents())
    systems, notes = [], []
    for name, files in named.items():
        kind = files[0].kind
        if any(one.kind != kind for one in files):
            raise InvalidInput(f"System {name!r} is named as two kinds; give all its files the same option.")
        paths = [one.path.resolve() for one in files]
        if len(set(paths)) < len(paths):
            raise InvalidInput(f"A file of system {name!r} is given twice; give each file once.")
        records: list[AttemptRecord] = []
        for number, file in enumerate(files, 1):
            content = read_named_file(file.path)
            file_format = format_of(content, file.path.name)
            rules = RunRules(gold, name, kind, arguments.pages_start_at, catalogue)
            reading = read_run(content, file.path.name, (file_format, READERS[file_format]), rules)
            _refuse(file, reading, lenient=arguments.lenient)
            notes += [f"{file.path.name}: {note}" for note in reading.notes]
            records += _records(reading, file, number, alone=len(files) == 1)
        systems.append(SystemAttempts(name, kind, records))
    return make_panel(gold, systems), notes


def _records(reading: RunReading, file: NamedFile, number: int, *, alone: bool) -> list[AttemptRecord]:
    """The attempts of a file; of several of one system each is another person's, or says whose it is."""
    made = []
    for row_number, row in enumerate(reading.rows, 1):
        record = without_effort(row.attempt) if file.kind == "non_agentic" else row.attempt
        whose = record.participant or (None if alone else file.path.stem)
        attempt_id = f"{file.name}:{number}:{row_number}"
        made.append(replace(record, system=file.name, attempt_id=attempt_id, participant=whose))
    return made


def _refuse(file: NamedFile, reading: RunReading, *, lenient: bool) -> None:
    if reading.problems and not lenient:
        advice = (
            "Nothing was scored; repair them, or add --lenient: lines that cannot be read are left out then, "
            "and citations of unknown pages count as wrong."
        )
        raise InvalidInput(problem_list(file.path.name, reading.problems, advice, reading.counted_in))
    if not reading.rows:
        raise InvalidInput(f"Nothing was scored: {file.path.name!r} holds no answer to an item of the gold.")


def _asked_pair(asked: Sequence[str] | None, panel: Panel) -> tuple[str, str] | None:
    """The two that are compared: those that are named, or the only two there are."""
    names = [one.name for one in panel.systems]
    if asked is None:
        return (names[0], names[1]) if len(names) == 2 else None
    unknown = [name for name in asked if name not in names]
    if unknown:
        raise InvalidInput(
            f"There is no system {unknown[0][:80]!r} to compare; there are {listed(names, 20)}."
        )
    if asked[0] == asked[1]:
        raise InvalidInput(f"{asked[0]!r} cannot be compared with itself; name two systems.")
    return asked[0], asked[1]


def _corrected(found: PanelFindings, calibration: Sequence[float] | None) -> list[FigureLine]:
    """Accuracy corrected for the judge whose verdicts the files hold."""
    if calibration is None:
        return []
    sensitivity, specificity, n_correct, n_incorrect = calibration
    counts = (n_correct, n_incorrect)
    if not all(number.is_integer() and number >= 0 for number in counts):
        raise InvalidInput("The last two numbers of --calibration count answers; give whole ones.")
    known = checked_calibration(sensitivity, specificity, int(n_correct), int(n_incorrect))
    if isinstance(known, str):
        raise InvalidInput(f"The calibration corrects nothing: {known}.")
    return [
        FigureLine("corrected", one.name, corrected_figure(one.figure("accuracy"), known))
        for one in found.systems
    ]


def _routing(panel: Panel) -> list[dict[str, Any]]:
    """For each agent and group of people: accuracy as people take what the agent searched most for."""
    people = [one for one in panel.systems if one.kind == "people"]
    others = [one for one in panel.systems if one.kind != "people"]
    found = []
    for agent in others:
        for group in people:
            why = why_no_routing(agent, group)
            curve = [] if why else routing_curve(panel, agent.name, group.name)
            best = best_mix(curve)
            found.append(
                {
                    "agent": agent.name,
                    "people": group.name,
                    "undefined": why or (None if curve else "no item can be scored for both"),
                    "curve": [_with_ends(one._asdict()) for one in curve],
                    "best": None if best is None else {**_with_ends(best.point._asdict()), "gain": best.gain},
                }
            )
    return found


def _with_ends(row: dict[str, Any]) -> dict[str, Any]:
    interval = row.pop("interval")
    return {**row, "interval": None if interval is None else asdict(interval)}


def _evidence_distance(panel: Panel, index: OpenIndex | None) -> dict[str, Any]:
    """How the distance of gold pages goes with accuracy; in words only where their texts are known."""
    pages = {page for item in panel.gold if len(set(item.evidence)) > 1 for page in item.evidence}
    texts: Mapping[PageRef, str] = {} if index is None else {page: _text(index, page) for page in pages}
    encoder = PageWords(list(texts.values()))
    found = evidence_distances(panel, texts, encoder)
    relations = []
    for where, measure in _RELATIONS:
        row = asdict(relation(found, where, measure))
        if index is None and measure == "semantic":
            row["undefined"] = "undefined: no collection was named (--index), so the pages have no text"
        relations.append(row)
    return {
        "encoder": None if index is None else encoder.name,
        "relations": relations,
        "items": [asdict(one) for one in found],
    }


def _text(index: OpenIndex, page: PageRef) -> str:
    try:
        return index.page_text(page.document, page.page)
    except AppError:
        return ""


def _comparison(found: Comparison) -> dict[str, Any]:
    """Every difference, and the items on which only one is correct."""
    return {
        "first": found.first,
        "second": found.second,
        "n_items": found.n_items,
        "conclusion": found.conclusion,
        "without_effort": found.without_effort,
        "mcnemar_p": found.agreement.mcnemar_p,
        "cells": asdict(found.agreement.counts),
        "differences": [
            {
                **one._asdict(),
                "first": one.first._asdict(),
                "second": one.second._asdict(),
                "interval": None if one.interval is None else asdict(one.interval),
            }
            for one in found.differences
        ],
        "items_that_differ": [one._asdict() for one in found.items if one.who in {"first", "second"}],
    }


def summary_of(outcome: Mapping[str, Any]) -> str:
    """How much there is: `3 systems on 20 items, 412 figures`."""
    return (
        f"{counted(len(outcome['systems']), 'systems')} on {counted(outcome['n_items'], 'items')}, "
        f"{counted(len(outcome['figures']), 'figures')}"
    )
