"""The viewer without the app: a small server that speaks the HTTP contract over invented pages.

The page it serves mounts queue, source, shortcuts and viewer in a shadow root as Streamlit does, beside
ordinary fields in and outside of shadow roots. What the server received is in `events`; `faults` make it
fail in the ways that a network does.
"""

from __future__ import annotations

import io
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import urlencode

import uvicorn
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from pages.ui import assets

WIDTH_PT, HEIGHT_PT = 612, 792
DPI = 72  # half of what the app serves: these tests look at the page, they do not read it
ROMAN = ["", "i", "ii", "iii", "iv", "v"]

LINES = [
    "Harbour Authority annual report",
    "Permit revenue exceeded the estimate by a",
    "wide margin; the auditors confirmed the reve-",
    "nue of the fiscal year at $120,893,034.",
    "The Café Müller “pilot” closed in March.",
    "Permit fees were raised twice. Permit",
    "holders received written notice.",
]

VIEWER_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>harness</title><style>
body { margin: 0; display: flex; height: 100vh; font-family: "DejaVu Sans", sans-serif; }
#host { flex: 1; min-width: 0; }
#side { width: 180px; padding: 8px; }
</style></head><body>
<div id="side">
  <p id="outside" tabindex="0">Outside</p>
  <input id="field" aria-label="Field"><textarea id="area" aria-label="Area"></textarea>
  <div id="editable" contenteditable="true" role="textbox" aria-label="Editable">x</div>
  <div id="shadowed"></div>
  <dialog id="dialog"><button>In a dialog</button></dialog>
</div>
<div id="host"></div>
<script type="module">
/*SCRIPT*/
const shadow = document.getElementById("host").attachShadow({ mode: "open" });
const root = document.createElement("div");
root.style.height = "100%";
shadow.append(Object.assign(document.createElement("style"), { textContent: /*STYLE*/ }), root);
const other = document.getElementById("shadowed").attachShadow({ mode: "open" });
other.append(Object.assign(document.createElement("input"), { id: "inner" }));
const asked = new URLSearchParams(location.search);
const queue = new EventQueue({ attempt: "attempt-1" });
const shortcuts = new Shortcuts(root);
const seen = { marks: null, views: [], trouble: [], saved: [], painted: [] };
queue.onSaved((at, waiting) => seen.saved.push([at, waiting]));
queue.onTrouble((trouble) => seen.trouble.push(trouble));
root.addEventListener("pagetrail:painted", (event) => seen.painted.push(event.detail));
const viewer = new Viewer(root, {
  source: new PageSource({ name: "demo", fingerprint: "f1" }),
  queue,
  shortcuts,
  onMarks: (marks) => { seen.marks = marks; },
  onView: (view) => seen.views.push(view),
});
viewer.setMarks(JSON.parse(asked.get("marks") ?? "[]"));
if (asked.has("document")) {
  viewer.open({ document: asked.get("document"), page: Number(asked.get("page") ?? 1),
                reached: asked.get("reached") ?? "hit", query: asked.get("q") ?? "" });
}
window.harness = { queue, shortcuts, viewer, seen, PageText, PageTurn, TextLayer };
</script></body></html>"""

REPLAY_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>harness</title><style>
body { margin: 0; height: 100vh; }
#host { height: 100%; }
</style></head><body><div id="host"></div>
<script type="module">
/*SCRIPT*/
const shadow = document.getElementById("host").attachShadow({ mode: "open" });
const root = document.createElement("div");
root.style.height = "100%";
shadow.append(Object.assign(document.createElement("style"), { textContent: /*STYLE*/ }), root);
window.harness = { replay: new Replay(root, /*CONTENT*/) };
</script></body></html>"""


@dataclass
class Faults:
    """How the server fails at the moment."""

    events_answer: str = (
        "ok"  # ok | lost (stored, but the answer is an error) | down | closed | picky | nameless
    )
    images_down: bool = False
    image_delay_pages: frozenset[int] = frozenset()


