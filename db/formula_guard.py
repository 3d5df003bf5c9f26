"""Cells that no spreadsheet program runs as a formula, and back. Pure."""

from __future__ import annotations

import re

# = + - @ also in their full width, which East Asian input methods write and some programs run; blanks
# before them do not protect. A cell may also not begin with a tab or a line end.
_RUNS = r"(?:[\t\r\n]|\s*[=+\-@＝＋－＠])"
_TO_GUARD = re.compile(f"'*{_RUNS}")
_GUARDED = re.compile(f"'+{_RUNS}")


def guarded(cell: str) -> str:
    """The cell as it may be written: no spreadsheet runs it.

    An apostrophe goes in front; a text that has apostrophes before such a beginning gets one more, so
    taking one away always gives the text.
    """
    return f"'{cell}" if _TO_GUARD.match(cell) else cell


def unguarded(cell: str) -> str:
    """The cell without our apostrophe; every other cell, also a raw formula, as it stands."""
    return cell[1:] if _GUARDED.match(cell) else cell
