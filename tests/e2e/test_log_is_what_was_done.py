"""Reruns, typing, zooming and idling add nothing to the log; each deliberate act adds one row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import logged
from tests.e2e.participant import Participant
from tests.e2e.running_app import RunningApp
from tests.small_study import SmallStudy

pytestmark = pytest.mark.browser

STEPS_OF_INTEREST = {"query": "query", "page_entered": "view", "evidence_marked": "mark"}
TEXT_WITH_EVERY_SHORTCUT = "n p 1 2 3 / ? e r f + - 0 next page, then arrows"


@pytest.fixture
def app(small_study: SmallStudy) -> Iterator[RunningApp]:
    running = RunningApp(small_study.home).start()
    yield running
    running.stop()


def counted(study: SmallStudy) -> Counter[str]:
    """Rows so far of the three kinds that effort is made of."""
    rows = logged.rows(study.home, "SELECT kind, count(*) FROM events GROUP BY kind")
    return Counter({STEPS_OF_INTEREST[kind]: n for kind, n in rows if kind in STEPS_OF_INTEREST})


def test_twelve_actions_leave_two_queries_three_page_views_and_one_mark(
    app: RunningApp, small_study: SmallStudy, page: Page
) -> None:
    person = Participant(page, app.address)
    person.enter(small_study.participants[0])
    person.start()
    assert counted(small_study) == Counter()
    person.search("lighthouse journal")
    assert counted(small_study) == Counter(query=1)
    person.open_hit(1)
    assert counted(small_study) == Counter(query=1, view=1)
    field = page.get_by_label("Answer", exact=True)
    field.press_sequentially("twelv")
    for _ in range(2):
        person.page.get_by_role("button", name="Help").click()
        person.page.keyboard.press("Escape")
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
    page.locator(".viewer-stage, .viewer").first.click()
    assert counted(small_study) == Counter(query=1, view=1)
    person.mark()
    person.turn("n")
    person.turn("p")
    assert counted(small_study) == Counter(query=1, view=3, mark=1)
    person.search("lighthouse journal")
    person.page.wait_for_timeout(6_000)  # longer than the heart beat of a page view
    assert counted(small_study) == Counter(query=2, view=3, mark=1)
    person.reload()
    person.search_field.wait_for()
    expect(page.locator(".bench-chip")).to_have_count(1)
    person.page.wait_for_timeout(500)
    views = _all(small_study, "page_entered")
    assert [event["reached"] for event in views] == ["hit", "next", "previous", "restored"]
    assert counted(small_study)["query"] == 2


def _all(study: SmallStudy, kind: str) -> list[dict[str, object]]:
    (attempt,) = logged.rows(study.home, "SELECT DISTINCT stream_id FROM events WHERE kind = 'item_shown'")[0]
    return logged.events_of(study.home, attempt, kind)


def test_typing_every_shortcut_moves_nothing(app: RunningApp, small_study: SmallStudy, page: Page) -> None:
    person = Participant(page, app.address)
    person.enter(small_study.participants[0])
    person.start()
    person.search("lighthouse journal")
    person.open_hit(1)
    before = counted(small_study)
    number = page.get_by_label("Page", exact=True).input_value()
    for field in (page.get_by_label("Answer", exact=True), person.search_field):
        field.fill("")
        field.press_sequentially(TEXT_WITH_EVERY_SHORTCUT)
        for key in ("Home", "End", "ArrowLeft", "ArrowRight", "Backspace", "Space", "Shift+Enter"):
            if not (field is person.search_field and key == "Shift+Enter"):
                field.press(key)
        expect(field).to_have_value(TEXT_WITH_EVERY_SHORTCUT[:-1] + " ")
    assert page.get_by_label("Page", exact=True).input_value() == number
    assert counted(small_study) == before
    expect(page.locator(".bench-chip")).to_have_count(0)


def test_double_click_and_two_tabs_leave_one_answer(
    app: RunningApp, small_study: SmallStudy, page: Page
) -> None:
    person = Participant(page, app.address)
    person.enter(small_study.participants[0])
    person.start()
    twin = Participant(page.context.new_page(), app.address)
    twin.page.goto(app.address)
    twin.search_field.wait_for()
    assert twin.question == person.question
    for tab in (person, twin):
        tab.page.get_by_label("Could not find it").check()
    person.submit_button.dblclick()
    person.search_field.wait_for()
    expect(person.page.locator(".bench-question-text")).not_to_have_text(twin.question)
    expect(twin.page.locator(".bench-notice")).to_contain_text("This item was submitted in another tab")
    twin.submit_button.click(force=True)
    expect(twin.page.locator(".bench-notice")).to_have_count(1)
    twin.page.get_by_role("button", name="Go on").click()
    expect(twin.page.locator(".bench-question-text")).to_have_text(person.question)
    rows = logged.rows(
        small_study.home,
        "SELECT stream_id, count(*) FROM events WHERE kind = 'answer_submitted' GROUP BY stream_id",
    )
    assert [count for _, count in rows] == [1]
