"""What every page that compares systems looks at: an item set, what is chosen of it, and its panel.

The panel is kept between runs under a text that changes with whatever it is made of: events and places of
the studies, runs, judgements, exclusions, and the names of systems.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import streamlit as st

from baseline.analysis.panel import Panel
from baseline.analysis.panel_filters import Filters, facet_values, filtered
from baseline.analysis.robustness import Variant
from baseline.figures.derived import refresh
from baseline.figures.set_exclusions import exclusion_variants
from baseline.figures.systems import SetSystems, refresh_runs, systems_on_set
from db import runs
from db.connection import Database
from db.event_log import study_version
from db.judging import EnteredCalibration, entered_calibrations
from db.studies import studies_of
from db.study_design import Study
from pages.research.filter_line import filter_line
from pages.research.set_address import FIELDS, asked_filters, asked_rule, asked_set, choose_set
from pages.services import Services
from pages.ui import state
from pages.ui.in_address import say_unknown, selection
from pages.ui.page import Here
from pages.ui.text import escaped, one_line
from pages.ui.way import way

_SINGULAR = {"hop": "hop type", "visual": "visual type"}


class Key(NamedTuple):
    """What a panel is made of, for caches: two equal keys have equal panels."""

    set_name: str
    study_ids: tuple[str, ...]
    version: str
    rule: str
    filters: Filters


class PanelRoom(NamedTuple):
    """What is looked at. `whole` is all of the set under the way to exclude, `panel` what is chosen of it.

    `calibration` of the judge that was entered last for this set, if any.
    """

    key: Key
    found: SetSystems
    whole: Panel
    panel: Panel
    calibration: EnteredCalibration | None = None

    @property
    def set_name(self) -> str:
        """The item set."""
        return self.key.set_name

    @property
    def places(self) -> dict[str, int]:
        """The place of each system among those of its kind, whatever is chosen: its colour follows it."""
        seen: dict[str, int] = {}
        found = {}
        for one in self.whole.systems:
            found[one.name] = seen.get(one.kind, 0)
            seen[one.kind] = found[one.name] + 1
        return found


class _Found(NamedTuple):
    systems: SetSystems
    variants: tuple[Variant, ...]


def sets_for(here: Here) -> dict[str, list[Study]]:
    """The item sets that somebody answered, each with the studies on it that this researcher may see.

    Sets of their own studies come first, in the order of the studies; then those with imported runs.
    """
    with here.services.reading() as database:
        found: dict[str, list[Study]] = {}
        for study in studies_of(database, here.account):
            found.setdefault(study.item_set, []).append(study)
        for name in runs.sets_with_runs(database):
            found.setdefault(name, [])
    return found


def systems_of_set(here: Here, set_name: str) -> SetSystems:
    """Everybody who answered a set, as the panel of that set reads them, kept between runs."""
    studies = sets_for(here).get(set_name, [])
    study_ids, version = _version(here.services, set_name, studies)
    return _found(here.services, set_name, tuple(studies), study_ids, version).systems


def panel_room(here: Here, title: str) -> PanelRoom | None:
    """The page's head with its choices, and what they leave; None, with what to do, where nothing is left."""
    sets = sets_for(here)
    if not sets:
        st.title(title)
        st.info(
            "No system has answered an item set yet. Its figures appear here with the first imported run, or "
            "with the first answer of a study.",
            icon=":material/info:",
        )
        way("Design a study", "/studies", "primary")
        return None
    set_name = _chosen_set(sets, title)
    room = _room(here.services, set_name, sets[set_name])
    if not room.whole.systems:
        st.info(
            f"Nobody has answered “{escaped(set_name)}” yet. Its figures appear with the first answer.",
            icon=":material/info:",
        )
        return None
    if not room.panel.systems or not room.panel.gold:
        st.info(
            "No system or no item is left under these filters. Clear one of them.",
            icon=":material/filter_alt:",
        )
        return None
    return room


def _chosen_set(sets: dict[str, list[Study]], title: str) -> str:
    names = list(sets)
    asked = asked_set() or state.chosen_item_set()
    now = asked if asked in sets else names[0]
    head, choice = st.columns([3, 1], vertical_alignment="bottom")
    head.title(title)
    with choice:
        selection("Item set", "item-set", names, now, choose_set, one_line)
    say_unknown("item set", asked_set(), sets, f"this is {escaped(now)}")
    choose_set(now)
    return now


def _room(services: Services, set_name: str, studies: Sequence[Study]) -> PanelRoom:
    study_ids, version = _version(services, set_name, studies)
    with services.reading() as database:
        entered = list(entered_calibrations(database, set_name).values())
    found = _found(services, set_name, tuple(studies), study_ids, version)
    rules = {one.key: one for one in found.variants}
    rule = asked_rule() if asked_rule() in rules else ""
    say_unknown("exclusion rule", asked_rule(), rules, "what is excluded by hand is left out")
    whole = _whole(services, set_name, tuple(studies), study_ids, version, rule)
    filters = _known(asked_filters(), whole)
    _say_dropped(asked_filters(), filters)
    if found.systems.systems:
        filter_line(whole, found.variants, filters, rule)
    key = Key(set_name, study_ids, version, rule, filters)
    calibration = entered[-1] if entered else None
    return PanelRoom(key, found.systems, whole, filtered(whole, filters), calibration)


def _version(services: Services, set_name: str, studies: Sequence[Study]) -> tuple[tuple[str, ...], str]:
    """The ids of the studies, and a text that changes with what they and the runs on the set say."""
    study_ids = tuple(study.study_id for study in studies)
    with services.reading() as database:
        of_studies = [study_version(database, one) for one in study_ids]
        return study_ids, "|".join([runs.newest_of(database, set_name), *of_studies])


def _known(filters: Filters, panel: Panel) -> Filters:
    """Without names that are not there, as an old link may have them."""
    values = facet_values(panel)
    return Filters(
        systems=filters.systems & {one.name for one in panel.systems},
        conditions=filters.conditions & {one.condition for one in panel.systems},
        **{facet: filters.of(facet) & set(known) for facet, known in values.items()},
    )


def _say_dropped(asked: Filters, known: Filters) -> None:
    for name, field in FIELDS.items():
        what = _SINGULAR.get(name, name)
        say_unknown(what, getattr(asked, field), getattr(known, field), "it chooses nothing")


@st.cache_resource(max_entries=4, show_spinner="Reading the answers…")
def _found(
    _services: Services, set_name: str, _studies: tuple[Study, ...], study_ids: tuple[str, ...], version: str
) -> _Found:
    del version  # part of the key only
    for study_id in study_ids:
        _services.write(partial(_refreshed, study_id))
    with _services.reading() as database:
        systems = systems_on_set(database, set_name, _studies, "rows")
        variants = exclusion_variants(database, _studies)
    if any(one.n_computed for one in systems.systems):
        _services.write(lambda database: refresh_runs(database, set_name))
    return _Found(systems, variants)


def _refreshed(study_id: str, database: Database) -> int:
    return refresh(database, study_id)


@st.cache_resource(max_entries=8, show_spinner="Reading the answers…")
def _whole(
    _services: Services,
    set_name: str,
    _studies: tuple[Study, ...],
    study_ids: tuple[str, ...],
    version: str,
    rule: str,
) -> Panel:
    found = _found(_services, set_name, _studies, study_ids, version)
    return found.systems.panel(next((one.left_out for one in found.variants if one.key == rule), None))
