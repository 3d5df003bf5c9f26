"""Takes the README's pictures from the real demo, in a home of its own: `make screenshot`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright  # noqa: E402

from db.clock import SystemClock  # noqa: E402
from demo import serve  # noqa: E402
from demo.items import ITEMS  # noqa: E402
from demo.queries import SEARCHES  # noqa: E402
from demo.setup import set_up  # noqa: E402

IMAGES = ROOT / "docs" / "images"
SIZE: ViewportSize = {"width": 1440, "height": 900}
_PATIENCE_MS = 120_000
SETTLED = "[data-testid=stApp][data-test-script-state=notRunning][data-test-connection-state=CONNECTED]"


def main() -> int:
    """Make a demo, serve it, take the pictures."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ["PAGETRAIL_HOME"] = home
        set_up(SystemClock())
        port = serve.free_port(serve.FIRST_PORT)
        server = serve.start_server(port, os.environ)
        try:
            if not serve.answers(server, port):
                return 1
            _take_all(f"http://127.0.0.1:{port}")
        finally:
            server.terminate()
            server.wait()
    return 0


def _take_all(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("PAGETRAIL_CHROMIUM"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport=SIZE, device_scale_factor=1)
        page.set_default_timeout(_PATIENCE_MS)
        _answer_page(page, address)
        _research_pages(page, address)
        browser.close()


def _settle(page: Page) -> None:
    page.locator(SETTLED).wait_for(state="attached", timeout=60_000)
    page.wait_for_load_state("networkidle")


def _answer_page(page: Page, address: str) -> None:
    """The participant's first item, searched, read and half answered."""
    page.goto(f"{address}/demo/participant")
    _settle(page)
    page.get_by_role("button", name="Start with item 1").click()
    field = page.get_by_label("Search the collection", exact=True)
    field.wait_for()
    question = page.locator(".bench-question-text").inner_text()
    item = next(one for one in ITEMS if one.question == question)
    field.fill(SEARCHES[item.item_id].good[0])
    field.press("Enter")
    page.locator(".bench-hit").first.click()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    page.keyboard.press("e")
    page.get_by_label("Answer", exact=True).fill(item.answer_variants[0][0])
    page.wait_for_load_state("networkidle")
    page.screenshot(path=IMAGES / "answer.png", timeout=_PATIENCE_MS)


def _research_pages(page: Page, address: str) -> None:
    """The figures of the simulated runs."""
    page.goto(f"{address}/demo/researcher")
    _settle(page)
    page.screenshot(path=IMAGES / "research.png", timeout=_PATIENCE_MS)


if __name__ == "__main__":
    sys.exit(main())
