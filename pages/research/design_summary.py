"""Beside the fields: what the design comes to, how precise it will be, and what is still wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import ceil

import streamlit as st

from baseline.analysis.precision import PlannedPrecision, PlannedStudy, planned_precision
from baseline.designs.places import expected_minutes, places_of
from baseline.designs.planning import assumption_sentence, places_sentence, planned_study
from baseline.designs.problem import DesignFacts, Problem, Section
from db.study_design import StudyDesign
from db.wording import counted, grouped, percentage_points
from pages.research.design_form import say_problem
from pages.ui.text import escaped


def summary(design: StudyDesign, facts: DesignFacts) -> None:
    """Places, people, hours, precision; a sentence where nothing can be said yet."""
    with st.container(border=True):
        st.markdown("**What this comes to**")
        known = facts.set_for(design, "main")
        if known is None or not known.n_items:
            st.caption("Choose the items to answer: places, people, hours and precision appear here.")
            return
        places = places_of(design, known.n_items)
        st.write(escaped(places_sentence(places)))
        minutes = expected_minutes(design)
        hours, each = places.hours(minutes), places.items_per_person * minutes / 60
        in_all, share = _hours(hours), f", at most {_hours(each)} a person" if places.people > 1 else ""
        limited = "" if minutes == design.plan.minutes_per_item else ", which is the limit"
        st.write(f"About {in_all} of working time in all{share}, at {minutes:g} min an item{limited}.")
        if design.pay.per_hour and design.pay.currency:
            st.write(
                f"About {grouped(ceil(hours * design.pay.per_hour))} {escaped(design.pay.currency)} of pay."
            )
        _precision(_simulated(planned_study(design, known.n_items)))


def _hours(hours: float) -> str:
    """`0.5 h`, `12 h`, rounded up: to tenths below ten hours."""
    return f"{ceil(round(10 * hours, 6)) / 10:g} h" if hours < 10 else f"{grouped(ceil(hours))} h"


def _precision(precision: PlannedPrecision) -> None:
    st.markdown("**Planned precision**")
    half = percentage_points(precision.half_width)
    st.write(f"Accuracy of a condition: ± {half} (95 % interval).")
    if precision.planned.n_conditions > 1:
        st.write(_gap("between two conditions", precision.gap))
    st.write(_gap("to one run of an agent", precision.gap_to_agent))
    if precision.coverage < 0.9:
        st.markdown(
            f":orange[:material/warning:] :small[{counted(precision.planned.people, 'people')} are few: only "
            f"{precision.coverage:.0%} of such intervals would hold the true accuracy of all people. More "
            "people with fewer items each would help.]"
        )
    with st.expander("What this rests on"):
        st.caption(escaped(assumption_sentence(precision)))


def _gap(between: str, gap: float | None) -> str:
    if gap is None:
        return f"No gap {between} would be found 8 times of 10; add items or people."
    return f"Smallest gap {between} that is found 8 times of 10: {percentage_points(gap)}."


@st.cache_data(max_entries=64, show_spinner="Simulating the study…")
def _simulated(planned: PlannedStudy) -> PlannedPrecision:
    return planned_precision(planned)


def to_do(
    problems: Collection[Problem], titles: dict[Section, str], go_to: Callable[[Section], None]
) -> None:
    """All problems by section, with a way to each."""
    n_errors = sum(problem.level == "error" for problem in problems)
    with st.container(border=True):
        if not problems:
            st.markdown(":material/check: **Ready to launch**")
            st.caption("Nothing in this design contradicts anything else.")
            return
        if n_errors:
            st.markdown(f"**{counted(n_errors, 'things')} to settle before the launch**")
        else:
            st.markdown(":material/check: **Can be launched**, with something to think about")
        _by_section([one for one in problems if one.level == "error"], titles, go_to)
        warnings = [one for one in problems if one.level == "warning"]
        if n_errors and warnings:
            st.caption("Worth a thought, and no obstacle")
        _by_section(warnings, titles, go_to)


def _by_section(
    problems: Collection[Problem], titles: dict[Section, str], go_to: Callable[[Section], None]
) -> None:
    for section, title in titles.items():
        found = [problem for problem in problems if problem.section == section]
        if not found:
            continue
        with st.container(gap="xxsmall"):
            st.button(
                title,
                key=f"to-{section}-{found[0].level}",
                type="tertiary",
                icon=":material/arrow_forward:",
                on_click=go_to,
                args=(section,),
            )
            for problem in found:
                say_problem(problem)
