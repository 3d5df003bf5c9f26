"""Takes the README's pictures from the real demo, in a home of its own: `make screenshot`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, Response, ViewportSize, sync_playwright  # noqa: E402

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
        port = serve.free_port(int(serve.DEFAULT_PORT))
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
        # Before the participant begins: the figures are those of the finished runs.
        _research_page(page, address)
        _answer_page(page, address)
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
    with page.expect_response(lambda reply: _reported(reply, "page_entered")):
        page.locator(".bench-hit").nth(1).click()
    with page.expect_response(lambda reply: _reported(reply, "evidence_marked")):
        page.keyboard.press("e")
    with page.expect_response(lambda reply: _reported(reply, "answer_edited")):
        page.get_by_label("Answer", exact=True).fill(item.answer_variants[0][0])
    # The rest of the thumbnails.
    page.wait_for_load_state("networkidle")
    page.screenshot(path=IMAGES / "answer.png", timeout=_PATIENCE_MS)


def _reported(reply: Response, kind: str) -> bool:
    """Whether this is the answer to a batch of events with one of that kind."""
    request = reply.request
    return request.url.endswith("/api/events") and f'"{kind}"' in (request.post_data or "")


def _research_page(page: Page, address: str) -> None:
    """The figures of the simulated runs."""
    page.goto(f"{address}/demo/researcher")
    _settle(page)
    page.locator(".js-plotly-plot .main-svg").first.wait_for()
    page.locator("[data-testid=stDataFrame] canvas").first.wait_for()
    # Tables and plots are painted on canvases, which nothing in the page tells to be ready.
    page.wait_for_timeout(3_000)
    page.set_viewport_size({"width": 1440, "height": 1500})
    page.wait_for_timeout(3_000)
    page.screenshot(path=IMAGES / "research.png", timeout=_PATIENCE_MS)
    page.set_viewport_size(SIZE)


if __name__ == "__main__":
    sys.exit(main())
