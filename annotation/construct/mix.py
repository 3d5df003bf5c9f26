"""What the items are: by hop type, visual category, reasoning, category and domain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from annotation.figures import Wanted, mean_of
from baseline.analysis.cascade import HOP_TYPES, hop_type
from db.models import Item

NOT_STATED = "not stated"
FREE_TEXT = "free text"
_NO_EVIDENCE = "no item has evidence"


def visual_category(stated: str) -> str:
    """The category without its detail: "Artifact: scan" is "artifact"; empty is "not stated"."""
    return _name(stated.partition(":")[0])


def mix_figures(items: Sequence[Item]) -> list[Wanted]:
    """Hop types, visual categories and reasoning types as shares; each kind's sum to 1."""
    hops = [hop_type(item.evidence) if item.evidence else None for item in items]
    visual = [visual_category(item.metadata.visual) for item in items]
    beyond = [None if of == NOT_STATED else of != FREE_TEXT for of in visual]
    return [
        *(
            mean_of(f"hop_mix@{hop}", [None if of is None else of == hop for of in hops], _NO_EVIDENCE)
            for hop in HOP_TYPES
        ),
        mean_of("multi_hop", [None if of is None else of != "single" for of in hops], _NO_EVIDENCE),
        *_shares("visual_mix", visual),
        *_details([item.metadata.visual for item in items]),
        mean_of("visual_needed", beyond, "no item has a visual category"),
        *_shares("reasoning_mix", [_name(item.metadata.reasoning) for item in items]),
    ]


def subject_figures(items: Sequence[Item]) -> list[Wanted]:
    """Document categories and domains as shares; each kind's sum to 1."""
    return [
        *_shares("category_mix", [_stated(item.metadata.category) for item in items]),
        *_shares("domain_mix", [_stated(item.metadata.domain) for item in items]),
    ]


def _details(stated: Sequence[str]) -> list[Wanted]:
    """Those with a detail only: their shares do not sum to 1."""
    full = [_name(text) if text.partition(":")[2].strip() else None for text in stated]
    order = sorted(Counter(name for name in full if name).items(), key=lambda one: (-one[1], one[0]))
    return [mean_of(f"visual_detail@{name}", [of == name for of in full], "no items") for name, _ in order]


def _shares(base: str, values: Sequence[str]) -> list[Wanted]:
    """The most frequent first; what is not stated last."""
    order = sorted(Counter(values).items(), key=lambda one: (one[0] == NOT_STATED, -one[1], one[0]))
    return [mean_of(f"{base}@{name}", [value == name for value in values], "no items") for name, _ in order]


def _name(stated: str) -> str:
    return _stated(stated).casefold().replace("_", " ")


def _stated(text: str) -> str:
    return " ".join(text.split()) or NOT_STATED
