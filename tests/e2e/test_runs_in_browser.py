"""A run on its way in: a bad file is told, a good one is read, stored, found in the list and withdrawn."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.data_grid import select_first_row
from tests.e2e.participant import settle
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.small_study import SmallStudy, copied

pytestmark = pytest.mark.browser

ROWS = [
    {
        "id": "harbour",
        "answer": ["4,217 crowns"],
        "citations": [{"file": "accounts/harbour-2021.pdf", "page": "2"}],
        "search_history": [{"iteration": 1, "query": "dredging", "num_results": 1}],
    },
    {"id": "lamp", "answer": "12", "citations": [{"file": "lighthouse.pdf", "page": 12}]},
]


@pytest.fixture(scope="module")
def place(
    study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory, warm: WarmServers
) -> Iterator[tuple[RunningApp, SmallStudy]]:
    study = copied(study_template, tmp_path_factory.mktemp("runs") / "home")
    app = RunningApp(study.home, warm=warm).start()
    yield app, study
    app.stop()


def upload(page: Page, name: str, content: bytes) -> None:
    field = page.locator("[data-testid=stFileUploaderDropzoneInput]")
    field.set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})


def test_a_run_is_read_imported_found_and_withdrawn(place: tuple[RunningApp, SmallStudy], page: Page) -> None:
    app, study = place
    page.goto(f"{app.address}/enter/{study.researcher}")
    settle(page)
    page.goto(f"{app.address}/runs")
    settle(page)
    page.get_by_role("button", name="Import a run").click()
    expect(page.get_by_role("heading", name="Import a run")).to_be_visible()

    upload(page, "broken.eval", b"PK\x03\x04 broken")
    expect(page.get_by_text("'broken.eval' is no log of Inspect that can be read")).to_be_visible()
    settle(page)
    upload(page, "heron.jsonl", "\n".join(map(json.dumps, ROWS)).encode())
    expect(page.get_by_text("Answers 2 of 3 items; the others score 0: ferry.")).to_be_visible()
    name = page.get_by_label("Name")
    name.fill("Heron")
    name.press("Enter")
    button = page.get_by_role("button", name="Import 2 answers")
    expect(button).to_be_enabled()
    button.click()
    expect(page.get_by_role("heading", name="Heron")).to_be_visible()

    page.goto(f"{app.address}/runs")
    reason = page.get_by_label("Reason", exact=True)
    select_first_row(page, reason)
    reason.fill("Wrong prompt.")
    reason.press("Enter")
    settle(page)
    page.get_by_role("button", name="Withdraw the run").click()
    expect(page.get_by_text("It stands in no figure.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Bring it back")).to_be_visible()
