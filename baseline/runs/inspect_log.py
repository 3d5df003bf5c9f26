"""Logs of Inspect AI as a run: one attempt a sample. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast, get_args

from baseline.analysis import madqa_fields as fields
from baseline.analysis.json_lines import LineProblem
from baseline.analysis.madqa_fields import Coercions, FieldError, PageBase
from baseline.analysis.records import AttemptRecord, SearchStep, Status
from baseline.runs.inspect_files import Sample, read_log
from baseline.runs.madqa import MOST_LETTERS
from baseline.runs.reading import RowsRead, RunRow, RunRules
from db.models import Citation, PageRef
from db.systems import RunStep

_STATUSES = frozenset(get_args(Status))
_GRADES = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
_GRADERS = ("accuracy", "correct", "match")
# Between the parts of one answer, as our own logs write it.
_BETWEEN = " | "
_ATTACHMENT = "attachment://"
_FENCED = re.compile(r"^```(?:json)?\s*\n(.*)\n\s*```$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Reader:
    """What all samples of one log are read with."""

    rules: RunRules
    has_epochs: bool
    item_of_question: Mapping[str, str]
    known: frozenset[str]
    coercions: Coercions


def read_inspect(content: bytes, name: str, rules: RunRules) -> RowsRead:
    """One attempt a sample; several epochs count as several attempts on the item.

    The answer is the completion: JSON with `answer` and `citations` (also in a fenced block), or plain text.
    Citations may stand in the sample's metadata, and so may a verdict; else a score of C, P or I, or 0, 0.5
    or 1 under the names `accuracy`, `correct` or `match` is one, or the only score that there is. Queries are
    calls of tools that take a `query`; calls that take a `document` and a `page` are page views.
    """
    log = read_log(content, name)
    reader = _Reader(
        rules,
        log.epochs > 1,
        {item.question.strip(): item.item_id for item in rules.gold},
        frozenset(item.item_id for item in rules.gold),
        Coercions(),
    )
    rows: list[RunRow] = []
    problems: list[LineProblem] = []
    for number, sample in enumerate(log.samples, 1):
        if isinstance(sample, str):
            problems.append(LineProblem(number, "", sample))
            continue
        try:
            rows.append(_row(number, sample, reader))
        except FieldError as error:
            problems.append(error.at(number))
    coercions = reader.coercions
    unfinished = () if log.is_finished else ("the log is of an evaluation that did not finish",)
    return RowsRead(
        tuple(rows),
        tuple(problems),
        (*unfinished, *coercions.lines()),
        (log.model,) if log.model else (),
        coercions.n,
        "sample",
        log.cost,
    )


def _row(number: int, sample: Sample, reader: _Reader) -> RunRow:
    coercions, base = reader.coercions, reader.rules.pages_start_at
    facts = sample.get("metadata") if isinstance(sample.get("metadata"), dict) else {}
    facts = cast("Mapping[str, Any]", facts)
    said = _said(sample)
    answer, cited = _answer(said, facts, coercions)
    steps = tuple(_steps(sample, base, coercions))
    searches = tuple(SearchStep(one.text, one.hits) for one in steps if one.kind == "query")
    status = _status(sample, facts, answer)
    attempt = AttemptRecord(
        system=reader.rules.system,
        item_id=_item_id(sample, reader),
        answer=answer,
        citations=_citations(cited, base, coercions),
        n_searches=len(searches),
        searches=searches,
        iterations=len(searches) + 1,
        n_page_views=sum(one.kind == "page" for one in steps) or None,
        working_s=_seconds(sample.get("working_time")),
        wall_s=_seconds(sample.get("total_time")),
        status=status,
        participant=f"epoch-{sample.get('epoch')}" if reader.has_epochs else None,
        verdict=_verdict(sample, facts, coercions),
    )
    ended = () if status == "missing" else (RunStep(kind="answer", text=said[:MOST_LETTERS]),)
    return RunRow(number, attempt, (*steps, *ended) or None)


def _item_id(sample: Sample, reader: _Reader) -> str:
    item_id = fields.read_id(sample)
    if item_id in reader.known:
        return item_id
    asked = sample.get("input")
    by_question = reader.item_of_question.get(asked.strip()) if isinstance(asked, str) else None
    if by_question is not None:
        reader.coercions.add("id not in the item set, matched by its question")
        return by_question
    if not item_id:
        raise FieldError("id", "missing")
    return item_id


def _said(sample: Sample) -> str:
    output = sample.get("output")
    if not isinstance(output, dict):
        return ""
    completion = output.get("completion")
    if completion is None:
        choices = output.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        message = first.get("message") if isinstance(first, dict) else None
        completion = message.get("content") if isinstance(message, dict) else None
    return _words(completion, sample)


def _words(content: Any, sample: Sample) -> str:
    """A message's text: text itself, or its parts that are text; long ones may stand among attachments."""
    if isinstance(content, list):
        parts = (
            part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"
        )
        return "\n".join(_words(part, sample) for part in parts)
    if not isinstance(content, str):
        return ""
    attachments = sample.get("attachments")
    if content.startswith(_ATTACHMENT) and isinstance(attachments, dict):
        attached = attachments.get(content.removeprefix(_ATTACHMENT))
        return attached if isinstance(attached, str) else content
    return content