@dataclass
class Harness:
    """What the server was asked, and what it stored: events in the order of their arrival, once each."""

    address: str = ""
    n_pages: dict[str, int] = field(default_factory=lambda: {"report-2019.pdf": 12, "short.pdf": 3})
    faults: Faults = field(default_factory=Faults)
    events: list[dict[str, Any]] = field(default_factory=list)
    posts: int = 0
    images_asked: list[int] = field(default_factory=list)
    thumbnails_asked: list[int] = field(default_factory=list)
    image_gate: threading.Event = field(default_factory=threading.Event)
    replay: dict[str, Any] = field(default_factory=dict)

    def payloads(self, *kinds: str) -> list[dict[str, Any]]:
        """The stored payloads of these kinds; of all but the heartbeat if none is named."""
        stored = [event["payload"] for event in self.events]
        if not kinds:
            return [payload for payload in stored if payload["kind"] != "page_visible"]
        return [payload for payload in stored if payload["kind"] in kinds]

    def kinds(self) -> list[str]:
        """The kinds of all stored events but the heartbeat, in order."""
        return [payload["kind"] for payload in self.payloads()]

    def entered(self) -> list[int]:
        """The pages of all page views, in order."""
        return [payload["page"] for payload in self.payloads("page_entered")]

    def store(self, body: dict[str, Any]) -> dict[str, Any]:
        """Keep what is new, and refuse nothing."""
        known = {event["event_id"] for event in self.events}
        new = [event for event in body["events"] if event["event_id"] not in known]
        self.events += [{**event, "instance": body["instance"]} for event in new]
        ids = [event["event_id"] for event in body["events"]]
        return {"acknowledged": ids, "refused": [], "saved_at_ms": 1_700_000_000_000}


@cache
def word_boxes() -> list[list[Any]]:
    """The words of every page with the boxes in which `page_picture` draws them."""
    pen = ImageDraw.Draw(Image.new("RGB", (10, 10)))
    font = ImageFont.truetype("DejaVuSans.ttf", 20)
    width, height = WIDTH_PT * DPI / 72, HEIGHT_PT * DPI / 72
    boxes = []
    for row, line in enumerate(LINES):
        x, y = 65.0, 90 + 45.0 * row
        for word in line.split(" "):
            length = pen.textlength(word, font=font)
            boxes.append([x / width, y / height, (x + length) / width, (y + 24) / height, word])
            x += length + pen.textlength(" ", font=font)
    return boxes


