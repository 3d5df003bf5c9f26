"""The demo's imported runs: three invented systems as files of three formats, imported as anybody would."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from baseline.analysis.page_names import catalogue_of
from baseline.runs.importing import RunFile, import_run
from db import items, runs
from db.connection import Database, writing
from db.models import By, PageRef
from db.systems import Cost
from demo.systems import OSPREY, PLOVER, WREN, Answered, answers_of
from index.collection import OpenIndex

_NOTES = "Simulated by the demo on its own index; no such system exists."
_K = 5
_OSPREY = RunFile(
    content=b"",
    name="osprey-1.jsonl",
    format="madqa",
    set_name="",
    system=OSPREY.name,
    version="1",
    notes=_NOTES,
    cost=Cost(usd=4.1, input_tokens=612_000, output_tokens=21_500),
)
_WREN = RunFile(
    content=b"",
    name="wren-1.eval",
    format="inspect",
    set_name="",
    system=WREN.name,
    version="1",
    notes=_NOTES,
    cost=Cost(usd=0.35, input_tokens=845_000, output_tokens=30_200),
)
_PLOVER = RunFile(
    content=b"",
    name="plover-1.json",
    format="leaderboard",
    set_name="",
    system=PLOVER.name,
    version="1",
    kind="non_agentic",
    notes=_NOTES,
    cost=Cost(usd=0.2, words="One call an item over the text of the whole collection."),
)
_ZIP_TIME = (2026, 11, 2, 8, 0, 0)
_ANSWER_GRADES = {"correct": "C", "refusal": "N"}


def import_finished_runs(database: Database, index: OpenIndex, set_name: str, by: By) -> int:
    """Import those runs that were never imported; returns how many. A withdrawn one stays withdrawn."""
    known = {system.name: system_id for system_id, system in runs.all_systems(database).items()}
    there = {run.system_id for run in runs.runs_of_set(database, set_name)}
    there |= {removed.run.system_id for removed in runs.removed_runs(database, set_name)}
    missing = [one for one in (OSPREY, WREN, PLOVER) if known.get(one.name) not in there]
    if not missing:
        return 0
    catalogue = catalogue_of(index.documents())
    with writing(database):
        for file in _files(database, index, set_name):
            if file.system in {one.name for one in missing}:
                looked_up = replace(file, looked_up_in=index.fingerprint)
                import_run(database, looked_up, catalogue, by, lenient=True)
    return len(missing)


def _files(database: Database, index: OpenIndex, set_name: str) -> list[RunFile]:
    def look(text: str) -> list[PageRef]:
        return [hit.ref for hit in index.search(text, _K).hits]

    answered = items.load_item_set(database, set_name)
    return [
        replace(_OSPREY, content=_as_predictions(answers_of(OSPREY, answered, look)), set_name=set_name),
        replace(_WREN, content=_as_inspect_log(answers_of(WREN, answered, look)), set_name=set_name),
        replace(_PLOVER, content=_as_rows(answers_of(PLOVER, answered, _nothing)), set_name=set_name),
    ]


def _nothing(_: str) -> tuple[PageRef, ...]:
    return ()


def _as_predictions(answers: Sequence[Answered]) -> bytes:
    """As the public agent writes them, with pages as text now and then, as its files have them."""
    rows = []
    for number, one in enumerate(answers):
        as_text = number % 4 == 3
        rows.append(
            {
                "id": one.item.item_id,
                "question": one.item.question,
                "answer": list(one.answer),
                "citations": [
                    {"file": page.document, "page": str(page.page) if as_text else page.page}
                    for page in one.citations
                ],
                "search_history": [
                    {"iteration": turn, "query": made.query, "num_results": len(made.hits)}
                    for turn, made in enumerate(one.turns, 1)
                ],
                "iterations": len(one.turns) + 1,
                "trajectory": [
                    {
                        "thought": made.said,
                        "tool_results": [{"query": made.query, "results": _places(made.hits)}],
                    }
                    for made in one.turns
                ],
                "working_s": one.seconds,
                "model": "simulated",
            }
        )
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def _as_rows(answers: Sequence[Answered]) -> bytes:
    """Answers alone; the last item was never answered, and one cites a page that its document has not."""
    rows: list[dict[str, Any]] = [
        {"id": one.item.item_id, "answer": list(one.answer), "citations": _places(one.citations)}
        for one in answers[:-1]
    ]
    rows[4]["citations"].append({"document": rows[4]["citations"][0]["document"], "page": 900})
    return json.dumps({"model": "simulated", "predictions": rows}, ensure_ascii=False).encode()


def _as_inspect_log(answers: Sequence[Answered]) -> bytes:
    """An `.eval` archive whose grader gave verdicts: the same bytes on every machine."""
    header = {
        "version": 2,
        "status": "success",
        "eval": {"task": "demo", "model": "simulated/wren", "config": {"epochs": 1}},
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in (("header.json", header), *((_member(one), _sample(one)) for one in answers)):
            archive.writestr(zipfile.ZipInfo(name, _ZIP_TIME), json.dumps(content, ensure_ascii=False))
    return buffer.getvalue()


def _member(one: Answered) -> str:
    return f"samples/{one.item.item_id}_epoch_1.json"


def _sample(one: Answered) -> dict[str, Any]:
    messages: list[dict[str, Any]] = [{"role": "user", "content": one.item.question}]
    for number, turn in enumerate(one.turns, 1):
        call = {"id": f"call-{number}", "function": "search", "arguments": {"query": turn.query}}
        shown = json.dumps({"results": _places(turn.hits)}, ensure_ascii=False)
        messages.append({"role": "assistant", "content": turn.said, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": call["id"], "function": "search", "content": shown})
    said = json.dumps({"answer": list(one.answer), "citations": _places(one.citations)}, ensure_ascii=False)
    messages.append({"role": "assistant", "content": said})
    return {
        "id": one.item.item_id,
        "epoch": 1,
        "input": one.item.question,
        "messages": messages,
        "output": {"completion": said},
        "scores": {"correct": {"value": _ANSWER_GRADES.get(one.outcome, "I")}},
        "working_time": one.seconds,
        "total_time": one.seconds,
    }


def _places(pages: Sequence[PageRef]) -> list[dict[str, Any]]:
    return [{"document": page.document, "page": page.page} for page in pages]
