"""Invitation links as commands print them: the secret part is shown once and stored nowhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from db.errors import InvalidInput

DEFAULT_ADDRESS = "http://127.0.0.1:8501"
_MOST_PEOPLE = 1000


def checked_address(address: str) -> str:
    """The address of a server as it was given.

    Raises:
        InvalidInput: it is none.
    """
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or address != "".join(address.split()):
        raise InvalidInput(
            f"--address {address[:200]!r} is no address of a server; give it as https://study.example"
        )
    return address


def checked_number(n: int) -> int:
    """How many people are invited at once.

    Raises:
        InvalidInput: fewer than one, or more than a thousand.
    """
    if not 1 <= n <= _MOST_PEOPLE:
        raise InvalidInput(f"-n {n}: invite 1 to 1,000 people at a time.")
    return n


def entry_link(address: str, token: str) -> str:
    """What somebody opens to come in."""
    return f"{address.rstrip('/')}/enter/{token}"


def links_as_lines(invitations: Sequence[Mapping[str, str]]) -> str:
    """The account that figures and exports know, and its link: one person a line."""
    return "\n".join(f"{one['account']}  {one['link']}" for one in invitations)
