"""What commands print of runs and systems as JSON. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baseline.runs.importing import Imported, RunFile
from baseline.runs.reading import RunReading
from db.runs import Removed
from db.systems import Run, System


def imported_json(imported: Imported) -> dict[str, Any]:
    """A run that was just imported, or was there already."""
    return {
        **run_json(imported.run, None),
        "label": imported.system.label,
        "kind": imported.system.kind,
        "is_new": imported.is_new,
        "dry_run": False,
        "left_out": list(imported.left_out) if imported.is_new else [],
    }


def dry_run_json(
    file: RunFile, reading: RunReading, same: Sequence[tuple[Run, Removed | None]]
) -> dict[str, Any]:
    """What an import would store."""
    return {
        "run": None,
        "label": f"{file.system} {file.version}".strip(),
        "kind": file.kind,
        "set": file.set_name,
        "file": file.name,
        "sha256": file.sha256,
        "format": file.format,
        "condition": file.condition,
        "rows": len(reading.rows),
        "items": reading.n_items,
        "answered": reading.n_answered,
        "trajectories": reading.n_trajectories,
        "verdicts": reading.n_verdicts,
        "coerced": reading.n_coerced,
        "unknown_citations": reading.n_unknown,
        "models": list(reading.models),
        "notes": list(reading.notes),
        "left_out": [problem.told(reading.counted_in) for problem in reading.problems],
        "imported_before_as": [run.run_id for run, removed in same if removed is None],
        "is_new": False,
        "dry_run": True,
    }


def run_json(run: Run, removed: Removed | None) -> dict[str, Any]:
    """A run as it is stored."""
    return {
        "run": run.run_id,
        "system": run.system_id,
        "set": run.item_set,
        "condition": run.condition,
        "file": run.source,
        "sha256": run.sha256,
        "format": run.format,
        "pages_start_at": run.pages_start_at,
        "rows": run.n_rows,
        "items": run.n_items,
        "answered": run.n_answered,
        "trajectories": run.n_trajectories,
        "verdicts": run.n_verdicts,
        "coerced": run.n_coerced,
        "unknown_citations": run.n_unknown,
        "lines_left_out": run.n_left_out,
        "looked_up_in": run.looked_up_in,
        "models": list(run.models),
        "notes": list(run.notes),
        "by": run.by,
        "imported_at_ms": run.imported_at_ms,
        "counts": removed is None,
        "withdrawn": None
        if removed is None
        else {"at_ms": removed.at_ms, "by": removed.by, "why": removed.why},
        "history": [one.model_dump() for one in run.history],
    }


def system_json(system: System) -> dict[str, Any]:
    """A system as it is known now."""
    facts = system.model_dump()
    return {"system": facts.pop("system_id"), "label": system.label, **facts}
