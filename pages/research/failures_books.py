"""Code books: what each code means, and a form for one's own."""

from __future__ import annotations

import streamlit as st

from baseline.coding.books import MOST_CODES, Typed
from baseline.coding.coding import write_book
from pages.research.coding_room import CodingRoom
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.html_table import html_table, text, tight
from pages.ui.room import sides
from pages.ui.text import escaped

_NAME, _TITLE, _LINES = "book-name", "book-title", "book-lines"
_MANY, _AT_STEP = "book-many", "book-at-step"


def show(coding: CodingRoom) -> None:
    """The chosen book beside the form."""
    left, right = sides([3, 2], "failures-books")
    book = coding.book
    with left:
        st.subheader(escaped(book.title))
        each = "one code or more" if book.many else "one code"
        step = ", with the step" if book.at_step else ""
        st.caption(f"Version {book.version} · {escaped(book.source)} · {each} for each failed attempt{step}")
        has_examples = any(one.example for one in book.codes)
        rows = [
            [
                tight(str(number)),
                text(one.label),
                text(one.meaning),
                *([text(one.example)] if has_examples else []),
            ]
            for number, one in enumerate(book.codes, 1)
        ]
        st.html(html_table(["Key", "Code", "Means", *(["For example"] if has_examples else [])], rows))
    with right:
        _form(coding)


def _form(coding: CodingRoom) -> None:
    st.subheader("Write a book")
    st.caption(
        "A name that is there already makes its next version; what was coded by the one before keeps it."
    )
    with st.form("book", border=False):
        st.text_input("Name", key=_NAME, placeholder="table-errors")
        st.text_input("Title", key=_TITLE, placeholder="Errors in tables")
        st.text_area(
            f"Codes, a line each (2 to {MOST_CODES})",
            key=_LINES,
            height=180,
            placeholder="Wrong row: the value stands in another row | 40 of line 3, asked for line 4\n"
            "Wrong column: …",
            help="`Label: what it means`, and `| an example` if you like.",
        )
        st.checkbox("Several codes for one failure", key=_MANY)
        st.checkbox("Name the step where it went wrong", key=_AT_STEP)
        st.form_submit_button("Write it", type="primary", on_click=_write, args=(coding,))


def _write(coding: CodingRoom) -> None:
    name, title, lines = (str(state.value_of(key)).strip() for key in (_NAME, _TITLE, _LINES))
    typed = Typed(name, title, lines, many=state.is_on(_MANY), at_step=state.is_on(_AT_STEP))
    book = carry_out(
        coding.here,
        lambda database, by: write_book(database, typed, by),
        lambda made: f"Written: {made.title}, version {made.version}.",
    )
    if book is not None:
        st.query_params["book"] = book.name
        for key in (_NAME, _TITLE, _LINES):
            state.put_value(key, "")
        for key in (_MANY, _AT_STEP):
            state.put_value(key, False)
