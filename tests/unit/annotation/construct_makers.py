"""Small collections and items for the tests of the construct report."""

from __future__ import annotations

from types import SimpleNamespace

from annotation.construct.collection import PageText
from annotation.construct.report import Collection
from db.models import Item, ItemMetadata, PageRef
from index.search.analysis import analyser
from index.search.answering import Ranked
from index.search.interface import QueryProblem

EXACT = analyser("exact")


def ref(text: str) -> PageRef:
    """`a.pdf:3` is page 3 of a.pdf."""
    document, _, page = text.rpartition(":")
    return PageRef(document=document, page=int(page))


def item(item_id: str, question: str, *evidence: str, answer: str = "x", **kind: str) -> Item:
    """An item with one answer of one part; `kind` are its metadata."""
    return Item(
        item_id=item_id,
        question=question,
        answer_variants=((answer,),),
        evidence=tuple(map(ref, evidence)),
        metadata=ItemMetadata(**kind),
    )


def words_of(text: str) -> set[str]:
    return {token.text for token in EXACT.tokens(text)}


def collection(pages: dict[str, str], refused: str = "") -> Collection:
    """Pages by `document:page`. Its search takes all words, or any of those joined by OR, and ranks pages
    by how many of them they hold, then by name; a query with the word `refused` is refused."""

    def best_pages(text: str, k: int) -> tuple[int, list[Ranked]]:
        if refused and refused in words_of(text):
            raise QueryProblem("Too many words.")
        wanted = words_of(text) - {"or"}
        held = {name: len(wanted & words_of(page)) for name, page in pages.items()}
        enough = 1 if " OR " in text else len(wanted)
        found = sorted((-n, name) for name, n in held.items() if n >= max(enough, 1))
        return len(found), [Ranked(ref(name).document, ref(name).page, 1.0) for _, name in found[:k]]

    n_pages: dict[str, int] = {}
    for name in pages:
        n_pages[ref(name).document] = max(n_pages.get(ref(name).document, 0), ref(name).page)
    return Collection(n_pages, [PageText(ref(name), text) for name, text in pages.items()], best_pages, EXACT)


def index_of(pages: dict[str, str], closed: list[bool]) -> SimpleNamespace:
    """What the report asks of an open index, over these pages; `closed` grows when it is closed."""
    small = collection(pages)
    return SimpleNamespace(
        name="reports",
        fingerprint="f" * 32,
        profile="exact",
        manifest=SimpleNamespace(profile="exact", ocr="done", versions=SimpleNamespace(analyser="exact 2")),
        documents=lambda: [
            SimpleNamespace(document=name, n_pages=n_pages) for name, n_pages in small.n_pages.items()
        ],
        page_text=lambda document, page: pages.get(f"{document}:{page}", ""),
        best_pages=small.best_pages,
        close=lambda: closed.append(True),
    )
