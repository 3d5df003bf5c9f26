"""The bench in the words of the screen, for tests."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.e2e.bench_harness import MockServer


class BenchPage:
    """What a person sees and presses on the bench."""

    def __init__(self, page: Page, server: MockServer) -> None:
        self.page = page
        self.server = server
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.field = page.get_by_role("textbox", name="Search the collection")
        self.hits = page.locator(".bench-hit")
        self.summary = page.locator(".bench-summary")
        self.refusal = page.locator(".bench-search .bench-refusal")
        self.history = page.locator(".bench-history")
        self.answer = page.get_by_label("Answer", exact=True)
        self.confidence = page.get_by_label("Confidence as a number from 0 to 100")
        self.not_found = page.get_by_label("Could not find it")
        self.submit = page.locator(".bench-submit")
        self.saved = page.locator(".bench-saved")
        self.chips = page.locator(".bench-chip")
        self.notice = page.locator(".bench-notice")
        self.clock = page.get_by_role("timer")
        self.place = page.locator(".bench-place")

    def open(self) -> BenchPage:
        """Load the page and wait until the bench stands."""
        self.page.goto(self.server.address)
        self.submit.wait_for(state="attached")
        return self

    def search(self, text: str) -> None:
        """Type a query, press Enter, and wait for what it brings."""
        self.field.fill(text)
        with self.page.expect_response("**/api/search"):
            self.field.press("Enter")

    def open_hit(self, rank: int) -> None:
        """Open a hit and wait until its page is painted: until then it cannot be marked."""
        hit = self.hits.nth(rank - 1)
        hit.click()
        expect(hit).to_have_attribute("aria-current", "page")
        expect(self.page.locator(".viewer[data-painted]")).to_be_attached()

    def mark(self) -> None:
        """Press the key that marks the page in the viewer."""
        n_marks = self.chips.count()
        self.page.keyboard.press("e")
        expect(self.chips).to_have_count(n_marks + 1)

    def stored(self, *kinds: str, count: int) -> list[dict]:
        """The stored events of these kinds, once there are `count` of them."""
        asked = f"/mock/stored?count={count}&kinds={','.join(kinds)}"
        n_stored = self.page.evaluate("(asked) => fetch(asked).then((reply) => reply.json())", asked)
        assert n_stored >= count
        return self.server.payloads(*kinds)

    def composition_enter(self, target: Locator) -> None:
        """What browsers send when Enter confirms an input method: while composing, or with code 229."""
        target.evaluate(
            """(field) => {
                 for (const more of [{isComposing: true, keyCode: 13}, {isComposing: false, keyCode: 229}]) {
                   field.dispatchEvent(new KeyboardEvent("keydown",
                     {key: "Enter", bubbles: true, composed: true, cancelable: true, ...more}));
                 }
               }"""
        )
