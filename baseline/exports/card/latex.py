"""Texts as LaTeX that stay texts. Pure."""

from __future__ import annotations

import re
import unicodedata

# Everything that LaTeX reads as something else, and signs that its usual fonts do not have.
_WRITTEN = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "\n": " ",
    "\r": " ",
    "\t": " ",
    "\u202f": r"\,",
    "\u00a0": r"~",
    "…": r"\ldots{}",
    "≥": r"\ensuremath{\geq}",
    "≤": r"\ensuremath{\leq}",
    "×": r"\texttimes{}",
    "−": r"\textminus{}",
}

# Two of these in a row would become another sign.
_JOINED = re.compile(r"([-,'])(?=\1)")


def latex_text(text: str) -> str:
    """A text on one line, letter for letter; characters that cannot be seen are left out."""
    written = "".join(_WRITTEN.get(char, char) for char in text if char in _WRITTEN or _is_seen(char))
    apart = _JOINED.sub(r"\1{}", written.strip())
    # Behind the end of a line these would be its arguments.
    return f"{{}}{apart}" if apart.startswith(("[", "*")) else apart


def latex_paragraphs(text: str) -> str:
    """A text with its lines kept."""
    lines = [latex_text(line) for line in text.splitlines()]
    return "\n".join(f"{line}\\\\" if line else r"\medskip" for line in lines)


def _is_seen(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
