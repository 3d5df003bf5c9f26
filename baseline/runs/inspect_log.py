"""Logs of Inspect AI as a run: `.eval` archives and `.json` files. Pure; nothing is unpacked to disk."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast, get_args

from baseline.analysis import madqa_fields as fields
from baseline.analysis.json_lines import LineProblem
from baseline.analysis.madqa_fields import Coercions, FieldError, PageBase
from baseline.analysis.records import AttemptRecord, SearchStep, Status
from baseline.runs.madqa import MOST_LETTERS
from baseline.runs.reading import RowsRead, RunRow, RunRules
from db.errors import InvalidInput
from db.models import Citation, PageRef
from db.systems import RunStep

_MOST_BYTES = 2_000_000_000
_STATUSES = frozenset(get_args(Status))
_GRADES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
# Between the parts of one answer, as our own logs write it.
_BETWEEN = " | "


class _Log(NamedTuple):
    model: str
    epochs: int
    samples: Sequence[Mapping[str, Any]]


def read_inspect(content: bytes, name: str, rules: RunRules) -> RowsRead:
    """One attempt a sample; several epochs count as several attempts on the item.

    The answer is the completion: JSON with `answer` and `citations`, or plain text. Citations may stand in
    the sample's metadata, and so may a verdict; else a score of C, P or I, or 0, 0.5 or 1 under the names
    `accuracy`, `correct` or `match` is one. Queries are calls of tools that take a `query`.
    """
    log = _read(content, name)
    coercions = Coercions()
    rows: list[RunRow] = []
    problems: list[LineProblem] = []
    for number, sample in enumerate(log.samples, 1):
        try:
            rows.append(_row(number, sample, log, rules, coercions))
        except FieldError as error:
            problems.append(error.at(number))
    models = (log.model,) if log.model else ()
    return RowsRead(tuple(rows), tuple(problems), coercions.lines(), models)


def _read(content: bytes, name: str) -> _Log:
    try:
        whole = _of_archive(content) if content[:2] == b"PK" else json.loads(content)
        spec = whole["eval"]
        samples = [one for one in whole.get("samples") or [] if isinstance(one, dict)]
        config = spec.get("config") or {}
        return _Log(str(spec.get("model") or ""), int(config.get("epochs") or 1), samples)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, zipfile.BadZipFile) as error:
        raise InvalidInput(f"{name!r} is no log of Inspect that can be read ({error}).") from error


def _of_archive(content: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        members = {one.filename: one for one in archive.infolist()}
        if sum(one.file_size for one in members.values()) > _MOST_BYTES:
            raise ValueError("unpacked it is larger than 2 GB")
        header: dict[str, Any] = json.loads(archive.read("header.json"))
        wanted = sorted(one for one in members if one.startswith("samples/") and one.endswith(".json"))
        header["samples"] = [json.loads(archive.read(one)) for one in wanted]
    return header


def _row(number: int, sample: Mapping[str, Any], log: _Log, rules: RunRules, coercions: Coercions) -> RunRow:
    facts = sample.get("metadata") if isinstance(sample.get("metadata"), dict) else {}
    facts = cast("Mapping[str, Any]", facts)
    item_id = fields.read_id(sample)
    if not item_id:
        raise FieldError("id", "missing")
    said = _said(sample)
    answer, cited = _answer(said, facts, coercions)
    steps = tuple(_steps(sample, rules.pages_start_at, coercions))
    searches = tuple(SearchStep(one.text, one.hits) for one in steps if one.kind == "query")
    status = _status(sample, facts, answer)
    attempt = AttemptRecord(
        system=rules.system,
        item_id=item_id,
        answer=answer,
        citations=_citations(cited, rules.pages_start_at, coercions),
        n_searches=len(searches),
        searches=searches,
        iterations=len(searches) + 1,
        working_s=_seconds(sample.get("working_time")),
        wall_s=_seconds(sample.get("total_time")),
        status=status,
        participant=f"epoch-{sample.get('epoch')}" if log.epochs > 1 else None,
        verdict=_verdict(sample, facts),
    )
    ended = () if status == "missing" else (RunStep(kind="answer", text=said[:MOST_LETTERS]),)
    return RunRow(number, attempt, (*steps, *ended) or None)


def _said(sample: Mapping[str, Any]) -> str:
    output = sample.get("output")
    completion = output.get("completion") if isinstance(output, dict) else None
    return completion if isinstance(completion, str) else ""


def _answer(said: str, facts: Mapping[str, Any], coercions: Coercions) -> tuple[tuple[str, ...], Any]:
    """The parts of the answer, and the citations as they are written."""
    try:
        written = json.loads(said)
    except (ValueError, RecursionError):
        written = None
    if isinstance(written, dict) and "answer" in written:
        cited = written.get("citations", facts.get("citations"))
        return fields.read_parts("answer", written["answer"], coercions), cited
    parts = tuple(part for part in said.split(_BETWEEN) if part.strip()) if "citations" in facts else (said,)
    return tuple(part for part in parts if part.strip()), facts.get("citations")


def _citations(written: Any, base: PageBase, coercions: Coercions) -> tuple[Citation, ...]:
    places = enumerate(fields.read_places("citations", written), 1)
    read = (fields.read_place(f"citations[{number}]", place, base, coercions) for number, place in places)
    return tuple(Citation(document=one.document, page=one.page) for one in read)


def _status(sample: Mapping[str, Any], facts: Mapping[str, Any], answer: tuple[str, ...]) -> Status:
    if facts.get("status") in _STATUSES:
        return cast("Status", facts["status"])
    return "missing" if sample.get("error") and not answer else "own"


def _verdict(sample: Mapping[str, Any], facts: Mapping[str, Any]) -> float | None:
    if "verdict" in facts:
        return _grade(facts["verdict"])
    scores = sample.get("scores")
    for name in ("accuracy", "correct", "match") if isinstance(scores, dict) else ():
        score = cast("Mapping[str, Any]", scores).get(name)
        if isinstance(score, dict) and (grade := _grade(score.get("value"))) is not None:
            return grade
    return None


def _grade(value: Any) -> float | None:
    if isinstance(value, str):
        return _GRADES.get(value)
    return float(value) if isinstance(value, bool | int | float) and float(value) in {0, 0.5, 1} else None


def _steps(sample: Mapping[str, Any], base: PageBase, coercions: Coercions) -> Iterator[RunStep]:
    messages = [one for one in sample.get("messages") or [] if isinstance(one, dict)]
    results = {one.get("tool_call_id"): one.get("content") for one in messages if one.get("role") == "tool"}
    for message in messages:
        if message.get("role") != "assistant":
            continue
        calls = [one for one in message.get("tool_calls") or [] if isinstance(one, dict)]
        if calls and isinstance(message.get("content"), str) and message["content"].strip():
            yield RunStep(kind="text", text=message["content"][:MOST_LETTERS])
        for call in calls:
            asked = call.get("arguments")
            query = asked.get("query") if isinstance(asked, dict) else None
            if isinstance(query, str):
                hits = _hits(results.get(call.get("id")), base, coercions)
                yield RunStep(kind="query", text=query[:MOST_LETTERS], hits=hits)


def _hits(content: Any, base: PageBase, coercions: Coercions) -> tuple[PageRef, ...] | None:
    """The pages that a tool's result lists; None where it is no list of pages."""
    try:
        listed = json.loads(content) if isinstance(content, str) else None
        if isinstance(listed, dict):
            _, listed = fields.first_of(listed, ("results", "hits"))
        if not isinstance(listed, list):
            return None
        places = [
            fields.read_place(f"hits[{number}]", place, base, Coercions())
            for number, place in enumerate(fields.read_places("hits", listed), 1)
        ]
    except (ValueError, RecursionError):
        return None
    except FieldError:
        coercions.add("hits of a query could not be read, so they are not used")
        return None
    return tuple(PageRef(document=one.document, page=one.page) for one in places if one.page is not None)


def _seconds(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and value >= 0 else None
