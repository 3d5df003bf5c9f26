"""People of a simulated study who speak the app's own protocol: a thread and a connection for each."""

from __future__ import annotations

import random
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx2

from db.models import Item
from tests.e2e.simulated_ledger import Ledger
from tests.e2e.simulated_study import AFTER, BEFORE, Simulated
from tests.small_study import GOLD_SENTINEL

Temper = Literal["diligent", "dawdles", "rests", "vanishes", "returns", "is_released", "leaves"]
_ENDS = {"finished", "no_room", "withdrawn", "not_qualified", "declined", "study_over"}
_DAWDLES_AT_MOST = 60


@dataclass
class Turn:
    """When somebody dawdles: they wait for `may_begin`, and tell when their item is shown, and over."""

    may_begin: threading.Event = field(default_factory=threading.Event)
    is_waiting: threading.Event = field(default_factory=threading.Event)
    has_begun: threading.Event = field(default_factory=threading.Event)
    is_over: threading.Event = field(default_factory=threading.Event)

    @property
    def is_on(self) -> bool:
        """Whether an item runs against its limit now: in an outage its short lease would lapse first."""
        return self.may_begin.is_set() and not self.is_over.is_set()


class Gone(Exception):
    """Somebody closes everything in the middle and says nothing."""


class Person(threading.Thread):
    """Goes from step to step as the server says, and sends everything again until it is answered."""

    def __init__(
        self,
        study: Simulated,
        ledger: Ledger,
        address: str,
        name: str,
        temper: Temper = "diligent",
        *,
        seed: str,
        thinks_s: float,
        turn: Turn | None = None,
    ) -> None:
        super().__init__(name=name, daemon=True)
        invitation = study.person(name)
        self.account_id = invitation.account.account_id
        self.temper = temper
        self.failure: BaseException | None = None
        self.stopping = threading.Event()
        self.lapsed = threading.Event()
        self.is_ready = threading.Event()
        self.is_away = threading.Event()
        self._token = invitation.token
        self._study = study
        self._ledger = ledger
        self._random = random.Random(f"{seed}:{name}")
        self._thinks_s = thinks_s
        self._turn = turn
        self._marks: dict[str, list[dict[str, Any]]] = {}
        self._n_main = 0
        self._client = httpx2.Client(base_url=address, headers={"X-Pagetrail": "1"}, timeout=30)

    def run(self) -> None:
        """Take part, to whatever end."""
        try:
            with self._client:
                self._sign_in()
                self._take_part()
        except Gone:
            self._ledger.ended(self.account_id, "gone")
        except BaseException as error:
            self.failure = error
        self.is_ready.set()

    def _sign_in(self) -> None:
        reply = self._send("GET", f"/enter/{self._token}")
        self._client.headers["Cookie"] = f"pagetrail_sign_in={reply.cookies['pagetrail_sign_in']}"

    def _take_part(self) -> None:
        while not self.stopping.is_set():
            told = self._json(self._send("GET", "/api/journey"))
            if self.temper == "leaves" and told["step"] in {"finished", "no_room"}:
                told = self._act("leave")
            if told["step"] in _ENDS:
                self._ledger.ended(self.account_id, told["step"], told.get("code"))
                return
            self._think()
            getattr(self, f"_at_{told['step']}")(told)

    def _at_ask_consent(self, told: dict[str, Any]) -> None:
        self._act("consent", sha256=told["sha256"])

    def _at_read_instructions(self, told: dict[str, Any]) -> None:
        self._act("read", sha256=told["sha256"])

    def _at_answer_questions(self, told: dict[str, Any]) -> None:
        self._act("answer", when=told["when"], answers=BEFORE if told["when"] == "before" else AFTER)

    def _at_begin_practice(self, _: dict[str, Any]) -> None:
        self._act("practise")
        self.is_ready.set()

    def _at_see_feedback(self, told: dict[str, Any]) -> None:
        self._act("go_on", attempt=told["attempt"])

    def _at_begin_test(self, told: dict[str, Any]) -> None:
        self._act("test", number=told["number"])

    def _at_begin_batch(self, told: dict[str, Any]) -> None:
        if self._turn is not None and not self._turn.has_begun.is_set():
            # The first item of a batch is shown at once, so this is where somebody who dawdles waits.
            self._turn.is_waiting.set()
            assert self._turn.may_begin.wait(300)
        told = self._act("batch", number=told["number"])
        if self._turn is not None and "question" in told:
            self._turn.has_begun.set()

    def _at_study_rests(self, _: dict[str, Any]) -> None:
        self.stopping.wait(0.5)

    def _at_do_item(self, told: dict[str, Any]) -> None:
        attempt = told["attempt"]
        if "question" not in told:
            told = self._act("show", attempt=attempt)
            if told.get("attempt") != attempt or "question" not in told:
                return
        Sitting(self, told).do()

    def _act(self, act: str, **fields: Any) -> dict[str, Any]:
        """One gesture of the journey; now and then the button is pressed twice."""
        body = {"act": act, **fields}
        replies = self._at_once("/api/journey/act", body, body) if self._now_and_then(0.15) else []
        reply = replies[0] if replies else self._send("POST", "/api/journey/act", body)
        # Refused: the place was given to somebody else, or two presses met. What stands is asked for next.
        return self._json(reply) if reply.status_code == 200 else {}

    def _at_once(self, path: str, *bodies: dict[str, Any]) -> list[httpx2.Response]:
        with ThreadPoolExecutor(len(bodies)) as threads:
            return list(threads.map(lambda body: self._send("POST", path, body), bodies))

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx2.Response:
        """Send until there is an answer; a server that is away, or going, gives none."""
        while not self.stopping.is_set():
            try:
                reply = self._client.request(method, path, json=body)
            except httpx2.TransportError:
                self.stopping.wait(0.1)
                continue
            if reply.status_code not in {502, 503}:
                assert reply.status_code < 500, f"{path} {body}: {reply.status_code} {reply.text}"
                assert GOLD_SENTINEL not in reply.text
                return reply
            self.stopping.wait(0.1)
        raise Gone

    def _json(self, reply: httpx2.Response) -> dict[str, Any]:
        assert reply.status_code == 200, f"{reply.request.url}: {reply.status_code} {reply.text}"
        return dict(reply.json())

    def _think(self) -> None:
        self.stopping.wait(self._random.uniform(0, 2 * self._thinks_s))

    def _now_and_then(self, share: float) -> bool:
        return self._random.random() < share


