"""Split builder: smaller item sets that rank systems as the whole does, seen before they are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas as pd
import streamlit as st

from baseline.analysis.charts_items import profile_bars
from baseline.analysis.intervals import NO_SPREAD
from baseline.analysis.panel_filters import ITEM_FACETS
from baseline.analysis.split_builder import Plan, Split
from baseline.exports.columns import Cell
from baseline.splits.splitting import Planned, made_of, plan_splits, write_splits
from db import splits
from db.accounts import name_of
from db.errors import AppError
from db.models import Role
from db.splits import SplitMade
from db.wording import counted
from pages.research.as_csv import csv_text
from pages.research.chart_card import ChartText, chart_card, theme_now
from pages.research.panel_room import PanelRoom, panel_room
from pages.ui import chrome, state
from pages.ui.errand import carry_out, say_outcome
from pages.ui.moments import moment
from pages.ui.page import Here, page
from pages.ui.room import sides
from pages.ui.table import show_table
from pages.ui.text import escaped, one_line

_PLACE = "splits"
_RHO = (
    "Spearman’s rank correlation of the systems’ mean scores on the split and on the whole set: 1 ranks them "
    "alike. 95 % interval by bootstrap over systems. The systems are those the split was made from, so it is "
    "flattering: others may rank otherwise."
)
_PROFILE = (
    "Sentinels are items that at most one system in ten solves. The others come evenly from nine bins of "
    "difficulty, in each bin the most discriminating first; ties go by item id."
)


def show() -> None:
    """The plan, what it would give, and the button that writes it."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        room = panel_room(here, "Split builder")
        if room is not None:
            _room(here, room)
        chrome.licence()


def _room(here: Here, room: PanelRoom) -> None:
    st.caption(
        "Chooses items by how hard they are and how well they tell systems apart, as these systems answered "
        "them. The sets it writes are frozen: a study can use them, nobody can change them."
    )
    form, outcome = sides([2, 3], "split")
    with form:
        plans = _plans(room)
    with outcome:
        say_outcome(_PLACE)
        try:
            planned = plan_splits(room.panel, plans)
        except AppError as error:
            st.warning(escaped(error.user_message), icon=":material/warning:")
        else:
            _preview(room, planned, plans)
            _write(here, room, planned)
    _written(here, room)


