"""The corpus page's address: which document and page is open. For callbacks."""

from __future__ import annotations

import re
from collections.abc import Sequence

import streamlit as st

from pages.ui import state

_PAGE_NUMBER = re.compile("[1-9][0-9]{0,6}")


def document_and_page() -> tuple[str, int] | None:
    """What the address asks for; None for the list of documents."""
    document = st.query_params.get("document")
    if document is None:
        return None
    text = st.query_params.get("page", "1")
    return document, int(text) if _PAGE_NUMBER.fullmatch(text) else 1


def go_to(document: str, page: int) -> None:
    """Open a page."""
    st.query_params["document"] = document
    st.query_params["page"] = str(page)


def go_to_typed(document: str, key: str) -> None:
    """Open the page that was typed into the number field of that key."""
    go_to(document, state.typed_number(key))


def go_to_selected(key: str, rows: Sequence[tuple[str, int]]) -> None:
    """Open the page of the row that was selected in the table of that key."""
    selected = state.selected_row(key)
    if selected is not None and selected < len(rows):
        go_to(*rows[selected])


def go_back() -> None:
    """To the list of documents."""
    for name in ("document", "page"):
        st.query_params.pop(name, None)
