"""Limits and given pages through the real app: the server ends the item, the screen says so and leads on."""

from __future__ import annotations

from collections.abc import Iterator
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
