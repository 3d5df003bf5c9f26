"""A file of answers as a run: what can be used, what cannot and why, and what is worth knowing. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from baseline.analysis.json_lines import CountedIn, LineProblem
from baseline.analysis.madqa_fields import PageBase
from baseline.analysis.page_names import PageCatalogue
from baseline.analysis.records import AttemptRecord, GoldItem
from db.systems import NO_COST, Cost, RunFormat, RunStep, SystemKind
from db.wording import counted, listed

_NAMES_SHOWN = 10


class RunRow(NamedTuple):
    """One answer: where it stands, the attempt as analysis takes it, its steps where the file has them."""

    line: int
    attempt: AttemptRecord
    trajectory: tuple[RunStep, ...] | None = None


class RowsRead(NamedTuple):
    """What a format's reader found, before it is held against the item set and the collection.

    `warnings` say what was read as meant rather than as written, which happened `n_coerced` times.
    """

    rows: tuple[RunRow, ...]
    problems: tuple[LineProblem, ...]
    warnings: tuple[str, ...]
    models: tuple[str, ...]
    n_coerced: int = 0
    counted_in: CountedIn = "line"
    cost: Cost = NO_COST
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunRules:
    """What one file is read with.

    `catalogue` is the collection that citations are looked up in; None looks nothing up. `model` takes those
    rows only that say they are of this model or system; "" takes all.
    """

    gold: Sequence[GoldItem]
    system: str
    kind: SystemKind = "agent"
    pages_start_at: PageBase = 1
    catalogue: PageCatalogue | None = None
    model: str = ""


@dataclass(frozen=True, slots=True)
class RunReading:
    """A run that can be stored, every line that speaks against it, and what the report says of it.

    `rows` hold also those lines that a lenient import takes all the same: a citation of a page that does not
    exist is an answer's fault, and counts as wrong. `n_unknown` citations name no page of the collection.
    `notes` hold everything that is to be said, the coercions among it; `unanswered` items score 0; `unread`
    fields of the file mean nothing here; `cost` is what the file itself says.
    """

    format: RunFormat
    rows: tuple[RunRow, ...]
    problems: tuple[LineProblem, ...]
    notes: tuple[str, ...]
    models: tuple[str, ...]
    n_unknown: int
    counted_in: CountedIn = "line"
    n_items: int = 0
    n_coerced: int = 0
    coercions: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    unanswered: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    n_left_out: int = 0
    cost: Cost = NO_COST

    @property
    def n_answered(self) -> int:
        """How many items of the set have an answer."""
        return self.n_items - len(self.unanswered)

    @property
    def n_trajectories(self) -> int:
        """How many answers came with their steps."""
        return sum(row.trajectory is not None for row in self.rows)

    @property
    def n_verdicts(self) -> int:
        """How many answers came with a judgement."""
        return sum(row.attempt.verdict is not None for row in self.rows)


Reader = Callable[[bytes, str, RunRules], RowsRead]


def read_run(content: bytes, name: str, how: tuple[RunFormat, Reader], rules: RunRules) -> RunReading:
    """Read a file and hold it against its item set: the denominator is the set, whatever the file holds.

    A second row for an item (by the same participant), an item that is not in the set, and a citation that
    names no page of the collection are problems. Raises InvalidInput when the file as a whole cannot be read.
    """
    file_format, reader = how
    read = reader(content, name, rules)
    kept, doubled = _without_doubles(read)
    known = {item.item_id for item in rules.gold}
    usable = [row for row in kept if row.attempt.item_id in known]
    foreign = [_foreign(row) for row in kept if row.attempt.item_id not in known]
    unknown = list(_unknown_places(usable, rules.catalogue))
    unanswered = _unanswered(rules.gold, usable)
    notes = (
        *read.warnings,
        *_shifted(rules),
        *_ignored(doubled),
        *_counted_unknown(unknown),
        *_coverage(rules.gold, unanswered),
        *_not_looked_up(usable, rules.catalogue),
        *_unread(read.unread),
    )
    return RunReading(
        format=file_format,
        rows=tuple(_without_effort(row) if file_format == "leaderboard" else row for row in usable),
        problems=tuple(sorted({*read.problems, *doubled, *foreign, *(problem for problem, _ in unknown)})),
        notes=notes,
        models=read.models,
        n_unknown=len(unknown),
        counted_in=read.counted_in,
        n_items=len(rules.gold),
        n_coerced=read.n_coerced,
        coercions=read.warnings,
        unknown=tuple(_told_often(problem for _, problem in unknown)),
        unanswered=tuple(unanswered),
        unread=read.unread,
        n_left_out=len({problem.line for problem in (*read.problems, *doubled, *foreign)}),
        cost=read.cost,
    )


def without_effort(attempt: AttemptRecord) -> AttemptRecord:
    """Who never decided to search has no effort, whatever the file counts."""
    return replace(attempt, n_searches=None, iterations=None, searches=None)


def _without_effort(row: RunRow) -> RunRow:
    return row._replace(attempt=without_effort(row.attempt))


def _without_doubles(read: RowsRead) -> tuple[list[RunRow], list[LineProblem]]:
    first: dict[tuple[str, str | None], RunRow] = {}
    doubled = []
    for row in read.rows:
        before = first.setdefault((row.attempt.item_id, row.attempt.participant), row)
        if before is not row:
            where = f"{read.counted_in} {before.line}"
            reason = f"item {row.attempt.item_id!r} was answered in {where} already"
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


def _shifted(rules: RunRules) -> list[str]:
    return ["pages of the file count from 0: each was shifted by one"] if rules.pages_start_at == 0 else []


def _ignored(doubled: Sequence[LineProblem]) -> list[str]:
    if not doubled:
        return []
    return [f"{counted(len(doubled), 'duplicate submissions')} ignored: the first answer to an item counts"]


def _counted_unknown(unknown: Sequence[tuple[LineProblem, str]]) -> list[str]:
    if not unknown:
        return []
    named = _told_often(problem for _, problem in unknown)
    cited = counted(len(unknown), "citations")
    return [
        f"{cited} of pages that the collection does not hold, which count as wrong: {_first_reasons(named)}"
    ]


def _told_often(problems: Iterable[str]) -> list[str]:
    often: Mapping[str, int] = Counter(problems)
    return [f"{problem} ({n} times)" if n > 1 else problem for problem, n in often.items()]


def _unanswered(gold: Sequence[GoldItem], rows: Sequence[RunRow]) -> list[str]:
    answered = {row.attempt.item_id for row in rows if row.attempt.status != "missing"}
    return [item.item_id for item in gold if item.item_id not in answered]


def _coverage(gold: Sequence[GoldItem], unanswered: Sequence[str]) -> list[str]:
    if not unanswered:
        return []
    n_answered = len(gold) - len(unanswered)
    return [
        f"answers {n_answered} of {counted(len(gold), 'items')}; the others score 0: {_first(unanswered)}"
    ]


def _not_looked_up(rows: Sequence[RunRow], catalogue: PageCatalogue | None) -> list[str]:
    if catalogue is not None or not any(row.attempt.citations for row in rows):
        return []
    return ["citations were not looked up: no collection was named, so unknown pages are not known to be so"]


def _unread(fields: Sequence[str]) -> list[str]:
    return [f"fields that mean nothing here and were not read: {_first(fields)}"] if fields else []


def _first(names: Sequence[str]) -> str:
    return listed(list(names), _NAMES_SHOWN)


def _first_reasons(reasons: Sequence[str]) -> str:
    """Reasons hold commas themselves."""
    n_more = len(reasons) - _NAMES_SHOWN
    return "; ".join([*reasons[:_NAMES_SHOWN], *([f"{n_more} more"] if n_more > 0 else [])])
