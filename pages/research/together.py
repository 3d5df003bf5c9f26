"""What two systems could do together: either is right, or people take what an agent struggles with."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from baseline.analysis.chart_style import look_of
from baseline.analysis.charts_pairs import RoutingLooks, routed_words, routing_chart
from baseline.analysis.complementarity import (
    RoutedPoint,
    Union,
    best_mix,
    routing_curve,
    union_accuracy,
    why_no_routing,
)
from baseline.analysis.pair_counts import Agreement, agreement_of, pair_counts
from baseline.analysis.panel import Panel, SystemRun
from baseline.exports.columns import Cell
from db.wording import counted, percentage_points
from pages.research.as_csv import csv_text
from pages.research.chart_card import ChartText, chart_card, theme_now
from pages.research.pair_cells import agreement_html, cells_html
from pages.research.pair_choice import Pair, pair_link
from pages.research.panel_room import Key, PanelRoom
from pages.ui.html_table import disclosure, html_table, tight, with_small
from pages.ui.room import sides
from pages.ui.text import escaped
from pages.ui.way import way

_UNION = (
    "Share of the items of the set that at least one of the two has correct (a group: by more than half of "
    "its attempts): what a choice that always takes the right one of the two would reach. Interval: Wilson."
)
_ROUTING = (
    "The agent answers first; people take the items on which it searched more than t times, for every t that "
    "occurs. Accuracy is the mean score of who answers each item. Items without an answer of the agent "
    "always go to people. The band is a 95 % bootstrap over items."
)


class _Work(NamedTuple):
    """What is known of two systems working together; `curve` is empty where `why` says so."""

    agreement: Agreement
    union: Union
    curve: list[RoutedPoint]
    why: str | None


def show(room: PanelRoom, pair: Pair) -> None:
    """The four cells, the union, and the routing curve."""
    two = Panel(room.panel.gold, (room.panel.system(pair.first), room.panel.system(pair.second)))
    roles = _roles(two)
    work = _worked(two, room.key, pair)
    left, right = sides([2, 3], "together")
    with left:
        st.html(cells_html(work.agreement))
        st.html(agreement_html(work.agreement))
        st.html(_union_html(work.union))
        n_differ = work.agreement.counts.first_only + work.agreement.counts.second_only
        differ = (
            "No item on which they differ"
            if not n_differ
            else f"See {counted(n_differ, 'items')} that differ"
        )
        way(differ, pair_link("compare", pair), "primary" if n_differ else "plain")
    with right:
        if roles is None or work.why is not None:
            _no_routing(work.why)
        else:
            _routing(room, roles, work)


@st.cache_data(max_entries=16, show_spinner="Resampling the two…")
def _worked(_two: Panel, key: Key, pair: Pair) -> _Work:
    del key  # what the panel is made of
    roles = _roles(_two)
    common = _two.common_to({pair.first, pair.second})
    agreement = agreement_of(pair.first, pair.second, pair_counts(common, 0, 1))
    union = union_accuracy(common)
    if roles is None:
        return _Work(agreement, union, [], "it needs an agent and people")
    why = why_no_routing(*roles)
    curve = [] if why else routing_curve(common, roles[0].name, roles[1].name)
    return _Work(agreement, union, curve, why if curve else why or "no item can be scored for both")


def _roles(two: Panel) -> tuple[SystemRun, SystemRun] | None:
    """Agent and people; None where the two are not one of each."""
    people = [one for one in two.systems if one.kind == "people"]
    others = [one for one in two.systems if one.kind != "people"]
    return (others[0], people[0]) if people and others else None


def _union_html(union: Union) -> str:
    span = union.interval
    if union.value is None:
        value = with_small(tight("–"), tight("undefined: no item can be scored for both"))
    else:
        words = f"{100 * span.low:.1f} to {100 * span.high:.1f}, " if span else ""
        value = with_small(
            tight(f"{100 * union.value:.1f} %"),
            tight(f"{words}{union.n_solved} of {counted(union.n, 'items')}"),
        )
    return html_table(["Together", ""], [[disclosure("Either is correct", _UNION), value]], frozenset({1}))


def _no_routing(why: str | None) -> None:
    st.markdown("**Routing by effort**")
    st.info(f"No routing curve: {escaped(why or '')}.", icon=":material/info:")


def _routing(room: PanelRoom, roles: tuple[SystemRun, SystemRun], work: _Work) -> None:
    agent, people = roles
    theme = theme_now()
    looks = RoutingLooks(*(look_of(one.kind, room.places[one.name], theme) for one in roles))
    text = ChartText(
        "routing",
        "Routing by effort: people take the items on which the agent searched most",
        _best(work.curve),
    )
    chart = routing_chart(work.curve, work.union, (agent.name, people.name), looks, theme)
    chart_card(text, chart, csv_text(routing_rows(work.curve)), {"How the curve is made": _ROUTING})


def _best(curve: list[RoutedPoint]) -> str:
    best = best_mix(curve)
    if best is None:
        return "Every threshold sends nothing or everything to people: there is nothing to choose."
    point = best.point
    gain = f"{percentage_points(best.gain)} more than" if best.gain > 0 else "no more than"
    return (
        f"Highest where {routed_words(point.threshold)}: {100 * point.share:.1f} % of "
        f"{counted(point.n, 'items')}, accuracy {100 * point.accuracy:.1f} %, {gain} the better of the two "
        "alone. A threshold that was chosen on these items looks better on them than on others."
    )


def routing_rows(curve: list[RoutedPoint]) -> list[dict[str, Cell]]:
    """The curve, not rounded; no threshold is "nothing goes to people", -1 "everything does"."""
    return [
        {
            "more_searches_than": one.threshold,
            "share_to_people": one.share,
            "accuracy": one.accuracy,
            "low_95": one.interval.low if one.interval else None,
            "high_95": one.interval.high if one.interval else None,
            "n_items": one.n,
        }
        for one in curve
    ]
