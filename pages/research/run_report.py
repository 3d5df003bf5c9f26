"""What was read of a file of answers, before it is stored and afterwards: the same words on both screens."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

import streamlit as st

from baseline.analysis.json_lines import CountedIn, LineProblem
from baseline.analysis.madqa_fields import ZERO_PAGE
from db.wording import counted, grouped
from pages.ui.html_table import html_table, text, tight
from pages.ui.text import escaped

_PROBLEMS_SHOWN = 50
_ZERO_PAGE_HERE = (
    "page 0 does not exist, pages count from 1 here; if this file counts from 0, say so under “How it is "
    "read”"
)
_STYLE = """<style>
.read { display: flex; flex-wrap: wrap; border: 1px solid rgba(128, 128, 128, .25);
  border-radius: .5rem; font-variant-numeric: tabular-nums; }
.read > div { flex: 1 1 auto; padding: .55rem .9rem; cursor: help; }
.read small { display: block; font-size: .8125rem; opacity: .75; white-space: nowrap; }
.read b { font-size: 1.375rem; line-height: 1.4; font-weight: 400; white-space: nowrap; }
</style>"""


class Counts(NamedTuple):
    """What the cards show."""

    n_items: int
    n_answered: int
    n_trajectories: int
    n_verdicts: int
    n_coerced: int
    n_unknown: int
    n_left_out: int


def cards(counts: Counts) -> None:
    """The figures of a file at a glance; what each means stands in its tooltip."""
    answered = f"{grouped(counts.n_answered)} of {grouped(counts.n_items)}"
    shown = [
        ("Answered", answered, "Items of the set with an answer. The others score 0 in every figure."),
        ("Trajectories", grouped(counts.n_trajectories), "Answers with the steps that led to them."),
        ("Verdicts", grouped(counts.n_verdicts), "Answers that the file itself judges."),
        ("Coerced", grouped(counts.n_coerced), "Read as meant rather than as written."),
        ("Unknown pages", grouped(counts.n_unknown), "Citations of pages that the collection does not hold."),
        ("Left out", grouped(counts.n_left_out), "Lines that cannot be used."),
    ]
    cells = (
        f'<div title="{escape(meaning)}"><small>{text(label)}</small><b>{text(value)}</b></div>'
        for label, value, meaning in shown
    )
    st.html(f'{_STYLE}<div class="read">{"".join(cells)}</div>')


def notes(said: Sequence[str]) -> None:
    """What is worth knowing, one below the other."""
    if said:
        st.markdown("\n".join(f"- {escaped(_sentence(note))}" for note in said))
    else:
        st.caption("Everything was read as it is written, and every item has its answer.")


def _sentence(note: str) -> str:
    return f"{note[:1].upper()}{note[1:]}{'' if note.endswith(('.', '?', '!')) else '.'}"


def _on_screen(reason: str) -> str:
    """In a terminal it is an option that shifts pages; here it is a field."""
    return _ZERO_PAGE_HERE if reason == ZERO_PAGE else reason


def problems(found: Sequence[LineProblem], counted_in: CountedIn) -> None:
    """Every line that cannot be used as it is: where, which field, why."""
    rows = [
        [tight(f"{counted_in} {problem.line}"), tight(problem.field or "–"), text(_on_screen(problem.reason))]
        for problem in found[:_PROBLEMS_SHOWN]
    ]
    st.html(html_table(["Where", "Field", "Why"], rows))
    if len(found) > _PROBLEMS_SHOWN:
        st.caption(f"And {counted(len(found) - _PROBLEMS_SHOWN, 'more problems')}.")
