"""What the declared rules flag, what a researcher excludes and why, and what either does to the figures."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from baseline.analysis.exclusion_rules import Flag, rule_text
from baseline.analysis.robustness import RobustRow
from baseline.figures.counting import CountedStudy, counted_study
from baseline.figures.derived import refresh
from baseline.figures.exclusions import study_flags
from baseline.figures.robust_report import robustness
from db.event_log import study_version
from db.models import Role
from db.study_design import Study
from db.wording import counted
from pages.research import deciding
from pages.research.robust_table import robust_table
from pages.research.study_choice import chosen_study
from pages.services import Services
from pages.ui import chrome
from pages.ui.errand import say_outcome
from pages.ui.html_table import Markup, html_table, text, tight, with_small
from pages.ui.page import Here, page
from pages.ui.text import escaped


class Facts(NamedTuple):
    """Everything that the page shows, as of one moment."""

    counted: CountedStudy
    flags: list[Flag]
    version: str


def show() -> None:
    """Show what is and what could be left out of a study's figures."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        study = chosen_study(here)
        if study is not None:
            _study(here, study)


def _study(here: Here, study: Study) -> None:
    st.title("Exclusions")
    facts = facts_of(here.services, study.study_id)
    n_out = len(facts.counted.records) - len(facts.counted.kept)
    st.caption(
        f"{escaped(study.title)} · {counted(len(facts.counted.records), 'attempts')}, "
        f"{n_out} of them excluded · An exclusion is written into the log with its reason. It deletes "
        "nothing and can be taken back."
    )
    say_outcome()
    if not facts.counted.records:
        st.info(
            "Nobody has answered yet. What the rules flag appears here with the first answers.",
            icon=":material/info:",
        )
        return
    st.subheader("Rules declared before the first answer")
    _rules(study, facts)
    deciding.show(here, facts.counted, facts.flags)
    st.subheader("Do the figures hold?")
    robust_table(_rows(here.services, study.study_id, facts.version))
    chrome.licence()


def _rules(study: Study, facts: Facts) -> None:
    rules = study.design.exclusion_rules
    if not rules:
        st.write(
            "This study declared none. Attempts and participants can be excluded by hand; the report says "
            "that no rule was declared in advance."
        )
        return
    rows = [
        [
            tight(rule.rule_id),
            with_small(text(rule_text(rule, study.design)), text(rule.note)),
            *_flagged([flag for flag in facts.flags if flag.rule_id == rule.rule_id], facts.counted),
        ]
        for rule in rules
    ]
    st.html(html_table(["Rule", "Flags", "Flagged now", "Of these excluded"], rows, frozenset({2, 3})))


def _flagged(flags: list[Flag], study: CountedStudy) -> list[Markup]:
    what = "participants" if any(flag.of == "participant" for flag in flags) else "attempts"
    n_out = sum(deciding.is_decided(flag, study) for flag in flags)
    return [text(counted(len(flags), what) if flags else "nothing"), text(str(n_out))]


def facts_of(services: Services, study_id: str) -> Facts:
    """What the page shows, as of now; computed again only when something was added."""
    with services.reading() as database:
        version = study_version(database, study_id)
    return _facts(services, study_id, version)


@st.cache_data(max_entries=8, show_spinner="Reading what the rules flag…")
def _facts(_services: Services, study_id: str, version: str) -> Facts:
    _services.write(lambda database: refresh(database, study_id))
    with _services.reading() as database:
        return Facts(counted_study(database, study_id), study_flags(database, study_id), version)


@st.cache_data(max_entries=8, show_spinner="Computing the figures under each rule…")
def _rows(_services: Services, study_id: str, version: str) -> list[RobustRow]:
    """Resampling takes seconds in a large study: it comes last, below what can be decided meanwhile."""
    del version  # part of the key only
    with _services.reading() as database:
        return robustness(database, study_id)
