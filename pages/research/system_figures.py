"""The figures of a panel for the page that shows them, kept per choice, with the look of each system."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import streamlit as st

from baseline.analysis.chart_style import KIND_WORDS, Look, Theme, look_of
from baseline.analysis.charts_systems import Shown
from baseline.analysis.panel import Panel
from baseline.analysis.panel_report import SystemFigures, report_panel
from db.wording import counted
from pages.research.chart_card import Told
from pages.research.filter_line import HOP_WORDS
from pages.research.panel_room import Key, PanelRoom


def figures_of(room: PanelRoom, families: Collection[str]) -> list[SystemFigures]:
    """These families of figures of every chosen system."""
    return _figures(room.panel, room.key, tuple(sorted(families)))


@st.cache_resource(max_entries=48, show_spinner="Computing the figures…")
def _figures(_panel: Panel, key: Key, families: tuple[str, ...]) -> list[SystemFigures]:
    del key  # part of the cache's key only
    return report_panel(_panel, families)


def looks_of(room: PanelRoom, theme: Theme) -> dict[str, Look]:
    """The look of each system: the same on every page and under every filter."""
    places = room.places
    return {one.name: look_of(one.kind, places[one.name], theme) for one in room.whole.systems}


def shown(figures: Sequence[SystemFigures], looks: dict[str, Look]) -> list[Shown]:
    """The figures with their looks."""
    return [Shown(one, looks[one.name]) for one in figures]


def told(figures: Sequence[SystemFigures], *wanted: str) -> list[Told]:
    """The figures of these keys or families one below the other, for files and definitions."""
    return [
        Told(one.name, KIND_WORDS[one.kind], figure)
        for one in figures
        for key in wanted
        for figure in one.figures
        if key in {figure.key, figure.key.partition("@")[0]}
    ]


def kind_words(facet: str, value: str) -> str:
    """A kind of items as people read it."""
    return HOP_WORDS.get(value, value) if facet == "hop_type" else value


def of_items(room: PanelRoom) -> str:
    """`500 items`, or `120 of 500 items` under a filter."""
    n, whole = len(room.panel.gold), len(room.whole.gold)
    return counted(n, "items") if n == whole else f"{n} of {counted(whole, 'items')}"


def undefined_text(figures: Sequence[SystemFigures], key: str) -> str:
    """Which systems have no value and why, in a sentence; empty if all have one."""
    reasons: dict[str, list[str]] = {}
    for one in figures:
        figure = one.figure(key)
        if figure.value is None:
            reasons.setdefault(figure.undefined or "undefined", []).append(one.name)
    return " ".join(f"{_names(names)}: {reason}." for reason, names in reasons.items())


def _names(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) < 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"
