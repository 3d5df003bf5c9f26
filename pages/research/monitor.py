"""A study while it runs: who is where, how places fill, what browsers lost, and what can be done about it."""

from __future__ import annotations

import datetime

import streamlit as st

from baseline.analysis.exclusion_rules import Flag, Judged, all_flags
from baseline.figures.derived import refresh
from baseline.figures.exclusions import judged_study
from baseline.studies.monitoring import Monitor, study_monitor
from db.event_log import study_version
from db.models import Role
from db.studies import find_study
from db.study_design import Study
from pages.research import steering
from pages.research.live_table import people_html, places_html
from pages.research.study_choice import chosen_study
from pages.services import Services
from pages.ui import chrome, room
from pages.ui.errand import say_outcome
from pages.ui.page import Here, page
from pages.ui.text import duration, escaped

REFRESHED_EVERY_S = 10
_MISSING = (
    "Every page load of a browser numbers what it sends. Missing is what has not arrived below the highest "
    "number: on its way, refused, or lost."
)
_LAST = (
    "Last event: the newest thing that this person, or their browser, sent. A page that is in sight "
    "says so every five seconds. Nobody is called idle: reading without moving the mouse is work."
)


def show() -> None:
    """Show the study as it is now."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        study = chosen_study(here)
        if study is not None:
            _study(here, study)


def _study(here: Here, study: Study) -> None:
    st.title("Monitor")
    st.caption(escaped(study.title))
    say_outcome()
    seen = monitor_of(here.services, study.study_id)
    steering.phase(here, seen)
    if not seen.people:
        st.info("Nobody is invited to take part yet. Whoever is appears here.", icon=":material/info:")
        return
    _live(study.study_id)
    steering.show(here, seen)
    chrome.licence()


@st.fragment(run_every=REFRESHED_EVERY_S)
def _live(study_id: str) -> None:
    """Runs by itself: who looks is asked again each time."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        seen = monitor_of(here.services, study_id)
        _cards(seen)
        if len(seen.places) > 1:
            st.html(places_html(seen))
        st.html(people_html(seen))
        at = datetime.datetime.fromtimestamp(seen.at_ms / 1000, datetime.UTC)
        st.caption(f"As of {at:%H:%M:%S} UTC, renewed every {REFRESHED_EVERY_S} s. {_LAST} {_MISSING}")


def _no_checks(seen: Monitor) -> str:
    return "none yet" if seen.study.design.attention else "no checks"


def _cards(seen: Monitor) -> None:
    wanted, filled = sum(one.wanted for one in seen.places), sum(one.filled for one in seen.places)
    passed = sum(one.attention.n for one in seen.people)
    checks = sum(one.attention.of for one in seen.people)
    cards = [
        ("Places filled", f"{filled} of {wanted}", "Items finished, of all places of the study"),
        ("At an item", str(seen.count("at_item", "paused")), "People with an open item, paused ones too"),
        ("Items, last hour", str(seen.n_last_hour), "Items submitted, skipped or expired"),
        (
            "Time an item",
            "none yet" if seen.pace_s is None else duration(seen.pace_s),
            "Working time: the median over people of each one's median",
        ),
        (
            "Attention passed",
            f"{passed} of {checks}" if checks else _no_checks(seen),
            "Attention checks passed, of those that are over",
        ),
        ("Events missing", str(sum(one.n_missing_events for one in seen.people)), _MISSING),
    ]
    for column, (label, value, explanation) in zip(room.cards(len(cards), "monitor"), cards, strict=True):
        with column.container(border=True, height="stretch"):
            st.metric(label, value, help=explanation)


def monitor_of(services: Services, study_id: str) -> Monitor:
    """The study as of now. What rules say is computed again only when something was added."""
    with services.reading() as database:
        version = study_version(database, study_id)
    judged, flags = _judged(services, study_id, version)
    with services.reading() as database:
        return study_monitor(database, study_id, judged, flags, services.clock.now_ms())


@st.cache_data(max_entries=8, show_spinner=False)
def _judged(_services: Services, study_id: str, version: str) -> tuple[Judged, list[Flag]]:
    del version  # part of the key only
    _services.write(lambda database: refresh(database, study_id))
    with _services.reading() as database:
        judged = judged_study(database, study_id)
        return judged, all_flags(find_study(database, study_id).design, judged)
