"""Turning a page, and opening the answer page, in a real browser beside the naive way."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Page

from tests.bench.table import Row, report
from tests.e2e.participant import Participant, settle
from tests.e2e.running_app import RunningApp, free_port
from tests.small_study import SmallStudy

N_TURNS = 15

TURN = """() => new Promise((done) => {
  const roots = [...document.querySelectorAll('*')].map((e) => e.shadowRoot);
  const viewer = roots.find((r) => r?.querySelector('.viewer')).querySelector('.viewer');
  const started = performance.now();
  viewer.addEventListener('pagetrail:painted', () => done(performance.now() - started), {once: true});
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'n', bubbles: true, composed: true}));
})"""
NAIVE_TURN = """() => new Promise((done) => {
  const before = document.querySelector('[data-testid=stImage] img').src;
  const started = performance.now();
  const look = () => {
    const image = document.querySelector('[data-testid=stImage] img');
    if (image && image.src !== before && image.complete)
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - started)));
    else requestAnimationFrame(look);
  };
  document.querySelector('[data-testid=stButton] button').click();
  look();
})"""


@pytest.fixture
def app(small_study: SmallStudy) -> Iterator[RunningApp]:
    running = RunningApp(small_study.home).start()
    yield running
    running.stop()


@pytest.fixture
def naive(study_template: SmallStudy) -> Iterator[str]:
    port = free_port()
    pdf = study_template.home / "documents" / "lighthouse.pdf"
    child = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", str(Path(__file__).with_name("naive_pages.py"))]
        + ["--server.port", str(port), "--server.headless", "true", "--server.fileWatcherType", "none"],
        env={**os.environ, "NAIVE_PDF": str(pdf)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}"
    _wait_for(f"{address}/_stcore/health")
    yield address
    child.terminate()
    child.wait()


def _wait_for(address: str) -> None:
    for _ in range(300):
        try:
            httpx2.get(address)
            return
        except httpx2.TransportError:
            time.sleep(0.1)
    raise RuntimeError(f"{address} does not answer")


def test_next_page(app: RunningApp, small_study: SmallStudy, naive: str, page: Page) -> None:
    person = Participant(page, app.address)
    person.enter(small_study.participants[0])
    person.start()
    person.search("lighthouse journal")
    person.open_hit(1)
    page.get_by_label("Page", exact=True).fill("1")
    page.get_by_label("Page", exact=True).press("Enter")
    page.wait_for_timeout(1500)
    ours = []
    for _ in range(N_TURNS):
        ours.append(page.evaluate(TURN))
        page.wait_for_timeout(700)
    other = page.context.new_page()
    other.goto(naive)
    settle(other)
    theirs = []
    for _ in range(N_TURNS):
        theirs.append(other.evaluate(NAIVE_TURN))
        other.wait_for_timeout(700)
    rows = [
        Row("next page", "our viewer, prefetched", ours),
        Row("next page", "st.image in a fragment", theirs),
    ]
    report("next-page", rows, "median under 60 ms and at most a quarter of st.image")


def test_opening_the_answer_page(app: RunningApp, small_study: SmallStudy, chromium: Browser) -> None:
    warm, cold = [], []
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    person = Participant(context.new_page(), app.address)
    person.enter(small_study.participants[0])
    person.start()
    for _ in range(8):
        warm.append(_open(person))
    context.close()
    for _ in range(5):
        context = chromium.new_context(viewport={"width": 1280, "height": 720})
        page = context.new_page()
        started = time.perf_counter()
        page.goto(f"{app.address}/enter/{small_study.participants[0]}")
        Participant(page, app.address).search_field.wait_for()
        cold.append(1000 * (time.perf_counter() - started))
        context.close()
    rows = [
        Row("open the answer page", "warm browser cache", warm),
        Row("open the answer page", "cold", cold),
    ]
    report("open-answer-page", rows, "under 2 s with a warm browser cache")


def _open(person: Participant) -> float:
    started = time.perf_counter()
    person.page.reload()
    person.search_field.wait_for()
    return 1000 * (time.perf_counter() - started)
