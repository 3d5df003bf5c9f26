"""The words of a page as the page store keeps them, and a name for exactly these words."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence

from db.page_records import StoredWord
from db.page_trouble import PageDamaged

DIGEST_BYTES = 16
_COMPRESSION = 3


def packed(words: Sequence[StoredWord]) -> bytes:
    """The words for a row; boxes are rounded to five decimals."""
    return zlib.compress(_json(words), _COMPRESSION)


def unpacked(blob: bytes) -> tuple[StoredWord, ...]:
    """The words of a row. Raises PageDamaged."""
    try:
        return tuple(StoredWord(*row) for row in json.loads(zlib.decompress(blob)))
    except (zlib.error, ValueError, TypeError) as error:
        raise PageDamaged from error


def words_digest(words: Sequence[StoredWord]) -> str:
    """A name for exactly these words with their boxes and lines: 128 bits in hexadecimal.

    It is made of the words and not of the row, so that a page which is read again in the same way has it
    again, whatever compressed its row.
    """
    return hashlib.blake2b(_json(words), digest_size=DIGEST_BYTES).hexdigest()


def _json(words: Sequence[StoredWord]) -> bytes:
    rows = [[*(round(edge, 5) for edge in word[:4]), word.text, word.line] for word in words]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()
