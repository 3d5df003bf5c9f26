"""A whole study by requests alone: the rules of the page, and no gold in any reply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from baseline.assignment import leasing
from baseline.participants.participation import stream_of
from db import event_log
from db.assignments import assignments_of
from db.studies import find_study
from db.study_design import AttentionChecks
from db.study_events import SessionStarted
from pages.http import demo
from pages.http.guard import SIGN_IN_COOKIE, account_of_cookie
from pages.http.routes import ROUTES
from pages.services import Services
from tests.journey_study import DESIGN, PRACTICE_GOLD, STUDY, WholeStudy, make_whole_study
from tests.makers import make_event_id
from tests.pages.conftest import Browser, at_once
from tests.small_study import GOLD_SENTINEL, SmallStudy

BEFORE = {"often": "Every week", "sure": "5"}


class Player:
    """Somebody who takes part without a page, and keeps every reply."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.replies: list[str] = []

    def where(self) -> dict[str, Any]:
        return self._kept(self.browser.client.get("/api/journey"))

    def act(self, act: str, **fields: Any) -> dict[str, Any]:
        return self._kept(self.browser.post("/api/journey/act", {"act": act, **fields}))

    def answer_item(self, text: str) -> dict[str, Any]:
        """Show, search and submit the item that comes next; what comes then."""
        attempt = self.where()["attempt"]
        assert "question" in self.act("show", attempt=attempt)
        search = {"attempt": attempt, "event_id": make_event_id(), "text": "quay OR ferry OR lamps"}
        self._kept(self.browser.post("/api/search", search))
        given = {"answer": [text], "confidence": 70, "answer_kind": "own", "citations": []}
        body = {"attempt": attempt, "event_id": make_event_id(), **given}
        assert self._kept(self.browser.post("/api/answer", body))["accepted"]
        return self.where()

    def prepare(self) -> dict[str, Any]:
        """Everything until the first batch."""
        self.act("consent", sha256=self.where()["sha256"])
        self.act("read", sha256=self.where()["sha256"])
        self.act("answer", when="before", answers=BEFORE)
        self.act("practise")
        self.act("go_on", attempt=self.answer_item("nothing")["attempt"])
        self.act("test", number=1)
        return self.answer_item("3 March")

    def _kept(self, reply: Any) -> dict[str, Any]:
        assert reply.status_code == 200, reply.text
        self.replies.append(reply.text)
        return dict(reply.json())


LEFT = "You have left the study; nothing more is stored."
NO_PAGES = "its pages cannot be opened any more."
GESTURES: dict[str, dict[str, Any]] = {
    "search": {"text": "quay"},
    "answer": {"answer": ["x"], "confidence": None, "answer_kind": "own", "citations": []},
    "pause": {"reason": "tea"},
    "resume": {},
    "clock": {},
}


def refusals_of(player: Player, attempt: str) -> dict[str, tuple[int, str]]:
    """What every gesture on an item is answered that cannot be done any more."""
    said = {}
    for name, more in GESTURES.items():
        body = {"attempt": attempt, "event_id": make_event_id(), **more}
        reply = player.browser.post(f"/api/{name}", body)
        said[name] = (reply.status_code, reply.json().get("error", ""))
    return said


def page_of(running: Services, document: str, page: int) -> str:
    """The part of an address that names a page."""
    with running.reading() as database:
        fingerprint = find_study(database, STUDY).index_fingerprint
    return urlencode({"fingerprint": fingerprint, "document": document, "page": page})


@pytest.fixture
def whole(running: Services, small_study: SmallStudy) -> WholeStudy:
    return make_whole_study(small_study)


@pytest.fixture
def player(whole: WholeStudy, enter: Callable[[str], Browser]) -> Player:
    return Player(enter(whole.person().token))


def test_whole_study_goes_by_requests_and_tells_no_gold(player: Player, running: Services) -> None:
    now = player.where()
    assert (now["step"], GOLD_SENTINEL in now["text"]) == ("ask_consent", False)
    now = player.prepare()
    for batch in (1, 2):
        assert (now["step"], now["number"]) == ("begin_batch", batch)
        now = player.act("batch", number=batch)
        while now["step"] == "do_item":
            now = player.answer_item("x")
    assert (now["step"], now["n_done"]) == ("answer_questions", 3)
    end = player.act("answer", when="after", answers={"remarks": "The scans."})
    assert end["step"] == "finished"
    assert end["code"]
    page = player.browser.client.get(f"/api/words?{page_of(running, 'lighthouse.pdf', 3)}")
    assert (page.status_code, page.json()["error"]) == (403, "You have finished this study; " + NO_PAGES)
    assert player.where() == end
    told = "\n".join(player.replies)
    assert GOLD_SENTINEL not in told
    assert PRACTICE_GOLD not in told


