"""Difficulty and discrimination of items: the plot, the items to look at, and one item with every answer."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import pandas as pd
import streamlit as st

from baseline.analysis.cascade import hop_type
from baseline.analysis.charts_items import ANOMALY_WORDS, item_scatter
from baseline.analysis.item_statistics import ItemStatistics
from baseline.analysis.panel import Panel, SystemRun
from baseline.analysis.run_rows import AttemptRow
from baseline.exports.columns import Cell
from db.wording import counted
from pages.research.as_csv import csv_text
from pages.research.chart_card import ChartText, chart_card, theme_now
from pages.research.filter_line import HOP_WORDS
from pages.research.panel_room import PanelRoom
from pages.ui import state
from pages.ui.in_address import selection
from pages.ui.room import sides
from pages.ui.table import choose_in_table, show_table
from pages.ui.text import escaped, one_line

_KEY = "items-table"
_MANY_SYSTEMS = 100
_DEFINITIONS = {
    "Difficulty": "Mean correctness of the item over the systems: 0 nobody solves it, 1 everybody. "
    "Several attempts of one system are averaged first; what a system left out counts as not solved.",
    "Discrimination": "Point-biserial correlation over systems of the item's correctness with their total on "
    "all other items. Below 0, better systems fail the item more often: its gold may be wrong. Undefined "
    "where everybody or nobody solves it.",
}
_SHOW = {
    "all": "All items",
    "anomalous": "To look at",
    "negative_discrimination": "Better systems fail it more",
    "nobody": "Nobody solves it",
    "everybody": "Everybody solves it",
}


def show(room: PanelRoom, statistics: Sequence[ItemStatistics]) -> None:
    """The plot beside the list of items, and the chosen one below."""
    gold = {item.item_id: item for item in room.panel.gold}
    left, right = sides([2, 3], "items")
    with left:
        chart_card(
            ChartText("items", "Difficulty and discrimination", _sentence(room, statistics)),
            item_scatter(statistics, {one: item.question for one, item in gold.items()}, theme_now()),
            csv_text(item_rows(room, statistics)),
            _DEFINITIONS,
        )
    with right:
        asked = st.query_params.get("show", "all")
        now = asked if asked in _SHOW else "all"
        selection("Items", "items-show", list(_SHOW), now, _choose_shown, _SHOW.__getitem__)
        shown = [one for one in statistics if _is_shown(one, now)]
        chosen = _table(room, shown)
    if chosen is not None:
        _sheet(room.panel, chosen)


def _sentence(room: PanelRoom, statistics: Sequence[ItemStatistics]) -> str:
    n_unknown = len(room.panel.gold) - len(statistics)
    n_systems = len(room.panel.systems)
    few = ""
    if n_systems < 3:
        few = f" With {counted(n_systems, 'systems')} discrimination says little or nothing."
    elif n_systems < _MANY_SYSTEMS:
        # Twice the standard error of a correlation that is nought.
        chance = min(1.0, 1.96 / sqrt(n_systems - 1))
        few = f" With {n_systems} systems, values between −{chance:.2f} and {chance:.2f} may be chance."
    unknown = f" {counted(n_unknown, 'items')} cannot be scored." if n_unknown else ""
    return f"N = {counted(len(statistics), 'items')}, one mark each.{few}{unknown}"


def _is_shown(one: ItemStatistics, what: str) -> bool:
    if what == "anomalous":
        return one.anomaly in {"negative_discrimination", "nobody"}
    return what == "all" or one.anomaly == what


def _choose_shown(what: str) -> None:
    st.query_params["show"] = what


def item_rows(room: PanelRoom, statistics: Sequence[ItemStatistics]) -> list[dict[str, Cell]]:
    """Every item, not rounded."""
    gold = {item.item_id: item for item in room.panel.gold}
    return [
        {
            "item_id": one.item_id,
            "question": gold[one.item_id].question,
            "hop_type": hop_type(gold[one.item_id].evidence),
            "domain": gold[one.item_id].domain,
            "category": gold[one.item_id].category,
            "visual": gold[one.item_id].visual,
            "n_systems": len(room.panel.systems),
            "difficulty": one.difficulty,
            "discrimination": one.discrimination,
            "undefined": one.undefined,
            "to_look_at": ANOMALY_WORDS[one.anomaly] if one.anomaly else None,
        }
        for one in statistics
    ]


def _table(room: PanelRoom, shown: Sequence[ItemStatistics]) -> str | None:
    """The list; the item that is chosen in it."""
    if not shown:
        st.info("No item is of this kind.", icon=":material/info:")
        return None
    gold = {item.item_id: item for item in room.panel.gold}
    st.caption(f"{counted(len(shown), 'items')}. Choose one to see every answer to it.")
    choose_in_table(
        pd.DataFrame(
            {
                "Item": [one_line(one.item_id) for one in shown],
                "Question": [one_line(gold[one.item_id].question) for one in shown],
                "Difficulty": [one.difficulty for one in shown],
                "Discrimination": [one.discrimination for one in shown],
                "Hops": [HOP_WORDS[hop_type(gold[one.item_id].evidence)] for one in shown],
                "Note": [ANOMALY_WORDS[one.anomaly] if one.anomaly else "" for one in shown],
            }
        ),
        _KEY,
        height=388,
        selection="single-row",
        columns={
            "Item": st.column_config.TextColumn(width=76),
            "Question": st.column_config.TextColumn(width=140),
            "Difficulty": st.column_config.NumberColumn(
                format="%.2f", width=76, help=_DEFINITIONS["Difficulty"]
            ),
            "Discrimination": st.column_config.NumberColumn(
                format="%.2f", width=104, help=_DEFINITIONS["Discrimination"]
            ),
            "Hops": st.column_config.TextColumn(width=124),
            "Note": st.column_config.TextColumn(width=130),
        },
    )
    row = state.selected_row(_KEY)
    return shown[row].item_id if row is not None and row < len(shown) else None


def _sheet(panel: Panel, item_id: str) -> None:
    """One item: question, gold, and what every system answered, with the way to its replay."""
    item = next(one for one in panel.gold if one.item_id == item_id)
    st.subheader(escaped(item.question))
    gold = " or ".join(" | ".join(one_line(part) for part in variant) for variant in item.answer_variants)
    pages = "; ".join(f"{one_line(page.document)}, page {page.page}" for page in item.evidence)
    st.markdown(f"**Gold:** {escaped(gold)}  \n{escaped(pages)}")
    rows = [
        _answer(system, row)
        for system in panel.systems
        for row in system.run.rows
        if row.attempt.item_id == item_id
    ]
    show_table(
        pd.DataFrame(rows),
        height="content",
        columns={
            "Replay": st.column_config.LinkColumn(display_text="Open", width=64),
            "System": st.column_config.TextColumn(width=260),
            "Result": st.column_config.TextColumn(width=130),
            "Answer": st.column_config.TextColumn(width=420),
            "Cites": st.column_config.TextColumn(width=300),
        },
    )


def _answer(system: SystemRun, row: AttemptRow) -> dict[str, Cell]:
    attempt = row.attempt
    result = row.cascade.replace("_", " ") if row.cascade else "not scored"
    return {
        "Replay": f"/trajectory?attempt={attempt.attempt_id}" if attempt.attempt_id else None,
        "System": one_line(system.name),
        "Result": result if row.is_finished else "not finished",
        "Answer": " | ".join(one_line(part) for part in attempt.answer) or attempt.status.replace("_", " "),
        "Cites": "; ".join(
            one_line(f"{one.document}:{one.page}" if one.page else one.document) for one in attempt.citations
        ),
    }
