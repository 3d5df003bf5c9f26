"""Invented runs of many systems on one item set, with full trajectories, through the real import."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from sqlite_utils import Database

from baseline.runs.importing import RunFile, import_run
from db.items import put_item_set
from db.models import By, Item, ItemMetadata, PageRef
from db.systems import SystemKind
from tests.makers import NOON_MS

SET = "many"
HITS_SHOWN = 5
_DOMAINS = ("finance", "health", "transport", "energy")
_CATEGORIES = ("annual report", "budget", "audit", "minutes", "tender", "survey")
_VISUAL = ("free text", "tabular", "structured", "artifact", "tabular, artifact")


class Size(NamedTuple):
    """How much to invent; 5 searches on average and one answer an attempt make 60,000 events of 10,000."""

    n_systems: int = 20
    n_items: int = 500
    mean_searches: float = 5.0


FULL_SIZE = Size()


def many_items(n_items: int) -> list[Item]:
    """Items of every hop type, domain, category and visual type."""
    return [_item(number) for number in range(n_items)]


def _item(number: int) -> Item:
    extra = {0: [(number, 2)], 1: [(number + 7, 1)]}.get(number % 4, [])
    pages = [(number, 1), *extra]
    return Item(
        item_id=f"q{number:04d}",
        question=f"What was line {number} of the plan in {1990 + number % 30}?",
        answer_variants=((str(1000 + number),),),
        evidence=tuple(PageRef(document=f"report-{doc:04d}.pdf", page=page) for doc, page in pages),
        metadata=ItemMetadata(
            domain=_DOMAINS[number % len(_DOMAINS)],
            category=_CATEGORIES[number % len(_CATEGORIES)],
            visual=_VISUAL[number % len(_VISUAL)],
        ),
    )


def put_many(database: Database, size: Size = FULL_SIZE) -> int:
    """Store the set and a run of every system; the number of queries and answers in them.

    System 0 is a person group, the last two of ten are not agentic; abilities fall with the number.
    """
    put_item_set(database, SET, many_items(size.n_items), NOON_MS)
    n_events = 0
    for file in run_files(size):
        n_events += sum(
            1 + len(json.loads(row).get("search_history", ())) for row in file.content.splitlines()
        )
        import_run(database, file, None, By("rex", NOON_MS))
    return n_events


def run_files(size: Size = FULL_SIZE) -> Iterator[RunFile]:
    """The file of every system, as it would be imported."""
    items, rng = many_items(size.n_items), np.random.default_rng(6)
    for number in range(size.n_systems):
        kind = _kind(number)
        rows = [_row(item, ability(number), kind, size, rng) for item in items]
        content = "\n".join(json.dumps(row) for row in rows).encode()
        yield RunFile(content, f"run-{number:02d}.jsonl", "madqa", SET, f"System {number:02d}", kind=kind)


def _kind(number: int) -> SystemKind:
    if number == 0:
        return "people"
    return "non_agentic" if number % 10 in {8, 9} else "agent"


def ability(number: int) -> float:
    """What share of items a system is meant to get right."""
    return 0.9 - 0.03 * number


def _row(
    item: Item, able: float, kind: SystemKind, size: Size, rng: np.random.Generator
) -> dict[str, object]:
    hard = (int(item.item_id[1:]) * 37 % 100) / 100
    right = bool(rng.random() < able + 0.2 - 0.4 * hard)
    row: dict[str, object] = {
        "id": item.item_id,
        "question": item.question,
        "answer": [item.answer_variants[0][0]] if right or rng.random() < 0.05 else [_wrong(rng)],
        "citations": [
            {"document": ref.document, "page": ref.page if right or rng.random() < 0.5 else ref.page + 3}
            for ref in item.evidence
            if right or rng.random() < 0.6
        ],
        "verdict": float(rng.choice([1.0, 1.0, 1.0, 0.5])) if right else 0.0,
        "model": "invented",
        "working_s": round(float(rng.gamma(2.0, 60.0 if right else 120.0)), 1),
    }
    if kind != "non_agentic":
        n = 1 + int(rng.poisson(size.mean_searches - 2 if right else size.mean_searches + 1))
        found = int(rng.integers(0, n)) if right or rng.random() < 0.4 else n
        searches = [_search(item, i >= found, rng) for i in range(n)]
        row["search_history"] = [{"query": text} for text, _ in searches]
        row["trajectory"] = [{"action": "search", "query": text, "results": hits} for text, hits in searches]
    return row


def _wrong(rng: np.random.Generator) -> str:
    return "" if rng.random() < 0.15 else str(int(rng.integers(10, 99)))


def _search(item: Item, is_found: bool, rng: np.random.Generator) -> tuple[str, list[dict[str, object]]]:
    hits: list[dict[str, object]] = [
        {"document": f"report-{int(rng.integers(600, 900)):04d}.pdf", "page": int(rng.integers(1, 60))}
        for _ in range(HITS_SHOWN)
    ]
    if is_found:
        ref = item.evidence[0]
        hits[int(rng.integers(0, HITS_SHOWN))] = {"document": ref.document, "page": ref.page}
    return f"line {item.item_id} {int(rng.integers(0, 1000))}", hits
