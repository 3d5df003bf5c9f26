"""Who may ask what: every route refuses strangers, other sites and other people's work."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from baseline.studies.studies import StudyPlan, create_study
from pages.http.demo import DemoStart
from pages.http.guard import SIGN_IN_COOKIE
from pages.http.routes import ROUTES
from pages.http.security import SecurityHeaders
from pages.services import Services
from tests.pages.conftest import Browser, home_texts
from tests.small_study import SmallStudy

OPEN_TO_ALL = {"/enter/{token}", "/leave", "/demo/{role}", "/source", "/api/health"}
GET_ROUTES = [
    route.path for route in ROUTES if route.path not in OPEN_TO_ALL and "GET" in (route.methods or set())
]
POST_ROUTES = [route.path for route in ROUTES if "POST" in (route.methods or set())]


# What is refused changes nothing: all routes are asked in one room, and those that answer otherwise named.


def test_get_routes_refuse_a_stranger(stranger: TestClient) -> None:
    asked = {"document": "lighthouse.pdf", "page": "1"}
    replies = {path: stranger.get(path, params=asked) for path in GET_ROUTES}
    assert {path: reply.status_code for path, reply in replies.items() if reply.status_code != 401} == {}
    assert [path for path, reply in replies.items() if "invitation link" not in reply.json()["error"]] == []


def test_post_routes_refuse_a_stranger(stranger: TestClient) -> None:
    ours = {"X-Pagetrail": "1"}
    told = {path: stranger.post(path, json={}, headers=ours).status_code for path in POST_ROUTES}
    assert {path: status for path, status in told.items() if status != 401} == {}


def test_post_routes_refuse_a_forged_request(participant: Browser) -> None:
    bare = {path: participant.client.post(path, json={}).status_code for path in POST_ROUTES}
    assert {path: status for path, status in bare.items() if status != 403} == {}
    origin = "https://elsewhere.example"
    foreign = {path: participant.post(path, {}, Origin=origin).status_code for path in POST_ROUTES}
    assert {path: status for path, status in foreign.items() if status != 403} == {}


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"x"', b"null", b'{"attempt": 1}', b"\xff\xfe"])
def test_post_routes_name_what_is_wrong_with_a_body(participant: Browser, body: bytes) -> None:
    ours = {"X-Pagetrail": "1"}
    replies = {path: participant.client.post(path, content=body, headers=ours) for path in POST_ROUTES}
    assert {path: reply.status_code for path, reply in replies.items() if reply.status_code != 422} == {}
    assert [path for path, reply in replies.items() if len(reply.json()["error"]) >= 400] == []


def test_post_route_refuses_a_huge_body(participant: Browser) -> None:
    reply = participant.client.post("/api/events", content=b"x" * 300_000, headers={"X-Pagetrail": "1"})
    assert reply.status_code == 413


def test_another_persons_attempt_is_refused(
    participant: Browser, enter, small_study: SmallStudy, running: Services
) -> None:
    other = enter(small_study.participants[1])
    body = {"attempt": participant.attempts["lamp"], "event_id": "gesture-1", "text": "lamp"}
    reply = other.post("/api/search", body)
    assert reply.status_code == 403
    unknown = other.post("/api/search", {**body, "attempt": "a-nothing"})
    assert unknown.status_code == 404


def test_invitation_sets_a_cookie_that_scripts_cannot_read(
    stranger: TestClient, small_study: SmallStudy
) -> None:
    reply = stranger.get(f"/enter/{small_study.participants[0]}")
    cookie = reply.headers["set-cookie"]
    assert reply.headers["location"] == "/"
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert small_study.participants[0] not in cookie
    assert reply.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("token", ["x", "..", "%2e%2e", "a" * 5000, "<script>", "\u00e9"])
def test_unknown_invitation_is_a_sentence(stranger: TestClient, token: str) -> None:
    reply = stranger.get(f"/enter/{token}")
    assert reply.status_code == 404
    assert "<script>" not in reply.text


def test_leaving_ends_the_sign_in_for_good(participant: Browser) -> None:
    secret = participant.client.cookies[SIGN_IN_COOKIE]
    participant.client.get("/leave")
    participant.client.cookies.set(SIGN_IN_COOKIE, secret)
    assert participant.client.get("/api/document").status_code == 401


def test_demo_door_is_closed_where_there_is_no_demo(stranger: TestClient) -> None:
    assert stranger.get("/demo/researcher").status_code == 404


def test_demo_door_is_closed_to_other_computers(
    stranger: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGETRAIL_DEMO", "1")
    # The test client's address is "testclient": not this computer.
    assert stranger.get("/demo/researcher").status_code == 404


HOSTILE_NAMES = [
    "../documents/lighthouse.pdf",
    "accounts/../lighthouse.pdf",
    "/etc/hosts",
    "..%2f..%2fetc%2fhosts",
    "lighthouse.pdf\x00",
    "file:///etc/hosts",
    "http://127.0.0.1:9/x.pdf",
    "LIGHTHOUSE.PDF",
    "",
    "a" * 5000,
    "<img src=x onerror=alert(1)>.pdf",
]


@pytest.mark.parametrize(
    "path", ["/api/page-image", "/api/thumbnail", "/api/document", "/api/words", "/api/highlights"]
)
def test_document_names_are_looked_up_and_never_opened(
    working: Browser, running: Services, small_study: SmallStudy, path: str
) -> None:
    asked = {"fingerprint": fingerprint_of(running), "page": "1", "q": "lamp"}
    replies = {name: working.client.get(path, params={**asked, "document": name}) for name in HOSTILE_NAMES}
    assert {name: reply.status_code for name, reply in replies.items() if reply.status_code != 404} == {}
    told = [text for text in home_texts(small_study.home) for reply in replies.values() if text in reply.text]
    assert told == []


@pytest.mark.parametrize(
    "page", [*["0", "-1", "31", "1.5", "x", "٣", "01", "0000000019", "99999999999999999999"], "", "1\n", " 1"]
)
def test_page_that_does_not_exist_is_a_sentence(working: Browser, running: Services, page: str) -> None:
    reply = working.client.get(
        "/api/page-image",
        params={"fingerprint": fingerprint_of(running), "document": "lighthouse.pdf", "page": page},
    )
    assert reply.status_code in {404, 422}
    assert "page" in reply.json()["error"].lower()


@pytest.mark.parametrize(
    ("origin", "headers", "status"),
    [
        ("http://testserver", {}, 422),
        ("http://testserver:80", {}, 422),
        ("https://lab.example", {"X-Forwarded-Host": "lab.example"}, 422),
        ("https://lab.example:443", {"X-Forwarded-Host": "lab.example"}, 422),
        ("http://testserver:8501", {}, 403),
        ("https://lab.example.evil.example", {"X-Forwarded-Host": "lab.example"}, 403),
        ("null", {}, 403),
        ("http://[", {}, 403),
    ],
)
def test_origin_is_ours_or_the_request_is_refused(
    participant: Browser, origin: str, headers: dict[str, str], status: int
) -> None:
    assert participant.post("/api/events", {}, Origin=origin, **headers).status_code == status


def test_websocket_from_another_site_is_refused_before_streamlit_sees_it() -> None:
    async def never(scope, receive, send) -> None:
        raise AssertionError("the request went through")

    client = TestClient(SecurityHeaders(never), base_url="http://lab.example")
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        client.websocket_connect("/_stcore/stream", headers={"origin": "https://evil.example"}),
    ):
        pass
    assert refused.value.code == 1008


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8501", "10.0.0.5"])
def test_demo_does_not_answer_to_a_name_of_somebody_elses(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    async def through(scope, receive, send) -> None:
        raise AssertionError("the request went through")

    monkeypatch.setenv("PAGETRAIL_DEMO", "1")
    client = TestClient(DemoStart(through), base_url=f"http://{host}")
    assert client.get("/demo/researcher").status_code == 403


def test_researcher_sees_their_own_study_only(
    researcher: Browser, running: Services, small_study: SmallStudy
) -> None:
    def other_study(database) -> None:
        plan = StudyPlan("other", "Other", "small", "small", "f" * 32, "exact")
        create_study(database, plan, 1)

    running.write(other_study)
    asked = {"document": "lighthouse.pdf", "fingerprint": "f" * 32}
    assert researcher.client.get("/api/document", params=asked).status_code == 403
    own = {"document": "lighthouse.pdf", "fingerprint": fingerprint_of(running)}
    assert researcher.client.get("/api/document", params=own).status_code == 200


def test_participant_sees_their_own_collection_only(participant: Browser) -> None:
    reply = participant.client.get(
        "/api/document", params={"fingerprint": "0" * 32, "document": "lighthouse.pdf"}
    )
    assert reply.status_code == 403


def fingerprint_of(running: Services) -> str:
    """The index build of the only study."""
    with running.reading() as database:
        (row,) = database.query(
            "SELECT content ->> 'index_fingerprint' AS fingerprint FROM studies WHERE study_id = 'small'"
        )
    return str(row["fingerprint"])
