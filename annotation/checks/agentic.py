"""Does one query find everything? Then nobody has to look twice, and the item measures little. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from annotation.checks.evidence import Evidence
from annotation.checks.findings import Finding, listed, page_name
from annotation.checks.text import query_pieces, words_of
from db.authored import ItemDraft
from db.models import PageRef
from index.search.madqa_analysis import STOP_WORDS

# Ranks are shown down to here; each hit costs a snippet.
DEPTH = 10
# The query language takes 64 words and 1,000 characters (index/search/language.py).
_MOST_WORDS = 60
_MOST_CHARS = 900
_OR = " OR "


class Query(NamedTuple):
    """The question as one query."""

    name: str
    text: str


def queries_of(question: str) -> list[Query]:
    """The question as one query: all of its words, any of them, and both without stop words."""
    pieces = list(_first(query_pieces(question)))
    content = [piece for piece in pieces if any(word not in STOP_WORDS for word in words_of(piece))]
    queries = [
        Query("all its words", " ".join(pieces)),
        Query("any of its words", _OR.join(pieces)),
        Query("all its words without stop words", " ".join(content)),
        Query("any of its words without stop words", _OR.join(content)),
    ]
    by_text = {query.text: query for query in reversed(queries) if query.text}
    return list(reversed(by_text.values()))


def _first(pieces: Sequence[str]) -> Iterator[str]:
    n_words = n_chars = 0
    for piece in dict.fromkeys(pieces):
        n_words += len(words_of(piece))
        n_chars += len(piece) + len(_OR)
        if n_words > _MOST_WORDS or n_chars > _MOST_CHARS:
            return
        yield piece


def check_agentic(draft: ItemDraft, evidence: Evidence) -> tuple[Finding, ...]:
    """Warns if a query has all evidence in the first k hits; always says where each page stands."""
    queries = queries_of(draft.question)
    pages = list(dict.fromkeys(draft.pages))
    if not queries or not pages:
        sentence = "A question and a marked page are needed to see whether one query finds everything."
        return (Finding(check="agentic", level="note", sentence=sentence),)
    depth = max(DEPTH, evidence.k)
    ranks = [_ranks(evidence.search(query.text, depth), pages) for query in queries]
    for query, found in zip(queries, ranks, strict=True):
        if all(rank is not None and rank <= evidence.k for rank in found):
            sentence = (
                f"One query finds all the evidence: with {query.name}, {_places(pages, found, depth)}, and "
                f"people are shown {evidence.k} hits. Ask for something that takes more than one search, or "
                "name things by what leads to them."
            )
            return (Finding(check="agentic", level="warn", sentence=sentence),)
    best = [min((r for r in column if r is not None), default=None) for column in zip(*ranks, strict=True)]
    sentence = f"No one query made of the question finds all of it: at best {_places(pages, best, depth)}."
    return (Finding(check="agentic", level="pass", sentence=sentence),)


def _ranks(hits: Sequence[PageRef], pages: Sequence[PageRef]) -> list[int | None]:
    place = {ref: rank for rank, ref in reversed(list(enumerate(hits, 1)))}
    return [place.get(ref) for ref in pages]


def _places(pages: Sequence[PageRef], ranks: Sequence[int | None], depth: int) -> str:
    places = (f"is not among the first {depth}" if rank is None else f"is hit {rank}" for rank in ranks)
    return listed([f"{page_name(ref)} {place}" for ref, place in zip(pages, places, strict=True)], most=8)
