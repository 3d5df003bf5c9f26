"""One attempt as a sample of an Inspect log. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from baseline.analysis.run_rows import AttemptRow
from baseline.exports.contents import Place, StudyContents
from baseline.exports.moments import iso
from baseline.exports.trajectories import event_line
from db.events import AnswerSubmitted, Event, ItemExpired, Query

# Scorer -> the value of one attempt, in `strict` mode; None where it has none.
SCORERS: Mapping[str, Callable[[AttemptRow], float | None]] = {
    "accuracy": lambda row: None if row.score is None else row.score.score,
    "anls_star": lambda row: None if row.score is None else row.score.anls,
    "page_f1": lambda row: None if row.pages is None else row.pages.f1,
    "document_f1": lambda row: None if row.documents is None else row.documents.f1,
}


def sample(
    contents: StudyContents, place: Place, row: AttemptRow, events: Sequence[Event], model: str
) -> dict[str, Any]:
    """The attempt: what was asked, searched, answered, how it is scored, and its events."""
    item = contents.gold[place.assignment.item_id]
    facts, record = place.facts, row.attempt
    answer = _text(record.answer)
    final = {"role": "assistant", "content": answer, "source": "generate", "id": f"{place.attempt_id}-answer"}
    times = {
        "started_at": None if facts is None or facts.shown_at_ms is None else iso(facts.shown_at_ms),
        "completed_at": None if facts is None or facts.closed_at_ms is None else iso(facts.closed_at_ms),
        "total_time": record.wall_s,
        "working_time": record.working_s,
    }
    return {
        "id": item.item_id,
        "epoch": 1,
        "input": item.question,
        "target": [_text(variant) for variant in item.answer_variants],
        "messages": [
            {
                "role": "user",
                "content": item.question,
                "source": "input",
                "id": f"{place.attempt_id}-question",
            },
            *_searches(events),
            final,
        ],
        "output": {
            "model": model,
            "choices": [{"message": final, "stop_reason": "stop" if answer else "unknown"}],
            "completion": answer,
        },
        "scores": _scores(row, answer),
        "metadata": _metadata(contents, place, row),
        "store": {},
        "events": [_info(event, facts.shown_at_ms if facts else None) for event in events],
        **{name: value for name, value in times.items() if value is not None},
        "uuid": place.attempt_id,
        **_limit(contents, place, events),
    }


def _searches(events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    for event in events:
        if isinstance(event.payload, Query):
            call = {
                "id": event.event_id,
                "function": "search",
                "arguments": {"query": event.payload.text},
                "type": "function",
            }
            yield {
                "role": "assistant",
                "content": "",
                "source": "generate",
                "tool_calls": [call],
                "id": f"{event.event_id}-call",
            }
            hits = [
                {"rank": hit.rank, "document": hit.document, "page": hit.page} for hit in event.payload.hits
            ]
            yield {
                "role": "tool",
                "content": json.dumps(hits, ensure_ascii=False),
                "tool_call_id": event.event_id,
                "function": "search",
                "id": f"{event.event_id}-result",
            }


def _scores(row: AttemptRow, answer: str) -> dict[str, Any]:
    source = row.score.source.replace("_", " ") if row.score else ""
    explanations = {"accuracy": f"by {source}" if source else None}
    return {
        name: {"value": found, "answer": answer, "explanation": explanations.get(name)}
        for name, value in SCORERS.items()
        if (found := value(row)) is not None
    }


def _metadata(contents: StudyContents, place: Place, row: AttemptRow) -> dict[str, Any]:
    assignment, record = place.assignment, row.attempt
    item = contents.gold[assignment.item_id]
    return {
        "attempt": place.attempt_id,
        "participant": assignment.account_id,
        "condition": assignment.condition,
        "batch": assignment.batch,
        "position": assignment.position,
        "status": record.status,
        "confidence": record.confidence,
        "citations": [{"document": c.document, "page": c.page} for c in record.citations],
        "evidence": [ref.model_dump() for ref in item.evidence],
        "hop_type": row.hop_type,
        "n_searches": record.n_searches,
        "n_page_views": record.n_page_views,
        "visible_s": record.visible_s,
        "verdict": record.verdict,
    }


def _info(event: Event, shown_at_ms: int | None) -> dict[str, Any]:
    line = event_line(event, shown_at_ms)
    return {
        "event": "info",
        "uuid": event.event_id,
        "timestamp": iso(event.at_ms),
        "working_start": (line["since_shown_ms"] or 0) / 1000,
        "pending": False,
        "source": f"pagetrail:{event.source}",
        "data": {"kind": line["kind"], "seq": line["seq"], "payload": line["payload"]},
    }


def _limit(contents: StudyContents, place: Place, events: Sequence[Event]) -> dict[str, Any]:
    """Which limit on working time ended the attempt, if one did."""
    of = next(filter(None, (_limit_of(event) for event in events)), None)
    if of is None:
        return {}
    shown = place.facts.shown if place.facts else None
    limits = shown.limits if shown else contents.study.design.limits
    seconds = limits.batch_s if of == "batch" else limits.item_s
    return {"limit": {"type": "working", "limit": float(seconds or 0)}}


def _limit_of(event: Event) -> Literal["item", "batch"] | None:
    match event.payload:
        case AnswerSubmitted(answer_kind="auto", limit_of=of):
            return of
        case ItemExpired(why="item_limit"):
            return "item"
        case ItemExpired(why="batch_limit"):
            return "batch"
        case _:
            return None


def _text(parts: Sequence[str]) -> str:
    return " | ".join(parts)
