"""What a project still lacks against its targets: by document, category, hop type, visual category."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from annotation.construct.mix import NOT_STATED, visual_category
from annotation.construct.spread import folder_of
from baseline.analysis.cascade import HOP_TYPES, HopType
from db.authored import ItemDraft, Target, Targets

IN_WORK = frozenset({"draft", "returned"})
LEFT_OUT = frozenset({"rejected"})
NO_EVIDENCE = "no evidence"


class DraftWithStatus(NamedTuple):
    """A draft and where it stands; every status but those in IN_WORK and LEFT_OUT is handed in."""

    draft: ItemDraft
    status: str


class Thin(NamedTuple):
    """One kind of item: handed in, still in work, wanted (None without a target), and still missing.

    `missing` is wanted - have, at least 0; items in work are not yet counted on.
    """

    of: str
    have: int
    in_work: int
    want: float | None
    missing: float


@dataclass(frozen=True, slots=True)
class Coverage:
    """Each list in the order of what is missing most, then by name; `items` is the whole project."""

    items: Thin
    hop_types: tuple[Thin, ...]
    visual: tuple[Thin, ...]
    categories: tuple[Thin, ...]
    documents: tuple[Thin, ...]


@dataclass(slots=True)
class _Counts:
    """How many drafts there are, whole and by kind."""

    n: int
    hops: Counter[str]
    visual: Counter[str]
    categories: Counter[str]
    documents: Counter[str]


def coverage(
    drafts: Iterable[DraftWithStatus],
    documents: Sequence[str],
    targets: Targets,
    categories: Mapping[str, str] | None = None,
) -> Coverage:
    """What there is and what is missing.

    Wanted are: `n_items` times the share of a hop type or visual category, rounded; what the hop types'
    shares leave over for items on one page; `items_per_document` for each document, and its multiple for
    the documents of a category. An item counts once for each document and category of its evidence.

    Args:
        drafts: all drafts of the project.
        documents: all documents of the project's index; evidence elsewhere is counted nowhere.
        targets: the project's.
        categories: the category of each document; by default the first folder of its name.
    """
    category_of = {
        name: folder_of(name) if categories is None else categories.get(name, NOT_STATED)
        for name in documents
    }
    handed_in: list[ItemDraft] = []
    in_work: list[ItemDraft] = []
    for draft, status in drafts:
        if status not in LEFT_OUT:
            (in_work if status in IN_WORK else handed_in).append(draft)
    have, working = _counted(handed_in, category_of), _counted(in_work, category_of)
    n_documents = Counter(category_of.values())
    per_document = targets.items_per_document
    by_category = {category: per_document * n for category, n in n_documents.items()}
    return Coverage(
        items=_thin("items", have.n, working.n, targets.n_items),
        hop_types=_listed(have.hops, working.hops, _hop_wants(targets)),
        visual=_listed(have.visual, working.visual, _wants(targets.visual, targets.n_items)),
        categories=_listed(have.categories, working.categories, by_category),
        documents=_listed(have.documents, working.documents, dict.fromkeys(documents, per_document)),
    )


def _counted(drafts: Sequence[ItemDraft], category_of: Mapping[str, str]) -> _Counts:
    counts = _Counts(len(drafts), Counter(), Counter(), Counter(), Counter())
    for stated, n in Counter(draft.metadata.visual for draft in drafts).items():
        counts.visual[visual_category(stated)] += n
    for draft in drafts:
        pages = {(mark.document, mark.page) for mark in draft.evidence}
        known = {document for document, _ in pages if document in category_of}
        counts.hops[_hop(pages) or NO_EVIDENCE] += 1
        counts.documents.update(known)
        counts.categories.update({category_of[document] for document in known})
    return counts


def _hop(pages: set[tuple[str, int]]) -> HopType | None:
    # As ItemDraft.hop, without building a model for every page.
    if not pages:
        return None
    if len({document for document, _ in pages}) > 1:
        return "cross_doc"
    return "cross_page" if len(pages) > 1 else "single"


def _hop_wants(targets: Targets) -> dict[str, float]:
    wants = _wants(targets.hop_types, targets.n_items)
    left_over = max(0.0, targets.n_items - sum(wants.values()))
    if "single" not in wants:
        wants["single"] = left_over
    return {hop: wants.get(hop, 0.0) for hop in HOP_TYPES} | wants


def _wants(targets: Sequence[Target], n_items: int) -> dict[str, float]:
    return {target.of: float(round(target.share * n_items)) for target in targets}


def _listed(have: Counter[str], working: Counter[str], wants: Mapping[str, float]) -> tuple[Thin, ...]:
    thin = [_thin(of, have[of], working[of], wants.get(of)) for of in {*have, *working, *wants}]
    return tuple(sorted(thin, key=lambda one: (-one.missing, one.of)))


def _thin(of: str, have: int, in_work: int, want: float | None) -> Thin:
    return Thin(of, have, in_work, want, 0.0 if want is None else max(0.0, want - have))
