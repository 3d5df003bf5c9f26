"""Streamlit's own frame, toned down: what participants see is the instrument and nothing else."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from db.models import Account, Role
from pages.http.demo import is_demo
from pages.ui.way import way

# Fixed text of ours: no value from outside is ever put into it.
_QUIET = """<style>
[data-testid="stToolbarActions"], [data-testid="stAppDeployButton"], [data-testid="stMainMenu"],
[data-testid="stDecoration"], [data-testid="stStatusWidget"], footer {display: none !important}
:is([data-testid="stMarkdown"], [data-testid="stAlert"]) [data-testid="stMarkdownContainer"] {
  overflow-wrap: anywhere}
[data-testid="stElementToolbarButton"]:has([aria-label^="Download as CSV"]) {display: none !important}
[data-testid="stMain"] .block-container {padding: 4.25rem 2rem 2rem; max-width: 1760px}

@media (max-width: 1000px) {
  [class*="st-key-pagetrail-sides"] > [data-testid="stLayoutWrapper"] > [data-testid="stHorizontalBlock"]
    > [data-testid="stColumn"] {flex: 1 1 100%; min-width: 100%}}
@media (min-width: 641px) and (max-width: 1000px) {
  [class*="st-key-pagetrail-cards"] > [data-testid="stLayoutWrapper"] > [data-testid="stHorizontalBlock"]
    > [data-testid="stColumn"] {flex: 1 1 calc(33.3% - 1rem); min-width: calc(33.3% - 1rem)}}
@media (max-width: 1600px) {.st-key-pagetrail-demo [data-testid="stCaptionContainer"] {display: none}}
.st-key-pagetrail-demo {position: fixed; top: .6rem; right: 2rem; width: auto !important; z-index: 999991}
@media (max-width: 1200px) {.st-key-pagetrail-demo {position: static; align-self: flex-end}}
[data-testid="stBaseButton-primary"]:enabled, [data-testid="stBaseButton-primary"]:enabled p {
  color: light-dark(#ffffff, #16191c) !important}
h1 {font-size: 1.6rem !important; font-weight: 600 !important; padding: 0 0 .5rem !important}
h2 {font-size: 1.2rem !important; font-weight: 600 !important}
h3 {font-size: 1.05rem !important; font-weight: 600 !important}
[data-testid="stMetricValue"] {font-variant-numeric: tabular-nums; font-size: 1.5rem}
[data-testid="stMain"]:focus-visible {outline: 2px solid #808080 !important; outline-offset: -3px}
/* A field or a radio must be seen without being told: 3 to 1 against either paper. */
:is([data-testid="stTextInputRootElement"], [data-testid="stTextAreaRootElement"],
  [data-testid="stNumberInputContainer"]):not(:focus-within) {border-color: #808080 !important}
[data-testid="stRadioOption"]:not([data-selected]) > div > div:first-child {
  box-shadow: inset 0 0 0 1px #808080}
.js-plotly-plot text, table, [data-testid="stDataFrame"] {font-variant-numeric: tabular-nums}
</style>"""
# Streamlit writes in white on the accent, which is too light for that in the dark theme.
_ON_LIGHT_ACCENT = """<style>
[data-testid^="stBaseButton-primary"]:enabled {color: #06201d}
</style>"""
_BENCH = """<style>
[data-testid="stHeader"] {display: none}
[data-testid="stMain"] .block-container {padding: 0 !important; max-width: none !important}
[data-testid="stMain"] {overflow: hidden}
[data-testid="stVerticalBlock"] {gap: 0}
[data-testid="stElementContainer"]:has(style) {display: none}
</style>"""


_NO_HEADER = """<style>
[data-testid="stHeader"] {display: none}
[data-testid="stMain"] .block-container {padding-top: 1rem}
.st-key-pagetrail-tall {flex: none !important; height: max(25rem, calc(100vh - 21.5rem)) !important}
.st-key-pagetrail-tall :is([data-testid="stElementContainer"], [data-testid="stFullScreenFrame"],
  [data-testid="stDataFrame"]) {height: 100% !important}
</style>"""


def apply(account: Account | None) -> None:
    """Hide what is not ours; add the demo's role switcher."""
    st.html(_QUIET)
    if st.context.theme.type == "dark":
        st.html(_ON_LIGHT_ACCENT)
    if is_demo() and account is not None and account.role not in {Role.PARTICIPANT, Role.ANNOTATOR}:
        demo_switch(
            ("Participant", "/demo/participant"),
            ("Author", "/demo/author"),
            ("Reviewer", "/demo/reviewer"),
            ("Supervisor", "/demo/supervisor"),
        )


def mark_menu(place: int) -> None:
    """Show which menu of the header the page belongs to, as Streamlit shows a page outside of menus.

    `place` counts the entries of the header from 1.
    """
    st.html(
        f"<style>[data-testid=stTopNav] > :nth-child({place}) [data-testid=stTopNavSection] "
        "{background: rgb(128 128 128 / .18)} "
        f"[data-testid=stTopNav] > :nth-child({place}) [data-testid=stTopNavSection] p "
        "{font-weight: 600}</style>"
    )


def demo_switch(*roles: tuple[str, str]) -> None:
    """To the demo's other roles, by label and address; floats in the header and takes no room."""
    with st.container(horizontal=True, vertical_alignment="center", key="pagetrail-demo"):
        st.caption("Demo: invented documents, simulated runs")
        for label, address in roles:
            way(label, address)


def licence() -> None:
    """Whoever uses the app over a network is offered its source."""
    st.caption("Pagetrail is free software (AGPL-3.0-or-later): [source code](/source) of this version.")


def without_header() -> None:
    """Begin at the top of the window: on pages that lead on by themselves Streamlit's header is empty."""
    st.html(_NO_HEADER)


def tall() -> DeltaGenerator:
    """Room for one table that ends where the window ends, on pages without header."""
    return st.container(key="pagetrail-tall")


def full_window() -> None:
    """Give the whole window to one component, without Streamlit's margins."""
    st.html(_BENCH)
