"""Text from people, made safe for markdown."""

from __future__ import annotations

import pytest

from pages.ui.text import escaped

JOINER = "\u2060"


@pytest.mark.parametrize(
    ("typed", "broken_up"),
    [
        ("see https://example.org/a", f"https{JOINER}://"),
        ("see HTTP://example.org", f"HTTP{JOINER}://"),
        ("see www.example.org", f"www{JOINER}.example"),
        ("write to me@example.org", f"me{JOINER}@example"),
    ],
)
def test_address_is_broken_up_so_that_no_link_is_made_of_it(typed: str, broken_up: str) -> None:
    shown = escaped(typed).replace("\\", "")
    assert broken_up in shown
    assert shown.replace(JOINER, "") == typed


def test_text_without_address_is_not_touched() -> None:
    assert escaped("3 x 4 at noon") == "3 x 4 at noon"
