"""Where annotators can go: the quiet line of places on top of their pages."""

from __future__ import annotations

from typing import NamedTuple, TypedDict
from urllib.parse import quote

from db.authored import Member, MemberRole
from pages.http.demo import is_demo


class _Place(NamedTuple):
    text: str
    address: str
    roles: frozenset[MemberRole]


_WRITERS = frozenset({MemberRole.CANDIDATE, MemberRole.AUTHOR, MemberRole.SUPERVISOR})
REVIEWERS = frozenset({MemberRole.AUTHOR, MemberRole.REVIEWER, MemberRole.SUPERVISOR})
_SUPERVISORS = frozenset({MemberRole.SUPERVISOR})
_PLACES = (
    _Place("Write", "/write", _WRITERS),
    _Place("Review", "/review", REVIEWERS),
    _Place("Project", "/project", _SUPERVISORS),
)


class WayOut(TypedDict):
    """A link that leads away from a desk or a review."""

    text: str
    address: str


def ways_out(choice: str | None) -> list[WayOut]:
    """Where one can leave to. `choice`: the address of the choice of projects, for those who have several."""
    if is_demo():
        return [{"text": "Research view", "address": "/demo/researcher"}]
    # Without a project in it, the address leads to the choice.
    others: list[WayOut] = [] if choice is None else [{"text": "Projects", "address": choice}]
    return [*others, {"text": "Sign out", "address": "/leave"}]


def places(member: Member, current: str) -> list[dict[str, object]]:
    """The places of this member in their project as JSON, the current one marked; none if it is alone."""
    mine = [place for place in _PLACES if member.role in place.roles]
    if len(mine) < 2 and all(place.address == current for place in mine):
        return []
    return [
        {
            "text": place.text,
            "address": f"{place.address}?project={quote(member.project_id)}",
            "current": place.address == current,
        }
        for place in mine
    ]
