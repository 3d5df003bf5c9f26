"""Does one query find everything? Then nobody has to look twice, and the item measures little. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from annotation.checks.evidence import Evidence
from annotation.checks.findings import Finding, page_name
from annotation.one_query import QueryForm, ask_as_one_query, cutoffs_of, query_of
from db.authored import ItemDraft
from db.models import PageRef
from db.wording import listed

_NAMES: dict[QueryForm, str] = {
    "typed": "the question as it stands",
    "or": "any of its words",
    "content": "all its words without stop and question words",
    "content_or": "any of its words without stop and question words",
}


def check_agentic(draft: ItemDraft, evidence: Evidence) -> tuple[Finding, ...]:
    """Warns if a query has all evidence in the first k hits; always says where each page stands."""
    pages = list(dict.fromkeys(draft.pages))
    if not pages or not query_of(draft.question, "or", evidence.analyser):
        sentence = "A question and a marked page are needed to see whether one query finds everything."
        return (Finding(check="agentic", level="note", sentence=sentence),)
    depth = cutoffs_of(evidence.k)[-1]
    outcomes = ask_as_one_query(draft.question, pages, evidence.best_pages, evidence.analyser, evidence.k)
    for outcome in outcomes:
        if outcome.finds_all(evidence.k):
            sentence = (
                f"One query finds all the evidence: with {_NAMES[outcome.form]}, "
                f"{_places(pages, outcome.ranks, depth)}, and people are shown {evidence.k} hits. Ask for "
                "something that takes more than one search, or name things by what leads to them."
            )
            return (Finding(check="agentic", level="warn", sentence=sentence),)
    columns = zip(*(outcome.ranks for outcome in outcomes), strict=True)
    best = [min((rank for rank in column if rank is not None), default=None) for column in columns]
    sentence = f"No one query made of the question finds all of it: at best {_places(pages, best, depth)}."
    return (Finding(check="agentic", level="pass", sentence=sentence),)


def _places(pages: Sequence[PageRef], ranks: Sequence[int | None], depth: int) -> str:
    places = (f"is not among the first {depth}" if rank is None else f"is hit {rank}" for rank in ranks)
    return listed([f"{page_name(ref)} {place}" for ref, place in zip(pages, places, strict=True)], most=8)
