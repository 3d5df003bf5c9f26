"""Text from documents and people, made safe for places where Streamlit reads markdown."""

from __future__ import annotations

import re

_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$:<>&@])")
# All of Unicode's category Cc.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
# Characters that turn the direction of what follows: in a file name they can hide its ending.
_BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C])


def escaped(text: str) -> str:
    """`text` so that markdown shows it letter for letter, on one line."""
    return _MARKDOWN.sub(r"\\\1", one_line(text))


def one_line(text: str) -> str:
    """`text` without control and direction characters, white space folded to single spaces."""
    if not (text.isascii() and text.isprintable()):  # most text is: tables have thousands of cells
        text = _CONTROL.sub(" ", text.translate(_BIDI))
    return " ".join(text.split())


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
