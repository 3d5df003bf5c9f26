"""The researcher's first page: one row of figures, the leaderboard, the plots, the attempts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from baseline.analysis import charts
from baseline.analysis.chart_style import Theme
from baseline.analysis.records import Figure, Mode
from baseline.analysis.report import RunReport
from baseline.figures.study_report import StudyReport, SystemReport
from db.models import Role
from db.study_design import Study
from db.wording import counted
from pages.research import tour
from pages.research.attempt_table import attempt_table
from pages.research.figure_text import (
    coverage_text,
    definition_text,
    interval_text,
    n_text,
    unfinished_text,
    value_text,
)
from pages.research.gap_table import gap_table
from pages.research.leaderboard import leaderboard
from pages.research.reports import report_for
from pages.research.study_choice import chosen_study
from pages.ui import chrome
from pages.ui.page import Here, page
from pages.ui.room import cards, sides
from pages.ui.table import show_table
from pages.ui.text import escaped, one_line

HEADLINE = ("accuracy", "page_f1", "document_f1", "steps", "first_query_accuracy", "kuiper_tie_safe")


def show() -> None:
    """Show the study's figures."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        study = chosen_study(here)
        if study is not None:
            _study(here, study)


def _study(here: Here, study: Study) -> None:
    tour.show()
    title, choice = st.columns([3, 1], vertical_alignment="bottom")
    title.title(escaped(study.title))
    mode: Mode = (
        choice.segmented_control(
            "Scoring",
            ["strict", "harness"],
            default="strict",
            help="strict: our reading, over the whole item set. harness: as the public scorer does it.",
            width="stretch",
        )
        or "strict"
    )
    report = report_for(here.services, study.study_id, mode)
    st.caption(_caption(report))
    _exclusions(report)
    if not report.systems:
        if not report.emptied:
            st.info(
                "Nobody has answered yet. Figures appear here with the first item.", icon=":material/info:"
            )
        return
    reports = [one.report for one in report.systems]
    chosen = _system_choice(report)
    _headline(chosen.report)
    _systems(reports)
    if report.gaps:
        gap_table(report.gaps)
    _plots(report, chosen)
    st.subheader("Attempts")
    attempt_table(reports, height=320)
    _definitions(reports)
    chrome.licence()


def _caption(report: StudyReport) -> str:
    study = report.study
    who = "people and agents" if any(one.side == "agent" for one in report.systems) else "people"
    return (
        f"{counted(report.n_items, 'items')} · "
        f"{report.n_participants} of {report.n_assigned} {who} with items began · "
        f"{counted(len(report.systems), 'systems')} · "
        f"profile {study.profile} · k = {study.k} · index {study.index_fingerprint[:12]} · "
        f"items {study.item_set_sha256[:12]}"
    )


def _exclusions(report: StudyReport) -> None:
    """What the figures leave out stands above them, with the way to who decided it and why."""
    if report.n_excluded:
        emptied = "".join(f" Nothing is left of {escaped(name)}." for name in report.emptied)
        st.caption(
            f":material/filter_alt: {counted(report.n_excluded, 'attempts')} excluded: in no figure below."
            f"{emptied} [Exclusions](/exclusions?study={quote(report.study.study_id)})"
        )


def _system_choice(report: StudyReport) -> SystemReport:
    """One choice for the cards and for the effort curve below; at first, the first with an answer."""
    names = [one.report.system for one in report.systems]
    answered = [one.report.system for one in report.systems if one.report.figure("coverage").value]
    first = (answered or names)[0]
    name = st.segmented_control(
        "System", names, default=first, format_func=one_line, key="headline", label_visibility="collapsed"
    )
    return report.systems[names.index(name or first)]


def _headline(report: RunReport) -> None:
    unfinished = unfinished_text(report)
    if unfinished:
        st.caption(f":material/hourglass_top: {unfinished}")
    for column, key in zip(cards(len(HEADLINE), "headline"), HEADLINE, strict=True):
        aside = coverage_text(report) if key == "accuracy" else ""
        _card(column, report.figure(key), aside)


def _card(column: DeltaGenerator, figure: Figure, coverage: str) -> None:
    label, _, aside = figure.label.partition(" (string match")
    lines = [interval_text(figure), n_text(figure)]
    if aside:
        lines.append("string match" + aside.removesuffix(")"))
    if coverage:
        lines.append(coverage)
    with column.container(border=True, height="stretch"):
        st.metric(label, value_text(figure), help=escaped(definition_text(figure)))
        st.caption("  \n".join(map(escaped, lines)))


def _systems(reports: Sequence[RunReport]) -> None:
    st.subheader("Systems")
    leaderboard(reports)
    notes = [f"{one_line(one.system)}: {note}" for one in reports for note in one.notes]
    if notes:
        with st.expander(f"What was noticed while scoring ({len(notes)})"):
            st.text("\n".join(notes))


def _plots(report: StudyReport, chosen: SystemReport) -> None:
    charted = [charts.Charted(one.report, one.side) for one in report.systems]
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    left, right = sides([1, 1], "answers")
    with left:
        _chart("Accuracy at step limit", charts.accuracy_at_step_limit(charted, theme), "step-limit")
    with right:
        _chart("Where answers fail", charts.error_cascade(charted, theme), "cascade")
    st.subheader("Effort calibration")
    left, right = sides([1, 1], "effort")
    with left:
        curve = charts.cumulative_difference(charted[report.systems.index(chosen)], theme)
        _chart(f"Cumulative difference: {escaped(chosen.report.system)}", curve, "curve")
    with right:
        _chart("Searches per item", charts.steps_histogram(charted, theme), "steps")


def _chart(title: str, chart: Any, key: str) -> None:
    st.markdown(f"**{title}**")
    st.plotly_chart(chart, key=f"chart-{key}", theme=None, config={"displaylogo": False})


def _definitions(reports: Sequence[RunReport]) -> None:
    with st.expander("All figures with their definitions"):
        rows = [
            {
                "System": one_line(one.system),
                "Figure": figure.label,
                "Value": value_text(figure),
                "Interval": interval_text(figure),
                "N": n_text(figure),
                "Definition": definition_text(figure),
            }
            for one in reports
            for figure in one.figures
        ]
        show_table(pd.DataFrame(rows), height=420)
