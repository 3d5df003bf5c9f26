"""A contradiction in a design, in a sentence, and what the checks know beside the design. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from db.models import Purpose
from db.study_design import StudyDesign

Level = Literal["error", "warning"]
Section = Literal["material", "conditions", "people", "clock", "texts", "training", "questions", "report"]

PURPOSES: tuple[Purpose, ...] = ("main", "practice", "qualification", "attention")
SET_FIELDS: Mapping[Purpose, str] = {
    "main": "item_set",
    "practice": "practice_set",
    "qualification": "qualification.item_set",
    "attention": "attention.item_set",
}
SET_WORDS: Mapping[Purpose, str] = {
    "main": "the set that is answered",
    "practice": "the practice set",
    "qualification": "the qualification set",
    "attention": "the set of attention checks",
}


class Problem(NamedTuple):
    """What is wrong, and where. An error keeps the study from being launched, a warning does not.

    `field` is the path of a field of the design, as `limits.item_s`.
    """

    level: Level
    section: Section
    field: str
    sentence: str


class SetFacts(NamedTuple):
    """What the checks need of an item set. `not_in_index`: of each item whose evidence is not there, why."""

    name: str
    item_ids: tuple[str, ...]
    is_frozen: bool = False
    without_evidence: tuple[str, ...] = ()
    without_answer: tuple[str, ...] = ()
    not_in_index: tuple[str, ...] = ()

    @property
    def n_items(self) -> int:
        """How many items it holds."""
        return len(self.item_ids)


class IndexFacts(NamedTuple):
    """What the checks need of the build in use. `fingerprint` is empty where there is none."""

    name: str
    fingerprint: str = ""
    profile: str = ""
    has_ocr_pending: bool = False


@dataclass(frozen=True, slots=True)
class DesignFacts:
    """The sets and the index that a design names, as far as they exist."""

    sets: Mapping[str, SetFacts]
    index: IndexFacts

    def set_for(self, design: StudyDesign, purpose: Purpose) -> SetFacts | None:
        """The set of this purpose; None if the design names none, or one that does not exist."""
        return self.sets.get(design.set_for(purpose))


def error(section: Section, field: str, sentence: str) -> Problem:
    """Something that must be mended before the launch."""
    return Problem("error", section, field, sentence)


def warning(section: Section, field: str, sentence: str) -> Problem:
    """Something that is nearly always a mistake, and might be meant."""
    return Problem("warning", section, field, sentence)


def some(names: Sequence[str], most: int = 3) -> str:
    """`'a', 'b', 'c' and 4 more`."""
    shown = ", ".join(map(repr, names[:most]))
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"
