"""The items of two systems by who was correct: question, both answers, verdicts, ways to the replays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from baseline.analysis.comparison import Comparison, ItemOutcome, Who
from baseline.analysis.panel import Panel, SystemRun
from baseline.analysis.run_rows import AttemptRow
from baseline.exports.columns import Cell
from db.wording import counted
from pages.ui.text import one_line

_SOURCES = {
    "verdict": "verdict",
    "exact": "exact",
    "string_match": "string match",
    "value": "by value",
    "no_answer": "no answer",
    "too_long": "too long",
}
_SCORES = {1.0: "correct", 0.5: "partial", 0.0: "wrong"}
_WIDTHS = {
    "Item": 84,
    "Question": 250,
    "Gold": 120,
    "A answers": 140,
    "A is": 130,
    "A replay": 72,
    "B answers": 140,
    "B is": 130,
    "B replay": 72,
}


def items_of(comparison: Comparison, who: Sequence[Who]) -> list[ItemOutcome]:
    """The items with one of these outcomes."""
    return [one for one in comparison.items if one.who in who]


def item_table(panel: Panel, comparison: Comparison, items: Sequence[ItemOutcome], height: int = 380) -> None:
    """The table, sortable and searchable."""
    st.dataframe(
        pd.DataFrame(item_rows(panel, comparison, items)),
        hide_index=True,
        height=min(height, 38 + 35 * max(1, len(items))),
        placeholder="–",
        column_config={
            **{name: st.column_config.Column(width=width) for name, width in _WIDTHS.items()},
            "A replay": st.column_config.LinkColumn(display_text="Open", width=_WIDTHS["A replay"]),
            "B replay": st.column_config.LinkColumn(display_text="Open", width=_WIDTHS["B replay"]),
        },
    )


def item_rows(panel: Panel, comparison: Comparison, items: Sequence[ItemOutcome]) -> list[dict[str, Cell]]:
    """One row an item. Of several attempts on it all answers stand there, and the way to the first."""
    gold = {item.item_id: item for item in panel.gold}
    ours, theirs = (_by_item(panel.system(name)) for name in (comparison.first, comparison.second))
    return [
        {
            "Item": one_line(one.item_id),
            "Question": one_line(gold[one.item_id].question),
            "Gold": " or ".join(_parts(variant) for variant in gold[one.item_id].answer_variants),
            **_of_system("A", ours[one.item_id]),
            **_of_system("B", theirs[one.item_id]),
        }
        for one in items
    ]


def _by_item(system: SystemRun) -> Mapping[str, list[AttemptRow]]:
    found: dict[str, list[AttemptRow]] = {item_id: [] for item_id in system.run.item_ids}
    for row in system.run.rows:
        found[row.attempt.item_id].append(row)
    return found


def _of_system(side: str, rows: Sequence[AttemptRow]) -> dict[str, Cell]:
    done = [row for row in rows if row.is_finished] or list(rows)
    attempt_id = next((row.attempt.attempt_id for row in done if row.attempt.attempt_id), None)
    return {
        f"{side} answers": " / ".join(dict.fromkeys(_answer(row) for row in done)),
        f"{side} is": _verdict(done),
        f"{side} replay": f"/trajectory?attempt={attempt_id}" if attempt_id else None,
    }


def _answer(row: AttemptRow) -> str:
    return _parts(row.attempt.answer) or ("no answer" if row.is_finished else "not finished")


def _parts(parts: Sequence[str]) -> str:
    return " | ".join(one_line(part) for part in parts)


def _verdict(rows: Sequence[AttemptRow]) -> str:
    if len(rows) > 1:
        return f"{sum(row.is_correct for row in rows)} of {counted(len(rows), 'attempts')} correct"
    score = rows[0].score
    if score is None:
        return "not scored"
    return f"{_SCORES.get(score.score, f'{score.score:g}')} ({_SOURCES[score.source]})"
