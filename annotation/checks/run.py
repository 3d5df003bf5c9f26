"""All checks of a draft, in the order in which the form shows them. Pure."""

from __future__ import annotations

from annotation.checks.agentic import check_agentic
from annotation.checks.closed_world import check_closed_world
from annotation.checks.duplicates import check_duplicates
from annotation.checks.evidence import Evidence
from annotation.checks.extractive import check_extractive
from annotation.checks.findings import CheckName, Finding
from annotation.checks.grounded import check_grounded
from annotation.checks.hop import check_multi_hop
from annotation.checks.visual import check_visual
from annotation.checks.wording import check_wording
from db.authored import ItemDraft

TITLES: dict[CheckName, str] = {
    "extractive": "Extractive: the answer stands on the marked pages",
    "multi_hop": "Multi-hop: how many pages and documents it takes",
    "closed_world": "Closed-world: it cannot be answered without the documents",
    "grounded": "Grounded: the evidence is minimal and the only place",
    "agentic": "Agentic: no single query finds everything",
    "visual": "Visual: what has to be seen",
    "self_reference": "Wording: stands alone",
    "location_cue": "Wording: does not tell where to look",
    "yes_no": "Wording: not answered by yes or no",
    "near_duplicate": "Wording: not asked already",
    "long_answer": "Wording: short answer",
}


def run_checks(draft: ItemDraft, evidence: Evidence) -> tuple[Finding, ...]:
    """What every check says; at least one finding for each, in the order of TITLES."""
    findings = (
        *check_extractive(draft, evidence),
        *check_multi_hop(draft, evidence),
        *check_closed_world(draft, evidence),
        *check_grounded(draft, evidence),
        *check_agentic(draft, evidence),
        *check_visual(draft, evidence),
        *check_wording(draft),
        *check_duplicates(draft, evidence.others),
    )
    order = list(TITLES)
    return tuple(sorted(findings, key=lambda finding: order.index(finding.check)))


def still_complaining(draft: ItemDraft, findings: tuple[Finding, ...]) -> tuple[CheckName, ...]:
    """The checks that warn and for which the author has given no reason."""
    explained = {override.check for override in draft.overrides}
    return tuple(dict.fromkeys(f.check for f in findings if f.level == "warn" and f.check not in explained))
