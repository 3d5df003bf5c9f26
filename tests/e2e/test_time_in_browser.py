"""Limits and given pages through the real app: the server ends the item, the screen says so and leads on."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from baseline.assignment.inviting import Invitation
from baseline.attempts import answering
from db import event_log
from db.assignments import assignments_of
from db.clock import SystemClock
from db.connection import open_database, writing
from db.events import NewEvent
from db.studies import find_study, stream_of_study
from db.study_design import Condition, Limits, StudyDesign
from db.study_events import StudyAmended
from tests.e2e import logged
from tests.e2e.participant import Participant
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.small_study import GOLD_SENTINEL, SmallStudy, copied, one_more

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def shared(study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory) -> SmallStudy:
    """One study for the tests of this file."""
    return copied(study_template, tmp_path_factory.mktemp("time"))


@pytest.fixture(scope="module")
def app(shared: SmallStudy, warm: WarmServers) -> Iterator[RunningApp]:
    running = RunningApp(shared.home, warm=warm).start()
    yield running
    running.stop()


def amend(study: SmallStudy, **changes: Any) -> None:
    """The study has another design from now on."""
    with_changes(study, lambda design: design.model_copy(update=changes))


def with_changes(study: SmallStudy, change: Any) -> None:
    database = open_database(study.home / "pagetrail.db")
    with writing(database):
        design: StudyDesign = change(find_study(database, "small").design)
        new = NewEvent(
            event_id=f"amended:{SystemClock().now_ms()}",
            payload=StudyAmended(design=design, reason="a test", by="tests"),
        )
        event_log.append(database, stream_of_study("small"), [new], SystemClock().now_ms())
    database.close()


def show_first(study: SmallStudy, invitation: Invitation, seconds_ago: float) -> tuple[int, list[str]]:
    """The person's first item was shown that long ago; returns when, and their attempts in order."""
    database = open_database(study.home / "pagetrail.db")
    with writing(database):
        mine = assignments_of(database, "small", invitation.account.account_id)
        at_ms = SystemClock().now_ms() - round(1000 * seconds_ago)
        answering.show_item(database, mine[0], find_study(database, "small"), at_ms)
    database.close()
    return at_ms, [one.attempt_id for one in mine]


def test_time_up_submits_the_draft_and_no_clock_runs_until_the_person_goes_on(
    app: RunningApp, shared: SmallStudy, page: Page
) -> None:
    amend(shared, limits=Limits(item_s=600, warn_before_s=(300,)))
    invitation = one_more(shared, "Somebody")
    person = Participant(page, app.address)
    person.enter(invitation.token)  # a cold start takes its time, and no clock runs
    shown_at_ms, (first, second, _) = show_first(shared, invitation, seconds_ago=585)
    person.reload()
    expect(page.locator(".bench-notice")).to_contain_text("s left on this item.")
    expect(page.get_by_role("timer")).to_contain_text("s left")
    person.answer("4 217 crowns")
    heading = page.get_by_role("heading", name="Time is up for this item")
    expect(heading).to_be_visible()
    expect(heading).to_be_focused()
    expect(page.get_by_text("Your answer and your evidence were submitted as they stood.")).to_be_visible()
    (answer,) = logged.events_of(shared.home, first, "answer_submitted")
    assert (answer["answer_kind"], answer["answer"]) == ("auto", ["4 217 crowns"])
    assert answer["at_limit_ms"] == shown_at_ms + 600_000
    assert len(logged.events_of(shared.home, first, "warning_shown")) == 1

    # Somebody who was away comes back: another browser, or a reload, begins nothing either.
    person.reload()
    expect(page.get_by_role("heading", name="Time was up")).to_be_visible()
    assert logged.events_of(shared.home, second, "item_shown") == []
    page.get_by_role("button", name="Go on").click()
    expect(page.locator(".bench-place")).to_contain_text("Item 2 of 3")
    assert len(logged.events_of(shared.home, second, "item_shown")) == 1


