"""How charts look: inks for light and dark, one hue for people, one for agents, one for pipelines.

The members of a kind differ by shade, dash and marker, so that nothing is said by colour alone. Labels are
safe: plotly reads markup in them.
"""

from __future__ import annotations

from html import escape
from typing import Any, Literal, NamedTuple

from baseline.analysis.cascade import CascadeLabel

Side = Literal["people", "agent"]
# The same three words as `SystemKind` of the database.
Kind = Literal["people", "agent", "non_agentic"]
Theme = Literal["light", "dark"]


class Ink(NamedTuple):
    """Colours of text, quiet text, grid lines and the null band."""

    text: str
    muted: str
    grid: str
    band: str


INKS: dict[Theme, Ink] = {
    "light": Ink("#1f2933", "#52606d", "#e4e7eb", "rgba(82,96,109,0.14)"),
    "dark": Ink("#e4e7eb", "#9aa5b1", "#3e4c59", "rgba(154,165,177,0.18)"),
}
# One letter of a text for each kind, as its charts mark it.
MARKS: dict[Kind, str] = {"people": "\u25cf", "agent": "\u25a0", "non_agentic": "\u2716"}
KIND_WORDS: dict[Kind, str] = {"people": "people", "agent": "agent", "non_agentic": "not agentic"}
# Blue against orange stays apart under every common form of colour blindness.
_SHADES: dict[tuple[Kind, Theme], tuple[str, ...]] = {
    ("people", "light"): ("#0b5cad", "#3b86d6", "#083b6f", "#74aee8"),
    ("people", "dark"): ("#6db3ff", "#a9d2ff", "#3d8be0", "#d3e8ff"),
    ("agent", "light"): ("#b45309", "#d97b29", "#7c3a05", "#eba76a"),
    ("agent", "dark"): ("#ffa94d", "#ffc98a", "#e07f1f", "#ffe2bf"),
    # A quiet green, darker than either: told apart by lightness and mark where hue is not seen.
    ("non_agentic", "light"): ("#33691e", "#6b9a3c", "#1f4012", "#98bd72"),
    ("non_agentic", "dark"): ("#a5d46a", "#c8e6a0", "#7fb23f", "#e0f2c8"),
}
_DASHES = ("solid", "dash", "dot", "dashdot")
_MARKERS: dict[Kind, tuple[str, ...]] = {
    "people": ("circle", "circle-open", "triangle-up", "triangle-up-open"),
    "agent": ("square", "square-open", "diamond", "diamond-open"),
    "non_agentic": ("x", "x-open", "cross", "cross-open"),
}
CASCADE_COLOURS: dict[CascadeLabel, str] = {
    "correct": "#0f766e",
    "correct_verbose": "#5eb3aa",
    "refusal": "#9aa5b1",
    "retrieval": "#7a1f3d",
    "navigation": "#c2557a",
    "comprehension": "#e8a9bf",
}
CASCADE_PATTERNS: dict[CascadeLabel, str] = {
    "correct": "",
    "correct_verbose": "/",
    "refusal": ".",
    "retrieval": "",
    "navigation": "\\",
    "comprehension": "x",
}
# The font that Streamlit brings. Quoted: an unquoted name makes a browser drop the whole list.
_FONT = '"Source Sans", "Segoe UI", system-ui, sans-serif'
LABEL_CHARACTERS = 32


class Look(NamedTuple):
    """What tells one system from another."""

    colour: str
    dash: str
    marker: str


def safe_text(text: str, at_most: int = 200) -> str:
    """Text as it is shown: tags are letters, not markup; longer texts are cut."""
    short = text if len(text) <= at_most else text[: at_most - 1] + "…"
    # Plotly takes $…$ for TeX, as well as tags for markup.
    return escape(" ".join(short.split()), quote=False).replace("$", "&#36;")


def look_of(side: Kind, place: int, theme: Theme) -> Look:
    """The look of the n-th system (from 0) of a kind; no two of the first sixteen are alike."""
    shades, markers = _SHADES[side, theme], _MARKERS[side]
    further = place + place // len(shades)
    return Look(shades[place % len(shades)], _DASHES[further % len(_DASHES)], markers[further % len(markers)])


def layout(theme: Theme, x_title: str, y_title: str) -> dict[str, Any]:
    """Plotly layout: quiet grid, no frame, transparent on the page's own background."""
    ink = INKS[theme]
    return {
        "template": "none",
        "font": {"family": _FONT, "color": ink.text, "size": 14},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "margin": {"l": 8, "r": 28, "t": 32, "b": 8},
        "height": 320,
        "hovermode": "closest",
        "hoverlabel": {"font": {"family": _FONT, "size": 13}, "align": "left"},
        "legend": {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 13}},
        "separators": ". ",
        "xaxis": _axis(ink, x_title),
        "yaxis": _axis(ink, y_title),
    }


def _axis(ink: Ink, title: str) -> dict[str, Any]:
    return {
        "title": {"text": title, "font": {"color": ink.muted, "size": 13}, "standoff": 12},
        "tickfont": {"color": ink.muted, "size": 13},
        "ticks": "",
        "gridcolor": ink.grid,
        "linecolor": ink.grid,
        "zeroline": False,
        "automargin": True,
        "fixedrange": True,
    }
