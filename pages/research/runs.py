"""Runs of systems that answered elsewhere: what was imported, how well it fits, what counts."""

from __future__ import annotations

from typing import Literal, NamedTuple

import pandas as pd
import streamlit as st

from baseline.runs.importing import KIND_WORDS
from db import runs
from db.accounts import name_of
from db.connection import Database
from db.errors import NotFound
from db.items import item_set_names
from db.models import Role
from db.runs import Removed
from db.systems import Run, System
from pages.research import run_import, run_sheet
from pages.research.runs_address import IMPORT, RUN, SET, asked, to_import, to_list, to_selected, to_set
from pages.ui import chrome
from pages.ui.errand import say_outcome
from pages.ui.in_address import say_unknown, selection
from pages.ui.moments import moments
from pages.ui.page import Here, page
from pages.ui.table import choose_in_table
from pages.ui.text import escaped, one_line

_TABLE_PX = 420
_MOST_ROWS_IN_FULL = 12
_ALL = ""


class Row(NamedTuple):
    """A run with its system, when and why it was taken out if it was, and who imported it."""

    run: Run
    system: System
    removed: Removed | None
    by: str


def show() -> None:
    """The run in the address, the import of another one, or all of them."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        say_outcome()
        run_id = asked(RUN)
        try:
            if run_id is not None:
                run_sheet.show(here, run_id)
            elif asked(IMPORT) is not None:
                run_import.show(here)
            else:
                _list(here)
        except NotFound as error:
            st.title("This is not here")
            st.write(escaped(error.user_message))
            st.button("See all runs", type="primary", on_click=to_list)
        chrome.licence()


def _list(here: Here) -> None:
    with here.services.reading() as database:
        rows = _rows(database)
    title, ways = st.columns([2, 3], vertical_alignment="bottom")
    title.title("Runs")
    with ways.container(horizontal=True, horizontal_alignment="right", vertical_alignment="bottom"):
        names = sorted({row.run.item_set for row in rows})
        wanted = asked(SET)
        chosen = wanted if wanted in names else _ALL
        if len(names) > 1:
            told = {_ALL: "All item sets", **{name: one_line(name) for name in names}}
            selection("Item set", "runs-set", list(told), chosen, to_set, told.__getitem__, width=260)
        st.button("Import a run", type="primary", icon=":material/upload_file:", on_click=to_import)
    if rows:
        say_unknown("run on an item set", wanted, names, "these are all runs")
    if not rows:
        st.info(
            "No system was imported yet. Import the answers of an agent, a pipeline or a group of people to "
            "the items of a set, and they stand beside your participants in every figure.",
            icon=":material/info:",
        )
        return
    seen = [row for row in rows if chosen in {_ALL, row.run.item_set}]
    counting = [row for row in seen if row.removed is None]
    withdrawn = [row for row in seen if row.removed is not None]
    n_systems = len({row.run.system_id for row in seen})
    st.caption(
        f"Systems that answered elsewhere: {n_systems}. Every figure divides by all items of the set; items "
        "without an answer score 0. Select a row for what was read, its system, and to withdraw it."
    )
    view: Literal["counting", "withdrawn"] = "counting"
    if withdrawn:
        parts = {"counting": f"Counting ({len(counting)})", "withdrawn": f"Withdrawn ({len(withdrawn)})"}
        view = st.segmented_control(
            "Show",
            ["counting", "withdrawn"],
            default="counting",
            format_func=parts.__getitem__,
            required=True,
            label_visibility="collapsed",
        )
    _table(withdrawn if view == "withdrawn" else counting, with_set=len(names) > 1)


def _rows(database: Database) -> list[Row]:
    systems = runs.all_systems(database)
    names: dict[str, str] = {}
    rows = []
    for set_name in item_set_names(database):
        for run, removed in runs.all_runs_of_set(database, set_name):
            by = names.setdefault(run.by, name_of(database, run.by))
            rows.append(Row(run, systems[run.system_id], removed, by))
    return sorted(rows, key=lambda row: (row.system.label.casefold(), row.run.imported_at_ms))


def _table(rows: list[Row], *, with_set: bool) -> None:
    if not rows:
        st.info("None of these runs counts at the moment.", icon=":material/info:")
        return
    shown = _as_shown(rows, with_set=with_set)
    key = f"runs-{'withdrawn' if rows[0].removed else 'counting'}"
    ids = [row.run.run_id for row in rows]
    choose_in_table(
        pd.DataFrame(shown).dropna(axis="columns", how="all"),
        key,
        height="content" if len(rows) < _MOST_ROWS_IN_FULL else _TABLE_PX,
        on_select=lambda: to_selected(key, ids),
        selection="single-row",
        columns={
            "System": st.column_config.TextColumn(width="medium"),
            "Coverage": st.column_config.NumberColumn(
                format="percent", help="Items with an answer, of all items of the set."
            ),
            "Coerced": st.column_config.NumberColumn(
                help="How often something was read as meant rather than as written."
            ),
            "Unknown pages": st.column_config.NumberColumn(
                help="Citations of pages that the collection does not hold: they count as wrong."
            ),
            "Left out": st.column_config.NumberColumn(help="Lines that a lenient import did without."),
            "Imported": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm", timezone="UTC"),
            "Why withdrawn": st.column_config.TextColumn(width="medium"),
            "Withdrawn": st.column_config.DatetimeColumn(format="D MMM YYYY, HH:mm", timezone="UTC"),
            "SHA-256": st.column_config.TextColumn(help="How the file's SHA-256 begins."),
        },
    )


def _as_shown(rows: list[Row], *, with_set: bool) -> list[dict[str, object]]:
    """What the table says of each run: how well it fits, or why it is withdrawn."""
    imported = moments(row.run.imported_at_ms for row in rows)
    withdrawn = moments(row.removed.at_ms if row.removed else None for row in rows)
    return [
        {
            "System": one_line(row.system.label),
            "Condition": one_line(row.run.condition) or None,
            "Kind": KIND_WORDS[row.system.kind].capitalize(),
            **({"Item set": one_line(row.run.item_set)} if with_set else {}),
            "Answered": f"{row.run.n_answered} of {row.run.n_items}",
            **(_fits(row.run) if row.removed is None else {"Why withdrawn": one_line(row.removed.why)}),
            "Withdrawn": withdrawn_at,
            "Imported": imported_at,
            "By": one_line(row.by),
            "File": one_line(row.run.source),
            "SHA-256": row.run.sha256[:12],
        }
        for row, imported_at, withdrawn_at in zip(rows, imported, withdrawn, strict=True)
    ]


def _fits(run: Run) -> dict[str, object]:
    return {
        "Coverage": run.n_answered / run.n_items if run.n_items else None,
        "Coerced": run.n_coerced,
        "Unknown pages": run.n_unknown,
        "Left out": run.n_left_out,
    }
