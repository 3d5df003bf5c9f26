"""The server goes away while somebody works, and comes back: typing goes on, and the clock is right."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import logged
from tests.e2e.participant import Participant, settle
from tests.e2e.running_app import RunningApp
from tests.small_study import SmallStudy

pytestmark = pytest.mark.browser

# Counts the frames in which Streamlit's own window could be seen, and whether it was ever opened.
_WATCH_FOR_WINDOWS = """() => {
  const find = () => document.querySelector("[data-testid=stDialog]");
  window.windows = { opened: 0, painted: 0 };
  new MutationObserver(() => find() && (window.windows.opened += 1)).observe(
    document.body, { childList: true, subtree: true });
  const frame = () => { if (find()) window.windows.painted += 1; requestAnimationFrame(frame); };
  frame();
}"""


def _seconds(page: Page) -> int:
    minutes, seconds = page.get_by_role("timer").inner_text().split(" s")[0].split(" min ")
    return 60 * int(minutes) + int(seconds)


def test_bench_stays_usable_without_the_server_and_recovers_by_itself(
    small_study: SmallStudy, page: Page
) -> None:
    app = RunningApp(small_study.home).start()
    try:
        page.clock.install()
        person = Participant(page, app.address)
        person.enter(small_study.participants[0])
        person.start()
        page.get_by_label("Answer", exact=True).click()
        page.keyboard.type("before ")
        expect(page.locator(".bench-saved")).to_contain_text("Saved ")
        page.evaluate(_WATCH_FOR_WINDOWS)
        app.kill()
        # Streamlit opens its window after six attempts to reach the server, with growing waits.
        while not page.evaluate("windows.opened"):
            page.clock.run_for(3_000)
        # So far ahead of the server's clock that a slow start of the server cannot catch up.
        page.clock.run_for(240_000)
        expect(page.locator("[data-testid=stDialog]")).to_have_count(0)
        page.keyboard.type("and after")
        expect(page.get_by_label("Answer", exact=True)).to_have_value("before and after")
        expect(page.locator(".bench-notice")).to_contain_text("No connection.")
        # The server keeps the time; until it answers again the clock is a guess, and says so.
        expect(page.get_by_role("timer")).to_contain_text("· estimate")
        away = _seconds(page)
        app.start()
        page.clock.run_for(16_000)
        settle(page)
        page.clock.run_for(16_000)
        expect(page.locator(".bench-notice")).to_have_count(0)
        expect(page.get_by_role("timer")).not_to_contain_text("estimate")
        expect(page.locator(".bench-saved")).to_contain_text("Saved ")
        # The page's own timers stand still unless they are turned forward.
        for _ in range(120):
            if page.evaluate(_CLOCK_IS_BELOW, away):
                break
            page.clock.run_for(1_000)
        assert page.evaluate(_CLOCK_IS_BELOW, away)
        assert page.evaluate("windows.painted") == 0
        drafts = "SELECT payload FROM events WHERE kind = 'answer_edited' ORDER BY seq DESC LIMIT 1"
        assert "before and after" in logged.rows(small_study.home, drafts)[0][0]
    finally:
        app.stop()


# The page's clock was turned forward, the server's was not: a lower figure can only come from the server.
_CLOCK_IS_BELOW = """(limit) => {
  const find = (root) => root.querySelector("[role=timer]") ?? [...root.querySelectorAll("*")]
    .filter((node) => node.shadowRoot).map((node) => find(node.shadowRoot)).find(Boolean);
  const [minutes, seconds] = find(document).textContent.match(/\\d+/g).map(Number);
  return 60 * minutes + seconds < limit;
}"""
