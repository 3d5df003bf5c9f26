"""Somebody new writes and submits a cross-document item over real reports, without a mouse.

Only keys are pressed: no field is filled and no button clicked from outside. What the person does next is
what the screen says: the one button of the welcome, the search field that has the focus, the help sheet, the
warnings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation import authoring
from annotation.__main__ import main as annotation_main
from annotation.checks.against_index import findings_of
from db.clock import SystemClock
from db.connection import reading
from db.models import PageRef
from db.projects import find_project
from index.build import BuildRequest, build_index
from index.collection import open_index
from tests.e2e.participant import settle
from tests.e2e.running_app import RunningApp

pytestmark = [pytest.mark.corpus, pytest.mark.browser]

ELYRIA, LATROBE = "ntsb-20080115X00053.pdf", "ntsb-20080109X00035.pdf"
QUESTION = (
    "Which registrations had the airplanes that hit a tree at Elyria in December 2007 "
    "and that cartwheeled at Latrobe in November 2007?"
)
REASON = "The two accidents have to be told apart and read side by side."
NO_POINTER = """
window.pointers = 0;
for (const kind of ["pointerdown", "mousedown", "touchstart"]) {
  window.addEventListener(kind, () => (window.pointers += 1), { capture: true });
}"""


@pytest.fixture
def home(corpus_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with an index of nine accident reports, and the project `pilot` over it."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    request = BuildRequest(
        folder=corpus_folder / "accident_reports",
        out=tmp_path / "indexes" / "reports",
        ocr="off",
        n_workers=2,
    )
    build_index(request, SystemClock())
    project = ["project", "create", "--id", "pilot", "--title", "Accident reports", "--index", "reports"]
    assert annotation_main(project) == 0
    return tmp_path


@pytest.fixture
def app(home: Path) -> Iterator[RunningApp]:
    running = RunningApp(home).start()
    yield running
    running.stop()


@pytest.fixture
def link(app: RunningApp, capsys: pytest.CaptureFixture[str]) -> str:
    """The author's invitation link, as the command prints it."""
    capsys.readouterr()
    assert annotation_main(["invite", "--project", "pilot", "--role", "author"]) == 0
    printed = capsys.readouterr().out
    return f"{app.address}/enter/" + re.findall(r"/enter/([\w-]+)", printed)[0]


def test_newcomer_writes_and_submits_a_cross_document_item_with_keys_alone(
    app: RunningApp, link: str, page: Page
) -> None:
    page.add_init_script(NO_POINTER)
    page.goto(link)
    settle(page)
    _tab_to(page, page.get_by_role("button", name="Write the first item"))
    page.keyboard.press("Enter")
    expect(page.get_by_label("Search the collection", exact=True)).to_be_focused()
    _read_the_help(page)

    _search_and_open(page, "Elyria registration", ELYRIA)
    _take_what_is_found(page, "N2699G")
    _search_and_open(page, "Latrobe registration", LATROBE)
    _take_what_is_under_the_cursor(page, "N103JT")

    page.keyboard.press("q")
    page.keyboard.type(QUESTION)
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    for letters in ("struct", "comp"):
        page.keyboard.type(letters)
        page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator(".bench-saved")).to_contain_text("Saved ")
    _submit(page)

    assert page.evaluate("window.pointers") == 0
    _stored_item_is_right(app.home)


def _tab_to(page: Page, wanted: Locator) -> None:
    """Tab until it has the focus, as far as a person would go."""
    wanted.wait_for()
    for _ in range(40):
        if wanted.evaluate("(element) => element.matches(':focus')"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the Tab key does not lead there")


def _read_the_help(page: Page) -> None:
    page.keyboard.press("Escape")  # out of the field, as its placeholder of the page says
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Select words of the page")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def _search_and_open(page: Page, query: str, document: str) -> None:
    page.keyboard.press("/")
    page.keyboard.press("Control+A")
    page.keyboard.type(query)
    with page.expect_response("**/api/search"):
        page.keyboard.press("Enter")
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    hits = page.locator(".bench-hit")
    wanted = hits.filter(has_text=document).filter(has_text="p. 1").first
    expect(wanted).to_be_visible()
    for _ in range(hits.count()):
        page.keyboard.press("ArrowDown")
        if wanted.evaluate("(hit) => hit.matches(':focus')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".viewer-name")).to_contain_text(document)
    expect(page.locator(".viewer-mark")).not_to_have_attribute("aria-disabled", "true")


def _take_what_is_found(page: Page, words: str) -> None:
    """Find it on the page; it is selected when the find field goes; use it as the answer."""
    page.keyboard.press("f")
    page.keyboard.type(words)
    expect(page.locator(".viewer-find-count")).to_have_text("1 of 1")
    page.keyboard.press("Escape")
    expect(page.get_by_role("toolbar", name="Selected text")).to_be_visible()
    page.keyboard.press("a")
    expect(page.locator(".bench-chip")).to_have_count(1)


def _take_what_is_under_the_cursor(page: Page, words: str) -> None:
    """Walk over the page word by word, from the first word that the query matches."""
    page.keyboard.press("w")
    live = page.locator(".viewer-live")
    expect(live).to_contain_text("Selecting words")
    for _ in range(40):
        if live.text_content() == words:
            break
        page.keyboard.press("ArrowRight")
    expect(live).to_have_text(words)
    page.keyboard.press("a")
    expect(page.locator(".bench-chip")).to_have_count(2)


def _submit(page: Page) -> None:
    """Ctrl+Enter; each warning that stays is given its reason where the focus already is."""
    page.keyboard.press("Control+Enter")
    status, dialog = page.locator(".desk-status"), page.get_by_role("dialog")
    expect(status.filter(has_text="submitted").or_(dialog)).to_be_visible()
    if dialog.is_visible():
        n_reasons = dialog.locator(".desk-reason").count()
        for number in range(n_reasons):
            expect(dialog.locator(".desk-reason").nth(number)).to_be_focused()
            page.keyboard.type(REASON)
            page.keyboard.press("Tab")
        page.keyboard.press("Control+Enter")
    expect(status).to_have_text("Item: submitted")


def _stored_item_is_right(home: Path) -> None:
    with reading(home / "pagetrail.db") as database:
        stored = authoring.history(database, "pilot-0001")
        project = find_project(database, "pilot")
    draft = stored.working.draft
    assert (stored.state.status, draft.hop, draft.question) == ("submitted", "cross_doc", QUESTION)
    assert draft.answer_variants == (("N2699G", "N103JT"),)
    assert draft.pages == (PageRef(document=ELYRIA, page=1), PageRef(document=LATROBE, page=1))
    assert (draft.metadata.visual, draft.metadata.reasoning) == ("structured", "comparison")
    index = open_index(str(home / "indexes" / "reports"))
    findings = findings_of(draft, index, project, ())
    index.close()
    assert {one.level for one in findings if one.check in {"extractive", "grounded"}} == {"pass"}
