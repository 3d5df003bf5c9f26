"""One person takes part in a whole study, and another one leaves it: on the real app, in real browsers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from baseline.participants.participation import stream_of
from db import event_log
from db.clock import SystemClock
from db.connection import open_database, writing
from db.models import Account
from db.study_events import MessageSent
from tests.e2e import logged
from tests.e2e.participant import Participant, settle
from tests.e2e.running_app import RunningApp
from tests.e2e.screen_rules import BROKEN_RULES, NAMELESS_AND_DOUBLED, WEAK_TEXT, walk_by_keyboard
from tests.e2e.warm_server import WarmServers
from tests.journey_study import PRACTICE_GOLD, WholeStudy, make_whole_study
from tests.makers import make_new
from tests.small_study import GOLD_SENTINEL, SmallStudy, copied

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def whole(study_template: SmallStudy, tmp_path_factory: pytest.TempPathFactory) -> WholeStudy:
    return make_whole_study(copied(study_template, tmp_path_factory.mktemp("journey")))


@pytest.fixture(scope="module")
def app(whole: WholeStudy, warm: WarmServers) -> Iterator[RunningApp]:
    running = RunningApp(whole.small.home, warm=warm).start()
    yield running
    running.stop()


class Taker(Participant):
    """A participant who also goes from sheet to sheet, and looks at what each of them is like."""

    def __init__(self, page: Page, address: str) -> None:
        super().__init__(page, address)
        self.received: list[bytes] = []
        page.on("websocket", self._listen)
        page.on("response", self._keep)

    def sheet(self, title: str) -> None:
        """Wait for a sheet, which keeps the rules of every screen."""
        heading = self.page.get_by_role("heading", level=1, name=title, exact=True)
        expect(heading).to_be_focused()
        settle(self.page)
        column = self.page.locator("[data-testid=stMain]")
        assert column.evaluate(WEAK_TEXT) == []
        assert column.evaluate(NAMELESS_AND_DOUBLED) == [[], []]
        assert self.page.evaluate(BROKEN_RULES) == []
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def press(self, label: str) -> None:
        """Press a button by its name."""
        button = self.page.get_by_role("button", name=label)
        # While a page is drawn anew, the old button may still stand beside the new one.
        expect(button).to_have_count(1)
        button.click()

    def begin(self, label: str) -> None:
        """Press a button that leads to an item."""
        self.press(label)
        self.search_field.wait_for()
        settle(self.page)
        assert self.page.evaluate(BROKEN_RULES) == []

    def choose(self, group: str, label: str) -> None:
        """Choose one answer of a question."""
        radios: Locator = self.page.get_by_role("radiogroup", name=group)
        radios.get_by_text(label, exact=True).click()

    def answer_item(self, query: str, text: str) -> None:
        """Search, mark the first hit, answer, submit."""
        self.search(query)
        self.open_hit(1)
        self.mark()
        self.answer(text)
        self.submit()

    def was_told(self, secret: str) -> bool:
        """Whether the browser ever received these letters."""
        return any(secret.encode() in one for one in self.received)

    def _listen(self, socket: object) -> None:
        socket.on("framereceived", lambda frame: self.received.append(_raw(frame)))  # type: ignore[attr-defined]

    def _keep(self, reply: object) -> None:
        if "/api/" in reply.url and "page-image" not in reply.url:  # type: ignore[attr-defined]
            self.received.append(reply.body())  # type: ignore[attr-defined]


def _raw(frame: str | bytes) -> bytes:
    return frame if isinstance(frame, bytes) else frame.encode()


def send(whole: WholeStudy, account: Account, text: str) -> None:
    """A researcher writes to a participant."""
    database = open_database(whole.small.home / "pagetrail.db")
    with writing(database):
        sent = make_new(MessageSent(text=text, by="p-r"))
        event_log.append(database, stream_of(account.account_id), [sent], SystemClock().now_ms())
    database.close()


def test_whole_study_from_consent_to_code(
    app: RunningApp, whole: WholeStudy, page: Page, chromium: Browser
) -> None:
    invitation = whole.person()
    taker = Taker(page, app.address)
    taker.enter(invitation.token)
    taker.sheet("Looking things up in old files")
    taker.press("I agree to take part")
    taker.sheet("Instructions")
    taker.press("Go on")
    taker.sheet("Some questions about you")
    taker.press("Save and go on")
    expect(page.get_by_text("2 questions need another look")).to_be_visible()
    names, wrong = walk_by_keyboard(page)
    assert wrong == []
    assert names[-3:-1] == ["Save and go on", "Leave the study …"]
    taker.choose("How often do you search in PDF files?", "Every week")
    taker.choose("I find what I look for. 1 = never, 7 = always", "5")
    taker.press("Save and go on")
    taker.sheet("Practice")
    taker.begin("Start practice")
    assert not taker.was_told(PRACTICE_GOLD)
    taker.answer_item('"put off"', "repairs of the quay")
    taker.sheet("That is right")
    expect(page.get_by_role("img", name="accounts/harbour-2021.pdf, page 4")).to_be_visible()
    taker.reload()
    taker.sheet("That is right")
    taker.press("Go on")
    taker.sheet("A short test")
    taker.begin("Start the test")
    taker.answer_item("storm", "3 March")
    taker.sheet("Ready to begin")
    taker.begin("Start batch 1")
    names, wrong = walk_by_keyboard(page)
    assert wrong == []
    order = [
        names.index(one) for one in ("Pause", "Search the collection", "Answer", "Submit and go to item 2")
    ]
    assert order == sorted(order)
    for number in (1, 2):
        taker.answer_item("lamps OR dredging OR captain", "x")
        if number == 1:
            expect(page.locator(".bench-place")).to_contain_text("Item 2 of 2")
    taker.sheet("Batch 1 of 2 is done")
    send(whole, invitation.account, "The last batch is short.")
    taker.reload()
    expect(page.get_by_text("The last batch is short.")).to_be_visible()
    taker.press("Close message")
    expect(page.get_by_text("The last batch is short.")).to_have_count(0)
    taker.begin("Start batch 2")
    taker.answer_item("lamps OR dredging OR captain", "x")
    taker.sheet("Some last questions")
    page.get_by_label("What made it hard?").fill("The scans.")
    taker.press("Save and go on")
    taker.sheet("All done, thank you")
    code = page.get_by_test_id("stCode").inner_text()
    elsewhere = Taker(chromium.new_context().new_page(), app.address)
    elsewhere.enter(invitation.token)
    elsewhere.sheet("All done, thank you")
    assert elsewhere.page.get_by_test_id("stCode").inner_text() == code
    elsewhere.page.context.close()
    assert taker.was_told("Repairs of the quay")
    assert not taker.was_told(GOLD_SENTINEL)


def test_leaving_from_the_bench_erases_at_once_for_every_tab(
    app: RunningApp, whole: WholeStudy, page: Page
) -> None:
    # A tablet, in the dark.
    page.set_viewport_size({"width": 820, "height": 1180})
    page.emulate_media(color_scheme="dark")
    invitation = whole.person("Somebody who leaves")
    taker = Taker(page, app.address)
    taker.enter(invitation.token)
    taker.press("I agree to take part")
    taker.sheet("Instructions")
    taker.press("Go on")
    taker.choose("How often do you search in PDF files?", "Every day")
    taker.choose("I find what I look for. 1 = never, 7 = always", "7")
    taker.press("Save and go on")
    taker.begin("Start practice")
    taker.search("quay-that-nobody-else-searches OR ferry")
    send(whole, invitation.account, "Are you well?")
    taker.reload()
    taker.search_field.wait_for()
    expect(page.get_by_text("Are you well?")).to_be_visible()
    taker.press("Close message")
    expect(page.get_by_text("Are you well?")).to_have_count(0)
    page.get_by_role("link", name="Leave the study").click()
    taker.sheet("Leave the study?")
    taker.press("Back to the study")
    taker.search_field.wait_for()
    page.get_by_role("link", name="Leave the study").click()
    taker.press("Leave and erase everything")
    taker.sheet("You have left the study")
    taker.reload()
    taker.sheet("You have left the study")
    rows = logged.rows(whole.small.home, "SELECT payload FROM events")
    assert not [row for row in rows if "nobody-else" in row[0]]
