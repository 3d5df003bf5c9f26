"""Which study a researcher looks at: in the address, so that a link shows the same."""

from __future__ import annotations

from collections import Counter

import streamlit as st

from db.studies import studies_of
from db.study_design import Study
from pages.ui import state
from pages.ui.in_address import selection
from pages.ui.page import Here
from pages.ui.text import escaped, one_line
from pages.ui.way import way

# Of an id in a link, which may hold anything.
_SHOWN = 60


def chosen_study(here: Here) -> Study | None:
    """The study in the address, the one looked at before, or the newest; a selection of several."""
    with here.services.reading() as database:
        studies = studies_of(database, here.account)
    if not studies:
        st.info(
            "There is no study yet. Its figures appear here once people answer items.", icon=":material/info:"
        )
        way("Design a study", "/studies", "primary")
        return None
    by_id = {study.study_id: study for study in studies}
    wanted = st.query_params.get("study")
    if wanted is not None and wanted not in by_id:
        _say_not_here(wanted)
    if len(studies) == 1:
        return studies[0]
    ids = list(by_id)
    titles = Counter(study.title for study in studies)
    asked = st.query_params.get("study") or state.chosen_study()

    def name(study_id: str) -> str:
        title = by_id[study_id].title
        return one_line(title if titles[title] == 1 else f"{title} ({study_id})")

    now = asked if asked is not None and asked in by_id else ids[0]
    selection("Study", "study-choice", ids, now, _choose, name, width=320)
    _choose(now)
    return by_id[now]


def _say_not_here(study_id: str) -> None:
    """A link to a study that is somebody else's or none: not which of both."""
    st.info(
        f"There is no study “{escaped(study_id[:_SHOWN])}” that you may see. Another one is shown.",
        icon=":material/info:",
    )


def _choose(study_id: str) -> None:
    """The id, not the title, so that a link shows the same study whatever it is called."""
    st.query_params["study"] = study_id
    state.choose_study(study_id)
