"""Texts as LaTeX that stay texts. Pure."""

from __future__ import annotations

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
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    # Two of them in a row would become another dash, and before ? and ! other signs.
    "-": r"{-}",
    "?": r"{?}",
    "!": r"{!}",
    ",": r"{,}",
    # Behind a line end these would be its arguments.
    "[": r"{[}",
    "]": r"{]}",
    "*": r"{*}",
    "\u202f": r"\,",
    "\u00a0": r"~",
    "…": r"\ldots{}",
    "≥": r"\ensuremath{\geq}",
    "≤": r"\ensuremath{\leq}",
    "×": r"\texttimes{}",
    "−": r"\textminus{}",
}


def latex_text(text: str) -> str:
    """A text on one line, letter for letter; characters that cannot be seen are left out."""
    return "".join(_WRITTEN.get(char, char) for char in " ".join(text.split(" ")) if _is_seen(char)).strip()


def latex_paragraphs(text: str) -> str:
    """A text with its lines kept."""
    lines = [latex_text(line) for line in text.splitlines()]
    return "\n".join(f"{line}\\\\" if line else r"\medskip" for line in lines)


def _is_seen(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
