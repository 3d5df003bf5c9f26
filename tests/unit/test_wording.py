"""Numbers with their nouns."""

from __future__ import annotations

import pytest

from db.wording import counted


@pytest.mark.parametrize(
    ("n", "plural", "text"),
    [
        (0, "items", "0 items"),
        (1, "items", "1 item"),
        (1, "searches", "1 search"),
        (1, "pages", "1 page"),
        (1, "people", "1 person"),
        (1607, "pages", "1\u202f607 pages"),
    ],
)
def test_counted_speaks_of_one_and_of_many(n: int, plural: str, text: str) -> None:
    assert counted(n, plural) == text
