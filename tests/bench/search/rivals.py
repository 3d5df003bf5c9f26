"""Search engines that others would take, each fed with the very words that our own index holds.

Where an engine lacks a kind of query, what its users do is done: a wildcard becomes the words of the
vocabulary that fit. What it cannot do at all raises `NotOffered`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from index.search.matching import pattern_expression
from index.search.nodes import AllOf, AnyOf, Exclude, Node, Pattern, Phrase, Term
from tests.bench.search.pages import InventedPage

Pages = Iterable[InventedPage]
_COMMIT_EVERY = 2_000


class NotOffered(Exception):
    """The engine has no such kind of query."""


class Rival(Protocol):
    """An engine that was built in a folder and is open for reading. Pages are numbered from 0."""

    def best(self, node: Node, k: int) -> list[int]:
        """The best `k` pages. Raises NotOffered."""
        ...


class Fts5:
    """SQLite's own full-text search, without a copy of the text."""

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "fts5.db")
        self._database.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'pages', 'row')")

    @staticmethod
    def build(folder: Path, pages: Pages) -> None:
        database = sqlite3.connect(folder / "fts5.db")
        database.execute("CREATE VIRTUAL TABLE pages USING fts5(text, content='', detail='full')")
        for number, page in enumerate(pages):
            database.execute("INSERT INTO pages (rowid, text) VALUES (?, ?)", [number, " ".join(page.words)])
            if number % _COMMIT_EVERY == 0:
                database.commit()
        database.execute("INSERT INTO pages (pages) VALUES ('optimize')")
        database.commit()
        database.close()

    def best(self, node: Node, k: int) -> list[int]:
        sql = "SELECT rowid FROM pages WHERE pages MATCH ? ORDER BY rank LIMIT ?"
        return [row[0] for row in self._database.execute(sql, [self._written(node), k])]

    def _written(self, node: Node) -> str:
        match node:
            case Term(word):
                return f'"{word}"'
            case Phrase(words):
                return f'"{" ".join(words)}"'
            case Pattern(pattern):
                return self._wildcard(pattern)
            case AllOf(parts):
                wanted = [self._written(part) for part in parts if not isinstance(part, Exclude)]
                unwanted = [self._written(part.part) for part in parts if isinstance(part, Exclude)]
                return "(" + " NOT ".join(["(" + " AND ".join(wanted) + ")", *unwanted]) + ")"
            case AnyOf(parts):
                return "(" + " OR ".join(map(self._written, parts)) + ")"
            case _:
                raise NotOffered

    def _wildcard(self, pattern: str) -> str:
        if "*" not in pattern[:-1] and "?" not in pattern:
            return f'"{pattern[:-1]}" *'
        rows = self._database.execute("SELECT term FROM temp.words WHERE term GLOB ?", [pattern])
        words = [f'"{row[0]}"' for row in rows]
        return "(" + " OR ".join(words) + ")" if words else '"\u0001"'


class Bm25s:
    """BM25 as a sparse matrix, with Lucene's formula. It ranks bags of words and nothing else."""

    def __init__(self, folder: Path) -> None:
        import bm25s

        self._model: Any = bm25s.BM25.load(str(folder / "bm25s"), mmap=True)

    @staticmethod
    def build(folder: Path, pages: Pages) -> None:
        import bm25s
        from bm25s.tokenization import Tokenized

        numbers: dict[str, int] = {}
        ids = [[numbers.setdefault(word, len(numbers)) for word in page.words] for page in pages]
        model = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
        model.index(Tokenized(ids=ids, vocab=numbers), show_progress=False)
        model.save(str(folder / "bm25s"))

    def best(self, node: Node, k: int) -> list[int]:
        words = [node] if isinstance(node, Term) else list(node.parts) if isinstance(node, AnyOf) else []
        if not words or not all(isinstance(word, Term) for word in words):
            raise NotOffered
        asked = [[word.word for word in words if isinstance(word, Term)]]
        found, scores = self._model.retrieve(asked, k=k, show_progress=False)
        return [int(page) for page, score in zip(found[0], scores[0], strict=True) if score > 0]


