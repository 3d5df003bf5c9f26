"""How far the engines' rankings lie apart, measured: `make ranking INDEX=NAME`.

Queries of nine kinds, drawn from the pages, are asked of the Whoosh engine and of the others over
the same pages. The set of pages must be the same; the best five are compared. Lucene itself takes
part, with the query strings of our OpenSearch adapter, if PAGETRAIL_LUCENE is a class path with
lucene-core, -queryparser, -analyzers-common, -queries and -sandbox (8.x), and there is a JDK.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from index.collection import OpenIndex, open_index  # noqa: E402
from index.search.analysis import analyser  # noqa: E402
from index.search.answering import AnsweringEngine, SearchedBuild  # noqa: E402
from index.search.engines import new_index, open_engine  # noqa: E402
from index.search.interface import EngineName, Profile, QueryProblem  # noqa: E402
from index.search.language import read_query  # noqa: E402
from index.search.nodes import Node  # noqa: E402
from index.search.scaleout.opensearch_index import page_fields  # noqa: E402
from index.search.scaleout.query_string import query_string  # noqa: E402
from tests.search_queries import KINDS, QueryMaker  # noqa: E402

OUTPUT = ROOT / "docs" / "ranking-differences.md"
JAVA = ROOT / "docs" / "LuceneSearch.java"
PROFILES: tuple[Profile, ...] = ("exact", "madqa")
N_QUERIES = 50
K = 5
SEED = 2026
# Numbers of pages, best first; everything that matches.
Ranking = Sequence[int]


class Question(NamedTuple):
    """A query that was read and is not refused."""

    kind: str
    node: Node


def main(arguments: Sequence[str]) -> int:
    """Measure, and write the page."""
    if len(arguments) != 1:
        sys.stderr.write("usage: ranking_differences.py INDEX\n")
        return 2
    index = open_index(arguments[0])
    texts = list(_texts(index))
    n_words = sum(len(text.split()) for text in texts)
    lines = [
        "# Ranking differences, measured\n",
        "Written by `make ranking`; what it means is in [search-engines.md](search-engines.md).\n",
        f"{len(index.documents())} documents, {len(texts):,} pages, {n_words:,} words. Up to {N_QUERIES} "
        f"queries a kind, drawn from the pages (seed {SEED}); those that are refused or find nothing are "
        "left out. Reference: the Whoosh engine. n: queries. pages: share of queries that find the same "
        f"set of pages. The rest compares the best {K}.\n",
    ]
    for profile in PROFILES:
        lines += _section(profile, texts)
    OUTPUT.write_text("\n".join(lines), encoding="utf-8")
    return 0


def _texts(index: OpenIndex) -> Iterator[str]:
    for entry in index.documents():
        for page in range(1, entry.n_pages + 1):
            yield index.page_text(entry.document, page)


def _section(profile: Profile, texts: Sequence[str]) -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whoosh = _engine("whoosh", folder, profile, texts)
        questions = list(_questions(profile, texts, whoosh))
        wanted = [_ranking(whoosh, question) for question in questions]
        others: dict[str, Callable[[], list[Ranking]]] = {
            "postings (default)": lambda: _all(_engine("postings", folder, profile, texts), questions),
            "tantivy": lambda: _all(_engine("tantivy", folder, profile, texts), questions),
        }
        if class_path := os.environ.get("PAGETRAIL_LUCENE"):
            others["Lucene, asked as OpenSearch is"] = lambda: _lucene(
                class_path, folder, profile, texts, questions
            )
        lines = [f"## Profile `{profile}`\n"]
        for title, rankings in others.items():
            lines += _table(title, questions, wanted, rankings())
        return lines


def _engine(name: EngineName, folder: Path, profile: Profile, texts: Sequence[str]) -> AnsweringEngine:
    by = analyser(profile)
    with new_index(name, folder / name, by) as writer:
        for number, text in enumerate(texts):
            writer.add("pages", number + 1, text)
    return open_engine(name, folder / name, SearchedBuild(by, "", lambda document, page: texts[page - 1], 0))


def _questions(profile: Profile, texts: Sequence[str], engine: AnsweringEngine) -> Iterator[Question]:
    maker, by = QueryMaker(texts, SEED), analyser(profile)
    for kind in KINDS:
        for query in maker.queries(kind, N_QUERIES):
            try:
                node = read_query(query, by).node
                if node is not None and engine.ranked(node, 1)[0]:
                    yield Question(kind, node)
            except QueryProblem:
                continue


def _ranking(engine: AnsweringEngine, question: Question) -> Ranking:
    return [page.page - 1 for page in engine.ranked(question.node, engine.n_pages)[1]]


def _all(engine: AnsweringEngine, questions: Sequence[Question]) -> list[Ranking]:
    return [_ranking(engine, question) for question in questions]


def _lucene(
    class_path: str, folder: Path, profile: Profile, texts: Sequence[str], questions: Sequence[Question]
) -> list[Ranking]:
    by = analyser(profile)
    pages = (page_fields(by.tokens(text)) for text in texts)
    lines = (f"{page['words']}\t{page.get('broken_words', '')}\n" for page in pages)
    (folder / "pages").write_text("".join(lines), encoding="utf-8")
    strings = "".join(f"{query_string(question.node, profile)}\n" for question in questions)
    (folder / "queries").write_text(strings, encoding="utf-8")
    places = [str(folder / name) for name in ("pages", "queries", "lucene", "answers")]
    command = ["java", "-Dfile.encoding=UTF-8", "-XX:+UseSerialGC", "-cp", class_path, str(JAVA), *places]
    subprocess.run(command, check=True)
    answers = (folder / "answers").read_text(encoding="utf-8").splitlines()
    return [[int(number) for number in answer.split()] for answer in answers]


def _table(
    title: str, questions: Sequence[Question], wanted: Sequence[Ranking], found: Sequence[Ranking]
) -> list[str]:
    lines = [
        f"### {title}\n",
        f"| kind | n | pages | overlap@{K} | same top 1 | Kendall tau-b | identical list |",
        "|---|---|---|---|---|---|---|",
    ]
    pairs = list(zip(questions, wanted, found, strict=True))
    for kind in (*KINDS, "all"):
        compared = [(ours, theirs) for question, ours, theirs in pairs if kind in (question.kind, "all")]
        figures = [
            fmean(set(ours) == set(theirs) for ours, theirs in compared),
            fmean(overlap(ours[:K], theirs[:K]) for ours, theirs in compared),
            fmean(ours[0] == theirs[0] for ours, theirs in compared),
            fmean(kendall_tau_b(ours[:K], theirs[:K]) for ours, theirs in compared),
            fmean(ours[:K] == theirs[:K] for ours, theirs in compared),
        ]
        shown = " | ".join(f"{figure:.3f}" for figure in figures)
        lines.append(f"| {kind} | {len(compared)} | {shown} |")
    return [*lines, ""]


def overlap(ours: Ranking, theirs: Ranking) -> float:
    """Share of pages in both lists, of the longer one."""
    return len(set(ours) & set(theirs)) / max(len(ours), len(theirs))


def kendall_tau_b(ours: Ranking, theirs: Ranking) -> float:
    """Tau-b over the union of both lists; pages that a list lacks tie behind its last one.

    (concordant - discordant) / sqrt((pairs - ties in ours) * (pairs - ties in theirs)); 1 for two
    lists that are the same, also of one page.
    """
    if list(ours) == list(theirs):
        return 1.0
    union = [*ours, *(page for page in theirs if page not in ours)]
    ranks = [
        (_rank(ours, one) - _rank(ours, two), _rank(theirs, one) - _rank(theirs, two))
        for one, two in combinations(union, 2)
    ]
    agreement = sum((a * b > 0) - (a * b < 0) for a, b in ranks)
    untied = sum(a != 0 for a, _ in ranks) * sum(b != 0 for _, b in ranks)
    return float(agreement / untied**0.5) if untied else 0.0


def _rank(ranking: Ranking, page: int) -> int:
    return list(ranking).index(page) if page in ranking else len(ranking)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
