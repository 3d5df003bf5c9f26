"""The bench alone in a browser: the HTTP contract in memory, and a page that mounts it as Streamlit would.

Switches slow down or break single routes; the log is what a real server would have stored.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from db.clock import SystemClock
from pages.ui import assets
from pages.ui.bench import BENCH, STYLES
from tests.e2e.bench_library import LIBRARY, QUESTIONS, find, page_image


@dataclass
class MockServer:
    """One participant's items and everything the bench told about them."""

    address: str = ""
    attempt: str = "attempt-1"
    number: int = 1
    question: str = QUESTIONS[0]
    may_skip: bool = False
    simulated: bool = False
    study_title: str = "Pilot study on municipal documents"
    working_ms: int = 725_000
    more: dict = field(default_factory=dict)
    time: dict = field(default_factory=dict)
    limits: list[dict] = field(default_factory=list)
    pause_left_ms: int | None = None
    pauses_left: int | None = None
    ended: dict | None = None
    unavailable: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    conflict: str = ""
    refusal: str = ""
    search_conflict: str = ""
    events: dict[str, dict] = field(default_factory=dict)
    searches: dict[str, dict] = field(default_factory=dict)
    answers: list[dict] = field(default_factory=list)
    pauses: list[dict] = field(default_factory=list)
    paused: str | None = None
    saved_at_ms: int | None = None
    requests: list[tuple[str, dict]] = field(default_factory=list)

    def payloads(self, *kinds: str) -> list[dict]:
        """What is stored of these kinds, in order."""
        stored = [event["payload"] for event in self.events.values()]
        return [payload for payload in stored if payload["kind"] in kinds]

    def marks(self) -> list[dict]:
        """The evidence tray as a fold over the stored events."""
        marks: dict[tuple[str, int], dict] = {}
        for payload in self.payloads("evidence_marked", "evidence_unmarked", "region_marked"):
            key = (payload["document"], payload["page"])
            if payload["kind"] == "evidence_unmarked":
                marks.pop(key, None)
                continue
            label = LIBRARY[key[0]][key[1] - 1][0]
            mark = marks.setdefault(key, {"document": key[0], "page": key[1], "label": label, "regions": []})
            if payload["kind"] == "region_marked":
                mark["regions"].append({name: payload[name] for name in ("region_id", "box", "quote")})
        return list(marks.values())

    def others_draft(self, body: dict) -> dict | None:
        """The newest draft of another page, where this batch holds one."""
        if all(event["payload"]["kind"] != "answer_edited" for event in body["events"]):
            return None
        drafts = [
            event["payload"]["draft"]
            for event in self.events.values()
            if event["payload"]["kind"] == "answer_edited" and event["instance"] != body["instance"]
        ]
        return drafts[-1] if drafts else None

    def payload(self) -> dict:
        """What the page passes to the bench."""
        drafts = self.payloads("answer_edited")
        views = self.payloads("page_entered")
        draft = drafts[-1]["draft"] if drafts else {"answer": [""], "confidence": None, "not_found": False}
        view = {name: views[-1][name] for name in ("document", "page")} if views else None
        return {
            "attempt": self.attempt,
            "study_title": self.study_title,
            "item": {
                "number": self.number,
                "of": 25,
                "batch": 1,
                "batches": 20,
                "question": self.question,
            },
            "index": {"name": "town", "fingerprint": "f00d", "profile": "exact"},
            "k": 5,
            "may_skip": self.may_skip,
            "simulated": self.simulated,
            "submit_label": f"Submit and go to item {self.number + 1}",
            "next_label": f"Go on to item {self.number + 1}",
            "time": {
                "warn_before_s": [300, 60],
                "warned": [],
                "at_limit": "submit",
                "pauses": {"allowed": True, "reasons": [], "longest_s": None},
                **self.time,
            },
            **self.more,
            "state": {
                "queries": list(self.searches.values()),
                "view": view,
                "marks": self.marks(),
                "draft": draft,
                "saved_at_ms": self.saved_at_ms,
                "paused": self.paused,
                "working_ms": self.working_ms,
                "clock": self.clock(),
            },
        }

    def clock(self) -> dict:
        """How the item's time stands, as every route of the clock says it."""
        return {
            "working_ms": self.working_ms,
            "phase": "open" if self.ended is None else "submitted" if self.ended["submitted"] else "expired",
            "paused": self.paused,
            "limits": self.limits,
            "pause_left_ms": self.pause_left_ms,
            "pauses_left": self.pauses_left,
            "ended": self.ended,
        }

    def search(self, event_id: str, text: str) -> dict:
        """A search as the route answers it; the same gesture gives the same result."""
        if event_id not in self.searches:
            self.searches[event_id] = {"event_id": event_id, "text": text, **find(text)}
        return self.searches[event_id]

    def take_answer(self, body: dict) -> dict:
        """Exactly one answer per attempt."""
        if any(answer["attempt"] == body["attempt"] for answer in self.answers):
            return {"accepted": False, "already": True}
        self.answers.append(body)
        return {"accepted": True, "already": False}

    def next_item(self) -> None:
        """What Streamlit shows after an accepted answer."""
        if self.ended is None and not any(answer["attempt"] == self.attempt for answer in self.answers):
            return
        self.ended = None
        self.number += 1
        self.attempt = f"attempt-{self.number}"
        self.question = QUESTIONS[(self.number - 1) % len(QUESTIONS)]
        self.events.clear()
        self.searches.clear()
        self.saved_at_ms = None
        self.working_ms = 0


