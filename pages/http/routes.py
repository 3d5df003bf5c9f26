"""Every route of ours, in one list."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from db.version import VERSION
from pages.http import attempt, demo, desk, enter, page_content, review, source, taking_part, tool
from pages.http.guard import route


async def health(_: Request) -> Response:
    """The server is up."""
    return JSONResponse({"ok": True, "version": VERSION}, headers={"Cache-Control": "no-store"})


class _NoSuchRoute:
    """Answers what no route of ours takes, before the app's own page would."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say in JSON that there is no such address, or that it takes other methods."""
        path = scope["path"]
        methods = sorted({method for one in ROUTES if one.path == path for method in one.methods or ()})
        if methods:
            allowed = ", ".join(methods)
            reply = JSONResponse(
                {"error": f"{path} takes {allowed} only."}, status_code=405, headers={"Allow": allowed}
            )
        else:
            reply = JSONResponse({"error": "There is nothing at this address."}, status_code=404)
        await reply(scope, receive, send)


ROUTES = [
    Route("/enter/{token}", route(enter.enter)),
    Route("/leave", route(enter.leave)),
    Route("/demo/{role}", route(demo.enter_demo)),
    Route("/source", route(source.source)),
    Route("/api/health", route(health)),
    Route("/api/page-image", route(page_content.page_image)),
    Route("/api/thumbnail", route(page_content.thumbnail)),
    Route("/api/document", route(page_content.document)),
    Route("/api/words", route(page_content.words)),
    Route("/api/highlights", route(page_content.highlights)),
    Route("/api/events", route(tool.events), methods=["POST"]),
    Route("/api/search", route(tool.search), methods=["POST"]),
    Route("/api/answer", route(attempt.answer), methods=["POST"]),
    Route("/api/pause", route(attempt.pause), methods=["POST"]),
    Route("/api/resume", route(attempt.resume), methods=["POST"]),
    Route("/api/journey", route(taking_part.where)),
    Route("/api/journey/act", route(taking_part.gesture), methods=["POST"]),
    Route("/api/clock", route(attempt.clock), methods=["POST"]),
    Route("/api/desk/new", route(desk.new), methods=["POST"]),
    Route("/api/desk/save", route(desk.save), methods=["POST"]),
    Route("/api/desk/check", route(desk.check), methods=["POST"]),
    Route("/api/desk/undo", route(desk.undo), methods=["POST"]),
    Route("/api/desk/submit", route(desk.submit), methods=["POST"]),
    Route("/api/desk/withdraw", route(desk.withdraw), methods=["POST"]),
    Route("/api/review/open", route(review.open_), methods=["POST"]),
    Route("/api/review/next", route(review.next_), methods=["POST"]),
    Route("/api/review/answer", route(review.answer), methods=["POST"]),
    Route("/api/review/pause", route(review.pause), methods=["POST"]),
    Route("/api/review/resume", route(review.resume), methods=["POST"]),
    Route("/api/review/check", route(review.check), methods=["POST"]),
    Route("/api/review/decide", route(review.decide), methods=["POST"]),
    Route("/api/review/adjudicate", route(review.adjudicate), methods=["POST"]),
    Route("/api/desk/reply", route(desk.reply), methods=["POST"]),
    Route("/api/desk/compare", route(desk.compare), methods=["POST"]),
    # The last one: it takes every method and path that the others leave.
    Route("/api/{rest:path}", _NoSuchRoute()),
]
