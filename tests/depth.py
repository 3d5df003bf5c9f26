"""How hard the properties are tried: with few random examples in `make test`, with many in `.ci/run`."""

from __future__ import annotations

import os

from hypothesis import settings

IS_DEEP = os.environ.get("PAGETRAIL_PROPERTIES") == "deep"
FEWEST = 5


def n_examples(deep: int) -> int:
    """`deep` examples in depth; a third of them otherwise, but not fewer than five."""
    return deep if IS_DEEP else max(FEWEST, deep // 3)


def examples(deep: int) -> settings:
    """For a property that takes another number of examples than the rest."""
    return settings(max_examples=n_examples(deep))
