"""Reviewing on the real app, by keyboard alone: blind, from the evidence, compared, decided; nothing lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from annotation import authoring
from db.connection import connect
from tests.e2e.participant import sign_in
from tests.e2e.review_room import BUILT, FERRY, HARBOUR, LAMPS, ReviewRoom, make_review_room
from tests.e2e.running_app import RunningApp
from tests.e2e.screen_rules import NAMELESS_AND_DOUBLED, WEAK_TEXT
from tests.e2e.warm_server import WarmServers
from tests.small_study import SmallStudy, copied

pytestmark = pytest.mark.browser


class Reviewing(NamedTuple):
    """The app with the project on it."""

    app: RunningApp
    room: ReviewRoom

    def enter(self, page: Page, who: str) -> None:
        """Sign in and open the reviews."""
        sign_in(page, self.app.address, self.room.tokens[who])
        page.goto(f"{self.app.address}/review")
        expect(page.locator(".review-next")).to_be_focused()

    def status(self, question: str) -> str:
        """Where an item stands."""
        database = connect(self.app.home / "pagetrail.db")
        state = authoring.history(database, self.room.items[question]).state
        database.close()
        return str(state.status.value)


@pytest.fixture(scope="module")
def reviewing(
    study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory, warm: WarmServers
) -> Iterator[Reviewing]:
    """One app for the tests of this file: each has items of its own."""
    home = copied(study_template, tmp_path_factory.mktemp("review")).home
    room = make_review_room(home)
    app = RunningApp(home, warm=warm).start()
    yield Reviewing(app, room)
    app.stop()


def search_and_mark(page: Page, words: str) -> None:
    """Search, open the first hit, mark its page."""
    field = page.get_by_label("Search the collection", exact=True)
    expect(field).to_be_focused()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    expect(page.locator(".bench-hit").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    painted(page)
    page.keyboard.press("e")
    expect(page.locator(".bench-chip")).to_have_count(1)


def write_answer(page: Page, words: str) -> None:
    """The answer field by its key, then the words."""
    page.keyboard.press("a")
    expect(page.get_by_label("Answer", exact=True)).to_be_focused()
    page.keyboard.type(words)
    saved(page)


def painted(page: Page) -> None:
    expect(page.locator(".viewer[data-painted]")).to_be_visible()


def saved(page: Page) -> None:
    expect(page.locator(".bench-saved[data-state=saved]")).to_be_visible()


def blind(page: Page, words: str, answer: str) -> None:
    """Both blind stages."""
    search_and_mark(page, words)
    write_answer(page, answer)
    page.keyboard.press("Control+Enter")
    from_the_evidence(page, answer)


def from_the_evidence(page: Page, answer: str) -> None:
    """The second blind stage."""
    expect(page.locator(".review-pages")).to_be_visible()
    painted(page)
    write_answer(page, answer)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".review-table")).to_be_focused()
    painted(page)


def check_screen(page: Page) -> None:
    """The rules of every screen."""
    frame = page.locator(".bench-frame")
    assert frame.evaluate(NAMELESS_AND_DOUBLED) == [[], []]
    assert frame.locator("> .bench").evaluate(WEAK_TEXT) == []


def test_reviewer_returns_an_item_with_a_comment_and_a_reload_loses_nothing(
    reviewing: Reviewing, page: Page
) -> None:
    reviewing.enter(page, "rita")
    expect(page.locator(".review-count")).to_contain_text("items wait for a review.")
    check_screen(page)
    page.keyboard.press("n")
    expect(page.locator(".bench-question-text")).to_have_text(HARBOUR)
    search_and_mark(page, "dredging")
    write_answer(page, "4,217")
    page.reload()
    expect(page.get_by_label("Answer", exact=True)).to_have_value("4,217")
    expect(page.locator(".bench-chip")).to_have_count(1)
    painted(page)
    check_screen(page)
    page.get_by_label("Answer", exact=True).focus()
    page.keyboard.press("Control+Enter")
    from_the_evidence(page, "4,217 Crowns")
    expect(page.locator(".review-tag")).to_have_text(["differs, counts as wrong", "same as the author"])
    expect(page.get_by_text("Ann Real")).to_have_count(0)
    check_screen(page)
    page.keyboard.press("r")
    comment = page.get_by_label("Comment on the question")
    expect(comment).to_be_focused()
    page.keyboard.type("Say which harbour.")
    saved(page)
    reviewing.app.kill()
    reviewing.app.start()
    page.reload()
    expect(comment).to_have_value("Say which harbour.")
    expect(page.get_by_role("button", name="Return", exact=True)).to_have_attribute("aria-pressed", "true")
    painted(page)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".review-outcome")).to_contain_text("You returned it.")
    expect(page.locator(".review-outcome")).to_contain_text("Written by Ann Real.")
    assert reviewing.status(HARBOUR) == "returned"
    page.keyboard.press("N")
    expect(page.locator(".bench-question-text")).to_have_text(LAMPS)


def test_correction_says_what_it_is_before_it_is_sent(reviewing: Reviewing, page: Page) -> None:
    reviewing.enter(page, "ray")
    page.keyboard.press("/")
    page.keyboard.type("ferry built")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator(".bench-question-text")).to_have_text(BUILT)
    blind(page, "built", "In 1987")
    page.keyboard.press("3")
    expect(page.get_by_label("Question", exact=True)).to_be_focused()
    expect(page.locator(".review-send")).to_have_text("Correct it first")
    page.keyboard.press("Tab")
    page.keyboard.press("Home")
    page.keyboard.type("in ")
    expect(page.locator(".review-send")).to_have_text("Send as a replacement")
    expect(page.locator(".review-kind")).to_have_text("This replaces the author's item: 1 answer changed.")
    saved(page)
    check_screen(page)
    page.reload()
    expect(page.locator(".review-send")).to_have_text("Send as a replacement")
    painted(page)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".bench-notice")).to_contain_text("still warn")
    expect(page.locator(".desk-reason").first).to_be_focused()
    for keep in reversed(page.locator(".desk-keep").all()):
        keep.click()
    for reason in page.locator(".desk-reason").all():
        reason.fill("The page says so.")
    saved(page)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".review-outcome")).to_contain_text("You corrected it.")
    assert reviewing.status(BUILT) == "corrected"


def test_supervisor_decides_between_two_sides(reviewing: Reviewing, page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    reviewing.enter(page, "sue")
    page.keyboard.press("n")
    expect(page.locator(".review-table")).to_be_focused()
    expect(page.locator(".review-head h2")).to_have_text(
        ["Blind answers", "A: Author's item", "B: First review's correction", "Decision"]
    )
    expect(page.locator(".review-text ins")).to_have_text(["Captain "])
    expect(page.locator(".review-rounds")).to_contain_text("Her name will do.")
    painted(page)
    check_screen(page)
    page.keyboard.press("2")
    expect(page.get_by_label("The reason, which both sides read")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".bench-notice")).to_contain_text("Write the reason first")
    page.keyboard.type("The rank belongs to it.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".review-outcome")).to_contain_text("You accepted it. Written by Ann Real.")
    assert reviewing.status(FERRY) == "accepted"
