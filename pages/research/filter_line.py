"""The filters of a panel in one line: what is chosen stands on the buttons, and in the address."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from baseline.analysis.panel import Panel
from baseline.analysis.panel_filters import Filters, facet_values
from baseline.analysis.robustness import Variant
from db.wording import counted
from pages.research.set_address import FIELDS, RULE, choose, clear_filters
from pages.ui import state
from pages.ui.text import one_line

_LABELS = {
    "system": "Systems",
    "condition": "Condition",
    "hop": "Hop type",
    "domain": "Domain",
    "category": "Category",
    "visual": "Visual type",
}
HOP_WORDS = {"single": "one page", "cross_page": "several pages", "cross_doc": "several documents"}
_BY_HAND = "As decided by hand"


def filter_line(panel: Panel, variants: Sequence[Variant], filters: Filters, rule: str) -> None:
    """One button a filter that has something to choose from; what it leaves is counted behind them."""
    options = _options(panel)
    with st.container(horizontal=True, vertical_alignment="center", key="filter-line"):
        for name, values in options.items():
            if len(values) > 1:
                _filter(name, values, getattr(filters, FIELDS[name]))
        if len(variants) > 1:
            _exclusion(variants, rule)
        if filters != Filters() or rule:
            st.button("Clear", icon=":material/filter_alt_off:", on_click=clear_filters, type="tertiary")


def _options(panel: Panel) -> dict[str, tuple[str, ...]]:
    values = facet_values(panel)
    return {
        "system": tuple(one.name for one in panel.systems),
        "condition": tuple(dict.fromkeys(one.condition for one in panel.systems)),
        "hop": values["hop_type"],
        "domain": values["domain"],
        "category": values["category"],
        "visual": values["visual"],
    }


def _filter(name: str, values: Sequence[str], chosen: frozenset[str]) -> None:
    label = _LABELS[name]
    shown = f"{label}: {len(chosen)} of {len(values)}" if chosen else label
    key = f"filter-{name}"
    with st.popover(shown):
        state.put_value(key, [value for value in values if value in chosen])
        st.pills(
            label,
            list(values),
            selection_mode="multi",
            format_func=lambda value: _words(name, value),
            key=key,
            on_change=lambda: choose(name, state.value_of(key)),
        )


def _words(name: str, value: str) -> str:
    if name == "hop":
        return HOP_WORDS.get(value, value)
    if name == "condition" and not value:
        return "(none: a run)"
    return one_line(value)


def _exclusion(variants: Sequence[Variant], rule: str) -> None:
    labels = {"": _BY_HAND, **{one.key: one.label for one in variants}}
    n_out = {one.key: len(one.left_out.attempts) + len(one.left_out.participants) for one in variants}
    shown = "Exclusions" if not rule else "Exclusions: by a rule" if n_out[rule] else "Exclusions: none"
    with st.popover(shown):
        state.put_value("filter-rule", rule)
        st.radio(
            "Left out of every figure",
            list(labels),
            format_func=lambda key: one_line(
                labels[key] + (f" ({counted(n_out[key], 'flags')})" if n_out.get(key) else "")
            ),
            key="filter-rule",
            on_change=lambda: choose(
                RULE, [state.value_of("filter-rule")] if state.value_of("filter-rule") else []
            ),
        )
