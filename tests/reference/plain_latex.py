"""A strict look at LaTeX without an engine: braces, environments, columns of every row, nothing active loose."""

from __future__ import annotations

import re

_ESCAPED = re.compile(r"\\[\\{}$&#%_,~ ]")
_COMMANDS = frozenset(
    "begin end centering caption label footnotesize toprule midrule bottomrule newline scriptsize arraybackslash "
    "raggedright linewidth endfirsthead endhead endfoot documentclass usepackage ifPDFTeX else fi input "
    "textbackslash textasciicircum textasciitilde textless textgreater textbar textquotedbl textasciigrave ldots "
    "ensuremath geq leq texttimes textminus hspace".split()
)


def problems_of(text: str) -> list[str]:
    """What an engine would stumble over; nothing for a sound file."""
    text = _without_stand_ins(text)
    found = [f"unknown command {name}" for name in re.findall(r"\\([A-Za-z]+)", _plain(text)) if name not in _COMMANDS]
    bare = _plain(text)
    depth = 0
    for char in bare:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return [*found, "a brace is closed that was not opened"]
    if depth:
        found.append("a brace is not closed")
    open_ones: list[str] = []
    for what, name in re.findall(r"\\(begin|end)\{(\w+)\}", bare):
        if what == "begin":
            open_ones.append(name)
        elif not open_ones or open_ones.pop() != name:
            found.append(f"environment {name} is not nested")
    found += [f"environment {name} is not ended" for name in open_ones]
    found += ["a line is ended in a cell that is empty"] * len(re.findall(r"(?:&|^)\s*\\newline", text, re.MULTILINE))
    found += [f"loose {char!r}" for char in "$#%_^~" if char in _outside_commands(bare)]
    return found + _rows(text)


def _without_stand_ins(text: str) -> str:
    """What is not the preamble's list of letters, each of which has to name its own number."""
    text = re.sub(r"^\\newcommand\{\\instead\}.*\n", "", text, flags=re.MULTILINE)
    for line, letter, number in re.findall(r"^(\\instead\{(.)\}\{([0-9A-F]+)\}\{.+\}\n)", text, flags=re.MULTILINE):
        if ord(letter) == int(number, 16):
            text = text.replace(line, "")
    return text


def _plain(text: str) -> str:
    """Without escaped signs; a line end in a table is two backslashes."""
    return _ESCAPED.sub(" ", text)


def _outside_commands(text: str) -> str:
    return re.sub(r"~", "", text)


def _rows(text: str) -> list[str]:
    """Every row of a table has as many cells as it has columns."""
    columns = re.search(r"\\begin\{(?:tabular|longtable)\}\{(.*)\}$", text, re.MULTILINE)
    if columns is None:
        return []
    n = columns[1].count("p{")
    rows = [line for line in text.splitlines() if line.endswith(r"\\") and "&" in line]
    cells = [len(re.findall(r"(?<!\\)&", row)) + 1 for row in rows]
    return [f"a row has {one} cells, not {n}" for one in cells if one != n]
