"""Which two systems a researcher looks at: in the address, so that a link shows the same two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import streamlit as st

from baseline.analysis.chart_style import KIND_WORDS
from baseline.analysis.panel import Panel
from pages.research.panel_room import PanelRoom
from pages.research.set_address import link_to
from pages.ui.in_address import say_unknown, selection
from pages.ui.room import sides
from pages.ui.text import escaped, one_line
from pages.ui.way import way

FIRST, SECOND = "a", "b"


class Pair(NamedTuple):
    """Two systems of a panel, by name."""

    first: str
    second: str


def chosen_pair(room: PanelRoom, key: str) -> Pair | None:
    """The two in the address, else people and the first that are not; None, with why, below two systems.

    `key` tells the choices of two pages apart.
    """
    names = [one.name for one in room.panel.systems]
    if len(names) < 2:
        _one_alone(room, names)
        return None
    pair = _asked(room.panel, names)
    asked = [st.query_params.get(name, "") for name in (FIRST, SECOND)]
    say_unknown("system", asked, names, f"{escaped(pair.first)} and {escaped(pair.second)} are compared")
    kinds = {one.name: KIND_WORDS[one.kind] for one in room.panel.systems}
    left, right, swap = sides([5, 5, 2], key)
    with left:
        _choice(
            "A",
            f"{key}-a",
            names,
            pair.first,
            kinds,
            lambda name: _to(name, _partner(pair.second, name, pair.first)),
        )
    with right:
        _choice(
            "B",
            f"{key}-b",
            names,
            pair.second,
            kinds,
            lambda name: _to(_partner(pair.first, name, pair.second), name),
        )
    with swap.container(height="stretch", vertical_alignment="bottom"):
        st.button(
            "Swap",
            key=f"{key}-swap",
            icon=":material/swap_horiz:",
            on_click=_to,
            args=(pair.second, pair.first),
            width="stretch",
        )
    return pair


def pair_link(page: str, pair: Pair) -> str:
    """The address of a page about these two, under the same choices."""
    return link_to(page, **{FIRST: pair.first, SECOND: pair.second})


def _one_alone(room: PanelRoom, names: Sequence[str]) -> None:
    others = len(room.whole.systems) - len(names)
    if others:
        st.info(
            f"Under these filters there is only {escaped(names[0])}: choose a second system above.",
            icon=":material/filter_alt:",
        )
        return
    st.info(
        f"Only {escaped(names[0])} answered this item set, so there is nobody to compare with. Import a "
        "run of another system, or let people answer the same items.",
        icon=":material/info:",
    )
    way("Import a run", "/runs", "primary")


def _choice(
    label: str, key: str, names: Sequence[str], now: str, kinds: dict[str, str], choose: Callable[[str], None]
) -> None:
    selection(label, key, names, now, choose, lambda name: f"{one_line(name)} · {kinds[name]}")


def _asked(panel: Panel, names: Sequence[str]) -> Pair:
    """What the address says, as far as there are such systems and they are two."""
    asked, other = st.query_params.get(FIRST, ""), st.query_params.get(SECOND, "")
    people = [one.name for one in panel.systems if one.kind == "people"]
    first = asked if asked in names else next(name for name in [*people, *names] if name != other)
    agents_first = sorted((name for name in names if name != first), key=lambda name: name in people)
    return Pair(first, other if other in agents_first else agents_first[0])


def _partner(partner: str, chosen: str, before: str) -> str:
    """Who stays beside whoever is chosen: choosing the partner itself swaps the two."""
    return before if chosen == partner else partner


def _to(first: str, second: str) -> None:
    st.query_params[FIRST], st.query_params[SECOND] = first, second
