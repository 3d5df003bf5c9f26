"""Finding against understanding: where systems differ, evidence by iteration, and recovery."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from baseline.analysis.breakdowns import reaches
from baseline.analysis.chart_style import KIND_WORDS
from baseline.analysis.charts_systems import curves, dots, reach_scatter
from pages.research.chart_card import ChartText, Told, chart_card, figures_csv, theme_now, words_of
from pages.research.panel_room import PanelRoom
from pages.research.system_figures import figures_of, looks_of, of_items, shown, told, undefined_text
from pages.ui.in_address import segments
from pages.ui.room import sides

_FOUND = {"document": "Gold document", "page": "Gold page"}
_RECOVERY = ("recovery_rate", "answer_recovery")
_FIRST = "first_query_retrieval@document_any"
FAMILIES = frozenset({"evidence_found_document", "evidence_found_page", "first_query_retrieval", *_RECOVERY})


def finding(room: PanelRoom, own: DeltaGenerator) -> None:
    """The scatter and the iterations; then recovery."""
    figures, theme = figures_of(room, FAMILIES), theme_now()
    looks = looks_of(room, theme)
    all_shown = shown(figures, looks)
    left, right = sides([1, 1], "systems-finding")
    with left:
        _scatter(room)
    level = "page" if st.query_params.get("level") == "page" else "document"
    with own:
        segments("Found", "systems-level", _FOUND, level, _choose_level)
    with right:
        family = f"evidence_found_{level}"
        chart_card(
            ChartText(
                f"evidence-found-{level}",
                f"Gold {level} found by iteration",
                f"Share of {of_items(room)} for which the first so many searches showed a gold {level}. "
                f"{undefined_text(figures, family + '@1')}",
            ),
            curves(all_shown, family, "searches", "found, share of items", theme),
            figures_csv(told(figures, family, "first_query_retrieval")),
            words_of([one.figure for one in told(figures, family, "first_query_retrieval")]),
        )
    left, right = sides([1, 1], "systems-recovery")
    for place, key in zip((left, right), _RECOVERY, strict=True):
        label = figures[0].figure(key).label
        with place:
            chart_card(
                ChartText(
                    key.replace("_", "-"),
                    label,
                    f"Of the attempts whose first search showed no gold document: N differs between systems "
                    f"and stands on each mark. {undefined_text(figures, key)}",
                ),
                dots(all_shown, key, theme),
                figures_csv(told(figures, key)),
                words_of([one.figure for one in told(figures, key)]),
            )


def _scatter(room: PanelRoom) -> None:
    found = reaches(room.panel)
    kinds = {one.name: KIND_WORDS[one.kind] for one in room.panel.systems}
    rows = [
        Told(one.system, kinds[one.system], figure) for one in found for figure in (one.found, one.understood)
    ]
    chart_card(
        ChartText(
            "retrieval-comprehension",
            "Finding against understanding",
            "To the right: reaches the evidence. Upwards: is right once there. Lines are 95 % intervals; N "
            "stands on each mark.",
        ),
        reach_scatter(found, looks_of(room, theme_now()), theme_now()),
        figures_csv(rows),
        words_of([one.figure for one in rows]),
    )


def _choose_level(level: str) -> None:
    st.query_params["level"] = level
