"""Reruns, typing, zooming and idling add nothing to the log; each deliberate act adds one row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import logged
from tests.e2e.participant import Participant
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.small_study import SmallStudy, copied, one_more

pytestmark = pytest.mark.browser

STEPS_OF_INTEREST = {"query": "query", "page_entered": "view", "evidence_marked": "mark"}
TEXT_WITH_EVERY_SHORTCUT = "n p 1 2 3 / ? e r f + - 0 next page, then arrows"


@pytest.fixture(scope="module")
def shared(study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory) -> SmallStudy:
    """One study for the tests of this file."""
    return copied(study_template, tmp_path_factory.mktemp("log"))


@pytest.fixture(scope="module")
def app(shared: SmallStudy, warm: WarmServers) -> Iterator[RunningApp]:
    running = RunningApp(shared.home, warm=warm).start()
    yield running
    running.stop()


class Logged(NamedTuple):
    """What the log has of one person."""

    home: Path
    account_id: str

    @property
    def counted(self) -> Counter[str]:
        """Rows so far of the three kinds that effort is made of."""
        attempts = logged.attempts_with_events(self.home, self.account_id)
        kinds = [event["kind"] for attempt in attempts for event in logged.events_of(self.home, attempt)]
        return Counter(STEPS_OF_INTEREST[kind] for kind in kinds if kind in STEPS_OF_INTEREST)

    def all(self, kind: str) -> list[dict[str, object]]:
        """The events of this kind on the one item that was worked on."""
        (attempt,) = logged.attempts_with_events(self.home, self.account_id)
        return logged.events_of(self.home, attempt, kind)


@pytest.fixture
def seat(app: RunningApp, shared: SmallStudy, page: Page) -> tuple[Participant, Logged]:
    """Somebody of this test's own who has just started, and their log."""
    invitation = one_more(shared, "Somebody")
    person = Participant(page, app.address)
    person.enter(invitation.token)
    person.start()
    return person, Logged(shared.home, invitation.account.account_id)


def test_twelve_actions_leave_two_queries_three_page_views_and_one_mark(
    seat: tuple[Participant, Logged],
) -> None:
    person, log = seat
    page = person.page
    assert log.counted == Counter()
    person.search("lighthouse journal")
    assert log.counted == Counter(query=1)
    person.open_hit(1)
    assert log.counted == Counter(query=1, view=1)
    field = page.get_by_label("Answer", exact=True)
    field.press_sequentially("twelv")
    for _ in range(2):
        page.get_by_role("button", name="Help").click()
        page.keyboard.press("Escape")
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
    page.locator(".viewer-stage, .viewer").first.click()
    assert log.counted == Counter(query=1, view=1)
    person.mark()
    person.turn("n")
    person.turn("p")
    assert log.counted == Counter(query=1, view=3, mark=1)
    person.search("lighthouse journal")
    person.wait_for_heart_beat()
    assert log.counted == Counter(query=2, view=3, mark=1)
    person.reload()
    person.search_field.wait_for()
    expect(page.locator(".bench-chip")).to_have_count(1)
    page.wait_for_timeout(500)
    assert [event["reached"] for event in log.all("page_entered")] == ["hit", "next", "previous", "restored"]
    assert log.counted["query"] == 2


def test_typing_every_shortcut_moves_nothing(seat: tuple[Participant, Logged]) -> None:
    person, log = seat
    page = person.page
    person.search("lighthouse journal")
    person.open_hit(1)
    before = log.counted
    number = page.get_by_label("Page", exact=True).input_value()
    for field in (page.get_by_label("Answer", exact=True), person.search_field):
        field.fill("")
        field.press_sequentially(TEXT_WITH_EVERY_SHORTCUT)
        for key in ("Home", "End", "ArrowLeft", "ArrowRight", "Backspace", "Space", "Shift+Enter"):
            if not (field is person.search_field and key == "Shift+Enter"):
                field.press(key)
        expect(field).to_have_value(TEXT_WITH_EVERY_SHORTCUT[:-1] + " ")
    assert page.get_by_label("Page", exact=True).input_value() == number
    assert log.counted == before
    expect(page.locator(".bench-chip")).to_have_count(0)


def test_double_click_and_two_tabs_leave_one_answer(seat: tuple[Participant, Logged]) -> None:
    person, log = seat
    twin = Participant(person.page.context.new_page(), person.address)
    twin.page.goto(twin.address)
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
    attempts = logged.attempts_with_events(log.home, log.account_id)
    answers = [len(logged.events_of(log.home, attempt, "answer_submitted")) for attempt in attempts]
    assert [count for count in answers if count] == [1]
