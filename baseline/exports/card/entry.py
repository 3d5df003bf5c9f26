"""What a card is made of: entries with a value, where it comes from, and what is missing. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

By = Literal["app", "researcher", "both"]
State = Literal["known", "in part", "missing"]
STATES: tuple[State, ...] = ("known", "in part", "missing")
MUST_ADD = "Researcher must add"


class CardTable(NamedTuple):
    """A small table inside an entry."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of the checklist.

    `lines` are sentences, `source` says where they come from; `missing` what is not known and where to add
    it, empty when nothing is. `met_by`: percent of 115 reviewed baselines that reported it, where counted.
    """

    key: str
    label: str
    by: By
    source: str
    lines: tuple[str, ...] = ()
    tables: tuple[CardTable, ...] = ()
    missing: str = ""
    met_by: float | None = None

    @property
    def state(self) -> State:
        """Whether all of it is known."""
        if not self.missing:
            return "known"
        return "in part" if self.lines or self.tables else "missing"


class Section(NamedTuple):
    """Entries about one thing."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A whole card. `subtitle` names the study and what exactly was measured."""

    title: str
    subtitle: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All of them, in order."""
        return tuple(entry for section in self.sections for entry in section.entries)

    def count(self, state: State) -> int:
        """How many entries are in that state."""
        return sum(entry.state == state for entry in self.entries)

    @property
    def completeness(self) -> float:
        """Share of entries of which nothing is missing, 0 to 1."""
        return self.count("known") / len(self.entries)

    @property
    def completeness_line(self) -> str:
        """`31 of 44 items complete (70.5 %), 3 in part, 10 missing`."""
        return (
            f"{self.count('known')} of {len(self.entries)} items complete ({100 * self.completeness:.1f} %), "
            f"{self.count('in part')} in part, {self.count('missing')} missing"
        )
