"""The leaderboard of an item set: one row a system, marked by its kind, ordered by a figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape

import streamlit as st

from baseline.analysis.chart_style import KIND_WORDS, MARKS, Look
from baseline.analysis.charts_systems import dots
from baseline.analysis.judge_calibration import checked_calibration, corrected_figure
from baseline.analysis.panel_report import SystemFigures
from baseline.analysis.records import Figure
from db.judging import EnteredCalibration
from db.wording import counted
from pages.research.chart_card import ChartText, chart_card, figures_csv, theme_now, words_of
from pages.research.figure_text import definition_text, range_text, value_text
from pages.research.panel_room import PanelRoom
from pages.research.system_figures import figures_of, looks_of, of_items, shown, told
from pages.ui.in_address import selection
from pages.ui.text import one_line

COLUMNS = {
    "accuracy": "Accuracy",
    "accuracy_bias_corrected": "Corrected",
    "accuracy_by_hop@cross_page": "X-page",
    "accuracy_by_hop@cross_doc": "X-doc",
    "page_f1": "Page F1",
    "document_f1": "Doc F1",
    "kuiper_tie_safe": "Kuiper",
    "kuiper_over_sigma": "K/σ",
    "kuiper_p": "p",
}
FAMILIES = frozenset(COLUMNS) | {"coverage"}
_BY_NAME = "name"
# Smaller is better calibrated; of everything else more is better.
_SMALLEST_FIRST = frozenset({"kuiper_tie_safe", "kuiper_over_sigma"})
_NO_CALIBRATION = "no judge of this set has a calibration"

_STYLE = """<style>
.systems { overflow-x: auto; }
.systems table { width: 100%; border-collapse: collapse; font-size: .875rem; line-height: 1.35;
  font-variant-numeric: tabular-nums; }
.systems th, .systems td { padding: .4rem .5rem; text-align: right; vertical-align: top; font-weight: 400;
  white-space: nowrap; border-bottom: 1px solid rgba(128, 128, 128, .25); }
.systems thead th { font-weight: 600; }
.systems thead th[aria-sort] { text-decoration: underline; text-underline-offset: .25em; }
.systems th:first-child { text-align: left; padding-left: 0; white-space: normal; min-width: 11rem; }
.systems small { display: block; font-size: .75rem; opacity: .75; }
.systems .mark { display: inline-block; width: 1.1rem; }
</style>"""


def table(room: PanelRoom) -> None:
    """The leaderboard, and below it the figure by which it is ordered, with intervals."""
    figures = [_with_corrected(one, room.calibration) for one in figures_of(room, FAMILIES)]
    order = _order(figures)
    ordered = in_order(figures, order)
    looks = looks_of(room, theme_now())
    st.html(table_html(ordered, looks, order))
    _below(ordered)
    key = order if order != _BY_NAME else "accuracy"
    first = ordered[0].figure(key)
    chart_card(
        ChartText(
            f"leaderboard-{key.replace('@', '-')}",
            f"{COLUMNS[key]} with 95 % intervals",
            f"{first.definition} {of_items(room)}; intervals that overlap decide nothing: compare the two.",
        ),
        dots(shown(ordered, looks), key, theme_now()),
        figures_csv(told(ordered, *COLUMNS)),
        words_of([one.figure for one in told(ordered[:1], *COLUMNS)]),
    )


def _with_corrected(one: SystemFigures, entered: EnteredCalibration | None) -> SystemFigures:
    calibration = (
        checked_calibration(entered.sensitivity, entered.specificity, entered.n_positive, entered.n_negative)
        if entered
        else _NO_CALIBRATION
    )
    return replace(one, figures=(*one.figures, corrected_figure(one.figure("accuracy"), calibration)))


def _order(figures: Sequence[SystemFigures]) -> str:
    options = [key for key in COLUMNS if any(one.figure(key).value is not None for one in figures)]
    asked = st.query_params.get("order", "accuracy")
    now = asked if asked in {*options, _BY_NAME} else (options or [_BY_NAME])[0]
    with st.container(horizontal=True, horizontal_alignment="right"):
        selection(
            "Ordered by",
            "systems-order",
            [*options, _BY_NAME],
            now,
            _choose_order,
            lambda key: COLUMNS.get(key, "Name"),
            width=180,
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


def table_html(figures: Sequence[SystemFigures], looks: Mapping[str, Look], order: str) -> str:
    """The table; every text that comes from data is escaped."""
    heads = "".join(_head(figures[0].figure(key), key, name, order) for key, name in COLUMNS.items())
    rows = "".join(_row(one, looks[one.name]) for one in figures)
    return (
        f'{_STYLE}<div class="systems"><table><thead><tr><th scope="col">System</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _head(figure: Figure, key: str, name: str, order: str) -> str:
    title = f"{figure.label}. {figure.definition} Source: {figure.source}."
    sort = "ascending" if order in _SMALLEST_FIRST else "descending"
    is_order = f' aria-sort="{sort}"' if key == order else ""
    return f'<th scope="col" title="{escape(title)}"{is_order}>{escape(name)}</th>'


def _row(one: SystemFigures, look: Look) -> str:
    mark = f'<span class="mark" style="color:{look.colour}">{MARKS[one.kind]}</span>'
    people = f", {counted(one.n_participants, 'people')}" if one.kind == "people" else ""
    size = f"{KIND_WORDS[one.kind]}, {counted(one.n_attempts, 'attempts')}{people}"
    cells = "".join(_cell(one.figure(key)) for key in COLUMNS)
    return f'<tr><th scope="row">{mark}{escape(one_line(one.name))}<small>{size}</small></th>{cells}</tr>'


def _cell(figure: Figure) -> str:
    if figure.value is None:
        reason = escape(figure.undefined or "undefined")
        return f'<td title="{reason}">–<small>{_short(figure)}</small></td>'
    span = range_text(figure)
    title = f"N = {counted(figure.n, figure.n_unit)}. {definition_text(figure)}"
    below = f"<small>{escape(span)}</small>" if span else ""
    return f'<td title="{escape(title)}">{escape(value_text(figure))}{below}</td>'


def _short(figure: Figure) -> str:
    """Two words under the dash; the whole reason is said below the table."""
    reason = figure.undefined or ""
    if reason.startswith("not agentic"):
        return "not agentic"
    return "no calibration" if reason == _NO_CALIBRATION else "undefined"


def _below(figures: Sequence[SystemFigures]) -> None:
    """Why there is no value, said once for each reason, and what was noticed while scoring."""
    reasons: dict[tuple[str, str], list[str]] = {}
    for one in figures:
        for key, name in COLUMNS.items():
            figure = one.figure(key)
            if figure.value is None:
                reasons.setdefault((one.name, figure.undefined or "undefined"), []).append(name)
    grouped: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (system, reason), names in reasons.items():
        grouped.setdefault((reason, tuple(names)), []).append(system)
    for (reason, columns), systems in grouped.items():
        whose = "every system" if len(systems) == len(figures) and len(systems) > 1 else ", ".join(systems)
        st.caption(one_line(f"{', '.join(columns)} of {whose}: {reason}."))
    notes = [f"{one_line(one.name)}: {note}" for one in figures for note in one.notes]
    if notes:
        with st.expander(f"What was noticed while scoring ({len(notes)})"):
            st.text("\n".join(notes))
