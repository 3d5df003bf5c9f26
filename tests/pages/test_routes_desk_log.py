"""What an author's desk leaves in the log, two people at one item over HTTP, and the demo's way in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from annotation import authoring
from annotation.authoring import Save
from baseline.figures import derived
from db import event_log
from db.authored import ItemDraft
from db.models import By
from db.projects import find_project
from pages.http import demo
from pages.http.guard import SIGN_IN_COOKIE, account_of_cookie
from pages.http.routes import ROUTES
from pages.services import Services
from tests.pages.conftest import Browser, at_once
from tests.pages.desk_room import OUTSIDER, DeskRoom, explained, gesture, make_desk_room, whole_draft
from tests.small_study import SmallStudy

EVIDENCE = {"document": "accounts/harbour-2021.pdf", "page": 2}


@pytest.fixture
def room(running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]) -> DeskRoom:
    return make_desk_room(running, small_study, enter)


# The log of the desk


def search(room: DeskRoom, who: str, stream: str, text: str = "dredging") -> Any:
    body = {"attempt": stream, "event_id": gesture(), "text": text}
    return room.browsers[who].post("/api/search", body)


def marked(room: DeskRoom, who: str, stream: str, **payload: Any) -> Any:
    payload = payload or {"kind": "evidence_marked", **EVIDENCE}
    event = {"event_id": gesture(), "client_seq": 1, "client_at_ms": 1, "payload": payload}
    body = {"attempt": stream, "instance": "tab-1", "events": [event]}
    return room.browsers[who].post("/api/events", body)


def test_search_and_page_views_of_the_author_are_in_the_log(room: DeskRoom) -> None:
    item = room.new()
    stream = f"desk:{item}"
    hits = search(room, "ann", stream).json()["hits"]
    assert (hits[0]["document"], hits[0]["page"]) == (EVIDENCE["document"], 2)
    seen = {"kind": "page_entered", "view_id": "v", "reached": "hit", **EVIDENCE}
    for payload in (seen, {"kind": "evidence_marked", **EVIDENCE}):
        assert len(marked(room, "ann", stream, **payload).json()["acknowledged"]) == 1
    refused = marked(room, "ann", stream, kind="item_written", act="saved", item_id=item, revision=1).json()
    assert refused["acknowledged"] == []
    with room.services.reading() as database:
        kinds = [event.kind for event in event_log.replay(database, stream)]
    assert kinds == ["item_written", "query", "page_entered", "evidence_marked"]


def test_number_of_hits_is_the_projects(
    running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]
) -> None:
    room = make_desk_room(running, small_study, enter, k=2)
    reply = search(room, "ann", f"desk:{room.new()}", "lighthouse")
    assert (len(reply.json()["hits"]), reply.json()["total"]) == (2, 30)


def test_desk_is_closed_to_others_and_a_supervisor_has_one_of_their_own(room: DeskRoom) -> None:
    item = room.new()
    for who in ("bob", "rita", "carl", "sue", OUTSIDER):
        assert search(room, who, f"desk:{item}").status_code == 403
        assert marked(room, who, f"desk:{item}").status_code == 403
    assert search(room, "sue", f"desk-of:sue:{item}").status_code == 200
    for who, stream in (("bob", f"desk-of:bob:{item}"), ("ann", f"desk-of:sue:{item}")):
        assert search(room, who, stream).status_code == 403
    assert search(room, "ann", f"desk-of:ann:{item}").status_code == 403
    assert search(room, "ann", "desk:nothing-here").status_code == 404


def test_supervisor_who_reviews_the_item_has_no_desk_for_it(room: DeskRoom) -> None:
    item = room.submitted()
    assert search(room, "sue", f"desk-of:sue:{item}").status_code == 200
    room.opened_review(item, "sue")
    assert search(room, "sue", f"desk-of:sue:{item}").status_code == 403
    assert room.post("sue", "check", {"item": item, "draft": whole_draft()}).status_code == 403


def test_desk_is_no_attempt(room: DeskRoom) -> None:
    item = room.new()
    about = {"attempt": f"desk:{item}", "event_id": gesture()}
    answer = {**about, "answer": ["x"], "answer_kind": "own", "citations": []}
    replies = [
        room.browsers["ann"].post("/api/answer", answer),
        room.browsers["ann"].post("/api/pause", {**about, "reason": "phone"}),
        room.browsers["ann"].post("/api/resume", about),
    ]
    assert [reply.status_code for reply in replies] == [404] * 3


def test_desks_change_nothing_of_the_study(room: DeskRoom, participant: Browser) -> None:
    def records() -> object:
        def job(database: Any) -> object:
            return derived.rebuild(database), derived.study_records(database, "small")

        return room.services.write(job)

    before = records()
    item = room.submitted()
    search(room, "ann", f"desk:{item}")
    marked(room, "ann", f"desk:{item}")
    assert records() == before
    with room.services.reading() as database:
        assert event_log.open_streams(database) == []


def test_annotator_sees_pages_of_the_projects_build_only(room: DeskRoom) -> None:
    with room.services.reading() as database:
        fingerprint = find_project(database, "pilot").index_fingerprint
    asked = {"index": "small", "fingerprint": fingerprint, **EVIDENCE}
    assert room.browsers["ann"].client.get("/api/words", params=asked).status_code == 200
    assert room.browsers[OUTSIDER].client.get("/api/words", params=asked).status_code == 403


# Case 24


def test_two_annotators_with_one_item_lose_nothing_over_http(room: DeskRoom) -> None:
    """The steps of case 24: A is ann, B is sue (supervisors may edit); handing in stands for deleting."""
    item = room.new("ann")
    opened = whole_draft("What is the total?", "100")
    assert room.save("ann", item, 1, opened).json()["revision"] == 2
    alpha = {**opened, "answer_variants": [["Alpha"]]}
    assert room.save("ann", item, 2, alpha).json()["revision"] == 3
    with_page = {**opened, "evidence": [*opened["evidence"], {"document": "lighthouse.pdf", "page": 2}]}
    told = room.save("sue", item, 2, with_page)
    assert told.status_code == 409
    newest = told.json()["newest"]
    assert newest["draft"]["answer_variants"] == [["Alpha"]]
    merged = {**with_page, "answer_variants": newest["draft"]["answer_variants"]}
    assert room.save("sue", item, newest["revision"], merged).json()["revision"] == 4

    room.save("ann", item, 4, explained(merged))
    assert room.on("ann", "submit", item, 5).json() == {"status": "submitted"}
    late = room.save("sue", item, 5, {**merged, "question": "What is the whole total?"})
    assert late.status_code == 409
    assert "Traceback" not in late.text

    history = room.history(item)
    assert [(r.revision, r.account_id) for r in history.revisions] == [
        (1, "ann"),
        (2, "ann"),
        (3, "ann"),
        (4, "sue"),
        (5, "ann"),
    ]
    assert history.revisions[2].draft.answer_variants == (("Alpha",),)
    assert history.state.status == "submitted"


def test_saves_of_two_people_at_once_are_all_there(room: DeskRoom) -> None:
    item = room.new()

    def add(number: int) -> None:
        who = ("ann", "sue")[number % 2]
        newest = room.history(item).newest
        while True:
            draft = newest.draft.model_dump(mode="json")
            draft["answer_variants"] = [*draft["answer_variants"], [f"{who} {number}"]]
            reply = room.save(who, item, newest.revision, draft)
            if reply.status_code == 200:
                return
            newest = room.history(item).newest

    at_once(6, add)
    revisions = room.history(item).revisions
    assert [one.revision for one in revisions] == list(range(1, 8))
    answers = {variant[0] for variant in revisions[-1].draft.answer_variants if variant[0]}
    assert answers == {f"{('ann', 'sue')[n % 2]} {n}" for n in range(6)}


def test_save_outside_the_writer_is_seen_by_the_checks_too(room: DeskRoom) -> None:
    """Another process may write: the board of the project reads what changed, whoever wrote it."""
    item = room.new("bob")
    other = room.new("ann")
    with room.services.reading() as database:
        authoring.save(database, other, Save(ItemDraft(question=whole_draft()["question"]), 1), By("ann", 1))
    findings = room.post("bob", "check", {"item": item, "draft": whole_draft()}).json()["findings"]
    assert [one["level"] for one in findings if one["check"] == "near_duplicate"] == ["warn"]


# The demo's way in


@pytest.mark.parametrize(("role", "expected"), [("author", "ann"), ("nonsense", None)])
def test_demo_signs_its_author_in_without_an_invitation(
    room: DeskRoom, monkeypatch: pytest.MonkeyPatch, role: str, expected: str | None
) -> None:
    monkeypatch.setenv("PAGETRAIL_DEMO", "1")
    monkeypatch.setattr(demo, "DEMO_PROJECT", "pilot")
    app = Starlette(routes=ROUTES)
    here = TestClient(app, base_url="http://127.0.0.1", client=("127.0.0.1", 5000), follow_redirects=False)
    reply = here.get(f"/demo/{role}")
    account = account_of_cookie(room.services, here.cookies.get(SIGN_IN_COOKIE, ""))
    # This is no demo: it has an author, but no study in which there would be a researcher.
    assert reply.status_code == (303 if expected else 404)
    assert (account.account_id if account else None) == expected
