"""The words of a page as browsers are sent them: JSON, packed once."""

from __future__ import annotations

import gzip
import json

from index.manifest import PageEntry

# A page of 50,000 words has 2 MB of JSON: the next levels take five times as long for a sixth less.
_LEVEL = 1


def page_json(entry: PageEntry, words: str) -> bytes:
    """A page's words, as a JSON array, with what the manifest says of the page; gzip."""
    page = {
        "width_pt": entry.width_pt,
        "height_pt": entry.height_pt,
        "label": entry.label,
        "source": entry.source,
    }
    return packed_json(f'{compact_json(page)[:-1]},"words":{words}}}')


def compact_json(content: object) -> str:
    """JSON without a space too many. Raises ValueError for what JSON has no number for."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def packed_json(text: str) -> bytes:
    """For whoever sends it; equal texts are packed into equal bytes."""
    return gzip.compress(text.encode(), _LEVEL, mtime=0)
