"""Whether items are hard because their evidence lies far apart: in words, and in pages."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from baseline.analysis.charts_items import MEASURE_TITLES, WHERE_WORDS, distance_scatter
from baseline.analysis.encoders import PageWords
from baseline.analysis.evidence_distance import (
    ItemDistance,
    Measure,
    Relation,
    Where,
    evidence_distances,
    relation,
)
from baseline.analysis.intervals import no_spread
from baseline.analysis.panel import Panel
from baseline.exports.columns import Cell
from db.errors import AppError
from db.models import PageRef
from db.studies import studies_of
from db.wording import counted
from index.collection import OpenIndex
from pages.research.as_csv import csv_text
from pages.research.chart_card import ChartText, chart_card, theme_now
from pages.research.page_builds import index_with
from pages.research.pair_cells import number
from pages.research.panel_room import Key, PanelRoom
from pages.ui.page import Here
from pages.ui.room import sides

_RELATIONS: tuple[tuple[Where, Measure], ...] = (
    ("same_document", "semantic"),
    ("across_documents", "semantic"),
    ("same_document", "physical"),
)
_R = (
    "Pearson correlation of the distance with the accuracy of the item, over items; 95 % interval by "
    "bootstrap over items. Below 0: the farther apart, the harder. It says nothing about why."
)


def show(here: Here, room: PanelRoom) -> None:
    """Both scatters with their correlations, or why there are none."""
    with here.services.reading() as database:
        studies = [one for one in studies_of(database, here.account) if one.item_set == room.set_name]
    several = [item for item in room.panel.gold if len(set(item.evidence)) > 1]
    if not several:
        st.info("No item has several gold pages, so there is no distance.", icon=":material/info:")
        return
    pages = [page for item in several for page in item.evidence]
    index = index_with(here, [(one.index_name, one.index_fingerprint) for one in studies], pages)
    found, encoder = _distances(room.panel, index, room.key, "" if index is None else index.fingerprint)
    if index is None:
        st.caption(
            ":material/hide_image: No collection that you may open holds these pages: distances in words are "
            "undefined."
        )
    left, right = sides([1, 1], "items-distance")
    for place, measure in ((left, "semantic"), (right, "physical")):
        with place:
            _card(found, "semantic" if measure == "semantic" else "physical", encoder)


@st.cache_resource(max_entries=8, show_spinner="Comparing pages…")
def _distances(
    _panel: Panel, _index: OpenIndex | None, key: Key, fingerprint: str
) -> tuple[list[ItemDistance], str]:
    del key, fingerprint  # what both are made of
    pages = {page for item in _panel.gold if len(set(item.evidence)) > 1 for page in item.evidence}
    texts = {} if _index is None else {page: _text(_index, page) for page in pages}
    encoder = PageWords(list(texts.values()))
    return evidence_distances(_panel, texts, encoder), encoder.name


def _text(index: OpenIndex, page: PageRef) -> str:
    """Empty where the collection has no such page, or lost its text: the distance is then undefined."""
    try:
        return index.page_text(page.document, page.page)
    except AppError:
        return ""


def _card(found: Sequence[ItemDistance], measure: Measure, encoder: str) -> None:
    relations = [relation(found, where, one) for where, one in _RELATIONS if one == measure]
    by = f" Encoder: {encoder}." if measure == "semantic" else ""
    n_unknown = sum(one.semantic is None for one in found) if measure == "semantic" else 0
    unknown = (
        f" {counted(n_unknown, 'items')} have a page without text and are left out." if n_unknown else ""
    )
    title = MEASURE_TITLES[measure]
    chart_card(
        ChartText(
            f"distance-{measure}",
            f"{title[0].upper()}{title[1:]}",
            f"{' '.join(map(_told, relations))}{by}{unknown}",
        ),
        distance_scatter(found, measure, theme_now()),
        csv_text(_rows(found)),
        {"r": _R},
    )


def _told(one: Relation) -> str:
    where = WHERE_WORDS[one.where].capitalize()
    if one.r is None:
        return f"{where}: r {one.undefined} (N = {one.n})."
    span = "".join(f" ({note})" for note in no_spread(one.interval, one.n))
    if one.interval is not None:
        span = f" [{number(one.interval.low, 2)}, {number(one.interval.high, 2)}]"
    return f"{where}: r = {number(one.r, 2)}{span}, N = {counted(one.n, 'items')}."


def _rows(found: Sequence[ItemDistance]) -> list[dict[str, Cell]]:
    return [
        {
            "item_id": one.item_id,
            "where": WHERE_WORDS[one.where],
            "semantic_distance": one.semantic,
            "page_gap": one.physical,
            "accuracy": one.accuracy,
        }
        for one in found
    ]
