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
_LINE = re.compile(r'",\d++\]')


class WrittenWords:
    """One page's words in reading order, as `db.page_words` packs them."""

    def __init__(self, blob: bytes) -> None:
        """Take a row's words. Raises PageDamaged if they are not in the form in which they are packed."""
        try:
            written = zlib.decompress(blob).decode()
        except (zlib.error, UnicodeDecodeError, TypeError) as error:
            raise PageDamaged from error
        self._is_escaped = "\\" in written
        self._rows = _masked(written) if self._is_escaped else written
        if _ROWS.fullmatch(self._rows) is None:
            raise PageDamaged

    def boxes_and_texts(self) -> str:
        """JSON: an array of [x0, y0, x1, y1, text]."""
        return self._as_written(_LINE.sub('"]', self._rows))

    def texts(self) -> list[str]:
        """The words alone."""
        texts = self._rows.split('"')[1::2]
        if not self._is_escaped:
            return texts
        quoted = ",".join(f'"{text}"' for text in texts)
        try:
            return list(map(str, json.loads(self._as_written(f"[{quoted}]"))))
        except ValueError as error:
            raise PageDamaged from error

    def lines(self) -> list[str]:
        """For each word the number of its line, in figures."""
        return [rest[1 : rest.index("]")] for rest in self._rows.split('"')[2::2]]

    def _as_written(self, masked: str) -> str:
        if not self._is_escaped:
            return masked
        return masked.replace(_QUOTE, '\\"').replace(_BACKSLASH, "\\\\")


def _masked(written: str) -> str:
    return written.replace("\\\\", _BACKSLASH).replace('\\"', _QUOTE)
