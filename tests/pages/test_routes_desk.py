"""The author's desk over HTTP: every gesture once, only on one's own items, and never a text lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from annotation import authoring, reviewing
from annotation.checks.findings import words_of
from db import event_log
from db.authored import Adjudicated, BlindAnswered, ItemDraft, Replied, Reviewed
from db.authoring_events import ItemWritten
from db.models import By
from pages.services import Services
from tests.pages.conftest import Browser, at_once, home_texts
from tests.pages.desk_room import (
    OUTSIDER,
    DeskRoom,
    explained,
    gesture,
    make_desk_room,
    whole_draft,
)
from tests.small_study import SmallStudy

EVIDENCE = {"document": "accounts/harbour-2021.pdf", "page": 2}


@pytest.fixture
def room(running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]) -> DeskRoom:
    return make_desk_room(running, small_study, enter)


def written(room: DeskRoom, item: str) -> list[tuple[str, int]]:
    """The gestures in the log of the author's desk."""
    with room.services.reading() as database:
        events = event_log.replay(database, f"desk:{item}")
    return [(e.payload.act, e.payload.revision) for e in events if isinstance(e.payload, ItemWritten)]


# Save


def test_save_stores_a_revision_and_answers_with_its_checks(room: DeskRoom) -> None:
    item = room.new()
    reply = room.save("ann", item, 1, whole_draft())
    assert reply.status_code == 200
    assert reply.headers["cache-control"] == "no-store"
    stored = room.history(item).newest
    assert (reply.json()["revision"], reply.json()["saved_at_ms"]) == (2, stored.at_ms)
    assert stored.draft == ItemDraft.model_validate_json(ItemDraft(**whole_draft()).model_dump_json())
    check = reply.json()["check"]
    assert check["hop"] == "single"
    assert {"extractive", "grounded", "agentic"} <= {one["check"] for one in check["findings"]}
    # Visual types have no targets in this project, and nothing is handed in.
    assert {row["group"] for row in check["coverage"]} == {"hop", "category", "documents"}


def test_save_that_is_sent_again_is_one_revision_also_after_somebody_elses(room: DeskRoom) -> None:
    item = room.new()
    body = {"item": item, "event_id": gesture(), "based_on": 1, "draft": whole_draft(), "kind": "autosave"}
    first = room.post("ann", "save", body).json()
    room.save("sue", item, 2, whole_draft(answer="4,217"))
    again = room.post("ann", "save", body)
    assert again.status_code == 200
    assert (again.json()["revision"], again.json()["saved_at_ms"]) == (2, first["saved_at_ms"])
    assert [revision.revision for revision in room.history(item).revisions] == [1, 2, 3]


def test_same_save_from_many_tabs_at_once_is_one_revision(room: DeskRoom) -> None:
    item = room.new()
    body = {"item": item, "event_id": gesture(), "based_on": 1, "draft": whole_draft(), "kind": "edit"}
    replies = at_once(4, lambda _: room.post("ann", "save", body).json()["revision"])
    assert replies == [2] * 4
    assert written(room, item) == [("started", 1), ("saved", 2)]


def test_second_saver_gets_the_newest_text_and_whose_it_is(room: DeskRoom) -> None:
    item = room.new()
    room.save("ann", item, 1, whole_draft(answer="Alpha"))
    theirs = room.save("sue", item, 1, whole_draft(answer="Beta"))
    assert theirs.status_code == 409
    newest = theirs.json()["newest"]
    assert (newest["revision"], newest["by"]) == (2, "another person")
    assert newest["draft"]["answer_variants"] == [["Alpha"]]
    assert "take it, keep yours, or merge both" in theirs.json()["error"]
    own_other_tab = room.save("ann", item, 1, whole_draft(answer="Gamma"))
    assert own_other_tab.json()["newest"]["by"] == "you"
    assert len(room.history(item).revisions) == 2


def test_save_of_a_submitted_item_says_how_to_go_on(room: DeskRoom) -> None:
    item = room.submitted()
    reply = room.save("ann", item, 2, whole_draft(answer="late"))
    assert reply.status_code == 409
    assert reply.json() == {"error": "The item is submitted; withdraw it before you change it."}


def test_save_with_the_same_id_and_another_text_is_refused(room: DeskRoom) -> None:
    item, used = room.new(), gesture()
    for _ in range(2):
        assert room.save("ann", item, 1, whole_draft(), event_id=used).status_code == 200
    reply = room.save("ann", item, 2, whole_draft(answer="other"), event_id=used)
    assert (reply.status_code, "something else" in reply.json()["error"]) == (409, True)


