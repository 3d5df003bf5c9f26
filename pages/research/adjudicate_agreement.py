"""Do two people judge alike? The share that both judge, and how they agree."""

from __future__ import annotations

import streamlit as st

from baseline.judging.exchange import as_csv, verdict_rows
from baseline.judging.judging import choose_double_rating
from baseline.judging.report import figure_rows, rater_report
from db.judging import DoubleRating
from db.wording import counted
from pages.research.adjudicate_tables import figure_table, figures_download, met_table
from pages.research.judging_room import JudgingRoom
from pages.ui import state
from pages.ui.room import sides

_SHARE, _SEED = "double-share", "double-seed"


def show(room: JudgingRoom) -> None:
    """Agreement on the left, the choice of the sample on the right."""
    figures, choice = sides([3, 1], "agreement")
    with choice:
        _sample(room)
        _files(room)
    with figures:
        _agreement(room)


def _agreement(room: JudgingRoom) -> None:
    st.subheader("First and second ratings")
    report = rater_report(room.stands)
    at = room.progress
    st.caption(
        f"{counted(at.n_rated_twice, 'answers')} judged by two people who did not see each other's rating; "
        f"{counted(at.n_disagreements, 'disagreements')} to settle."
    )
    figure_table(report.figures, "agreement-figures")
    if at.n_rated_twice:
        met_table(report.table, "first rating", "second rating")
        figures_download(figure_rows(report.figures, "first and second ratings"), "rater-agreement.csv")


def _sample(room: JudgingRoom) -> None:
    st.subheader("Judged twice")
    now, at = room.double, room.progress
    st.caption(
        f"{100 * now.share:.0f} % of the answers that no rule decides: {counted(at.n_in_sample, 'answers')}, "
        f"drawn with seed {now.seed}."
        if now.share
        else "No answer is judged twice yet. Choose a share: a second person then rates it without seeing "
        "the first rating."
    )
    with st.form("double-rating", border=False):
        st.slider("Share, %", 0, 100, round(100 * now.share) or 20, 5, key=_SHARE)
        st.number_input(
            "Seed", 0, 2**31 - 1, now.seed, key=_SEED, help="The same seed draws the same answers."
        )
        st.form_submit_button("Choose this share", on_click=_choose, args=(room,), width="stretch")


def _choose(room: JudgingRoom) -> None:
    chosen = DoubleRating(state.typed_number(_SHARE) / 100, state.typed_number(_SEED))
    room.carry_out(
        lambda database, by: choose_double_rating(database, room.set_name, chosen, by),
        lambda now: f"{100 * now.share:.0f} % of the answers are judged twice from now on.",
    )


def _files(room: JudgingRoom) -> None:
    st.subheader("Verdicts as a file")
    rows = verdict_rows(room.answers, room.verdicts)
    st.caption(
        f"{counted(len(rows), 'verdicts')}, each with its judge, reason and time, also those taken back."
    )
    st.download_button(
        "Download all verdicts (CSV)",
        as_csv(rows),
        "verdicts.csv",
        "text/csv",
        key="download-verdicts",
        icon=":material/download:",
        width="stretch",
        on_click="ignore",
    )
