"""A card and a parity sheet as Markdown, as LaTeX, and as JSON. Pure: the same card, the same text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from baseline.exports.card.entry import Card, CardTable, Entry
from baseline.exports.card.latex import latex_paragraphs, latex_text, stand_ins
from baseline.exports.card.parity import Parity
from db.markdown_text import plain, table

Texts = Sequence[tuple[str, str]]
PARITY_HEAD = ("condition", "point", "people", "agents", "")
ABOUT = (
    "The list of items follows Wei et al., ICML 2025 (arXiv 2506.13776); a percentage says how many of the "
    "115 baselines reviewed there reported an item."
)


def card_as_markdown(card: Card, parity: Parity, texts: Texts) -> str:
    """The card for people."""
    lines = [f"# {plain(card.title)}", "", *(f"{plain(line)}  " for line in card.subtitle), ""]
    lines += [f"**{plain(card.completeness_line)}.** {ABOUT}", "", *_missing(card)]
    for section in card.sections:
        lines += [f"## {section.title}", ""]
        for entry in section.entries:
            lines += _entry(entry)
    lines += ["## Parity sheet", "", *parity_as_markdown(parity)]
    for title, text in texts:
        # More backticks than any in the text: it cannot end its own block.
        fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
        lines += [f"## {title}", "", fence, *text.splitlines(), fence, ""]
    return "\n".join(lines)


def parity_as_markdown(parity: Parity) -> list[str]:
    """The sheet as a table; what differs is marked in words."""
    return table(PARITY_HEAD, parity_cells(parity))


def parity_cells(parity: Parity) -> list[tuple[str, ...]]:
    """One row a point, the verdict last."""
    return [(row.condition, row.point, row.people, row.agents, row.verdict) for row in parity.rows]


def _missing(card: Card) -> Iterator[str]:
    missing = [entry for entry in card.entries if entry.missing]
    if missing:
        yield "## What is missing"
        yield ""
        yield from (f"- {plain(entry.label)}: {plain(entry.missing)}" for entry in missing)
        yield ""


def _entry(entry: Entry) -> Iterator[str]:
    met_by = "" if entry.met_by is None else f" ({entry.met_by:g} %)"
    yield f"### {plain(entry.label)}{met_by}"
    yield ""
    yield from (f"{plain(line)}\n" for line in entry.lines)
    for one in entry.tables:
        yield from table([plain(cell) for cell in one.head], one.rows)
    if entry.missing:
        yield f"**{plain(entry.missing)}**\n"
    yield f"*From: {plain(entry.source)}.*\n"


def card_as_latex(card: Card, parity: Parity, texts: Texts) -> str:
    """The card as a document of its own, with packages that every LaTeX has."""
    body = _latex_body(card, parity, texts)
    lines = [
        r"\documentclass{article}",
        r"\usepackage{iftex}",
        r"\ifPDFTeX\usepackage[T1]{fontenc}\usepackage{textcomp}\else\usepackage{fontspec}\fi",
        *stand_ins("\n".join(body)),
        r"\usepackage{longtable,array}",
        r"\usepackage[margin=25mm]{geometry}",
        r"\setlength{\parindent}{0pt}",
        r"\begin{document}",
    ]
    return "\n".join([*lines, *body, r"\end{document}", ""])


def _latex_body(card: Card, parity: Parity, texts: Texts) -> list[str]:
    lines = [
        rf"\section*{{{latex_text(card.title)}}}",
        *(f"{latex_text(line)}\n" for line in card.subtitle),
        rf"\textbf{{{latex_text(card.completeness_line)}.}} {latex_text(ABOUT)}",
        "",
    ]
    for section in card.sections:
        lines.append(rf"\section*{{{latex_text(section.title)}}}")
        for entry in section.entries:
            lines += _latex_entry(entry)
    lines += [r"\section*{Parity sheet}", *_latex_table(CardTable(PARITY_HEAD, tuple(parity_cells(parity))))]
    for title, text in texts:
        lines += [rf"\section*{{{latex_text(title)}}}", latex_paragraphs(text), ""]
    return lines


def _latex_entry(entry: Entry) -> Iterator[str]:
    met_by = "" if entry.met_by is None else f" ({entry.met_by:g} %)"
    yield rf"\paragraph{{{latex_text(entry.label + met_by)}}}"
    yield from (f"{latex_text(line)}\n" for line in entry.lines)
    for one in entry.tables:
        yield from _latex_table(one)
    if entry.missing:
        yield rf"\textbf{{{latex_text(entry.missing)}}}" + "\n"
    yield rf"{{\small\itshape From: {latex_text(entry.source)}.}}" + "\n"


def _latex_table(of: CardTable) -> Iterator[str]:
    width = f"{0.9 / len(of.head):.3f}"
    columns = rf">{{\raggedright\arraybackslash}}p{{{width}\linewidth}}" * len(of.head)
    yield rf"\begin{{longtable}}{{{columns}}}"
    yield " & ".join(rf"\textbf{{{latex_text(cell)}}}" for cell in of.head) + r" \\ \hline"
    yield from (" & ".join(map(latex_text, row)) + r" \\" for row in of.rows)
    yield r"\end{longtable}"


def card_as_json(card: Card, parity: Parity, texts: Texts) -> dict[str, Any]:
    """The card for programs."""
    return {
        "title": card.title,
        "about": list(card.subtitle),
        "completeness": {
            "share": card.completeness,
            "n_items": len(card.entries),
            **{state.replace(" ", "_"): card.count(state) for state in ("known", "in part", "missing")},
        },
        "items": [
            {
                "section": section.title,
                "key": entry.key,
                "label": entry.label,
                "by": entry.by,
                "state": entry.state,
                "value": list(entry.lines),
                "tables": [
                    {"head": list(one.head), "rows": [list(row) for row in one.rows]} for one in entry.tables
                ],
                "source": entry.source,
                "missing": entry.missing,
                "reported_by_percent": entry.met_by,
            }
            for section in card.sections
            for entry in section.entries
        ],
        "parity": parity_as_json(parity),
        "texts": [{"title": title, "text": text} for title, text in texts],
    }


def parity_as_json(parity: Parity) -> list[dict[str, str]]:
    """The sheet for programs."""
    return [{**row._asdict(), "verdict": row.verdict} for row in parity.rows]
