"""Everybody on an item set side by side, as a researcher sees and filters them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from sqlite_utils import Database
from streamlit.testing.v1 import AppTest

from baseline.runs.importing import RunFile, import_run
from db.accounts import add_account, find_account
from db.models import Account, By, Role
from db.systems import SystemKind
from pages.services import Services
from pages.ui import page as page_frame
from tests.makers import NOON_MS
from tests.pages.supervisor import Supervisor
from tests.paired_study import answer, give, make_paired_study, make_person

Open = Callable[..., Supervisor]
PARTS = ("table", "effort", "limits", "errors", "finding", "items")
TRAP = "<img src=x onerror=alert(1)>"


def show_systems() -> None:
    from pages.research import systems

    systems.show()


@pytest.fixture
def compared(running: Services) -> Services:
    """Two people's answers under two conditions, an agent and a pipeline on the same four items."""

    def job(database: Database) -> None:
        make_paired_study(database)
        make_person(database, "p-ann")
        for number in range(1, 4):
            answer(database, give(database, "p-ann", f"item-{number:03d}"), "wrong" if number == 3 else None)
        answer(database, give(database, "p-ann", "item-004", "oracle"), "wrong")
        put_run(database, f"Bot {TRAP}", "agent", {"item-001": "101", "item-002": "no", "item-003": "103"}, 2)
        put_run(database, "Pipeline", "non_agentic", {"item-001": "101"}, 0)

    running.write(job)
    return running


def put_run(database: Database, name: str, kind: SystemKind, answers: dict[str, str], searches: int) -> None:
    rows = [
        {"id": item, "answer": text, **({"search_history": [{"query": "x"}] * searches} if searches else {})}
        for item, text in answers.items()
    ]
    content = "\n".join(map(json.dumps, rows)).encode()
    file = RunFile(content, f"{kind}.jsonl", "madqa", "paired-set", name, kind=kind)
    import_run(database, file, None, By("rex", NOON_MS))


@pytest.fixture
def open_page(compared: Services, monkeypatch: pytest.MonkeyPatch) -> Open:
    def opened(who: str, **address: str) -> Supervisor:
        with compared.reading() as database:
            account = find_account(database, who)
        monkeypatch.setattr(page_frame, "account_here", lambda: account)
        app = AppTest.from_function(show_systems, default_timeout=60)
        for name, value in address.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return Supervisor(app)

    return opened


@pytest.fixture
def admin(compared: Services) -> str:
    account = Account(account_id="ada", name="Ada", role=Role.ADMIN)
    compared.write(lambda database: add_account(database, account, NOON_MS))
    return "ada"


@pytest.mark.parametrize("view", PARTS)
def test_every_part_shows_people_and_runs(open_page: Open, admin: str, view: str) -> None:
    page = open_page(admin, set="paired-set", view=view)
    assert "4 items · 4 systems (2 people, 1 agent, 1 not agentic)" in page.text()
    assert not page.app.error


@pytest.mark.parametrize("view", ["table", "effort", "items"])
def test_names_with_markup_stay_text_in_tables(open_page: Open, admin: str, view: str) -> None:
    text = open_page(admin, set="paired-set", view=view).text()
    assert "&lt;img src=x onerror=alert(1)&gt;" in text
    assert "<img" not in text


def test_the_leaderboard_says_why_there_is_no_value(open_page: Open, admin: str) -> None:
    text = open_page(admin, set="paired-set").text()
    assert "Kuiper, K/σ, p of Pipeline: not agentic: no effort figures." in text
    assert "no judge of this set has a calibration" in text
    assert "by string match where nobody has judged" in text


def test_filters_stand_in_the_address_and_names_that_are_not_there_choose_nothing(
    open_page: Open, admin: str
) -> None:
    chosen = open_page(admin, set="paired-set", system="Pipeline", view="effort")
    assert "1 of 4 systems (1 not agentic)" in chosen.text()
    assert "Every chosen system is not agentic: no effort figures." in chosen.text()
    unknown = open_page(admin, set="paired-set", system="Nobody", domain="none", rule="gone").text()
    assert "4 systems" in unknown
    assert "There is no system “Nobody” here: it chooses nothing." in unknown
    assert "There is no domain “none” here: it chooses nothing." in unknown
    assert "There is no exclusion rule “gone” here: what is excluded by hand is left out." in unknown
    nothing = open_page(admin, set="paired-set", system="Pipeline", condition="search")
    assert "No system or no item is left under these filters" in nothing.text()


def test_a_set_that_is_not_there_is_said_and_participants_see_nothing(open_page: Open, admin: str) -> None:
    assert "There is no item set “nowhere”" in open_page(admin, set="nowhere").text()
    assert "This page is not for your role" in open_page("p-ann", set="paired-set").text()
