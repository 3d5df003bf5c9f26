"""Failure coding: people say why attempts failed, blind to the system, by a code book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import streamlit as st

from baseline.coding.books import Book
from baseline.coding.coding import all_books
from db.models import Role
from db.wording import counted
from pages.research import failures_books, failures_code, failures_results
from pages.research.coding_room import coding_room
from pages.research.panel_room import PanelRoom, panel_room
from pages.research.system_figures import of_items
from pages.ui import chrome
from pages.ui.errand import say_outcome
from pages.ui.in_address import say_unknown, segments, selection
from pages.ui.page import Here, page
from pages.ui.text import escaped, one_line

View = Literal["code", "results", "books"]
_WORDS: Mapping[View, str] = {"code": "Code", "results": "Results", "books": "Code books"}


def show() -> None:
    """The part of the page that the address names."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        room = panel_room(here, "Failures")
        if room is not None:
            _parts(here, room)
        chrome.licence()


def _parts(here: Here, room: PanelRoom) -> None:
    with here.services.reading() as database:
        books = all_books(database)
    view = _view()
    parts, kinds, choice = st.columns([2, 1, 1], vertical_alignment="bottom")
    with parts:
        segments("Part", "failures-part", _WORDS, view, _choose_view)
    with kinds:
        kind = failures_code.chosen_kind() if view == "code" else None
    with choice:
        book = _book(books)
    coding = coding_room(here, room, book)
    n_coded = sum(one.decided is not None for one in coding.failures)
    st.caption(
        escaped(
            f"{counted(len(coding.failures), 'attempts')} without a correct answer on {of_items(room)} · "
            f"{n_coded} coded by “{book.title}”, {book.source}"
        )
    )
    say_outcome()
    if not coding.failures and view != "books":
        st.info("No attempt has failed under these filters: nothing to code.", icon=":material/info:")
        return
    if kind is not None:
        failures_code.show(coding, kind)
    elif view == "results":
        failures_results.show(coding)
    else:
        failures_books.show(coding)


def _view() -> View:
    asked = st.query_params.get("view")
    return next((one for one in _WORDS if one == asked), "code")


def _choose_view(view: View) -> None:
    st.query_params["view"] = view


def _book(books: list[Book]) -> Book:
    by_address = _by_address(books)
    asked = st.query_params.get("book")
    now = asked if asked in by_address else books[0].name
    say_unknown("code book", asked, by_address, f"this is {escaped(books[0].title)}")
    titles = {address: _told(address, one) for address, one in by_address.items()}
    selection("Code book", "failures-book", list(by_address), now, _choose_book, titles.__getitem__)
    return by_address[now]


def _by_address(books: list[Book]) -> dict[str, Book]:
    """The newest version of each by its name, earlier ones by name and version."""
    found: dict[str, Book] = {}
    for one in books:
        found[one.scheme if one.name in found else one.name] = one
    return found


def _told(address: str, book: Book) -> str:
    title = one_line(book.title)
    return title if address == book.name else f"{title} (version {book.version})"


def _choose_book(address: str) -> None:
    st.query_params["book"] = address
    st.query_params.pop("failure", None)
