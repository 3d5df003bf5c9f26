"""Writing an index on an OpenSearch server: our own words at our own positions, one document a page.

The server analyses nothing: a page goes there as its words, separated by spaces, and words that share
a position (those broken at the end of a line) separated by a bar, which no word can hold. Only where
the index is called is kept in the build's own folder.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import ValidationError

from db.errors import IndexMissing
from db.models import Frozen
from index.search.interface import SearchUnavailable
from index.search.scaleout.query_string import BROKEN_WORDS, WORDS
from index.search.scaleout.replies import answered
from index.search.scaleout.transport import LINES, Request, Transport
from index.search.tokens import BROKEN, Analyser, Token

# Goes into the fingerprint: another layout is another build.
LAYOUT = "1"
DOCUMENT = "document"
PAGE = "page"
PLACE = "place"
_FILE = "opensearch.json"
_SAME_POSITION = "|"
_MAX_BATCH_BYTES = 5_000_000
_PATIENCE_S = 120.0
# How long to wait before pages that a busy server did not take are sent again.
_WAITS_S = (1.0, 2.0, 4.0, 8.0, 16.0)
_BUSY = 429


class RemoteIndex(Frozen):
    """What a build's folder says about the index on the server."""

    layout: str = LAYOUT
    name: str
    n_pages: int


def definition(b: float, k1: float, n_shards: int) -> dict[str, Any]:
    """Settings and fields of the index.

    Words at one position count for the length of a page, as they do in our other engines
    (`discount_overlaps`). The page's text is not stored: snippets come from our own page store.
    """
    text = {"type": "text", "analyzer": "our_words", "similarity": "our_bm25", "index_options": "positions"}
    return {
        "settings": {
            "index": {
                "number_of_shards": n_shards,
                "refresh_interval": "-1",
                "similarity": {"our_bm25": {"type": "BM25", "b": b, "k1": k1, "discount_overlaps": False}},
            },
            "analysis": {
                "tokenizer": {"at_spaces": {"type": "whitespace", "max_token_length": 1_000_000}},
                "filter": {
                    "at_bars": {
                        "type": "pattern_capture",
                        "preserve_original": False,
                        "patterns": ["([^|]+)"],
                    }
                },
                "analyzer": {
                    "our_words": {"type": "custom", "tokenizer": "at_spaces", "filter": ["at_bars"]}
                },
            },
        },
        "mappings": {
            "dynamic": "strict",
            "_source": {"excludes": [WORDS, BROKEN_WORDS]},
            "properties": {
                WORDS: text,
                BROKEN_WORDS: text,
                DOCUMENT: {"type": "keyword", "index": False, "doc_values": False},
                PAGE: {"type": "integer", "index": False},
                PLACE: {"type": "integer", "index": False},
            },
        },
    }


def page_fields(tokens: Iterable[Token]) -> dict[str, str]:
    """The words of a page as the server takes them; pages with broken words have them twice."""
    stacks = [[token.text for token in stack] for _, stack in groupby(tokens, lambda token: token.position)]
    plain = ([word for word in stack if BROKEN not in word] for stack in stacks)
    fields = {WORDS: " ".join(_SAME_POSITION.join(stack) for stack in plain)}
    if any(BROKEN in word for stack in stacks for word in stack):
        fields[BROKEN_WORDS] = " ".join(_SAME_POSITION.join(stack) for stack in stacks)
    return fields


def read_remote_index(folder: Path) -> RemoteIndex:
    """What the build's folder says. Raises IndexMissing if it is not there or of another layout."""
    try:
        remote = RemoteIndex.model_validate_json((folder / _FILE).read_bytes())
    except (OSError, ValidationError) as error:
        raise IndexMissing("The search files of this index are missing; build it again.") from error
    if remote.layout != LAYOUT:
        raise IndexMissing("The search files of this index are of another version; build it again.")
    return remote


def is_on_server(folder: Path, transport: Transport) -> bool:
    """Whether the server still has the index, with all its pages.

    Raises:
        IndexMissing: the build's folder does not say which index is meant.
        SearchUnavailable: the server does not answer.
    """
    remote = read_remote_index(folder)
    request = Request("GET", f"/{remote.name}/_count", b"", timeout_s=_PATIENCE_S)
    try:
        return int(answered(transport.send(request))["count"]) == remote.n_pages
    except IndexMissing:
        return False


class OpenSearchWriter:
    """Takes pages in the order in which equal scores are to be listed. Leaving makes them findable.

    The name must be new on the server. A finished index takes no more pages.
    """

    def __init__(
        self,
        folder: Path,
        analyser: Analyser,
        transport: Transport,
        name: str,
        index_definition: dict[str, Any],
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        folder.mkdir(parents=True)
        self._folder = folder
        self._analyser = analyser
        self._transport = transport
        self._name = name
        self._wait = wait
        self._lines: list[bytes] = []
        self._n_bytes = 0
        self._n_pages = 0
        self._ask("PUT", "", index_definition)

    def add(self, document: str, page: int, text: str) -> None:
        """One page; pages without text count too, for NOT and for the number of pages."""
        fields = page_fields(self._analyser.tokens(text))
        entry = {DOCUMENT: document, PAGE: page, PLACE: self._n_pages, **fields}
        lines = [_line({"index": {"_id": str(self._n_pages)}}), _line(entry)]
        self._n_pages += 1
        self._lines += lines
        self._n_bytes += sum(map(len, lines))
        if self._n_bytes >= _MAX_BATCH_BYTES:
            self._send_batch()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._finish()
        else:
            self._drop()

    def _finish(self) -> None:
        self._send_batch()
        self._ask("POST", "/_refresh")
        if self._ask("GET", "/_count")["count"] != self._n_pages:
            raise SearchUnavailable("The search server did not keep all pages; build the index again.")
        self._ask("PUT", "/_settings", {"index": {"blocks": {"write": True}}})
        remote = RemoteIndex(name=self._name, n_pages=self._n_pages)
        (self._folder / _FILE).write_text(remote.model_dump_json(), encoding="utf-8")

    def _drop(self) -> None:
        try:
            self._ask("DELETE", "?ignore_unavailable=true")
        except SearchUnavailable:
            # What went wrong first is what people must read.
            return

    def _send_batch(self) -> None:
        if not self._lines:
            return
        request = Request("POST", f"/{self._name}/_bulk", b"".join(self._lines), LINES, _PATIENCE_S)
        reply = self._transport.send(request)
        for seconds in _WAITS_S:
            if reply.status != _BUSY:
                break
            self._wait(seconds)
            reply = self._transport.send(request)
        if answered(reply)["errors"]:
            raise SearchUnavailable("The search server did not take some pages; build the index again.")
        self._lines, self._n_bytes = [], 0

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        content = b"" if body is None else json.dumps(body).encode()
        request = Request(method, f"/{self._name}{path}", content, timeout_s=_PATIENCE_S)
        return answered(self._transport.send(request))


def _line(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False).encode() + b"\n"
