"""What an index should answer, and what it does."""

from __future__ import annotations

from pathlib import Path

from index.collection import open_index
from index.search.matching import matches
from index.search.nodes import AllOf, AnyOf, Exclude, Node
from index.search.tokens import Token


def hits(out: Path, query: str) -> list[tuple[str, int]]:
    """Document and page of all hits, sorted."""
    index = open_index(str(out))
    found = [(hit.document, hit.page) for hit in index.search(query, 50).hits]
    index.close()
    return sorted(found)


def is_true(node: Node | None, tokens: list[Token]) -> bool:
    """The query's truth about one page, by plain logic over the page's own words."""
    match node:
        case None:
            return False
        case AllOf(parts):
            return all(is_true(part, tokens) for part in parts)
        case AnyOf(parts):
            return any(is_true(part, tokens) for part in parts)
        case Exclude(part):
            return not is_true(part, tokens)
        case _:
            return bool(matches(node, tokens))
