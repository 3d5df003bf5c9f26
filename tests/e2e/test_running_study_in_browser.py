"""A researcher on the real app: the monitor renews itself under their hands, a flag is decided on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from db.clock import SystemClock
from db.connection import open_database, writing
from db.event_log import append
from db.events import AnswerSubmitted, NewEvent
from tests.busy_study import make_busy_study
from tests.e2e.data_grid import select_first_row
from tests.e2e.participant import settle, sign_in
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.paired_study import attempt_of
from tests.small_study import SmallStudy, copied

pytestmark = pytest.mark.browser


class Place(NamedTuple):
    app: RunningApp
    researcher: str


@pytest.fixture(scope="module")
def place(
    study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory, warm: WarmServers
) -> Iterator[Place]:
    """The app with a busy study."""
    home = copied(study_template, tmp_path_factory.mktemp("running-study") / "home").home
    database = open_database(home / "pagetrail.db")
    with writing(database):
        researcher = make_busy_study(database, SystemClock().now_ms()).researcher
    database.close()
    app = RunningApp(home, warm=warm).start()
    yield Place(app, researcher)
    app.stop()


def opened(place: Place, page: Page, address: str) -> None:
    sign_in(page, place.app.address, place.researcher)
    page.goto(f"{place.app.address}/{address}")
    settle(page)


def submit(home: Path, account_id: str, item_id: str) -> None:
    """Somebody answers meanwhile."""
    database = open_database(home / "pagetrail.db")
    attempt_id = attempt_of(account_id, item_id)
    answered = AnswerSubmitted(answer=("1",), citations=(), answer_kind="own")
    with writing(database):
        new = NewEvent(event_id="submitted-meanwhile", payload=answered)
        append(database, attempt_id, [new], SystemClock().now_ms())
    database.close()


def test_the_monitor_renews_itself_and_keeps_what_is_being_written(place: Place, page: Page) -> None:
    opened(place, page, "monitor")
    reading = page.get_by_role("row", name="p-reading")
    expect(reading).to_contain_text("Item 5 of 5")
    words = page.get_by_label("Message", exact=True)
    words.fill("We close at five.")
    submit(place.app.home, "p-reading", "item-012")
    expect(reading).to_contain_text("All items done so far")
    expect(reading).to_contain_text("4 of 4")
    expect(words).to_have_value("We close at five.")
    page.get_by_role("button", name="Send the message").click()
    expect(page.get_by_text("Sent to 5 people")).to_be_visible()
    # Until the run is over the rows of the one before stand there too.
    settle(page)
    expect(page.get_by_role("row", name="p-not-come")).to_contain_text("1 message not closed")


def test_a_flag_is_decided_on_with_a_reason(place: Place, page: Page) -> None:
    opened(place, page, "exclusions")
    exclude = page.get_by_role("button", name="Exclude 1 flag")
    select_first_row(page, exclude)
    page.get_by_label("Why they are excluded").fill("Six seconds are too few to read the question.")
    exclude.click()
    expect(page.get_by_text("1 excluded. The figures leave them out from now on.")).to_be_visible()
    by_hand = page.get_by_role("row", name="As decided by hand")
    expect(by_hand).to_contain_text("1 left out")
    page.goto(place.app.address)
    expect(page.get_by_text("1 attempt excluded: in no figure below")).to_be_visible()


def test_every_page_has_an_address_of_its_own(place: Place, page: Page) -> None:
    opened(place, page, "")
    for name in ("Overview", "Trajectory", "Studies", "Monitor", "Exclusions", "Publish", "Corpus"):
        page.goto(f"{place.app.address}/{name.lower()}")
        settle(page)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.get_by_text("Page not found").count() == 0, name
