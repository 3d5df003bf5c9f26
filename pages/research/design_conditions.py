"""A section of the designer: conditions, the search tool, the answer page."""

from __future__ import annotations

import re
from typing import Any

import streamlit as st

from db.study_design import Condition
from pages.research.design_form import Choices, DesignForm

_TOOLS = {
    "search": "Search: people find the pages",
    "given_pages": "Oracle: the gold pages are given",
}
_ALLOCATION = {
    "within": "Everybody works in all conditions, one a batch, on different items",
    "between": "Each person works in one condition, the one with fewest people first",
}


def show(form: DesignForm, _: Choices) -> None:
    """Which tools people get, what a hit shows, and what stands beside the answer."""
    _conditions(form)
    st.markdown("**Search tool**")
    k, hits = st.columns([1, 2], vertical_alignment="bottom")
    with k:
        form.whole("k", "Hits a query shows (k)", 1, 50)
    with hits.container(horizontal=True, vertical_alignment="bottom"):
        form.switch("hits.title", "Title")
        form.switch("hits.snippet", "Snippet")
        form.switch("hits.thumbnail", "Thumbnail")
    form.problems_of("hits")
    st.markdown("**Answer page**")
    form.switch("ask_confidence", "Ask how sure people are, from 0 to 100")
    form.switch("may_skip", "Let people skip an item", help="A skipped item counts as not answered.")
    form.switch("show_progress", "Show how many items are left")


def _conditions(form: DesignForm) -> None:
    conditions = form.value("conditions")
    for number in range(len(conditions)):
        _condition(form, number, conditions)
    form.problems_of("conditions")
    if len(conditions) < 10:
        more = [*conditions, _next(conditions)]
        form.button("conditions", "Add a condition", more, icon=":material/add:")
    if len(conditions) > 1:
        form.radio("allocation", "Who works in which condition", _ALLOCATION)


def _condition(form: DesignForm, number: int, conditions: list[dict[str, Any]]) -> None:
    field = f"conditions.{number}"
    with st.container(border=True):
        name, tools, remove = st.columns([4, 7, 3], vertical_alignment="bottom")
        with name:
            form.line(
                f"{field}.name",
                "Name",
                most=60,
                help="In exports and on research pages; people do not see it.",
            )
        with tools:
            form.pick(f"{field}.tools", "Tools", _TOOLS)
        if len(conditions) > 1:
            with remove:
                form.remove("conditions", conditions, number, f"Remove {conditions[number]['name']}")
        form.switch(
            f"{field}.whole_document",
            "Other pages of a document can be opened"
            if conditions[number]["tools"] == "search"
            else "Pages beside those given can be opened",
        )


def _next(conditions: list[dict[str, Any]]) -> dict[str, Any]:
    """The condition that is probably wanted: what is not there yet, under a free name."""
    tools = {one["tools"] for one in conditions}
    names = {one["name"] for one in conditions}
    kind, usual = ("search", "search") if "search" not in tools else ("given_pages", "oracle")
    name, number = usual, 2
    while name in names:
        name, number = f"{usual}-{number}", number + 1
    return Condition(name=name, tools=kind).model_dump(mode="json")


def as_name(text: str) -> str:
    """A text as a name that addresses, files and exports take."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text.strip()).strip("-._")[:60]
