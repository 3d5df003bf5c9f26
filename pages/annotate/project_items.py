"""All items of a project in one table; a row opens the item's history."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from annotation.item_rows import NO_EVIDENCE, ItemFilter, ItemRow, filtered, item_rows
from annotation.item_state import Status
from baseline.analysis.cascade import HOP_TYPES
from db.wording import counted, grouped, kind_words
from pages.annotate.project_place import ITEM, Place, choice, go_to
from pages.ui import chrome, state
from pages.ui.moments import moments
from pages.ui.table import choose_in_table
from pages.ui.text import one_line

_KEY = "project-items"
_FEW_ROWS = 10
_HOPS = {hop: kind_words(hop) for hop in (*HOP_TYPES, NO_EVIDENCE)}
_STATUSES = {status.value: kind_words(status.value) for status in Status}
_HIDDEN = "hidden while you judge it"


def show(place: Place) -> None:
    """The table with its filters, or what to do while there is nothing in it."""
    rows = item_rows(place.room.board.items.values(), place.person)
    if not rows:
        st.info(
            "Nobody has begun an item yet. Items appear here as soon as somebody writes: invite authors.",
            icon=":material/info:",
        )
        st.button("Invite authors", type="primary", on_click=go_to, args=("people",))
        return
    wanted = _filters(place, rows)
    # Newest change first: that is what a supervisor has not seen yet.
    shown = sorted(filtered(rows, wanted), key=lambda row: (-row.changed_at_ms, row.item_id))
    st.caption(_counts(len(shown), len(rows)))
    if shown:
        _table(place, shown)
    else:
        st.info("No item fits all of these choices.", icon=":material/info:")
        st.button("Show all items", type="primary", on_click=go_to, args=("items",))


def _filters(place: Place, rows: list[ItemRow]) -> ItemFilter:
    authors = {row.author: place.name(row.author) for row in rows if row.author is not None}
    documents = sorted({document for row in rows for document in row.documents or ()})
    status, author, document, hop = st.columns([2, 3, 4, 2])
    with status:
        chosen_status = choice("Status", "status", _STATUSES, "all")
    with author:
        chosen_author = choice("Author", "author", authors, "everybody")
    with document:
        chosen_document = choice("Document", "document", {one: one for one in documents}, "all")
    with hop:
        chosen_hop = choice("Hop type", "hop", _HOPS, "all")
    return ItemFilter(chosen_status, chosen_author, chosen_document, chosen_hop)


def _counts(n_shown: int, n_all: int) -> str:
    told = counted(n_all, "items") if n_shown == n_all else f"{grouped(n_shown)} of {counted(n_all, 'items')}"
    return f"{told}, last changed first. Select a row to see the item's history."


def _table(place: Place, rows: list[ItemRow]) -> None:
    table = pd.DataFrame(
        {
            "Item": [row.item_id for row in rows],
            "Question": [one_line(row.question) for row in rows],
            "Author": [_HIDDEN if row.author is None else place.name(row.author) for row in rows],
            "Status": [_STATUSES[row.status.value] for row in rows],
            "Hop type": [None if row.hop is None else _HOPS[row.hop] for row in rows],
            "Pages": [row.n_pages for row in rows],
            "Documents": [", ".join(map(one_line, row.documents or ())) for row in rows],
            "Overrides": [row.n_overridden for row in rows],
            "Last change": moments(row.changed_at_ms for row in rows),
        }
    )
    ids = [row.item_id for row in rows]
    is_long = len(rows) > _FEW_ROWS
    choose_in_table(
        table,
        _KEY,
        height="stretch" if is_long else "content",
        on_select=lambda: _open(ids),
        selection="single-row",
        columns={
            "Item": st.column_config.TextColumn(width=132),
            "Question": st.column_config.TextColumn(width=238),
            "Author": st.column_config.TextColumn(width=190),
            "Status": st.column_config.TextColumn(width=86),
            "Hop type": st.column_config.TextColumn(width=114),
            "Pages": st.column_config.NumberColumn(width=56, help="Evidence pages"),
            "Documents": st.column_config.TextColumn(width=112, help="Documents with evidence"),
            "Overrides": st.column_config.NumberColumn(
                width=80, help="Warnings that the author kept, each with a reason"
            ),
            "Last change": st.column_config.DatetimeColumn(
                format="D MMM YYYY, HH:mm", width=152, help="Of the text or the status, UTC"
            ),
        },
        at=chrome.tall() if is_long else None,
    )


def _open(ids: list[str]) -> None:
    selected = state.selected_row(_KEY)
    if selected is not None and selected < len(ids):
        st.query_params[ITEM] = ids[selected]