def _answer(said: str, facts: Mapping[str, Any], coercions: Coercions) -> tuple[tuple[str, ...], Any]:
    """The parts of the answer, and the citations as they are written."""
    fenced = _FENCED.match(said.strip())
    try:
        written = json.loads(fenced[1] if fenced else said)
    except (ValueError, RecursionError):
        written = None
    if isinstance(written, dict) and "answer" in written:
        if fenced:
            coercions.add("answer taken out of a fenced block")
        cited = written.get("citations", facts.get("citations"))
        return fields.read_parts("answer", written["answer"], coercions), cited
    parts = tuple(part for part in said.split(_BETWEEN) if part.strip()) if "citations" in facts else (said,)
    return tuple(part for part in parts if part.strip()), facts.get("citations")


def _citations(written: Any, base: PageBase, coercions: Coercions) -> tuple[Citation, ...]:
    places = enumerate(fields.read_places("citations", written), 1)
    read = (fields.read_place(f"citations[{number}]", place, base, coercions) for number, place in places)
    return tuple(Citation(document=one.document, page=one.page) for one in read)


def _status(sample: Sample, facts: Mapping[str, Any], answer: tuple[str, ...]) -> Status:
    stated = facts.get("status")
    if isinstance(stated, str) and stated in _STATUSES:
        return cast("Status", stated)
    return "missing" if sample.get("error") and not answer else "own"


def _verdict(sample: Sample, facts: Mapping[str, Any], coercions: Coercions) -> float | None:
    if "verdict" in facts:
        return _grade(facts["verdict"])
    scores = sample.get("scores")
    if not isinstance(scores, dict) or not scores:
        return None
    known = [name for name in _GRADERS if name in scores]
    names = known or (list(scores) if len(scores) == 1 else [])
    for name in names:
        score = scores[name]
        if isinstance(score, dict) and (grade := _grade(score.get("value"))) is not None:
            return grade
    coercions.add("scores that are no verdict of 0, 0.5 or 1, so they are not used")
    return None


def _grade(value: Any) -> float | None:
    if isinstance(value, str):
        return _GRADES.get(value)
    return float(value) if isinstance(value, bool | int | float) and float(value) in {0, 0.5, 1} else None


def _steps(sample: Sample, base: PageBase, coercions: Coercions) -> Iterator[RunStep]:
    messages = [one for one in sample.get("messages") or [] if isinstance(one, dict)]
    results = {str(one.get("tool_call_id")): one for one in messages if one.get("role") == "tool"}
    for message in messages:
        if message.get("role") != "assistant":
            continue
        calls = [one for one in message.get("tool_calls") or [] if isinstance(one, dict)]
        words = _words(message.get("content"), sample)
        if calls and words.strip():
            yield RunStep(kind="text", text=words[:MOST_LETTERS])
        for call in calls:
            asked = call.get("arguments")
            asked = asked if isinstance(asked, dict) else {}
            if isinstance(asked.get("query"), str):
                shown = _words(results.get(str(call.get("id")), {}).get("content"), sample)
                hits = _hits(shown, base, coercions)
                yield RunStep(kind="query", text=asked["query"][:MOST_LETTERS], hits=hits)
            elif (page := _viewed(asked, base)) is not None:
                yield RunStep(kind="page", page=page)


def _viewed(asked: Mapping[str, Any], base: PageBase) -> PageRef | None:
    """The page that a call of a tool opens; None for a call that opens none."""
    try:
        place = fields.read_place("arguments", asked, base, Coercions())
    except FieldError:
        return None
    return None if place.page is None else PageRef(document=place.document, page=place.page)


def _hits(content: str, base: PageBase, coercions: Coercions) -> tuple[PageRef, ...] | None:
    """The pages that a tool's result lists; None where it is no list of pages."""
    try:
        listed = json.loads(content)
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
    return float(value) if is_number and 0 <= value < 1e12 else None
