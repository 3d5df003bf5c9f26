"""Several systems on one item set, side by side: what everything that compares them is computed from. Pure.

A matrix has one row a system and one column an item, in the order of the panel. Several attempts of a system
on one item (people of a group, epochs of an agent) are averaged on the item first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from baseline.analysis.cascade import HopType, hop_type
from baseline.analysis.intervals import Floats, quotient
from baseline.analysis.left_out import NOTHING, LeftOut, kept, kept_items
from baseline.analysis.records import AttemptRecord, GoldItem
from baseline.analysis.run_rows import AttemptRow, RunRows, join_rows
from db.systems import SystemKind


@dataclass(frozen=True, slots=True)
class SystemRun:
    """One system's attempts on the panel's items. `condition` is "" where there is only one."""

    name: str
    kind: SystemKind
    run: RunRows
    condition: str = ""


@dataclass(frozen=True)
class Panel:
    """The items and who answered them.

    Every system has a row for every item, if only a `missing` one; none where all its attempts are left out.
    """

    gold: tuple[GoldItem, ...]
    systems: tuple[SystemRun, ...]

    @cached_property
    def item_ids(self) -> tuple[str, ...]:
        """The columns."""
        return tuple(item.item_id for item in self.gold)

    @cached_property
    def hop_types(self) -> tuple[HopType, ...]:
        """The hop type of each item."""
        return tuple(hop_type(item.evidence) for item in self.gold)

    @cached_property
    def scores(self) -> Floats:
        """Mean score, (systems, items): 0 where there is no answer, NaN where nothing says what is right."""
        return self.matrix(lambda row: None if row.score is None else row.score.score)

    @cached_property
    def correct(self) -> Floats:
        """Share of correct attempts, (systems, items): 0 where there is no answer, NaN as in `scores`."""
        return self.matrix(lambda row: None if row.score is None else float(row.is_correct))

    @cached_property
    def attempted(self) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        """Whether a system finished an attempt on an item that can be scored, (systems, items)."""
        done = self.matrix(lambda row: float(row.is_finished and row.score is not None))
        return np.asarray(done > 0, dtype=np.bool_)

    def matrix(self, value: Callable[[AttemptRow], float | None]) -> Floats:
        """A value averaged over a system's attempts on each item, (systems, items); NaN where none has it."""
        column = {item_id: number for number, item_id in enumerate(self.item_ids)}
        shape = (len(self.systems), len(self.gold))
        totals, counts = np.zeros(shape), np.zeros(shape)
        for line, system in enumerate(self.systems):
            for row in system.run.rows:
                known = value(row)
                if known is not None:
                    at = column[row.attempt.item_id]
                    totals[line, at] += known
                    counts[line, at] += 1
        return quotient(totals, counts)

    def system(self, name: str) -> SystemRun:
        """The system of this name. Raises KeyError when the panel has none."""
        for one in self.systems:
            if one.name == name:
                return one
        raise KeyError(name)

    def only_items(self, wanted: Collection[str]) -> Panel:
        """The panel over some of its items."""
        kept = frozenset(wanted)
        gold = tuple(item for item in self.gold if item.item_id in kept)
        return Panel(gold, tuple(replace(one, run=_on_items(one.run, kept)) for one in self.systems))

    def common_to(self, names: Collection[str]) -> Panel:
        """These systems on the items that all of them have a row for."""
        chosen = self.only_systems(names)
        shared = frozenset.intersection(*(frozenset(one.run.item_ids) for one in chosen.systems))
        return chosen.only_items(shared)

    def only_systems(self, names: Collection[str]) -> Panel:
        """The panel with some of its systems, in the panel's order."""
        return Panel(self.gold, tuple(one for one in self.systems if one.name in names))


def _on_items(run: RunRows, kept: frozenset[str]) -> RunRows:
    return replace(
        run,
        rows=tuple(row for row in run.rows if row.attempt.item_id in kept),
        item_ids=tuple(item_id for item_id in run.item_ids if item_id in kept),
    )


class SystemAttempts(NamedTuple):
    """What one system did. What is left out counts neither as right nor as wrong.

    `rows`: attempt id -> its row in `strict` mode, where it was made before.
    """

    name: str
    kind: SystemKind
    records: Sequence[AttemptRecord]
    left_out: LeftOut = NOTHING
    rows: Mapping[str, AttemptRow] | None = None


def make_panel(gold: Sequence[GoldItem], systems: Sequence[SystemAttempts]) -> Panel:
    """A panel from records, in `strict` mode: the item set is the denominator for all.

    An item of which every attempt of a system is left out has no row there, and no value.

    Raises:
        ValueError: two systems have one name, or two items one id.
    """
    names = [system.name for system in systems]
    if len(set(names)) < len(names):
        raise ValueError(f"two systems are called {max(names, key=names.count)!r}")
    return Panel(tuple(gold), tuple(_system_run(gold, one) for one in systems))


def _system_run(gold: Sequence[GoldItem], system: SystemAttempts) -> SystemRun:
    counted = kept(system.records, system.left_out)
    run = join_rows(kept_items(gold, system.records, system.left_out), counted, "strict", system.rows)
    return SystemRun(system.name, system.kind, run, counted[0].condition if counted else "")
