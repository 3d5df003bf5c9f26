"""`make bench-search`: all engines, one after the other, on the same pages and queries.

Writes docs/search-benchmark.md, its plot, and every number to bench-results/search-engines.json.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from index.search.lexicon import Lexicon, in_order, laid_out
from index.search.nodes import written
from index.search.vocabulary import MAX_WORDS_PER_PATTERN
from tests.bench.search.measure import ENGINES
from tests.bench.search.pages import PUBLISHED_PAGES, invented_pages
from tests.bench.search.plot import write_plot
from tests.bench.search.queries import queries
from tests.bench.search.tables import document
from tests.bench.table import RESULTS

ROOT = Path(__file__).resolve().parents[3]
_FIGURES = RESULTS / "search-engines.json"
_SAMPLED_EVERY = 37


def main() -> int:
    """Measure, then write the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.search", description=__doc__)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10], help="times the published pages")
    parser.add_argument("--pages", type=int, default=PUBLISHED_PAGES, help="pages of 1x")
    parser.add_argument("--queries", type=int, default=200, help="of each kind; a fifth above 1x")
    parser.add_argument("--engines", nargs="+", choices=list(ENGINES), default=list(ENGINES))
    parser.add_argument(
        "--engines-above", nargs="*", choices=list(ENGINES), help="engines above 1x, if not all of them"
    )
    parser.add_argument("--keep", action="store_true", help="keep what was measured of the other sizes")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "search-benchmark.md")
    options = parser.parse_args()
    kept = json.loads(_FIGURES.read_text()) if options.keep else []
    results = [one for one in kept if one["times"] not in options.times]
    for times in options.times:
        n_queries = options.queries if times == 1 else max(1, options.queries // 5)
        with tempfile.TemporaryDirectory(prefix="bench-search-") as folder:
            above = options.engines if options.engines_above is None else options.engines_above
            engines = options.engines if times == 1 else above
            results.append(_measured(Path(folder), times, options.pages * times, n_queries, engines))
        # After each size: the next one takes an hour, and whoever stops it there loses nothing.
        RESULTS.mkdir(exist_ok=True)
        results.sort(key=lambda one: one["times"])
        _FIGURES.write_text(json.dumps(results))
    options.out.write_text(document(results), encoding="utf-8")
    write_plot(results, options.out.parent / "images" / "search-benchmark.png")
    sys.stdout.write(f"\n{options.out.read_text()}")
    return 0


def _measured(folder: Path, times: int, n_pages: int, n_queries: int, engines: list[str]) -> dict[str, Any]:
    pages, asked = folder / "pages.tsv", folder / "queries.json"
    _tell(f"{times}x: writing {n_pages:,} pages")
    n_words, sample, vocabulary = 0, [], set[str]()
    with pages.open("w", encoding="ascii") as lines:
        for number, page in enumerate(invented_pages(n_pages)):
            lines.write(f"{page.document}\t{page.page}\t{' '.join(page.words)}\n")
            n_words += len(page.words)
            vocabulary.update(page.words)
            if number % (_SAMPLED_EVERY * times) == 0:
                sample.append(page.words)
    drawn = queries(sample, n_queries, _taken_wildcards(vocabulary))
    asked.write_text(json.dumps({kind: list(map(written, nodes)) for kind, nodes in drawn.items()}))
    outcome: dict[str, Any] = {"times": times, "pages": n_pages, "words": n_words, "engines": {}}
    for engine in engines:
        place = folder / engine
        place.mkdir()
        _tell(f"{times}x: {engine} builds")
        build = _in_a_process("build", engine, place, pages)
        _tell(f"{times}x: {engine} answers {n_queries} queries of each kind")
        outcome["engines"][engine] = {"build": build, **_in_a_process("search", engine, place, asked)}
    return outcome


def _taken_wildcards(vocabulary: set[str]) -> Callable[[str], bool]:
    """What our own language takes: wildcards that fit too many words are refused, by rule."""
    lexicon = Lexicon(laid_out(sorted(vocabulary, key=in_order)))
    return lambda pattern: len(lexicon.fitting(pattern)) <= MAX_WORDS_PER_PATTERN


def _in_a_process(action: str, engine: str, folder: Path, source: Path) -> dict[str, Any]:
    """A process of its own for each, so that memory is that of this engine alone."""
    command = [sys.executable, "-m", "tests.bench.search.measure", action, engine, str(folder), str(source)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    outcome: dict[str, Any] = json.loads(done.stdout)
    return outcome


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main())
