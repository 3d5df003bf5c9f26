"""Can an item be answered by looking for its own words? N-grams of the question against all pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from annotation.construct.collection import GRAM_LENGTHS, CollectionWords, question_grams
from annotation.figures import Middle, Ratio, Wanted, mean_of
from db.models import Item
from index.search.analysis import Analyser

NO_EVIDENCE = "no item has evidence"


class LexicalMatch(NamedTuple):
    """What the n-grams of one question match: pages, and evidence pages among them.

    `n_grams` 0 means that the question has too few words left for this length: it matches nothing.
    """

    n_grams: int
    n_pages: int
    n_evidence_matched: int
    n_evidence: int

    @property
    def precision(self) -> float | None:
        """Evidence pages matched / pages matched; None when no page is matched, or without evidence."""
        return self.n_evidence_matched / self.n_pages if self.n_pages and self.n_evidence else None

    @property
    def recall(self) -> float | None:
        """Evidence pages matched / evidence pages; None without evidence."""
        return self.n_evidence_matched / self.n_evidence if self.n_evidence else None


def lexical_matches(item: Item, collection: CollectionWords, analyser: Analyser) -> dict[int, LexicalMatch]:
    """What the question's n-grams match, by length. Evidence outside the collection is never matched.

    A page is matched when at least one n-gram stands on it. Source: MADQA, appendix E.1.
    """
    evidence = set(item.evidence)
    numbers = [collection.pages[ref] for ref in evidence if ref in collection.pages]
    matches: dict[int, LexicalMatch] = {}
    for n, found in question_grams(item, analyser).items():
        matched = np.zeros(len(collection.pages), dtype=bool)
        for gram in found & collection.places.keys():
            matched[collection.places[gram]] = True
        matches[n] = LexicalMatch(
            n_grams=len(found),
            n_pages=int(matched.sum()),
            n_evidence_matched=int(matched[numbers].sum()),
            n_evidence=len(evidence),
        )
    return matches


def lexical_figures(rows: Sequence[dict[int, LexicalMatch]]) -> list[Wanted]:
    """Pages matched, precision, recall and misses, by length of n-gram."""
    wanted: list[Wanted] = []
    for n in GRAM_LENGTHS:
        matches = [row[n] for row in rows]
        with_evidence = [match if match.n_evidence else None for match in matches]
        name = f"{n}-grams"
        wanted += [
            Middle(f"pages_matched@{name}", tuple(float(match.n_pages) for match in matches), "no items"),
            Ratio(
                f"lexical_precision@{name}",
                tuple(float(m.n_evidence_matched) if m else 0.0 for m in with_evidence),
                tuple(float(m.n_pages) if m else 0.0 for m in with_evidence),
                "no page is matched" if any(with_evidence) else NO_EVIDENCE,
            ),
            mean_of(
                f"lexical_precision_mean@{name}",
                [match.precision for match in matches],
                "no page is matched" if any(with_evidence) else NO_EVIDENCE,
            ),
            mean_of(f"lexical_recall@{name}", [match.recall for match in matches], NO_EVIDENCE),
            mean_of(
                f"lexical_missed@{name}",
                [m and m.n_evidence_matched == 0 for m in with_evidence],
                NO_EVIDENCE,
            ),
        ]
    return wanted


def lexical_notes(rows: Sequence[dict[int, LexicalMatch]]) -> list[str]:
    """For how many questions there are too few words for n-grams of a length."""
    counts = {n: sum(row[n].n_grams == 0 for row in rows) for n in GRAM_LENGTHS}
    return [
        f"{count} of {len(rows)} questions have too few words left for {n}-grams: they match no page"
        for n, count in counts.items()
        if count
    ]