class Tantivy:
    """Lucene's design in Rust. Wildcards are regular expressions with one score for all that fits."""

    def __init__(self, folder: Path) -> None:
        import tantivy

        self._tantivy = tantivy
        self._index = tantivy.Index.open(str(folder))
        self._index.reload()
        self._searcher = self._index.searcher()
        self._schema = self._index.schema

    @staticmethod
    def build(folder: Path, pages: Pages) -> None:
        import tantivy

        schema = tantivy.SchemaBuilder()
        schema.add_text_field("text", tokenizer_name="whitespace", index_option="position")
        schema.add_unsigned_field("number", stored=True, fast=True)
        index = tantivy.Index(schema.build(), path=str(folder))
        writer = index.writer(heap_size=128_000_000, num_threads=1)
        for number, page in enumerate(pages):
            document = tantivy.Document(text=" ".join(page.words))
            document.add_unsigned("number", number)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()

    def best(self, node: Node, k: int) -> list[int]:
        hits = self._searcher.search(self._query(node), k).hits
        return [self._searcher.doc(address)["number"][0] for _, address in hits]

    def _query(self, node: Node) -> Any:
        query, occur = self._tantivy.Query, self._tantivy.Occur
        match node:
            case Term(word):
                return query.term_query(self._schema, "text", word)
            case Phrase(words):
                return query.phrase_query(self._schema, "text", list(words))
            case Pattern(pattern):
                return query.regex_query(self._schema, "text", _as_expression(pattern))
            case AllOf(parts):
                return query.boolean_query(
                    [
                        (occur.MustNot, self._query(part.part))
                        if isinstance(part, Exclude)
                        else (occur.Must, self._query(part))
                        for part in parts
                    ]
                )
            case AnyOf(parts):
                return query.boolean_query([(occur.Should, self._query(part)) for part in parts])
            case Exclude():
                raise NotOffered


class Xapian:
    """Xapian with the same two BM25 parameters."""

    def __init__(self, folder: Path) -> None:
        import xapian

        self._xapian = xapian
        self._database = xapian.Database(str(folder / "xapian"))

    @staticmethod
    def build(folder: Path, pages: Pages) -> None:
        import xapian

        database = xapian.WritableDatabase(str(folder / "xapian"), xapian.DB_CREATE_OR_OPEN)
        for page in pages:
            document = xapian.Document()
            for place, word in enumerate(page.words):
                document.add_posting(word, place)
            database.add_document(document)
        database.commit()
        database.compact(str(folder / "compact"))
        database.close()
        for path in (folder / "xapian").iterdir():
            path.unlink()
        (folder / "xapian").rmdir()
        (folder / "compact").rename(folder / "xapian")

    def best(self, node: Node, k: int) -> list[int]:
        enquire = self._xapian.Enquire(self._database)
        enquire.set_weighting_scheme(self._xapian.BM25Weight(1.2, 0, 1, 0.75, 0))
        enquire.set_query(self._query(node))
        return [hit.docid - 1 for hit in enquire.get_mset(0, k)]

    def _query(self, node: Node) -> Any:
        query = self._xapian.Query
        match node:
            case Term(word):
                return query(word)
            case Phrase(words):
                return query(query.OP_PHRASE, [query(word) for word in words])
            case Pattern(pattern):
                return query(query.OP_OR, [query(word) for word in self._fitting(pattern)])
            case AllOf(parts):
                wanted = query(query.OP_AND, [self._query(p) for p in parts if not isinstance(p, Exclude)])
                unwanted = [self._query(part.part) for part in parts if isinstance(part, Exclude)]
                return query(query.OP_AND_NOT, [wanted, *unwanted]) if unwanted else wanted
            case AnyOf(parts):
                return query(query.OP_OR, [self._query(part) for part in parts])
            case Exclude():
                raise NotOffered

    def _fitting(self, pattern: str) -> Iterator[str]:
        prefix = re.split(r"[*?]", pattern)[0]
        fits = pattern_expression(pattern).match
        words = (item.term.decode() for item in self._database.allterms(prefix))
        return (word for word in words if fits(word))


def _as_expression(pattern: str) -> str:
    return "".join({"*": ".*", "?": "."}.get(char, re.escape(char)) for char in pattern)


RIVALS: dict[str, type[Any]] = {"FTS5": Fts5, "bm25s": Bm25s, "tantivy": Tantivy, "Xapian": Xapian}
