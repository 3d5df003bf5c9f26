"""The steps of an attempt that came in a file, as they are replayed. Pure.

What a file does not hold is not made up: without times a step has its number only, and a page is on the
screen where the file says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from baseline.analysis.records import AttemptRecord
from baseline.trajectories.steps import Step, StepHit
from db.models import PageRef
from db.systems import RunStep
from db.wording import counted

_UNTIMED_MS = 1000
_LINE = 160


def steps_of_run(
    trajectory: Sequence[RunStep] | None, record: AttemptRecord, gold: Iterable[PageRef]
) -> list[Step]:
    """The steps in order, at least one: without a trajectory the answer alone. `gold` pages are lit.

    `at_ms` counts from the start of the attempt; where no times are recorded, a step is a second.
    """
    gold_pages = frozenset(gold)
    found = [*(trajectory or ())]
    if not any(one.kind == "answer" for one in found):
        found.append(RunStep(kind="answer", text=_answer(record), at_s=_last_at_s(found)))
    timed = has_times(trajectory)
    steps = []
    query: str | None = None
    at_page: PageRef | None = None
    for number, one in enumerate(found):
        if one.kind == "query":
            query = one.text
        at_page = one.page or at_page
        steps.append(
            Step(
                seq=number + 1,
                kind=_KINDS[one.kind],
                at_ms=round(1000 * (one.at_s or 0)) if timed else _UNTIMED_MS * number,
                text=_line(one),
                document=at_page.document if at_page else None,
                page=at_page.page if at_page else None,
                query=query,
                gold=one.page in gold_pages,
                hits=_hits(one, gold_pages),
                detail=one.text if one.kind == "text" and _is_long(one.text) else None,
            )
        )
    return steps


def has_times(trajectory: Sequence[RunStep] | None) -> bool:
    """Whether every step says when it was: with some of them no time line can be drawn."""
    return bool(trajectory) and all(one.at_s is not None for one in trajectory or ())


def not_recorded(trajectory: Sequence[RunStep] | None) -> list[str]:
    """What the file does not hold of the attempt, as words for a sentence."""
    if trajectory is None:
        return ["steps"]
    queries = [one for one in trajectory if one.kind == "query"]
    missing = [] if has_times(trajectory) else ["times of steps"]
    if any(one.hits is None for one in queries):
        missing.append(
            "the hits of some searches" if any(one.hits for one in queries) else "the hits of searches"
        )
    if not any(one.kind == "page" for one in trajectory):
        missing.append("which pages were opened")
    return missing


_KINDS = {"query": "query", "page": "page_entered", "text": "text", "answer": "answer_submitted"}


def _line(one: RunStep) -> str:
    match one.kind:
        case "query":
            hits = "hits not recorded" if one.hits is None else f"{counted(len(one.hits), 'hits')} shown"
            return f"Searched {one.text!r}: {hits}"
        case "page":
            page = f"{one.page.document} page {one.page.page}" if one.page else _short(one.text)
            return f"Read {page}"
        case "answer":
            return f"Submitted: {one.text}"
        case "text":
            return _short(one.text)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LINE else f"{line[: _LINE - 1]}…"


def _is_long(text: str) -> bool:
    return _short(text) != text


def _hits(one: RunStep, gold: frozenset[PageRef]) -> tuple[StepHit, ...] | None:
    if one.kind != "query" or one.hits is None:
        return None
    return tuple(StepHit(rank, hit.document, hit.page, hit in gold) for rank, hit in enumerate(one.hits, 1))


def _answer(record: AttemptRecord) -> str:
    return " | ".join(record.answer) or record.status.replace("_", " ")


def _last_at_s(found: Sequence[RunStep]) -> float | None:
    return found[-1].at_s if found else None
