"""Characters that would turn the writing direction of what stands beside them, refused where they come in."""

from __future__ import annotations

import unicodedata

from db.errors import InvalidInput

# Embeddings, overrides and isolates. The marks (left-to-right, right-to-left, Arabic letter) stay: languages
# that are written from right to left need them, and they turn nothing but themselves.
_TURNING = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))

# Control and format characters, halves of pairs, and separators of lines and paragraphs.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
# Words of some languages, and pictures of several signs, need these within them.
_JOINERS = frozenset("\u200c\u200d")
MOST_IN_A_NAME = 200


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


def plain_name(text: str, what: str) -> str:
    """A name as it stands in tables, charts and files: one line that people can read, trimmed.

    Args:
        text: what somebody typed or a file holds; an empty one is nothing to complain about.
        what: what it is the name of in the sentence, as `The name of the system`.

    Raises:
        InvalidInput: it breaks the line, turns direction, holds what nobody sees, or no letter or figure, or
            is longer than 200 characters.
    """
    name = text.strip()
    if len(name) > MOST_IN_A_NAME:
        raise InvalidInput(f"{what} has {len(name):,} characters; {MOST_IN_A_NAME} is the most.")
    refuse_turning(name, what)
    hidden = [char for char in name if unicodedata.category(char) in _HIDDEN and char not in _JOINERS]
    if hidden:
        raise InvalidInput(
            f"{what} holds a line break or an invisible character (U+{ord(hidden[0]):04X}); type it again "
            "without."
        )
    if name and not any(unicodedata.category(char)[0] in "LN" for char in name):
        raise InvalidInput(f"{what} has no letter and no figure: {name[:40]!r} tells nobody what it is.")
    return name
