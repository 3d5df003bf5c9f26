"""Ways to exclude on an item set: those of every study on it, so that a panel can be seen under each."""

from __future__ import annotations

from collections.abc import Sequence

from baseline.analysis.exclusion_rules import left_out_by, rule_text
from baseline.analysis.left_out import NOTHING
from baseline.analysis.robustness import Variant
from baseline.figures.exclusions import study_flags
from db.connection import Database
from db.study_design import Study


def exclusion_variants(database: Database, studies: Sequence[Study]) -> tuple[Variant, ...]:
    """Nothing, each declared rule of each study, and all of them; what is decided by hand is no rule.

    A rule leaves out attempts and participants of its own study alone; runs are not excluded from.
    """
    variants = [Variant("nothing", "Nothing excluded", NOTHING)]
    every = NOTHING
    for study in studies:
        if not study.design.exclusion_rules:
            continue
        flags = study_flags(database, study.study_id)
        every = every.and_also(left_out_by(flags))
        for rule in study.design.exclusion_rules:
            by_rule = left_out_by(flag for flag in flags if flag.rule_id == rule.rule_id)
            label = rule_text(rule, study.design)
            if len(studies) > 1:
                label = f"{label} ({study.title})"
            variants.append(Variant(f"rule:{study.study_id}:{rule.rule_id}", label, by_rule))
    if len(variants) > 1:
        variants.append(Variant("all", "All declared rules", every))
    return tuple(variants)
