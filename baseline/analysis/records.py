"""What every metric is computed from: plain records, so that a notebook can build them too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from db.models import Citation, PageRef

Mode = Literal["harness", "strict"]
Status = Literal["own", "auto", "not_found", "skipped", "expired", "open", "missing"]


class RawCitation(NamedTuple):
    """A citation letter for letter as a file gave it: what the public harness compares.

    Its page may be text, a fraction or absent; it is never used outside `harness` mode.
    """

    document: str | None
    page: int | float | str | None


@dataclass(frozen=True, slots=True)
class SearchStep:
    """One submitted query. `hits` in order of rank; None where the log does not hold them."""

    text: str
    hits: tuple[PageRef, ...] | None


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """One system (a person group or an agent) on one item under one condition.

    `n_searches` counts every submitted query and is the effort. Times are seconds. Fields that a
    file does not hold are None: the figures that need them are undefined, never zero. `iterations`
    counts an agent's turns with the answering one; `harness` mode falls back on it as effort.
    `raw_citations` are for `harness` mode only and default to `citations`.
    """

    system: str
    item_id: str
    answer: tuple[str, ...]
    citations: tuple[Citation, ...]
    n_searches: int | None
    searches: tuple[SearchStep, ...] | None = None
    n_page_views: int | None = None
    working_s: float | None = None
    wall_s: float | None = None
    visible_s: float | None = None
    status: Status = "own"
    confidence: int | None = None
    participant: str | None = None
    attempt_id: str | None = None
    verdict: float | None = None
    iterations: int | None = None
    raw_citations: tuple[RawCitation, ...] | None = None


@dataclass(frozen=True, slots=True)
class GoldItem:
    """The reference for one item; `evidence` may be empty in a broken file, which is then named."""

    item_id: str
    question: str
    answer_variants: tuple[tuple[str, ...], ...]
    evidence: tuple[PageRef, ...]
    domain: str = ""
    category: str = ""
    visual: str = ""


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval, in the unit of its figure, and how it was made."""

    low: float
    high: float
    method: Literal["wilson", "bootstrap", "normal"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One number as it is shown: with its N, its interval, its definition and its source.

    `value` is None exactly when `undefined` says why. Rates are 0..1.
    """

    key: str
    label: str
    value: float | None
    n: int
    n_unit: str
    unit: Literal["share", "items", "count", "seconds", "ratio", "p"]
    definition: str
    source: str
    interval: Interval | None = None
    undefined: str | None = None
    numerator: float | None = None
    denominator: float | None = None
    notes: tuple[str, ...] = ()
