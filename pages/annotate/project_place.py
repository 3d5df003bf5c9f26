"""Which project a supervisor looks at, in which part of the page: both stand in the address."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from annotation.supervising import supervisor_in
from annotation.workflow import Person
from db import accounts, projects
from db.authored import Member, MemberRole, Project
from db.models import Account
from pages.annotate.check_data import Room
from pages.annotate.room import room_of
from pages.services import Services
from pages.ui.in_address import selection
from pages.ui.page import Here
from pages.ui.text import one_line

PROJECT = "project"
PART = "part"
ITEM = "item"
# No value of an option is empty.
_EVERYTHING = ""


@dataclass(frozen=True)
class Place:
    """A project as one of its supervisors has it."""

    here: Here
    room: Room
    person: Person
    members: tuple[Member, ...]
    people: Mapping[str, Account]

    @property
    def project(self) -> Project:
        """The project."""
        return self.room.project

    @property
    def project_id(self) -> str:
        """Its id."""
        return self.room.project.project_id

    @cached_property
    def names(self) -> dict[str, str]:
        """What supervisors call the members: by name where there is one, and always by account."""
        return {account_id: _name(account) for account_id, account in self.people.items()}

    def name(self, account_id: str) -> str:
        """The name of a member, or of somebody who never was one."""
        return self.names.get(account_id, account_id)


def supervised(services: Services, account: Account) -> list[Project]:
    """The projects that somebody supervises, newest first."""
    with services.reading() as database:
        return [
            project
            for project in projects.projects_of(database, account.account_id)
            if _role(projects.find_member(database, project.project_id, account.account_id))
            is MemberRole.SUPERVISOR
        ]


def open_place(here: Here, project_id: str) -> Place:
    """The project with everything that its page shows.

    Raises:
        NotFound: there is no such project.
        NotAllowed: the account does not supervise it.
        IndexMissing: its index is not here any more.
    """
    account_id = here.account.account_id
    with here.services.reading() as database:
        person = supervisor_in(database, project_id, account_id)
        room = room_of(here.services, database, project_id, account_id)
        members = projects.members_of(database, project_id)
        people = {one.account_id: accounts.find_account(database, one.account_id) for one in members}
    return Place(here, room, person, tuple(members), people)


def chosen_project(offered: Sequence[Project]) -> str:
    """The project of the address, or the newest; a selection where there are several."""
    ids = [project.project_id for project in offered]
    asked = st.query_params.get(PROJECT)
    if asked is not None and asked not in ids:
        return asked  # opening it says why not
    if len(ids) == 1:
        return ids[0]
    titles = {project.project_id: f"{project.title} ({project.project_id})" for project in offered}
    now = asked or ids[0]
    selection("Project", "project", ids, now, _go_to_project, lambda one: one_line(titles[one]), width=420)
    st.query_params[PROJECT] = now
    return now


def go_to(part: str, **address: str) -> None:
    """Another part of the page; for callbacks."""
    project_id = st.query_params.get(PROJECT)
    st.query_params.clear()
    if project_id is not None:
        st.query_params[PROJECT] = project_id
    st.query_params[PART] = part
    for name, value in address.items():
        st.query_params[name] = value


def choice(label: str, name: str, options: Mapping[str, str], everything: str) -> str | None:
    """A choice that stands in the address as `name`; None for everything. `options`: value -> words."""
    asked = st.query_params.get(name)
    now = asked if asked is not None and asked in options else _EVERYTHING
    words = {_EVERYTHING: everything, **{value: one_line(of) for value, of in options.items()}}

    def choose(value: str) -> None:
        if value == _EVERYTHING:
            st.query_params.pop(name, None)
        else:
            st.query_params[name] = value

    selection(label, f"project-{name}", list(words), now, choose, words.__getitem__)
    return None if now == _EVERYTHING else now


def _go_to_project(project_id: str) -> None:
    """Another project: what was chosen in this one says nothing there, but for the part of the page."""
    for name in set(st.query_params) - {PART}:
        del st.query_params[name]
    st.query_params[PROJECT] = project_id


def _role(member: Member | None) -> MemberRole | None:
    return None if member is None else member.role


def _name(account: Account) -> str:
    name = one_line(account.name)
    return f"{name} ({account.account_id})" if name else account.account_id
