"""What a search server's reply means: its content, or a sentence without what the server said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from db.errors import IndexMissing
from index.search.interface import SearchUnavailable
from index.search.scaleout.transport import Reply

_OK = range(200, 300)
_REFUSED = frozenset({401, 403})
_BUSY = frozenset({429, 502, 503, 504})
_NOT_FOUND = 404
_TOO_BROAD = frozenset({"too_many_clauses", "too_many_nested_clauses"})


class TooBroad(Exception):
    """The query's wildcards fit more words than the server takes."""


def answered(reply: Reply) -> Any:
    """The reply's JSON.

    Raises:
        IndexMissing: the server has no such index.
        TooBroad: wildcards fit too many words.
        SearchUnavailable: anything else that is no answer.
    """
    content = _content(reply.body)
    if reply.status in _OK and isinstance(content, dict):
        return content
    if reply.status == _NOT_FOUND:
        raise IndexMissing("The search server does not have this index any more; build it again.")
    if reply.status in _REFUSED:
        raise SearchUnavailable(
            "The search server does not accept this app's name and password; tell whoever runs it."
        )
    if not _TOO_BROAD.isdisjoint(_types(content)):
        raise TooBroad
    if reply.status in _BUSY:
        raise SearchUnavailable("The search server is busy; please try again in a moment.")
    raise SearchUnavailable(f"The search server could not answer (status {reply.status}); its log says why.")


def complete(content: Any) -> Any:
    """The reply to a search, if every part of the index answered in time. Raises SearchUnavailable."""
    if content["timed_out"] or content["_shards"]["failed"]:
        raise SearchUnavailable("A part of the index did not answer; please try again in a moment.")
    return content


def _content(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _types(content: Any) -> Iterator[str]:
    """The kinds of error that a reply names, at any depth."""
    inner = content.values() if isinstance(content, dict) else content if isinstance(content, list) else ()
    if isinstance(content, dict) and isinstance(content.get("type"), str):
        yield content["type"]
    for part in inner:
        yield from _types(part)
