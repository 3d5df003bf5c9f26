"""Does a figure hold, whatever is excluded: a study under each of the rules that it declared."""

from __future__ import annotations

from collections.abc import Sequence

from baseline.analysis.exclusion_rules import Flag, left_out_by, rule_text
from baseline.analysis.left_out import NOTHING, LeftOut
from baseline.analysis.records import Mode
from baseline.analysis.robustness import RobustRow, Variant, robust_rows
from baseline.figures.counting import CountedStudy, counted_study
from baseline.figures.exclusions import study_flags
from baseline.figures.study_report import StudyReport, pairs_of
from db.connection import Database
from db.study_design import StudyDesign


def robustness(database: Database, study_id: str, mode: Mode = "strict") -> list[RobustRow]:
    """Every headline figure of a study under every exclusion rule that it declared.

    Raises:
        NotFound: there is no such study.
    """
    return robustness_of(counted_study(database, study_id), study_flags(database, study_id), mode)


def robustness_of(
    counted: CountedStudy, flags: Sequence[Flag], mode: Mode = "strict", report: StudyReport | None = None
) -> list[RobustRow]:
    """The same of a study that was read; the figures of `report`, which are shown, are not computed again."""
    return robust_rows(
        counted.gold,
        {name: counted.of(name) for name in counted.systems},
        pairs_of(counted),
        variants_of(counted, flags),
        mode,
        {} if report is None else {one.report.system: one.report for one in report.systems},
    )


def variants_of(counted: CountedStudy, flags: Sequence[Flag]) -> list[Variant]:
    """Nothing, each declared rule, all of them, and what is excluded by hand."""
    return declared_variants(counted.study.design, flags, counted.left_out)


def declared_variants(design: StudyDesign, flags: Sequence[Flag], by_hand: LeftOut) -> list[Variant]:
    """The same, from the design, what its rules flag and what is excluded by hand."""
    by_rule = [
        Variant(
            f"rule:{rule.rule_id}",
            rule_text(rule, design),
            left_out_by(flag for flag in flags if flag.rule_id == rule.rule_id),
        )
        for rule in design.exclusion_rules
    ]
    return [
        Variant("nothing", "Nothing excluded", NOTHING),
        *by_rule,
        *([Variant("all", "All declared rules", left_out_by(flags))] if by_rule else []),
        Variant("by_hand", "As decided by hand (the figures shown)", by_hand),
    ]
