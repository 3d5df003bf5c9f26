"""Researchers and their files: a design up and down, a launch that another was first with, narrow windows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from baseline.designs.designing import new_draft
from db.accounts import accounts_of_study
from db.connection import open_database, writing
from db.models import Role
from db.study_design import StudyDesign
from db.study_drafts import all_drafts
from tests.e2e.participant import settle, sign_in
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.makers import NOON_MS
from tests.small_study import SmallStudy, copied

pytestmark = pytest.mark.browser

DESIGN = StudyDesign(
    title="Quay", item_set="small", index_name="small", people_per_item=1, batch_size=3, seed=11
)
# The contrast of a button's own text with what is behind it, as WCAG counts it.
CONTRAST = """(button) => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data].map((one) => one / 255); };
  const over = (top, below) => [0, 1, 2].map((n) => top[n] * top[3] + below[n] * (1 - top[3]));
  const ground = (at) => { if (!at) return [1, 1, 1];
    const own = rgba(getComputedStyle(at).backgroundColor);
    return own[3] === 1 ? own.slice(0, 3) : over(own, ground(at.parentElement)); };
  const light = (c) => c.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, n) => sum + v * [0.2126, 0.7152, 0.0722][n], 0);
  const word = button.querySelector("p") || button;
  const below = ground(word), text = over(rgba(getComputedStyle(word).color), below);
  const [a, b] = [light(below), light(text)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}"""
# Controls of the page whose words do not fit, and anything wider than the window.
CUT = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const cut = [...main.querySelectorAll("button, label, [data-testid^=stMetric]")]
    .flatMap((one) => [one, ...one.querySelectorAll("*")])
    .filter((one) => getComputedStyle(one).textOverflow === "ellipsis" && one.clientWidth > 0
      && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.textContent.trim());
  const wide = main.scrollWidth > main.clientWidth + 1 ? ["the page scrolls sideways"] : [];
  return [...new Set([...cut, ...wide])];
}"""


class Place:
    """The app, and drafts made behind its back."""

    def __init__(self, study: SmallStudy, warm: WarmServers) -> None:
        self.study = study
        self.app = RunningApp(study.home, warm=warm).start()

    def new_draft(self, design: StudyDesign) -> str:
        database = open_database(self.study.home / "pagetrail.db")
        people = accounts_of_study(database, "small")
        by = next(one.account_id for one in people if one.role is Role.RESEARCHER)
        with writing(database):
            draft_id = new_draft(database, design, by=by, now_ms=NOON_MS).draft_id
        database.close()
        return draft_id

    def drafts(self) -> list[StudyDesign]:
        database = open_database(self.study.home / "pagetrail.db")
        found = [one.design for one in all_drafts(database)]
        database.close()
        return found


@pytest.fixture(scope="module")
def place(
    study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory, warm: WarmServers
) -> Iterator[Place]:
    place = Place(copied(study_template, tmp_path_factory.mktemp("researchers") / "home"), warm)
    yield place
    place.app.stop()


def enter(place: Place, page: Page, address: str = "") -> None:
    sign_in(page, place.app.address, place.study.researcher)
    page.goto(f"{place.app.address}/studies{address}")
    settle(page)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()
    settle(page)


def upload(page: Page, name: str, content: bytes) -> None:
    field = page.locator("[data-testid=stFileUploaderDropzoneInput]")
    if not field.count():
        page.get_by_role("button", name=re.compile("New from file")).click()
    field.set_input_files({"name": name, "mimeType": "application/json", "buffer": content})


def test_a_design_goes_out_as_a_file_and_comes_back_whole(place: Place, page: Page, tmp_path: Path) -> None:
    enter(place, page, f"?draft={place.new_draft(DESIGN)}")
    page.get_by_role("button", name=re.compile("^More")).click()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download as JSON").click()
    downloading.value.save_as(tmp_path / "quay.json")
    written = (tmp_path / "quay.json").read_bytes()

    page.goto(f"{place.app.address}/studies")
    settle(page)
    bad = {**json.loads(written), "index_name": "../../etc", "k": 99}
    upload(page, "bad.json", json.dumps(bad).encode())
    expect(page.get_by_text("bad.json cannot be used:")).to_be_visible()
    expect(page.get_by_text("field 'k'")).to_be_visible()
    upload(page, "path.json", json.dumps({**bad, "k": 5}).encode())
    expect(page.get_by_text("'../../etc' is no name of an index")).to_be_visible()
    assert len(place.drafts()) == 1

    upload(page, "quay.json", written)
    expect(page.get_by_role("heading", name="Quay")).to_be_visible()
    settle(page)
    assert place.drafts() == [DESIGN, DESIGN]

    page.get_by_role("button", name=re.compile("^More")).click()
    press(page, "Throw the draft away")
    expect(page.get_by_text("The draft Quay is thrown away.")).to_be_visible()
    assert len(place.drafts()) == 1
    press(page, "Bring Quay back")
    expect(page.get_by_text("The draft Quay is there again.")).to_be_visible()
    assert place.drafts() == [DESIGN, DESIGN]


def test_who_launches_second_is_led_to_the_study(place: Place, page: Page, chromium: Browser) -> None:
    draft_id = place.new_draft(DESIGN.model_copy(update={"title": "Pier", "consent": "Do you agree?"}))
    second = chromium.new_context()
    other = second.new_page()
    for one in (page, other):
        enter(place, one, f"?draft={draft_id}&view=launch")
        expect(one.get_by_role("button", name="Launch the study")).to_be_enabled()
    press(page, "Launch the study")
    expect(page.get_by_text("Pier is launched. Nobody is invited yet.")).to_be_visible()
    press(other, "Launch the study")
    expect(other.get_by_role("heading", name="This draft is launched")).to_be_visible()
    expect(other.get_by_text("under the id 'pier'").first).to_be_visible()
    press(other, "Open the study")
    expect(other.get_by_role("heading", name="Pier")).to_be_visible()
    second.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_button_that_waits_can_be_read(place: Place, chromium: Browser, scheme: str) -> None:
    draft_id = place.new_draft(DESIGN.model_copy(update={"title": "Waiting"}))
    context = chromium.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    enter(place, page, f"?draft={draft_id}&view=launch")
    button = page.get_by_role("button", name="Launch the study")
    expect(button).to_be_disabled()
    # Half of what active text needs, for it is not to look active; white on grey had 1.2.
    assert button.evaluate(CONTRAST) > 2.2
    page.get_by_text("I have read this, and it is meant so").click()
    expect(button).to_be_enabled()
    assert button.evaluate(CONTRAST) >= 4.5
    context.close()


def test_nothing_is_cut_off_in_a_narrow_window(place: Place, page: Page) -> None:
    two = {"conditions": [{"name": "search"}, {"name": "oracle", "tools": "given_pages"}]}
    design = StudyDesign.model_validate({**DESIGN.model_dump(), "title": "Narrow", **two})
    draft_id = place.new_draft(design)
    enter(place, page)
    page.set_viewport_size({"width": 820, "height": 1180})
    for address in (
        f"/studies?draft={draft_id}&section=conditions",
        f"/studies?draft={draft_id}&section=report",
        "/monitor?study=small",
        "/overview?study=small",
    ):
        page.goto(f"{place.app.address}{address}")
        settle(page)
        page.locator("h1").first.wait_for()
        page.wait_for_function(f"() => !({CUT})().length")
