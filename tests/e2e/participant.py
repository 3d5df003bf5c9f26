"""A participant at the keyboard: what a person does with the answer page, in the words of the screen."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

SETTLED = "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"


def settle(page: Page) -> None:
    """Wait until Streamlit has nothing left to do."""
    page.locator(SETTLED).wait_for(state="attached", timeout=60_000)


def sign_in(page: Page, address: str, token: str) -> None:
    """As the invitation link does, but without drawing the page that it leads to: a second of work saved.

    For tests that go on to another page; that the link opens the right one is tested where people come by it.
    """
    reply = page.request.get(f"{address}/enter/{token}")
    assert reply.ok, reply.status_text


class Participant:
    """One browser tab of one participant."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def enter(self, token: str) -> None:
        """Open the invitation link."""
        self.page.goto(f"{self.address}/enter/{token}")
        settle(self.page)

    def start(self, button: str = "Start with item 1") -> None:
        """Press the one primary button between items."""
        self.page.get_by_role("button", name=button).click()
        self.search_field.wait_for()

    def reload(self) -> None:
        """F5."""
        self.page.reload()
        settle(self.page)

    @property
    def search_field(self) -> Locator:
        """The search field of the bench."""
        return self.page.get_by_label("Search the collection", exact=True)

    @property
    def question(self) -> str:
        """The question as it stands on the screen."""
        return self.page.locator(".bench-question-text").inner_text()

    def search(self, text: str) -> None:
        """Type a query, press Enter, wait for its outcome."""
        self.search_field.fill(text)
        with self.page.expect_response("**/api/search"):
            self.search_field.press("Enter")
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)

    def hits(self) -> Locator:
        """The hits in order."""
        return self.page.locator(".bench-hit")

    def open_hit(self, rank: int) -> None:
        """Click a hit and wait until its page is painted and logged."""
        with self.page.expect_response(_page_was_entered):
            self.hits().nth(rank - 1).click()

    def turn(self, key: str = "n") -> None:
        """Next or previous page by key, and wait until it is logged."""
        with self.page.expect_response(_page_was_entered):
            self.page.keyboard.press(key)

    def wait_for_heart_beat(self) -> None:
        """Wait until the browser says once more that the page on the screen is still looked at."""
        self.page.wait_for_event("response", lambda reply: _posted(reply, "page_visible"))

    def mark(self) -> None:
        """Mark the page on the screen as evidence, by key, and wait until that is saved."""
        with self.page.expect_response(lambda reply: _posted(reply, "evidence_marked")):
            self.page.keyboard.press("e")

    def answer(self, *parts: str) -> None:
        """Fill in the answer, part by part."""
        for number, part in enumerate(parts, start=1):
            if number > 1:
                self.page.get_by_role("button", name="another part").click()
            name = "Answer" if len(parts) == 1 or number == 1 else f"Answer, part {number}"
            self.page.get_by_label(name, exact=True).fill(part)

    @property
    def submit_button(self) -> Locator:
        """The one primary button of the bench."""
        return self.page.locator(".bench-submit")

    def submit(self) -> None:
        """Press Submit and wait until the answer is accepted."""
        with self.page.expect_response("**/api/answer") as reply:
            self.submit_button.click()
        assert reply.value.ok, reply.value.text()


def _posted(reply: object, kind: str) -> bool:
    request = reply.request  # type: ignore[attr-defined]
    return request.url.endswith("/api/events") and f'"{kind}"' in (request.post_data or "")


def _page_was_entered(reply: object) -> bool:
    return _posted(reply, "page_entered")