def test_given_pages_in_the_real_app_are_read_and_cited_without_a_search(
    app: RunningApp, shared: SmallStudy, page: Page
) -> None:
    given = Condition(name="search", tools="given_pages", whole_document=False)
    amend(shared, limits=Limits(), conditions=(given,))
    invitation = one_more(shared, "Somebody")
    _, (first, *_) = show_first(shared, invitation, seconds_ago=0)
    sent: list[str] = []
    page.on("response", lambda reply: sent.append(reply.url) if reply.status >= 400 else None)
    person = Participant(page, app.address)
    person.enter(invitation.token)
    expect(page.get_by_text("There is nothing to search for.")).to_be_visible()
    expect(person.search_field).to_have_count(0)
    person.open_hit(1)
    person.mark()
    person.answer("something")
    person.submit()
    expect(page.locator(".bench-place")).to_contain_text("Item 2 of 3")
    (answer,) = logged.events_of(shared.home, first, "answer_submitted")
    assert len(answer["citations"]) == 1
    # Nothing beside the given pages was asked for, and gold answers were nowhere.
    assert [url for url in sent if "/api/" in url] == []
    assert GOLD_SENTINEL not in page.content()


_SHOW_TAB = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  const state = hidden ? "hidden" : "visible";
  Object.defineProperty(document, "visibilityState", {configurable: true, get: () => state});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class _Tab:
    """A tab that goes behind another one: it is told so, and then its timers stand still, as browsers do it.

    No headless Chromium hides a tab for another that is opened in front of it, so both are done by hand.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.browser = page.context.new_cdp_session(page)

    def hide(self) -> None:
        with self.page.expect_response(lambda reply: '"tab_hidden"' in (reply.request.post_data or "")):
            self.page.evaluate(_SHOW_TAB, True)
        self.browser.send("Page.setWebLifecycleState", {"state": "frozen"})

    def show(self) -> None:
        self.browser.send("Page.setWebLifecycleState", {"state": "active"})
        self.page.evaluate(_SHOW_TAB, False)

    def clock(self, attempt: str) -> dict[str, Any]:
        """What the server says, without the page."""
        body = {"attempt": attempt, "event_id": uuid.uuid4().hex}
        address = self.page.url.split("/?")[0].rstrip("/")
        reply = self.page.request.post(f"{address}/api/clock", data=body, headers={"X-Pagetrail": "1"})
        return dict(reply.json()["clock"])

    def wait_until(self, attempt: str, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The server's clock, once this holds of it."""
        while not holds(now := self.clock(attempt)):
            self.page.wait_for_timeout(100)  # what is waited for is the clock itself
        return now


def _left_s(page: Page) -> int:
    return int(page.get_by_role("timer").inner_text().split(" s left")[0].split()[-1])


def test_hidden_tab_stops_no_clock_and_shows_the_right_time_at_once(
    app: RunningApp, shared: SmallStudy, page: Page
) -> None:
    # Fault case 49: countdowns that tick in the browser stand still with a hidden tab.
    amend(shared, limits=Limits(item_s=600, warn_before_s=(60,)))
    invitation = one_more(shared, "Somebody")
    person = Participant(page, app.address)
    person.enter(invitation.token)
    shown_at_ms, (first, *_) = show_first(shared, invitation, seconds_ago=576)
    person.reload()
    person.answer("as far as I came")
    expect(page.locator(".bench-saved")).to_contain_text("Saved ")
    tab = _Tab(page)
    tab.hide()
    tab.wait_until(first, lambda clock: clock["limits"][0]["left_ms"] <= 10_000)
    tab.show()
    # A browser's clock that is set back changes nothing either.
    page.evaluate("() => { const real = Date.now; Date.now = () => real() - 600_000; }")
    expect(page.get_by_role("timer")).to_contain_text("s left")
    assert abs(_left_s(page) - tab.clock(first)["limits"][0]["left_ms"] / 1000) <= 2
    tab.hide()
    ended = tab.wait_until(first, lambda clock: clock["ended"] is not None)["ended"]
    assert (ended["of"], ended["submitted"]) == ("item", True)
    tab.show()
    expect(page.get_by_role("heading", name="Time is up for this item")).to_be_visible()
    expect(page.get_by_label("Answer", exact=True)).not_to_be_visible()
    (answer,) = logged.events_of(shared.home, first, "answer_submitted")
    assert (answer["answer"], answer["at_limit_ms"]) == (["as far as I came"], shown_at_ms + 600_000)
    kinds = [one["kind"] for one in logged.events_of(shared.home, first, "tab_hidden", "tab_shown")]
    assert kinds[:3] == ["tab_hidden", "tab_shown", "tab_hidden"]
