"""The routes of who reviews and adjudicates: what they do, once, and what they never give away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from annotation import review_trail
from db.events import Query
from pages.services import Services
from tests.pages.conftest import Browser, at_once
from tests.pages.desk_room import DeskRoom, explained, gesture, make_desk_room, whole_draft
from tests.pages.review_work import GOLD, PAGE, ReviewWork
from tests.small_study import SmallStudy

USED = "already used for something else"
COMMENT = {"field": "question", "comment": "Say which basin."}


@pytest.fixture
def work(running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]) -> ReviewWork:
    return ReviewWork(make_desk_room(running, small_study, enter))


@pytest.fixture
def room(work: ReviewWork) -> DeskRoom:
    return work.room


def corrected(answer: str = "4,217") -> dict[str, Any]:
    return explained(whole_draft(answer=answer))


def mark(attempt: str, kind: str = "evidence_marked") -> dict[str, Any]:
    event = {"event_id": gesture(), "client_seq": 0, "client_at_ms": 0, "payload": {"kind": kind, **PAGE}}
    return {"attempt": attempt, "instance": "tab", "events": [event]}


# --- Taking an item ---


def test_first_of_two_has_the_item_and_the_other_reads_so(work: ReviewWork) -> None:
    item = work.room.submitted()
    replies = at_once(2, lambda n: work.open(("rita", "bob")[n], item))
    assert sorted(reply.status_code for reply in replies) == [200, 409]  # type: ignore[attr-defined]
    (refused,) = [reply for reply in replies if reply.status_code == 409]  # type: ignore[attr-defined]
    assert refused.json()["error"] == "Somebody else is reviewing this item already; choose another one."


def test_next_one_is_what_waits_longest_and_then_the_one_that_is_open(work: ReviewWork) -> None:
    first = work.room.submitted()
    work.room.submitted(draft=explained(whole_draft("And in 2020?")))
    for _ in range(2):
        assert work.post("rita", "/api/review/next", {"project": "pilot"}).json() == {"item": first}


def test_next_one_is_null_where_nothing_waits(work: ReviewWork) -> None:
    work.room.submitted()
    assert work.post("ann", "/api/review/next", {"project": "pilot"}).json() == {"item": None}


@pytest.mark.parametrize(("who", "status"), [("ann", 403), ("carl", 403), ("olga", 403)])
def test_author_candidate_and_outsider_take_nothing(work: ReviewWork, who: str, status: int) -> None:
    assert work.open(who, work.room.submitted()).status_code == status


# --- Blind answers ---


def test_blind_answers_are_stored_with_pages_and_time_and_the_decision_ends_it(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    attempt = work.stream("rita", item)
    work.room.browsers["rita"].post("/api/events", mark(attempt))
    reply = work.answer("rita", item, " 4,200 ", "", citations=[PAGE])
    assert reply.json() == {"accepted": True}
    assert work.answer("rita", item, "4,217 crowns").status_code == 200
    decided = {"attempt": work.stream("rita", item), "decision": "accept"}
    assert work.post("rita", "/api/review/decide", decided).json() == {"status": "accepted"}
    (review,) = work.room.history(item).state.reviews
    assert review.was_blind
    assert review.search is not None
    assert review.evidence is not None
    assert (review.search.answer, review.search.citations[0].page) == (("4,200",), 2)
    assert work.kinds(attempt) == ["review_shown", "evidence_marked", "item_reviewed"]


def test_answer_with_other_pages_than_are_saved_is_refused(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    reply = work.answer("rita", item, "x", citations=[PAGE])
    assert reply.status_code == 409
    assert "not saved here yet" in reply.json()["error"]


def test_page_that_is_taken_away_is_no_citation_of_the_evidence_stage(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    work.answer("rita", item, "x")
    unmarked = mark(work.stream("rita", item), "evidence_unmarked")
    work.room.browsers["rita"].post("/api/events", unmarked)
    assert work.answer("rita", item, "x", citations=[]).status_code == 200
    assert work.room.history(item).state.reviews[0].evidence.citations == ()


def test_gesture_that_comes_twice_is_carried_out_once(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    attempt = work.stream("rita", item)
    answer = {"attempt": attempt, "answer": ["x"], "answer_kind": "own", "citations": []}
    for _ in range(2):
        reply = work.post("rita", "/api/review/answer", {**answer, "event_id": "answered-once"})
        assert reply.json() == {"accepted": True}
    for change in ({"answer": ["y"]}, {"answer": [], "answer_kind": "not_found"}, {"citations": [PAGE]}):
        reply = work.post("rita", "/api/review/answer", {**answer, "event_id": "answered-once", **change})
        assert (reply.status_code, USED in reply.json()["error"]) == (409, True)
    work.answer("rita", item, "x")
    decide = {"attempt": work.stream("rita", item), "decision": "return", "comments": [COMMENT]}
    for _ in range(2):
        reply = work.post("rita", "/api/review/decide", {**decide, "event_id": "decided-once"})
        assert reply.json() == {"status": "returned"}
    for change in ({"decision": "accept", "comments": []}, {"comments": [{**COMMENT, "comment": "Other."}]}):
        reply = work.post("rita", "/api/review/decide", {**decide, "event_id": "decided-once", **change})
        assert (reply.status_code, USED in reply.json()["error"]) == (409, True)
    kinds = [step.content.kind for step in work.room.history(item).steps]
    assert kinds == ["submitted", "review_opened", "blind_answered", "blind_answered", "reviewed"]


def test_working_time_stops_on_a_pause(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    attempt = work.stream("rita", item)
    paused = work.post("rita", "/api/review/pause", {"attempt": attempt, "reason": "Tea"})
    assert paused.json()["paused"]
    search = {"attempt": attempt, "text": "dredging"}
    assert work.post("rita", "/api/search", search).json()["error"] == "You are on a pause. Resume first."
    assert not work.post("rita", "/api/review/resume", {"attempt": attempt}).json()["paused"]
    assert work.post("rita", "/api/search", search).status_code == 200


def test_a_pause_takes_an_id_for_one_reason_and_no_reason_that_is_too_long(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    body = {"attempt": work.stream("rita", item), "event_id": gesture()}
    assert work.post("rita", "/api/review/pause", {**body, "reason": "x" * 501}).status_code == 422
    for _ in range(2):
        assert work.post("rita", "/api/review/pause", {**body, "reason": "Tea"}).json()["paused"]
    assert work.post("rita", "/api/review/pause", {**body, "reason": "Lunch"}).status_code == 409
    assert work.post("rita", "/api/review/resume", body).status_code == 409


def test_searches_are_logged_by_stage_and_not_from_the_evidence_alone(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    found = []
    for stage in ("search", "evidence", "compare"):
        attempt = work.stream("rita", item)
        assert f":{stage}:" in attempt
        found.append(work.post("rita", "/api/search", {"attempt": attempt, "text": "dredging"}).status_code)
        if stage != "compare":
            work.answer("rita", item, "x")
    assert found == [200, 409, 200]


# --- Deciding ---


def test_return_without_a_comment_is_refused_with_a_sentence(work: ReviewWork) -> None:
    reply = work.decide("rita", work.room.submitted(), "return")
    assert (reply.status_code, reply.json()["error"]) == (
        422,
        "Say what is wrong with the item before you return it.",
    )


@pytest.mark.parametrize(
    ("answers", "kind"),
    [([["4,217"]], "replacement"), ([["4,217 crowns"], ["4,217"]], "extension")],
)
def test_program_says_what_a_correction_is_and_stores_it_so(
    work: ReviewWork, answers: list[list[str]], kind: str
) -> None:
    item = work.room.submitted()
    draft = {**corrected(), "answer_variants": answers}
    attempt = work.blind("rita", item)
    checked = work.room.browsers["rita"].post("/api/review/check", {"item": item, "draft": draft})
    assert checked.json()["correction"]["kind"] == kind
    body = {"attempt": attempt, "decision": "correct", "draft": draft, "comments": [COMMENT]}
    assert work.post("rita", "/api/review/decide", body).json() == {"status": "corrected"}
    newest = work.room.history(item).newest
    assert (newest.kind.value, newest.account_id) == (kind, "rita")


def test_correction_needs_a_reason_for_what_a_check_complains_about_and_keeps_the_authors(
    work: ReviewWork,
) -> None:
    whole = whole_draft()
    own = [{"check": check, "reason": "It is meant so."} for check in _warned(work.room, whole)]
    item = work.room.submitted(draft={**whole, "overrides": own})
    correction = whole_draft(answer="a word that no page has")
    body = {"attempt": work.blind("rita", item), "decision": "correct", "draft": correction}
    refused = work.post("rita", "/api/review/decide", body)
    assert (refused.status_code, refused.json()["unexplained"]) == (422, ["extractive", "grounded"])
    said = [{"check": check, "reason": "It is a scan."} for check in ("extractive", "grounded")]
    body |= {"event_id": gesture(), "draft": {**correction, "overrides": said}}
    replies = [work.post("rita", "/api/review/decide", body).json() for _ in range(2)]
    assert replies == [{"status": "corrected"}] * 2
    kept = work.room.history(item).newest.draft.overrides
    assert [one.model_dump() for one in kept] == [*said, *own]


def _warned(room: DeskRoom, draft: dict[str, Any]) -> list[str]:
    item = room.new()
    checked = room.post("ann", "check", {"item": item, "draft": draft}).json()
    return [one["check"] for one in checked["findings"] if one["level"] == "warn"]


def test_correction_that_says_the_same_or_is_no_item_is_told_before_it_is_sent(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.blind("rita", item)
    for draft, kind in ((whole_draft(), "same"), ({**whole_draft(), "evidence": []}, "none")):
        checked = work.room.browsers["rita"].post("/api/review/check", {"item": item, "draft": draft})
        assert checked.json()["correction"]["kind"] == kind


def test_second_reviewer_agrees_with_the_first_correction(work: ReviewWork) -> None:
    item = work.disputed(corrected())
    assert work.decide("rita", item, "agree").json() == {"status": "accepted"}
    state = work.room.history(item).state
    assert (state.accepted_by, state.accepted_revision) == ("second_review", 3)


def test_supervisor_decides_between_the_sides_with_a_reason(work: ReviewWork) -> None:
    item = work.disputed(corrected())
    assert work.decide("rita", item, "return", comments=[COMMENT]).json() == {"status": "adjudication"}
    attempt = work.stream("sue", item)
    body = {"attempt": attempt, "decision": "accept", "revision": 3}
    assert work.post("sue", "/api/review/adjudicate", {**body, "reason": " "}).status_code == 422
    clear = {**body, "reason": "It is clear.", "event_id": "adjudicated-once"}
    for _ in range(2):
        assert work.post("sue", "/api/review/adjudicate", clear).json() == {"status": "accepted"}
    for change in ({"reason": "It is not."}, {"revision": 2}, {"decision": "reject", "revision": None}):
        reply = work.post("sue", "/api/review/adjudicate", {**clear, **change})
        assert (reply.status_code, USED in reply.json()["error"]) == (409, True)
    assert work.kinds(attempt) == ["item_reviewed"]


def test_only_a_supervisor_who_took_no_part_adjudicates(work: ReviewWork) -> None:
    item = work.disputed(corrected())
    work.decide("rita", item, "return", comments=[COMMENT])
    for who in ("ann", "bob", "rita", "carl"):
        body = {"attempt": f"review:adjudication:{who}:{item}", "decision": "reject", "reason": "No."}
        assert work.post(who, "/api/review/adjudicate", body).status_code == 403


# --- What nobody may read too early ---


def everything_asked(work: ReviewWork, who: str, item: str) -> list[Any]:
    """The reply of every route to somebody who tries to read the item."""
    review_id = work.room.history(item).state.reviews[-1].review_id
    streams = [
        f"desk:{item}",
        f"desk-of:{who}:{item}",
        f"review:compare:{review_id}:{item}",
        f"review:adjudication:{who}:{item}",
    ]
    draft = whole_draft("?", "?") | {"evidence": []}
    decided = {"decision": "accept", "revision": 2, "reason": "x"}
    on_item = {"item": item, "based_on": 2}
    requests = [
        ("/api/desk/check", {"item": item, "draft": draft}),
        ("/api/desk/save", {**on_item, "draft": draft, "kind": "edit"}),
        ("/api/desk/undo", on_item),
        ("/api/desk/submit", on_item),
        ("/api/desk/withdraw", {"item": item}),
        ("/api/desk/new", {"project": "pilot", "copy_of": item}),
        ("/api/review/check", {"item": item, "draft": draft}),
        *(("/api/search", {"attempt": stream, "text": "lighthouse"}) for stream in streams),
        *(("/api/review/decide", {"attempt": stream, "decision": "accept"}) for stream in streams),
        *(("/api/review/adjudicate", {"attempt": stream, **decided}) for stream in streams),
    ]
    gestures = [
        (path, body if path.endswith("check") else {"event_id": gesture(), **body}) for path, body in requests
    ]
    events = [("/api/events", mark(stream)) for stream in streams]
    return [work.room.browsers[who].post(path, body) for path, body in [*gestures, *events]]


@pytest.mark.parametrize("who", ["rita", "bob", "sue"])
@pytest.mark.parametrize("n_answers", [0, 1])
def test_nobody_reads_the_answer_by_any_route_before_answering_blind(
    work: ReviewWork, who: str, n_answers: int
) -> None:
    item = work.room.submitted()
    work.open(who, item)
    for _ in range(n_answers):
        assert work.answer(who, item, "x").status_code == 200
    for reply in everything_asked(work, who, item):
        assert reply.status_code in {403, 404}, (reply.url, reply.text)
        assert not [gold for gold in GOLD if gold in reply.text], (reply.url, reply.text)
    assert [step.content.kind for step in work.room.history(item).steps][-1] != "reviewed"


def test_evidence_cannot_be_answered_before_the_question(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    review_id = work.room.history(item).state.reviews[-1].review_id
    body = {"attempt": f"review:evidence:{review_id}:{item}", "answer": ["x"], "answer_kind": "own"}
    reply = work.post("rita", "/api/review/answer", {**body, "citations": []})
    assert reply.status_code == 403
    assert "Answer the question yourself first" in reply.json()["error"]


def test_stage_of_somebody_else_takes_nothing(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    attempt = work.stream("rita", item)
    for path, fields in (
        ("/api/search", {"text": "x"}),
        ("/api/review/pause", {"reason": "x"}),
        ("/api/review/answer", {"answer": ["x"], "answer_kind": "own", "citations": []}),
    ):
        assert work.post("bob", path, {"attempt": attempt, **fields}).status_code == 403
    assert work.room.browsers["bob"].post("/api/events", mark(attempt)).status_code == 403


def test_stage_that_is_over_takes_no_marks_and_no_draft(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    attempt = work.stream("rita", item)
    work.answer("rita", item, "x")
    reply = work.room.browsers["rita"].post("/api/events", mark(attempt)).json()
    assert reply["acknowledged"] == []
    assert "over" in reply["refused"][0]["reason"]


def test_what_a_reviewer_searched_is_in_no_study(work: ReviewWork) -> None:
    item = work.room.submitted()
    work.open("rita", item)
    attempt = work.stream("rita", item)
    work.post("rita", "/api/search", {"attempt": attempt, "text": "dredging"})
    with work.room.services.reading() as database:
        state = review_trail.state_of(database, review_trail.review_stream(attempt))  # type: ignore[arg-type]
        n_attempts = database.execute(
            "SELECT count(*) FROM assignments WHERE attempt_id = ?", [attempt]
        ).fetchone()[0]
    assert isinstance(state.trail.searches[0].outcome, Query)
    assert n_attempts == 0
