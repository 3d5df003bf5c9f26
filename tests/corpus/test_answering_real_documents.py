"""Five questions over real public documents, answered in the browser; figures worked out by hand.

One question stands on a scanned page (found through OCR), one on two documents, one is answered wrong
on purpose, one is given up. The log must hold exactly what was done, and the research page and
`python -m baseline score` must print the figures that are computed here with pencil and paper.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from baseline.__main__ import main as baseline_main
from baseline.assignment.inviting import invite
from baseline.studies.studies import StudyPlan, create_study
from db.clock import SystemClock
from db.connection import open_database, writing
from db.items import put_item_set
from db.models import Item, PageRef, Role
from index.collection import open_index
from tests.e2e import logged
from tests.e2e.participant import Participant, settle
from tests.e2e.running_app import RunningApp

pytestmark = [pytest.mark.corpus, pytest.mark.browser]

ELYRIA = "accident_reports/ntsb-20080115X00053.pdf"
LATROBE = "accident_reports/ntsb-20080109X00035.pdf"
AUDIT = "nonprofit_filings/conservancy_independent-audit_fy-2012.pdf"
CHASE = "elections/KS-2023-Chase-2023_FINAL_Election_Results.pdf"
ARCHIVES = "agency_reports/NARA2022.pdf"


class Task(NamedTuple):
    """An item and what the participant does with it: (query, page to open or None, mark it?)."""

    item: Item
    searches: tuple[tuple[str, tuple[str, int] | None], ...]
    answer: tuple[str, ...]


def task(item_id: str, question: str, gold: tuple[str, ...], pages, searches, answer) -> Task:
    evidence = tuple(PageRef(document=document, page=page) for document, page in pages)
    item = Item(item_id=item_id, question=question, answer_variants=(gold,), evidence=evidence)
    return Task(item, searches, answer)


TASKS = (
    task(
        "two-documents",
        "Which aircraft registrations were in the accidents at Elyria, Ohio and Latrobe, Pennsylvania?",
        ("N2699G", "N103JT"),
        ((ELYRIA, 1), (LATROBE, 1)),
        (("Elyria accident registration", (ELYRIA, 1)), ("Latrobe accident registration", (LATROBE, 1))),
        ("N2699G", "N103JT"),
    ),
    task(
        "one-query",
        "How long was the flight planned to take that hit a tree after leaving Elyria?",
        ("31 minutes",),
        ((ELYRIA, 1),),
        (('"31-minute flight"', (ELYRIA, 1)),),
        ("31 minutes",),
    ),
    task(
        "scanned",
        "How much cash did the Software Freedom Conservancy hold on February 28, 2013?",
        ("$780,738",),
        ((AUDIT, 4),),
        (('"statement of financial position" 780,738', (AUDIT, 4)),),
        ("780,738",),
    ),
    task(
        "wrong",
        "How many ballots were cast in Chase County in November 2023?",
        ("543",),
        ((CHASE, 1),),
        (("Chase county registered voters ballots", (CHASE, 1)),),
        ("1,862",),
    ),
    task(
        "given-up",
        "In which year was the National Archives and Records Administration created?",
        ("1934",),
        ((ARCHIVES, 3),),
        (("zzqxv", None),),
        (),
    ),
)

# By hand. Correct: two-documents, one-query, scanned -> 3 of 5.
# Page and document F1: 1 for all but the one given up -> 4/5. Searches: 2 + 1 + 1 + 1 + 1 = 6 over 5.
# First query: right after exactly one query: one-query, scanned -> 2 of the 5 that searched.
# At most one search: 2 of 5; at most two: 3 of 5.
# Kuiper, tie-safe: mean 3/5. Effort 1: (1 + 1 + 0 + 0) - 4 * 3/5 = -2/5; effort 2: back to 0. K = 2/5.
BY_HAND = {
    "accuracy": 0.6,
    "page_f1": 0.8,
    "document_f1": 0.8,
    "steps": 1.2,
    "first_query_accuracy": 0.4,
    "accuracy_at_step_limit@1": 0.4,
    "accuracy_at_step_limit@2": 0.6,
    "kuiper_tie_safe": 0.4,
}
ON_SCREEN = {
    "Accuracy": "60.0 %",
    "Page F1": "80.0 %",
    "Doc F1": "80.0 %",
    "Searches per item": "1.20",
    "First-query accuracy": "40.0 %",
    "Kuiper (tie-safe)": "0.40",
}


class Links(NamedTuple):
    """The secret parts of the two invitations."""

    participant: str
    researcher: str


@pytest.fixture
def links(corpus_home: Path) -> Links:
    """A study of the five items over the corpus."""
    index = open_index(str(corpus_home / "indexes" / "corpus"))
    database = open_database(corpus_home / "pagetrail.db")
    now_ms = SystemClock().now_ms()
    with writing(database):
        put_item_set(database, "five", [one.item for one in TASKS], now_ms)
        plan = StudyPlan("five", "Five questions", "five", "corpus", index.fingerprint, index.profile)
        create_study(database, plan, now_ms)
        participant = invite(database, "five", Role.PARTICIPANT, "Somebody", now_ms).token
        researcher = invite(database, "five", Role.RESEARCHER, "Researcher", now_ms).token
    database.close()
    index.close()
    return Links(participant, researcher)


@pytest.fixture
def app(corpus_home: Path, links: Links) -> Iterator[RunningApp]:
    running = RunningApp(corpus_home).start()
    yield running
    running.stop()


def test_five_questions_from_the_browser_to_the_figures(
    app: RunningApp,
    links: Links,
    page: Page,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    person = Participant(page, app.address)
    person.enter(links.participant)
    person.start()
    for number in range(1, 6):
        one = next(task for task in TASKS if task.item.question == person.question)
        _do(person, one)
        if number < 5:
            expect(page.locator(".bench-question-text")).not_to_have_text(one.item.question)
    expect(page.get_by_text("All done, thank you")).to_be_visible()

    for one in TASKS:
        attempt = logged.attempt_of(app.home, one.item.item_id)
        assert logged.trail(app.home, attempt) == _expected_trail(app.home, attempt, one)

    page.context.clear_cookies()
    page.goto(f"{app.address}/enter/{links.researcher}")
    settle(page)
    for label, value in ON_SCREEN.items():
        card = page.get_by_test_id("stMetric").filter(has=page.get_by_text(label, exact=True))
        expect(card.get_by_test_id("stMetricValue")).to_have_text(value)

    monkeypatch.setenv("PAGETRAIL_HOME", str(app.home))
    assert baseline_main(["export", "--study", "five", "--out", str(tmp_path)]) == 0
    (predictions,) = tmp_path.glob("predictions-*.jsonl")
    capsys.readouterr()
    scored = ["score", "--gold", str(tmp_path / "gold.jsonl"), "--predictions", str(predictions), "--json"]
    assert baseline_main(scored) == 0
    figures = {key: one["value"] for key, one in json.loads(capsys.readouterr().out)["figures"].items()}
    assert {key: figures[key] for key in BY_HAND} == pytest.approx(BY_HAND)


def _do(person: Participant, one: Task) -> None:
    for query, target in one.searches:
        person.search(query)
        if target is not None:
            document, page = target
            row = person.hits().filter(has_text=document.rsplit("/", 1)[1]).filter(has_text=f"p. {page}")
            with person.page.expect_response(
                lambda reply: reply.url.endswith("/api/events") and "page_entered" in reply.request.post_data
            ):
                row.first.click()
            person.mark()
    if one.answer:
        person.answer(*one.answer)
    else:
        person.page.get_by_label("Could not find it").check()
        person.submit_button.click()
        return
    person.submit()


def _expected_trail(home: Path, attempt: str, one: Task) -> list[str]:
    """The acts of `_do`, with the rank that the log's own hits give to the page."""
    queries = logged.events_of(home, attempt, "query")
    lines = []
    for (query, target), logged_query in zip(one.searches, queries, strict=True):
        lines.append(f"query {query}")
        if target is not None:
            document, page = target
            (rank,) = [
                hit["rank"]
                for hit in logged_query["hits"]
                if (hit["document"], hit["page"]) == (document, page)
            ]
            lines += [
                f"hit {rank} {document} {page}",
                f"page {document} {page} hit",
                f"marked {document} {page}",
            ]
    return [*lines, f"submit {' | '.join(one.answer)}"]
