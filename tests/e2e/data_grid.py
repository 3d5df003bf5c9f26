"""Streamlit's data grid, painted on a canvas: it has no row to wait for, and an early click is lost."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, TimeoutError

from tests.e2e.participant import settle

# Where the first row's box for selecting is, in pixels from the grid's corner.
_FIRST_ROW = {"x": 16, "y": 53}
# A click that was taken shows itself within the first of these even on a busy machine; a second click on a
# row whose first one comes late takes it back, and the next one selects it again.
_PATIENCE_MS = (3_000, 5_000, 10_000, 20_000, 30_000)


def select_first_row(page: Page, shown: Locator) -> None:
    """Select the first row of the grid, and again until `shown` is on the screen."""
    for patience_ms in _PATIENCE_MS:
        settle(page)
        page.get_by_test_id("stDataFrame").click(position=_FIRST_ROW)
        try:
            shown.wait_for(timeout=patience_ms)
        except TimeoutError:
            continue
        return
    raise AssertionError(f"the row was clicked {len(_PATIENCE_MS)} times, and nothing came of it")
