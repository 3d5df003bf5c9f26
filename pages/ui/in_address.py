"""Choices that stand in the address: the widget shows what the address says, and writes there what is chosen.

A widget whose default follows the address is another widget after each choice, and the next choice is lost on
it. So both functions keep one key, and put the value there before the widget is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Literal, TypeVar

import streamlit as st

from db.wording import listed
from pages.ui import state
from pages.ui.text import escaped, one_line

_MOST_SHOWN = 80
Value = TypeVar("Value")
Name = TypeVar("Name", bound=str)


def say_unknown(what: str, asked: str | Collection[str] | None, known: Collection[str], instead: str) -> None:
    """Says that the address names what is not here (an old link, a typing error), and what is shown instead.

    Args:
        what: the kind of thing, in the singular: `system`.
        asked: what the address says; nothing says nothing.
        known: what there is.
        instead: what is seen in its place, as the end of a sentence.
    """
    names = [asked] if isinstance(asked, str) else sorted(asked or ())
    unknown = [f"“{one_line(name)[:_MOST_SHOWN]}”" for name in names if name and name not in known]
    if unknown:
        st.caption(f":material/link_off: There is no {what} {escaped(listed(unknown))} here: {instead}.")


def segments(
    label: str,
    key: str,
    options: Mapping[Name, str],
    now: Name,
    choose: Callable[[Name], None],
    width: Literal["content", "stretch"] = "content",
) -> None:
    """Parts of a page side by side, `now` chosen. `options`: name -> words. `choose` writes the address."""
    state.put_value(key, now)
    st.segmented_control(
        label,
        list(options),
        format_func=options.__getitem__,
        key=key,
        on_change=lambda: _chosen(key, choose),
        label_visibility="collapsed",
        required=True,
        width=width,
    )


def selection(
    label: str,
    key: str,
    options: Sequence[Value],
    now: Value,
    choose: Callable[[Value], None],
    told: Callable[[Value], str] = str,
    width: int | Literal["stretch"] = "stretch",
) -> None:
    """One of several, `now` chosen. `choose` writes the address."""
    state.put_value(key, now)
    st.selectbox(
        label,
        options,
        format_func=told,
        key=key,
        on_change=lambda: _chosen(key, choose),
        width=width,
    )


def _chosen(key: str, choose: Callable[[Value], None]) -> None:
    value = state.value_of(key)
    if value is not None:
        choose(value)
