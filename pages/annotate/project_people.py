"""Who is in a project, in which role, over which documents; new people and new links."""

from __future__ import annotations

from collections import Counter

import pandas as pd
import streamlit as st

from annotation import membership
from annotation.membership import Invitation
from db.authored import Member, MemberRole
from db.links import DEFAULT_ADDRESS, entry_link
from db.wording import counted
from pages.annotate.link_sheet import base_address, link_sheet
from pages.annotate.project_place import Place
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.table import choose_in_table
from pages.ui.text import escaped, one_line

_KEY, _ROLE, _NAMES, _NEW_ROLE, _DOCUMENTS = (
    *("project-members", "invite-role", "invite-names", "member-role", "member-documents"),
)
_WHAT = {
    MemberRole.CANDIDATE: "writes for the qualification",
    MemberRole.AUTHOR: "writes, and reviews others' items",
    MemberRole.REVIEWER: "reviews",
    MemberRole.SUPERVISOR: "adjudicates, admits, freezes",
}


def show(place: Place) -> None:
    """The members, and beside them an invitation or what can be changed about the selected one."""
    link_sheet()
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.caption("Select a member to change their role or documents, or to replace a lost link.")
        _members(place)
    chosen = state.selected_rows(_KEY)
    with right:
        if chosen and chosen[0] < len(place.members):
            _member(place, place.members[chosen[0]])
        else:
            _invitation(place)


def _members(place: Place) -> None:
    items = place.room.board.items.values()
    n_written = Counter(item.author for item in items)
    n_reviewed = Counter(
        review.reviewer for item in items for review in item.state.reviews if review.outcome is not None
    )
    choose_in_table(
        pd.DataFrame(
            {
                "Name": [one_line(place.people[one.account_id].name) or None for one in place.members],
                "Account": [one.account_id for one in place.members],
                "Role": [one.role.value for one in place.members],
                "Documents": [len(one.documents) or None for one in place.members],
                "Items": [n_written[one.account_id] for one in place.members],
                "Reviews": [n_reviewed[one.account_id] for one in place.members],
            }
        ),
        _KEY,
        height="content" if len(place.members) < 12 else 440,
        selection="single-row",
        columns={
            "Documents": st.column_config.NumberColumn(help="Documents assigned; a dash: all of them"),
            "Items": st.column_config.NumberColumn(help="Items that they began"),
            "Reviews": st.column_config.NumberColumn(help="Reviews that they finished"),
        },
    )


def _invitation(place: Place) -> None:
    st.subheader("Invite people")
    asked = st.query_params.get("role")
    roles = list(MemberRole)
    usual = roles.index(MemberRole(asked)) if asked in roles else roles.index(MemberRole.AUTHOR)
    with st.form("invite", border=False):
        st.selectbox("Role", roles, usual, lambda role: f"{role.value}: {_WHAT[role]}", key=_ROLE)
        st.text_area(
            "Names, one a line",
            key=_NAMES,
            height=120,
            help="For this page only: names are never exported. Each gets an account and a link.",
        )
        st.form_submit_button(
            "Make invitation links", type="primary", on_click=_invite, args=(place, base_address())
        )


def _invite(place: Place, address: str) -> None:
    names = [line for line in str(state.value_of(_NAMES)).splitlines() if line.strip()]
    role = MemberRole(state.value_of(_ROLE))
    if not names:
        names = membership.unused_names(role, 1, [one.name for one in place.people.values()])
    made = carry_out(
        place.here,
        lambda database, by: membership.invite(database, place.project_id, role, names, by),
        lambda invited: f"{counted(len(invited), 'people')} invited as {role.value}.",
    )
    if made is not None:
        state.put_links([_line(name, one, address) for name, one in zip(names, made, strict=True)])
        state.clear_text(_NAMES)


def _member(place: Place, member: Member) -> None:
    st.subheader(escaped(place.name(member.account_id)))
    is_candidate = member.role is MemberRole.CANDIDATE
    with st.form(f"member-{member.account_id}", border=False):
        roles = [member.role] if is_candidate else [one for one in MemberRole if one != "candidate"]
        st.selectbox(
            "Role",
            roles,
            roles.index(member.role),
            lambda role: f"{role.value}: {_WHAT[role]}",
            key=f"{_NEW_ROLE}-{member.account_id}",
            disabled=is_candidate,
            help="Candidates become authors under Qualification." if is_candidate else None,
        )
        known = place.room.documents
        st.multiselect(
            "Documents",
            list(dict.fromkeys((*member.documents, *known))),
            list(member.documents),
            key=f"{_DOCUMENTS}-{member.account_id}",
            format_func=one_line,
            placeholder="all documents",
            help="Many at once are assigned under Coverage.",
        )
        st.form_submit_button("Save", type="primary", on_click=_save, args=(place, member))
    if member.account_id == place.here.account.account_id:
        return
    with st.popover("Replace the link"):
        st.write(
            "Their link and every browser in which they are signed in stop working at once. What they wrote "
            "stays, and what their form has not saved yet is lost."
        )
        st.button("Make a new link", on_click=_replace_link, args=(place, member, base_address()))


def _save(place: Place, member: Member) -> None:
    role = MemberRole(state.value_of(f"{_NEW_ROLE}-{member.account_id}"))
    documents = tuple(state.value_of(f"{_DOCUMENTS}-{member.account_id}"))
    changed = member.model_copy(update={"role": role, "documents": documents})
    carry_out(
        place.here,
        lambda database, by: membership.give_place(database, changed, by),
        lambda stored: (
            f"{place.name(stored.account_id)} is {stored.role.value}, over "
            f"{counted(len(stored.documents), 'documents') if stored.documents else 'all documents'}."
        ),
    )


def _replace_link(place: Place, member: Member, address: str) -> None:
    made = carry_out(
        place.here,
        lambda database, by: membership.new_link(database, place.project_id, member.account_id, by),
        lambda _: f"{place.name(member.account_id)} has a new link; the old one works no more.",
    )
    if made is not None:
        state.put_links([_line(place.people[member.account_id].name, made, address)])


def _line(name: str, invitation: Invitation, address: str) -> str:
    link = entry_link(address or DEFAULT_ADDRESS, invitation.token)
    return f"{one_line(name)}  {invitation.account_id}  {invitation.role.value}  {link}"
