"""The participant's page on the real app: search, read, mark, answer, and nothing lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import Motion
from tests.e2e import logged
from tests.e2e.participant import Participant, settle
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.small_study import GOLD_SENTINEL, SmallStudy, copied, one_more

pytestmark = pytest.mark.browser


@pytest.fixture
def motion() -> Motion:
    """Here things fade in and turn as on most people's screens."""
    return "no-preference"


@pytest.fixture(scope="module")
def shared(study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory) -> SmallStudy:
    """One study for the tests of this file: each has a participant of its own."""
    return copied(study_template, tmp_path_factory.mktemp("answer-page"))


@pytest.fixture(scope="module")
def app(shared: SmallStudy, warm: WarmServers) -> Iterator[RunningApp]:
    running = RunningApp(shared.home, warm=warm).start()
    yield running
    running.stop()


QUERIES = {"harbour": "dredging", "ferry": "captain", "lamp": "replaced"}


def item_on_screen(person: Participant) -> str:
    question = person.question
    return next(
        item
        for item, words in {"harbour": "dredging", "ferry": "captain", "lamp": "lamps"}.items()
        if words in question
    )


def test_whole_study_is_answered_and_the_log_says_exactly_what_was_done(
    app: RunningApp, shared: SmallStudy, page: Page
) -> None:
    person = Participant(page, app.address)
    person.enter(shared.participants[0])
    person.start()
    done: list[str] = []
    for number in (1, 2, 3):
        item = item_on_screen(person)
        done.append(item)
        _answer_item(person, item)
        person.submit()
        if number < 3:
            expect(page.locator(".bench-question-text")).not_to_contain_text(
                {"harbour": "dredging", "ferry": "captain", "lamp": "lamps"}[item]
            )
    expect(page.get_by_text("All done, thank you")).to_be_visible()
    assert sorted(done) == ["ferry", "harbour", "lamp"]
    assert logged.trail(shared.home, logged.attempt_of(shared.home, "harbour")) == [
        "query dredging",
        "hit 1 accounts/harbour-2021.pdf 2",
        "page accounts/harbour-2021.pdf 2 hit",
        "marked accounts/harbour-2021.pdf 2",
        "submit 4,217 crowns",
    ]
    assert logged.trail(shared.home, logged.attempt_of(shared.home, "lamp")) == [
        "query replaced",
        "hit 1 lighthouse.pdf 12",
        "page lighthouse.pdf 12 hit",
        "page lighthouse.pdf 13 next",
        "page lighthouse.pdf 12 previous",
        "marked lighthouse.pdf 12",
        "submit 12",
    ]
    assert logged.trail(shared.home, logged.attempt_of(shared.home, "ferry")) == [
        "query captain",
        "hit 1 ferry log.pdf 1",
        "page ferry log.pdf 1 hit",
        "marked ferry log.pdf 1",
        "query built 1987",
        "hit 1 accounts/harbour-2021.pdf 3",
        "page accounts/harbour-2021.pdf 3 hit",
        "marked accounts/harbour-2021.pdf 3",
        "submit Ingrid Sollie | 1987",
    ]


def _answer_item(person: Participant, item: str) -> None:
    person.search(QUERIES[item])
    person.open_hit(1)
    if item == "lamp":
        person.turn("n")
        person.turn("p")
    person.mark()
    if item == "ferry":
        person.search("built 1987")
        person.open_hit(1)
        person.mark()
    person.answer(*{"harbour": ["4,217 crowns"], "ferry": ["Ingrid Sollie", "1987"], "lamp": ["12"]}[item])


def test_gold_never_reaches_the_participants_browser(app: RunningApp, shared: SmallStudy, page: Page) -> None:
    received: list[bytes] = []
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(_raw(frame)))
    )
    page.on("response", lambda reply: received.append(reply.body()) if "/api/" in reply.url else None)
    person = Participant(page, app.address)
    person.enter(shared.participants[1])
    person.start()
    item = item_on_screen(person)
    _answer_item(person, item)
    person.submit()
    person.search_field.wait_for()
    assert len(received) > 10
    assert not [frame for frame in received if GOLD_SENTINEL.encode() in frame]


def _raw(frame: str | bytes) -> bytes:
    return frame if isinstance(frame, bytes) else frame.encode()


def test_work_survives_reload_kill_and_another_browser(
    app: RunningApp, shared: SmallStudy, page: Page, chromium: Browser
) -> None:
    invitation = one_more(shared, "Somebody")
    person = Participant(page, app.address)
    person.enter(invitation.token)
    person.start()
    item = item_on_screen(person)
    person.search(QUERIES[item])
    person.open_hit(1)
    person.mark()
    person.answer("half a thought")
    expect(page.locator(".bench-saved")).to_contain_text("Saved ")
    before = _screen(person)
    person.reload()
    person.search_field.wait_for()
    assert _screen(person) == before
    for _ in range(2):
        app.kill()
        app.start()
        person.reload()
        person.search_field.wait_for()
        assert _screen(person) == before
    other: BrowserContext = chromium.new_context(viewport={"width": 1280, "height": 720})
    elsewhere = Participant(other.new_page(), app.address)
    elsewhere.enter(invitation.token)
    elsewhere.search_field.wait_for()
    assert _screen(elsewhere) == before
    other.close()
    (attempt,) = logged.attempts_with_events(shared.home, invitation.account.account_id)
    assert len(logged.events_of(shared.home, attempt, "item_shown")) == 1
    gaps = "SELECT stream_id FROM events GROUP BY stream_id HAVING count(*) <> max(seq)"
    assert logged.rows(shared.home, gaps) == []


def _screen(person: Participant) -> dict[str, object]:
    """What a person would check: question, query, hits, page, evidence, answer."""
    page = person.page
    expect(page.locator(".bench-chip")).to_have_count(1)
    expect(page.locator(".bench-hit[aria-current=page]")).to_have_count(1)
    return {
        "question": person.question,
        "hits": person.hits().all_inner_texts(),
        "page": page.get_by_label("Page", exact=True).input_value(),
        "evidence": page.locator(".bench-chip").all_inner_texts(),
        "answer": page.get_by_label("Answer", exact=True).input_value(),
    }


def test_stranger_is_told_to_open_the_invitation(app: RunningApp, page: Page) -> None:
    page.goto(app.address)
    settle(page)
    expect(page.get_by_text("Open the invitation link that you were given")).to_be_visible()


def test_participant_has_no_research_page(app: RunningApp, shared: SmallStudy, page: Page) -> None:
    person = Participant(page, app.address)
    person.enter(shared.participants[1])
    page.goto(f"{app.address}/trajectory")
    settle(page)
    expect(page.get_by_text("Gold answer")).to_have_count(0)
