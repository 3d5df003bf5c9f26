"""Every dashboard in a browser, for 20 systems on 500 items: to the last chart, and after a filter."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from baseline.assignment.inviting import invite
from baseline.figures.systems import refresh_runs
from db.connection import open_database, writing
from db.models import Role
from tests.bench.table import Row, report
from tests.e2e.participant import settle
from tests.e2e.running_app import RunningApp
from tests.makers import NOON_MS
from tests.many_systems import SET, put_many

pytestmark = pytest.mark.timeout(1200)
N_TIMES = 5
PAGES = {
    "leaderboard": "systems?view=table",
    "effort": "systems?view=effort",
    "limits and time": "systems?view=limits",
    "errors": "systems?view=errors",
    "finding": "systems?view=finding",
    "query drift": "systems?view=drift",
    "kinds of items": "systems?view=items",
    "compare": "compare?x=1",
    "agreement": "agreement?x=1",
    "items": "items?view=items",
    "evidence distance": "items?view=distance",
    "failures": "failures?view=results",
}
# Streamlit is through, all that is drawn stands, no chart is empty, and the page says `words`. Asked at every
# frame: Playwright's own waiting looks every half second.
PAINTED = """(words) => document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]"
    + "[data-test-connection-state=CONNECTED]")
  && document.querySelectorAll("[data-stale=true]").length === 0
  && [...document.querySelectorAll("[data-testid=stPlotlyChart]")]
    .every((one) => one.querySelector(".main-svg"))
  && document.body.innerText.includes(words)"""


class Served:
    """The running app with the many systems, and the invitation of its researcher."""

    def __init__(self, home: Path) -> None:
        database = open_database(home / "pagetrail.db")
        put_many(database)
        refresh_runs(database, SET)  # as after an import by page or command
        database.conn.commit()
        with writing(database):
            self.token = invite(database, None, Role.RESEARCHER, "Rex", NOON_MS).token
        database.close()
        self.app = RunningApp(home).start()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    made = Served(tmp_path_factory.mktemp("dashboards"))
    yield made
    made.app.stop()


def test_every_dashboard_is_painted(served: Served, chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(f"{served.app.address}/enter/{served.token}")
    settle(page)
    rows = []
    for name, address in PAGES.items():
        opened = lambda to=f"{served.app.address}/{address}&set={SET}": page.goto(to)  # noqa: E731
        rows.append(Row(name, "first of all, nothing kept", [_painted_ms(page, opened)]))
        rows.append(Row(name, "by address", [_painted_ms(page, opened) for _ in range(N_TIMES)]))
        if name not in {"failures", "evidence distance"}:
            rows.append(Row(name, "a filter, of a choice not seen yet", [_filtered_ms(page)]))
    context.close()
    told = f"20 systems, 500 items; the server had {served.app.most_mb():.0f} MB at most"
    report("dashboards", rows, f"first paint under 2 s, a filter under 1 s, 1 GB ({told})")


def _painted_ms(page: Page, act: Callable[[], object], words: str = "source code") -> float:
    begun = time.perf_counter()
    act()
    page.wait_for_function(PAINTED, arg=words, polling="raf")
    return 1000 * (time.perf_counter() - begun)


def _filtered_ms(page: Page) -> float:
    """From the press on one hop type until the page is about its items."""
    page.get_by_role("button", name="Hop type").click()
    pill = page.get_by_role("button", name="several pages", exact=True)
    pill.wait_for()
    return _painted_ms(page, pill.click, "Hop type: 1 of 3")
