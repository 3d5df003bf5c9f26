"""How many pages and documents the evidence takes, beside what the project wants. A label, no duty. Pure."""

from __future__ import annotations

from collections import Counter

from annotation.checks.evidence import Evidence
from annotation.checks.findings import Finding
from db.authored import HopType, ItemDraft
from db.wording import listed

NAMES: dict[HopType, str] = {"single": "single", "cross_page": "cross-page", "cross_doc": "cross-document"}


def check_multi_hop(draft: ItemDraft, evidence: Evidence) -> tuple[Finding, ...]:
    """The item's hop type, and the share of each wanted type with this item counted in.

    A note if a wanted type is short and this item is not of a type that is short.
    """
    hop = draft.hop
    if hop is None:
        sentence = "No page is marked yet: the hop type follows from the evidence."
        return (Finding(check="multi_hop", level="note", sentence=sentence),)
    counts = Counter([hop, *(other.hop for other in evidence.others if other.hop is not None)])
    n_items = counts.total()
    wanted = {target.of: target.share for target in evidence.targets.hop_types}
    shares = [
        f"{counts[kind]:,} of {n_items:,} {name} ({counts[kind] / n_items:.0%}, wanted {wanted[kind]:.0%})"
        for kind, name in NAMES.items()
        if kind in wanted
    ]
    short = [kind for kind in NAMES if kind in wanted and counts[kind] < wanted[kind] * n_items]
    sentence = f"Hop type: {NAMES[hop]}."
    if shares:
        sentence += f" With it the project has {listed(shares)}."
    if not short or hop in short:
        return (Finding(check="multi_hop", level="pass", sentence=sentence),)
    names = " and ".join(NAMES[kind] for kind in short)
    sentence += f" More {names} items are wanted."
    return (Finding(check="multi_hop", level="note", sentence=sentence),)
