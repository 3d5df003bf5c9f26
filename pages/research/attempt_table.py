"""Every attempt of a study as a row, with the way to its replay."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from baseline.analysis.report import RunReport
from baseline.analysis.run_rows import AttemptRow
from pages.ui.table import show_table
from pages.ui.text import one_line

_STATUS_WORDS = {"not_found": "could not find it", "skipped": "skipped", "expired": "time was over"}

# All columns fit a window of 1,280; in a wider one each gets its share.
COLUMNS_PX = {
    "Replay": 64,
    "System": 176,
    "Participant": 136,
    "Item": 80,
    "Result": 116,
    "Question": 224,
    "Answer": 150,
    "Searches": 84,
    "Pages": 76,
    "Time (s)": 84,
}
_PLAIN = ("System", "Participant", "Item", "Question", "Answer", "Searches")
_RESULTS = (
    "correct, or correct verbose (right with too much around it); refusal: no answer; "
    "retrieval: no cited document is the right one; navigation: the right document, no right page; "
    "comprehension: a right page, a wrong answer."
)


def attempt_table(reports: Sequence[RunReport], height: int) -> None:
    """The table, sortable and searchable, `height` pixels high."""
    rows = [_cells(one.system, row) for one in reports for row in one.rows if row.attempt.status != "missing"]
    show_table(
        pd.DataFrame(rows),
        height=height,
        columns={
            "Replay": st.column_config.LinkColumn(display_text="Open", width=COLUMNS_PX["Replay"]),
            "Result": st.column_config.TextColumn(help=_RESULTS, width=COLUMNS_PX["Result"]),
            "Pages": st.column_config.NumberColumn(
                help="Page views: every time a page was opened", width=COLUMNS_PX["Pages"]
            ),
            "Time (s)": st.column_config.NumberColumn(
                format="%.1f", help="Working time in seconds, without pauses", width=COLUMNS_PX["Time (s)"]
            ),
            **{name: st.column_config.Column(width=COLUMNS_PX[name]) for name in _PLAIN},
        },
    )


def _cells(system: str, row: AttemptRow) -> dict[str, object]:
    attempt = row.attempt
    return {
        "Replay": f"/trajectory?attempt={attempt.attempt_id}",
        "System": one_line(system),
        "Participant": one_line(attempt.participant or ""),
        "Item": one_line(attempt.item_id),
        "Result": result_words(row),
        "Question": one_line(row.gold.question),
        "Answer": " | ".join(one_line(part) for part in attempt.answer),
        "Searches": attempt.n_searches,
        "Pages": attempt.n_page_views,
        "Time (s)": attempt.working_s,
    }


def result_words(row: AttemptRow) -> str:
    """The cascade's label; without gold pages right or wrong; for what is not over, its state."""
    if not row.is_finished:
        return "still open"
    if row.cascade is not None:
        return row.cascade.replace("_", " ")
    if not row.is_answered or row.score is None:
        return _STATUS_WORDS.get(row.attempt.status, "not scored")
    return "correct" if row.is_correct else "wrong"
