"""Characters that would turn the writing direction of what stands beside them, refused where they come in."""

from __future__ import annotations

from db.errors import InvalidInput

# Embeddings, overrides and isolates. The marks (left-to-right, right-to-left, Arabic letter) stay: languages
# that are written from right to left need them, and they turn nothing but themselves.
_TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))


def turns_direction(text: str) -> bool:
    """Whether the text holds a character that turns the direction of other text."""
    return not _TURNING.isdisjoint(text)


def without_turning(text: str) -> str:
    """The text without what turns direction: copied from a page such characters come along unseen."""
    return "".join(char for char in text if char not in _TURNING)


def refuse_turning(text: str, what: str) -> None:
    """Nothing, for a text that can be shown beside others.

    Args:
        text: what somebody typed or a file holds.
        what: its name in the sentence, as `The reason`.

    Raises:
        InvalidInput: it holds a character that turns the direction of what stands beside it.
    """
    if turns_direction(text):
        raise InvalidInput(
            f"{what} holds an invisible character that turns the direction of the text around it; type it "
            "again without."
        )
