"""Searching an index on an OpenSearch server: our own reading of the query, Lucene's BM25.

The score is that of tantivy_engine.py; since OpenSearch 3 without the factor 2.2, so that the 1 of NOT
weighs more beside words. The statistics behind it are those of all shards together
(`dfs_query_then_fetch`), so it does not depend on how pages are spread, and equal scores are listed
in the order of the index.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from index.search.answering import AnsweringEngine, Ranked, SearchedBuild
from index.search.interface import Profile, QueryProblem
from index.search.nodes import Node, Pattern, leaves
from index.search.scaleout.opensearch_index import DOCUMENT, PAGE, PLACE, read_remote_index
from index.search.scaleout.query_string import WORDS, query_string
from index.search.scaleout.replies import TooBroad, answered, complete
from index.search.scaleout.transport import Request, Transport

MAX_HITS = 10_000
_PARAMETERS = "search_type=dfs_query_then_fetch&allow_partial_search_results=false"


def search_body(node: Node, profile: Profile, k: int) -> dict[str, Any]:
    """What is asked of the server for the best `k` pages. Raises QueryProblem."""
    if k > MAX_HITS:
        raise QueryProblem(f"At most {MAX_HITS:,} pages can be listed; ask for fewer.")
    return {
        "query": {
            "query_string": {
                "query": query_string(node, profile),
                "default_field": WORDS,
                "default_operator": "AND",
                "analyze_wildcard": False,
                "allow_leading_wildcard": True,
                "auto_generate_synonyms_phrase_query": False,
                "phrase_slop": 0,
                "lenient": False,
                "rewrite": "scoring_boolean",
            }
        },
        "size": max(0, k),
        "sort": [{"_score": "desc"}, {PLACE: "asc"}],
        "track_scores": True,
        "track_total_hits": True,
        "_source": [DOCUMENT, PAGE],
    }


class OpenSearchEngine(AnsweringEngine):
    """A published index on a server. It keeps nothing of a query, so all threads share it."""

    def __init__(self, folder: Path, build: SearchedBuild, transport: Transport) -> None:
        """Ask nothing yet. Raises IndexMissing if the build does not say where its index is."""
        super().__init__(build)
        self._remote = read_remote_index(folder)
        self._transport = transport

    def ranked(self, node: Node, k: int) -> tuple[int, list[Ranked]]:
        """How many pages match, and the best `k`: by score, then in the order of the index.

        Raises:
            QueryProblem: wildcards fit too many words.
            SearchUnavailable: the server does not answer.
            IndexMissing: the server has no such index.
        """
        body = search_body(node, self.analyser.profile, k)
        try:
            found = complete(self._asked(f"/_search?{_PARAMETERS}", body))["hits"]
        except TooBroad as error:
            raise _too_broad(node) from error
        pages = [
            Ranked(hit["_source"][DOCUMENT], hit["_source"][PAGE], float(hit["_score"]))
            for hit in found["hits"]
        ]
        return int(found["total"]["value"]), pages

    def n_pages_with(self, word: str) -> int:
        """On how many pages a word (folded) is."""
        return int(self._asked("/_count", {"query": {"term": {WORDS: {"value": word}}}})["count"])

    @property
    def n_pages(self) -> int:
        """Number of pages in the index, with and without text."""
        return int(self._asked("/_count", {"query": {"match_all": {}}})["count"])

    def close(self) -> None:
        """Nothing to do: no connection outlives its request."""

    def _asked(self, path: str, body: dict[str, Any]) -> Any:
        content = json.dumps(body, ensure_ascii=False).encode()
        return answered(self._transport.send(Request("POST", f"/{self._remote.name}{path}", content)))


def _too_broad(node: Node) -> QueryProblem:
    """The server does not say which wildcard it was, nor how many words it fits."""
    patterns = list(dict.fromkeys(leaf.pattern for leaf in leaves(node) if isinstance(leaf, Pattern)))
    if not patterns:
        return QueryProblem("The query has more parts than this index takes; take fewer words.")
    if len(patterns) == 1:
        return QueryProblem(f"The wildcard {patterns[0]!r} fits too many different words; give more letters.")
    named = ", ".join(map(repr, patterns))
    return QueryProblem(f"The wildcards {named} fit too many different words; give more letters.")
