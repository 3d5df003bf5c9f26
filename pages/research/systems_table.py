"""The leaderboard of an item set: one row a system, marked by its kind, ordered by a figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from baseline.analysis.charts_systems import dots
from baseline.analysis.judge_calibration import checked_calibration, corrected_figure
from baseline.analysis.panel_report import LEADERBOARD, SystemFigures
from db.judging import EnteredCalibration
from pages.research.chart_card import ChartText, chart_card, figures_csv, theme_now, words_of
from pages.research.panel_room import PanelRoom
from pages.research.system_figures import figures_of, looks_of, of_items, shown, told
from pages.research.system_table import NO_CALIBRATION, system_table
from pages.ui.in_address import selection
from pages.ui.text import escaped, one_line

FAMILIES = frozenset(LEADERBOARD) | {"coverage"}
_BY_NAME = "name"
# Smaller is better calibrated; of everything else more is better.
_SMALLEST_FIRST = frozenset({"kuiper_tie_safe", "kuiper_over_sigma"})


def table(room: PanelRoom, own: DeltaGenerator) -> None:
    """The leaderboard, and below it the figure by which it is ordered, with intervals."""
    figures = [_with_corrected(one, room.calibration) for one in figures_of(room, FAMILIES)]
    with own:
        order = _order(figures)
    ordered = in_order(figures, order)
    looks = looks_of(room, theme_now())
    st.html(system_table(ordered, LEADERBOARD, looks, order, _SMALLEST_FIRST))
    _below(ordered)
    key = order if order != _BY_NAME else "accuracy"
    first = ordered[0].figure(key)
    chart_card(
        ChartText(
            f"leaderboard-{key.replace('@', '-')}",
            f"{LEADERBOARD[key]} with 95 % intervals",
            f"{first.definition} {of_items(room)}; intervals that overlap decide nothing: compare the two.",
        ),
        dots(shown(ordered, looks), key, theme_now()),
        figures_csv(told(ordered, *LEADERBOARD)),
        words_of([one.figure for one in told(ordered, *LEADERBOARD)]),
    )


def _with_corrected(one: SystemFigures, entered: EnteredCalibration | None) -> SystemFigures:
    calibration = (
        checked_calibration(entered.sensitivity, entered.specificity, entered.n_positive, entered.n_negative)
        if entered
        else NO_CALIBRATION
    )
    return replace(one, figures=(*one.figures, corrected_figure(one.figure("accuracy"), calibration)))


def _order(figures: Sequence[SystemFigures]) -> str:
    options = [key for key in LEADERBOARD if any(one.figure(key).value is not None for one in figures)]
    asked = st.query_params.get("order", "accuracy")
    now = asked if asked in {*options, _BY_NAME} else (options or [_BY_NAME])[0]
    selection(
        "Ordered by",
        "systems-order",
        [*options, _BY_NAME],
        now,
        _choose_order,
        lambda key: LEADERBOARD.get(key, "Name"),
    )
    return now


def _choose_order(key: str) -> None:
    st.query_params["order"] = key


def in_order(figures: Sequence[SystemFigures], order: str) -> list[SystemFigures]:
    """Best first by this figure, those without a value last; by name where there is none."""
    by_name = sorted(figures, key=lambda one: one.name)
    if order == _BY_NAME:
        return by_name
    sign = 1 if order in _SMALLEST_FIRST else -1

    def rank(one: SystemFigures) -> tuple[bool, float]:
        value = one.figure(order).value
        return (value is None, sign * (value or 0.0))

    return sorted(by_name, key=rank)


def _below(figures: Sequence[SystemFigures]) -> None:
    """Why there is no value, said once for each reason, and what was noticed while scoring."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for one in figures:
        for key, name in LEADERBOARD.items():
            figure = one.figure(key)
            if figure.value is None:
                reasons.setdefault((one.name, figure.undefined or "undefined"), []).append(name)
    grouped: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (system, reason), names in reasons.items():
        grouped.setdefault((reason, tuple(names)), []).append(system)
    for (reason, columns), systems in grouped.items():
        whose = "every system" if len(systems) == len(figures) and len(systems) > 1 else ", ".join(systems)
        st.caption(escaped(f"{', '.join(columns)} of {whose}: {reason}."))
    notes = [f"{one_line(one.name)}: {note}" for one in figures for note in one.notes]
    if notes:
        with st.expander(f"What was noticed while scoring ({len(notes)})"):
            st.text("\n".join(notes))
