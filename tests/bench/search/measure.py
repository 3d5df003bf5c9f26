"""One engine, one process: build, or answer queries, and say what it cost as JSON.

python -m tests.bench.search.measure build  ENGINE FOLDER PAGES
python -m tests.bench.search.measure search ENGINE FOLDER QUERIES
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from index.search.analysis import analyser
from index.search.language import read_query
from tests.bench.search.ours import Postings, Whoosh
from tests.bench.search.pages import InventedPage
from tests.bench.search.rivals import RIVALS, NotOffered

ENGINES: dict[str, type[Any]] = {"Pagetrail": Postings, "Whoosh": Whoosh, **RIVALS}
K = 10


def main(action: str, engine: str, folder: str, source: str) -> int:
    """Print one JSON object."""
    if action == "build":
        outcome = _build(ENGINES[engine], Path(folder), Path(source))
    else:
        outcome = _search(ENGINES[engine], Path(folder), json.loads(Path(source).read_text()))
    sys.stdout.write(json.dumps(outcome) + "\n")
    return 0


def read_pages(path: Path) -> Iterator[InventedPage]:
    """The pages that were written for all engines, one a line."""
    with path.open(encoding="ascii") as lines:
        for line in lines:
            document, page, words = line.rstrip("\n").split("\t")
            yield InventedPage(document, int(page), words.split(" "))


def _build(engine: type[Any], folder: Path, source: Path) -> dict[str, float]:
    reading_s = _seconds_to_read(source)
    wall, cpu = time.perf_counter(), time.process_time()
    engine.build(folder, read_pages(source))
    return {
        "wall_s": time.perf_counter() - wall - reading_s,
        "cpu_s": time.process_time() - cpu - reading_s,
        "peak_mb": _peak_mb(),
        "index_mb": sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6,
    }


def _seconds_to_read(source: Path) -> float:
    started = time.process_time()
    for _ in read_pages(source):
        pass
    return time.process_time() - started


def _search(engine: type[Any], folder: Path, queries: dict[str, list[str]]) -> dict[str, Any]:
    started = time.process_time()
    opened = engine(folder)
    open_ms = 1000 * (time.process_time() - started)
    ours = analyser("exact")
    kinds: dict[str, Any] = {}
    for kind, texts in queries.items():
        nodes = [read_query(text, ours).node for text in texts]
        try:
            # Once before it is measured: files come into memory, tables are made.
            opened.best(nodes[0], K)
        except NotOffered:
            continue
        measured = [_timed(opened, node) for node in nodes]
        kinds[kind] = {"ms": [ms for ms, _ in measured], "lists": [pages for _, pages in measured]}
    return {"open_ms": open_ms, "peak_mb": _peak_mb(), "kinds": kinds}


def _timed(opened: Any, node: Any) -> tuple[float, list[int]]:
    """CPU time of this process: what it would take on an idle core."""
    started = time.process_time()
    pages = opened.best(node, K)
    return 1000 * (time.process_time() - started), pages


def _peak_mb() -> float:
    """The kernel's own high-water mark: `getrusage` would count the parent's memory before `exec`."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
