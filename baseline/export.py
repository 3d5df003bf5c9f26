"""A study as files that the field's own scorer reads: gold once, predictions per participant."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from baseline.analysis.madqa_items import item_row
from baseline.analysis.records import AttemptRecord
from baseline.derived import study_records, system_of
from db import accounts, assignments, items, studies
from db.connection import Database
from db.errors import InvalidInput
from db.files import write_named_file
from db.models import Account, Assignment, Item


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
    """Write `gold.jsonl` and `predictions-<participant>.jsonl`; returns what was written.

    Whoever has not begun has no file, as they have no place in the study's figures; they are listed
    with 0 rows, so that nobody is missed.

    Raises:
        NotFound: there is no such study.
        InvalidInput: the folder cannot be made or written.
    """
    study = studies.find_study(database, study_id)
    gold = {item.item_id: item for item in items.load_item_set(database, study.item_set)}
    records = {record.attempt_id: record for record in study_records(database, study_id)}
    written = [_write(folder, "gold.jsonl", map(item_row, gold.values()), system="gold")]
    for account in accounts.accounts_of_study(database, study_id):
        assigned = assignments.assignments_of(database, study_id, account.account_id)
        name = f"predictions-{account.account_id}.jsonl"
        if any(one.attempt_id in records for one in assigned):
            rows = _prediction_rows(account, assigned, gold, records)
            written.append(_write(folder, name, rows, system=system_of(account)))
        elif assigned:
            written.append({"file": name, "rows": 0, "system": system_of(account)})
    return written


def _prediction_rows(
    account: Account,
    assigned: Sequence[Assignment],
    gold: dict[str, Item],
    records: dict[str | None, AttemptRecord],
) -> list[dict[str, Any]]:
    system = system_of(account)
    return [
        prediction_row(gold[one.item_id], system, account.account_id, records.get(one.attempt_id))
        for one in assigned
    ]


def _write(folder: Path, name: str, rows: Iterable[dict[str, Any]], *, system: str) -> dict[str, Any]:
    lines = [json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput(f"The folder {folder.name!r} cannot be made: {error.strerror}.") from error
    write_named_file(folder / name, "".join(lines))
    return {"file": name, "rows": len(lines), "system": system}
