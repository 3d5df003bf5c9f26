"""Which item set, systems and items a researcher looks at: all in the address, so a link shows the same."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

import streamlit as st

from baseline.analysis.panel_filters import Filters
from pages.ui import state

SET, RULE = "set", "rule"
# Name in the address -> field of Filters.
FIELDS = {
    "system": "systems",
    "condition": "conditions",
    "hop": "hop_type",
    "domain": "domain",
    "category": "category",
    "visual": "visual",
}


def asked_set() -> str | None:
    """The item set that the address names."""
    return st.query_params.get(SET)


def asked_filters() -> Filters:
    """What the address chooses; names that are not there choose nothing and are dropped by the room."""
    return Filters(**{field: frozenset(st.query_params.get_all(name)) for name, field in FIELDS.items()})


def asked_rule() -> str:
    """The way to exclude; "" is as decided by hand."""
    return st.query_params.get(RULE, "")


def choose_set(name: str) -> None:
    """Look at this set; what was chosen of another means nothing here. For callbacks."""
    if name != asked_set():
        clear_filters()
    st.query_params[SET] = name
    state.choose_item_set(name)


def choose(name: str, values: Sequence[str]) -> None:
    """Choose of one filter; nothing is everything. For callbacks."""
    if values:
        st.query_params[name] = list(values)
    elif name in st.query_params:
        del st.query_params[name]


def clear_filters() -> None:
    """Look at everything again. For callbacks."""
    for name in (*FIELDS, RULE):
        choose(name, [])


def link_to(page: str, **also: str) -> str:
    """The address of a page of the same set with the same choices, for links."""
    kept = [(name, value) for name in (SET, *FIELDS, RULE) for value in st.query_params.get_all(name)]
    return f"/{page}?{urlencode([*kept, *also.items()])}"