def test_event_id_of_another_gesture_is_refused(room: DeskRoom) -> None:
    item, other = room.new(), room.new()
    used = gesture()
    assert room.save("ann", item, 1, whole_draft(), event_id=used).status_code == 200
    for who, where in (("ann", other), ("sue", item)):
        reply = room.save(who, where, 1, whole_draft(answer="other"), event_id=used)
        assert reply.status_code == 409
        assert "already used for something else" in reply.json()["error"]


def test_a_gesture_that_asks_for_something_else_with_its_old_id_is_refused(room: DeskRoom) -> None:
    item = room.new()
    room.save("ann", item, 1, explained(whole_draft(answer="4,000 crowns")))
    room.save("ann", item, 2, explained(whole_draft()))

    def pressed(path: str, body: dict[str, Any], **changes: Any) -> None:
        body = {"event_id": gesture(), **body}
        first = room.post("ann", path, body)
        assert first.status_code == 200, first.text
        again = room.post("ann", path, body)
        assert (again.status_code, again.json().get("item")) == (200, first.json().get("item"))
        other = room.post("ann", path, {**body, **changes})
        assert (other.status_code, "already used for something else" in other.json()["error"]) == (409, True)

    pressed("new", {"project": "pilot"}, copy_of=item)
    pressed("new", {"project": "pilot", "copy_of": item}, copy_of=None)
    pressed(
        "save",
        {"item": item, "based_on": 3, "draft": explained(whole_draft()), "kind": "autosave"},
        kind="edit",
    )
    pressed("undo", {"item": item, "based_on": 3}, based_on=4)
    pressed("submit", {"item": item, "based_on": 4}, based_on=3)
    pressed("withdraw", {"item": item}, item=room.new())
    pressed("submit", {"item": item, "based_on": 4}, based_on=3)
    room.returned(item, "Which harbour?")
    pressed("reply", {"item": item, "agrees": False, "reason": "One only."}, reason="There is one.")


# Check


def test_check_stores_nothing(room: DeskRoom) -> None:
    item = room.new()
    reply = room.post("ann", "check", {"item": item, "draft": whole_draft(answer="9,999 crowns")})
    assert reply.status_code == 200
    extractive = [one for one in reply.json()["findings"] if one["check"] == "extractive"]
    assert [one["level"] for one in extractive] == ["warn"]
    assert len(room.history(item).revisions) == 1


def test_fixes_come_with_their_label_and_what_they_change(room: DeskRoom) -> None:
    item = room.new()
    draft = whole_draft()
    draft["evidence"].append({"document": "lighthouse.pdf", "page": 3, "regions": []})
    findings = room.post("ann", "check", {"item": item, "draft": draft}).json()["findings"]
    drops = [fix for one in findings for fix in one["fixes"] if fix["kind"] == "drop_page"]
    assert {"kind", "label", "ref"} == set(drops[0])
    assert {"document": "lighthouse.pdf", "page": 3} in [fix["ref"] for fix in drops]


def test_another_authors_question_is_known_to_the_checks_but_not_to_a_candidate(room: DeskRoom) -> None:
    room.submitted("ann")
    for who, level in (("bob", "warn"), ("carl", "pass")):
        item = room.new(who)
        findings = room.post(who, "check", {"item": item, "draft": whole_draft()}).json()["findings"]
        assert [one["level"] for one in findings if one["check"] == "near_duplicate"] == [level]


# Undo


def test_undo_goes_back_step_by_step_and_a_resend_undoes_once(room: DeskRoom) -> None:
    item = room.new()
    room.save("ann", item, 1, whole_draft(answer="Alpha"))
    room.save("ann", item, 2, whole_draft(answer="Beta"))
    press = gesture()
    for _ in range(3):
        reply = room.on("ann", "undo", item, 3, press)
        assert (reply.status_code, reply.json()["revision"]) == (200, 4)
        assert reply.json()["draft"]["answer_variants"] == [["Alpha"]]
    assert reply.json()["check"]["hop"] == "single"
    assert room.on("ann", "undo", item, 4).json()["draft"]["question"] == ""
    nothing = room.on("ann", "undo", item, 5)
    assert nothing.status_code == 409
    assert nothing.json() == {"error": "There is nothing to undo: this is the first text of the item."}


def test_undo_on_an_old_revision_is_a_conflict_with_the_newest_text(room: DeskRoom) -> None:
    item = room.new()
    room.save("ann", item, 1, whole_draft(answer="Alpha"))
    room.save("sue", item, 2, whole_draft(answer="Beta"))
    reply = room.on("ann", "undo", item, 2)
    assert reply.status_code == 409
    assert reply.json()["newest"]["draft"]["answer_variants"] == [["Beta"]]


# Submit and withdraw


