"""The desk alone in a browser: its HTTP contract in memory, and a page that mounts it as Streamlit would."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from annotation.revisions import compared_words
from db.authored import ItemDraft
from db.clock import SystemClock
from pages.ui import assets
from pages.ui.desk import DESK, STYLES
from tests.e2e.bench_harness import THEMES, content_routes
from tests.e2e.bench_library import find
from tests.e2e.desk_mock_checks import DOCUMENTS, check, hop

EMPTY = ItemDraft().model_dump(mode="json")
CHOICES = {
    "visual": ["free_text", "structured", "tabular", "handwriting", "chart"],
    "reasoning": ["lookup", "bridging", "comparison", "common_properties", "other"],
    "category": ["reports", "inspections"],
    "domain": ["licensing", "public_health"],
}


@dataclass
class MockItem:
    """One item: its revisions as (draft, who wrote it), the oldest first, and where it stands."""

    revisions: list[tuple[dict, str]] = field(default_factory=lambda: [(EMPTY, "you")])
    status: str = "draft"
    changed_at_ms: int = 1_795_000_000_000

    @property
    def draft(self) -> dict:
        """The newest text."""
        return self.revisions[-1][0]


@dataclass
class MockDesk:
    """An author's items and everything that the desk told about them."""

    address: str = ""
    item: str = "item-1"
    items: dict[str, MockItem] = field(default_factory=lambda: {"item-1": MockItem()})
    title: str = "Municipal documents 2019"
    review: dict | None = None
    ways_out: list[dict] = field(default_factory=list)
    unavailable: set[str] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    refusal: str = ""
    unexplained: list[str] = field(default_factory=list)
    replies: dict[str, Response] = field(default_factory=dict)
    events: dict[str, dict] = field(default_factory=dict)
    searches: dict[str, dict] = field(default_factory=dict)
    saved_at_ms: int | None = None
    requests: list[tuple[str, dict]] = field(default_factory=list)

    @property
    def current(self) -> MockItem:
        """The item on the desk."""
        return self.items[self.item]

    @property
    def draft(self) -> dict:
        """Its newest text."""
        return self.current.draft

    def write_elsewhere(self, by: str = "another person", **changes: object) -> None:
        """Somebody else saves a revision of the item on the desk."""
        draft = ItemDraft.model_validate({**self.draft, **changes}).model_dump(mode="json")
        self.current.revisions.append((draft, by))
        self.saved_at_ms = SystemClock().now_ms()

    def sent(self, path: str) -> list[dict]:
        """The bodies that came to a route, in order."""
        return [body for asked, body in self.requests if asked == path]

    def payload(self) -> dict:
        """What the page passes to the desk."""
        views = [
            event["payload"] for event in self.events.values() if event["payload"]["kind"] == "page_entered"
        ]
        item = self.current
        return {
            "item": self.item,
            "attempt": f"desk:{self.item}",
            "project": {"project_id": "town", "title": self.title},
            "index": {"name": "town", "fingerprint": "f00d", "profile": "exact"},
            "k": 5,
            "revision": len(item.revisions),
            "draft": item.draft,
            "status": item.status,
            "may_edit": item.status in {"draft", "returned"},
            "saved_at_ms": self.saved_at_ms,
            "review": self.review,
            "ways_out": self.ways_out,
            "state": {
                "queries": list(self.searches.values()),
                "view": {name: views[-1][name] for name in ("document", "page")} if views else None,
            },
            "check": check(item.draft),
            "mine": [
                {
                    "item": name,
                    "question": one.draft["question"],
                    "status": one.status,
                    "hop": hop(one.draft),
                    "n_pages": len(one.draft["evidence"]),
                    "changed_at_ms": one.changed_at_ms,
                }
                for name, one in self.items.items()
            ],
            "documents": DOCUMENTS,
            "choices": CHOICES,
        }


def _save(desk: MockDesk, body: dict) -> Response:
    item = desk.items[body["item"]]
    if desk.refusal:
        return JSONResponse({"error": desk.refusal}, 422)
    if (behind := _behind(desk, item, body)) is not None:
        return behind
    item.revisions.append((ItemDraft.model_validate(body["draft"]).model_dump(mode="json"), "you"))
    return JSONResponse(_state(desk, item))


def _undo(desk: MockDesk, body: dict) -> Response:
    item = desk.items[body["item"]]
    if (behind := _behind(desk, item, body)) is not None:
        return behind
    before = [draft for draft, _ in item.revisions if draft != item.draft]
    if not before:
        return JSONResponse({"error": "There is nothing to undo."}, 422)
    item.revisions.append((before[-1], "you"))
    return JSONResponse({**_state(desk, item), "draft": item.draft})


def _submit(desk: MockDesk, body: dict) -> Response:
    item = desk.items[body["item"]]
    if (behind := _behind(desk, item, body)) is not None:
        return behind
    warned = {one["check"] for one in check(item.draft)["findings"] if one["level"] == "warn"}
    said = {one["check"] for one in item.draft["overrides"]}
    left = [name for name in [*sorted(warned), *desk.unexplained] if name not in said]
    if left:
        return JSONResponse({"error": "Say why each warning may stay.", "unexplained": left}, 422)
    item.status = "submitted"
    return JSONResponse({"status": item.status})


def _withdraw(desk: MockDesk, body: dict) -> Response:
    desk.items[body["item"]].status = "draft"
    return JSONResponse({"status": "draft"})


