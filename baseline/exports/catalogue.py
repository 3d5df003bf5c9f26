"""The event catalogue of docs/events.md as data: what each kind and each field means, in one place only."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from db.errors import InvalidInput

CATALOGUE = Path(__file__).parent.parent.parent / "docs" / "events.md"
_KIND = re.compile(r"^### `(\w+)`$", re.MULTILINE)
_SECTION = re.compile(r"^## ", re.MULTILINE)
_FIELDS = re.compile(r"((?:`\w+`(?:, )?)+): (.*)", re.DOTALL)


class KindWords(NamedTuple):
    """What the catalogue says of one kind: a paragraph, and each field's meaning."""

    meaning: str
    fields: dict[str, str]


def read_catalogue(path: Path = CATALOGUE) -> dict[str, KindWords]:
    """Kind -> its words.

    Raises:
        InvalidInput: the page is not there.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InvalidInput("docs/events.md is missing: the data dictionary is made from it.") from error
    _, *parts = _KIND.split(text)
    return {kind: _words(_SECTION.split(body)[0]) for kind, body in zip(parts[::2], parts[1::2], strict=True)}


def _words(body: str) -> KindWords:
    paragraph, *items = re.split(r"^- ", body.strip(), flags=re.MULTILINE)
    fields: dict[str, str] = {}
    for item in items:
        found = _FIELDS.match(" ".join(item.split()))
        if found:
            fields |= dict.fromkeys(re.findall(r"\w+", found[1]), found[2])
    return KindWords(" ".join(paragraph.split()), fields)
