"""Do the systems of an item set agree on what is correct, and what could two of them do together?"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from baseline.analysis.charts_pairs import MEASURE_LABELS, Measure, agreement_matrix_chart
from baseline.analysis.overlap import Overlap, overlap_of
from baseline.analysis.pair_counts import Agreement, agreement_matrix
from baseline.analysis.panel import Panel
from baseline.analysis.records import Interval
from baseline.exports.columns import Cell
from db.models import Role
from db.wording import counted
from pages.research import together
from pages.research.as_csv import csv_text
from pages.research.chart_card import ChartText, chart_card, theme_now
from pages.research.overlap_table import overlap_html
from pages.research.pair_cells import AC1, KAPPA, MCNEMAR, RAW, coefficient_text, p_text
from pages.research.pair_choice import Pair, chosen_pair, pair_link
from pages.research.panel_room import Key, PanelRoom, panel_room
from pages.ui import chrome
from pages.ui.in_address import segments
from pages.ui.page import page
from pages.ui.room import sides
from pages.ui.table import show_table
from pages.ui.text import one_line

_MEASURE = "measure"
_MOST_BESIDE = 9
_DEFINITIONS: dict[Measure, str] = {"kappa": KAPPA, "ac1": AC1, "observed": RAW}


def show() -> None:
    """Show the agreement of all systems of the item set in the address, then of two of them."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        room = panel_room(here, "Agreement")
        if room is not None:
            _room(room)


def _room(room: PanelRoom) -> None:
    names = [one.name for one in room.panel.systems]
    if len(names) > 1:
        _matrix(names, _agreements(room.panel, room.key))
        st.subheader("Two systems together")
    pair = chosen_pair(room, "agreement")
    if pair is not None:
        together.show(room, pair)
    _several(_overlaps(room.panel, room.key))
    chrome.licence()


@st.cache_data(max_entries=16, show_spinner="Resampling every pair…")
def _agreements(_panel: Panel, key: Key) -> list[Agreement]:
    del key  # what the panel is made of
    return agreement_matrix(_panel)


@st.cache_data(max_entries=16, show_spinner="Reading items with several answers…")
def _overlaps(_panel: Panel, key: Key) -> list[Overlap]:
    del key  # what the panel is made of
    return [overlap_of(one) for one in _panel.systems]


def _matrix(names: list[str], pairs: list[Agreement]) -> None:
    asked = st.query_params.get(_MEASURE, "kappa")
    now: Measure = next((one for one in MEASURE_LABELS if one == asked), "kappa")
    segments("Measure", "agreement-measure", MEASURE_LABELS, now, _choose_measure)
    # A few systems stand beside their pairs; many need the width, or their numbers would not fit the cells.
    beside = len(names) <= _MOST_BESIDE
    chart, table = sides([2, 3], "matrix") if beside else (st.container(), st.container())
    label = MEASURE_LABELS[now].removesuffix(" (%)")
    text = ChartText(
        "agreement",
        f"{label} of every pair",
        "On what is correct, over the items that both attempted. Rows and columns have the same numbers.",
    )
    with chart:
        picture = agreement_matrix_chart(names, pairs, now, theme_now())
        chart_card(text, picture, csv_text(pair_rows(pairs)), {label: _DEFINITIONS[now]})
    with table:
        _pair_table(pairs, height=min(420, 38 + 35 * max(len(pairs), 1)))


def _choose_measure(measure: str) -> None:
    st.query_params[_MEASURE] = measure


def _pair_table(pairs: list[Agreement], height: int) -> None:
    """Every pair with its intervals; a click on a head sorts."""
    rows = [
        {
            "Compare": pair_link("compare", Pair(one.first, one.second)),
            "A": one_line(one.first),
            "B": one_line(one.second),
            "N": one.counts.n,
            "Kappa": coefficient_text(one.kappa, one.kappa_interval),
            "AC1": coefficient_text(one.ac1, one.ac1_interval),
            "Raw": "–" if one.observed is None else f"{100 * one.observed:.1f} %",
            "Only A": one.counts.first_only,
            "Only B": one.counts.second_only,
            "McNemar p": p_text(one.mcnemar_p),
            "Undefined": (one.undefined or "").removeprefix("undefined: "),
        }
        for one in pairs
    ]
    show_table(
        pd.DataFrame(rows),
        height=height,
        columns={
            "Compare": st.column_config.LinkColumn(display_text="Open", width=66),
            "A": st.column_config.Column(width=150),
            "B": st.column_config.Column(width=150),
            "N": st.column_config.NumberColumn(help="Items that both attempted", width=42),
            "Kappa": st.column_config.TextColumn(help=KAPPA, width=124),
            "AC1": st.column_config.TextColumn(help=AC1, width=124),
            "Raw": st.column_config.TextColumn(help=RAW, width=64),
            "McNemar p": st.column_config.TextColumn(help=MCNEMAR, width=90),
        },
    )


def pair_rows(pairs: list[Agreement]) -> list[dict[str, Cell]]:
    """Every pair, not rounded."""
    return [
        {
            "a": one.first,
            "b": one.second,
            "n_items": one.counts.n,
            "both_correct": one.counts.both,
            "only_a": one.counts.first_only,
            "only_b": one.counts.second_only,
            "neither": one.counts.neither,
            "raw_agreement": one.observed,
            **_named("kappa", one.kappa, one.kappa_interval),
            **_named("ac1", one.ac1, one.ac1_interval),
            "mcnemar_p": one.mcnemar_p,
            "undefined": one.undefined,
        }
        for one in pairs
    ]


def _named(name: str, value: float | None, interval: Interval | None) -> dict[str, Cell]:
    return {
        name: value,
        f"{name}_low_95": interval.low if interval else None,
        f"{name}_high_95": interval.high if interval else None,
    }


def _several(overlaps: list[Overlap]) -> None:
    st.subheader("Several answers to one item")
    known = [one for one in overlaps if one.n_items]
    if not known:
        st.caption(
            "Undefined: no item was answered by two people of one group, or twice by one system. Give items "
            "to several people in a study’s design to learn how far people agree with each other."
        )
        return
    st.caption(
        "How far people of one group, or repeated runs of a system, agree with each other · "
        f"{counted(len(known), 'systems')}"
    )
    st.html(overlap_html(known))