@cache
def page_picture(page: int) -> bytes:
    """A page with its number and the lines, as JPEG."""
    size = (WIDTH_PT * DPI // 72, HEIGHT_PT * DPI // 72)
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.truetype("DejaVuSans.ttf", 20)
    for x0, y0, _, _, word in word_boxes():
        pen.text((x0 * size[0], y0 * size[1]), word, fill="#222222", font=font)
    pen.text((size[0] / 2, size[1] - 45), f"- {page} -", fill="#222222", font=font, anchor="mm")
    return _jpeg(image)


@cache
def thumbnail_picture(page: int) -> bytes:
    """A small page with its number."""
    image = Image.new("RGB", (160, 207), "white")
    pen = ImageDraw.Draw(image)
    for row in range(9):
        pen.line((20, 30 + 14 * row, 140 - 7 * ((row * page) % 5), 30 + 14 * row), fill="#999999", width=3)
    pen.text((80, 190), str(page), fill="#222222", anchor="mm")
    return _jpeg(image)


def _jpeg(image: Image.Image) -> bytes:
    written = io.BytesIO()
    image.save(written, "JPEG", quality=80)
    return written.getvalue()


def _printed_label(page: int) -> str:
    return ROMAN[page] if page < len(ROMAN) else str(page - len(ROMAN) + 1)


def _app(harness: Harness) -> Starlette:
    down = JSONResponse({"error": "The server is being restarted."}, status_code=503)

    def viewer_page(request: Request) -> Response:
        script = assets.script(*assets.VIEWER[:-1], entry=assets.VIEWER[-1])
        style = json.dumps(assets.style(*assets.VIEWER_STYLES))
        return HTMLResponse(VIEWER_PAGE.replace("/*SCRIPT*/", script).replace("/*STYLE*/", style))

    def component(request: Request) -> Response:
        script = assets.script(*assets.VIEWER, "viewer_standalone", entry="viewer_entry")
        return Response(script, media_type="text/javascript")

    def replay_page(request: Request) -> Response:
        script = assets.script(*assets.VIEWER, *assets.REPLAY, entry="replay")
        style = json.dumps(assets.style(*assets.VIEWER_STYLES, "replay"))
        page = REPLAY_PAGE.replace("/*SCRIPT*/", script).replace("/*STYLE*/", style)
        return HTMLResponse(page.replace("/*CONTENT*/", json.dumps(harness.replay)))

    def page_image(request: Request) -> Response:
        page = int(request.query_params["page"])
        harness.images_asked.append(page)
        if harness.faults.images_down:
            return down
        if page in harness.faults.image_delay_pages:
            harness.image_gate.wait(10)
        return Response(page_picture(page), media_type="image/jpeg", headers={"Cache-Control": "no-store"})

    def thumbnail(request: Request) -> Response:
        page = int(request.query_params["page"])
        harness.thumbnails_asked.append(page)
        return Response(thumbnail_picture(page % 50), media_type="image/jpeg")

    def document(request: Request) -> Response:
        name = request.query_params["document"]
        if name not in harness.n_pages:
            return JSONResponse({"error": f"There is no document {name!r}."}, status_code=404)
        pages = [[WIDTH_PT, HEIGHT_PT, _printed_label(page)] for page in range(1, harness.n_pages[name] + 1)]
        return JSONResponse({"document": name, "n_pages": len(pages), "pages": pages})

    def words(request: Request) -> Response:
        size = {"width_pt": WIDTH_PT, "height_pt": HEIGHT_PT}
        label = _printed_label(int(request.query_params["page"]))
        return JSONResponse({**size, "label": label, "source": "layer", "words": word_boxes()})

    def highlights(request: Request) -> Response:
        wanted = request.query_params["q"].lower()
        found = [at for at, box in enumerate(word_boxes()) if wanted and wanted in box[4].lower()]
        return JSONResponse({"words": found})

    async def events(request: Request) -> Response:
        body = await request.json()
        assert request.headers["x-pagetrail"] == "1"
        harness.posts += 1
        answer = harness.faults.events_answer
        if answer == "down":
            return down
        if answer == "closed":
            ids = [one["event_id"] for one in body["events"]]
            refused = [{"event_id": one, "reason": "The item was submitted."} for one in ids]
            return JSONResponse({"acknowledged": [], "refused": refused, "saved_at_ms": 1})
        if answer == "picky" and any(one["payload"]["kind"] == "nonsense" for one in body["events"]):
            return JSONResponse({"error": "One event cannot be read."}, status_code=422)
        if answer == "nameless":
            refused = [{"event_id": "?", "reason": "It holds a character that cannot be stored."}]
            return JSONResponse({"acknowledged": [], "refused": refused, "saved_at_ms": 1})
        reply = harness.store(body)
        return down if answer == "lost" else JSONResponse(reply)

    return Starlette(
        routes=[
            Route("/", viewer_page),
            Route("/replay", replay_page),
            Route("/component.js", component),
            Route("/api/page-image", page_image),
            Route("/api/thumbnail", thumbnail),
            Route("/api/document", document),
            Route("/api/words", words),
            Route("/api/highlights", highlights),
            Route("/api/events", events, methods=["POST"]),
        ]
    )


@contextmanager
def running_harness() -> Iterator[Harness]:
    """The server on a free port, in a thread."""
    harness = Harness()
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        harness.address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(_app(harness), log_level="error", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield harness
        harness.image_gate.set()
        server.should_exit = True
        thread.join()


def open_viewer(page: Page, harness: Harness, document: str = "report-2019.pdf", **asked: str) -> None:
    """Load the page, with a document open; back when its page was painted."""
    page.goto(f"{harness.address}/?{urlencode({'document': document, 'page': '3', **asked})}")
    wait_painted(page, 1)


def wait_painted(page: Page, times: int) -> None:
    """Until that many pages have been painted since the load."""
    page.wait_for_function("times => window.harness?.seen.painted.length >= times", arg=times)


def turn(page: Page, key: str) -> None:
    """Press a key that opens another page, and wait until that is painted."""
    before = page.evaluate("harness.seen.painted.length")
    page.keyboard.press(key)
    wait_painted(page, before + 1)


def saved(page: Page) -> None:
    """Until everything that was queued so far is acknowledged."""
    page.evaluate("harness.queue.flush()")


def set_hidden(page: Page, state: str) -> None:
    """Tell the page that its tab is "hidden" or "visible" (headless tabs are always visible)."""
    page.evaluate(
        """state => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => state === "hidden" });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        state,
    )


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse from one place of the sheet to another, both 0-1 of the sheet."""
    sheet = page.locator(".viewer-sheet").bounding_box()
    assert sheet is not None
    points = [(sheet["x"] + x * sheet["width"], sheet["y"] + y * sheet["height"]) for x, y in (start, end)]
    page.mouse.move(*points[0])
    page.mouse.down()
    page.mouse.move(*points[1], steps=4)
    page.mouse.up()
