"""Systems that answered an item set, and their runs, as they stand at every boundary. Pure.

A system is a person group, an agent or a pipeline that is not agentic (it never searched by itself, so it
has no effort figures). A run is one file of its answers to one item set. People of a study are systems too,
and need no row here: their attempts are events.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from db.models import Frozen, ItemId, PageRef

SystemKind = Literal["people", "agent", "non_agentic"]
RunFormat = Literal["madqa", "leaderboard", "inspect"]
SystemName = Annotated[str, StringConstraints(min_length=1, max_length=200, strip_whitespace=True)]
Amount = Annotated[float, Field(ge=0)]


class Cost(Frozen):
    """What a run of the system over the whole item set cost, as far as whoever imported it knows."""

    usd: Amount | None = None
    input_tokens: Annotated[int, Field(ge=0)] | None = None
    output_tokens: Annotated[int, Field(ge=0)] | None = None
    # Pay of people, hours of hardware: whatever the others do not say.
    words: Annotated[str, StringConstraints(max_length=1000)] = ""


NO_COST = Cost()


class SystemFacts(Frozen):
    """What is said of who or what answered. Name and version together are unique."""

    name: SystemName
    version: Annotated[str, StringConstraints(max_length=200, strip_whitespace=True)] = ""
    kind: SystemKind = "agent"
    notes: Annotated[str, StringConstraints(max_length=5000)] = ""
    cost: Cost = NO_COST

    @property
    def label(self) -> str:
        """As charts and tables name it."""
        return f"{self.name} {self.version}".strip()


class SystemChange(Frozen):
    """What was said of a system until somebody changed it, and why they did."""

    was: SystemFacts
    why: str
    by: str
    at_ms: int


class System(SystemFacts):
    """A system as it is known now, with everything that was said of it before, oldest first."""

    system_id: str
    history: tuple[SystemChange, ...] = ()

    @property
    def facts(self) -> SystemFacts:
        """What is said of it now."""
        return SystemFacts.model_validate(self.model_dump(include=set(SystemFacts.model_fields)))


class RunStep(Frozen):
    """One step of an imported trajectory. `hits` in order of rank; None where the file holds none.

    `at_s` counts from the start of the attempt; None where the file has no times.
    """

    kind: Literal["query", "page", "text", "answer"]
    text: str = ""
    hits: tuple[PageRef, ...] | None = None
    page: PageRef | None = None
    at_s: float | None = None


class RunAttempt(Frozen):
    """One row of a run: `record` is the attempt as analysis takes it, as JSON, without a verdict."""

    attempt_id: str
    item_id: ItemId
    record: str
    trajectory: tuple[RunStep, ...] | None = None


class RunChange(Frozen):
    """A run was taken out of the figures, or brought back into them."""

    kind: Literal["withdrawn", "brought_back"]
    why: str
    by: str
    at_ms: int


class Run(Frozen):
    """One imported file. `notes` say what was read as meant rather than as written, and what is unknown.

    `n_rows` attempts were stored; `n_answered` of the `n_items` items of the set have an answer. `n_unknown`
    citations name no page of the build `looked_up_in` ("" where none was looked at). `left_out` names the
    first of the `n_left_out` lines that a lenient import did without.
    """

    run_id: str
    system_id: str
    item_set: str
    source: str
    sha256: str
    format: RunFormat
    condition: str = ""
    pages_start_at: Literal[0, 1] = 1
    n_rows: int
    n_items: int = 0
    n_answered: int = 0
    n_trajectories: int = 0
    n_verdicts: int = 0
    n_coerced: int = 0
    n_unknown: int = 0
    n_left_out: int = 0
    left_out: tuple[str, ...] = ()
    looked_up_in: str = ""
    models: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    by: str
    imported_at_ms: int
    history: tuple[RunChange, ...] = ()
