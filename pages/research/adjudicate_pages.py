"""The pages behind an answer: gold on the left, what the answer cites on the right, as pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Literal
from urllib.parse import urlencode

import streamlit as st

from baseline.judging.answers import Answer
from db.models import PageRef
from index.collection import OpenIndex
from pages.research.judging_room import JudgingRoom
from pages.research.page_builds import index_with
from pages.ui.in_address import segments
from pages.ui.text import escaped, one_line, shortened

Side = Literal["gold", "cited"]
_MOST_PAGES = 12
_STYLE = """<style>
figure.judged-page {margin: 0}
figure.judged-page img {display: block; width: 100%; height: auto; background: #fff;
  border: 1px solid rgba(128, 128, 128, .35); border-radius: 4px}
figure.judged-page.is-gold img {outline: 2px solid #0f766e; outline-offset: -1px}
</style>"""


def evidence(room: JudgingRoom, answer: Answer) -> None:
    """Both sides; pages are named where they cannot be shown."""
    gold = list(answer.gold.evidence)
    cited = [
        PageRef(document=one.document, page=one.page) for one in answer.citations if one.page is not None
    ]
    no_page = sorted({one.document for one in answer.citations if one.page is None})
    builds = [(study.index_name, study.index_fingerprint) for study in room.studies]
    index = index_with(room.here, builds, [*gold, *cited])
    left, right = st.columns(2, gap="medium")
    with left:
        _side(index, "gold", gold, gold, answer.key)
        if not gold:
            st.caption("The item has no gold pages.")
    with right:
        _side(index, "cited", cited, gold, answer.key)
        if not cited:
            st.caption("The answer cites no page.")
        if no_page:
            st.caption(f"Cited without a page: {escaped(', '.join(no_page[:5]))}")
    if index is None and (gold or cited):
        st.caption(
            ":material/hide_image: No collection that you may open holds these pages: they are named only."
        )


def _side(
    index: OpenIndex | None, side: Side, pages: Sequence[PageRef], gold: Sequence[PageRef], key: str
) -> None:
    if not pages:
        return
    listed = list(pages)[:_MOST_PAGES]
    names = {str(number): _tab(number, page, gold, side) for number, page in enumerate(listed)}
    asked = st.query_params.get(side)
    now = asked if asked in names else "0"
    title = "Gold" if side == "gold" else "Cited"
    if len(pages) > _MOST_PAGES:
        title += f" (the first {_MOST_PAGES} of {len(pages)} pages)"
    page = listed[int(now)]
    is_gold = page in gold
    mark = " · gold" if is_gold and side == "cited" else ""
    st.caption(f"{title}: {escaped(page.document)}, page {page.page}{mark}")
    if len(listed) > 1:
        segments(title, f"judged-{side}-{key}", names, now, lambda chosen: _choose(side, chosen))
    if index is not None:
        _picture(index, page, is_gold=is_gold)


def _tab(number: int, page: PageRef, gold: Sequence[PageRef], side: Side) -> str:
    lit = " ✓" if side == "cited" and page in gold else ""
    return f"{number + 1}: p. {page.page}{lit}"


def _choose(side: Side, chosen: str) -> None:
    st.query_params[side] = chosen


def _picture(index: OpenIndex, page: PageRef, *, is_gold: bool) -> None:
    if not index.has_page(page.document, page.page):
        st.caption(":material/hide_image: This page is not in the collection.")
        return
    asked = {
        "index": index.name,
        "fingerprint": index.fingerprint,
        "document": page.document,
        "page": page.page,
    }
    address = escape(f"/api/page-image?{urlencode(asked)}")
    words = escape(f"{shortened(one_line(page.document), 80)}, page {page.page}")
    name = "judged-page is-gold" if is_gold else "judged-page"
    st.html(
        f'{_STYLE}<figure class="{name}"><a href="{address}" target="_blank" title="Open alone">'
        f'<img src="{address}" alt="{words}"></a></figure>'
    )
