"""The author's desk in the words of the screen, for tests."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.desk_harness import MockDesk


class DeskPage:
    """What an author sees and presses on the desk."""

    def __init__(self, page: Page, server: MockDesk) -> None:
        self.page = page
        self.server = server
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.field = page.get_by_role("textbox", name="Search the collection")
        self.hits = page.locator(".bench-hit")
        self.question = page.get_by_role("textbox", name="Question")
        self.answer = page.get_by_role("textbox", name="Answer", exact=True)
        self.visual = page.get_by_label("Visual")
        self.chips = page.locator(".bench-chip")
        self.findings = page.locator(".desk-findings > .desk-finding")
        self.checks_title = page.locator(".desk-checks-title")
        self.saved = page.locator(".bench-saved")
        self.notice = page.locator(".bench-notice")
        self.submit = page.get_by_role("button", name="Submit for review")
        self.selection = page.get_by_role("toolbar", name="Selected text")
        self.dialog = page.get_by_role("dialog")
        self.mine = page.get_by_role("list", name="My items").get_by_role("button")
        self.status = page.locator(".desk-status")

    def open(self, theme: str = "light") -> DeskPage:
        """Load the page and wait until the desk stands."""
        self.page.goto(f"{self.server.address}?theme={theme}")
        self.question.wait_for(state="attached")
        return self

    def search(self, text: str) -> None:
        """Type a query, press Enter, and wait for what it brings."""
        self.field.fill(text)
        with self.page.expect_response("**/api/search"):
            self.field.press("Enter")

    def open_hit(self, rank: int) -> None:
        """Open a hit and wait until its page is painted and its words can be selected."""
        hit = self.hits.nth(rank - 1)
        hit.click()
        expect(hit).to_have_attribute("aria-current", "page")
        expect(self.page.locator(".viewer[data-painted]")).to_be_attached()
        expect(self.page.locator(".viewer-text span").first).to_be_attached()

    def mark(self) -> None:
        """Press the key that marks the page in the viewer."""
        n_marks = self.chips.count()
        expect(self.page.locator(".viewer-mark")).not_to_have_attribute("aria-disabled", "true")
        self.page.keyboard.press("e")
        expect(self.chips).to_have_count(n_marks + 1)

    def select(self, words: str) -> None:
        """Select these words of the page in the viewer, by drawing over them with the mouse."""
        box = self.page.locator(".viewer-text").evaluate(_BOX_OF, words)
        self.page.mouse.move(box["x"] + 0.5, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + box["width"] - 0.5, box["y"] + box["height"] / 2, steps=4)
        self.page.mouse.up()
        expect(self.selection).to_be_visible()

    def wait_saved(self) -> None:
        """Wait until the desk says that the server has everything."""
        expect(self.saved).to_contain_text("Saved ")

    @property
    def drafts(self) -> list[dict]:
        """The texts that were sent to be saved, in order."""
        return [body["draft"] for body in self.server.sent("/api/desk/save")]


_BOX_OF = """(layer, words) => {
  for (const span of layer.querySelectorAll("span")) {
    const at = span.textContent.indexOf(words);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(span.firstChild, at);
    range.setEnd(span.firstChild, at + words.length);
    const {x, y, width, height} = range.getBoundingClientRect();
    return {x, y, width, height};
  }
  throw new Error(`not on the page: ${words}`);
}"""
