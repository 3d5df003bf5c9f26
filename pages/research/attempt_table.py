"""Every attempt of a study as a row, with the way to its replay."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from baseline.analysis.report import RunReport
from baseline.analysis.run_rows import AttemptRow
from pages.ui.text import one_line

_STATUS_WORDS = {"not_found": "could not find it", "skipped": "skipped", "expired": "time was over"}


_RESULTS = (
    "correct, or correct verbose (right with too much around it); refusal: no answer; "
    "retrieval: no cited document is the right one; navigation: the right document, no right page; "
    "comprehension: a right page, a wrong answer."
)


def attempt_table(reports: Sequence[RunReport], height: int) -> None:
    """The table, sortable and searchable, `height` pixels high."""
    rows = [
        _cells(one.system, row) for one in reports for row in one.rows if row.attempt.attempt_id is not None
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height=height,
        placeholder="–",
        column_config={
            # In pixels, so that all columns fit a window of 1,280; in a wider one each gets its share.
            "Replay": st.column_config.LinkColumn(display_text="Open", width=64),
            "System": st.column_config.TextColumn(width=136),
            "Participant": st.column_config.TextColumn(width=136),
            "Item": st.column_config.TextColumn(width=80),
            "Result": st.column_config.TextColumn(help=_RESULTS, width=116),
            "Question": st.column_config.TextColumn(width=264),
            "Answer": st.column_config.TextColumn(width=150),
            "Searches": st.column_config.NumberColumn(width=84),
            "Pages": st.column_config.NumberColumn(help="Page views: every time a page was opened", width=76),
            "Time (s)": st.column_config.NumberColumn(
                format="%.1f", help="Working time in seconds, without pauses", width=84
            ),
        },
    )


def _cells(system: str, row: AttemptRow) -> dict[str, object]:
    attempt = row.attempt
    return {
        "Replay": f"/trajectory?attempt={attempt.attempt_id}",
        "System": one_line(system),
        "Participant": one_line(attempt.participant or ""),
        "Item": one_line(attempt.item_id),
        "Result": _result(row),
        "Question": one_line(row.gold.question),
        "Answer": " | ".join(one_line(part) for part in attempt.answer),
        "Searches": attempt.n_searches,
        "Pages": attempt.n_page_views,
        "Time (s)": attempt.working_s,
    }


def _result(row: AttemptRow) -> str:
    """The cascade's label; without gold pages right or wrong; for what is not over, its state."""
    if not row.is_finished:
        return "still open"
    if row.cascade is not None:
        return row.cascade.replace("_", " ")
    if not row.is_answered or row.score is None:
        return _STATUS_WORDS.get(row.attempt.status, "not scored")
    return "correct" if row.is_correct else "wrong"
