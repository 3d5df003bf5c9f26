"""Who reads what when something is wrong: participants never read how a collection is repaired."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from baseline.attempts import answering
from db.accounts import accounts_of_study
from db.assignments import assignments_of
from db.models import Role
from db.studies import find_study
from index.drawing import FileChanged
from pages.services import Services
from pages.ui import page as page_frame
from tests.pages.conftest import Browser
from tests.pages.test_routes_guard import fingerprint_of
from tests.small_study import SmallStudy

NO_COLLECTION = (
    "The collection cannot be used at the moment. Nothing is lost; please tell whoever invited you."
)


def answer() -> None:
    from pages.baseline import answer

    answer.show()


def corpus() -> None:
    from pages.research import corpus

    corpus.show()


def cut(build: Path) -> None:
    (build / "manifest.json").write_text("{}")


def remove(build: Path) -> None:
    (build / "manifest.json").unlink()


def shown_as(
    role: Role, page: Callable[[], None], running: Services, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """The errors that somebody of this role sees on a page; a participant is in the middle of an item."""
    with running.reading() as database:
        account = next(one for one in accounts_of_study(database, "small") if one.role is role)
        items = assignments_of(database, "small", account.account_id)
        study = find_study(database, "small")
    if items:
        running.write(lambda database: answering.show_item(database, items[0], study, 1))
    monkeypatch.setattr(page_frame, "account_here", lambda: account)
    app = AppTest.from_function(page, default_timeout=60).run()
    assert not app.exception
    return [str(error.value).replace("\\", "") for error in app.error]


@pytest.mark.parametrize("damage", [cut, remove])
def test_a_damaged_build_is_told_to_participants_and_to_researchers_in_their_words(
    running: Services,
    small_study: SmallStudy,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    damage: Callable[[Path], None],
) -> None:
    (build,) = (small_study.home / "indexes" / "small" / "builds").iterdir()
    damage(build)
    with caplog.at_level(logging.ERROR, logger="pages.audience"):
        assert shown_as(Role.PARTICIPANT, answer, running, monkeypatch) == [NO_COLLECTION]
    (logged,) = caplog.messages
    (told,) = shown_as(Role.RESEARCHER, corpus, running, monkeypatch)
    assert told in logged
    assert told.endswith("build the index again.")


def test_a_changed_document_is_told_to_participants_and_to_researchers_in_their_words(
    running: Services, working: Browser, researcher: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(*_: object) -> Path:
        raise FileChanged("'a.pdf' has changed since the index was built; build the index again.")

    monkeypatch.setattr(running.renderer, "page_image", changed)
    asked = {"fingerprint": fingerprint_of(running), "document": "lighthouse.pdf", "page": "1"}
    for browser, sentence in (
        (working, "The picture of this page cannot be shown at the moment. Nothing is lost;"),
        (researcher, "'a.pdf' has changed since the index was built; build the index again."),
    ):
        reply = browser.client.get("/api/page-image", params=asked)
        assert reply.status_code == 409
        assert reply.json()["error"].startswith(sentence)


@pytest.mark.parametrize(
    ("method", "path", "status", "allowed"),
    [
        ("GET", "/api/search", 405, "POST"),
        ("PUT", "/api/search", 405, "POST"),
        ("POST", "/api/words", 405, "GET, HEAD"),
        ("GET", "/api/nothing", 404, None),
        ("POST", "/api/", 404, None),
        ("GET", "/api/search/more", 404, None),
    ],
)
def test_what_no_route_takes_is_answered_in_json(
    participant: Browser, method: str, path: str, status: int, allowed: str | None
) -> None:
    reply = participant.client.request(method, path)
    assert (reply.status_code, reply.headers.get("allow")) == (status, allowed)
    assert reply.json()["error"].endswith(".")


def test_half_of_a_surrogate_pair_in_a_query_is_said_in_plain_words(participant: Browser) -> None:
    body = b'{"attempt": "a", "event_id": "gesture-1", "text": "lamp \\ud800"}'
    reply = participant.client.post("/api/search", content=body, headers={"X-Pagetrail": "1"})
    assert reply.status_code == 422
    assert reply.json() == {
        "error": "The query holds a character that cannot be stored; delete it and try again."
    }