def _reply(desk: MockDesk, body: dict) -> Response:
    item = desk.items[body["item"]]
    item.status = "accepted" if body["agrees"] else "disputed"
    desk.review = None if body["agrees"] else {**desk.review, "may_reply": False, "reason": body["reason"]}
    return JSONResponse({"status": item.status})


def _new(desk: MockDesk, body: dict) -> Response:
    name = f"item-{len(desk.items) + 1}"
    copied = desk.items[body["copy_of"]].draft if body["copy_of"] else EMPTY
    desk.items[name] = MockItem(revisions=[(copied, "you")])
    return JSONResponse({"item": name})


def _behind(desk: MockDesk, item: MockItem, body: dict) -> Response | None:
    if body["based_on"] == len(item.revisions):
        return None
    draft, by = item.revisions[-1]
    newest = {"revision": len(item.revisions), "draft": draft, "by": by, "at_ms": desk.saved_at_ms}
    return JSONResponse({"error": "This item was changed meanwhile.", "newest": newest}, 409)


def _state(desk: MockDesk, item: MockItem) -> dict:
    desk.saved_at_ms = SystemClock().now_ms()
    return {
        "revision": len(item.revisions),
        "saved_at_ms": desk.saved_at_ms,
        "check": check(item.draft),
    }


_GESTURES = {
    "save": _save,
    "undo": _undo,
    "submit": _submit,
    "withdraw": _withdraw,
    "reply": _reply,
    "new": _new,
}


def desk_routes(desk: MockDesk) -> list[Route]:
    """The routes that a desk talks to, and the page around it."""

    async def gate(request: Request) -> Response | None:
        name = request.url.path.rsplit("/", 1)[1]
        while name in desk.held:
            await asyncio.sleep(0.02)
        if name in desk.unavailable:
            return JSONResponse({"error": "The server is busy."}, 503)
        if request.method == "POST" and request.headers.get("X-Pagetrail") != "1":
            return JSONResponse({"error": "The header is missing."}, 403)
        return None

    async def posted(request: Request) -> dict:
        body = await request.json()
        desk.requests.append((request.url.path, body))
        return body

    async def events(request: Request) -> Response:
        body = await posted(request)
        if (refusal := await gate(request)) is not None:
            return refusal
        desk.events.update({event["event_id"]: event for event in body["events"]})
        known = [event["event_id"] for event in body["events"]]
        return JSONResponse({"acknowledged": known, "refused": [], "saved_at_ms": SystemClock().now_ms()})

    async def search(request: Request) -> Response:
        body = await posted(request)
        if (refusal := await gate(request)) is not None:
            return refusal
        result = {"event_id": body["event_id"], "text": body["text"], **find(body["text"])}
        return JSONResponse(desk.searches.setdefault(body["event_id"], result))

    async def gesture(request: Request) -> Response:
        body = await posted(request)
        if (refusal := await gate(request)) is not None:
            return refusal
        name = request.path_params["name"]
        if name == "check":
            return JSONResponse(check(body["draft"]))
        if name == "compare":
            return JSONResponse({"words": [list(compared_words(*pair)) for pair in body["pairs"]]})
        if body["event_id"] not in desk.replies:
            desk.replies[body["event_id"]] = _GESTURES[name](desk, body)
        return desk.replies[body["event_id"]]

    async def health(request: Request) -> Response:
        return await gate(request) or JSONResponse({"ok": True})

    return [
        Route("/api/health", health),
        Route("/api/events", events, methods=["POST"]),
        Route("/api/search", search, methods=["POST"]),
        Route("/api/desk/{name}", gesture, methods=["POST"]),
        *content_routes(),
        *_page_routes(desk),
    ]


_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Pagetrail</title>
<link rel="icon" href="data:,">
<style>html,body{margin:0;height:100%%;overflow:hidden}#root>div{%(theme)s;color-scheme:%(scheme)s}</style>
<body><div id="root"></div><script type="module">
import mount from "/mock/desk.js";
const style = await (await fetch("/mock/desk.css")).text();
const host = document.createElement("div");
document.getElementById("root").append(host);
const root = host.attachShadow({mode: "open"});
const sheet = document.createElement("style");
sheet.textContent = style;
root.append(sheet);
window.calls = [];
window.lost = false;
window.rerun = async () => {
  const data = await (await fetch("/mock/payload", {method: "POST"})).json();
  mount({data, parentElement: root, key: "desk",
    setStateValue: async (name, value) => {
      window.calls.push([name, value]);
      if (window.lost) return;
      await fetch("/mock/chosen", {method: "POST", body: JSON.stringify([name, value])});
      await window.rerun();
    },
    setTriggerValue: () => window.lost || window.rerun()});
  window.shown = data.item;
};
await window.rerun();
</script>"""


def _page_routes(desk: MockDesk) -> list[Route]:
    def page(request: Request) -> Response:
        scheme = request.query_params.get("theme", "light")
        return HTMLResponse(_PAGE % {"theme": THEMES[scheme], "scheme": scheme})

    def script(_: Request) -> Response:
        text = assets.script(*assets.VIEWER, *DESK, entry="desk_entry")
        return Response(text, media_type="text/javascript")

    async def chosen(request: Request) -> Response:
        name, item = await request.json()
        if name == "opened":
            desk.item = item
        return JSONResponse({})

    return [
        Route("/", page),
        Route("/mock/desk.js", script),
        Route("/mock/desk.css", lambda _: Response(assets.style(*STYLES), media_type="text/css")),
        Route("/mock/payload", lambda _: JSONResponse(desk.payload()), methods=["POST"]),
        Route("/mock/chosen", chosen, methods=["POST"]),
    ]
