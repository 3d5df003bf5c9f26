"""Every headline figure with nothing excluded, under each rule, under all of them, and by hand. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from baseline.analysis.gaps import GapReport, gap_report
from baseline.analysis.left_out import LeftOut, kept, score_kept
from baseline.analysis.records import AttemptRecord, Figure, GoldItem, Mode
from baseline.analysis.report import RunReport

HEADLINE = ("accuracy", "page_f1", "document_f1", "steps", "first_query_accuracy", "kuiper_tie_safe")
GAPS = ("retrieval_gap", "comprehension_gap")


class Variant(NamedTuple):
    """One way to exclude: what it is called, and what it leaves out."""

    key: str
    label: str
    left_out: LeftOut


class Pair(NamedTuple):
    """Two systems that are compared item by item: a group with search, and with the pages given."""

    group: str
    search: str
    given_pages: str
    search_condition: str
    given_condition: str


class RobustRow(NamedTuple):
    """The figures of one system, or the gaps of one group, under one variant; empty if nothing is left."""

    variant: Variant
    name: str
    of: Literal["system", "gaps"]
    n_attempts: int
    n_excluded: int
    figures: tuple[Figure, ...]


def robust_rows(
    gold: Sequence[GoldItem],
    records: Mapping[str, Sequence[AttemptRecord]],
    pairs: Sequence[Pair],
    variants: Sequence[Variant],
    mode: Mode = "strict",
    shown: Mapping[str, RunReport] | None = None,
) -> list[RobustRow]:
    """System by system, then pair by pair; under each every variant. `records`: system -> its records.

    `shown`: reports that were made already, of the last variant and in the same mode.
    """
    known = shown or {}
    reports = {
        (name, variant.key): report
        for name, own in records.items()
        for variant, report in zip(
            variants, _reports(gold, own, variants, mode, known.get(name)), strict=True
        )
    }
    rows = []
    for name, own in records.items():
        for variant in variants:
            report = reports[name, variant.key]
            figures = () if report is None else tuple(report.figure(key) for key in HEADLINE)
            rows.append(_row(variant, name, "system", own, figures))
    for pair in pairs:
        own = [*records.get(pair.search, ()), *records.get(pair.given_pages, ())]
        for variant in variants:
            gaps = _gaps(pair, reports, variant.key)
            figures = () if gaps is None else tuple(gaps.figure(key) for key in GAPS)
            rows.append(_row(variant, pair.group, "gaps", own, figures))
    return rows


def _row(
    variant: Variant,
    name: str,
    of: Literal["system", "gaps"],
    records: Sequence[AttemptRecord],
    figures: tuple[Figure, ...],
) -> RobustRow:
    n_left = len(kept(records, variant.left_out))
    return RobustRow(variant, name, of, n_left, len(records) - n_left, figures)


def _reports(
    gold: Sequence[GoldItem],
    records: Sequence[AttemptRecord],
    variants: Sequence[Variant],
    mode: Mode,
    shown: RunReport | None,
) -> list[RunReport | None]:
    """One report a variant; variants that leave out the same attempts share theirs."""
    made: dict[tuple[int, ...], RunReport | None] = {}
    if shown is not None and variants:
        left_out = variants[-1].left_out
        made[tuple(i for i, one in enumerate(records) if not left_out.holds(one))] = shown
    found = []
    for variant in variants:
        remaining = tuple(i for i, one in enumerate(records) if not variant.left_out.holds(one))
        if remaining not in made:
            made[remaining] = (
                score_kept(gold, records, variant.left_out, mode, frozenset(HEADLINE)) if remaining else None
            )
        found.append(made[remaining])
    return found


def _gaps(pair: Pair, reports: Mapping[tuple[str, str], RunReport | None], key: str) -> GapReport | None:
    search, given = reports.get((pair.search, key)), reports.get((pair.given_pages, key))
    if search is None or given is None:
        return None
    return gap_report(pair.group, (pair.search_condition, search), (pair.given_condition, given))
