"""Every review of an item: both blind answers, how long they took, the decision and its comments."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from annotation.item_state import ItemState, Review
from db.authored import BlindAnswered
from db.wording import counted
from pages.ui.html_table import Markup, html_table, joined, text, tight
from pages.ui.moments import moment
from pages.ui.text import duration, escaped, one_line

_DECIDED = {"accept": "accepted", "return": "returned", "correct": "corrected"}


def review_cards(state: ItemState, name: Callable[[str], str]) -> None:
    """The reviews, newest first; then what a supervisor decided."""
    st.subheader("Reviews")
    if not state.reviews:
        st.caption("Nobody has reviewed this item yet.")
        return
    if state.adjudication is not None:
        with st.container(border=True):
            st.markdown(f"**Adjudicated: {state.adjudication.decision}**")
            st.text(one_line(state.adjudication.reason))
    for review in reversed(state.reviews):
        _card(review, name)


def _card(review: Review, name: Callable[[str], str]) -> None:
    with st.container(border=True):
        order = "second review, " if review.round == 2 else ""
        sight = "" if review.was_blind else " · had seen the answer before"
        st.markdown(f"**{_outcome(review)}** · {escaped(name(review.reviewer))}{sight}")
        st.caption(
            f"{order}submission {review.submission}, revision {review.revision} · opened "
            f"{moment(review.opened_at_ms)}"
        )
        rows = [
            *_blind("Blind, by searching", review.search),
            *_blind("Blind, from the evidence", review.evidence),
            *(
                [tight(f"Comment on {one.field}"), text(one.comment)]
                for one in (review.outcome.comments if review.outcome else ())
            ),
        ]
        if rows:
            st.html(html_table(["", ""], rows))


def _outcome(review: Review) -> str:
    if review.outcome is None:
        return "lapsed" if review.lapsed else "open"
    return _DECIDED[review.outcome.decision]


def _blind(label: str, answer: BlindAnswered | None) -> list[list[Markup]]:
    if answer is None:
        return []
    said = "could not find it" if answer.not_found else " | ".join(answer.answer)
    pages = [f"{ref.document}, page {ref.page}" for ref in answer.citations]
    took = f"working time {duration(answer.working_ms / 1000)}"
    cited = "; ".join(pages) or counted(0, "pages")
    return [[tight(label), joined([text(said), text(f"{took} · cited: {cited}")])]]
