"""What is wrong with places that a researcher gives out by hand, row by row, in sentences. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from baseline.assignment.hand_table import HandRow
from db.exposures import How
from db.study_design import StudyDesign
from db.wording import counted

_HOW: dict[How, str] = {
    "authored": "wrote it",
    "revised": "corrected it",
    "reviewed": "reviewed it",
    "supervised": "supervises the project in which it was written",
    "researched": "may see its gold as a researcher",
    "attempted": "worked on it elsewhere",
    "assigned": "is to answer it elsewhere",
    "declared": "is declared to know it",
}


@dataclass(frozen=True, slots=True)
class HandPerson:
    """An account of the study: whose it is, and what that person may not be given.

    `had`: items it holds or had here. `known`: those its person knows from elsewhere. `conditions`: that of
    each batch so far, of which it still holds `n_batches`.
    """

    person: str
    had: frozenset[str] = frozenset()
    known: Mapping[str, How] = field(default_factory=dict)
    conditions: tuple[str, ...] = ()
    n_batches: int = 0
    has_left: bool = False


@dataclass(frozen=True, slots=True)
class HandWorld:
    """What rows are checked against: the study's items and people, and how many hold each place."""

    design: StudyDesign
    item_ids: frozenset[str]
    people: Mapping[str, HandPerson]
    taken: Mapping[tuple[str, str], int]


class HandBatch(NamedTuple):
    """A batch that was given out by hand, in the order of the table."""

    account_id: str
    condition: str
    rows: tuple[HandRow, ...]


class HandPlan(NamedTuple):
    """What a table asks for; it counts only if there are no problems."""

    batches: tuple[HandBatch, ...]
    problems: tuple[str, ...]


def plan_by_hand(world: HandWorld, rows: Sequence[HandRow]) -> HandPlan:
    """Cut a table into batches, and name every row that cannot be."""
    problems: dict[int, str] = {}
    seen: dict[tuple[str, str], int] = {}
    taken = Counter(dict(world.taken))
    good = []
    for row in rows:
        row = row._replace(condition=row.condition or _only_condition(world.design))
        problem = next(_problems(world, row, seen, taken), None)
        if problem is not None:
            problems[row.number] = problem
            continue
        seen[world.people[row.account_id].person, row.item_id] = row.number
        taken[row.condition, row.item_id] += 1
        good.append(row)
    batches = _batches(world.design, good)
    for number, problem in _batch_problems(world, batches):
        problems.setdefault(number, problem)
    named = tuple(f"row {number}: {problem}" for number, problem in sorted(problems.items()))
    return HandPlan(tuple(batches), named)


def _problems(
    world: HandWorld,
    row: HandRow,
    seen: Mapping[tuple[str, str], int],
    taken: Mapping[tuple[str, str], int],
) -> Iterator[str]:
    """What is wrong with one row by itself and against those above it; the first is told."""
    if not row.account_id or not row.item_id:
        yield "an account and an item are needed, and no more cells than the first row has"
    person = world.people.get(row.account_id)
    if person is None:
        yield f"there is no participant {row.account_id[:100]!r} in this study"
        return
    if person.has_left:
        yield f"{row.account_id} has left the study"
    yield from _unknown_names(world, row)
    if (above := seen.get((person.person, row.item_id))) is not None:
        yield f"this person has item {row.item_id!r} in row {above} already"
    if row.item_id in person.had:
        yield f"{row.account_id} was given item {row.item_id!r} before"
    if (how := person.known.get(row.item_id)) is not None:
        yield f"{row.account_id} must not have item {row.item_id!r}: this person {_HOW[how]}"
    wanted = world.design.people_per_item
    if wanted is not None and taken.get((row.condition, row.item_id), 0) >= wanted:
        yield f"item {row.item_id!r} has its {counted(wanted, 'places')} under {row.condition!r} taken"


def _unknown_names(world: HandWorld, row: HandRow) -> Iterator[str]:
    names = [condition.name for condition in world.design.conditions]
    if row.item_id not in world.item_ids:
        yield f"item {row.item_id[:100]!r} is not in item set {world.design.item_set!r}"
    if not row.condition:
        yield f"a condition is needed: {', '.join(names)}"
    elif row.condition not in names:
        yield f"there is no condition {row.condition[:100]!r}; there is {', '.join(names)}"


def _batches(design: StudyDesign, rows: Sequence[HandRow]) -> list[HandBatch]:
    """Rows of one person and one `batch`; where none is named, as many as a batch of the study holds."""
    named: dict[tuple[str, str, str], list[HandRow]] = {}
    for row in rows:
        condition = "" if row.batch else row.condition
        named.setdefault((row.account_id, row.batch, condition), []).append(row)
    batches = []
    for (account_id, label, _), members in named.items():
        step = len(members) if label else design.batch_size
        for first in range(0, len(members), step):
            part = tuple(members[first : first + step])
            batches.append(HandBatch(account_id, part[0].condition, part))
    return batches


def _batch_problems(world: HandWorld, batches: Sequence[HandBatch]) -> Iterator[tuple[int, str]]:
    """What is wrong with batches by themselves, and with one after all that their person had."""
    size = world.design.batch_size
    had: dict[str, HandPerson] = dict(world.people)
    for batch in batches:
        for row in batch.rows:
            if row.condition != batch.condition:
                yield row.number, f"batch {row.batch!r} has condition {batch.condition!r}; a batch has one"
        if len(batch.rows) > size:
            row = batch.rows[size]
            yield row.number, f"batch {row.batch!r} is full: it holds {counted(size, 'items')}"
        person = had[batch.account_id]
        problem = _next_batch_problem(world.design, person, batch)
        if problem is not None:
            yield batch.rows[0].number, problem
        had[batch.account_id] = replace(
            person, conditions=(*person.conditions, batch.condition), n_batches=person.n_batches + 1
        )


def _next_batch_problem(design: StudyDesign, person: HandPerson, batch: HandBatch) -> str | None:
    most, one = design.batches_per_person, next(iter(person.conditions), batch.condition)
    if most is not None and person.n_batches >= most:
        return f"{batch.account_id} has {counted(most, 'batches')}, the most of this study"
    if design.allocation == "between" and one != batch.condition:
        return f"{batch.account_id} works under condition {one!r}; in this study everybody has one"
    return None


def _only_condition(design: StudyDesign) -> str:
    return design.conditions[0].name if len(design.conditions) == 1 else ""
