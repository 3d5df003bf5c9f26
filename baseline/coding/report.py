"""What failures were coded as: shares with intervals, by system and cascade; how coders agree. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from baseline.analysis.intervals import wilson
from baseline.analysis.rater_agreement import agreement_intervals, cohen_kappa, gwet_ac1
from baseline.analysis.records import Interval
from baseline.coding.books import Book
from baseline.coding.queue import Failure


@dataclass(frozen=True, slots=True)
class CodeCount:
    """How many of the `n` coded failures have a code. `share` is None where none is coded."""

    code: str
    label: str
    count: int
    n: int
    share: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class CoderAgreement:
    """Two coders on the failures that both coded, without seeing each other's code."""

    n: int
    raw: float | None
    kappa: float | None
    kappa_interval: Interval | None
    ac1: float | None
    ac1_interval: Interval | None
    undefined: str | None


def code_counts(failures: Iterable[Failure], book: Book) -> list[CodeCount]:
    """Every code of the book, used or not, over the failures that are decided."""
    decided = [one.decided.code for one in failures if one.decided is not None]
    counts, n = Counter(decided), len(decided)
    return [
        CodeCount(
            one.code,
            one.label,
            counts[one.code],
            n,
            counts[one.code] / n if n else None,
            wilson(counts[one.code], n) if n else None,
        )
        for one in book.codes
    ]


def by_group(
    failures: Sequence[Failure], book: Book, group: Callable[[Failure], str]
) -> dict[str, list[CodeCount]]:
    """The counts of each group of failures (system, cascade label), groups in the order of their names."""
    groups: dict[str, list[Failure]] = {}
    for one in failures:
        groups.setdefault(group(one), []).append(one)
    return {name: code_counts(groups[name], book) for name in sorted(groups)}


def coder_agreement(failures: Iterable[Failure], book: Book) -> CoderAgreement:
    """Over failures with two blind codings; what settled a disagreement does not count."""
    pairs = [
        (first.code, second.code)
        for one in failures
        if (first := one.said("main")) is not None and (second := one.said("second")) is not None
    ]
    if not pairs:
        return CoderAgreement(0, None, None, None, None, None, "undefined: nothing was coded by two people")
    scale = sorted({one.code for one in book.codes} | {code for pair in pairs for code in pair})
    kappa, ac1 = cohen_kappa(pairs), gwet_ac1(pairs, scale)
    kappa_interval, ac1_interval = agreement_intervals(pairs, scale)
    return CoderAgreement(
        n=len(pairs),
        raw=sum(one == other for one, other in pairs) / len(pairs),
        kappa=kappa,
        kappa_interval=None if kappa is None else kappa_interval,
        ac1=ac1,
        ac1_interval=ac1_interval,
        undefined="undefined: both used one and the same code" if kappa is None else None,
    )
