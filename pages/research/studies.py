"""Studies from the first idea on: drafts and their design, the launch, invitations, amendments."""

from __future__ import annotations

import streamlit as st

from baseline.designs.designing import DraftLaunched
from db.errors import NotFound
from db.models import Role
from pages.research import design, study_list, study_sheet
from pages.research.study_address import DRAFT, STUDY, asked, to_list, to_study
from pages.ui import chrome
from pages.ui.errand import say_outcome
from pages.ui.page import page
from pages.ui.text import escaped


def show() -> None:
    """The draft or the study in the address, or all of them."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        say_outcome()
        draft_id, study_id = asked(DRAFT), asked(STUDY)
        try:
            if draft_id is not None:
                design.show(here, draft_id)
            elif study_id is not None:
                study_sheet.show(here, study_id)
            else:
                study_list.show(here)
        except DraftLaunched as error:
            st.title("This draft is launched")
            st.write(escaped(error.user_message))
            with st.container(horizontal=True):
                st.button("Open the study", type="primary", on_click=to_study, args=(error.study_id,))
                st.button("See all studies", on_click=to_list)
        except NotFound as error:
            st.title("This is not here")
            st.write(escaped(error.user_message))
            st.button("See all studies", type="primary", on_click=to_list)
        chrome.licence()
