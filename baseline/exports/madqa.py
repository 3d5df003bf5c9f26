"""A study as files that the field's own scorer reads: gold once, predictions per person and condition."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

from baseline.analysis.madqa_items import item_row
from baseline.analysis.records import AttemptRecord
from baseline.exports.contents import Place, StudyContents, read_contents
from baseline.exports.files import ExportFile, json_lines, safe_name, write_files
from baseline.figures.derived import system_of
from db.connection import Database
from db.models import Item


def prediction_row(
    item: Item, system: str, participant: str | None, record: AttemptRecord | None
) -> dict[str, Any]:
    """One assigned item as a MADQA prediction; an item without an answer, or not begun, has an empty one.

    `iterations` is at least 1, because the public scorer drops rows with 0; `search_history` keeps the
    true number of queries.
    """
    searches = (record.searches or ()) if record else ()
    return {
        "id": item.item_id,
        "question": item.question,
        "answer": list(record.answer) if record else [],
        "citations": [{"document": c.document, "page": c.page} for c in record.citations] if record else [],
        "iterations": max(1, len(searches)),
        "search_history": [
            {"iteration": number, "query": step.text, "num_results": len(step.hits or ())}
            for number, step in enumerate(searches, start=1)
        ],
        "trajectory": [
            {
                "iteration": number,
                "tool": "search",
                "query": step.text,
                "results": [{"document": ref.document, "page": ref.page} for ref in step.hits or ()],
            }
            for number, step in enumerate(searches, start=1)
        ],
        "model": system,
        "participant": participant,
        "status": record.status if record else "missing",
        "verdict": record.verdict if record else None,
        "confidence": record.confidence if record else None,
        "working_s": record.working_s if record else None,
        "wall_s": record.wall_s if record else None,
        "visible_s": record.visible_s if record else None,
        "n_page_views": record.n_page_views if record else None,
    }


def export_madqa(database: Database, study_id: str, folder: Path) -> list[dict[str, Any]]:
    """Write the files of `madqa_files`; returns what was written.

    Raises:
        NotFound: there is no such study.
        InvalidInput: the folder cannot be made or written.
    """
    files = madqa_files(read_contents(database, study_id))
    write_files(folder, files)
    return [{"file": file.name, "rows": file.rows, "system": file.of} for file in files]


def madqa_files(contents: StudyContents) -> list[ExportFile]:
    """`gold.jsonl`, `predictions-….jsonl` for each person and condition, `left-out.jsonl` where needed.

    Rows stand in the order of the gold, so that a scorer that goes by either order breaks ties of
    effort the same way; files in the order of their names. Whoever has not begun has no rows, as they
    have no place in the study's figures; they are listed with 0, so that nobody is missed.
    """
    files = [json_lines("gold.jsonl", map(item_row, contents.items), of="gold")]
    counted = contents.counted
    for (system, participant), places in groupby(counted, lambda one: (one.system, one.account.account_id)):
        rows = list(places)
        name = _name(contents, rows[0].assignment.condition, participant)
        files.append(json_lines(name, (_row(contents, one) for one in rows), of=system))
    waiting = {one.account.account_id: one.account for one in contents.places if one.counts}
    files += [
        ExportFile(f"predictions-{safe_name(account_id)}.jsonl", None, 0, system_of(account))
        for account_id, account in waiting.items()
        if account_id not in contents.begun
    ]
    left_out = [_left_out_row(one) for one in contents.places if one.left_out is not None]
    return [*files, json_lines("left-out.jsonl", left_out, of="places in no figure")] if left_out else files


def _name(contents: StudyContents, condition: str, participant: str) -> str:
    parts = [] if len(contents.study.design.conditions) == 1 else [condition]
    return f"predictions-{'-'.join(map(safe_name, [*parts, participant]))}.jsonl"


def _row(contents: StudyContents, place: Place) -> dict[str, Any]:
    item = contents.gold[place.assignment.item_id]
    row = prediction_row(item, place.system, place.account.account_id, place.record)
    return {**row, "condition": place.assignment.condition, "attempt": place.attempt_id}


def _left_out_row(place: Place) -> dict[str, Any]:
    assignment, left_out = place.assignment, place.left_out
    return {
        "id": assignment.item_id,
        "participant": assignment.account_id,
        "condition": assignment.condition,
        "attempt": assignment.attempt_id,
        "status": place.status,
        "why": left_out.why if left_out else "",
        "reason": left_out.reason if left_out else "",
        "rule_id": left_out.rule_id if left_out else "",
        "at_ms": left_out.at_ms if left_out else None,
    }
