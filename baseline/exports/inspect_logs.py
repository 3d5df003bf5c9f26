"""A study as logs that Inspect AI reads (its JSON format, version 2): one for each person and condition.

A person stands where a model would: each counted item is a sample, each query a tool call with the hits
as its result, the submitted answer the last message. Every event is there as an `info` event too.
Timestamps are the study's own, never those of the export.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import fmean
from typing import Any

from baseline.analysis.madqa_items import gold_item
from baseline.analysis.run_rows import AttemptRow, make_row
from baseline.exports.contents import Place, StudyContents
from baseline.exports.files import ExportFile, compact_json_file, safe_name
from baseline.exports.inspect_samples import SCORERS, sample
from baseline.exports.moments import iso
from db import event_log
from db.connection import Database
from db.events import Event
from db.version import VERSION


def inspect_files(database: Database, contents: StudyContents) -> list[ExportFile]:
    """One log for each person and condition with a counted place.

    Call it inside the snapshot that `contents` was read in.
    """
    counted = contents.counted
    return [
        _log_file(database, contents, list(places))
        for _, places in groupby(counted, lambda one: (one.system, one.account.account_id))
    ]


def _log_file(database: Database, contents: StudyContents, places: Sequence[Place]) -> ExportFile:
    events = dict(event_log.replay_many(database, [one.attempt_id for one in places]))
    first = places[0]
    # Inspect lists files whose names begin with a time, and takes the task from between underscores.
    began = iso(contents.study.created_at_ms)[:19].replace(":", "-")
    names = (_task(contents, first), first.account.account_id)
    name = f"{began}-00-00_{'_'.join(safe_name(one).replace('_', '-') for one in names)}.json"
    return compact_json_file(name, _log(contents, places, events), first.system, len(places))


def _log(contents: StudyContents, places: Sequence[Place], events: dict[str, list[Event]]) -> dict[str, Any]:
    rows = [
        make_row(one.record_or_missing, gold_item(contents.gold[one.assignment.item_id]), "strict")
        for one in places
    ]
    ended = [one for one in places if one.status not in {"missing", "open"}]
    model = _model(places[0])
    return {
        "version": 2,
        "status": "success" if len(ended) == len(places) else "started",
        "eval": _spec(contents, places, model),
        "plan": {"name": "plan", "steps": [{"solver": places[0].account.side, "params": {}}], "config": {}},
        "results": {
            "total_samples": len(places),
            "completed_samples": len(ended),
            "scores": list(_results(rows)),
        },
        "stats": _stats(places),
        "samples": [
            sample(contents, place, row, events.get(place.attempt_id, []), model)
            for place, row in zip(places, rows, strict=True)
        ],
    }


def _spec(contents: StudyContents, places: Sequence[Place], model: str) -> dict[str, Any]:
    study, first = contents.study, places[0]
    design = study.design
    run = f"{study.study_id}/{first.assignment.condition}/{first.account.account_id}"
    return {
        "eval_id": run,
        "run_id": run,
        "created": iso(study.created_at_ms),
        "task": _task(contents, first),
        "task_id": _task(contents, first),
        "task_version": 0,
        "task_args": {},
        "tags": [first.account.side, *(["simulated"] if first.account.simulated else [])],
        "dataset": {
            "name": study.item_set,
            "samples": len(contents.items),
            "sample_ids": [one.assignment.item_id for one in places],
            "shuffled": design.order == "seeded",
        },
        "model": model,
        "model_args": {},
        "config": {"epochs": 1, "working_limit": design.limits.item_s},
        "packages": {"pagetrail": VERSION},
        "metadata": {
            "study": study.study_id,
            "title": study.title,
            "condition": first.assignment.condition,
            "participant": first.account.account_id,
            "design_sha256": design.sha256,
            "item_set_sha256": study.item_set_sha256,
            "index_fingerprint": study.index_fingerprint,
            "profile": study.profile,
            "k": study.k,
        },
    }


def _results(rows: Sequence[AttemptRow]) -> Iterator[dict[str, Any]]:
    for name, value in SCORERS.items():
        scored = [found for row in rows if (found := value(row)) is not None]
        metrics = {"mean": {"name": "mean", "value": fmean(scored), "params": {}}} if scored else {}
        yield {
            "name": name,
            "scorer": name,
            "scored_samples": len(scored),
            "unscored_samples": len(rows) - len(scored),
            "params": {},
            "metrics": metrics,
        }


def _stats(places: Sequence[Place]) -> dict[str, Any]:
    facts = [one.facts for one in places if one.facts is not None]
    shown = [one.shown_at_ms for one in facts if one.shown_at_ms is not None]
    closed = [one.closed_at_ms for one in facts if one.closed_at_ms is not None]
    return {
        "started_at": iso(min(shown)) if shown else "",
        "completed_at": iso(max(closed)) if closed else "",
        "model_usage": {},
    }


def _task(contents: StudyContents, place: Place) -> str:
    return f"{contents.study.study_id}-{place.assignment.condition}"


def _model(place: Place) -> str:
    return f"{place.account.side}/{place.account.account_id}"
