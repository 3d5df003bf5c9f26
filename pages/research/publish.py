"""What a study can be published with: the baseline card, what it lacks, the parity sheet, every file."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import streamlit as st

from baseline.exports.card.entry import Card
from baseline.exports.card.files import made_card
from baseline.exports.card.parity import Parity
from baseline.exports.contents import read_contents
from baseline.exports.files import safe_name, zipped
from baseline.exports.formats import FORMATS, export_files
from baseline.figures.derived import refresh
from db.models import Role
from db.snapshot import log_version, snapshot
from db.studies import studies_of
from db.study_design import Study
from pages.research import card_html
from pages.research.publish_report import report_panel
from pages.research.study_choice import chosen_study
from pages.services import Services
from pages.ui import chrome
from pages.ui.page import Here, page
from pages.ui.room import sides
from pages.ui.text import escaped

VIEWS = ("Missing", "Whole card", "Parity sheet")


class Facts(NamedTuple):
    """Everything that the page shows, as of one moment."""

    card: Card
    parity: Parity


def show() -> None:
    """Show how complete the report of a study is, and give its files."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        study = chosen_study(here)
        if study is not None:
            _study(here, study)


def _study(here: Here, study: Study) -> None:
    st.title("Publish")
    facts = facts_of(here.services, study.study_id)
    st.caption(f"{escaped(study.title)} · {escaped(' '.join(facts.card.subtitle))}")
    files, card = sides([1, 3], "publish")
    with files:
        report_panel(here, study)
        _downloads(here, study)
    with card:
        _completeness(facts.card)
        _view(facts)
    chrome.licence()


def _completeness(card: Card) -> None:
    st.subheader("Baseline card")
    st.progress(card.completeness, f"{card.completeness_line}.")


def _view(facts: Facts) -> None:
    names = {
        "Missing": f"Missing or in part ({sum(bool(entry.missing) for entry in facts.card.entries)})",
        "Whole card": "Whole card",
        "Parity sheet": "Parity sheet",
    }
    chosen = st.segmented_control(
        "Show",
        VIEWS,
        default=VIEWS[0],
        format_func=names.__getitem__,
        required=True,
        label_visibility="collapsed",
    )
    match chosen:
        case "Whole card":
            for section in facts.card.sections:
                st.markdown(f"**{section.title}**")
                st.html(card_html.section(section))
        case "Parity sheet":
            st.caption(
                "What people and agents saw and could do under each condition; differences are marked."
            )
            st.html(card_html.parity(facts.parity))
        case _:
            _missing(facts.card)


def _missing(card: Card) -> None:
    if card.count("known") == len(card.entries):
        st.success("Nothing is missing: every item has its value.", icon=":material/check:")
        return
    st.caption(
        "The app does not know these. The notes for the report stand in the study's design and can be added "
        "at any time, also after its end: amend it under Studies. A percentage says how many of 115 "
        "published baselines had the item."
    )
    st.html(card_html.missing(card))


def _downloads(here: Here, study: Study) -> None:
    st.subheader("Files")
    st.caption("Of this moment, also while people work. People stand in them under pseudonymous ids.")
    for name, one in FORMATS.items():
        with st.container(gap="xsmall"):
            _download(here, study, name)
            st.caption(f"{one.meant_for}.")
    st.caption(
        "Free texts are exported as people wrote them: read answers to questionnaires and reasons for pauses "
        "before you publish them. Gold answers stand in the predictions and the Inspect logs."
    )


def _download(here: Here, study: Study, name: str) -> None:
    st.download_button(
        FORMATS[name].title,
        data=partial(content_of, here, study.study_id, name),
        file_name=f"{safe_name(study.study_id)}-{name}.zip",
        mime="application/zip",
        key=f"download-{name}",
        on_click="ignore",
        type="primary" if name == "card" else "secondary",
        icon=":material/download:",
        width="stretch",
    )


def content_of(here: Here, study_id: str, name: str) -> bytes:
    """Made when somebody asks for it, and only for who may see the study; nothing for others."""
    with here.services.reading() as database:
        if study_id not in {study.study_id for study in studies_of(database, here.account)}:
            return b""
        # CSV opens in Excel by a double click: with the mark it sees the encoding.
        return zipped(export_files(database, study_id, name, "with"))


def facts_of(services: Services, study_id: str) -> Facts:
    """The card as of now; made again only when something was added to the log."""
    with services.reading() as database:
        version = log_version(database)
    return _facts(services, study_id, version)


@st.cache_data(max_entries=8, show_spinner="Filling the card…")
def _facts(_services: Services, study_id: str, version: str) -> Facts:
    del version  # part of the key only
    _services.write(lambda database: refresh(database, study_id))
    with _services.reading() as database, snapshot(database):
        card, parity, _ = made_card(database, read_contents(database, study_id))
    return Facts(card, parity)
