"""MADQA predictions as a run, with their trajectories where the file has them. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from baseline.analysis.json_lines import CountedIn, decode_utf8, read_json_lines
from baseline.analysis.madqa_predictions import PredictionRules, read_predictions
from baseline.analysis.records import SearchStep
from baseline.runs.reading import RowsRead, RunRow, RunRules
from db.errors import InvalidInput
from db.systems import RunStep

MOST_LETTERS = 20_000
# Where a turn of an agent keeps what it said.
_WORDS = ("thought", "reasoning", "content", "text", "message")
# Where an object around all rows keeps them, and where a row says whose answer it is.
ROWS_UNDER = ("predictions", "results", "rows")
_OF_WHOM = ("model", "system")
EFFORT_FIELDS = frozenset({"search_history", "trajectory", "iterations", "n_searches"})
_READ = EFFORT_FIELDS | {
    *("id", "item_id", "question_id", "question", "answer", "citations", "status", "error", "confidence"),
    *("n_page_views", "working_s", "wall_s", "visible_s", "participant", "verdict", "correct", *_OF_WHOM),
}


def read_madqa(content: bytes, name: str, rules: RunRules) -> RowsRead:
    """One prediction a line, as the public agent writes them; an array of them is read as well."""
    return _read(content, name, rules, with_steps=True)


def read_leaderboard(content: bytes, name: str, rules: RunRules) -> RowsRead:
    """Answers without trajectories: one JSON object a line, or all of them in one JSON array.

    The array may stand alone, or under `predictions`, `results` or `rows` of an object.
    """
    return _read(content, name, rules, with_steps=False)


def _read(content: bytes, name: str, rules: RunRules, *, with_steps: bool) -> RowsRead:
    as_lines, counted_in = _one_a_line(content, name)
    lines = {line: row for line, row in read_json_lines(as_lines, name).rows if _is_of(row, rules.model)}
    if rules.model:
        as_lines = _only(as_lines, lines)
    asked = PredictionRules(gold=rules.gold, system=rules.system, pages_start_at=rules.pages_start_at)
    read = read_predictions(as_lines, name, asked)
    rows = (
        RunRow(line, attempt, steps_of(lines[line], attempt.searches, attempt.answer) if with_steps else None)
        for line, attempt in read.attempts
    )
    return RowsRead(
        tuple(rows),
        read.problems,
        read.warnings,
        read.models,
        read.n_coerced,
        counted_in,
        unread=tuple(sorted({field for row in lines.values() for field in row} - _READ)),
    )


def _is_of(row: Mapping[str, Any], model: str) -> bool:
    return not model or any(row.get(field) == model for field in _OF_WHOM)


def _only(as_lines: bytes, wanted: Iterable[int]) -> bytes:
    """The wanted lines where they stand, the others empty: line numbers stay."""
    kept = set(wanted)
    lines = as_lines.splitlines()
    return b"\n".join(line if number in kept else b"" for number, line in enumerate(lines, 1))


def _one_a_line(content: bytes, name: str) -> tuple[bytes, CountedIn]:
    text = decode_utf8(content, name).strip()
    if not text.startswith("["):
        rows = _rows_of_object(text)
        if rows is None:
            return content, "line"
    else:
        try:
            rows = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidInput(f"{name!r} is not JSON that can be read ({error}).") from error
    return "\n".join(json.dumps(row) for row in rows).encode(), "row"


def _rows_of_object(text: str) -> list[Any] | None:
    """The rows of a file that is one JSON object around them; None for JSON Lines."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(whole, dict):
        return None
    rows = (whole.get(field) for field in ROWS_UNDER)
    return next((one for one in rows if isinstance(one, list)), None)


def steps_of(
    row: Mapping[str, Any], searches: Sequence[SearchStep] | None, answer: Sequence[str]
) -> tuple[RunStep, ...] | None:
    """The trajectory of one row: what the agent said, searched and answered, in order; None without any.

    Queries are those that the figures count, in their order, so a replay shows what was measured. What was
    said stands before the query of its turn.
    """
    said = list(_said(row.get("trajectory")))
    if not searches and not said:
        return None
    steps: list[RunStep] = []
    queries = list(searches or ())
    for words, n_queries in said:
        if words:
            steps.append(RunStep(kind="text", text=words[:MOST_LETTERS]))
        steps += [_query(step) for step in queries[:n_queries]]
        queries = queries[n_queries:]
    steps += [_query(step) for step in queries]
    return (*steps, RunStep(kind="answer", text=" | ".join(answer)[:MOST_LETTERS]))


def _query(step: SearchStep) -> RunStep:
    return RunStep(kind="query", text=step.text[:MOST_LETTERS], hits=step.hits)


def _said(trajectory: Any) -> Iterator[tuple[str, int]]:
    """For each turn: its words, and how many queries it holds."""
    for turn in trajectory if isinstance(trajectory, list) else []:
        if not isinstance(turn, dict):
            continue
        words = next((turn[field] for field in _WORDS if isinstance(turn.get(field), str)), "")
        nested = turn.get("tool_results")
        results = nested if isinstance(nested, list) else [turn]
        yield words, sum(isinstance(one, dict) and isinstance(one.get("query"), str) for one in results)
