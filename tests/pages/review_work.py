"""Short ways to review in a test: each is one request of a signed-in browser."""

from __future__ import annotations

from typing import Any, NamedTuple

from annotation import authoring, review_desk
from annotation.acting import desk_of
from db import event_log
from db.authored import Replied
from db.models import By
from tests.pages.desk_room import DeskRoom, gesture

GOLD = ("4,217", "harbour-2021")
"""What nobody may read who has not answered blind: the answer, and the document with the evidence."""
PAGE = {"document": "accounts/harbour-2021.pdf", "page": 2}


class ReviewWork(NamedTuple):
    """A room in which somebody reviews."""

    room: DeskRoom

    def post(self, who: str, path: str, body: dict[str, Any]) -> Any:
        """A POST of that person with an event id of its own, unless the body has one."""
        return self.room.browsers[who].post(path, {"event_id": gesture(), **body})

    def open(self, who: str, item: str) -> Any:
        """Take the item."""
        return self.post(who, "/api/review/open", {"item": item})

    def stream(self, who: str, item: str) -> str:
        """The stream of the stage in which this person is, shown as the page would show it."""
        now_ms = self.room.services.clock.now_ms()
        self.room.services.write(lambda database: review_desk.show(database, item, who, now_ms))
        with self.room.services.reading() as database:
            stream = review_desk.stage_of(desk_of(database, item, who))
        assert stream is not None
        return stream.stream_id

    def answer(self, who: str, item: str, *parts: str, **fields: Any) -> Any:
        """One blind answer with the pages that are marked."""
        attempt = self.stream(who, item)
        citations = [PAGE] if ":evidence:" in attempt else []
        body = {"attempt": attempt, "answer": list(parts), "answer_kind": "own", "citations": citations}
        return self.post(who, "/api/review/answer", {**body, **fields})

    def blind(self, who: str, item: str, answer: str = "4,217 crowns") -> str:
        """Take the item and give both blind answers; returns the stream of the comparison."""
        assert self.open(who, item).status_code == 200
        for _ in ("search", "evidence"):
            reply = self.answer(who, item, answer)
            assert reply.status_code == 200, reply.text
        return self.stream(who, item)

    def decide(self, who: str, item: str, decision: str, **fields: Any) -> Any:
        """A whole review with this decision."""
        body = {"attempt": self.blind(who, item), "decision": decision, **fields}
        return self.post(who, "/api/review/decide", body)

    def disagree(self, item: str, who: str = "ann") -> None:
        """The author disagrees with the review."""
        by = By(who, self.room.services.clock.now_ms())
        reply = Replied(agrees=False, reason="The page says so.")
        self.room.services.write(lambda database: authoring.reply(database, item, reply, by))

    def disputed(self, correction: dict[str, Any]) -> str:
        """An item that bob corrected, to which ann disagrees; returns its id."""
        item = self.room.submitted()
        reply = self.decide("bob", item, "correct", draft=correction)
        assert reply.status_code == 200, reply.text
        self.disagree(item)
        return item

    def kinds(self, attempt: str) -> list[str]:
        """The kinds of what is logged in a stream."""
        with self.room.services.reading() as database:
            return [event.kind for event in event_log.replay(database, attempt)]
