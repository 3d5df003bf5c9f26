"""People of a simulated study in real browsers: a thread and a Chromium each, at the app's own pages."""

from __future__ import annotations

import random
import threading
from typing import Any

from playwright.sync_api import Error as BrowserTrouble
from playwright.sync_api import Page, Response, sync_playwright
from playwright.sync_api import TimeoutError as BrowserTimeout

from tests.browser import LAUNCH_ARGUMENTS, executable
from tests.e2e.participant import SETTLED, Participant
from tests.e2e.simulated_ledger import Ledger
from tests.e2e.simulated_study import Simulated

# Short: what is in the way for longer is looked at anew.
_PATIENCE_MS = 10_000
_BENCH = ".bench-submit"
_TIME_UP = ".bench-time-up .bench-primary"
_NEXT = ".st-key-next button"
_OUTCOMES = {
    "All done, thank you": "finished",
    "This study is full": "no_room",
    "No questions are left": "no_room",
    "The study ends here for you": "not_qualified",
}


class BrowserPerson(threading.Thread):
    """Looks at the screen and does what it asks for; whatever goes wrong, reloads and looks again."""

    def __init__(
        self, study: Simulated, ledger: Ledger, address: str, name: str, *, seed: str, vanishes: bool = False
    ) -> None:
        super().__init__(name=name, daemon=True)
        invitation = study.person(name)
        self.account_id = invitation.account.account_id
        self.failure: BaseException | None = None
        self.stopping = threading.Event()
        self.is_ready = threading.Event()
        self.is_away = threading.Event()
        self.trouble: list[str] = []
        self._token = invitation.token
        self._study = study
        self._ledger = ledger
        self._address = address
        self._vanishes = vanishes
        self._n_main = 0
        self._random = random.Random(f"{seed}:{name}")

    def run(self) -> None:
        """Take part, to whatever end."""
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=executable(), args=LAUNCH_ARGUMENTS)
                context = browser.new_context(viewport={"width": 1280, "height": 720})
                context.set_default_timeout(_PATIENCE_MS)
                context.set_default_navigation_timeout(6 * _PATIENCE_MS)
                self._take_part(context.new_page())
                browser.close()
        except BaseException as error:
            self.failure = error
        self.is_ready.set()
        self.is_away.set()

    def _take_part(self, page: Page) -> None:
        page.on("response", self._overhear)
        person = Participant(page, self._address)
        self._until_done(lambda: person.enter(self._token))
        while not self.stopping.is_set():
            try:
                if self._go_on(person):
                    return
            except (BrowserTrouble, AssertionError) as error:
                if not page.locator(_TIME_UP).is_visible():  # then the work is out of reach, as it should be
                    self.trouble.append(str(error).split("\n")[0])
                    self._until_done(person.reload)

    def _until_done(self, act: Any) -> None:
        while not self.stopping.is_set():
            try:
                act()
                return
            except BrowserTrouble as error:
                self.trouble.append(str(error).split("\n")[0])
                self.stopping.wait(0.5)

    def _go_on(self, person: Participant) -> bool:
        """One step; whether it was the last one."""
        page = person.page
        page.locator(SETTLED).wait_for(state="attached")
        page.locator(f"{_BENCH}:visible, h1:visible").first.wait_for()
        if page.locator(_BENCH).is_visible():
            return self._item(person)
        title = page.locator("h1:visible").first.inner_text()
        if title in _OUTCOMES:
            outcome = _OUTCOMES[title]
            code = page.get_by_test_id("stCode").inner_text() if outcome == "finished" else None
            self._ledger.ended(self.account_id, outcome, code)
            return True
        if title == "The study is paused":
            self._wait_for_change(page, title)
            return False
        if title == "Practice":
            self.is_ready.set()
        if title == "Some questions about you":
            page.get_by_role("radiogroup").get_by_text("Every week", exact=True).click()
        if title == "Some last questions":
            page.get_by_role("textbox").fill("Nothing.")
        name = "I agree to take part" if title == self._study.design.title else None
        button = page.get_by_role("button", name=name) if name else page.locator(_NEXT)
        button.first.click()
        self._wait_for_change(page, title)
        return False

    def _item(self, person: Participant) -> bool:
        page = person.page
        question = person.question
        if page.locator(_TIME_UP).is_visible():
            page.locator(_TIME_UP).click()
            self._wait_for_change(page, question)
            return False
        item = self._study.by_question[question]
        if page.get_by_text("There is nothing to search for.").count() == 0:
            person.search(f'"page {item.evidence[0].page}"')
        if page.locator(".bench-chip").count() == 0:
            # After a kill the page may be there already: then opening it is no second page view to wait for.
            person.hits().first.click()
            page.locator(".viewer[data-painted]").wait_for()
            person.mark()
        right = self._random.random() < 0.7 or "(item)" not in question
        person.answer(item.answer_variants[0][0] if right else "wrong")
        if "(item)" in question:
            self._n_main += 1
            if self._vanishes and self._n_main == 2:
                self._ledger.ended(self.account_id, "gone")
                return True
        person.submit()
        self._wait_for_change(page, question)
        return False

    def _wait_for_change(self, page: Page, before: str) -> None:
        """Until another question, or another sheet, is on the screen."""
        try:
            page.wait_for_function(_IS_ANOTHER, arg=before, timeout=_PATIENCE_MS)
        except BrowserTimeout:
            # A button of Streamlit that is pressed while the server is away does nothing; people press again.
            self.trouble.append(f"nothing followed on {before!r}")

    def _overhear(self, reply: Response) -> None:
        """What the app's own JavaScript is told about what it sent."""
        path = reply.url.removeprefix(self._address)
        if path not in {"/api/events", "/api/search", "/api/answer"} or reply.status != 200:
            return
        body = reply.request.post_data_json
        try:
            told = reply.json()
        except (BrowserTrouble, ValueError):
            self._ledger.unread.add(body["attempt"])
            return
        if path == "/api/events":
            self._ledger.reported(body, told)
        elif path == "/api/search":
            kind = "tool_refused" if told["refused"] else "query"
            self._ledger.saved(body["event_id"], body["attempt"], kind)
        elif told["accepted"]:
            self._ledger.saved(body["event_id"], body["attempt"], "answer_submitted")


_IS_ANOTHER = """(before) => {
  const find = (root, what) => root.querySelector(what) ?? [...root.querySelectorAll("*")]
    .filter((node) => node.shadowRoot).map((node) => find(node.shadowRoot, what)).find(Boolean);
  const question = find(document, ".bench-question-text");
  const title = document.querySelector("h1");
  const now = question && question.isConnected ? question.textContent : title && title.textContent;
  return now && now !== before;
}"""
