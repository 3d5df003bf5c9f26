"""Two systems on one item set: how every figure differs, on which items, and what can be concluded."""

from __future__ import annotations

import streamlit as st

from baseline.analysis.charts_pairs import difference_chart
from baseline.analysis.comparison import Comparison, Who, compare
from baseline.analysis.panel import Panel
from db.models import Role
from db.wording import counted
from pages.research.as_csv import csv_button, csv_text
from pages.research.chart_card import ChartText, chart_card, theme_now
from pages.research.difference_table import difference_html, difference_rows, headline
from pages.research.pair_cells import agreement_html, cells_html
from pages.research.pair_choice import Pair, chosen_pair, pair_link
from pages.research.pair_items import item_rows, item_table, items_of
from pages.research.panel_room import Key, PanelRoom, panel_room
from pages.ui import chrome
from pages.ui.in_address import segments
from pages.ui.page import Here, page
from pages.ui.room import sides
from pages.ui.text import escaped
from pages.ui.way import way

_OUTCOME = "outcome"
_OUTCOMES: dict[str, tuple[Who, ...]] = {
    "differ": ("first", "second"),
    "a": ("first",),
    "b": ("second",),
    "neither": ("neither",),
    "both": ("both",),
}
_OUTCOME_WORDS = {
    "differ": "Differ",
    "a": "Only A correct",
    "b": "Only B correct",
    "neither": "Neither",
    "both": "Both",
}


def show() -> None:
    """Show the two systems in the address."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        room = panel_room(here, "Compare")
        if room is not None:
            _room(here, room)


def _room(here: Here, room: PanelRoom) -> None:
    pair = chosen_pair(room, "compare")
    if pair is None:
        return
    comparison = _compared(room.panel, room.key, pair)
    _conclusion(comparison)
    left, right = sides([3, 2], "compare-chart")
    with left:
        _chart(comparison)
    with right:
        st.html(cells_html(comparison.agreement))
        st.html(agreement_html(comparison.agreement))
        way("Agreement of all systems", pair_link("agreement", pair))
    _figures(comparison)
    _items(room, comparison)
    chrome.licence()


@st.cache_data(max_entries=16, show_spinner="Comparing the two…")
def _compared(_panel: Panel, key: Key, pair: Pair) -> Comparison:
    del key  # what the panel is made of
    return compare(_panel, pair.first, pair.second)


def _conclusion(comparison: Comparison) -> None:
    with st.container(border=True):
        st.markdown(f"**{escaped(comparison.conclusion)}**")
        st.caption(
            "Each interval is for one figure alone: of twenty figures that do not differ, one is expected to "
            "exclude zero by chance. Accuracy was chosen for this sentence before anybody looked."
        )


def _chart(comparison: Comparison) -> None:
    shares = [one for one in headline(comparison) if one.unit == "share"]
    text = ChartText(
        "share-differences",
        "A − B, with paired 95 % intervals",
        "Filled where the interval lies on one side of zero, hollow where it includes zero.",
    )
    rows = csv_text([row for row in difference_rows(comparison) if row["unit"] == "share"])
    chart_card(text, difference_chart(shares, theme_now()), rows, {})


def _figures(comparison: Comparison) -> None:
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom"):
        st.subheader("Every figure")
        csv_button("differences", lambda: difference_rows(comparison), "All figures as CSV")
    notes = [f"A is {escaped(comparison.first)}, B is {escaped(comparison.second)}"]
    notes.append(counted(comparison.n_items, "items"))
    if comparison.without_effort:
        notes.append(escaped(comparison.without_effort))
    st.caption(" · ".join(notes) + " · pp: percentage points · a click on a figure opens its definition")
    shown = headline(comparison)
    st.html(difference_html(shown))
    rest = [one for one in comparison.differences if one not in shown]
    with st.expander(f"{len(rest)} more figures"):
        st.html(difference_html(rest))


def _items(room: PanelRoom, comparison: Comparison) -> None:
    st.subheader("Items")
    asked = st.query_params.get(_OUTCOME, "differ")
    now = asked if asked in _OUTCOMES else "differ"
    options = {
        name: f"{words} ({len(items_of(comparison, _OUTCOMES[name]))})"
        for name, words in _OUTCOME_WORDS.items()
    }
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        segments("Items", "compare-outcome", options, now, _choose_outcome)
        shown = items_of(comparison, _OUTCOMES[now])
        csv_button("items", lambda: item_rows(room.panel, comparison, shown), "These items as CSV")
    n_left = comparison.n_items - len(comparison.items)
    if n_left:
        st.caption(
            f"{counted(n_left, 'items')} not listed: not attempted by both. Figures count them as 0 for "
            "whoever gave no answer; the two-by-two table leaves them out."
        )
    if not shown:
        st.info(_nothing(now, comparison), icon=":material/info:")
        return
    item_table(room.panel, comparison, shown)


def _nothing(outcome: str, comparison: Comparison) -> str:
    if not comparison.items:
        return "No item was attempted by both."
    sentences = {
        "differ": "Both are right or wrong on the same items.",
        "a": "There is no item that only A has correct.",
        "b": "There is no item that only B has correct.",
        "neither": "There is no item that both have wrong.",
        "both": "There is no item that both have correct.",
    }
    return sentences[outcome]


def _choose_outcome(outcome: str) -> None:
    st.query_params[_OUTCOME] = outcome