def _routes(server: MockServer) -> list[Route]:
    async def gate(request: Request) -> JSONResponse | None:
        name = request.url.path.rsplit("/", 1)[1]
        while name in server.held:
            await asyncio.sleep(0.02)
        if name in server.unavailable:
            return JSONResponse({"error": "The server is busy. It will be tried again."}, 503)
        if request.method == "POST" and request.headers.get("X-Pagetrail") != "1":
            return JSONResponse({"error": "The header is missing."}, 403)
        return None

    async def posted(request: Request) -> dict:
        body = await request.json()
        server.requests.append((request.url.path, body))
        return body

    async def events(request: Request) -> Response:
        body = await posted(request)
        if (refusal := await gate(request)) is not None:
            return refusal
        is_closed = any(answer["attempt"] == body["attempt"] for answer in server.answers)
        others = server.others_draft(body)
        refused = []
        for event in body["events"]:
            late = event["payload"]["kind"] in {"page_visible", "page_left", "tab_hidden", "tab_shown"}
            if is_closed and not late and event["event_id"] not in server.events:
                refused.append({"event_id": event["event_id"], "reason": "This item was already submitted."})
            elif server.refusal:
                refused.append({"event_id": event["event_id"], "reason": server.refusal})
            elif not is_closed:
                server.events.setdefault(event["event_id"], {**event, "instance": body["instance"]})
        server.saved_at_ms = SystemClock().now_ms()
        gone = {one["event_id"] for one in refused}
        known = [event["event_id"] for event in body["events"] if event["event_id"] not in gone]
        told = {"refused": refused, "saved_at_ms": server.saved_at_ms, "others_draft": others}
        return JSONResponse({"acknowledged": known, **told})

    async def search(request: Request) -> Response:
        body = await posted(request)
        if server.search_conflict:
            return JSONResponse({"error": server.search_conflict}, 409)
        return await gate(request) or JSONResponse(server.search(body["event_id"], body["text"]))

    async def answer(request: Request) -> Response:
        body = await posted(request)
        if (refusal := await gate(request)) is not None:
            return refusal
        if server.conflict:
            return JSONResponse({"error": server.conflict}, 409)
        if server.ended is not None:
            late = {"accepted": False, "already": False, "time_over": True, "clock": server.clock()}
            return JSONResponse(late)
        return JSONResponse(server.take_answer(body))

    async def pause(request: Request) -> Response:
        body = await posted(request)
        server.paused = body["reason"]
        server.pauses.append(body)
        return await gate(request) or _clock_reply(server)

    async def resume(request: Request) -> Response:
        await posted(request)
        server.paused = None
        return await gate(request) or _clock_reply(server)

    async def clock(request: Request) -> Response:
        await posted(request)
        return await gate(request) or _clock_reply(server)

    async def health(request: Request) -> Response:
        return await gate(request) or JSONResponse({"ok": True})

    return [
        Route("/api/health", health),
        Route("/api/events", events, methods=["POST"]),
        Route("/api/search", search, methods=["POST"]),
        Route("/api/answer", answer, methods=["POST"]),
        Route("/api/pause", pause, methods=["POST"]),
        Route("/api/resume", resume, methods=["POST"]),
        Route("/api/clock", clock, methods=["POST"]),
        *content_routes(),
        *_page_routes(server),
    ]


def _clock_reply(server: MockServer) -> JSONResponse:
    clock = server.clock()
    return JSONResponse(
        {"paused": clock["paused"] is not None, "working_ms": clock["working_ms"], "clock": clock}
    )


