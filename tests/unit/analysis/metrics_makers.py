"""Short ways to write attempts and items in the tests of metrics."""

from __future__ import annotations

from baseline.analysis.records import AttemptRecord, GoldItem, SearchStep
from db.models import Citation, PageRef


def ref(text: str) -> PageRef:
    """`a.pdf:3` is page 3 of a.pdf."""
    document, _, page = text.rpartition(":")
    return PageRef(document=document, page=int(page))


def cite(text: str) -> Citation:
    """`a.pdf:3`, or `a.pdf` for a citation without a page."""
    document, found, page = text.rpartition(":")
    return Citation(document=document, page=int(page)) if found else Citation(document=text, page=None)


def gold(item_id: str, answer: str = "yes", *evidence: str) -> GoldItem:
    """An item with one answer of one part."""
    variants = ((answer,),) if answer else ()
    return GoldItem(item_id, f"Question {item_id}?", variants, tuple(map(ref, evidence)))


def attempt(
    item_id: str,
    answer: str = "yes",
    *,
    n: int | None = None,
    cites: tuple[str, ...] = (),
    hits: tuple[tuple[str, ...], ...] | None = None,
    **more,
) -> AttemptRecord:
    """An attempt of one system; `hits` are those of each query in order."""
    searches = None
    if hits is not None:
        searches = tuple(SearchStep(f"try {i}", tuple(map(ref, shown))) for i, shown in enumerate(hits, 1))
    more.setdefault("verdict", None)
    return AttemptRecord(
        system=more.pop("system", "S"),
        item_id=item_id,
        answer=(answer,) if answer else (),
        citations=tuple(map(cite, cites)),
        n_searches=len(hits) if hits is not None else n,
        searches=searches,
        **more,
    )