def test_submit_needs_a_reason_for_each_warning_and_then_happens_once(room: DeskRoom) -> None:
    item = room.new()
    findings = room.save("ann", item, 1, whole_draft()).json()["check"]["findings"]
    warned = [one["check"] for one in findings if one["level"] == "warn"]
    refused = room.on("ann", "submit", item, 2)
    assert refused.status_code == 422
    assert refused.json()["unexplained"] == warned != []
    assert words_of(warned[0]) in refused.json()["error"]
    room.save("ann", item, 2, explained(whole_draft()))
    press = gesture()
    for _ in range(2):
        reply = room.on("ann", "submit", item, 3, press)
        assert (reply.status_code, reply.json()) == (200, {"status": "submitted"})
    state = room.history(item).state
    assert (state.status, state.last_seq, [one.check for one in state.overridden]) == (
        "submitted",
        1,
        warned,
    )


def test_draft_that_is_no_item_yet_is_not_submitted_and_says_what_is_missing(room: DeskRoom) -> None:
    item = room.new()
    reply = room.on("ann", "submit", item, 1)
    assert reply.status_code == 422
    assert reply.json() == {"error": "The question is empty; write it before you submit the item."}


def test_submit_of_an_old_revision_is_a_conflict_with_the_newest_text(room: DeskRoom) -> None:
    item = room.new()
    room.save("ann", item, 1, explained(whole_draft()))
    room.save("sue", item, 2, explained(whole_draft(answer="4,217")))
    reply = room.on("ann", "submit", item, 2)
    assert reply.status_code == 409
    assert reply.json()["newest"]["revision"] == 3


def test_supervisor_changes_an_item_but_does_not_hand_it_in(room: DeskRoom) -> None:
    item = room.new()
    room.save("sue", item, 1, explained(whole_draft()))
    reply = room.on("sue", "submit", item, 2)
    assert reply.status_code == 403
    assert "Only the author of the item may submit" in reply.json()["error"]


def test_withdraw_takes_back_once_until_a_review_is_open(room: DeskRoom) -> None:
    item = room.submitted()
    body = {"item": item, "event_id": gesture()}
    for _ in range(2):
        assert room.post("ann", "withdraw", body).json() == {"status": "draft"}
    # The same press again, long after the item was handed in anew, takes nothing back.
    assert room.on("ann", "submit", item, 2).status_code == 200
    assert room.post("ann", "withdraw", body).json() == {"status": "submitted"}
    room.opened_review(item)
    late = room.post("ann", "withdraw", {"item": item, "event_id": gesture()})
    assert late.status_code == 409
    assert "being reviewed" in late.json()["error"]


def test_correction_that_did_not_stand_is_not_handed_in_unseen(room: DeskRoom) -> None:
    item = room.submitted()
    room.corrected(item, explained(whole_draft(answer="The reviewer's")))

    def job(database: Any) -> None:
        now_ms = room.services.clock.now_ms()
        authoring.reply(database, item, Replied(agrees=False, reason="It says crowns."), By("ann", now_ms))
        second = reviewing.open_review(database, item, By("bob", now_ms)).review_id
        for stage in ("search", "evidence"):
            answered = BlindAnswered.model_validate({"review_id": second, "stage": stage, "answer": ("y",)})
            reviewing.answer_blind(database, item, answered, By("bob", now_ms))
        comments = ({"field": "question", "comment": "Both are wrong."},)
        back = Reviewed.model_validate({"review_id": second, "decision": "return", "comments": comments})
        reviewing.review(database, item, back, By("bob", now_ms))
        adjudicated = {"decision": "return", "reason": "Once more, please."}
        reviewing.adjudicate(database, item, Adjudicated.model_validate(adjudicated), By("sue", now_ms))

    room.services.write(job)
    history = room.history(item)
    assert (history.state.status, history.newest.revision, history.working.revision) == ("returned", 3, 2)
    unchanged = room.on("ann", "submit", item, 3)
    assert unchanged.status_code in {409, 422}
    assert room.history(item).newest.revision == 3
    assert room.save("ann", item, 3, explained(whole_draft(answer="4,217"))).json()["revision"] == 4
    assert room.on("ann", "submit", item, 4).json() == {"status": "submitted"}


# New


def test_new_item_is_started_once_and_a_copy_leaves_reasons_behind(room: DeskRoom) -> None:
    body = {"project": "pilot", "event_id": gesture(), "copy_of": None}
    items = {room.post("ann", "new", body).json()["item"] for _ in range(3)}
    assert items == {"pilot-0001"}
    room.save("ann", "pilot-0001", 1, explained(whole_draft()))
    copied = room.new(copy_of="pilot-0001")
    draft = room.history(copied).newest.draft
    assert (copied, draft.question, draft.overrides) == ("pilot-0002", whole_draft()["question"], ())