def _plans(room: PanelRoom) -> list[Plan]:
    """What is asked for: a test set, and if wanted a development set of what is left."""
    n_items = len(room.panel.gold)
    n_test = max(1, min(500, n_items // 2))
    plans = [_plan(room, "test", n_test, n_test // 5)]
    if st.toggle("A second split from the items that are left", key="split-second"):
        n_dev = max(1, min(200, n_items - n_test))
        plans.append(_plan(room, "dev", n_dev, 0))
    return plans


def _plan(room: PanelRoom, kind: str, n_items: int, n_sentinels: int) -> Plan:
    st.markdown(f"**{'First split' if kind == 'test' else 'Second split'}**")
    name = st.text_input("Name of the item set", value=f"{room.set_name}-{kind}", key=f"split-name-{kind}")
    left, right = st.columns(2)
    size = left.number_input("Items", min_value=1, value=n_items, step=1, key=f"split-items-{kind}")
    sentinels = right.number_input(
        "Of them sentinels",
        min_value=0,
        value=n_sentinels,
        step=1,
        key=f"split-sentinels-{kind}",
        help="Items that at most one system in ten solves: room for better systems.",
    )
    return Plan(name.strip(), int(size), int(sentinels))


def _preview(room: PanelRoom, planned: Planned, plans: Sequence[Plan]) -> None:
    for split, plan in zip(planned.splits, plans, strict=True):
        _told(split, plan)
    names = [room.set_name, *(split.name for split in planned.splits)]
    profiles = [planned.profile(), *(planned.profile(split) for split in planned.splits)]
    chart_card(
        ChartText(
            "split-profile",
            "Difficulty of the whole set and of the splits",
            f"Share of the items of each by how many of {len(planned.systems)} systems solve them.",
        ),
        profile_bars(names, profiles, theme_now()),
        csv_text(_rows(planned)),
        {"Difficulty": _PROFILE, "Rank correlation": _RHO},
    )


def _told(split: Split, plan: Plan) -> None:
    rho = "undefined: the systems are not ranked" if split.rho is None else f"{split.rho:.3f}"
    if split.rho is not None and split.rho_interval is None:
        rho += f" ({NO_SPREAD})"
    if split.rho_interval is not None:
        rho += f" [{split.rho_interval.low:.3f}, {split.rho_interval.high:.3f}]"
    short = ""
    if split.short_of:
        short = f" {counted(split.short_of, 'items')} fewer than asked for: no fitting ones are left."
    if len(split.sentinels) < plan.n_sentinels:
        short += (
            f" {counted(plan.n_sentinels, 'sentinels')} were asked for; no other item is solved by at most "
            "one system in ten, so easier ones stand in."
        )
    st.markdown(
        f"**{escaped(split.name)}:** {counted(len(split.item_ids), 'items')}, "
        f"{counted(len(split.sentinels), 'sentinels')} · rank correlation with the whole {rho}.{short}"
    )


def _rows(planned: Planned) -> list[dict[str, Cell]]:
    by_id = {one.item_id: one for one in planned.statistics}
    return [
        {
            "split": split.name,
            "item_id": item_id,
            "is_sentinel": item_id in split.sentinels,
            "difficulty": by_id[item_id].difficulty,
            "discrimination": by_id[item_id].discrimination,
        }
        for split in planned.splits
        for item_id in split.item_ids
    ]


def _write(here: Here, room: PanelRoom, planned: Planned) -> None:
    n = len(planned.splits)
    st.button(
        f"Write {counted(n, 'frozen item sets')}",
        type="primary",
        key="split-write",
        on_click=_carry_out,
        args=(here, room, planned),
    )


def _carry_out(here: Here, room: PanelRoom, planned: Planned) -> None:
    chosen: dict[str, Iterable[str]] = {facet: room.key.filters.of(facet) for facet in ITEM_FACETS}
    chosen["exclusion rule"] = [room.key.rule] if room.key.rule else []
    of = made_of(room.found, room.panel, chosen)
    names = ", ".join(one.name for one in planned.splits)
    written = carry_out(
        here,
        lambda database, by: write_splits(database, room.set_name, planned, of, by),
        lambda made: f"Written and frozen: {names} ({counted(sum(one.n_items for one in made), 'items')}).",
        _PLACE,
    )
    if written is not None:
        state.put_value("split-second", False)


def _written(here: Here, room: PanelRoom) -> None:
    with here.services.reading() as database:
        made = splits.splits_of(database, room.set_name)
        names = {one.by: name_of(database, one.by) for one in made}
    if not made:
        return
    st.subheader("Splits of this set")
    _made_table(made, names)


def _made_table(made: Sequence[SplitMade], names: dict[str, str]) -> None:
    show_table(
        pd.DataFrame(
            {
                "Item set": [one_line(one.set_name) for one in made],
                "Items": [one.n_items for one in made],
                "Sentinels": [len(one.sentinels) for one in made],
                "Rank correlation": [one.rho for one in made],
                "Chosen of the set": [one_line(_chosen(one)) for one in made],
                "Systems": [one_line(", ".join(one.systems)) for one in made],
                "Made": [f"{moment(one.at_ms)} UTC" for one in made],
                "By": [one_line(names[one.by]) for one in made],
                "SHA-256": [one.sha256[:12] for one in made],
            }
        ),
        height="content",
        columns={
            "Rank correlation": st.column_config.NumberColumn(format="%.3f", help=_RHO),
            "Systems": st.column_config.TextColumn(width=300),
        },
    )


def _chosen(one: SplitMade) -> str:
    """What was chosen of the whole set when the split was made."""
    return "; ".join(f"{facet}: {', '.join(values)}" for facet, values in one.filters.items()) or "everything"
