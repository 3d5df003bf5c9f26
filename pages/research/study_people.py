"""Inviting people to a study: links that are shown once, and who was invited."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple, cast

import pandas as pd
import streamlit as st

from baseline.assignment.inviting import invite
from baseline.designs.places import places_of
from baseline.designs.planning import places_sentence
from baseline.studies.study_state import StudyState
from db.accounts import accounts_of_study
from db.formula_guard import guarded
from db.items import item_set_sizes
from db.links import entry_link
from db.models import Role
from db.study_design import Study
from db.wording import counted
from pages.annotate.link_sheet import base_address
from pages.ui import state
from pages.ui.errand import carry_out
from pages.ui.page import Here
from pages.ui.room import sides
from pages.ui.table import show_table
from pages.ui.text import escaped, one_line

_FRESH, _NAMES, _N, _ROLE = "fresh-invitations", "invite-names", "invite-n", "invite-role"
_ROLES = {
    Role.PARTICIPANT: "participant: answers items",
    Role.RESEARCHER: "researcher: sees figures and answers, and invites",
}


class Fresh(NamedTuple):
    """A link that was just made."""

    study_id: str
    name: str
    account_id: str
    role: str
    link: str


def show(here: Here, study: Study, study_state: StudyState) -> None:
    """New links, a form for more, and everybody who was invited."""
    _fresh_links(study)
    if study_state.phase == "ended":
        _invited(here, study)
        st.caption("Nobody else is invited.")
        return
    left, right = sides([3, 2], "people")
    with right:
        _form(here, study)
    with left:
        _invited(here, study)


def _form(here: Here, study: Study) -> None:
    st.subheader("Invite people")
    with here.services.reading() as database:
        n_items = item_set_sizes(database)[study.item_set]
    st.caption(escaped(places_sentence(places_of(study.design, n_items))))
    with st.form("invite-to-study", border=False):
        st.selectbox("Role", list(_ROLES), 0, lambda role: _ROLES[role], key=_ROLE)
        st.number_input("How many", 1, 1000, 1, key=_N, help="Not used if you give names.")
        st.text_area(
            "Names, one a line (may be left out)",
            key=_NAMES,
            height=120,
            help="For this page only: names stay in the table of accounts and are never exported.",
        )
        st.form_submit_button(
            "Make invitation links", type="primary", on_click=_invite, args=(here, study, base_address())
        )


def _invite(here: Here, study: Study, address: str) -> None:
    role = Role(state.value_of(_ROLE))
    names = [one_line(line) for line in str(state.value_of(_NAMES)).splitlines() if line.strip()][:1000]
    if not names:
        names = [f"{role.value} {number}" for number in range(1, int(state.value_of(_N)) + 1)]
    made = carry_out(
        here,
        lambda database, by: [invite(database, study.study_id, role, name, by.at_ms) for name in names],
        lambda invited: f"{counted(len(invited), 'people')} invited as {role.value}.",
    )
    if made is None:
        return
    fresh = [
        Fresh(study.study_id, name, one.account.account_id, role.value, entry_link(address, one.token))
        for name, one in zip(names, made, strict=True)
    ]
    state.keep(_FRESH, (*_kept(study.study_id), *fresh))
    state.clear_text(_NAMES)


def _kept(study_id: str) -> tuple[Fresh, ...]:
    kept = cast("tuple[Fresh, ...]", state.kept(_FRESH) or ())
    return tuple(one for one in kept if one.study_id == study_id)


def _fresh_links(study: Study) -> None:
    fresh = _kept(study.study_id)
    if not fresh:
        return
    with st.container(border=True):
        st.markdown(f"**{counted(len(fresh), 'links')}, shown once.** Download or copy them now.")
        st.caption(
            "Whoever opens a link is that person, so send each to its person alone. Links are stored "
            "nowhere: who loses one gets another."
        )
        lines = [f"{one.name}  {one.account_id}  {one.role}  {one.link}" for one in fresh]
        st.code("\n".join(lines), language=None, height=200 if len(lines) > 8 else "content")
        with st.container(horizontal=True):
            st.download_button(
                "Download the links (CSV)",
                links_csv(fresh),
                file_name=f"invitations-{study.study_id}.csv",
                mime="text/csv",
                icon=":material/download:",
                on_click="ignore",
            )
            st.button("I have them", on_click=state.drop, args=(_FRESH,))


def links_csv(fresh: tuple[Fresh, ...]) -> bytes:
    """The links as a table that spreadsheets open as text: no cell runs as a formula."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(["name", "account", "role", "link"])
    for one in fresh:
        table.writerow([guarded(cell) for cell in (one.name, one.account_id, one.role, one.link)])
    # With a byte order mark, without which spreadsheets read names in another encoding.
    return written.getvalue().encode("utf-8-sig")


def _invited(here: Here, study: Study) -> None:
    st.subheader("Invited")
    with here.services.reading() as database:
        people = [one for one in accounts_of_study(database, study.study_id) if one.side == "people"]
    if not people:
        st.info(
            "Nobody is invited yet. Make links on the right and send each to one person; they work at once, "
            "without a password.",
            icon=":material/info:",
        )
        return
    show_table(
        pd.DataFrame(
            {
                "Name": [one_line(one.name) or None for one in people],
                "Account": [one.account_id for one in people],
                "Role": [one.role.value for one in people],
            }
        ),
        height="content" if len(people) < 14 else 500,
    )
