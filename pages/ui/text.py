"""Text from documents and people, made safe for places where Streamlit reads markdown."""

from __future__ import annotations

import re
import unicodedata

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$:<>&@])")
# Streamlit makes a link of what looks like an address, and no escape of markdown keeps it from that; a word
# joiner, which nobody sees, does.
_ADDRESS = re.compile(r"(https?)(?=://)|(www)(?=\.)|(?<=[-.\w+])(?=@[-\w])", re.IGNORECASE)
_WORD_JOINER = "\u2060"
# All of Unicode's category Cc.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# Characters that turn the direction of what follows: in a file name they can hide its ending.
_BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C])
# Spaces that never break a line stay what they are: they stand in numbers, and within intervals.
_FOLDED = re.compile(r"[^\S\u00a0\u202f]+")
_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


def escaped(text: str) -> str:
    """`text` so that markdown shows it letter for letter, on one line.

    It moves nothing beside it, and an address in it is no link.
    """
    unlinked = _ADDRESS.sub(lambda found: f"{found[0]}{_WORD_JOINER}", isolated(text))
    return _MARKDOWN.sub(r"\\\1", unlinked)


def one_line(text: str) -> str:
    """`text` without control and direction characters, white space folded to single spaces."""
    if text.isascii() and text.isprintable():  # most text is: tables have thousands of cells
        return " ".join(text.split())
    return _FOLDED.sub(" ", _CONTROL.sub(" ", text.translate(_BIDI))).strip()


def is_right_to_left(text: str) -> bool:
    """Whether any of it is written from right to left, so that it would reorder what stands beside it."""
    return not text.isascii() and any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)


def isolated(text: str) -> str:
    """As `one_line`, and apart where it is written from right to left: what is beside it keeps its order."""
    shown = one_line(text)
    return f"{_ISOLATE}{shown}{_END_OF_ISOLATE}" if is_right_to_left(shown) else shown


def shortened(text: str, most: int) -> str:
    """At most `most` characters, with the middle left out where it is longer."""
    if len(text) <= most:
        return text
    head = (most - 1) * 2 // 3
    return f"{text[:head]}…{text[-(most - 1 - head) :]}"


def duration(seconds: float) -> str:
    """`2 min 05 s`; hours where there are any."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"
