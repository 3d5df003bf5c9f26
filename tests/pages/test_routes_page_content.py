"""Words and highlights are sent packed, and say what the index says."""

from __future__ import annotations

import gzip
import json

import pytest
from starlette.responses import JSONResponse

from pages.services import Services
from tests.pages.conftest import Browser
from tests.pages.test_routes_guard import fingerprint_of

DOCUMENT = "lighthouse.pdf"


@pytest.mark.parametrize("accepted", ["gzip, deflate, br", "identity", ""])
def test_words_are_those_of_the_index_to_the_byte(working: Browser, running: Services, accepted: str) -> None:
    fingerprint = fingerprint_of(running)
    found = running.index("small", fingerprint).words(DOCUMENT, 1)
    asked = {"fingerprint": fingerprint, "document": DOCUMENT, "page": "1"}
    reply = working.client.get("/api/words", params=asked, headers={"Accept-Encoding": accepted})
    assert reply.content == JSONResponse(found._asdict()).body
    assert found.words
    assert reply.headers["Vary"] == "Accept-Encoding"
    assert ("Content-Encoding" in reply.headers) == ("gzip" in accepted)


def test_highlights_are_those_of_the_index(working: Browser, running: Services) -> None:
    fingerprint = fingerprint_of(running)
    index = running.index("small", fingerprint)
    asked = {"fingerprint": fingerprint, "document": DOCUMENT, "page": "1", "q": "lamp OR the"}
    reply = working.client.get("/api/highlights", params=asked)
    assert reply.json() == {"words": index.highlights("lamp OR the", DOCUMENT, 1)}
    assert reply.json()["words"]


def test_equal_pages_are_packed_into_equal_bytes(running: Services) -> None:
    index = running.index("small", fingerprint_of(running))
    packed = index.words_json(DOCUMENT, 1)
    assert packed == index.words_json(DOCUMENT, 1)
    assert json.loads(gzip.decompress(packed))["label"] == index.words(DOCUMENT, 1).label
