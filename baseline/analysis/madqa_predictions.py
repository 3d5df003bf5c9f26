"""MADQA predictions: rows in, attempts out. Pure."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast, get_args

from baseline.analysis import madqa_fields as fields
from baseline.analysis.json_lines import LineProblem, read_json_lines
from baseline.analysis.madqa_fields import Coercions, FieldError, PageBase
from baseline.analysis.madqa_searches import Searches, read_searches
from baseline.analysis.records import AttemptRecord, GoldItem, Mode, RawCitation, Status
from db.errors import InvalidInput
from db.models import Citation

_STATUSES = frozenset(get_args(Status))
# A row says one of these; a run that failed throughout says "error".
_OUTCOMES = {"answer", "verdict", "correct", "status", "error"}


class NumberedAttempt(NamedTuple):
    """An attempt and the line it stands on."""

    line: int
    attempt: AttemptRecord


@dataclass(frozen=True, slots=True)
class PredictionReading:
    """The attempts that can be used, every line that cannot, and what is worth knowing."""

    attempts: tuple[NumberedAttempt, ...]
    problems: tuple[LineProblem, ...]
    warnings: tuple[str, ...]
    models: tuple[str, ...]
    n_coerced: int = 0


@dataclass(frozen=True, slots=True)
class PredictionRules:
    """What one file is read with: its items, its system's name, the mode and the page base."""

    gold: Sequence[GoldItem]
    system: str
    mode: Mode = "strict"
    pages_start_at: PageBase = 1


def read_predictions(content: bytes, name: str, rules: PredictionRules) -> PredictionReading:
    """Read MADQA predictions, one JSON object a line, and match them with their items.

    `strict` matches by id, then by question; `harness` the other way round, and takes pages as they
    are. A row that matches no item keeps its own id, and the report leaves it out by name. Raises
    InvalidInput when the file as a whole cannot be read or holds no predictions.
    """
    lines = read_json_lines(content, name)
    if lines.rows and not any(row.keys() & _OUTCOMES for _, row in lines.rows):
        raise InvalidInput(f"{name!r} holds no predictions: not one of its rows has the field 'answer'.")
    problems, coercions = list(lines.problems), Coercions()
    finder = _ItemFinder(rules)
    attempts: list[NumberedAttempt] = []
    for line, row in lines.rows:
        try:
            item_id = finder.find(row, coercions)
            attempts.append(NumberedAttempt(line, _read_attempt(row, item_id, rules, coercions)))
        except FieldError as error:
            problems.append(error.at(line))
    models = dict.fromkeys(row["model"] for _, row in lines.rows if isinstance(row.get("model"), str))
    return PredictionReading(
        tuple(attempts), tuple(sorted(problems)), coercions.lines(), tuple(models), coercions.n
    )


class _ItemFinder:
    """Which item a row answers."""

    def __init__(self, rules: PredictionRules) -> None:
        self._mode = rules.mode
        self._ids = {item.item_id for item in rules.gold}
        self._by_question = {item.question.strip(): item.item_id for item in rules.gold}

    def find(self, row: Mapping[str, Any], coercions: Coercions) -> str:
        row_id, question = fields.read_id(row), fields.read_text(row, ("question",)).strip()
        if not row_id and not question:
            raise FieldError("id", "missing, and there is no question either")
        by_id = row_id if row_id in self._ids else None
        by_question = self._by_question.get(question)
        if self._mode == "harness":
            return by_question or by_id or row_id or question
        if by_id is None and by_question is not None and row_id:
            coercions.add("id not in the item set, matched by its question")
        if by_id and question and by_question and by_question != by_id:
            raise FieldError("question", f"is that of item {by_question!r}, not of {by_id!r}")
        return by_id or by_question or row_id or question


def _read_attempt(
    row: Mapping[str, Any], item_id: str, rules: PredictionRules, coercions: Coercions
) -> AttemptRecord:
    searches = read_searches(row, rules.mode, rules.pages_start_at, coercions)
    return AttemptRecord(
        system=rules.system,
        item_id=item_id,
        answer=fields.read_parts("answer", row.get("answer"), coercions),
        citations=_read_citations(row, rules, coercions),
        raw_citations=_raw_citations(row, rules.pages_start_at) if rules.mode == "harness" else None,
        n_searches=searches.n,
        searches=searches.steps,
        iterations=_whole_number(row, "iterations"),
        n_page_views=_whole_number(row, "n_page_views"),
        working_s=_seconds(row, "working_s"),
        wall_s=_seconds(row, "wall_s"),
        visible_s=_seconds(row, "visible_s"),
        status=_read_status(row, searches, coercions),
        confidence=_whole_number(row, "confidence"),
        participant=_participant(row),
        verdict=_read_verdict(row),
    )


def _read_citations(
    row: Mapping[str, Any], rules: PredictionRules, coercions: Coercions
) -> tuple[Citation, ...]:
    if rules.mode == "harness":
        return tuple(
            _nearest_citation(raw) for raw in _raw_citations(row, rules.pages_start_at) if raw.document
        )
    citations = []
    for number, place in enumerate(fields.read_places("citations", row.get("citations")), 1):
        document, page = fields.read_place(f"citations[{number}]", place, rules.pages_start_at, coercions)
        citations.append(Citation(document=document, page=page))
    return tuple(citations)


def _nearest_citation(raw: RawCitation) -> Citation:
    """What the error cascade makes of a raw citation: a page only where it is a page number."""
    is_page = isinstance(raw.page, int) and not isinstance(raw.page, bool) and raw.page >= 1
    return Citation(document=(raw.document or "")[:1024], page=int(raw.page or 0) if is_page else None)


def _raw_citations(row: Mapping[str, Any], pages_start_at: PageBase) -> tuple[RawCitation, ...]:
    """`file` wins over `document`, and pages stay as they are, but for the shift that was asked for."""
    raw = []
    for place in fields.read_places("citations", row.get("citations")):
        document, page = place.get("file") or place.get("document") or place.get("doc"), place.get("page")
        if isinstance(page, int) and not isinstance(page, bool):
            page += 1 - pages_start_at
        raw.append(RawCitation(_as_written(document), page if _is_scalar(page) else _as_written(page)))
    return tuple(raw)


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, int | float | str)


def _as_written(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value)


def _read_status(row: Mapping[str, Any], searches: Searches, coercions: Coercions) -> Status:
    stated = row.get("status")
    if isinstance(stated, str) and stated in _STATUSES:
        return cast("Status", stated)
    if row.get("answer") is None and row.get("verdict") is None and row.get("correct") is None:
        coercions.add(
            "row without an answer counts as missing" + (" (it reports an error)" if "error" in row else "")
        )
        return "missing"
    return "own"


def _read_verdict(row: Mapping[str, Any]) -> float | None:
    field, value = fields.first_of(row, ("verdict", "correct"))
    if value is None:
        return None
    if isinstance(value, bool | int | float) and float(value) in {0.0, 0.5, 1.0}:
        return float(value)
    raise FieldError(field, f"0, 0.5, 1, true or false expected, not {value!r:.60}")


def _whole_number(row: Mapping[str, Any], field: str) -> int | None:
    value = row.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise FieldError(field, f"a whole number from 0 expected, not {value!r:.60}")
    return value


def _seconds(row: Mapping[str, Any], field: str) -> float | None:
    value = row.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise FieldError(field, f"seconds from 0 expected, not {value!r:.60}")
    return float(value)


def _participant(row: Mapping[str, Any]) -> str | None:
    return fields.read_text(row, ("participant",)) or None
