"""Which builds of which indexes an account may look at, and what each is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from db.errors import IndexUnreadable
from db.models import Account, Role
from db.projects import projects_of
from db.studies import studies_of
from db.study_drafts import all_drafts
from index.published import index_names
from pages.services import Services


class OnABuild(Protocol):
    """A study or a project: both are made on one build of an index."""

    @property
    def title(self) -> str:
        """What people read."""

    @property
    def index_name(self) -> str:
        """The index."""

    @property
    def index_fingerprint(self) -> str:
        """The build of it."""


class VisibleBuild(NamedTuple):
    """A build, the titles of the studies or projects that were made on it, and whether it is in use."""

    index_name: str
    fingerprint: str
    studies: tuple[str, ...]
    is_newest: bool


def builds_for(account: Account, services: Services) -> list[VisibleBuild]:
    """The builds that this account may look at now."""
    with services.reading() as database:
        studies = studies_of(database, account)
        drafts = all_drafts(database)
        projects = projects_of(database, account.account_id) if account.role is Role.ANNOTATOR else []
    if account.role not in {Role.RESEARCHER, Role.ADMIN}:
        return visible_builds([*studies, *projects], {})
    # Researchers write drafts together, over any collection of this server.
    names = {study.index_name for study in studies} | {draft.design.index_name for draft in drafts} - {""}
    if account.role is Role.ADMIN:
        names |= set(index_names())
    return visible_builds(studies, {name: _newest(services, name) for name in names})


def _newest(services: Services, name: str) -> str | None:
    """The build in use; None if there is none, or it cannot be read: the other indexes are there still."""
    try:
        return services.newest_fingerprint(name)
    except IndexUnreadable:
        return None


def visible_builds(studies: Iterable[OnABuild], newest: Mapping[str, str | None]) -> list[VisibleBuild]:
    """The builds of these studies and projects, and the newest of the named indexes; by name, newest last."""
    titles: dict[tuple[str, str], list[str]] = {
        (name, fingerprint): [] for name, fingerprint in newest.items() if fingerprint is not None
    }
    for study in studies:
        titles.setdefault((study.index_name, study.index_fingerprint), []).append(study.title)
    builds = [
        VisibleBuild(name, fingerprint, tuple(of_build), newest.get(name) == fingerprint)
        for (name, fingerprint), of_build in titles.items()
    ]
    return sorted(builds, key=lambda build: (build.index_name, build.is_newest, build.fingerprint))
