"""One system, from a file of gold and one or several of predictions: every figure they allow."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from baseline.analysis.intervals import NO_SPREAD
from baseline.analysis.json_lines import LineProblem, problem_list
from baseline.analysis.madqa_fields import PageBase
from baseline.analysis.madqa_items import ItemReading, gold_item, read_items
from baseline.analysis.madqa_predictions import PredictionReading, PredictionRules, read_predictions
from baseline.analysis.records import Figure, GoldItem, Mode
from baseline.analysis.report import RunReport, score_run
from baseline.analysis.run_rows import AttemptRow
from db.errors import InvalidInput
from db.files import read_named_file
from db.wording import counted, listed, percentage_points

# How the reader of items names the field that only predictions have.
_CITES = "'citations'"


def score_one(arguments: argparse.Namespace) -> dict[str, Any]:
    """The report of the files as JSON.

    Raises:
        InvalidInput: a file cannot be read or holds nothing, or lines cannot be used and `--lenient` was not
            given.
    """
    mode = cast("Mode", arguments.mode)
    base = cast("PageBase", arguments.pages_start_at)
    gold, gold_notes = read_gold(arguments)
    rules = PredictionRules(
        gold=gold,
        system=arguments.predictions[0].stem,
        mode=mode,
        pages_start_at=base,
    )
    readings = {
        path: read_predictions(read_named_file(path), path.name, rules) for path in arguments.predictions
    }
    for path, reading in readings.items():
        _refuse(path, reading.problems, lenient=arguments.lenient)
    attempts = [numbered.attempt for reading in readings.values() for numbered in reading.attempts]
    known = {item.item_id for item in gold}
    if not any(attempt.item_id in known for attempt in attempts):
        names = listed([repr(path.name) for path in arguments.predictions], 3)
        raise InvalidInput(
            f"Nothing was scored: {names} holds no answer to an item of {arguments.gold.name!r}."
        )
    report = score_run(rules.gold, attempts, mode)
    return {
        **report_as_json(report),
        "system": _system_name(rules.system, list(readings.values())),
        "warnings": [
            *gold_notes,
            *(note for path, reading in readings.items() for note in _reading_notes(path, reading)),
        ],
    }


def read_gold(arguments: argparse.Namespace) -> tuple[list[GoldItem], list[str]]:
    """The item set, and what is to be said of its file.

    Raises:
        InvalidInput: the file cannot be read or has no item, or lines cannot be used and `--lenient` was not
            given.
    """
    base = cast("PageBase", arguments.gold_pages_start_at)
    items = read_items(read_named_file(arguments.gold), arguments.gold.name, base)
    _refuse(arguments.gold, items.problems, lenient=arguments.lenient)
    if not items.items:
        raise InvalidInput(f"Nothing was scored: {arguments.gold.name!r} holds no item.")
    if not any(numbered.item.evidence for numbered in items.items) and _CITES in " ".join(items.warnings):
        raise InvalidInput(
            f"Nothing was scored: {arguments.gold.name!r} has citations and no evidence, as predictions "
            "have; give the item set with --gold."
        )
    return [gold_item(numbered.item) for numbered in items.items], _reading_notes(arguments.gold, items)


def report_as_json(report: RunReport) -> dict[str, Any]:
    """The report as JSON values: figures by key, one row an attempt. No NaN, no infinity."""
    return {
        "system": report.system,
        "mode": report.mode,
        "n_items": report.n_items,
        "n_attempts": report.n_attempts,
        "n_participants": report.n_participants,
        "figures": {figure.key: _figure_as_json(figure) for figure in report.figures},
        "items": [_row_as_json(row) for row in report.rows],
        "notes": list(report.notes),
    }


def report_as_lines(outcome: dict[str, Any]) -> str:
    """A table for people: figure, value, interval, N; then what was noticed."""
    size = f"{counted(outcome['n_items'], 'items')}, {counted(outcome['n_attempts'], 'attempts')}"
    head = f"{outcome['system']}: {size}, {outcome['mode']} mode"
    cells = [("figure", "value", "95 % interval", "N")]
    cells += [figure_cells(figure) for figure in outcome["figures"].values()]
    widths = [max(len(row[column]) for row in cells) for column in range(3)]
    lines = [
        f"{row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:<{widths[2]}}  {row[3]}".rstrip()
        for row in cells
    ]
    notes = [f"- {note}" for note in (*outcome["notes"], *outcome["warnings"])]
    return "\n".join([head, "", *lines, *(["", *notes] if notes else [])])


def _figure_as_json(figure: Figure) -> dict[str, Any]:
    return {**asdict(figure), "notes": list(figure.notes)}


def _row_as_json(row: AttemptRow) -> dict[str, Any]:
    return {
        "id": row.attempt.item_id,
        "participant": row.attempt.participant,
        "status": row.attempt.status,
        "score": row.score.score if row.score else None,
        "score_source": row.score.source if row.score else None,
        "anls_star": row.score.anls if row.score else None,
        "page_f1": row.pages.f1 if row.pages else None,
        "document_f1": row.documents.f1 if row.documents else None,
        "effort": row.effort,
        "hop_type": row.hop_type,
        "cascade": row.cascade,
        "first_query_found_document": row.found_document == 1 if row.hits_known else None,
        "first_query_found_page": row.found_page == 1 if row.hits_known else None,
    }


def figure_cells(figure: dict[str, Any]) -> tuple[str, str, str, str]:
    """Label, value, interval or why there is none, and N of a figure."""
    n = counted(figure["n"], figure["n_unit"])
    if figure["value"] is None:
        return figure["label"], "-", figure["undefined"], n
    interval = figure["interval"]
    span = NO_SPREAD if NO_SPREAD in figure["notes"] else ""
    if interval:
        span = f"[{_number(figure, interval['low'])}, {_number(figure, interval['high'])}]"
    if figure["numerator"] is not None and figure["unit"] == "share":
        n = f"{n} ({figure['numerator']:.6g}/{figure['denominator']:.6g})"
    return figure["label"], _number(figure, figure["value"]), span, n


def _number(figure: dict[str, Any], value: float) -> str:
    if figure["unit"] == "share":
        return f"{100 * value:.2f} %"
    if figure["unit"] == "points":
        return percentage_points(value, 2)
    if figure["unit"] == "seconds":
        return f"{value:.1f} s"
    return f"{value:.4f}" if figure["unit"] in {"p", "ratio"} else f"{value:.2f}"


def _refuse(path: Path, problems: Sequence[LineProblem], *, lenient: bool) -> None:
    if problems and not lenient:
        advice = "Nothing was scored; repair them, or add --lenient to leave them out."
        raise InvalidInput(problem_list(path.name, problems, advice))


def _system_name(stem: str, readings: Sequence[PredictionReading]) -> str:
    models = {model for reading in readings for model in reading.models}
    return next(iter(models)) if len(models) == 1 else stem


def _reading_notes(path: Path, reading: ItemReading | PredictionReading) -> list[str]:
    left_out = [f"left out: {problem}" for problem in reading.problems]
    return [f"{path.name}: {note}" for note in (*reading.warnings, *left_out)]
