"""A search server in memory that takes the requests of our adapter and no others.

It stands in for OpenSearch in tests: requests and replies have the documented form, pages are cut
into words by the analyser of the index's own definition, queries are read by tests/lucene_syntax.py.
"""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from typing import Any
from urllib.parse import parse_qs, urlsplit

from index.search.scaleout.transport import LINES, Reply, Request
from tests.lucene_syntax import Clause, read_query_string

MAX_CLAUSES = 1024


class TooManyClauses(Exception):
    pass


class SimulatedOpenSearch:
    """A transport. `requests` are all that were sent."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.indexes: dict[str, _Index] = {}

    def send(self, request: Request) -> Reply:
        self.requests.append(request)
        address = urlsplit(request.path)
        name, _, action = address.path[1:].partition("/")
        parameters = {key: values[0] for key, values in parse_qs(address.query).items()}
        status, content = self._answer(request, name, action, parameters)
        return Reply(status, json.dumps(content).encode())

    def _answer(
        self, request: Request, name: str, action: str, parameters: dict[str, str]
    ) -> tuple[int, dict[str, Any]]:
        if (request.method, action) == ("PUT", ""):
            self.indexes[name] = _Index(json.loads(request.body))
            return 200, {"acknowledged": True, "shards_acknowledged": True, "index": name}
        if (request.method, action) == ("DELETE", ""):
            self.indexes.pop(name, None)
            return 200, {"acknowledged": True}
        if name not in self.indexes:
            reason = {"type": "index_not_found_exception", "reason": f"no such index [{name}]", "index": name}
            return 404, {"error": {"root_cause": [reason], **reason}, "status": 404}
        index = self.indexes[name]
        match request.method, action:
            case "POST", "_bulk":
                assert request.content_type == LINES
                return 200, index.bulk(request.body)
            case "POST", "_refresh":
                index.n_visible = len(index.pages)
                return 200, {"_shards": _shards()}
            case "PUT", "_settings":
                assert json.loads(request.body) == {"index": {"blocks": {"write": True}}}
                index.is_closed_for_writing = True
                return 200, {"acknowledged": True}
            case (("GET" | "POST"), "_count"):
                return 200, {"count": index.count(json.loads(request.body or b"{}")), "_shards": _shards()}
            case "POST", "_search":
                wanted = {
                    "search_type": "dfs_query_then_fetch",
                    "allow_partial_search_results": "false",
                }
                assert parameters == wanted
                return index.search(json.loads(request.body))
        raise AssertionError(f"no such request: {request.method} {request.path}")


class _Index:
    def __init__(self, definition: dict[str, Any]) -> None:
        analysis = definition["settings"]["analysis"]
        self._pattern = re.compile(analysis["filter"]["at_bars"]["patterns"][0])
        assert analysis["filter"]["at_bars"]["preserve_original"] is False
        self._similarity = definition["settings"]["index"]["similarity"]["our_bm25"]
        self._fields = definition["mappings"]["properties"]
        self.pages: list[dict[str, Any]] = []
        self.n_visible = 0
        self.is_closed_for_writing = False
        # field -> word -> page -> positions
        self._postings: dict[str, dict[str, dict[int, list[int]]]] = defaultdict(dict)
        self._lengths: dict[str, dict[int, int]] = defaultdict(dict)

    def bulk(self, body: bytes) -> dict[str, Any]:
        assert body.endswith(b"\n")
        assert not self.is_closed_for_writing
        lines = [json.loads(line) for line in body.splitlines()]
        for action, page in zip(lines[::2], lines[1::2], strict=True):
            assert action == {"index": {"_id": str(len(self.pages))}}
            assert page.keys() <= self._fields.keys()
            self._add(page)
        return {"took": 3, "errors": False, "items": [{"index": {"status": 201}} for _ in lines[::2]]}

    def _add(self, page: dict[str, Any]) -> None:
        number = len(self.pages)
        self.pages.append(page)
        for field in ("words", "broken_words"):
            stacks = [self._pattern.findall(unit) for unit in page.get(field, "").split()]
            if stacks:
                self._lengths[field][number] = sum(map(len, stacks))
            for position, stack in enumerate(stacks):
                for word in stack:
                    places = self._postings[field].setdefault(word, {})
                    places.setdefault(number, []).append(position)

    def count(self, body: dict[str, Any]) -> int:
        match body:
            case {"query": {"term": {"words": {"value": str(word)}}}}:
                return len(self._postings["words"].get(word, {}))
            case {} | {"query": {"match_all": {}}}:
                return self.n_visible
        raise AssertionError(f"no such question: {body}")

    def search(self, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        asked = body["query"]["query_string"]
        assert body["sort"] == [{"_score": "desc"}, {"place": "asc"}]
        assert asked["default_field"] == "words"
        assert asked["rewrite"] == "scoring_boolean"
        try:
            scores = self._scores(read_query_string(asked["query"]))
        except TooManyClauses:
            reason = {"type": "too_many_clauses", "reason": "maxClauseCount is set to 1024"}
            error = {"root_cause": [reason], "type": "search_phase_execution_exception"}
            return 400, {"error": error, "status": 400}
        best = sorted(scores, key=lambda page: (-scores[page], page))[: body["size"]]
        hits = [
            {
                "_id": str(page),
                "_score": scores[page],
                "_source": {key: self.pages[page][key] for key in body["_source"]},
                "sort": [scores[page], page],
            }
            for page in best
        ]
        found = {"total": {"value": len(scores), "relation": "eq"}, "max_score": None, "hits": hits}
        return 200, {"took": 1, "timed_out": False, "_shards": _shards(), "hits": found}

    def _scores(self, clause: Clause) -> dict[int, float]:
        match clause.kind:
            case "every":
                return dict.fromkeys(range(self.n_visible), 1.0)
            case "word" | "phrase":
                return self._words(clause.text.split(" "), clause.field)
            case "wildcard":
                return self._wildcard(clause.text)
            case "any":
                return _sum(*map(self._scores, clause.parts))
            case "all":
                wanted = [self._scores(part) for part in clause.parts if part.kind != "not"]
                found = _sum(*wanted)
                for part in clause.parts:
                    if part.kind == "not":
                        excluded = self._scores(part.parts[0])
                        found = {page: score for page, score in found.items() if page not in excluded}
                return {page: score for page, score in found.items() if all(page in part for part in wanted)}
        raise AssertionError(f"NOT alone: {clause}")

    def _wildcard(self, text: str) -> dict[int, float]:
        parts = ({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in text)
        expression = re.compile("".join(parts), re.DOTALL)
        fitting = [word for word in self._postings["words"] if expression.fullmatch(word)]
        if len(fitting) > MAX_CLAUSES:
            raise TooManyClauses
        return _sum(*(self._words([word], "words") for word in fitting))

    def _words(self, words: list[str], field: str) -> dict[int, float]:
        places = [self._postings[field].get(word, {}) for word in words]
        lengths = self._lengths[field]
        n_pages, mean = len(lengths), sum(lengths.values()) / max(1, len(lengths))
        weight = sum(math.log(1 + (n_pages - len(at) + 0.5) / (len(at) + 0.5)) for at in places)
        b, k1 = self._similarity["b"], self._similarity["k1"]
        scores: dict[int, float] = {}
        for page in set(places[0]).intersection(*places):
            runs = [
                start
                for start in places[0][page]
                if all(start + offset in at[page] for offset, at in enumerate(places))
            ]
            if runs:
                norm = k1 * (1 - b + b * lengths[page] / mean)
                scores[page] = weight * len(runs) * (k1 + 1) / (len(runs) + norm)
        return scores


def _sum(*parts: dict[int, float]) -> dict[int, float]:
    total: dict[int, float] = defaultdict(float)
    for part in parts:
        for page, score in part.items():
            total[page] += score
    return dict(total)


def _shards() -> dict[str, int]:
    return {"total": 1, "successful": 1, "skipped": 0, "failed": 0}
