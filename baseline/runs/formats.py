"""Which format a file of answers has: by what it holds, whatever it is called. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from baseline.runs.inspect_log import read_inspect
from baseline.runs.madqa import EFFORT_FIELDS, ROWS_UNDER, read_leaderboard, read_madqa
from baseline.runs.reading import Reader
from db.systems import RunFormat

READERS: dict[RunFormat, Reader] = {
    "madqa": read_madqa,
    "leaderboard": read_leaderboard,
    "inspect": read_inspect,
}
TITLES: dict[RunFormat, str] = {
    "madqa": "MADQA predictions",
    "leaderboard": "leaderboard rows (answers only)",
    "inspect": "a log of Inspect",
}


def title_of(file_format: RunFormat) -> str:
    """The format at the beginning of a line."""
    title = TITLES[file_format]
    return f"{title[:1].upper()}{title[1:]}"


def format_of(content: bytes, name: str) -> RunFormat:
    """What the file most likely is; the reader then says what is wrong with it.

    An archive, and an object with `eval`, is a log of Inspect; rows that say how anybody searched are MADQA
    predictions, other rows a leaderboard's.
    """
    if content[:2] == b"PK" or name.lower().endswith(".eval"):
        return "inspect"
    # As the readers decode it; what is no UTF-8 they refuse by name.
    text = content.decode("utf-8-sig", "replace").strip()
    whole = _json(text)
    if isinstance(whole, dict) and "eval" in whole:
        return "inspect"
    return "madqa" if any(row.keys() & EFFORT_FIELDS for row in _rows(whole, text)) else "leaderboard"


def _rows(whole: Any, text: str) -> Iterator[dict[str, Any]]:
    """Its rows, read no further than somebody asks for them."""
    read: Iterable[Any]
    if isinstance(whole, dict):
        read = next((whole[field] for field in ROWS_UNDER if isinstance(whole.get(field), list)), [whole])
    else:
        read = whole if isinstance(whole, list) else (_json(line) for line in text.splitlines())
    return (row for row in read if isinstance(row, dict))


def _json(text: str) -> Any:
    """The value; None where the text is not one of JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
