"""The tables of a report for LaTeX, numbers as on its page: booktabs, one file a table. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from baseline.exports.card.latex import latex_text, stand_ins
from baseline.exports.files import ExportFile
from baseline.reports.document import Cell, Table

_MOST_ON_A_PAGE = 12
_FIRST_SHARE = 0.22


def table_files(tables: Sequence[Table], about: str) -> list[ExportFile]:
    """`tables/NAME.tex` for each table with rows, and `tables/all.tex`, a document with all of them."""
    filled = [table for table in tables if table.rows]
    files = [
        ExportFile(f"tables/{one.name}.tex", table_as_latex(one, about), len(one.rows), one.caption)
        for one in filled
    ]
    whole = _document(filled, stand_ins("".join(one.text or "" for one in files)))
    return [*files, ExportFile("tables/all.tex", whole, len(filled), "all of them, to look at")]


def table_as_latex(table: Table, about: str) -> str:
    """One table, to be read in by name: needs booktabs and array, and longtable where it is long."""
    n = len(table.head)
    first = _FIRST_SHARE if n > 2 else 0.3
    rest = (0.97 - first - 0.02 * n) / max(1, n - 1)
    columns = _column(first) + _column(rest) * (n - 1)
    caption = rf"\caption{{{latex_text(f'{table.caption} ({about})')}}}\label{{tab:{table.name}}}"
    head = " & ".join(latex_text(cell) for cell in table.head) + r" \\"
    rows = [" & ".join(map(_cell, row)) + r" \\" for row in table.rows]
    if len(rows) > _MOST_ON_A_PAGE:
        return _lines(_long(columns, caption, head, rows))
    return _lines(_floating(columns, caption, head, rows))


def _floating(columns: str, caption: str, head: str, rows: Sequence[str]) -> Iterator[str]:
    yield from (r"\begin{table}[tbp]", r"\centering", caption, r"\footnotesize")
    yield from (rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule")
    yield from rows
    yield from (r"\bottomrule", r"\end{tabular}", r"\end{table}")


def _long(columns: str, caption: str, head: str, rows: Sequence[str]) -> Iterator[str]:
    yield from (r"{\footnotesize", rf"\begin{{longtable}}{{{columns}}}", rf"{caption}\\", r"\toprule", head)
    yield from (r"\midrule", r"\endfirsthead", r"\toprule", head, r"\midrule", r"\endhead")
    yield from (r"\bottomrule", r"\endfoot")
    yield from rows
    yield from (r"\end{longtable}", "}")


def _column(share: float) -> str:
    # Without the space the first word of a cell, often its only one, is never hyphenated.
    return rf">{{\raggedright\arraybackslash\hspace{{0pt}}}}p{{{share:.3f}\linewidth}}"


def _cell(cell: Cell) -> str:
    text = latex_text(cell.text)
    if not cell.below:
        return text
    below = r" \newline ".join(latex_text(line) for line in cell.below)
    small = rf"{{\scriptsize {below}}}"
    # Where nothing stands yet LaTeX has no line to end.
    return rf"{text} \newline {small}" if text else small


def _lines(lines: Iterator[str]) -> str:
    return "\n".join([*lines, ""])


def _document(tables: Sequence[Table], stood_in: Sequence[str]) -> str:
    lines = [
        r"\documentclass{article}",
        r"\usepackage{iftex}",
        r"\ifPDFTeX\usepackage[T1]{fontenc}\usepackage{textcomp}\else\usepackage{fontspec}\fi",
        *stood_in,
        r"\usepackage{array,booktabs,longtable}",
        r"\usepackage[margin=20mm,landscape]{geometry}",
        r"\begin{document}",
        *(rf"\input{{{table.name}.tex}}" for table in tables),
        r"\end{document}",
        "",
    ]
    return "\n".join(lines)
