"""Failure coding as researchers do it: blind, twice, settled, counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import streamlit as st
from sqlite_utils import Database
from streamlit.testing.v1 import AppTest

from db.accounts import add_account, find_account
from db.models import Account, Role
from pages.services import Services
from pages.ui import errand
from pages.ui import page as page_frame
from tests.busy_study import N_ITEMS, make_busy_study
from tests.pages.supervisor import Supervisor
from tests.pages.test_compare_pages import TRAP, put_run

Open = Callable[..., Supervisor]


def show_failures() -> None:
    from pages.research import failures

    failures.show()


@pytest.fixture
def studied(running: Services) -> Services:
    def job(database: Database) -> None:
        make_busy_study(database, running.clock.now_ms())
        put_run(database, "Agent", range(1, 11))
        put_run(database, "Perfect", range(1, N_ITEMS + 1))
        add_account(database, Account(account_id="adam", role=Role.ADMIN, name="Adam"), 0)

    running.write(job)
    st.cache_resource.clear()  # another database with runs of other ids
    return running


@pytest.fixture
def open_page(studied: Services, monkeypatch: pytest.MonkeyPatch) -> Open:
    def opened(who: str = "rex", **address: str) -> Supervisor:
        with studied.reading() as database:
            account = find_account(database, who)
        for module in (page_frame, errand):
            monkeypatch.setattr(module, "account_here", lambda: account)
        app = AppTest.from_function(show_failures, default_timeout=60)
        for name, value in {"set": "paired-set", "system": "Agent", **address}.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return Supervisor(app)

    return opened


def test_a_failure_is_coded_blind_and_counted(open_page: Open) -> None:
    page = open_page()
    text = page.text()
    assert "2 attempts without a correct answer" in text
    assert "0 coded by “Earliest deviation”" in text
    assert "**Agent**" not in text  # nothing tells whose attempt it is
    page.field("text_area", "Note").set_value("Looked in 2019.")
    next(one for one in page.app.number_input if one.label.startswith("At step")).set_value(1)
    page.press("Retrieve")
    assert "Coded as Retrieve." in page.text()
    assert "1 coded by" in page.text()
    results = open_page(view="results")
    assert "N = 1 coded failure" in results.text()
    table = results.table()
    assert list(table["N"]) == [1, 0, 0, 0, 0]
    assert table["Share"][0].startswith("100.0 % [20.7, 100.0]")


def test_a_second_person_codes_the_share_without_seeing_the_first_code(open_page: Open) -> None:
    page = open_page(book="agora")
    page.press("Incomplete inspection")
    page.press("Invented")
    assert "Every failure has a code." in page.text()
    results = open_page(view="results", book="agora")
    results.field("slider", "Share, %").set_value(100)
    results.press("Choose this share")
    assert "100 % of the failures are coded twice from now on." in results.text()
    # Whoever coded first codes nothing twice.
    assert "No second coding waits for you." in open_page(book="agora", queue="second").text()
    other = open_page("adam", book="agora", queue="second")
    assert not [one for one in other.app.button if one.proto.type == "primary"]
    other.press("Incomplete inspection")
    other.press("Incomplete inspection")
    found = open_page(view="results", book="agora").text()
    assert "Raw agreement: 50.0 %" in found
    assert "1 disagreement counts" in found or "1 disagreements count" in found or "1 disagreement" in found
    settling = open_page("adam", book="agora", queue="disagreement")
    assert "One coding: **" in settling.text()
    settling.press("Incomplete inspection")
    assert "N = 2 coded failures" in open_page(view="results", book="agora").text()


def test_a_code_is_taken_back(open_page: Open) -> None:
    page = open_page()
    page.press("Other")
    mine = open_page(queue="mine")
    assert [one.label for one in mine.app.button if one.proto.type == "primary"] == ["Other"]
    mine.press("Undo")
    assert "Your code is taken back" in mine.text()
    assert "0 coded by" in open_page().text()


def test_an_own_book_is_written_and_coded_by(open_page: Open) -> None:
    page = open_page(view="books")
    page.press("Write it")
    assert "The name of a book is of small letters" in page.text()
    page.field("text_input", "Name").set_value("tables")
    page.field("text_input", "Title").set_value(TRAP)
    page.field("text_area", "Codes, a line each (2 to 9)").set_value(
        "Wrong row: another row\nWrong column: x"
    )
    page.press("Write it")
    assert "version 1." in page.text()
    coded = open_page(book="tables")
    coded.press("Wrong row")
    assert "Coded as Wrong row." in coded.text()
    assert "<img" not in "".join(element.proto.body for element in coded.app.get("html"))


def write_tables(page: Supervisor, lines: str) -> None:
    page.field("text_input", "Name").set_value("tables")
    page.field("text_input", "Title").set_value("Tables")
    page.field("text_area", "Codes, a line each (2 to 9)").set_value(lines)
    page.field("checkbox", "Several codes for one failure").set_value(True)
    page.press("Write it")


def test_several_codes_are_pressed_and_saved_and_an_earlier_version_stays_in_sight(open_page: Open) -> None:
    write_tables(open_page(view="books"), "Wrong row: another row\nWrong column: x\nWrong unit: y")
    page = open_page(book="tables")
    for label in ("Wrong unit", "Wrong row", "Wrong column", "Wrong column"):
        page.press(label)
    assert [one.label for one in page.app.button if one.proto.type == "primary"] == [
        "Wrong row",
        "Wrong unit",
    ]
    page.press("Save these codes")
    assert (
        "Coded as Wrong unit, Wrong row." in page.text() or "Coded as Wrong row, Wrong unit." in page.text()
    )
    assert list(open_page(view="results", book="tables").table()["N"]) == [1, 0, 1]
    write_tables(open_page(view="books"), "Wrong row: another row\nWrong cell: x")
    books = open_page(view="results", book="tables/1")
    assert "1 coded by “Tables”" in books.text()
    assert "Tables (version 1)" in books.field("selectbox", "Code book").options
    assert "0 coded by “Tables”" in open_page(view="results", book="tables").text()


def test_failures_are_filtered_by_the_automatic_cascade(open_page: Open) -> None:
    kinds = ("refusal", "retrieval", "navigation", "comprehension")
    texts = [open_page(kind=kind).text() for kind in kinds]
    assert sum("1 of 2" in text for text in texts) + sum("1 of 1" in text for text in texts) >= 1
    assert any("Nothing of this kind waits here." in text for text in texts)
    # Whoever codes is not told what the cascade says.
    assert not [kind for kind in kinds if kind in open_page().text()]


def test_nothing_to_code_is_said(open_page: Open) -> None:
    assert "nothing to code." in open_page(system="Perfect").text()


def test_an_address_of_what_is_not_here_is_said(open_page: Open) -> None:
    text = open_page(book="nobody-s", failure="r-0:0").text()
    assert "There is no code book “nobody-s” here: this is " in text
    assert "There is no failure “r-0:0” here: this is the first of the queue." in text
    assert "There is no" not in open_page().text()
