"""What a model wrote, read for the JSON objects in it. Pure."""

from __future__ import annotations

import json
import re
from typing import Any

_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_READER = json.JSONDecoder()


def objects_in(text: str) -> list[dict[str, Any]]:
    """Every JSON object in the text that is not inside another one.

    Text around them, code fences and thoughts in tags are passed over.
    """
    text = _THOUGHTS.sub("", text)
    found: list[dict[str, Any]] = []
    start = text.find("{")
    while start >= 0:
        try:
            value, end = _READER.raw_decode(text, start)
        except (ValueError, RecursionError):
            end = start + 1
        else:
            if isinstance(value, dict):
                found.append(value)
        start = text.find("{", end)
    return found
