"""Does the question itself, as one query, bring up all its evidence? Then the item is not agentic."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from annotation.construct.words import content_words
from annotation.figures import Wanted, mean_of
from baseline.analysis.cascade import HOP_TYPES, HopType, hop_type
from db.models import Item, PageRef
from index.search.analysis import Analyser
from index.search.interface import QueryProblem, SearchResult

# typed: as it stands (all words wanted). or: its words joined by OR. The other two without stop and
# question words: as a person would shorten the question.
QueryForm = Literal["typed", "or", "content", "content_or"]
QUERY_FORMS: tuple[QueryForm, ...] = get_args(QueryForm)
# Every hit looked at has its snippet made, which takes longer than the ranking: no deeper than needed.
_FURTHER_CUTOFFS = (10,)

Search = Callable[[str, int], SearchResult]


@dataclass(frozen=True, slots=True)
class QueryOutcome:
    """What one form of the question brought up.

    `ranks` are those of the evidence pages in order of the evidence, None where a page is not among the
    hits looked at; `refused` is the search tool's sentence when it did not take the query.
    """

    form: QueryForm
    query: str
    total: int
    ranks: tuple[int | None, ...]
    refused: str | None = None

    def finds_all(self, k: int) -> bool | None:
        """Whether all evidence is in the top `k`; None when refused or without evidence."""
        if self.refused is not None or not self.ranks:
            return None
        return all(rank is not None and rank <= k for rank in self.ranks)

    def finds_any(self, k: int) -> bool | None:
        """Whether some evidence is in the top `k`; None when refused or without evidence."""
        if self.refused is not None or not self.ranks:
            return None
        return any(rank is not None and rank <= k for rank in self.ranks)


def cutoffs_of(k: int) -> tuple[int, ...]:
    """The study's k, then 10 where that is larger."""
    return (k, *(cutoff for cutoff in _FURTHER_CUTOFFS if cutoff > k))


def query_of(question: str, form: QueryForm, analyser: Analyser) -> str:
    """The question in this form; empty when no words are left."""
    line = " ".join(question.split())
    if form == "typed":
        return line
    if form == "or":
        words = [token.text for token in analyser.tokens(line)]
    else:
        words = [spellings[-1] for spellings in content_words(line, analyser)]
    return (" " if form == "content" else " OR ").join(dict.fromkeys(words))


def ask_as_one_query(item: Item, search: Search, analyser: Analyser, k: int) -> tuple[QueryOutcome, ...]:
    """Every form of the question as one query, looked at down to the last cut-off."""
    evidence = tuple(dict.fromkeys(item.evidence))
    return tuple(
        _outcome(form, query_of(item.question, form, analyser), evidence, search, cutoffs_of(k)[-1])
        for form in QUERY_FORMS
    )


def enough(outcomes: Sequence[QueryOutcome], k: int) -> bool | None:
    """Whether one of the forms finds all evidence in the top `k`; None when none could be tried."""
    found = [outcome.finds_all(k) for outcome in outcomes]
    return None if all(one is None for one in found) else any(found)


def one_query_figures(items: Sequence[Item], rows: Sequence[Sequence[QueryOutcome]], k: int) -> list[Wanted]:
    """Share of items for which one query is enough, by hop type, by form, by cut-off."""
    no_items = "no item has evidence"
    is_enough = [enough(row, k) for row in rows]
    hops = [hop_type(item.evidence) for item in items]
    wanted: list[Wanted] = [mean_of("one_query_enough", is_enough, no_items)]
    wanted += [
        mean_of(f"one_query_enough_by_hop@{hop}", _only(is_enough, hops, hop), f"no item of hop type {hop}")
        for hop in HOP_TYPES
    ]
    for position, form in enumerate(QUERY_FORMS):
        outcomes = [row[position] for row in rows]
        wanted += [
            mean_of(f"one_query_all@{form}_{cutoff}", [o.finds_all(cutoff) for o in outcomes], no_items)
            for cutoff in cutoffs_of(k)
        ]
        wanted.append(mean_of(f"one_query_any@{form}_{k}", [o.finds_any(k) for o in outcomes], no_items))
    return wanted


def one_query_notes(rows: Sequence[Sequence[QueryOutcome]]) -> list[str]:
    """How many queries the search tool refused, by form."""
    notes = []
    for position, form in enumerate(QUERY_FORMS):
        refused = [row[position].refused for row in rows if row[position].refused is not None]
        if refused:
            notes.append(
                f"{len(refused)} of {len(rows)} queries of form {form} are refused and left out: {refused[0]}"
            )
    return notes


def _only(values: Sequence[bool | None], hops: Sequence[HopType], hop: HopType) -> list[bool | None]:
    return [value if of == hop else None for value, of in zip(values, hops, strict=True)]


def _outcome(
    form: QueryForm, query: str, evidence: tuple[PageRef, ...], search: Search, depth: int
) -> QueryOutcome:
    nothing = tuple(None for _ in evidence)
    if not query:
        return QueryOutcome(form, query, 0, nothing)
    try:
        result = search(query, depth)
    except QueryProblem as problem:
        return QueryOutcome(form, query, 0, nothing, refused=problem.user_message)
    ranks = {(hit.document, hit.page): hit.rank for hit in result.hits}
    return QueryOutcome(
        form, query, result.total, tuple(ranks.get((ref.document, ref.page)) for ref in evidence)
    )
