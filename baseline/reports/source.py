"""Everything that a report is computed from, without a database: anybody can compute it again. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from baseline.analysis.exclusion_rules import Flag, Judged, Share, all_flags
from baseline.analysis.left_out import LeftOut
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.records import GoldItem
from baseline.exports.card.entry import Card
from baseline.exports.card.parity import Parity
from baseline.exports.card.people_flow import PeopleFlow
from baseline.exports.card.writing import Texts
from baseline.figures.counting import left_out_of
from baseline.figures.systems import SystemOnSet
from baseline.studies.study_state import StudyPhase, fold_study
from db.events import Event
from db.judging import EnteredCalibration
from db.models import Frozen, Item, Verdict
from db.study_design import Study


class IndexFacts(Frozen):
    """What the build of the index was made with; everything but its name and fingerprint may be unknown."""

    name: str
    fingerprint: str
    profile: str
    n_documents: int | None = None
    n_pages: int | None = None
    n_ocr_pages: int | None = None
    versions: Mapping[str, str] = {}


class Told(NamedTuple):
    """What is told of a study beside its figures: written down once, and kept with them."""

    card: Card
    parity: Parity
    texts: Texts
    flow: PeopleFlow


@dataclass(frozen=True, slots=True)
class Source:
    """A study at one moment, with the imported runs on its item set.

    `systems` are those of the study first, records as exports have them, each with the judgement in force.
    `exclusions` are the events that exclude and take back, oldest first; `attention` and `finished` what the
    rules look at beside the records; `verdicts` every judgement of every attempt, without its free text.
    `n_events` of attempts and `last_event_at_ms` (0 without any) say which moment it is. The index has its
    bare name also where the study keeps a whole path; `design_sha256` is of the design with that.
    """

    study: Study
    phase: StudyPhase
    launched_sha256: str
    design_sha256: str
    n_amendments: int
    n_assigned: int
    n_events: int
    last_event_at_ms: int
    items: tuple[Item, ...]
    systems: tuple[SystemOnSet, ...]
    exclusions: tuple[Event, ...]
    attention: Mapping[str, Share]
    finished: Mapping[str, Share]
    verdicts: Mapping[str, tuple[Verdict, ...]]
    calibrations: Mapping[str, EnteredCalibration]
    index: IndexFacts
    told: Told

    @property
    def gold(self) -> tuple[GoldItem, ...]:
        """The items as metrics take them."""
        return tuple(gold_item(item) for item in self.items)

    @property
    def own(self) -> tuple[SystemOnSet, ...]:
        """The systems of the study itself."""
        return tuple(one for one in self.systems if one.origin.kind == "study")

    @property
    def left_out(self) -> LeftOut:
        """What is excluded by hand."""
        return left_out_of(fold_study(self.exclusions))

    @property
    def flags(self) -> list[Flag]:
        """What the declared rules flag."""
        people = [one for one in self.own if one.kind == "people"]
        records = [record for one in people for record in one.records if record.status != "missing"]
        return all_flags(self.study.design, Judged(records, self.attention, self.finished))
