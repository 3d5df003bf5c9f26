"""Markup in file names, page text, questions, queries and answers is shown letter for letter, everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest
from playwright.sync_api import Page, expect

from baseline.assignment.inviting import invite
from baseline.studies.studies import StudyPlan, create_study
from db.clock import SystemClock
from db.connection import open_database, writing
from db.items import put_item_set
from db.models import Item, PageRef, Role
from index.build import BuildRequest, build_index
from index.collection import open_index
from tests.e2e import logged
from tests.e2e.participant import Participant, settle
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.small_study import SmallStudy

pytestmark = pytest.mark.browser

TRAP = "<img src=x onerror=document.title='TRAPPED'>"
QUESTION = f"What is {TRAP} **bold** $x$ [link](http://127.0.0.1:9/) &lt;b&gt;?"
ANSWER = "<b>418</b>"


@pytest.fixture
def study(tmp_path: Path) -> SmallStudy:
    documents = tmp_path / "documents"
    documents.mkdir()
    sheet = pymupdf.open()
    sheet.new_page().insert_text((50, 100), f"MARKUPWORD {ANSWER} {TRAP[:30]}")
    sheet.save(documents / f"{TRAP}.pdf")
    build_index(
        BuildRequest(folder=documents, out=tmp_path / "indexes" / "traps", ocr="off", n_workers=1),
        SystemClock(),
    )
    index = open_index(str(tmp_path / "indexes" / "traps"))
    item = Item(
        item_id=TRAP,
        question=QUESTION,
        answer_variants=((ANSWER,),),
        evidence=(PageRef(document=f"{TRAP}.pdf", page=1),),
    )
    database = open_database(tmp_path / "pagetrail.db")
    with writing(database):
        put_item_set(database, "traps", [item], 1)
        plan = StudyPlan("traps", f"Study {TRAP}", "traps", "traps", index.fingerprint, index.profile)
        create_study(database, plan, 1)
        person = invite(database, "traps", Role.PARTICIPANT, TRAP, 1).token
        researcher = invite(database, "traps", Role.RESEARCHER, TRAP, 1).token
    database.close()
    index.close()
    return SmallStudy(tmp_path, (person,), researcher)


@pytest.fixture
def app(study: SmallStudy, warm: WarmServers) -> Iterator[RunningApp]:
    running = RunningApp(study.home, warm=warm).start()
    yield running
    running.stop()


def test_markup_is_text_on_every_page_and_is_stored_unchanged(
    app: RunningApp, study: SmallStudy, page: Page
) -> None:
    elsewhere: list[str] = []
    page.on("request", lambda sent: elsewhere.append(sent.url) if app.address not in sent.url else None)
    person = Participant(page, app.address)
    person.enter(study.participants[0])
    expect(page.get_by_text(f"Study {TRAP}")).to_be_visible()
    person.start()
    assert person.question == QUESTION
    person.search("MARKUPWORD")
    expect(person.hits().first).to_contain_text(ANSWER)
    expect(page.locator(".bench-hit mark")).to_have_text(["MARKUPWORD"])
    person.open_hit(1)
    person.mark()
    for query in (TRAP, '"><svg onload=document.title=1>'):
        person.search(query)
    person.answer(ANSWER)
    person.submit()
    expect(page.get_by_text("All done, thank you")).to_be_visible()
    assert "TRAPPED" not in page.title()
    (attempt,) = logged.rows(study.home, "SELECT attempt_id FROM assignments")[0]
    (submitted,) = logged.events_of(study.home, attempt, "answer_submitted")
    assert submitted["answer"] == [ANSWER]

    page.goto(f"{app.address}/enter/{study.researcher}")
    settle(page)
    expect(page.get_by_role("heading", name=f"Study {TRAP}")).to_be_visible()
    expect(page.locator(".js-plotly-plot").first).to_be_visible()
    for plot in page.locator(".js-plotly-plot").all():
        plot.hover()
    page.goto(f"{app.address}/trajectory?attempt={attempt}")
    settle(page)
    # The word joiner is what keeps Streamlit from making a link of an address.
    expect(page.get_by_role("heading", name=QUESTION.replace("http:", "http\u2060:"))).to_be_visible()
    expect(page.locator("a[href*='127.0.0.1:9']")).to_have_count(0)
    expect(page.get_by_text("Marked <img").first).to_be_visible()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    assert "TRAPPED" not in page.title()
    assert page.locator("img[src='x']").count() == 0
    assert [url for url in elsewhere if not url.startswith(("data:", "blob:"))] == []
