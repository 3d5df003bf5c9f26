"""Talking to a search server: what of db/web_client.py it needs, and who asks.

No sentence here names an address, a user or a password: these stay in the settings of whoever runs
the app.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from db.errors import InvalidInput
from db.web_client import JSON, NoAnswer, Reply, Request, WebClient, is_readable_on_the_way, server_address
from index.search.interface import SearchUnavailable

__all__ = ["JSON", "LINES", "HttpTransport", "Reply", "Request", "Server", "Transport", "server_of"]

LINES = "application/x-ndjson"
_NO_ANSWER = {
    "too_late": "The search server did not answer in time; please try again.",
    "not_trusted": "The search server's certificate is not trusted; tell whoever runs this Pagetrail.",
    "unreachable": "The search server cannot be reached; please try again in a moment.",
}


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
    parts = server_address(server.url)
    if parts is None or parts.query or parts.fragment:
        raise InvalidInput(
            "PAGETRAIL_OPENSEARCH_URL must be the address of the search server, https://HOST:PORT, "
            "without a user or password in it."
        )
    if server.password and is_readable_on_the_way(parts):
        raise InvalidInput(
            "PAGETRAIL_OPENSEARCH_URL must begin with https:// when a password is sent to another computer."
        )
    return server


class HttpTransport:
    """The server over HTTP, without proxies."""

    def __init__(self, server: Server) -> None:
        headers = {"Accept": JSON}
        if server.user or server.password:
            secret = base64.b64encode(f"{server.user}:{server.password}".encode()).decode("ascii")
            headers["Authorization"] = f"Basic {secret}"
        try:
            self._client = WebClient(server.url, headers, authority_file=server.authority_file)
        except OSError as error:
            raise InvalidInput(
                "PAGETRAIL_OPENSEARCH_AUTHORITY must name a file with certificates (PEM)."
            ) from error

    def send(self, request: Request) -> Reply:
        """One request. Raises SearchUnavailable if there is no answer."""
        try:
            return self._client.send(request)
        except NoAnswer as trouble:
            raise SearchUnavailable(_NO_ANSWER[trouble.why]) from trouble
