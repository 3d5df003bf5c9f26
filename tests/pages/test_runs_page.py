"""The page of runs: what is read before it is stored, what is stored, and what a researcher changes of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from db import runs
from db.accounts import accounts_of_study
from db.models import Role
from pages.services import Services
from pages.ui import errand
from pages.ui import page as page_frame
from tests.pages.supervisor import Supervisor
from tests.small_study import SmallStudy

HARBOUR = {
    "id": "harbour",
    "answer": ["4,217 crowns"],
    "citations": [{"file": "accounts/harbour-2021.pdf", "page": "2"}],
    "search_history": [{"iteration": 1, "query": "dredging", "num_results": 1}],
}
LAMP = {"id": "lamp", "answer": "12", "citations": [{"file": "lighthouse.pdf", "page": 12}], "iterations": 2}
BEYOND = {"id": "ferry", "answer": "x", "citations": [{"file": "lighthouse.pdf", "page": 31}]}


def show() -> None:
    from pages.research import runs

    runs.show()


def lines(*rows: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(row) for row in rows).encode()


@pytest.fixture
def open_page(
    running: Services, small_study: SmallStudy, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Supervisor]:
    with running.reading() as database:
        people = accounts_of_study(database, "small")
    researcher = next(one for one in people if one.role is Role.RESEARCHER)
    for module in (page_frame, errand):
        monkeypatch.setattr(module, "account_here", lambda: researcher)

    def opened(**address: str) -> Supervisor:
        app = AppTest.from_function(show, default_timeout=60)
        for name, value in address.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return Supervisor(app)

    return opened


def with_file(page: Supervisor, content: bytes, name: str = "heron.jsonl") -> Supervisor:
    page.app.file_uploader[0].set_value((name, content, "application/json")).run()
    assert not page.app.exception
    return page


def stored(services: Services) -> list[Any]:
    with services.reading() as database:
        return runs.all_runs_of_set(database, "small")


def test_nobody_imported_yet_and_the_way_to_do_it(open_page: Callable[..., Supervisor]) -> None:
    page = open_page()
    assert "No system was imported yet." in page.text()
    assert page.primary() == ["Import a run"]
    page.press("Import a run")
    assert "Choose a file." in page.text()


def test_a_file_is_read_and_told_before_it_is_stored_and_then_imported(
    open_page: Callable[..., Supervisor], running: Services
) -> None:
    page = with_file(open_page(**{"import": "1"}), lines(HARBOUR, LAMP))

    said = page.text()
    assert "**heron.jsonl** is read as: MADQA predictions" in said
    assert "1 time: page given as text, read as a number." in said
    assert "Answers 2 of 3 items; the others score 0: ferry." in said
    assert "<b>2 of 3</b>" in said
    assert "Give the system a name to import it." in said
    assert stored(running) == []

    page.field("text_input", "Name").set_value("Heron").run()
    page.press("Import 2 answers")

    ((run, removed),) = stored(running)
    assert (run.n_answered, run.n_items, run.n_coerced, removed) == (2, 3, 1, None)
    assert "Heron: 2 answers imported." in page.text()
    assert [one.value for one in page.app.title] == ["Heron"]
    assert run.sha256 in page.text()
    again = with_file(open_page(**{"import": "1"}), lines(HARBOUR, LAMP))
    assert "This very file was imported before" in again.text()
    assert list(open_page().table()["Answered"]) == ["2 of 3"]


def test_bad_lines_stop_the_import_unless_it_is_asked_for(
    open_page: Callable[..., Supervisor], running: Services
) -> None:
    page = with_file(open_page(**{"import": "1"}), lines(HARBOUR, BEYOND, {"id": "elsewhere", "answer": "x"}))
    page.field("text_input", "Name").set_value("Heron").run()

    said = page.text()
    assert "page 31 of &#x27;lighthouse.pdf&#x27; does not exist, it has 30 pages" in said
    assert "there is no item &#x27;elsewhere&#x27; in the set" in said
    (button,) = [one for one in page.app.button if one.label == "Import 2 answers"]
    assert button.disabled
    page.app.checkbox[0].check().run()
    page.press("Import 2 answers")
    ((run, _),) = stored(running)
    assert (run.n_unknown, run.n_left_out, run.n_rows) == (1, 1, 2)


@pytest.mark.parametrize(
    ("content", "name", "sentence"),
    [
        (b"PK\x03\x04 broken", "a.eval", "'a.eval' is no log of Inspect that can be read"),
        (b"\xff\xfe\x00", "a.jsonl", "'a.jsonl' is UTF-16, not UTF-8"),
        (b'{"name": "x"}', "a.json", "'a.json' holds no predictions"),
        (b"", "a.jsonl", "The file holds no answer to an item of small."),
    ],
)
def test_a_file_that_is_none_is_named_in_a_sentence(
    open_page: Callable[..., Supervisor], running: Services, content: bytes, name: str, sentence: str
) -> None:
    page = with_file(open_page(**{"import": "1"}), content, name)
    assert sentence in page.text()
    assert stored(running) == []


@pytest.fixture
def run_id(running: Services, open_page: Callable[..., Supervisor]) -> str:
    page = with_file(open_page(**{"import": "1"}), lines(HARBOUR, LAMP))
    page.field("text_input", "Name").set_value("Heron").run()
    page.press("Import 2 answers")
    return str(stored(running)[0][0].run_id)


def test_a_run_is_withdrawn_and_brought_back_with_reasons(
    open_page: Callable[..., Supervisor], running: Services, run_id: str
) -> None:
    page = open_page(run=run_id)
    page.press("Withdraw the run")
    assert "Say why the run no longer counts" in page.text()
    page.field("text_input", "Reason").set_value("Wrong prompt.").run()
    page.press("Withdraw the run")

    assert "It stands in no figure." in page.text()
    assert "heron.jsonl no longer counts." in page.text()
    listed = open_page()
    assert "None of these runs counts at the moment." in listed.text()
    listed.app.segmented_control[0].set_value("withdrawn").run()
    assert list(listed.table()["Why withdrawn"]) == ["Wrong prompt."]

    page = open_page(run=run_id)
    page.field("text_input", "Reason").set_value("It was right.").run()
    page.press("Bring it back")
    ((run, removed),) = stored(running)
    assert removed is None
    assert [one.kind for one in run.history] == ["withdrawn", "brought_back"]
    assert "Run brought back" in page.text()


def test_what_is_said_of_a_system_changes_with_a_reason(
    open_page: Callable[..., Supervisor], running: Services, run_id: str
) -> None:
    page = open_page(run=run_id)
    page.field("segmented_control", "Kind").set_value("non_agentic")
    page.field("number_input", "Cost, US $").set_value(2.5)
    page.press("Save what is said of it")
    assert "is described differently now" in page.text()
    page.field("text_input", "Reason for the change").set_value("It never searches.")
    page.press("Save what is said of it")

    with running.reading() as database:
        (system,) = runs.all_systems(database).values()
    assert (system.kind, system.cost.usd) == ("non_agentic", 2.5)
    assert [one.why for one in system.history] == ["It never searches."]
    assert "System: kind, cost" in page.text()


def test_a_run_that_is_not_there_is_told_with_a_way_on(open_page: Callable[..., Supervisor]) -> None:
    page = open_page(run="r-none")
    assert "There is no run 'r-none'." in page.text()
    assert page.primary() == ["See all runs"]


def test_somebody_who_is_signed_out_stores_nothing(
    open_page: Callable[..., Supervisor], running: Services, run_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(run=run_id)
    page.field("text_input", "Reason").set_value("Why.").run()
    monkeypatch.setattr(errand, "account_here", lambda: None)
    page.press("Withdraw the run")
    assert "You are not signed in any more." in page.text()
    assert stored(running)[0][1] is None
