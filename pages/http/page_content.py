"""What a page looks like and what stands on it: image, thumbnail, words, highlights, document outline."""

from __future__ import annotations

import gzip

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from baseline.attempts.page_rights import PageRights, rights_of_person
from baseline.participants.participation import why_no_pages
from db.errors import NotAllowed
from db.models import Account
from index.collection import OpenIndex
from index.page_json import compact_json, packed_json
from pages.http.guard import FOR_EVER, asked_index, page_number, signed_in
from pages.services import current

_JSON = "application/json"


async def page_image(request: Request) -> Response:
    """The page as people see it: JPEG, 144 dpi. Its neighbours are rendered ahead."""
    account = await signed_in(request)
    document, page = request.query_params.get("document", ""), page_number(request)
    index = await run_in_threadpool(_index_of_page, account, request, document, page)
    path = await run_in_threadpool(current().renderer.page_image, index, document, page)
    current().renderer.look_ahead(index, document, page)
    return FileResponse(path, media_type="image/jpeg", headers=FOR_EVER)


async def thumbnail(request: Request) -> Response:
    """A small picture of the page: JPEG, about 160 px wide."""
    account = await signed_in(request)
    document, page = request.query_params.get("document", ""), page_number(request)
    index = await run_in_threadpool(_index_of_page, account, request, document, page)
    picture = await run_in_threadpool(index.thumbnail, document, page)
    return Response(picture, media_type="image/jpeg", headers=FOR_EVER)


async def document(request: Request) -> Response:
    """How many pages a document has, their sizes in points and their printed labels."""
    account = await signed_in(request)
    name = request.query_params.get("document", "")
    index = await run_in_threadpool(_index_of_document, account, request, name)
    entry = await run_in_threadpool(index.document, name)
    pages = [[page.width_pt, page.height_pt, page.label] for page in entry.pages]
    outline = {"document": entry.document, "n_pages": len(pages), "pages": pages}
    return JSONResponse(outline, headers=FOR_EVER)


async def words(request: Request) -> Response:
    """The words of a page with their boxes, 0-1 of the page as people see it."""
    account = await signed_in(request)
    document_name, page = request.query_params.get("document", ""), page_number(request)
    index = await run_in_threadpool(_index_of_page, account, request, document_name, page)
    packed = await run_in_threadpool(index.words_json, document_name, page)
    return _packed_reply(request, packed)


async def highlights(request: Request) -> Response:
    """Which words of a page a query matches, as positions in `words`."""
    account = await signed_in(request)
    document_name, page = request.query_params.get("document", ""), page_number(request)
    index = await run_in_threadpool(_index_of_page, account, request, document_name, page)
    text = request.query_params.get("q", "")
    packed = await run_in_threadpool(_highlights, index, text, document_name, page)
    return _packed_reply(request, packed)


def _highlights(index: OpenIndex, text: str, document: str, page: int) -> bytes:
    return packed_json(compact_json({"words": index.highlights(text, document, page)}))


def _packed_reply(request: Request, packed: bytes) -> Response:
    """JSON that is packed already, so that nobody packs it again for every reader."""
    headers = FOR_EVER | {"Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        return Response(packed, media_type=_JSON, headers=headers | {"Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type=_JSON, headers=headers)


def _index_of_page(account: Account, request: Request, document: str, page: int) -> OpenIndex:
    """The index that the address names, if this account may open that page of it now."""
    index = asked_index(account, request)
    if not _rights(account).allow(document, page):
        raise NotAllowed("This page is not among those that can be opened in this part of the study.")
    return index


def _index_of_document(account: Account, request: Request, document: str) -> OpenIndex:
    """The index that the address names, if this account may open any page of that document now."""
    index = asked_index(account, request)
    if not _rights(account).allow_outline(document):
        raise NotAllowed("This document is not among those that can be opened in this part of the study.")
    return index


def _rights(account: Account) -> PageRights:
    with current().reading() as database:
        gone = why_no_pages(database, account.account_id)
        if gone is not None:
            raise NotAllowed(gone)
        return rights_of_person(database, account, current().clock.now_ms())
