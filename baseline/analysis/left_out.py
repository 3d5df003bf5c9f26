"""Scoring without what was excluded: an attempt that is left out is neither right nor wrong. Pure.

An item of which every attempt is left out is left out itself, so N says how many items a figure rests
on; an item that nobody was given yet, or that was not answered, stays and scores 0 as ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from baseline.analysis.records import AttemptRecord, GoldItem, Mode
from baseline.analysis.report import RunReport, score_run


class LeftOut(NamedTuple):
    """What does not count: attempts, and whole participants with all that is theirs."""

    attempts: frozenset[str] = frozenset()
    participants: frozenset[str] = frozenset()

    def holds(self, record: AttemptRecord) -> bool:
        """Whether this record is left out, for itself or with its participant."""
        return record.attempt_id in self.attempts or record.participant in self.participants

    def and_also(self, other: LeftOut) -> LeftOut:
        """What either leaves out."""
        return LeftOut(self.attempts | other.attempts, self.participants | other.participants)


NOTHING = LeftOut()


def kept(records: Iterable[AttemptRecord], left_out: LeftOut) -> list[AttemptRecord]:
    """The records that count, in their order."""
    return [record for record in records if not left_out.holds(record)]


def kept_items(
    gold: Sequence[GoldItem], records: Sequence[AttemptRecord], left_out: LeftOut
) -> list[GoldItem]:
    """The items without those of which every attempt is left out."""
    remaining = {record.item_id for record in records if not left_out.holds(record)}
    gone = {record.item_id for record in records if left_out.holds(record)} - remaining
    return [item for item in gold if item.item_id not in gone]


def score_kept(
    gold: Sequence[GoldItem],
    records: Sequence[AttemptRecord],
    left_out: LeftOut,
    mode: Mode = "strict",
    keys: frozenset[str] | None = None,
) -> RunReport:
    """`score_run` of one system over what counts; its notes say how much was left out.

    Raises:
        ValueError: nothing of the system counts, or the records are of several systems.
    """
    counted = kept(records, left_out)
    if not counted:
        raise ValueError("everything of this system is left out")
    items = kept_items(gold, records, left_out)
    report = score_run(items, counted, mode, keys)
    n_out, n_items_out = len(records) - len(counted), len(gold) - len(items)
    notes = [f"{n_out} of {len(records)} attempts excluded: left out of every figure"] if n_out else []
    if n_items_out:
        notes.append(
            f"{n_items_out} of {len(gold)} items have excluded attempts only: left out of every figure"
        )
    return replace(report, notes=(*notes, *report.notes))
