"""The words of a row as they are written there, without an object for each: a page may have 50,000."""

from __future__ import annotations

import json
import re
import zlib

from db.page_trouble import PageDamaged

# Signs that JSON never holds as such: they stand for what is escaped, so that a quotation mark ends a text.
_BACKSLASH, _QUOTE = "\x01", "\x02"
_NUMBER = r"-?\d++(?:\.\d++)?+(?:e[+-]?\d++)?+"
_ROW = rf'\[(?:{_NUMBER},){{4}}"[^"]*+",\d++\]'
_ROWS = re.compile(rf"\[(?:{_ROW}(?:,{_ROW})*+)?+\]", re.ASCII)
_LINE = re.compile(r'",(\d++)\]', re.ASCII)


class WrittenWords:
    """One page's words in reading order, as `db.page_words` packs them."""

    def __init__(self, blob: bytes) -> None:
        """Take a row's words. Raises PageDamaged if they cannot be unpacked."""
        try:
            written = zlib.decompress(blob).decode()
        except (zlib.error, UnicodeDecodeError, TypeError) as error:
            raise PageDamaged from error
        self._is_escaped = "\\" in written
        self._rows = _masked(written) if self._is_escaped else written

    def boxes_and_texts(self) -> str:
        """JSON: an array of [x0, y0, x1, y1, text]. Raises PageDamaged if the row is in no such form."""
        if _ROWS.fullmatch(self._rows) is None:
            raise PageDamaged
        return self._as_written(_LINE.sub('"]', self._rows))

    def texts_and_lines(self) -> tuple[list[str], list[str]]:
        """The words alone, and for each the number of its line, in figures.

        Raises PageDamaged if there are not as many of both; of the boxes nothing is said.
        """
        texts, lines = self._rows.split('"')[1::2], _LINE.findall(self._rows)
        if len(texts) != len(lines):
            raise PageDamaged
        return (self._unescaped(texts) if self._is_escaped else texts), lines

    def _unescaped(self, texts: list[str]) -> list[str]:
        quoted = ",".join(f'"{text}"' for text in texts)
        try:
            return list(map(str, json.loads(self._as_written(f"[{quoted}]"))))
        except ValueError as error:
            raise PageDamaged from error

    def _as_written(self, masked: str) -> str:
        if not self._is_escaped:
            return masked
        return masked.replace(_QUOTE, '\\"').replace(_BACKSLASH, "\\\\")


def _masked(written: str) -> str:
    return written.replace("\\\\", _BACKSLASH).replace('\\"', _QUOTE)
