"""The corpus page on the real app: look at a page, have it read again, publish, and the study stays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from baseline.assignment.inviting import invite
from baseline.studies.studies import StudyPlan, create_study
from db.clock import SystemClock
from db.connection import open_database, writing
from db.items import put_item_set
from db.models import Role
from index.build import BuildRequest, build_index
from index.collection import open_index
from index.published import IndexFolder
from pages.research.corpus_sides import image_address
from tests.e2e.data_grid import select_first_row
from tests.e2e.participant import settle, sign_in
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.makers import make_items
from tests.pdfs import LETTER, Sheet, write_pdf

pytestmark = pytest.mark.browser

TRAP = "<img src=x onerror=document.title='TRAPPED'>"
SCAN = f"{TRAP}.pdf"
PICTURE = "\n".join(f"SCANBETA line {number} of the harbour accounts: total 418" for number in range(1, 9))
# As wide as a letter, and no higher than its words need: OCR reads it twice.
WIDE_CARD = (LETTER[0], 300.0)


class Place(NamedTuple):
    home: Path
    researcher: str
    fingerprint: str


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A study on an index without OCR: a scan with markup in its name and its text, and a plain document."""
    home = tmp_path_factory.mktemp("corpus-page")
    documents, out = home / "documents", home / "indexes" / "small"
    write_pdf(documents / SCAN, [Sheet(picture=PICTURE, size=WIDE_CARD), Sheet(text=f"{TRAP[:40]} **bold**")])
    write_pdf(documents / "plain.pdf", ["Net revenue rose, and then it fell again for a long time."])
    build = build_index(BuildRequest(documents, out, ocr="off", n_workers=1), SystemClock())
    database = open_database(home / "pagetrail.db")
    with writing(database):
        put_item_set(database, "set", make_items(1), 1)
        plan = StudyPlan("pilot", "A pilot", "set", "small", build.fingerprint, "exact")
        create_study(database, plan, 1)
        researcher = invite(database, "pilot", Role.RESEARCHER, "R", 1).token
    database.close()
    return Place(home, researcher, build.fingerprint)


@pytest.fixture(scope="module")
def app(place: Place, warm: WarmServers) -> Iterator[RunningApp]:
    running = RunningApp(place.home, warm=warm).start()
    yield running
    running.stop()


def opened(app: RunningApp, place: Place, page: Page) -> None:
    sign_in(page, app.address, place.researcher)
    page.goto(f"{app.address}/corpus")
    settle(page)


def card(page: Page, label: str) -> str:
    metric = page.get_by_test_id("stMetric").filter(has=page.get_by_text(label, exact=True))
    return metric.get_by_test_id("stMetricValue").inner_text()


def boxes(page: Page) -> Locator:
    """The texts of the page: one, or what it was and what it is after reading again."""
    return page.locator(".corpus-box pre")


def test_markup_in_names_and_texts_is_shown_letter_for_letter(
    app: RunningApp, place: Place, page: Page
) -> None:
    elsewhere: list[str] = []
    page.on("request", lambda sent: elsewhere.append(sent.url) if app.address not in sent.url else None)
    opened(app, place, page)
    select_first_row(page, page.get_by_text("page 1 of 2"))
    settle(page)
    page.get_by_label("Page", exact=True).fill("2")
    page.get_by_label("Page", exact=True).press("Enter")
    expect(page.get_by_text("page 2 of 2")).to_be_visible()
    expect(boxes(page)).to_have_text([f"{TRAP[:40]} **bold**"])
    assert page.locator("img[src='x']").count() == 0
    assert "TRAPPED" not in page.title()
    assert [url for url in elsewhere if not url.startswith(("data:", "blob:"))] == []


def test_the_page_fits_the_window_and_works_by_keyboard(app: RunningApp, place: Place, page: Page) -> None:
    opened(app, place, page)
    page.goto(f"{app.address}/corpus?document=plain.pdf&page=1")
    settle(page)
    wide = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert wide
    button = page.get_by_role("button", name="Read this page again with OCR")
    box = button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 720
    page.get_by_role("button", name="Documents", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Corpus")).to_be_visible()


# The last one: it publishes a new build.
def test_a_scan_is_found_read_again_and_published_while_the_study_keeps_its_build(
    app: RunningApp, place: Place, page: Page
) -> None:
    opened(app, place, page)
    assert (card(page, "Documents"), card(page, "Pages"), card(page, "No usable text")) == ("2", "3", "1")

    page.get_by_text("Suspicious pages (").click()
    expect(page.get_by_text("Only pages with")).to_be_visible()
    select_first_row(page, page.get_by_text("page 1 of 2"))
    expect(page.get_by_text(SCAN).first).to_be_visible()
    picture = page.locator(".corpus-box img")
    address = image_address("small", place.fingerprint, SCAN, 1)
    assert picture.get_attribute("src") == address
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1224
    expect(page.get_by_text("No text: no search can find this page.")).to_be_visible()

    page.get_by_role("button", name="Read this page again with OCR").click()
    expect(page.get_by_text("You may leave this page; it goes on.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Text after reading again")).to_be_visible(timeout=90_000)
    expect(boxes(page)).to_have_count(1)
    expect(boxes(page)).to_contain_text("SCANBETA line 8")

    page.get_by_role("button", name="Documents", exact=True).click()
    expect(page.get_by_text("1 page read again, waiting for the next build.")).to_be_visible()
    page.get_by_role("button", name="Publish a new build").click()
    expect(page.get_by_text("Running studies keep the build they were made on.").first).to_be_visible()
    expect(page.get_by_text("is in use now: 2 documents")).to_be_visible(timeout=90_000)
    newest = IndexFolder(place.home / "indexes" / "small").current()
    assert newest not in {None, place.fingerprint}
    assert f"build {newest} is in use now, it was {place.fingerprint}" in app.log_text()

    page.goto(f"{app.address}/corpus?build={newest}")
    settle(page)
    assert (card(page, "OCR"), card(page, "No usable text")) == ("1", "0")
    page.goto(f"{app.address}/corpus?build={place.fingerprint}")
    settle(page)
    assert (card(page, "OCR"), card(page, "No usable text")) == ("0", "1")
    index = open_index(str(place.home / "indexes" / "small"), place.fingerprint)
    assert index.search("SCANBETA", 5).total == 0
    index.close()
    assert "TRAPPED" not in page.title()
