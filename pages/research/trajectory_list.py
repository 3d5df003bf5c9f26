"""Which attempts there are to replay: of a study, or of the runs that were imported on an item set."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from baseline.figures.systems import SystemOnSet, system_of_run
from db import runs
from db.studies import studies_of
from db.systems import Run
from db.wording import counted
from pages.research.attempt_table import attempt_table, result_words
from pages.research.panel_room import systems_of_set
from pages.research.reports import report_for
from pages.research.set_address import SET, asked_set
from pages.research.study_choice import chosen_study
from pages.research.trajectory_search import show_found
from pages.ui.in_address import segments, selection
from pages.ui.page import Here
from pages.ui.table import show_table
from pages.ui.text import escaped, one_line

_EVERY_RUN = "all"
_SOURCES = {"study": "People and agents of a study", "runs": "Imported runs"}


def show_list(here: Here) -> None:
    """The attempts of what the address chooses, with the search inside them."""
    st.title("Trajectories")
    with here.services.reading() as database:
        sets = runs.sets_with_runs(database)
    if not sets:
        _of_study(here)
        return
    source = "runs" if asked_set() in sets else "study"
    segments("Attempts of", "trajectory-source", _SOURCES, source, lambda chosen: _choose(chosen, sets[0]))
    if source == "runs":
        _of_runs(here, sets)
    else:
        _of_study(here)


def _choose(source: str, first_set: str) -> None:
    for name in ("study", SET, "run", "find", "tag"):
        st.query_params.pop(name, None)
    if source == "runs":
        st.query_params[SET] = first_set


def _of_study(here: Here) -> None:
    study = chosen_study(here)
    if study is None:
        return
    with here.services.reading() as database:
        n_studies = len(studies_of(database, here.account))
    if n_studies == 1:  # of several the selection names it
        st.caption(escaped(study.title))
    if show_found(here, study.item_set):
        return
    report = report_for(here.services, study.study_id, "strict")
    if not report.systems:
        st.info(
            "Nobody has answered yet. Attempts appear here as soon as they begin.", icon=":material/info:"
        )
        return
    attempt_table([one.report for one in report.systems], height=560)


def _of_runs(here: Here, sets: list[str]) -> None:
    now = asked_set() or sets[0]
    if len(sets) > 1:
        selection("Item set", "trajectory-set", sets, now, _choose_set, one_line, width=320)
    if show_found(here, now):
        return
    run = _chosen_run(here, now)
    shown = _systems(here, now, run)
    st.caption(f"{counted(sum(len(one.rows) for one in shown), 'attempts')} on “{escaped(now)}”.")
    _table(shown)


def _chosen_run(here: Here, set_name: str) -> Run | None:
    """The run in the address, or the first; None for all of them."""
    with here.services.reading() as database:
        found = {run.run_id: run for run in runs.runs_of_set(database, set_name)}
        systems = runs.all_systems(database)
    if len(found) == 1:
        return next(iter(found.values()))
    words = {
        **{
            run_id: one_line(
                " · ".join(filter(None, (systems[run.system_id].label, run.condition, run.source)))
            )
            for run_id, run in found.items()
        },
        _EVERY_RUN: f"All {len(found)} runs",
    }
    asked = st.query_params.get("run", "")
    now = asked if asked in words else next(iter(words))
    selection("Run", "trajectory-run", list(words), now, _choose_run, words.__getitem__, width=420)
    return found.get(now)


def _systems(here: Here, set_name: str, run: Run | None) -> list[SystemOnSet]:
    """One run is read alone: all of a large set take a second."""
    if run is None:
        return [one for one in systems_of_set(here, set_name).systems if one.origin.kind == "run"]
    with here.services.reading() as database:
        return [system_of_run(database, run)]


def _choose_set(name: str) -> None:
    _choose("runs", name)


def _choose_run(run_id: str) -> None:
    st.query_params["run"] = run_id


def rows_of(shown: Sequence[SystemOnSet]) -> pd.DataFrame:
    """The kept rows of these systems as the list shows them, in order."""
    rows = [(one_line(one.name), row) for one in shown for row in one.rows]
    attempts = [row.attempt for _, row in rows]
    return pd.DataFrame(
        {
            "Replay": [f"/trajectory?attempt={one.attempt_id}" for one in attempts],
            "System": [name for name, _ in rows],
            "Item": [one_line(one.item_id) for one in attempts],
            "Result": [result_words(row) for _, row in rows],
            "Question": [one_line(row.gold.question) for _, row in rows],
            "Answer": [" | ".join(map(one_line, one.answer)) for one in attempts],
            "Searches": [one.n_searches for one in attempts],
        }
    )


def _table(shown: Sequence[SystemOnSet]) -> None:
    show_table(
        rows_of(shown),
        height=560,
        columns={
            "Replay": st.column_config.LinkColumn(display_text="Open", width=64),
            "System": st.column_config.TextColumn(width=200),
            "Item": st.column_config.TextColumn(width=96),
            "Result": st.column_config.TextColumn(width=140),
            "Question": st.column_config.TextColumn(width=340),
            "Answer": st.column_config.TextColumn(width=180),
            "Searches": st.column_config.NumberColumn(width=84),
        },
    )
