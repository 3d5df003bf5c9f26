"""Items and Split builder as a researcher sees them, and query drift on the page of systems."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlite_utils import Database
from streamlit.testing.v1 import AppTest

from db import items, splits
from db.accounts import find_account
from pages.services import Services
from pages.ui import errand
from pages.ui import page as page_frame
from tests.busy_study import N_ITEMS, make_busy_study
from tests.pages.supervisor import Supervisor
from tests.pages.test_compare_pages import TRAP, put_run

Open = Callable[..., Supervisor]


def show_items() -> None:
    from pages.research import items

    items.show()


def show_split() -> None:
    from pages.research import split

    split.show()


def show_systems() -> None:
    from pages.research import systems

    systems.show()


@pytest.fixture
def studied(running: Services) -> Services:
    def job(database: Database) -> None:
        make_busy_study(database, running.clock.now_ms())
        put_run(database, "Agent", range(1, 11))
        put_run(database, TRAP, range(1, 3))
        put_run(database, "Pipeline", range(1, N_ITEMS + 1), "non_agentic")

    running.write(job)
    return running


@pytest.fixture
def open_page(studied: Services, monkeypatch: pytest.MonkeyPatch) -> Open:
    def opened(script: Callable[[], None], **address: str) -> Supervisor:
        with studied.reading() as database:
            account = find_account(database, "rex")
        for module in (page_frame, errand):
            monkeypatch.setattr(module, "account_here", lambda: account)
        app = AppTest.from_function(script, default_timeout=60)
        for name, value in {"set": "paired-set", **address}.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return Supervisor(app)

    return opened


def test_items_are_listed_with_what_the_systems_make_of_them(open_page: Open) -> None:
    page = open_page(show_items)
    text = page.text()
    assert f"N = {N_ITEMS} items, one mark each." in text
    table = page.table()
    assert len(table) == N_ITEMS
    assert set(table["Item"]) == {f"item-{n:03d}" for n in range(1, N_ITEMS + 1)}
    assert table["Difficulty"].between(0, 1).all()
    none = open_page(show_items, show="nobody")
    assert "No item is of this kind." in none.text()


def test_few_systems_are_said_to_tell_little(open_page: Open) -> None:
    text = open_page(show_items, system="Agent").text()
    assert "With 1 system discrimination says little or nothing." in text


def test_distance_says_why_there_is_none(open_page: Open) -> None:
    assert "No item has several gold pages" in open_page(show_items, view="distance").text()


def test_a_split_is_looked_at_and_written(studied: Services, open_page: Open) -> None:
    page = open_page(show_split)
    assert "rank correlation with the whole" in page.text()
    page.field("text_input", "Name of the item set").set_value("hard").run()
    page.field("number_input", "Items").set_value(4).run()
    page.field("number_input", "Of them sentinels").set_value(0).run()
    assert "**hard:** 4 items, 0 sentinels" in page.text()
    page.press("Write 1 frozen item set")
    assert "Written and frozen: hard (4 items)." in page.text()
    with studied.reading() as database:
        assert items.is_frozen(database, "hard")
        assert [one.set_name for one in splits.splits_of(database, "paired-set")] == ["hard"]
    assert list(page.table()["Item set"]) == ["hard"]
    page.press("Write 1 frozen item set")
    assert "There is already an item set 'hard'" in page.text()


def test_a_plan_that_cannot_be_had_is_said_and_not_written(open_page: Open) -> None:
    page = open_page(show_split)
    page.field("number_input", "Items").set_value(100).run()
    assert f"need 100 items together; {N_ITEMS} of the set can be scored" in page.text()
    assert not [one for one in page.app.button if one.label.startswith("Write")]


def test_drift_names_its_encoder_and_leaves_out_who_did_not_search(open_page: Open) -> None:
    text = open_page(show_systems, view="drift").text()
    assert "**Query drift**" in text
    assert "**Query drift by step**" in text
    assert "Encoder: character n-gram TF-IDF (3-5," in text
    assert "<img" not in "".join(element.proto.body for element in open_page(show_items).app.get("html"))
