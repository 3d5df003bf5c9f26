"""The author's screens and checks in a project of the published size: 800 documents, 2,250 items."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect

from index.collection import open_index
from tests.bench.authoring_project import (
    N_DOCUMENTS,
    N_ITEMS,
    PAGES_PER_DOCUMENT,
    BigProject,
    big_project,
    document_name,
)
from tests.bench.table import Row, report
from tests.e2e.running_app import RunningApp

# The project is made once, and that takes minutes.
pytestmark = pytest.mark.timeout(3600)
N_TIMES = 12
N_STARTS = 5
N_CHECKS = 60
SIZE = f"{N_DOCUMENTS} documents, {N_DOCUMENTS * PAGES_PER_DOCUMENT} pages, {N_ITEMS} items"
FORM = "textarea#desk-question"


@pytest.fixture(scope="module")
def project() -> BigProject:
    return big_project()


@pytest.fixture(scope="module")
def app(project: BigProject) -> Iterator[RunningApp]:
    running = RunningApp(project.home).start()
    yield running
    running.stop()


def test_first_pages_after_a_start(project: BigProject, chromium: Browser) -> None:
    """A server that has just started, and browsers that have nothing in their caches."""
    places = {
        "the author's desk": (project.author, "", FORM),
        "the reviewer's queue": (project.reviewer, "review", ".review-next"),
        "the supervisor's items": (
            project.supervisor,
            "project?project=big&part=items",
            "text=last changed first",
        ),
    }
    page = chromium.new_page()
    page.goto("data:text/html,The browser has started")
    rows = []
    for name, (token, address, shown) in places.items():
        taken = []
        for _ in range(N_STARTS):
            running = RunningApp(project.home).start()
            taken.append(_first_page(chromium, running.address, token, address, shown))
            running.stop()
        rows.append(Row(name, "first of all after a start, empty cache", taken))
    report("authoring-first-pages", rows, f"every page under 1.5 s ({SIZE})")


def _first_page(chromium: Browser, server: str, token: str, address: str, shown: str) -> float:
    signing_in = chromium.new_context()
    signing_in.request.get(f"{server}/enter/{token}", max_redirects=0)
    signed_in = signing_in.storage_state()
    signing_in.close()
    context = chromium.new_context(viewport={"width": 1280, "height": 720}, storage_state=signed_in)
    page = context.new_page()
    page.goto("about:blank")
    took_ms = _until(page, lambda: page.goto(f"{server}/{address}"), page.locator(shown).last)
    context.close()
    return took_ms


def test_pages_of_the_author(app: RunningApp, project: BigProject, chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    first = _until_the_form(page, lambda: page.goto(f"{app.address}/enter/{project.author}"))
    reloaded = [_until_the_form(page, page.reload) for _ in range(N_TIMES)]
    others = [_open_another(page, number) for number in range(N_TIMES)]
    context.close()
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(f"{app.address}/enter/{project.candidate}")
    welcome = [
        _until(page, page.reload, page.get_by_role("button", name="Write the first item"))
        for _ in range(N_TIMES)
    ]
    context.close()
    rows = [
        Row("open the desk", "first author after a start, cold", [first]),
        Row("open the desk", "by address, warm cache", reloaded),
        Row("open the desk", "another of 450 items, in the list", others),
        Row("welcome of a candidate", "by address, warm cache", welcome),
    ]
    report("authoring-pages", rows, f"every page under 1.5 s ({SIZE})")


def test_pages_of_the_reviewer(app: RunningApp, project: BigProject, chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(f"{app.address}/enter/{project.reviewer}")
    arrow = page.locator(".review-next")
    first = _until(page, lambda: page.goto(f"{app.address}/review"), arrow)
    queue = [_until(page, page.reload, arrow) for _ in range(N_TIMES)]
    question = page.locator(".bench-question-text")
    stage = [_until(page, lambda: page.keyboard.press("n"), question)]
    blind = [_until(page, page.reload, question) for _ in range(N_TIMES)]
    context.close()
    rows = [
        Row("review queue", "first after a start, cold", [first]),
        Row("review queue", "by address, warm cache", queue),
        Row("blind stage", "from the queue", stage),
        Row("blind stage", "by address, warm cache", blind),
    ]
    report("reviewing-pages", rows, f"every page under 1.5 s ({SIZE})")


# What is on the screen when a part of the project's page is there.
PARTS = {
    "items": "last changed first",
    "coverage": "Documents",
    "agreement": "By reviewer",
    "people": "Invite people",
    "qualification": "Qualification",
    "sets": "New set",
}


def test_pages_of_the_supervisor(app: RunningApp, project: BigProject, chromium: Browser) -> None:
    context = chromium.new_context(viewport={"width": 1280, "height": 720})
    page = context.new_page()
    page.goto(f"{app.address}/enter/{project.supervisor}")
    rows = []
    for part, words in PARTS.items():
        address = f"{app.address}/project?project=big&part={part}"
        seen = page.get_by_test_id("stMain").get_by_text(words).last
        first = _until(page, lambda at=address: page.goto(at), seen)
        again = [_until(page, page.reload, seen) for _ in range(N_TIMES)]
        rows += [Row(part, "first after a start", [first]), Row(part, "by address, warm cache", again)]
    context.close()
    report("project-pages", rows, f"every page under 1.5 s ({SIZE})")


def test_checks(app: RunningApp, project: BigProject) -> None:
    with httpx2.Client(base_url=app.address, headers={"X-Pagetrail": "1"}) as client:
        client.get(f"/enter/{project.author}")
        started = client.post("/api/desk/new", json={"project": "big", "event_id": _gesture()}).json()
        item = started["item"]
        drafts = list(_drafts(project, item))
        before_ms = app.cpu_ms()
        checks = [_post(client, "check", {"item": item, "draft": draft}) for draft in drafts]
        cpu_ms = (app.cpu_ms() - before_ms) / len(drafts)
        revision, saves = 1, []
        for draft in drafts:
            body = {
                "item": item,
                "event_id": _gesture(),
                "based_on": revision,
                "draft": draft,
                "kind": "edit",
            }
            saves.append(_post(client, "save", body))
            revision += 1
        reply = client.post("/api/desk/check", json={"item": item, "draft": drafts[-1]})
    rows = [
        Row("checks", "live, nothing stored", [ms for ms, _ in checks]),
        Row("checks", "with a save", [ms for ms, _ in saves]),
    ]
    told = f"{cpu_ms:.0f} ms of processor a check, {len(reply.content)} bytes a reply"
    report("authoring-checks", rows, f"under 300 ms ({SIZE}); {told}")


def _drafts(project: BigProject, item: str) -> Iterator[dict[str, Any]]:
    """Texts as they grow under the hand: questions, answers and one to three pages of real words."""
    index = open_index(str(project.home / "indexes" / "big"))
    for number in range(N_CHECKS):
        document = document_name(number * 13 % N_DOCUMENTS)
        words = index.page_text(document, 1 + number % PAGES_PER_DOCUMENT).split()
        marked = [
            (document, 1 + number % PAGES_PER_DOCUMENT),
            (document_name(number), 3),
            (document_name(number), 4),
        ]
        yield {
            "question": f"What is {' '.join(words[:8])} and who wrote of {' '.join(words[20:26])} in it?",
            "answer_variants": [[" ".join(words[8:11])], [words[30]]],
            "evidence": [{"document": name, "page": page} for name, page in marked[: 1 + number % 3]],
            "metadata": {"visual": "free text"},
        }
    index.close()


_n_gestures = iter(range(1, 1_000_000))


def _gesture() -> str:
    return f"bench-{time.time_ns()}-{next(_n_gestures)}"


def _post(client: httpx2.Client, act: str, body: dict[str, Any]) -> tuple[float, dict[str, Any]]:
    started = time.perf_counter()
    reply = client.post(f"/api/desk/{act}", json=body)
    took_ms = 1000 * (time.perf_counter() - started)
    assert reply.status_code == 200, reply.text
    return took_ms, json.loads(reply.content)


def _until_the_form(page: Page, go: Any) -> float:
    return _until(page, go, page.locator(FORM))


def _until(page: Page, go: Any, shown: Any) -> float:
    started = time.perf_counter()
    go()
    shown.wait_for()
    return 1000 * (time.perf_counter() - started)


def _open_another(page: Page, number: int) -> float:
    """From the list of one's own items to another item in the form."""
    page.get_by_role("tab", name="My items").click()
    row = page.get_by_role("list", name="My items").get_by_role("button").nth(3 + 7 * number)
    words = row.locator(".desk-list-title").text_content() or ""
    started = time.perf_counter()
    row.click()
    expect(page.locator(FORM)).to_have_value(words)
    return 1000 * (time.perf_counter() - started)
