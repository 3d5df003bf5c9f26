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


_GREEK = re.compile(r"GREEK (SMALL|CAPITAL) LETTER (\w+)")
# Those that LaTeX has a sign for; other capitals look like Latin ones.
_SIGNS = {
    "SMALL": [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "pi",
        "rho",
        "sigma",
        "tau",
        "upsilon",
        "phi",
        "chi",
        "psi",
        "omega",
    ],
    "CAPITAL": ["gamma", "delta", "theta", "lambda", "xi", "pi", "sigma", "upsilon", "phi", "psi", "omega"],
}


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


def stand_ins(text: str) -> list[str]:
    """Lines of a preamble for what a document holds: pdfTeX stops at a letter that its fonts do not have.

    Such a letter shows as its number, a Greek one as the sign of formulas. XeTeX and LuaTeX read over them.
    """
    letters = sorted({char for char in text if not char.isascii()})
    if not letters:
        return []
    return [
        r"\ifPDFTeX",
        r"\newcommand{\instead}[3]{\ifcsname u8:\detokenize{#1}\endcsname\else"
        r"\DeclareUnicodeCharacter{#2}{#3}\fi}",
        *(rf"\instead{{{char}}}{{{ord(char):04X}}}{{{_stand_in(char)}}}" for char in letters),
        r"\fi",
    ]


def _stand_in(letter: str) -> str:
    greek = _GREEK.fullmatch(unicodedata.name(letter, ""))
    if greek is not None:
        name = greek[2].lower().replace("lamda", "lambda")
        if name in _SIGNS[greek[1]]:
            return rf"\ensuremath{{\{name if greek[1] == 'SMALL' else name.title()}}}"
    return f"[U+{ord(letter):04X}]"


def _is_seen(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