def content_routes() -> list[Route]:
    """Pages of the invented library: images, sizes, words, highlights."""

    def asked(request: Request) -> tuple[str, str]:
        document = LIBRARY[request.query_params["document"]]
        return document[int(request.query_params["page"]) - 1]

    def image(request: Request) -> Response:
        width = 816 if request.url.path.endswith("page-image") else 160
        return Response(page_image(asked(request)[1], width), media_type="image/jpeg")

    def document(request: Request) -> Response:
        name = request.query_params["document"]
        pages = [[612, 841, label] for label, _ in LIBRARY[name]]
        return JSONResponse({"document": name, "n_pages": len(pages), "pages": pages})

    def words(request: Request) -> Response:
        label, content = asked(request)
        texts = enumerate(content.split())
        boxes = [[0.1 + 0.06 * n, 0.09, 0.155 + 0.06 * n, 0.11, text] for n, text in texts]
        known = {"width_pt": 612, "height_pt": 841, "label": label, "source": "layer"}
        return JSONResponse({**known, "words": [box for box in boxes if box[2] <= 1]})

    return [
        Route("/api/page-image", image),
        Route("/api/thumbnail", image),
        Route("/api/document", document),
        Route("/api/words", words),
        Route("/api/highlights", lambda request: JSONResponse({"words": [3, 4]})),
    ]


# The theme's variables as Streamlit sets them on the component's host.
THEMES = {
    "light": "--st-background-color:#ffffff;--st-secondary-background-color:#f4f5f6;"
    "--st-text-color:#1b1f23;--st-primary-color:#0f766e",
    "dark": "--st-background-color:#16191c;--st-secondary-background-color:#1f2327;--st-text-color:#e7eaed;"
    "--st-primary-color:#2dd4bf;--st-orange-text-color:#ffbd45;--st-orange-background-color:#3b2c12;"
    "--st-red-text-color:#ff8a8a;--st-red-background-color:#3f1d1d",
}
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Pagetrail</title>
<link rel="icon" href="data:,">
<style>html,body{margin:0;height:100%%;overflow:hidden}#root>div{%(theme)s;color-scheme:%(scheme)s}</style>
<body><div id="root">%(above)s</div><script type="module">
import mount from "/mock/bench.js";
const style = await (await fetch("/mock/bench.css")).text();
let mounted = null;
window.calls = [];
window.rerun = async () => {
  const data = await (await fetch("/mock/payload", {method: "POST"})).json();
  if (!mounted) {
    const host = document.createElement("div");
    document.getElementById("root").append(host);
    const root = host.attachShadow({mode: "open"});
    const sheet = document.createElement("style");
    sheet.textContent = style;
    root.append(sheet);
    mounted = root;
  }
  mount({data, parentElement: mounted, key: "bench",
    setStateValue: (name, value) => { window.calls.push([name, value]); if (!window.deaf) window.rerun(); },
    setTriggerValue: () => { if (!window.deaf) window.rerun(); }});
};
await window.rerun();
</script>"""


def _page_routes(server: MockServer) -> list[Route]:
    def page(request: Request) -> Response:
        scheme = request.query_params.get("theme", "light")
        height = int(request.query_params.get("above", "0"))
        above = f'<p id="above" style="height:{height}px;margin:0"></p>' if height else ""
        return HTMLResponse(_PAGE % {"theme": THEMES[scheme], "scheme": scheme, "above": above})

    def script(_: Request) -> Response:
        text = assets.script(*assets.VIEWER, *BENCH, entry="bench_entry")
        return Response(text, media_type="text/javascript")

    async def stored(request: Request) -> Response:
        """How many events of these kinds there are, once there are enough, or after a long wait."""
        kinds = request.query_params["kinds"].split(",")
        wanted = int(request.query_params["count"])
        for _ in range(500):
            if len(server.payloads(*kinds)) >= wanted:
                break
            await asyncio.sleep(0.02)
        return JSONResponse(len(server.payloads(*kinds)))

    def payload(_: Request) -> Response:
        server.next_item()
        return JSONResponse(server.payload())

    return [
        Route("/", page),
        Route("/mock/bench.js", script),
        Route("/mock/bench.css", lambda _: Response(assets.style(*STYLES), media_type="text/css")),
        Route("/mock/payload", payload, methods=["POST"]),
        Route("/mock/stored", stored),
    ]


class Stage:
    """The running server; the mock behind it is a new one for every test."""

    def __init__(self, port: int, mock: Callable, routes: Callable) -> None:
        self._port = port
        self._mock = mock
        self._routes = routes
        self._app: Starlette | None = None
        self.new_mock()

    def new_mock(self):
        """An untouched mock, served from now on."""
        mock = self._mock(address=f"http://127.0.0.1:{self._port}/")
        self._app = Starlette(routes=self._routes(mock))
        return mock

    async def __call__(self, scope, receive, send) -> None:
        await self._app(scope, receive, send)


@contextmanager
def running_stage(mock: Callable = MockServer, routes: Callable = _routes) -> Iterator[Stage]:
    """Serves mocks on a free port until the block ends; `routes(mock)` is what they answer."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    # A browser that comes before the server's thread is ready waits, instead of being refused.
    listener.listen(64)
    stage = Stage(listener.getsockname()[1], mock, routes)
    config = uvicorn.Config(stage, log_level="error", lifespan="off", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        yield stage
    finally:
        server.should_exit = True
        thread.join(10)
        listener.close()