def test_question_is_seen_when_its_clock_runs(player: Player, running: Services) -> None:
    player.prepare()
    now = player.act("batch", number=1)
    second = [one for one in _assigned(running, player) if one.purpose == "main"][1]
    assert "question" in now
    assert (now["tools"], now["given"]) == ("search", [])
    player.answer_item("x")
    waiting = player.where()
    assert (waiting["attempt"], "question" in waiting) == (second.attempt_id, False)


def test_attention_check_is_told_as_any_other_item(
    running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]
) -> None:
    checks = DESIGN.model_copy(update={"attention": AttentionChecks(item_set="test", per_batch=1)})
    player = Player(enter(make_whole_study(small_study, checks).person().token))
    player.prepare()
    now = player.act("batch", number=1)
    while now["step"] == "do_item":
        assert now["purpose"] == "main"
        now = player.answer_item("x")
    purposes = [one.purpose for one in _assigned(running, player)]
    assert (purposes.count("attention"), "attention" in "".join(player.replies)) == (1, False)


def _assigned(running: Services, player: Player) -> list[Any]:

    with running.reading() as database:
        return assignments_of(database, STUDY, player.browser.account_id)


def test_gesture_out_of_place_changes_nothing(player: Player) -> None:
    for act in ("practise", "stop", "test", "batch", "read", "show"):
        assert player.act(act)["step"] == "ask_consent"
    wrong = player.browser.post("/api/journey/act", {"act": "consent", "sha256": "0" * 64})
    assert (wrong.status_code, "changed in the meantime" in wrong.json()["error"]) == (409, True)


def test_unknown_act_and_missing_answer_are_named(player: Player) -> None:
    assert player.browser.post("/api/journey/act", {"act": "win"}).status_code == 422
    player.act("consent", sha256=player.where()["sha256"])
    player.act("read", sha256=player.where()["sha256"])
    empty = player.browser.post("/api/journey/act", {"act": "answer", "when": "before"})
    assert (empty.status_code, "needs an answer" in empty.json()["error"]) == (422, True)


def test_researcher_and_stranger_have_no_journey(
    whole: WholeStudy, enter: Callable[[str], Browser], stranger: TestClient
) -> None:
    assert enter(whole.researcher().token).client.get("/api/journey").status_code == 403
    assert stranger.get("/api/journey").status_code == 401


def test_leaving_ends_everything_at_once(player: Player, running: Services) -> None:
    player.prepare()
    attempt = player.act("batch", number=1)["attempt"]
    assert player.act("leave")["step"] == "withdrawn"
    late = {
        "attempt": attempt,
        "instance": "i",
        "events": [
            {
                "event_id": make_event_id(),
                "client_seq": 1,
                "client_at_ms": 1,
                "payload": {
                    "kind": "page_left",
                    "view_id": "v",
                    "document": "lighthouse.pdf",
                    "page": 3,
                    "visible_ms": 5,
                },
            }
        ],
    }
    reply = player.browser.post("/api/events", late).json()
    assert (reply["acknowledged"], len(reply["refused"])) == ([], 1)
    assert reply["refused"][0]["reason"] == LEFT
    assert refusals_of(player, attempt) == dict.fromkeys(GESTURES, (409, LEFT))
    page = player.browser.client.get(f"/api/page-image?{page_of(running, 'lighthouse.pdf', 3)}")
    assert (page.status_code, page.json()["error"]) == (403, "You have left the study; " + NO_PAGES)
    with running.reading() as database:
        events = event_log.replay(database, attempt)
    assert {repr(event.payload) for event in events if "erased" not in repr(event.payload)} == set()
    assert player.act("consent", sha256="0" * 64)["step"] == "withdrawn"


def test_who_left_a_study_that_keeps_is_recorded_no_more(
    running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]
) -> None:
    keeps = DESIGN.model_copy(update={"erase_on_withdrawal": False})
    player = Player(enter(make_whole_study(small_study, keeps).person().token))
    player.prepare()
    attempt = player.act("batch", number=1)["attempt"]
    player.act("leave")
    assert refusals_of(player, attempt) == dict.fromkeys(GESTURES, (409, LEFT))
    left = {"kind": "page_left", "view_id": "v", "document": "lighthouse.pdf", "page": 3, "visible_ms": 5}
    event = {"event_id": make_event_id(), "client_seq": 1, "client_at_ms": 1, "payload": left}
    sent = {"attempt": attempt, "instance": "i", "events": [event]}
    assert player.browser.post("/api/events", sent).json()["refused"][0]["reason"] == LEFT


