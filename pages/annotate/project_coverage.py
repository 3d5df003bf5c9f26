"""What a project still lacks against its targets, and who writes over which documents."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

import pandas as pd
import streamlit as st

from annotation import planning
from annotation.construct.spread import folder_of
from annotation.coverage import Coverage, Thin
from db.authored import MemberRole
from db.wording import counted, grouped
from pages.annotate.coverage_bars import bars
from pages.annotate.project_place import Place
from pages.annotate.targets_form import past_changes, target_changes, targets_form
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.moments import moment
from pages.ui.table import choose_in_table
from pages.ui.text import escaped, one_line

_KEY, _WHO = "coverage-documents", "coverage-who"
_TABLE_PX = 400
_CANDIDATES = "all candidates"


def show(place: Place) -> None:
    """Bars by kind, the targets behind them, and all documents with their authors."""
    room = place.room
    found = room.project_board.coverage(room.board, room.documents, place.project.targets)
    heading, targets = st.columns([4, 1], vertical_alignment="center")
    heading.markdown(_whole(found.items))
    changes = target_changes(place)
    if changes:
        heading.caption(
            f"Targets last changed {moment(changes[-1].at_ms)} UTC by "
            f"{escaped(place.name(changes[-1].account_id))}."
        )
    with targets.popover("Change the targets", width="stretch"):
        targets_form(place)
        past_changes(place, changes)
    hops, visual, categories = st.columns(3)
    with hops:
        bars("Hop types", found.hop_types)
    with visual:
        bars("Visual categories", found.visual)
    with categories:
        bars("Document categories", found.categories)
    _documents(place, found)


def _whole(items: Thin) -> str:
    want = f" of {counted(int(items.want), 'items')} wanted" if items.want is not None else ""
    return (
        f"**{grouped(items.have)} submitted**{want}, {grouped(items.in_work)} in work, "
        f"{grouped(int(items.missing))} missing. Items in work do not count yet; rejected ones never do."
    )


def _documents(place: Place, found: Coverage) -> None:
    st.subheader("Documents")
    assigned = _assigned(place)
    rows = found.documents
    st.caption(
        "What is missing most comes first. Select documents to say who writes over them; whoever has no "
        "document of their own may write over all."
    )
    choose_in_table(
        pd.DataFrame(
            {
                "Document": [one_line(row.of) for row in rows],
                "Category": [folder_of(row.of) for row in rows],
                "Submitted": [row.have for row in rows],
                "In work": [row.in_work for row in rows],
                "Wanted": [row.want for row in rows],
                "Missing": [row.missing for row in rows],
                "Assigned to": [", ".join(assigned.get(row.of, ())) for row in rows],
            }
        ),
        _KEY,
        height="content" if len(rows) < 11 else _TABLE_PX,
        selection="multi-row",
        columns={
            "Document": st.column_config.TextColumn(width="large"),
            "Wanted": st.column_config.NumberColumn(format="%.1f"),
            "Missing": st.column_config.NumberColumn(format="%.1f"),
        },
    )
    _assignment(place, rows)


def _assignment(place: Place, rows: Sequence[Thin]) -> None:
    writers = [one for one in place.members if one.role is not MemberRole.REVIEWER]
    chosen = [rows[number].of for number in state.selected_rows(_KEY) if number < len(rows)]
    who, give, take = st.columns([3, 2, 2], vertical_alignment="bottom")
    who.selectbox(
        "Who writes over the selected documents",
        [_CANDIDATES, *(one.account_id for one in writers)],
        key=_WHO,
        format_func=lambda one: one if one == _CANDIDATES else place.name(one),
    )
    n_documents = counted(len(chosen), "documents")
    give.button(
        f"Assign {n_documents}",
        type="primary",
        disabled=not chosen,
        width="stretch",
        on_click=_assign,
        args=(place, "add", chosen),
    )
    take.button(
        f"Take {n_documents} away",
        disabled=not chosen,
        width="stretch",
        on_click=_assign,
        args=(place, "take", chosen),
    )


def _assign(place: Place, change: Literal["add", "take"], documents: list[str]) -> None:
    who = str(state.value_of(_WHO))
    candidates = [one.account_id for one in place.members if one.role is MemberRole.CANDIDATE]
    people = candidates if who == _CANDIDATES else [who]
    n_documents, verb = (
        counted(len(documents), "documents"),
        "assigned to" if change == "add" else "taken from",
    )
    carry_out(
        place.here,
        lambda database, by: planning.assign_documents(
            database, place.project_id, people, change, documents, by
        ),
        lambda members: f"{n_documents} {verb} {', '.join(place.name(one.account_id) for one in members)}.",
    )


def _assigned(place: Place) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for member in place.members:
        for document in member.documents:
            found[document].append(place.name(member.account_id))
    return found
