"""Asking another server over HTTP: requests as plain values, so that tests can record and answer them.

Redirects are not followed, so that a password or a key goes where it should. No sentence here names an
address or a secret.
"""

from __future__ import annotations

import http.client
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from email.message import Message
from typing import Literal, NamedTuple
from urllib.parse import SplitResult, urlsplit

from db.version import VERSION

MAX_REPLY_BYTES = 64 * 1024 * 1024
JSON = "application/json"
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Request(NamedTuple):
    """What is asked of the server. `path` begins with a slash and holds the parameters too."""

    method: str
    path: str
    body: bytes = b""
    content_type: str = JSON
    timeout_s: float = 10.0


class Reply(NamedTuple):
    """What the server answers, whatever its status. Names of headers are in small letters."""

    status: int
    body: bytes
    headers: Mapping[str, str] = {}


class NoAnswer(Exception):
    """There was no answer: not in time, from a server that is not trusted, or none at all."""

    def __init__(self, why: Literal["too_late", "not_trusted", "unreachable"]) -> None:
        super().__init__(why)
        self.why = why


def server_address(url: str) -> SplitResult | None:
    """The parts of an address that can be asked; None if it is none, or holds a user or password."""
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return None
    return parts if is_usable and parts.username is None else None


def is_readable_on_the_way(parts: SplitResult) -> bool:
    """Whether what is sent there goes over the network in the clear."""
    return parts.scheme == "http" and parts.hostname not in _LOOPBACK


class WebClient:
    """A server, for any number of threads at once; no connection outlives its request."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        *,
        authority_file: str = "",
        proxies: Mapping[str, str] | None = None,
    ) -> None:
        """`authority_file` names whom to trust beside the system's. Raises OSError if it is of no use."""
        self._url = url
        # Some servers turn away what names itself as a bare library.
        self._headers = {"User-Agent": f"Pagetrail/{VERSION}", **headers}
        trust = ssl.create_default_context(cafile=authority_file or None)
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler(dict(proxies or {})),
            _NoRedirects,
            urllib.request.HTTPSHandler(context=trust),
        )

    def send(self, request: Request, at_most: int = MAX_REPLY_BYTES) -> Reply:
        """One request; of a long reply the first bytes. Raises NoAnswer."""
        call = urllib.request.Request(
            self._url + request.path,
            data=request.body or None,
            headers={**self._headers, "Content-Type": request.content_type},
            method=request.method,
        )
        try:
            with self._opener.open(call, timeout=request.timeout_s) as reply:
                return Reply(reply.status, reply.read(at_most), _small(reply.headers))
        except urllib.error.HTTPError as error:
            with error:
                return Reply(error.code, error.read(at_most), _small(error.headers))
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer(_why(error)) from error


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect is an answer like any other: it is not followed."""

    def redirect_request(self, *_: object) -> None:
        return None


def _small(headers: Message) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _why(error: OSError | http.client.HTTPException) -> Literal["too_late", "not_trusted", "unreachable"]:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError):
        return "too_late"
    return "not_trusted" if isinstance(reason, ssl.SSLCertVerificationError) else "unreachable"
