"""Talking to a search server: requests as plain values, so that tests can record and answer them.

No sentence here names an address, a user or a password: these stay in the settings of whoever runs
the app.
"""

from __future__ import annotations

import base64
import http.client
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from db.errors import InvalidInput
from index.search.interface import SearchUnavailable

_MAX_REPLY_BYTES = 64 * 1024 * 1024
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
JSON = "application/json"
LINES = "application/x-ndjson"


class Request(NamedTuple):
    """What is asked of the server. `path` begins with a slash and holds the parameters too."""

    method: str
    path: str
    body: bytes = b""
    content_type: str = JSON
    timeout_s: float = 10.0


class Reply(NamedTuple):
    """What the server answers, whatever its status."""

    status: int
    body: bytes


class Transport(Protocol):
    """A way to the server, for any number of threads at once."""

    def send(self, request: Request) -> Reply:
        """One request. Raises SearchUnavailable if there is no answer."""
        ...


class Server(NamedTuple):
    """Where the server is, and who asks. `authority_file` names whom to trust beside the system's."""

    url: str
    user: str = ""
    password: str = ""
    authority_file: str = ""

    def __repr__(self) -> str:
        return "Server(...)"


def server_of(settings: Mapping[str, str]) -> Server:
    """The server that the settings (environment variables) name.

    PAGETRAIL_OPENSEARCH_URL, and if it asks for them _USER and _PASSWORD; _AUTHORITY is a file with
    the certificate of an authority of one's own.

    Raises:
        InvalidInput: the address is missing or of no use, or would send the password in the clear.
    """
    server = Server(
        settings.get("PAGETRAIL_OPENSEARCH_URL", "").rstrip("/"),
        settings.get("PAGETRAIL_OPENSEARCH_USER", ""),
        settings.get("PAGETRAIL_OPENSEARCH_PASSWORD", ""),
        settings.get("PAGETRAIL_OPENSEARCH_AUTHORITY", ""),
    )
    try:
        parts = urlsplit(server.url)
        is_usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable or parts.username is not None or parts.query or parts.fragment:
        raise InvalidInput(
            "PAGETRAIL_OPENSEARCH_URL must be the address of the search server, https://HOST:PORT, "
            "without a user or password in it."
        )
    if server.password and parts.scheme == "http" and parts.hostname not in _LOOPBACK:
        raise InvalidInput(
            "PAGETRAIL_OPENSEARCH_URL must begin with https:// when a password is sent to another computer."
        )
    return server


class HttpTransport:
    """The server over HTTP: no proxies, no redirects, so that a password goes where it should."""

    def __init__(self, server: Server) -> None:
        self._url = server.url
        self._headers = {"Accept": JSON}
        if server.user or server.password:
            secret = base64.b64encode(f"{server.user}:{server.password}".encode()).decode("ascii")
            self._headers["Authorization"] = f"Basic {secret}"
        try:
            trust = ssl.create_default_context(cafile=server.authority_file or None)
        except OSError as error:
            raise InvalidInput(
                "PAGETRAIL_OPENSEARCH_AUTHORITY must name a file with certificates (PEM)."
            ) from error
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), _NoRedirects, urllib.request.HTTPSHandler(context=trust)
        )

    def send(self, request: Request) -> Reply:
        """One request. Raises SearchUnavailable if there is no answer."""
        call = urllib.request.Request(
            self._url + request.path,
            data=request.body or None,
            headers={**self._headers, "Content-Type": request.content_type},
            method=request.method,
        )
        try:
            with self._opener.open(call, timeout=request.timeout_s) as reply:
                return Reply(reply.status, reply.read(_MAX_REPLY_BYTES))
        except urllib.error.HTTPError as error:
            with error:
                return Reply(error.code, error.read(_MAX_REPLY_BYTES))
        except (OSError, http.client.HTTPException) as error:
            raise _unavailable(error) from error


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer like any other: it is not followed."""

    def redirect_request(self, *_: object) -> None:
        return None


def _unavailable(error: OSError | http.client.HTTPException) -> SearchUnavailable:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError):
        return SearchUnavailable("The search server did not answer in time; please try again.")
    if isinstance(reason, ssl.SSLCertVerificationError):
        return SearchUnavailable(
            "The search server's certificate is not trusted; tell whoever runs this Pagetrail."
        )
    return SearchUnavailable("The search server cannot be reached; please try again in a moment.")
