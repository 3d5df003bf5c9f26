"""Whoosh as the public agent uses it: its own analyser, its own parser, one text field."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from whoosh import collectors, fields, qparser, scoring
from whoosh.filedb.filestore import RamStorage

_WORD_TEXT = """
report reports reported reporting permit permits revenue net annual board the of and to in state union
well-known first-class 10-K 1,234.56 3.14 U.S. don't it's café Café naïve AT&T e-mail e.g. x86_64
foo_bar a b I.B.M. section 4(a)(2) 2019-03-04 http://x.org/a?b=1 ﬁnance finance 8½ x² Straße ΑΛΦΑ not or
co\u00adop 報告書
"""
_WORDS = _WORD_TEXT.split()


def sixty_pages() -> list[str]:
    """Pages of words of every kind, common ones first; always the same."""
    draw = random.Random(7)
    weights = [1 / (rank % 17 + 1) for rank in range(len(_WORDS))]
    return [" ".join(draw.choices(_WORDS, weights, k=draw.choice([3, 20, 60]))) for _ in range(60)]


class PlainWhoosh:
    """Pages, numbered from 0, in the way of Whoosh's own example."""

    def __init__(self, texts: Sequence[str]) -> None:
        schema = fields.Schema(page=fields.STORED, content=fields.TEXT)
        index = RamStorage().create_index(schema)
        writer = index.writer()
        for number, text in enumerate(texts):
            writer.add_document(page=number, content=text)
        writer.commit()
        self._parser: Any = qparser.QueryParser("content", schema)
        self._searcher: Any = index.searcher(weighting=scoring.BM25F(B=0.75, K1=1.2))

    def ranking(self, query: str) -> list[tuple[int, float]]:
        """Every page that matches with its score, in order. Raises what Whoosh raises."""
        # With a limit and its short cuts Whoosh ranks some nested queries wrongly.
        collector = collectors.TopCollector(limit=10**6, usequality=False, replace=0)
        self._searcher.search_with_collector(self._parser.parse(query), collector)
        return [(hit["page"], float(hit.score)) for hit in collector.results()]
