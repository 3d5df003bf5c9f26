"""How far systems reword their queries, and the attempts that reworded most."""

from __future__ import annotations

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from baseline.analysis.charts_steps import means_by_step
from baseline.analysis.charts_systems import dots
from baseline.analysis.drift import MOST_STEPS, drift_by_step, drift_figure, encoder_of, farthest_steps
from baseline.analysis.panel import Panel
from baseline.analysis.panel_report import NOT_AGENTIC, SystemFigures
from pages.research.chart_card import ChartText, chart_card, figures_csv, theme_now, words_of
from pages.research.panel_room import Key, PanelRoom
from pages.research.system_figures import looks_of, shown, told, undefined_text
from pages.ui.room import sides
from pages.ui.table import show_table
from pages.ui.text import one_line

_EXAMPLES = 30
_STEPS = "query_drift_at_step"


def drift(room: PanelRoom, own: DeltaGenerator) -> None:
    """The figure of every system that searches, beside its course; below, the steps that went farthest."""
    del own  # nothing to choose
    agentic = [one for one in _drifts(room.panel, room.key) if one.kind != "non_agentic"]
    if not agentic:
        st.info(f"Every chosen system is {NOT_AGENTIC}.", icon=":material/info:")
        return
    encoder = agentic[0].figure("query_drift").notes[0]
    drawn = shown(agentic, looks_of(room, theme_now()))
    left, right = sides([1, 1], "systems-drift")
    with left:
        chart_card(
            ChartText(
                "query-drift",
                "Query drift",
                "How far each query lies from the one before: 0 repeats it, 1 shares nothing with it. "
                f"{encoder}. N stands on each mark. {undefined_text(agentic, 'query_drift')}",
            ),
            dots(drawn, "query_drift", theme_now()),
            figures_csv(told(agentic, "query_drift")),
            words_of([one.figure for one in told(agentic, "query_drift")]),
        )
    with right:
        chart_card(
            ChartText(
                "query-drift-steps",
                "Query drift by step",
                "Step 1 leads from the first query to the second. Only attempts that got so far count, "
                f"fewer at each step: N and interval on each mark. At most {MOST_STEPS} steps. {encoder}.",
            ),
            means_by_step(drawn, _STEPS, "query drift", theme_now()),
            figures_csv(told(agentic, _STEPS)),
            words_of([one.figure for one in told(agentic, _STEPS)]),
        )
    _farthest(room)


@st.cache_resource(max_entries=16, show_spinner="Comparing queries…")
def _drifts(_panel: Panel, key: Key) -> list[SystemFigures]:
    """Query drift of every chosen system, by one encoder over all their queries."""
    del key  # part of the cache's key only
    encoder = encoder_of([one.run for one in _panel.systems])
    return [
        SystemFigures(
            one.name,
            one.kind,
            one.condition,
            one.run,
            (drift_figure(one.run, encoder), *drift_by_step(one.run, encoder)),
        )
        for one in _panel.systems
    ]


@st.cache_data(max_entries=16, show_spinner=False)
def _steps(_panel: Panel, key: Key) -> pd.DataFrame:
    del key  # part of the cache's key only
    runs = [one.run for one in _panel.systems if one.kind != "non_agentic"]
    names = {id(one.run): one.name for one in _panel.systems}
    encoder = encoder_of(runs)
    found = [(names[id(run)], step) for run in runs for step in farthest_steps(run, encoder, _EXAMPLES)]
    found.sort(key=lambda one: (-one[1].drift, one[0], one[1].item_id, one[1].step))
    return pd.DataFrame(
        [
            {
                "Replay": f"/trajectory?attempt={one.attempt_id}" if one.attempt_id else None,
                "System": one_line(name),
                "Item": one_line(one.item_id),
                "Drift": one.drift,
                "From": one_line(one.before),
                "To": one_line(one.after),
            }
            for name, one in found[:_EXAMPLES]
        ]
    )


def _farthest(room: PanelRoom) -> None:
    rows = _steps(room.panel, room.key)
    st.markdown("**The farthest steps**")
    if rows.empty:
        st.caption("Undefined: no attempt has two queries.")
        return
    show_table(
        rows,
        height=min(420, 38 + 35 * len(rows)),
        columns={
            "Replay": st.column_config.LinkColumn(display_text="Open", width=64),
            "System": st.column_config.TextColumn(width=140),
            "Item": st.column_config.TextColumn(width=80),
            "Drift": st.column_config.NumberColumn(format="%.2f", width=60),
            "From": st.column_config.TextColumn(width=380),
            "To": st.column_config.TextColumn(width=380),
        },
    )
    st.caption(f"At most {_EXAMPLES}, the farthest first: examples, chosen for being extreme.")