def test_new_is_refused_for_a_reviewer_and_for_a_strange_project(room: DeskRoom) -> None:
    replies = [
        room.post("rita", "new", {"project": "pilot", "event_id": gesture()}),
        room.post(OUTSIDER, "new", {"project": "pilot", "event_id": gesture()}),
        room.post("ann", "new", {"project": "nowhere", "event_id": gesture()}),
    ]
    assert [reply.status_code for reply in replies] == [403, 403, 404]


def test_somebody_elses_draft_cannot_be_copied(room: DeskRoom) -> None:
    item = room.submitted("ann")
    reply = room.post("bob", "new", {"project": "pilot", "event_id": gesture(), "copy_of": item})
    assert reply.status_code == 403
    assert "hidden from you" in reply.json()["error"]


# Who may


def bodies(item: str) -> dict[str, dict[str, Any]]:
    on_revision = {"item": item, "event_id": gesture(), "based_on": 2}
    return {
        "save": {**on_revision, "draft": whole_draft(answer="other"), "kind": "edit"},
        "check": {"item": item, "draft": whole_draft()},
        "undo": on_revision,
        "submit": on_revision,
        "withdraw": {"item": item, "event_id": gesture()},
        "reply": {"item": item, "event_id": gesture(), "agrees": True},
    }


@pytest.mark.parametrize("path", ["save", "check", "undo", "submit", "withdraw", "reply"])
def test_route_keeps_everybody_else_out_and_says_nothing_of_the_item(
    room: DeskRoom, stranger: TestClient, participant: Browser, path: str
) -> None:
    item = room.new()
    room.save("ann", item, 1, whole_draft())
    body = bodies(item)[path]
    nobody = stranger.post(f"/api/desk/{path}", json=body, headers={"X-Pagetrail": "1"})
    assert nobody.status_code == 401
    assert participant.post(f"/api/desk/{path}", body).status_code == 403
    for who in ("bob", "rita", "carl", OUTSIDER):
        reply = room.post(who, path, body)
        assert reply.status_code == 403
        assert set(reply.json()) == {"error"}
        assert "4,217" not in reply.text
    without_header = room.browsers["ann"].client.post(f"/api/desk/{path}", json=body)
    assert without_header.status_code == 403
    assert len(room.history(item).revisions) == 2


@pytest.mark.parametrize("path", ["save", "check", "undo", "submit", "withdraw", "reply"])
def test_route_finds_no_item_of_another_name(room: DeskRoom, path: str) -> None:
    reply = room.post("ann", path, bodies("nothing-here")[path])
    assert reply.status_code == 404
    assert "nothing-here" in reply.json()["error"]


BAD_DRAFTS = [
    {"answer_variants": []},
    {"answer_variants": [["x"]] * 51},
    {"evidence": [{"document": "lighthouse.pdf", "page": 0}]},
    {"question": "x" * 5000},
    {"telepathy": True},
    {"overrides": [{"check": "agentic", "reason": "  "}]},
]


@pytest.mark.parametrize("change", BAD_DRAFTS)
@pytest.mark.parametrize("path", ["save", "check"])
def test_draft_that_cannot_be_is_refused_with_the_field(
    room: DeskRoom, path: str, change: dict[str, Any]
) -> None:
    item = room.new()
    body = bodies(item)[path]
    reply = room.post("ann", path, {**body, "draft": {**whole_draft(), **change}})
    assert reply.status_code == 422
    assert reply.json()["error"].startswith("draft.")
    assert len(room.history(item).revisions) == 1


def test_text_that_cannot_be_stored_is_refused_and_nothing_is_stored(room: DeskRoom) -> None:
    item = room.new()
    body = {**bodies(item)["save"], "based_on": 1}
    text = '{"item": "%s", "event_id": "%s", "based_on": 1, "kind": "edit", "draft": {"question": "\\ud83d"}}'
    reply = room.browsers["ann"].client.post(
        "/api/desk/save", content=text % (item, body["event_id"]), headers={"X-Pagetrail": "1"}
    )
    assert reply.status_code == 422
    assert len(room.history(item).revisions) == 1


def test_body_that_is_too_large_is_refused(room: DeskRoom) -> None:
    item = room.new()
    draft = whole_draft()
    draft["answer_variants"] = [["x" * 2000] * 10] * 20
    assert room.save("ann", item, 1, draft).status_code == 413


def test_no_reply_of_the_desk_names_where_things_are(room: DeskRoom, small_study: SmallStudy) -> None:
    item = room.new()
    replies = [room.post("ann", path, body) for path, body in bodies(item).items()]
    assert not [r for r in replies for text in home_texts(small_study.home) if text in r.text]