def test_place_that_was_taken_back_says_so_wherever_somebody_goes_on(
    player: Player, running: Services
) -> None:
    player.prepare()
    attempt = player.act("batch", number=1)["attempt"]
    running.write(
        lambda database: leasing.drop_out(
            database, find_study(database, STUDY), player.browser.account_id, "by_hand", 2_000_000_000_000
        )
    )
    said = refusals_of(player, attempt)
    given = "This item was given to somebody else meanwhile. Please reload to see how it goes on."
    assert {name: said[name] for name in ("search", "answer", "pause")} == dict.fromkeys(
        ("search", "answer", "pause"), (409, given)
    )
    body = {"attempt": attempt, "event_id": make_event_id()}
    assert player.browser.post("/api/clock", body).json()["clock"]["closed"] == given
    mark = {"kind": "evidence_marked", "document": "lighthouse.pdf", "page": 3}
    event = {"event_id": make_event_id(), "client_seq": 1, "client_at_ms": 1, "payload": mark}
    sent = {"attempt": attempt, "instance": "i", "events": [event]}
    assert player.browser.post("/api/events", sent).json()["refused"][0]["reason"] == given


def test_what_is_typed_into_the_questions_is_kept_until_they_are_answered(
    player: Player, running: Services
) -> None:
    player.act("consent", sha256=player.where()["sha256"])
    player.act("read", sha256=player.where()["sha256"])
    typed = {"age": "3", "often": "Every week", "nobody-asked": "x"}
    for _ in range(2):
        kept = player.act("draft", when="before", answers=typed)
    assert (kept["step"], kept["draft"]) == ("answer_questions", {"age": "3", "often": "Every week"})
    assert kept["saved_at_ms"] == player.where()["saved_at_ms"] is not None
    player.act("draft", when="after", answers={"remarks": "too early"})
    player.act("answer", when="before", answers=BEFORE)
    player.act("draft", when="before", answers={"age": "4"})
    with running.reading() as database:
        events = event_log.replay(database, stream_of(player.browser.account_id))
    assert [event.kind for event in events].count("questionnaire_edited") == 1
    player.act("leave")
    with running.reading() as database:
        events = event_log.replay(database, stream_of(player.browser.account_id))
    assert "Every week" not in repr(events)


def test_window_and_zoom_of_a_browser_are_noted_once_and_not_before_consent(
    player: Player, running: Services
) -> None:
    screen = {
        "time_zone": "Europe/Oslo",
        "viewport_width": 1280,
        "viewport_height": 633,
        "device_pixel_ratio": 1.5,
    }
    player.act("session", session="s-0", screen=screen)
    player.act("consent", sha256=player.where()["sha256"])
    for _ in range(2):
        player.act("session", session="s-1", screen=screen)
    with running.reading() as database:
        events = event_log.replay(database, stream_of(player.browser.account_id))
    (started,) = [event.payload for event in events if isinstance(event.payload, SessionStarted)]
    assert started.model_dump(exclude={"kind", "user_agent"}) == screen
    assert started.user_agent == "testclient"


def test_two_presses_at_once_take_one_batch_and_make_one_code(player: Player, running: Services) -> None:
    player.prepare()
    at_once(4, lambda _: player.browser.post("/api/journey/act", {"act": "batch", "number": 1}))
    main = [one for one in _assigned(running, player) if one.purpose == "main"]
    assert len(main) == 2
    for _ in range(2):
        now = player.where()
        while now["step"] == "do_item":
            now = player.answer_item("x")
        player.act("batch", number=2)
    player.act("answer", when="after", answers={"remarks": "Nothing."})
    codes = at_once(4, lambda _: player.browser.client.get("/api/journey").json()["code"])
    assert len(set(codes)) == 1


def test_demo_has_another_participant_once_theirs_has_left(
    running: Services, small_study: SmallStudy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGETRAIL_DEMO", "1")
    monkeypatch.setattr(demo, "DEMO_STUDY", "small")
    here = TestClient(
        Starlette(routes=ROUTES),
        base_url="http://127.0.0.1",
        client=("127.0.0.1", 50_000),
        follow_redirects=False,
    )
    seen = set()
    for _ in range(3):
        assert here.get("/demo/participant").status_code == 303
        account = account_of_cookie(running, here.cookies[SIGN_IN_COOKIE])
        assert account is not None
        assert account.account_id not in seen
        seen.add(account.account_id)
        ours = {"X-Pagetrail": "1"}
        left = here.post("/api/journey/act", json={"act": "leave"}, headers=ours)
        assert left.json()["step"] == "withdrawn"
