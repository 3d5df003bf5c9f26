"""A researcher compares on the real app: from the matrix of all to the items on which two differ."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from db.clock import SystemClock
from db.connection import open_database, writing
from tests.busy_study import make_busy_study
from tests.e2e.participant import settle
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.pages.test_compare_pages import put_run
from tests.small_study import SmallStudy, copied

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def entrance(
    study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory, warm: WarmServers
) -> Iterator[tuple[RunningApp, str]]:
    """The app with people of a study and two imported runs, and the way in of its researcher."""
    home = copied(study_template, tmp_path_factory.mktemp("compared") / "home").home
    database = open_database(home / "pagetrail.db")
    with writing(database):
        researcher = make_busy_study(database, SystemClock().now_ms()).researcher
        put_run(database, "Osprey", range(1, 11))
        put_run(database, "Wren", range(5, 8))
    database.close()
    app = RunningApp(home, warm=warm).start()
    yield app, researcher
    app.stop()


def test_from_the_matrix_to_the_items_that_differ(entrance: tuple[RunningApp, str], page: Page) -> None:
    app, researcher = entrance
    page.goto(f"{app.address}/enter/{researcher}")
    settle(page)
    page.goto(f"{app.address}/agreement?set=paired-set&a=Osprey&b=Wren")
    settle(page)
    # Nine systems or fewer have their names beside the cells, and every cell its number.
    matrix = page.locator(".js-plotly-plot").first
    expect(matrix).to_contain_text("Osprey")
    page.get_by_role("radio", name="Raw agreement (%)").click()
    expect(page).to_have_url(re.compile("measure=observed"))
    page.get_by_role("link", name="See 7 items that differ").click()
    expect(page.get_by_role("heading", name="Compare")).to_be_visible()
    expect(page.get_by_text("Osprey is more accurate than Wren")).to_be_visible()
    expect(page.get_by_role("row", name="A correct")).to_contain_text("3")
    page.get_by_role("button", name="Swap").click()
    expect(page.get_by_role("radio", name="Only B correct (7)")).to_be_visible()
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="All figures as CSV").click()
    assert download.value.suggested_filename == "differences.csv"
