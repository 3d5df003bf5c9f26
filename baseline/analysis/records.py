"""What every metric is computed from: plain records, so that a notebook can build them too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from db.models import Citation, PageRef

FigureUnit = Literal["share", "points", "items", "count", "seconds", "ratio", "p"]
"""`points`: a difference of shares, stored as they are (0.125) and shown in percentage points."""
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
    `raw_citations` are for `harness` mode only and default to `citations`. `condition` is the arm of a
    study; files have none.
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
    condition: str = ""


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


class FigureWords(Protocol):
    """What is said of a figure wherever it is shown."""

    @property
    def unit(self) -> FigureUnit:
        """What the value is counted in."""

    @property
    def definition(self) -> str:
        """What it is, in a sentence or two."""

    @property
    def source(self) -> str:
        """Where it comes from."""


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
    unit: FigureUnit
    definition: str
    source: str
    interval: Interval | None = None
    undefined: str | None = None
    numerator: float | None = None
    denominator: float | None = None
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, key: str, label: str, words: FigureWords, value: float | None, n: int, n_unit: str) -> Figure:
        """A figure with the words of its key, still without an interval, and without a reason for None."""
        return cls(key, label, value, n, n_unit, words.unit, words.definition, words.source)


class FigureTable:
    """Something with figures, looked up by their keys."""

    __slots__ = ()
    figures: tuple[Figure, ...]

    def figure(self, key: str) -> Figure:
        """The figure with this key. Raises KeyError when there is none."""
        for figure in self.figures:
            if figure.key == key:
                return figure
        raise KeyError(key)

    def family(self, base: str) -> tuple[Figure, ...]:
        """All figures whose key is `base` or `base@parameter`, in their order."""
        return tuple(figure for figure in self.figures if figure.key.partition("@")[0] == base)
