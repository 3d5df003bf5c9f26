"""Whether a request was made by our own pages: browsers state where a script came from."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers


def is_own_origin(headers: Headers) -> bool:
    """Whether the origin, where one is stated, is the host that was asked.

    A proxy that changes `Host` passes the original as `X-Forwarded-Host`; a page of another site can
    make a browser send neither of the two headers.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    asked = {headers.get("host"), headers.get("x-forwarded-host")} - {None}
    return any(_same_place(origin, str(host)) for host in asked)


def is_loopback_host(headers: Headers) -> bool:
    """Whether the address in the browser names this computer, as `localhost` or by number.

    A name of somebody else's that was pointed here (DNS rebinding) is not.
    """
    try:
        name = urlsplit(f"//{headers.get('host', '')}").hostname or ""
        if name == "localhost":
            return True
        return ip_address(name).is_loopback
    except ValueError:
        return False


def _same_place(origin: str, host: str) -> bool:
    try:
        stated = urlsplit(origin)
        default = {"http": 80, "https": 443}.get(stated.scheme)
        asked = urlsplit(f"//{host}")
        same_port = (stated.port or default) == (asked.port or default)
    except ValueError:
        return False
    return stated.hostname is not None and stated.hostname == asked.hostname and same_port
