"""A file of answers as a run: what can be used, what cannot and why, and what is worth knowing. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from baseline.analysis.json_lines import LineProblem
from baseline.analysis.madqa_fields import PageBase
from baseline.analysis.page_names import PageCatalogue
from baseline.analysis.records import AttemptRecord, GoldItem
from db.systems import RunFormat, RunStep, SystemKind
from db.wording import counted, listed

_NAMES_SHOWN = 10


class RunRow(NamedTuple):
    """One answer: where it stands, the attempt as analysis takes it, its steps where the file has them."""

    line: int
    attempt: AttemptRecord
    trajectory: tuple[RunStep, ...] | None = None


class RowsRead(NamedTuple):
    """What a format's reader found, before it is held against the item set and the collection."""

    rows: tuple[RunRow, ...]
    problems: tuple[LineProblem, ...]
    warnings: tuple[str, ...]
    models: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunRules:
    """What one file is read with.

    `catalogue` is the collection that citations are looked up in; None looks nothing up.
    """

    gold: Sequence[GoldItem]
    system: str
    kind: SystemKind = "agent"
    pages_start_at: PageBase = 1
    catalogue: PageCatalogue | None = None


@dataclass(frozen=True, slots=True)
class RunReading:
    """A run that can be stored, every line that speaks against it, and what the report says of it.

    `rows` hold also those lines that a lenient import takes all the same: a citation of a page that does not
    exist is an answer's fault, and counts as wrong. `n_unknown` citations name no page of the collection.
    """

    format: RunFormat
    rows: tuple[RunRow, ...]
    problems: tuple[LineProblem, ...]
    notes: tuple[str, ...]
    models: tuple[str, ...]
    n_unknown: int


Reader = Callable[[bytes, str, RunRules], RowsRead]


def read_run(content: bytes, name: str, how: tuple[RunFormat, Reader], rules: RunRules) -> RunReading:
    """Read a file and hold it against its item set: the denominator is the set, whatever the file holds.

    A second row for an item (by the same participant), an item that is not in the set, and a citation that
    names no page of the collection are problems. Raises InvalidInput when the file as a whole cannot be read.
    """
    file_format, reader = how
    read = reader(content, name, rules)
    kept, doubled = _without_doubles(read.rows)
    known = {item.item_id for item in rules.gold}
    usable = [row for row in kept if row.attempt.item_id in known]
    foreign = [_foreign(row) for row in kept if row.attempt.item_id not in known]
    unknown = list(_unknown_places(usable, rules.catalogue))
    effortless = rules.kind == "non_agentic" or file_format == "leaderboard"
    return RunReading(
        format=file_format,
        rows=tuple(_without_effort(row) for row in usable) if effortless else tuple(usable),
        problems=tuple(sorted({*read.problems, *doubled, *foreign, *(problem for problem, _ in unknown)})),
        notes=(*read.warnings, *_counted_unknown(unknown), *_coverage(rules.gold, usable)),
        models=read.models,
        n_unknown=len(unknown),
    )


def _without_doubles(rows: Iterable[RunRow]) -> tuple[list[RunRow], list[LineProblem]]:
    first: dict[tuple[str, str | None], RunRow] = {}
    doubled = []
    for row in rows:
        before = first.setdefault((row.attempt.item_id, row.attempt.participant), row)
        if before is not row:
            reason = f"item {row.attempt.item_id!r} was answered in line {before.line} already"
            doubled.append(LineProblem(row.line, "id", reason))
    return list(first.values()), doubled


def _foreign(row: RunRow) -> LineProblem:
    return LineProblem(row.line, "id", f"there is no item {row.attempt.item_id!r} in the set")


def _unknown_places(
    rows: Iterable[RunRow], catalogue: PageCatalogue | None
) -> Iterable[tuple[LineProblem, str]]:
    """Each citation that the collection does not hold, with the problem as a part of a sentence."""
    if catalogue is None:
        return
    for row in rows:
        for number, citation in enumerate(row.attempt.citations, 1):
            problem = catalogue.problem_with(citation.document, citation.page)
            if problem is not None:
                yield LineProblem(row.line, f"citations[{number}]", problem), problem


def _counted_unknown(unknown: Sequence[tuple[LineProblem, str]]) -> list[str]:
    if not unknown:
        return []
    often: Mapping[str, int] = Counter(problem for _, problem in unknown)
    named = [f"{problem} ({n} times)" if n > 1 else problem for problem, n in often.items()]
    cited = counted(len(unknown), "citations")
    return [f"{cited} of pages that the collection does not hold, which count as wrong: {_first(named)}"]


def _coverage(gold: Sequence[GoldItem], rows: Sequence[RunRow]) -> list[str]:
    answered = {row.attempt.item_id for row in rows if row.attempt.status != "missing"}
    missing = [item.item_id for item in gold if item.item_id not in answered]
    if not missing:
        return []
    return [
        f"answers {len(answered)} of {counted(len(gold), 'items')}; the others score 0: {_first(missing)}"
    ]


def _without_effort(row: RunRow) -> RunRow:
    """Who never decided to search has no effort, whatever the file counts."""
    return row._replace(attempt=replace(row.attempt, n_searches=None, iterations=None, searches=None))


def _first(names: Sequence[str]) -> str:
    return listed(list(names), _NAMES_SHOWN)
