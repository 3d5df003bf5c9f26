"""What failures were coded as: shares with intervals, by system and cascade; how coders agree. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from baseline.analysis.intervals import wilson
from baseline.analysis.rater_agreement import agreement_intervals, cohen_kappa, gwet_ac1
from baseline.analysis.records import Interval
from baseline.coding.books import Book, codes_in
from baseline.coding.queue import Failure


@dataclass(frozen=True, slots=True)
class CodeCount:
    """How many of the `n` coded failures have a code. `share` is None where none is coded.

    In a book of several codes a failure counts under each of its codes: shares may add up to more than 1.
    """

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


_UNCODED = CoderAgreement(0, None, None, None, None, None, "undefined: nothing was coded by two people")
_YES_NO = ("no", "yes")


def code_counts(failures: Iterable[Failure], book: Book) -> list[CodeCount]:
    """Every code of the book, used or not, over the failures that are decided."""
    decided = [codes_in(one.decided.code) for one in failures if one.decided is not None]
    counts, n = Counter(code for codes in decided for code in codes), len(decided)
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
    """Over failures with two blind codings; what settled a disagreement does not count.

    `raw` is the share on which both said exactly the same. Coefficients of a book of several codes are of
    each code, see `agreement_by_code`.
    """
    pairs = _pairs(failures)
    if not pairs:
        return _UNCODED
    if book.many:
        raw = sum(one == other for one, other in pairs) / len(pairs)
        return CoderAgreement(len(pairs), raw, None, None, None, None, "undefined: see each code")
    return _agreement(
        pairs, sorted({one.code for one in book.codes} | {code for pair in pairs for code in pair})
    )


def agreement_by_code(failures: Iterable[Failure], book: Book) -> dict[str, CoderAgreement]:
    """Of each code of the book: do both say that a failure has it? On two labels, yes and no."""
    pairs = [(codes_in(one), codes_in(other)) for one, other in _pairs(failures)]
    if not pairs:
        return {one.code: _UNCODED for one in book.codes}
    return {
        one.code: _agreement(
            [(_YES_NO[one.code in first], _YES_NO[one.code in second]) for first, second in pairs], _YES_NO
        )
        for one in book.codes
    }


def _pairs(failures: Iterable[Failure]) -> list[tuple[str, str]]:
    return [
        (first.code, second.code)
        for one in failures
        if (first := one.said("main")) is not None and (second := one.said("second")) is not None
    ]


def _agreement(pairs: Sequence[tuple[str, str]], scale: Sequence[str]) -> CoderAgreement:
    kappa, ac1 = cohen_kappa(pairs), gwet_ac1(pairs, scale)
    kappa_interval, ac1_interval = agreement_intervals(pairs, scale)
    same = "undefined: both used one and the same code"
    if kappa is None and scale == _YES_NO:
        same = f"undefined: both gave it to {'all' if pairs[0][0] == 'yes' else 'none'} of them"
    return CoderAgreement(
        n=len(pairs),
        raw=sum(one == other for one, other in pairs) / len(pairs),
        kappa=kappa,
        kappa_interval=None if kappa is None else kappa_interval,
        ac1=ac1,
        ac1_interval=ac1_interval,
        undefined=same if kappa is None else None,
    )
