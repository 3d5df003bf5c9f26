"""Everything that a card says something about, read once, of one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from baseline.analysis.precision import PlannedPrecision
from baseline.analysis.robustness import HEADLINE, RobustRow
from baseline.designs.planning import precision_of
from baseline.exports.contents import Place, StudyContents
from baseline.figures.counting import counted_study
from baseline.figures.exclusions import study_flags
from baseline.figures.robust_report import robustness_of
from baseline.figures.study_report import StudyReport, report_of
from baseline.participants.participation_state import ParticipationState, fold_participation
from db import exposures
from db.connection import Database
from db.errors import IndexMissing
from db.exposures import Exposure
from db.models import Account
from db.studies import launched_study
from db.study_design import Study, StudyDesign
from index.collection import open_index
from index.manifest import Manifest

# What a card shows of a report, and no more: resampling is most of the work.
_SHOWN = frozenset({*HEADLINE, "kuiper_p"})


@dataclass(frozen=True, slots=True)
class Subject:
    """What a card is about. `manifest` is None where the build of the index is not on this machine.

    `states` are the folds of people's own events, `known` what each person knew of the study's items
    beside this study; both by account id.
    """

    contents: StudyContents
    report: StudyReport
    robust: tuple[RobustRow, ...]
    precision: PlannedPrecision
    """As planned: of the design as it was launched."""
    precision_now: PlannedPrecision | None
    """Of the design with its amendments, where they change what it rests on."""
    states: Mapping[str, ParticipationState]
    known: Mapping[str, tuple[Exposure, ...]]
    manifest: Manifest | None

    @property
    def study(self) -> Study:
        """The study as it holds now."""
        return self.contents.study

    @property
    def design(self) -> StudyDesign:
        """The design as it holds now."""
        return self.contents.study.design

    @property
    def people(self) -> tuple[Account, ...]:
        """Whoever takes part as a person, simulated ones too."""
        return tuple(one for one in self.contents.people if one.side == "people")

    @property
    def agents(self) -> tuple[Account, ...]:
        """The agents."""
        return tuple(one for one in self.contents.people if one.side == "agent")

    def places(self, side: str, *, begun: bool = False) -> tuple[Place, ...]:
        """The places of one side that figures count."""
        return tuple(
            one
            for one in self.contents.counted
            if one.account.side == side and (one.facts is not None or not begun)
        )

    @property
    def began(self) -> frozenset[str]:
        """Accounts that were shown one of the study's own items, whatever became of it and of them."""
        return frozenset(
            one.account.account_id
            for one in self.contents.places
            if one.assignment.purpose == "main" and one.facts is not None
        )

    def answers(self, side: str) -> tuple[Place, ...]:
        """The places of one side that figures count and that hold an answer."""
        return tuple(one for one in self.places(side) if one.record and one.record.answer)

    def own_places(self, purpose: str) -> tuple[Place, ...]:
        """People's places of one purpose that have begun."""
        return tuple(
            one
            for one in self.contents.places
            if one.assignment.purpose == purpose and one.account.side == "people" and one.facts is not None
        )


def read_subject(database: Database, contents: StudyContents) -> Subject:
    """The rest of what a card needs. Call it inside the snapshot that `contents` was read in."""
    study = contents.study
    counted = counted_study(database, study.study_id)
    report = report_of(counted, keys=_SHOWN)
    flags = study_flags(database, study.study_id)
    wanted = {item.item_id for item in contents.items}
    n_items = len(contents.items)
    planned = precision_of(launched_study(database, study.study_id).design, n_items)
    now = precision_of(study.design, n_items)
    return Subject(
        contents=contents,
        report=report,
        robust=tuple(robustness_of(counted, flags, report=report)),
        precision=planned,
        precision_now=None if now.planned == planned.planned else now,
        states={
            account_id: fold_participation(events) for account_id, events in contents.participations.items()
        },
        known={
            one.account_id: _known(exposures.ledger_of(database, one, study.study_id), wanted)
            for one in contents.people
        },
        manifest=_manifest(study),
    )


def _known(ledger: Sequence[Exposure], wanted: set[str]) -> tuple[Exposure, ...]:
    return tuple(one for one in ledger if one.item_id in wanted)


def _manifest(study: Study) -> Manifest | None:
    try:
        index = open_index(study.index_name, study.index_fingerprint, "when asked")
    except IndexMissing:
        return None
    try:
        return index.manifest
    finally:
        index.close()
