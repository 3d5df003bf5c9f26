"""Search by kind of query, beside a scan of all page texts. On the real corpus where it is given."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from db.clock import SystemClock
from index.build import BuildRequest, build_index
from index.collection import OpenIndex, open_index
from tests.bench.table import Row, report
from tests.small_study import SmallStudy

N_QUERIES = 60


@pytest.fixture(scope="module")
def index(study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory) -> OpenIndex:
    folder = os.environ.get("PAGETRAIL_CORPUS")
    if folder is None:
        return open_index(str(study_template.home / "indexes" / "small"))
    out = tmp_path_factory.mktemp("bench") / "corpus"
    build_index(BuildRequest(folder=Path(folder), out=out, ocr="off"), SystemClock())
    return open_index(str(out))


def test_search(index: OpenIndex) -> None:
    texts = {
        (entry.document, page): index.page_text(entry.document, page)
        for entry in index.documents()
        for page in range(1, entry.n_pages + 1)
    }
    rows = []
    for kind, (query, scan) in _kinds(texts).items():
        ours, naive = [], []
        for seed in range(N_QUERIES):
            words = _words(texts, random.Random(f"{kind}:{seed}"))
            text = query(words)
            ours.append(_milliseconds(lambda text=text: index.search(text, 5)))
            pattern = scan(words)
            naive.append(_milliseconds(lambda pattern=pattern: sum(pattern(page) for page in texts.values())))
        rows += [Row(kind, "index", ours), Row(kind, "scan of all pages", naive)]
    report("search", rows, f"p95 under 100 ms for every kind, {len(texts)} pages")


Words = tuple[str, str, str]
Scan = Callable[[str], bool]


def _kinds(_: object) -> dict[str, tuple[Callable[[Words], str], Callable[[Words], Scan]]]:
    return {
        "term": (lambda w: w[0], lambda w: _finder(w[0])),
        "AND": (
            lambda w: f"{w[0]} AND {w[1]}",
            lambda w: lambda page: _finder(w[0])(page) and _finder(w[1])(page),
        ),
        "OR": (
            lambda w: " OR ".join(w),
            lambda w: lambda page: any(_finder(word)(page) for word in w),
        ),
        "phrase": (lambda w: f'"{w[0]} {w[1]}"', lambda w: _finder(rf"{w[0]}\s+{w[1]}")),
        "NOT": (
            lambda w: f"{w[0]} NOT {w[2]}",
            lambda w: lambda page: _finder(w[0])(page) and not _finder(w[2])(page),
        ),
    }


def _finder(pattern: str) -> Scan:
    found = re.compile(rf"\b{pattern}\b", re.IGNORECASE)
    return lambda page: found.search(page) is not None


def _words(texts: dict[tuple[str, int], str], draw: random.Random) -> Words:
    """Three words that stand together on some page."""
    pages = sorted(texts)
    while True:
        words = re.findall(r"[A-Za-z]{3,}", texts[draw.choice(pages)])
        if len(words) >= 8:
            first = draw.randrange(len(words) - 3)
            return words[first], words[first + 1], words[first + 3]


def _milliseconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - started)
