"""How one character answers one item: detours, good queries, reading, marking, an answer."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from db.events import Query, Reached
from db.models import Item, PageRef
from demo.actor import Actor
from demo.behaviour import Character, Outcome, Range
from demo.queries import SEARCHES
from index.collection import OpenIndex

# The public agents' limit of turns.
MOST_QUERIES = 10
_PAUSES = ("Telephone", "Somebody at the door", "Coffee", "Break")
_ANYTHING = "Kestrel Ferry"
_NEAR = 3


class Found(NamedTuple):
    """Where a page can be opened from: a query and the rank of its hit."""

    query_event_id: str
    rank: int


class Performance:
    """One item in the hands of one character. Everything random comes from `source`."""

    def __init__(
        self, actor: Actor, character: Character, item: Item, index: OpenIndex, source: random.Random
    ) -> None:
        self._actor = actor
        self._character = character
        self._item = item
        self._index = index
        self._source = source
        self._texts = SEARCHES[item.item_id]
        self._found: dict[PageRef, Found] = {}
        self._n_queries = 0

    def answer(self, outcome: Outcome) -> None:
        """The whole attempt."""
        self._actor.open_item()
        self._take(self._character.typing_s)
        self._detours(outcome)
        if outcome in {"correct", "comprehension", "navigation"}:
            self._search_well()
        for page in self._cited(outcome):
            if self._character.opens_pages:
                self._go_to(page)
            self._actor.mark(page)
            self._mark_words(page, outcome)
        self._distraction()
        self._submit(outcome)

    def answer_with_pages(self, outcome: Outcome) -> None:
        """The whole attempt where the gold pages are given: they are read, and there is nothing to search."""
        self._actor.open_item()
        self._take(self._character.typing_s)
        for page in self._item.evidence:
            self._view(page, "hit")
            self._actor.mark(page)
            self._mark_words(page, outcome)
        self._distraction()
        self._submit(outcome)

    def _take(self, duration: Range) -> None:
        self._actor.wait(round(duration.drawn(self._source), 2))

    def _detours(self, outcome: Outcome) -> None:
        character = self._character
        right = outcome == "correct"
        wanted = character.detours_when_right if right else character.detours_when_wrong
        most = MOST_QUERIES - len(self._texts.good)
        n_detours = min(wanted.drawn_count(self._source), most)
        if not right and outcome in {"retrieval", "refusal"}:
            n_detours = max(n_detours, 1)
        texts = list(self._texts.vague)
        self._source.shuffle(texts)
        while len(texts) < n_detours:
            texts.append(" ".join(self._source.sample(self._words(), 2)))
        for text in texts[:n_detours]:
            hits = self._query(text)
            if hits and character.opens_pages and self._source.random() < 0.6:
                self._glance(hits[0])

    def _words(self) -> list[str]:
        words = (word.strip("?,.'’") for word in self._item.question.split())
        return sorted({word for word in words if len(word) > 4 and word.isalpha()})

    def _query(self, text: str) -> list[PageRef]:
        self._take(self._character.typing_s)
        event_id, query = self._actor.search(text, took_ms=round(self._source.uniform(2, 14), 1))
        self._n_queries += 1
        for hit in query.hits:
            self._found.setdefault(hit.ref, Found(event_id, hit.rank))
        return _pages(query)

    def _search_well(self) -> None:
        """Good queries, one after the other, until the hits name every document of the evidence."""
        wanted = {page.document for page in self._item.evidence}
        for text in self._texts.good:
            hits = self._query(text)
            if wanted <= {page.document for page in self._found} and hits:
                return

    def _glance(self, page: PageRef) -> None:
        found = self._found[page]
        self._actor.open_hit(found.query_event_id, found.rank, page)
        self._view(page, "hit", 0.5)

    def _view(self, page: PageRef, reached: Reached, share: float = 1.0) -> None:
        seconds = self._character.reading_s.drawn(self._source) * share
        zoom = self._source.choice((1.0, 1.0, 1.0, 1.25, 1.5))
        self._actor.view(page, reached, round(seconds, 2), zoom)

    def _go_to(self, page: PageRef) -> None:
        """Open the page's own hit, or another one of its document and turn pages from there."""
        if page in self._found:
            self._actor.open_hit(*self._found[page], page)
            self._view(page, "hit")
            return
        neighbours = [found for found in self._found if found.document == page.document]
        if not neighbours:
            self._view(page, "go_to")
            return
        nearest = min(neighbours, key=lambda one: abs(one.page - page.page))
        self._glance(nearest)
        for number, reached in _way(nearest.page, page.page):
            share = 1.0 if number == page.page else 0.25
            self._view(PageRef(document=page.document, page=number), reached, share)

    def _cited(self, outcome: Outcome) -> list[PageRef]:
        evidence = list(self._item.evidence)
        match outcome:
            case "correct":
                return evidence
            case "comprehension":
                return evidence if self._source.random() < 0.5 else evidence[:1]
            case "navigation":
                return self._beside(evidence)
            case "retrieval":
                return [self._elsewhere({page.document for page in evidence})]
            case "refusal":
                return []

    def _beside(self, evidence: list[PageRef]) -> list[PageRef]:
        """For each document of the evidence the nearest page that proves nothing."""
        pages = []
        for document in dict.fromkeys(page.document for page in evidence):
            gold = [page.page for page in evidence if page.document == document]
            others = [n for n in range(1, self._index.document(document).n_pages + 1) if n not in gold]
            nearest = min(others, key=lambda n: (abs(n - gold[0]), n))
            pages.append(PageRef(document=document, page=nearest))
        return pages

    def _elsewhere(self, documents: set[str]) -> PageRef:
        """A page that was found and belongs to none of the documents."""
        for text in ("", _ANYTHING):
            if text:
                self._query(text)
            others = [page for page in self._found if page.document not in documents]
            if others:
                return others[0]
        raise ValueError(f"every page found for {self._item.item_id!r} belongs to its evidence")

    def _mark_words(self, page: PageRef, outcome: Outcome) -> None:
        if outcome == "correct" and self._character.kind == "person" and self._source.random() < 0.4:
            for part in self._item.answer_variants[0]:
                self._actor.mark_words(page, part)

    def _distraction(self) -> None:
        if self._character.kind != "person":
            return
        if self._source.random() < 0.2:
            self._actor.look_away(round(self._source.uniform(6, 45), 2))
        if self._source.random() < 0.15:
            self._actor.pause(self._source.choice(_PAUSES), round(self._source.uniform(40, 300), 2))

    def _submit(self, outcome: Outcome) -> None:
        self._take(self._character.typing_s)
        if outcome == "refusal":
            self._actor.submit((), None, "not_found")
            return
        answer = (
            self._source.choice(self._item.answer_variants) if outcome == "correct" else self._texts.wrong
        )
        confidence = self._confidence(outcome)
        if self._character.kind == "person":
            self._actor.draft(answer, confidence)
            self._actor.wait(2.0)
        self._actor.submit(answer, confidence, "own")

    def _confidence(self, outcome: Outcome) -> int:
        if self._character.kind == "agent":
            return self._source.choice((90, 95, 95, 100))
        return 5 * (self._source.randint(14, 20) if outcome == "correct" else self._source.randint(6, 16))


def _pages(query: Query) -> list[PageRef]:
    return [hit.ref for hit in query.hits]


def _way(start: int, end: int) -> Iterator[tuple[int, Reached]]:
    """The pages on the way, each with how it is reached: turned one by one when near, else named."""
    if abs(end - start) > _NEAR:
        yield end, "go_to"
        return
    step = 1 if end > start else -1
    for number in range(start + step, end + step, step):
        yield number, "next" if step == 1 else "previous"
