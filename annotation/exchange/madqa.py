"""Item sets as MADQA files, one JSON object a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from baseline.analysis.madqa_items import item_row
from db.models import Item

# JSON leaves these as they are, and programs that split text into lines break them apart.
_LINE_ENDS_OF_OTHERS = re.compile("[\u0085\u2028\u2029]")


def items_as_json_lines(items: Iterable[Item]) -> str:
    """One item a line, UTF-8, the same fields with the same types in every line. Pages are 1-based."""
    return "".join(json_line(item_row(item)) + "\n" for item in items)


def json_line(row: Mapping[str, Any]) -> str:
    """An object as one line of JSON that every reader takes for one line, without its end."""
    line = json.dumps(row, ensure_ascii=False, allow_nan=False)
    return _LINE_ENDS_OF_OTHERS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)
