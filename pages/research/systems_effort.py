"""Effort calibration of all systems: the curves, the band of shuffles, K with its scale and p."""

from __future__ import annotations

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from baseline.analysis.charts_systems import difference_curves, dots
from baseline.analysis.panel_report import NOT_AGENTIC
from pages.research.chart_card import ChartText, chart_card, figures_csv, theme_now, words_of
from pages.research.panel_room import PanelRoom
from pages.research.system_figures import figures_of, looks_of, of_items, shown, told, undefined_text
from pages.research.system_table import system_table
from pages.ui.in_address import selection
from pages.ui.room import sides
from pages.ui.text import one_line

_KUIPER = {
    "kuiper_tie_safe": "K (tie-safe)",
    "kuiper_sigma": "Sigma",
    "kuiper_over_sigma": "K / sigma",
    "kuiper_p": "p",
    "effort_ratio": "Effort ratio",
}
FAMILIES = frozenset({*_KUIPER, "steps"})


def effort(room: PanelRoom, own: DeltaGenerator) -> None:
    """The curves with the choice of whose band is drawn, searches an item, and K beside its scale."""
    figures = figures_of(room, FAMILIES)
    agentic = [one for one in figures if one.kind != "non_agentic"]
    if not agentic:
        st.info(f"Every chosen system is {NOT_AGENTIC}.", icon=":material/info:")
        return
    looks = looks_of(room, theme_now())
    names = [one.name for one in agentic]
    asked = st.query_params.get("band", "")
    now = asked if asked in names else next((one.name for one in agentic if one.test), names[0])
    with own:
        selection("Null band of", "systems-band", names, now, _choose_band, one_line)
    p = next(one for one in agentic if one.name == now).figure("kuiper_p")
    within = ""
    if p.value is not None:
        within = f" {now}: K is as large in {100 * p.value:.1f} % of 10,000 shuffles (N = {p.n} attempts)."
    left, right = sides([3, 2], "systems-effort")
    with left:
        chart_card(
            ChartText(
                "cumulative-difference",
                "Cumulative difference",
                "A curve that rises and falls far says that answers which took more searches fail more "
                f"often; inside the band effort says nothing.{within} "
                f"{undefined_text(agentic, 'kuiper_tie_safe')}",
            ),
            difference_curves(shown(agentic, looks), now, theme_now()),
            figures_csv(told(figures, *_KUIPER)),
            words_of([one.figure for one in told(agentic, *_KUIPER)]),
        )
    with right:
        chart_card(
            ChartText(
                "searches",
                "Searches per item",
                f"Mean over {of_items(room)}, 95 % intervals. {undefined_text(figures, 'steps')}",
            ),
            dots(shown(figures, looks), "steps", theme_now()),
            figures_csv(told(figures, "steps")),
            words_of([one.figure for one in told(figures, "steps")]),
        )
    st.markdown("**K beside its scale**")
    st.html(system_table(figures, _KUIPER, looks))
    st.caption("K is a raw count and grows with N: between sets of different size compare K / sigma, not K.")


def _choose_band(name: str) -> None:
    st.query_params["band"] = name
