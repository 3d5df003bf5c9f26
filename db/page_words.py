"""The words of a page as the page store keeps them, and a name for exactly these words."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from db.page_records import StoredWord
from db.page_trouble import PageDamaged

DIGEST_BYTES = 16
_COMPRESSION = 3

# The constructor of a named tuple takes several times as long, and a page may have 50,000 words.
_stored_word: Callable[[Sequence[Any]], StoredWord] = partial(tuple.__new__, StoredWord)


def packed(words: Sequence[StoredWord]) -> bytes:
    """The words for a row; boxes are rounded to five decimals."""
    return zlib.compress(_json(words), _COMPRESSION)


def unpacked(blob: bytes) -> tuple[StoredWord, ...]:
    """The words of a row. Raises PageDamaged."""
    try:
        words = tuple(map(_stored_word, json.loads(zlib.decompress(blob))))
        if not all(len(word) == len(StoredWord._fields) for word in words):
            raise ValueError("a word has other fields")
        return words
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
