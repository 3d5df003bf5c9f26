"""Does the question itself, as one query, bring up all its evidence? Then the item is not agentic. Pure.

The check beside the author's form and the construct report ask the same queries, so that the report
finds nothing that its author was not told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from annotation.construct.words import content_words
from db.models import PageRef
from index.search.analysis import Analyser
from index.search.answering import Ranked
from index.search.interface import QueryProblem

# typed: as it stands (all words wanted). or: its words joined by OR. The other two without stop and
# question words: as a person would shorten the question.
QueryForm = Literal["typed", "or", "content", "content_or"]
QUERY_FORMS: tuple[QueryForm, ...] = get_args(QueryForm)
_FURTHER_CUTOFFS = (10,)
# A little less than the query language takes (index/search/language.py): of a longer question the
# first words are asked. As typed it is refused, as it would be for a person.
_MOST_WORDS = 60
_MOST_CHARS = 900
_OR = " OR "

# `OpenIndex.best_pages`: how many pages match, and the best k. Raises QueryProblem.
BestPages = Callable[[str, int], tuple[int, Sequence[Ranked]]]


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
    return (" " if form == "content" else _OR).join(_first(words))


def ask_as_one_query(
    question: str, evidence: Iterable[PageRef], best_pages: BestPages, analyser: Analyser, k: int
) -> tuple[QueryOutcome, ...]:
    """Every form of the question as one query, looked at down to the last cut-off."""
    pages = tuple(dict.fromkeys(evidence))
    depth = cutoffs_of(k)[-1]
    return tuple(
        _outcome(form, query_of(question, form, analyser), pages, best_pages, depth) for form in QUERY_FORMS
    )


def enough(outcomes: Sequence[QueryOutcome], k: int) -> bool | None:
    """Whether one of the forms finds all evidence in the top `k`; None when none could be tried."""
    found = [outcome.finds_all(k) for outcome in outcomes]
    return None if all(one is None for one in found) else any(found)


def _first(words: Sequence[str]) -> Iterator[str]:
    n_chars = 0
    for n_words, word in enumerate(dict.fromkeys(words), 1):
        n_chars += len(word) + len(_OR)
        if n_words > _MOST_WORDS or n_chars > _MOST_CHARS:
            return
        yield word


def _outcome(
    form: QueryForm, query: str, evidence: tuple[PageRef, ...], best_pages: BestPages, depth: int
) -> QueryOutcome:
    nothing = tuple(None for _ in evidence)
    if not query:
        return QueryOutcome(form, query, 0, nothing)
    try:
        total, pages = best_pages(query, depth)
    except QueryProblem as problem:
        return QueryOutcome(form, query, 0, nothing, refused=problem.user_message)
    places = {(page.document, page.page): rank for rank, page in enumerate(pages, 1)}
    return QueryOutcome(form, query, total, tuple(places.get((ref.document, ref.page)) for ref in evidence))
