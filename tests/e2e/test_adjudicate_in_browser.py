"""Judging with the keyboard alone: one press an answer, undo, next, and nothing lost by a reload."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from baseline.judging.judging import answers_on_set
from baseline.runs.importing import RunFile, import_run
from db.clock import SystemClock
from db.connection import open_database, writing
from db.models import By
from db.studies import all_studies
from db.verdicts import in_force, verdicts_of
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.small_study import SmallStudy, copied

pytestmark = pytest.mark.browser

ANSWERS = b"""{"id": "harbour", "answer": "4,217", "citations": [{"document": "lighthouse.pdf", "page": 3}]}
{"id": "ferry", "answer": "Sollie built it in 1987", "citations": []}
{"id": "lamp", "answer": "Twelve lamps", "citations": [{"document": "lighthouse.pdf", "page": 12}]}
"""


@pytest.fixture(scope="module")
def app(
    study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory, warm: WarmServers
) -> Iterator[tuple[RunningApp, SmallStudy]]:
    study = copied(study_template, tmp_path_factory.mktemp("adjudicate"))
    database = open_database(study.home / "pagetrail.db")
    with writing(database):
        file = RunFile(ANSWERS, "run.jsonl", "madqa", "small", "Agent")
        import_run(database, file, None, By("r", SystemClock().now_ms()))
    database.close()
    running = RunningApp(study.home, warm=warm).start()
    yield running, study
    running.stop()


def scores(study: SmallStudy) -> dict[str, float | None]:
    """The score in force of each item's answer."""
    database = open_database(study.home / "pagetrail.db")
    answers = answers_on_set(database, "small", all_studies(database)).answers
    verdicts = verdicts_of(database, [attempt for one in answers for attempt in one.attempts])
    database.close()
    deciding = {one.gold.item_id: in_force(verdicts.get(one.attempts[0], ())) for one in answers}
    return {item: None if one is None else one.score for item, one in deciding.items()}


def item_shown(page: Page) -> str:
    """The item that is on the screen, once it is there."""
    place = page.get_by_text(re.compile(r"^\d of \d · item \w+")).first
    expect(place).to_be_visible()
    found = re.search(r"item (\w+)", place.inner_text())
    assert found
    return found[1]


def press_until(page: Page, key: str, shown: str) -> None:
    """A key, again until the page has heard it: it may still be busy with what came before."""
    for _ in range(20):
        page.keyboard.press(key)
        try:
            expect(page.get_by_text(shown).first).to_be_visible(timeout=15_000)
        except AssertionError:
            continue
        return
    raise AssertionError(f"{key} did not show {shown!r}")


def test_answers_are_judged_with_the_keyboard_alone(
    chromium: Browser, app: tuple[RunningApp, SmallStudy]
) -> None:
    running, study = app
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(f"{running.address}/enter/{study.researcher}")
    expect(page.get_by_role("heading", name="A small study")).to_be_visible()
    page.goto(f"{running.address}/adjudicate")
    first = item_shown(page)
    expect(page.get_by_text("To judge · 3")).to_be_visible()
    # The gold page is a picture that loads.
    picture = page.locator("figure.judged-page img").first
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", value=True)
    assert picture.evaluate("one => one.naturalWidth") > 100
    # All reasons can be seen at once.
    expect(page.get_by_role("button", name="Whole sentences")).to_be_in_viewport()

    press_until(page, "2", "To judge · 2")
    assert scores(study)[first] == 0.5
    second = item_shown(page)
    assert second != first
    press_until(page, "n", "2 of 2")
    third = item_shown(page)
    page.reload()
    expect(page.get_by_text("2 of 2")).to_be_visible()
    assert item_shown(page) == third
    press_until(page, "3", "To judge · 1")
    assert scores(study) == {first: 0.5, third: 0.0, second: None}
    press_until(page, "z", "To judge · 2")
    assert item_shown(page) == third
    # Whoever writes a note presses no key of the rubric.
    note = page.get_by_role("textbox", name="Note")
    note.fill("11 lamps")
    note.press("1")
    note.press("Enter")
    expect(page).to_have_url(re.compile("note=11"))
    assert scores(study) == {first: 0.5, third: None, second: None}
    context.close()
