"""The block of YAML that a dataset card begins with: mappings, lists and scalars, nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def front_matter(values: Mapping[str, Any]) -> str:
    """`---`, the values as YAML, `---`. Texts stand in double quotes, so none is read as yes or 1.0."""
    return "\n".join(["---", *_lines(values), "---"]) + "\n"


def _lines(value: Mapping[str, Any] | Sequence[Any], indent: str = "") -> Iterator[str]:
    entries = (
        [(f"{key}:", part) for key, part in value.items()]
        if isinstance(value, Mapping)
        else [("-", part) for part in value]
    )
    for lead, part in entries:
        if isinstance(part, str | int):
            yield f"{indent}{lead} {_scalar(part)}"
        elif not part:
            yield f"{indent}{lead} {'{}' if isinstance(part, Mapping) else '[]'}"
        elif lead == "-":
            first, *others = _lines(part, indent + "  ")
            yield f"{indent}- {first.lstrip(' ')}"
            yield from others
        else:
            yield f"{indent}{lead}"
            yield from _lines(part, indent + "  ")


def _scalar(value: str | int) -> str:
    """A JSON text is a YAML text, but for characters that YAML does not take as they are."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join(char if char.isprintable() else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"
