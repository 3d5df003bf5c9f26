"""Which study a researcher looks at: in the address, so that a link shows the same."""

from __future__ import annotations

import streamlit as st

from db.models import Study
from db.studies import studies_of
from pages.ui.page import Here
from pages.ui.text import one_line


def chosen_study(here: Here) -> Study | None:
    """The study in the address, or the newest; a selection where there are several."""
    with here.services.reading() as database:
        studies = studies_of(database, here.account)
    if not studies:
        st.info(
            "There is no study yet. Import items and create one: "
            "`python -m annotation import FILE --set NAME`, then "
            "`python -m baseline study create --set NAME --index INDEX`.",
            icon=":material/info:",
        )
        return None
    by_id = {study.study_id: study for study in studies}
    if len(studies) == 1:
        return studies[0]
    ids = list(by_id)
    asked = st.query_params.get("study")
    chosen = st.selectbox(
        "Study",
        ids,
        index=ids.index(asked) if asked in by_id else 0,
        format_func=lambda study_id: one_line(by_id[study_id].title),
        width=320,
    )
    # The id, not the title, so that a link shows the same study whatever it is called.
    st.query_params["study"] = chosen
    return by_id[chosen]
