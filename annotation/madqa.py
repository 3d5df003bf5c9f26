"""Item sets as MADQA files: what is written can be read back without a change."""

from __future__ import annotations

import json
from collections.abc import Iterable

from baseline.analysis.madqa_items import item_row
from db.models import Item


def items_as_json_lines(items: Iterable[Item]) -> str:
    """One item a line, UTF-8, the same fields with the same types in every line. Pages are 1-based."""
    return "".join(json.dumps(item_row(item), ensure_ascii=False, allow_nan=False) + "\n" for item in items)