class Sitting:
    """One item at one sitting: a browser tab with a count of its own."""

    def __init__(self, person: Person, told: dict[str, Any]) -> None:
        self.person = person
        self.told = told
        self.attempt: str = told["attempt"]
        self.item: Item = person._study.by_question[told["question"]]
        self.instance = uuid.uuid4().hex
        self.seq = 0
        self.marks = person._marks.setdefault(self.attempt, [])

    def do(self) -> None:
        """Search or read what is given, mark, draft, answer; or whatever this person is like."""
        person = self.person
        steps = [self._find, self._read_and_mark, self._draft]
        if self.told["purpose"] == "main" and person.temper == "dawdles":
            person.temper = "diligent"
            if all(step() for step in steps):
                self._dawdle()
            if person._turn is not None:
                person._turn.is_over.set()
            return
        for extra, share in ((self._rest, 1 if person.temper == "rests" else 0.25), (self._look_away, 0.25)):
            if person._now_and_then(share):
                steps.insert(person._random.randrange(1, 4), extra)
        if not all(self._thinking(step) for step in steps):
            return
        if self.told["purpose"] == "main" and self._behaves():
            return
        self._answer()

    def _thinking(self, step: Any) -> bool:
        self.person._think()
        return bool(step())

    def _behaves(self) -> bool:
        """What somebody does instead of answering their second main item; False: nothing, they answer."""
        person = self.person
        person._n_main += 1
        if person._n_main != 2 or person.temper in {"diligent", "rests"}:
            return False
        if person.temper == "leaves":
            assert person._act("leave")["step"] == "withdrawn"
            self._report({"kind": "answer_edited", "draft": {"answer": ["too late"]}})
            return True
        person.is_away.set()
        if person.temper == "returns":
            assert person.lapsed.wait(300)
            return False
        raise Gone

    def _dawdle(self) -> None:
        """Wait until the time is over; some ask for the clock, others leave it to the server."""
        asks = self.person._random.random() < 0.5
        for _ in range(_DAWDLES_AT_MOST):
            self.person.stopping.wait(1)
            if asks:
                body = {"attempt": self.attempt, "event_id": uuid.uuid4().hex}
                told = self.person._json(self.person._send("POST", "/api/clock", body))
                if told["clock"]["ended"] is not None:
                    return
                continue
            told = self.person._json(self.person._send("GET", "/api/journey"))
            if told.get("attempt") != self.attempt:
                return
        raise AssertionError(f"{self.attempt}: the time is never over")

    def _find(self) -> bool:
        if self.told["tools"] == "given_pages":
            self.hits = self.told["given"]
            refused = self._search("lamp")
            return refused is not None and refused["refused"]
        page = self.item.evidence[0].page
        texts = ['"no such thing"', "lamp AND", f'"page {page}"']
        for text in texts[self.person._random.randrange(3) :]:
            found = self._search(text)
            if found is None:
                return False
        self.hits = found["hits"]
        return True

    def _search(self, text: str) -> dict[str, Any] | None:
        body = {"attempt": self.attempt, "event_id": uuid.uuid4().hex, "text": text}
        reply = self.person._send("POST", "/api/search", body)
        if reply.status_code == 409:
            return None
        found = self.person._json(reply)
        kind = "tool_refused" if found["refused"] else "query"
        self.person._ledger.saved(body["event_id"], self.attempt, kind)
        if self.person._now_and_then(0.1):  # the reply was lost, as far as this browser knows
            again = self.person._json(self.person._send("POST", "/api/search", body))
            assert again == found
        self.query = body["event_id"]
        return found

    def _read_and_mark(self) -> bool:
        if not self.hits:
            return True
        chosen = self.hits[0] if self.person._now_and_then(0.8) else self.hits[-1]
        page = {"document": chosen["document"], "page": chosen["page"]}
        view = {**page, "view_id": uuid.uuid4().hex[:12]}
        opened = [{"kind": "hit_opened", "query_event_id": self.query, "rank": 1, **page}]
        read = [
            *(opened if self.told["tools"] == "search" else []),
            {"kind": "page_entered", **view, "reached": "hit"},
            {"kind": "page_visible", **view, "visible_ms": 40},
        ]
        marked = [] if page in self.marks else [{"kind": "evidence_marked", **page}]
        if not self._report(*read, *marked, {"kind": "page_left", **view, "visible_ms": 60}):
            return False
        if marked:
            self.marks.append(page)
        return True

    def _draft(self) -> bool:
        return self._report(
            *({"kind": "answer_edited", "draft": {"answer": [text]}} for text in ("la", "lamp"))
        )

    def _look_away(self) -> bool:
        if not self._report({"kind": "tab_hidden"}):
            return False
        self.person._think()
        return self._report({"kind": "tab_shown"})

    def _rest(self) -> bool:
        """A pause; one that is too long ends by itself."""
        body = {"attempt": self.attempt, "event_id": uuid.uuid4().hex, "reason": "Tea"}
        reply = self.person._send("POST", "/api/pause", body)
        if reply.status_code != 200:
            return reply.status_code == 403  # no pause is left; closed is 409
        if reply.json()["paused"]:
            self.person._ledger.saved(body["event_id"], self.attempt, "paused")
        is_too_long = self.person.temper == "rests" or self.person._now_and_then(0.2)
        self.person.stopping.wait(6 if is_too_long else 0.5)
        body = {"attempt": self.attempt, "event_id": uuid.uuid4().hex}
        reply = self.person._send("POST", "/api/resume", body)
        return reply.status_code == 200 and not reply.json()["paused"]

    def _report(self, *payloads: dict[str, Any]) -> bool:
        """Send events as a browser's queue does; whether all of them were taken."""
        events = []
        for payload in payloads:
            self.seq += 1
            one = {"event_id": uuid.uuid4().hex, "client_seq": self.seq, "client_at_ms": self.seq}
            events.append({**one, "payload": payload})
        body = {"attempt": self.attempt, "instance": self.instance, "events": events}
        reply = self.person._json(self.person._send("POST", "/api/events", body))
        if self.person._now_and_then(0.1):
            reply = self.person._json(self.person._send("POST", "/api/events", body))
        self.person._ledger.reported(body, reply)
        return not reply["refused"]

    def _answer(self) -> None:
        right = list(self.item.answer_variants[0])
        kind = self.person._random.choice(["own"] * 8 + ["not_found", "skipped"])
        if self.told["purpose"] == "qualification":
            kind = "own"
        answer = right if self.person._now_and_then(0.7) or self.told["purpose"] != "main" else ["wrong"]
        if kind == "own":
            # What is submitted is what was saved last, as the bench sees to it.
            self._report({"kind": "answer_edited", "draft": {"answer": answer}})
        given = {"answer": answer, "answer_kind": kind, "confidence": 70, "citations": self.marks}
        bodies = [{"attempt": self.attempt, "event_id": uuid.uuid4().hex, **given} for _ in range(2)]
        if self.person._now_and_then(0.2):  # Submit in two tabs at once, or twice the same press
            twice = bodies if self.person._now_and_then(0.5) else [bodies[0]] * 2
            replies = self.person._at_once("/api/answer", *twice)
        else:
            twice, replies = bodies[:1], [self.person._send("POST", "/api/answer", bodies[0])]
        accepted = set()
        for body, reply in zip(twice, replies, strict=True):
            if reply.status_code == 200 and reply.json()["accepted"]:
                accepted.add(body["event_id"])
                self.person._ledger.saved(body["event_id"], self.attempt, "answer_submitted")
            # 409: the place was given to somebody else meanwhile.
            assert reply.status_code in {200, 409}, reply.text
        assert len(accepted) <= 1
