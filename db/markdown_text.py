"""Texts as Markdown that stay texts, and tables of them. Pure."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

_MARKDOWN = re.compile(r"[\\`*_\[\]|~$]")


def plain(text: str) -> str:
    """A text on one line, shown letter for letter: names of categories are people's own."""
    one_line = html.escape(" ".join(text.split()), quote=False)
    return _MARKDOWN.sub(lambda found: f"\\{found[0]}", one_line)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a table, the last one blank."""
    lines = [header, ["---"] * len(header), *[[plain(cell) for cell in row] for row in rows]]
    return [*(f"| {' | '.join(cells)} |" for cells in lines), ""]
