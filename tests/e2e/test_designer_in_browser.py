"""A researcher on the real app: design, mend two contradictions, try it, launch, invite, amend."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from baseline.designs.designing import new_draft
from db.accounts import accounts_of_study
from db.connection import connect, open_database, writing
from db.models import Role
from db.studies import find_study, launched_study
from db.study_design import StudyDesign
from db.study_drafts import find_draft
from tests.e2e.participant import settle, sign_in
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.makers import NOON_MS
from tests.small_study import SmallStudy, copied

pytestmark = pytest.mark.browser


class Place:
    """The app, the researcher's link, and what the database says meanwhile."""

    def __init__(self, study: SmallStudy, warm: WarmServers) -> None:
        self.study = study
        self.app = RunningApp(study.home, warm=warm).start()

    def n_events(self) -> int:
        database = connect(self.study.home / "pagetrail.db")
        n = database.execute("SELECT count(*) FROM events").fetchone()[0]
        database.close()
        return int(n)


@pytest.fixture(scope="module")
def place(
    study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory, warm: WarmServers
) -> Iterator[Place]:
    place = Place(copied(study_template, tmp_path_factory.mktemp("designer") / "home"), warm)
    yield place
    place.app.stop()


def enter(place: Place, page: Page, address: str = "") -> None:
    sign_in(page, place.app.address, place.study.researcher)
    page.goto(f"{place.app.address}/studies{address}")
    settle(page)


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=re.compile(f"^{option}")).click()
    settle(page)


def section(page: Page, name: str) -> None:
    page.get_by_role("radio", name=re.compile(rf"^{name}( \(\d+\))?$")).click()
    settle(page)


def fill(page: Page, role: str, name: str, value: str) -> None:
    field = page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
    field.fill(value)
    field.press("Tab")
    settle(page)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()
    settle(page)


def test_a_researcher_designs_mends_launches_invites_and_amends(
    place: Place, page: Page, tmp_path: Path
) -> None:
    enter(place, page)
    press(page, "New study")
    expect(page.get_by_text("2 things to settle before the launch")).to_be_visible()
    fill(page, "textbox", "Title", "Harbour with limits")
    choose(page, "Items to answer", "small")
    choose(page, "Documents to search", "small")
    expect(page.get_by_text("Can be launched")).to_be_visible()
    expect(page.get_by_text("3 items × 1 person = 3 places").first).to_be_visible()

    section(page, "Training")
    choose(page, "Practice items", "small")
    expect(page.get_by_text("The practice set is also the set that is answered").first).to_be_visible()
    section(page, "Clock")
    fill(page, "spinbutton", "Minutes for an item", "2")
    expect(page.get_by_text("A warning 5 min before the end would come").first).to_be_visible()
    press(page, "Launch…")
    expect(page.get_by_text("This design cannot be launched yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Launch the study")).to_have_count(0)

    press(page, "Clock")
    fill(page, "spinbutton", "Minutes for an item", "10")
    section(page, "Training")
    choose(page, "Practice items", "No practice")
    expect(page.get_by_text("Can be launched")).to_be_visible()
    section(page, "People")
    fill(page, "spinbutton", "Items in a batch", "3")
    section(page, "Texts")
    press(page, "Begin with a usual consent text")
    expect(page.get_by_text("The text still has a gap").first).to_be_visible()
    fill(page, "textbox", "Consent text", "Do you agree?")
    expect(page.get_by_text("Ready to launch")).to_be_visible()

    before = place.n_events()
    press(page, "Preview")
    press(page, "Try search")
    page.get_by_label("Search the collection", exact=True).fill("dredging")
    page.get_by_label("Search the collection", exact=True).press("Enter")
    expect(page.get_by_text("harbour-2021.pdf").first).to_be_visible()
    expect(page.get_by_text("on this item").first).to_be_visible()
    page.get_by_role("link", name="Back to the preview").click()
    settle(page)
    assert place.n_events() == before

    press(page, "Back to the design")
    press(page, "Launch…")
    press(page, "Launch the study")
    expect(page.get_by_text("Harbour with limits is launched.")).to_be_visible()
    fill(page, "textbox", "Names, one a line (may be left out)", "=Eve\nAdam")
    press(page, "Make invitation links")
    expect(page.get_by_text("2 links, shown once.")).to_be_visible()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download the links").click()
    downloading.value.save_as(tmp_path / "links.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "links.csv").read_text("utf-8-sig"))))
    assert [row["name"] for row in rows] == ["'=Eve", "Adam"]
    assert all("/enter/" in row["link"] for row in rows)
    press(page, "I have them")
    expect(page.get_by_text("shown once")).to_have_count(0)

    section(page, "Design")
    fill(page, "spinbutton", "People per item and condition", "2")
    fill(page, "textbox", "Reason", "Agreement is to be measured.")
    press(page, "Amend the study")
    expect(page.get_by_text("Amendment 1")).to_be_visible()
    database = open_database(place.study.home / "pagetrail.db")
    assert find_study(database, "harbour-with-limits").design.people_per_item == 2
    assert launched_study(database, "harbour-with-limits").design.limits.item_s == 600
    database.close()


def test_the_second_to_save_one_field_sees_both_texts_and_loses_none(
    place: Place, page: Page, chromium: Browser
) -> None:
    database = open_database(place.study.home / "pagetrail.db")
    design = StudyDesign(title="Shared", item_set="small", index_name="small", people_per_item=1)
    researcher = next(one for one in accounts_of_study(database, "small") if one.role is Role.RESEARCHER)
    with writing(database):
        draft_id = new_draft(database, design, by=researcher.account_id, now_ms=NOON_MS).draft_id
    second = chromium.new_context()
    other = second.new_page()
    for one in (page, other):
        enter(place, one, f"?draft={draft_id}")
    fill(page, "textbox", "Title", "Quay")
    fill(other, "textbox", "Title", "Pier")
    expect(other.get_by_text("Somebody else changed the same at the same time.")).to_be_visible()
    expect(other.get_by_role("cell", name="Quay")).to_be_visible()
    expect(other.get_by_role("cell", name="Pier")).to_be_visible()
    assert find_draft(database, draft_id).design.title == "Quay"
    press(other, "Keep mine")
    expect(other.get_by_text("Somebody else changed the same")).to_have_count(0)
    assert find_draft(database, draft_id).design.title == "Pier"
    second.close()
    database.close()
