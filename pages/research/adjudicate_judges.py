"""Judges held against what people decided, and accuracy corrected for what they get wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from baseline.analysis.judge_calibration import JudgeReport
from baseline.analysis.records import Figure
from baseline.judging.comparing import Judge
from baseline.judging.report import (
    CorrectedRow,
    calibration_rows,
    corrected_file_rows,
    corrected_rows,
    judge_reports,
)
from db.judging import EnteredCalibration, enter_calibration, entered_calibrations
from db.plain_text import MOST_IN_A_NAME
from db.wording import counted
from pages.research.adjudicate_tables import figure_table, figures_download, met_table
from pages.research.figure_text import interval_text, value_text
from pages.research.judging_room import JudgingRoom
from pages.ui import state
from pages.ui.in_address import selection
from pages.ui.room import sides
from pages.ui.table import show_table
from pages.ui.text import one_line

_JUDGE, _Q1, _Q0, _M1, _M0 = "hand-judge", "hand-q1", "hand-q0", "hand-m1", "hand-m0"
_KINDS = {"second": "people", "model": "model", "file": "file of a run"}


def show(room: JudgingRoom) -> None:
    """Calibration of each judge, then what it corrects."""
    with room.here.services.reading() as database:
        entered = entered_calibrations(database, room.set_name)
    reports, corrected = _computed(room, room.version, tuple(entered.values()))
    st.subheader("Against what people decided")
    if reports:
        _reports(reports)
    else:
        st.info(
            "No other judge has judged an answer that people decided. Choose a share to be judged twice, or "
            "have a model judge.",
            icon=":material/info:",
        )
    st.subheader("Accuracy, corrected for the judge")
    table, by_hand = sides([3, 1], "corrected")
    with table:
        _corrected(corrected)
    with by_hand:
        _by_hand(room)


@st.cache_resource(max_entries=8, show_spinner="Comparing the judges…")
def _computed(
    _room: JudgingRoom, version: str, entered: tuple[EnteredCalibration, ...]
) -> tuple[Mapping[Judge, JudgeReport], list[CorrectedRow]]:
    del version  # part of the key only
    reports = judge_reports(_room.stands, _room.verdicts)
    by_hand = {one.judge: one for one in entered}
    return reports, corrected_rows(_room.systems, _room.verdicts, reports, by_hand)


def _reports(reports: Mapping[Judge, JudgeReport]) -> None:
    names = {f"{judge.kind}:{judge.name}": judge for judge in reports}
    asked = st.query_params.get("judge")
    now = asked if asked in names else next(iter(names))
    selection(
        "Judge",
        "judges-choice",
        list(names),
        now,
        _choose,
        lambda one: f"{one_line(names[one].name)} ({_KINDS[names[one].kind]})",
        width=360,
    )
    report = reports[names[now]]
    figures, met = sides([5, 2], "calibration")
    with figures:
        n = sum(map(sum, report.table))
        st.caption(
            f"{counted(n, 'different answers')} that both judged. Partly correct counts as correct for "
            "sensitivity and specificity."
        )
        figure_table(report.figures, f"calibration-{now}")
        figures_download(calibration_rows(reports), "judge-calibration.csv")
    with met:
        met_table(report.table, names[now].name, "people")


def _choose(name: str) -> None:
    st.query_params["judge"] = name


def _corrected(rows: Sequence[CorrectedRow]) -> None:
    if not rows:
        st.info(
            "No model has judged answers to this set, and no run came with verdicts: there is nothing to "
            "correct. Verdicts of people need no correction.",
            icon=":material/info:",
        )
        return
    st.caption(
        "Interval: with the noise of the calibration; the last column is the narrower one of the public "
        "scorer. This is a view: verdicts of models decide nothing elsewhere."
    )
    show_table(
        pd.DataFrame(
            {
                "System": [one_line(row.system) for row in rows],
                "Judge": [one_line(row.judge) for row in rows],
                "Calibration": [row.calibrated for row in rows],
                "As judged": [_with_interval(row.raw) for row in rows],
                "Corrected": [_with_interval(row.corrected) for row in rows],
                "N": [f"{row.raw.n} items" for row in rows],
                "Rests on": [row.corrected.notes[0] if row.corrected.notes else None for row in rows],
                "Calibration taken as exact": [_exact(row.corrected) for row in rows],
            }
        ),
        key="corrected-table",
        height="content" if len(rows) < 12 else 440,
    )
    figures_download(corrected_file_rows(rows), "accuracy-corrected.csv")


def _exact(figure: Figure) -> str | None:
    """The narrower interval alone, of the note that tells it."""
    return figure.notes[1].partition(": ")[2] if len(figure.notes) > 1 else None


def _with_interval(figure: Figure) -> str:
    if figure.value is None:
        return f"undefined: {figure.undefined}"
    return f"{value_text(figure)}  {interval_text(figure)}" if figure.interval else value_text(figure)


def _by_hand(room: JudgingRoom) -> None:
    with st.expander("Enter a calibration by hand"):
        st.caption("For a judge that was measured elsewhere, on answers of the same kind.")
        with st.form("hand-calibration", border=False):
            st.text_input("Judge, as its verdicts name it", key=_JUDGE)
            st.number_input("Sensitivity", 0.0, 1.0, 0.98, 0.01, format="%.3f", key=_Q1)
            st.number_input("on so many correct answers", 1, 10_000_000, 152, key=_M1)
            st.number_input("Specificity", 0.0, 1.0, 1.0, 0.01, format="%.3f", key=_Q0)
            st.number_input("on so many incorrect answers", 1, 10_000_000, 48, key=_M0)
            st.form_submit_button("Keep it", on_click=_enter, args=(room,), width="stretch")


def _enter(room: JudgingRoom) -> None:
    name = str(state.value_of(_JUDGE)).strip()
    if not name:
        room.refuse("Name the judge whose calibration this is.")
        return
    if len(name) > MOST_IN_A_NAME:
        room.refuse(f"The name of the judge has {len(name):,} characters; {MOST_IN_A_NAME} is the most.")
        return
    entered = EnteredCalibration(
        judge=name,
        sensitivity=float(state.value_of(_Q1)),
        specificity=float(state.value_of(_Q0)),
        n_positive=state.typed_number(_M1),
        n_negative=state.typed_number(_M0),
    )
    room.carry_out(
        lambda database, by: enter_calibration(database, room.set_name, entered, by),
        lambda _: f"The calibration of {name} is kept.",
    )
