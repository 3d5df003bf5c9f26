"""Where in the collection the evidence lies: documents, folders, pages, and how far apart."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean

from annotation.construct.collection import CollectionWords
from annotation.construct.tfidf import cosine, inverse_frequencies, weighted
from annotation.figures import Middle, Wanted, counted_share, mean_of, plain_figure
from baseline.analysis.cascade import hop_type
from baseline.analysis.records import Figure
from db.models import Item

NO_FOLDER = "(top folder)"
_NO_COLLECTION = "the collection has no documents"


def folder_of(document: str) -> str:
    """The first folder of a document's name, as collections keep categories in folders."""
    folder, found, _ = document.partition("/")
    return folder if found else NO_FOLDER


def spread_figures(items: Sequence[Item], n_pages: Mapping[str, int]) -> list[Figure]:
    """How much of the collection is used. `n_pages` has all documents; evidence elsewhere counts for none."""
    n_items = Counter(
        document
        for item in items
        for document in {ref.document for ref in item.evidence}
        if document in n_pages
    )
    pages = {ref for item in items for ref in item.evidence if 1 <= ref.page <= n_pages.get(ref.document, 0)}
    by_folder: dict[str, list[str]] = defaultdict(list)
    for document in n_pages:
        by_folder[folder_of(document)].append(document)
    most = float(max(n_items.values(), default=0)) if n_pages else None
    return [
        counted_share("documents_used", len(n_items), len(n_pages), _NO_COLLECTION),
        counted_share("pages_used", len(pages), sum(n_pages.values()), "the collection has no pages"),
        counted_share("items_per_document", n_items.total(), len(n_pages), _NO_COLLECTION),
        plain_figure("items_on_one_document", most, len(n_pages), _NO_COLLECTION),
        *(
            counted_share(
                f"documents_used_by_folder@{folder}",
                sum(name in n_items for name in documents),
                len(documents),
                _NO_COLLECTION,
            )
            for folder, documents in sorted(by_folder.items())
        ),
    ]


def page_gap(item: Item) -> int | None:
    """Last minus first evidence page in one document, the widest; None unless a document has several."""
    pages: dict[str, set[int]] = defaultdict(set)
    for ref in item.evidence:
        pages[ref.document].add(ref.page)
    return max((max(of) - min(of) for of in pages.values() if len(of) > 1), default=None)


def evidence_distances(items: Sequence[Item], collection: CollectionWords) -> list[float | None]:
    """Mean 1 - TF-IDF cosine over the pairs of an item's evidence pages.

    Words are weighed by (1 + ln tf) * (1 + ln((1 + N) / (1 + df))) over all pages. None with fewer than
    two evidence pages in the collection that hold words.
    """
    weights = inverse_frequencies(collection.n_pages_with, len(collection.pages))
    vectors = {ref: weighted(words, weights) for ref, words in collection.evidence_words.items() if words}
    distances: list[float | None] = []
    for item in items:
        known = [vectors[ref] for ref in dict.fromkeys(item.evidence) if ref in vectors]
        pairs = [1 - cosine(one, other) for one, other in combinations(known, 2)]
        distances.append(fmean(pairs) if pairs else None)
    return distances


def distance_figures(
    items: Sequence[Item], gaps: Sequence[int | None], distances: Sequence[float | None]
) -> list[Wanted]:
    """Page gap, and distance of evidence pages, whole and by hop type."""
    no_gap = "no item has several evidence pages in one document"
    no_pairs = "no item has several evidence pages with words"
    hops = [hop_type(item.evidence) for item in items]
    return [
        Middle("page_gap", tuple(gaps), no_gap),
        mean_of("adjacent_pages", [None if gap is None else gap == 1 for gap in gaps], no_gap),
        mean_of("evidence_distance", distances, no_pairs),
        *(
            mean_of(
                f"evidence_distance@{hop}",
                [value if of == hop else None for value, of in zip(distances, hops, strict=True)],
                no_pairs,
            )
            for hop in ("cross_page", "cross_doc")
        ),
    ]
