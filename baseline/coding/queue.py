"""Which failed attempts wait for whom: first codings, second codings, disagreements. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from baseline.analysis.cascade import CascadeLabel
from baseline.analysis.panel import Panel
from baseline.analysis.records import GoldItem
from baseline.analysis.run_rows import AttemptRow
from baseline.judging.answers import drawn
from db.coding import Coding, CodingPurpose

Part = Literal["first", "second", "disagreement", "mine"]
PURPOSE: Mapping[Part, CodingPurpose] = {"first": "main", "second": "second", "disagreement": "settled"}


@dataclass(frozen=True, slots=True)
class Failure:
    """One attempt that ended without a correct answer, and what people said of it by one book."""

    attempt_id: str
    system: str
    gold: GoldItem
    row: AttemptRow
    codings: tuple[Coding, ...] = ()

    @property
    def cascade(self) -> CascadeLabel | None:
        """Where the automatic cascade puts it."""
        return self.row.cascade

    def with_codings(self, codings: Sequence[Coding]) -> Failure:
        """The same failure with what people said of it."""
        return replace(self, codings=tuple(codings))

    def said(self, purpose: CodingPurpose) -> Coding | None:
        """The last word for a purpose."""
        return next((one for one in reversed(self.codings) if one.purpose == purpose), None)

    @property
    def decided(self) -> Coding | None:
        """What counts: what settled a disagreement, else the first coding where no second one differs."""
        first = self.said("main")
        return self.said("settled") or (None if self.is_disagreement else first)

    @property
    def is_disagreement(self) -> bool:
        """Whether two people gave other codes, and nobody has settled it."""
        first, second = self.said("main"), self.said("second")
        if first is None or second is None or self.said("settled") is not None:
            return False
        return first.code != second.code


def failures_of(panel: Panel, codings: Mapping[str, Sequence[Coding]]) -> list[Failure]:
    """Every finished attempt of the panel without a correct answer, in an order that tells no system."""
    found = [
        Failure(
            row.attempt.attempt_id, system.name, row.gold, row, tuple(codings.get(row.attempt.attempt_id, ()))
        )
        for system in panel.systems
        for row in system.run.rows
        if row.attempt.attempt_id and row.is_finished and row.score is not None and not row.is_correct
    ]
    return sorted(found, key=lambda one: drawn(0, "failure", one.attempt_id))


def cascade_of(one: Failure) -> str:
    """The name of the group of the automatic cascade."""
    return (one.cascade or "not labelled").replace("_", " ")


def tasks(failures: Iterable[Failure], share: float, account_id: str) -> dict[Part, tuple[Failure, ...]]:
    """What waits for somebody: nobody codes twice, sees the other's code before, or settles alone unseen."""
    found: dict[Part, list[Failure]] = {"first": [], "second": [], "disagreement": [], "mine": []}
    for one in failures:
        first, second = one.said("main"), one.said("second")
        if any(coding.by == account_id for coding in one.codings):
            found["mine"].append(one)
        if first is None:
            found["first"].append(one)
        elif second is None and first.by != account_id and is_coded_twice(one, share):
            found["second"].append(one)
        if one.is_disagreement:
            found["disagreement"].append(one)
    return {part: tuple(of_part) for part, of_part in found.items()}


def is_coded_twice(one: Failure, share: float) -> bool:
    """Whether a failure is in the drawn share."""
    return drawn(0, "coded twice", one.attempt_id) < share
