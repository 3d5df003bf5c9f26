"""The searches of a MADQA prediction: queries from its history, hits from its trajectory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from baseline.analysis import madqa_fields as fields
from baseline.analysis.madqa_fields import Coercions, FieldError, PageBase
from baseline.analysis.records import Mode, SearchStep
from db.models import PageRef

Hits = tuple[PageRef, ...]


class Searches(NamedTuple):
    """How many queries there were, and which; None where the row does not say."""

    n: int | None
    steps: tuple[SearchStep, ...] | None


class _Shown(NamedTuple):
    """A query in the trajectory with what it showed; None where that cannot be read."""

    text: str
    hits: Hits | None


def read_searches(row: Mapping[str, Any], mode: Mode, base: PageBase, coercions: Coercions) -> Searches:
    """Queries in order, with their hits where the row holds them.

    The history says how many queries there were. Without one the trajectory does (not in `harness`
    mode, which then counts iterations), then the field `n_searches`. A query with num_results 0 showed
    nothing, whether or not there is a trajectory. Raises FieldError.
    """
    history = _history(row)
    shown = list(_shown_in_trajectory(row, base, coercions))
    if history:
        return Searches(len(history), _join(history, shown, base, coercions))
    if shown and mode == "strict":
        return Searches(len(shown), tuple(SearchStep(text, hits) for text, hits in shown))
    if history is not None:
        return Searches(0, ())
    stated = row.get("n_searches")
    return Searches(stated if isinstance(stated, int) and not isinstance(stated, bool) else None, None)


def _history(row: Mapping[str, Any]) -> list[Mapping[str, Any]] | None:
    entries = row.get("search_history")
    if entries is None:
        return None
    if not isinstance(entries, list):
        raise FieldError("search_history", f"a list expected, not {fields.kind_of(entries)}")
    return [entry if isinstance(entry, dict) else {"query": entry} for entry in entries]


def _join(
    history: list[Mapping[str, Any]], shown: list[_Shown], base: PageBase, coercions: Coercions
) -> tuple[SearchStep, ...]:
    texts = [str(entry.get("query", "")) for entry in history]
    same = texts == [step.text for step in shown]
    if shown and not same:
        coercions.add("search history and trajectory disagree, so the hits of that row are not used")
    steps = []
    for number, (entry, text) in enumerate(zip(history, texts, strict=True)):
        hits = shown[number].hits if same else None
        if hits is None:
            hits = () if entry.get("num_results") == 0 else _read_hits(entry, base, coercions)
        steps.append(SearchStep(text, hits))
    return tuple(steps)


def _shown_in_trajectory(row: Mapping[str, Any], base: PageBase, coercions: Coercions) -> Iterator[_Shown]:
    """Tool results with a query, wherever a turn holds them: in `tool_results`, or in the turn itself."""
    trajectory = row.get("trajectory")
    for turn in trajectory if isinstance(trajectory, list) else []:
        if not isinstance(turn, dict):
            continue
        nested = turn.get("tool_results")
        for result in nested if isinstance(nested, list) else [turn]:
            if isinstance(result, dict) and isinstance(result.get("query"), str):
                yield _Shown(result["query"], _read_hits(result, base, coercions))


def _read_hits(entry: Mapping[str, Any], base: PageBase, coercions: Coercions) -> Hits | None:
    _, results = fields.first_of(entry, ("results", "hits"))
    if not isinstance(results, list):
        return None
    try:
        places = [
            fields.read_place(f"results[{number}]", place, base, Coercions())
            for number, place in enumerate(fields.read_places("results", results), 1)
        ]
    except FieldError:
        coercions.add("hits of a query could not be read, so they are not used")
        return None
    return tuple(PageRef(document=p.document, page=p.page) for p in places if p.page is not None)
