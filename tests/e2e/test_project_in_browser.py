"""A supervisor on the real app: narrow the list, read what changed, make a set and freeze it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from annotation import authoring
from annotation.authoring import Save
from db.accounts import issue_invitation
from db.connection import open_database, writing
from db.items import is_frozen
from index.collection import open_index
from tests.authoring import PROJECT, Desk, make_draft, make_project
from tests.e2e.participant import settle, sign_in
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.makers import NOON_MS
from tests.small_study import SmallStudy, copied

pytestmark = pytest.mark.browser

TRAP = "<img src=x onerror=document.title='TRAPPED'>"
# Where the box of the first row is in a table, in pixels from its corner.
FIRST_ROW = {"x": 20, "y": 53}


class Place(NamedTuple):
    app: RunningApp
    supervisor: str
    author: str


@pytest.fixture(scope="module")
def place(
    study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory, warm: WarmServers
) -> Iterator[Place]:
    """A project in which one item was accepted, one returned and changed, one begun."""
    home = copied(study_template, tmp_path_factory.mktemp("project-page") / "home").home
    index = open_index(str(home / "indexes" / "small"))
    changes = {"index_name": "small", "index_fingerprint": index.fingerprint, "title": "Harbour questions"}
    index.close()
    database = open_database(home / "pagetrail.db")
    with writing(database):
        desk = make_project(database, PROJECT.model_copy(update=changes))
        _items(desk)
        links = [issue_invitation(database, who, NOON_MS) for who in ("sue", "ann")]
    database.close()
    app = RunningApp(home, warm=warm).start()
    yield Place(app, *links)
    app.stop()


def _items(desk: Desk) -> None:
    desk.accepted("bob", draft=make_draft(f"What did {TRAP} cost?"))
    returned = desk.submitted(draft=make_draft("What did the old quay cost?"))
    desk.decide(returned, "rita", "return", "Which quay?")
    mended = make_draft("What did the new quay cost?", answer=f"100 {TRAP}")
    authoring.save(desk.database, returned, Save(mended, 1), desk.by("ann"))
    authoring.new_item(desk.database, "pilot", desk.by("ann"))


def opened(place: Place, page: Page, address: str) -> None:
    sign_in(page, place.app.address, place.supervisor)
    page.goto(f"{place.app.address}/project{address}")
    settle(page)


def choose(page: Page, label: str, option: str) -> None:
    """One choice of a list."""
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=option, exact=True).click()
    settle(page)


def select_first_row(page: Page, until: Locator) -> None:
    """Select the first row; a table that is still being painted takes no click, so until it has worked."""
    for _ in range(20):
        page.get_by_test_id("stDataFrame").first.click(position=FIRST_ROW)
        try:
            until.wait_for(timeout=3_000)
        except TimeoutError:
            continue
        return
    raise AssertionError("the row was never selected")


def test_supervisor_narrows_the_list_and_reads_what_changed(place: Place, page: Page) -> None:
    opened(place, page, "")
    expect(page.get_by_role("heading", name="Harbour questions")).to_be_visible()
    choose(page, "Status", "returned")
    expect(page.get_by_text("1 of 3 items")).to_be_visible()
    assert "status=returned" in page.url

    select_first_row(page, page.get_by_role("button", name="All items"))
    settle(page)
    expect(page.locator("ins").get_by_text("new", exact=True)).to_be_visible()
    expect(page.locator("del").get_by_text("old", exact=True)).to_be_visible()
    expect(
        page.get_by_text("question: Which quay?").or_(page.get_by_text("item: Which quay?"))
    ).to_be_visible()
    assert page.locator("img[src='x']").count() == 0
    assert "TRAPPED" not in page.title()

    page.reload()
    settle(page)
    expect(page.locator("ins").get_by_text("new", exact=True)).to_be_visible()
    page.get_by_role("button", name="All items").click()
    expect(page.get_by_text("1 of 3 items")).to_be_visible()


def test_every_click_on_a_part_of_the_page_opens_it(place: Place, page: Page) -> None:
    opened(place, page, "")
    parts = page.get_by_role("radiogroup", name="Part of the page")
    for part in ("Coverage", "Agreement", "People", "Qualification", "Item sets", "Items", "People"):
        parts.get_by_role("radio", name=part, exact=True).click()
        expect(page).to_have_url(re.compile(f"part={'sets' if part == 'Item sets' else part.lower()}"))
        expect(parts.get_by_role("radio", name=part, exact=True)).to_be_checked()
        settle(page)


def test_supervisor_makes_a_set_and_freezes_it_after_one_question(place: Place, page: Page) -> None:
    opened(place, page, "?part=sets")
    page.get_by_label("Name of the set").fill("spring-v1")
    page.get_by_role("button", name="Make a set of 1 item").click()
    expect(page.get_by_text("Not frozen: it may still change")).to_be_visible()
    page.get_by_role("button", name="Freeze this set").click()
    expect(page.get_by_text("cannot be undone")).to_be_visible()
    page.get_by_role("button", name="Freeze it for good").click()
    expect(page.get_by_text("Set spring-v1 is frozen: 1 item.")).to_be_visible()
    expect(page.get_by_role("button", name="Freeze this set")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="MADQA (JSON Lines)").click()
    assert download.value.suggested_filename == "spring-v1.jsonl"
    assert TRAP in Path(download.value.path()).read_text(encoding="utf-8")
    database = open_database(place.app.home / "pagetrail.db")
    assert is_frozen(database, "spring-v1")
    database.close()


def test_author_finds_no_way_in(place: Place, page: Page) -> None:
    sign_in(page, place.app.address, place.author)
    page.goto(f"{place.app.address}/project?project=pilot&part=sets&set=spring-v1")
    settle(page)
    expect(page.get_by_text("for those who supervise a project")).to_be_visible()
    assert "spring-v1" not in page.locator("body").inner_text()
