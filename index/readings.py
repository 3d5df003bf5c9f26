"""Pages that somebody had read again: which reading goes into the next build."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Sequence

from db.page_store import PageStore, Reading, StoredWord

_NAME_CHARS = 16


def reading_name(engine: str, words: Sequence[StoredWord]) -> str:
    """A name for exactly these words by this engine: equal readings have equal names."""
    rows = [[*(round(edge, 5) for edge in word[:4]), word.text, word.line] for word in words]
    content = json.dumps([engine, rows], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()[:_NAME_CHARS]


def readings_of(store: PageStore, sha256s: Container[str]) -> dict[str, dict[int, Reading]]:
    """For each of these contents the chosen readings by page."""
    found: dict[str, dict[int, Reading]] = {}
    for sha256, pages in store.chosen_readings().items():
        if sha256 not in sha256s:
            continue
        for page, name in pages.items():
            reading = store.reading(sha256, page, name)
            if reading is not None:
                found.setdefault(sha256, {})[page] = reading
    return found
