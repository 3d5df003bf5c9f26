"""Browser fixtures: one headless Chromium a session, a fresh context and page a test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

# With every context Chromium makes a renderer for the lists under its address bar, which nobody opens here: a
# second of work. The rest is what Playwright switches off; a list of ours replaces its own.
NEVER_SEEN = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
# Streamlit's grey bars in the place of what still loads pulse, and without a graphics card they take the
# processor from what they wait for. Here they stand still; nothing of ours is touched.
STILL_SKELETONS = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("[data-testid=stSkeleton], [data-testid=stSkeleton] * { animation: none !important }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
"""
SWITCHED_OFF = f"{NEVER_SEEN},HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding"
# A machine without sandbox privileges, without a graphics card, and without a reason to call home.
LAUNCH_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    # Nothing is drawn by a graphics card: a process for it would only pass pictures on.
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={SWITCHED_OFF}",
]
# For a machine that has ten times as much to do as it has cores; elsewhere nobody waits that long.
PATIENCE_MS = 60_000
Motion = Literal["no-preference", "reduce"]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def executable() -> str | None:
    """PAGETRAIL_CHROMIUM (`make browser` sets it), else the system's; None leaves it to Playwright."""
    named = os.environ.get("PAGETRAIL_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=LAUNCH_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def motion() -> Motion:
    """Most tests are people whose system asks for less motion; a file may override this.

    Without a graphics card the processor draws every picture of what fades in: a tenth of a test's work.
    """
    return "reduce"


@pytest.fixture
def context(chromium: Browser, motion: Motion) -> Iterator[BrowserContext]:
    """A browser profile of its own: no cookies, no storage."""
    context = chromium.new_context(viewport={"width": 1280, "height": 720}, reduced_motion=motion)
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(STILL_SKELETONS)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty tab."""
    return context.new_page()
