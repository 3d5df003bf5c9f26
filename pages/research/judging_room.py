"""What the pages on judging look at: an item set, the answers to it, and where each stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

import streamlit as st

from baseline.figures.systems import SetSystems, systems_on_set
from baseline.judging.answers import Answer, AnswersOfSet
from baseline.judging.judging import accounts_of, answers_in, judges_among
from baseline.judging.queue import Part, Progress, Standing, progress, standing_of, tasks
from db import accounts, runs
from db.connection import Database
from db.errors import NotAllowed
from db.event_log import answers_version
from db.judging import DoubleRating, double_rating
from db.models import By, Verdict
from db.studies import studies_of
from db.study_design import Study
from db.verdicts import verdicts_of
from pages.services import Services
from pages.ui import errand, state
from pages.ui.in_address import selection
from pages.ui.page import Here
from pages.ui.text import escaped, one_line

Result = TypeVar("Result")


class JudgingRoom:
    """A set with its answers and every verdict on them, as of this run of the page."""

    def __init__(self, here: Here, set_name: str, studies: Sequence[Study]) -> None:
        self.here = here
        self.set_name = set_name
        self.studies = tuple(studies)
        self._version = _version(here, set_name, studies)
        self.found = _answers(here.services, set_name, self.studies, self._version)
        attempts = [attempt for one in self.found.answers for attempt in one.attempts]
        with here.services.reading() as database:
            self.verdicts: Mapping[str, tuple[Verdict, ...]] = verdicts_of(database, attempts)
            self.double: DoubleRating = double_rating(database, set_name)
            self.stands = [standing_of(one, self.verdicts) for one in self.found.answers]
            self.mine = accounts_of(database, here.account.account_id, judges_among(self.stands))

    @cached_property
    def by_key(self) -> Mapping[str, Standing]:
        """Where each answer stands, by its key."""
        return {one.answer.key: one for one in self.stands}

    @cached_property
    def progress(self) -> Progress:
        """How far the judging is."""
        return progress(self.stands, self.double)

    @cached_property
    def tasks(self) -> Mapping[Part, tuple[str, ...]]:
        """What waits for whoever looks at the page."""
        return tasks(self.stands, self.double, self.here.account.account_id, self.mine)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Every answer to the set."""
        return self.found.answers

    @property
    def version(self) -> str:
        """A text that changes whenever an answer or a verdict comes: verdicts are only added."""
        return f"{self.set_name} {self._version} {sum(map(len, self.verdicts.values()))}"

    @property
    def systems(self) -> SetSystems:
        """Who answered; their verdicts are those of when the answers were read, `verdicts` has today's."""
        return _systems(self.here.services, self.set_name, self.studies, self._version)

    def carry_out(
        self, job: Callable[[Database, By], Result], said: Callable[[Result], str]
    ) -> Result | None:
        """A use case on this set, for people who may see it at the moment they act."""
        set_name = self.set_name

        def allowed(database: Database, by: By) -> Result:
            # Navigation is no access control.
            account = accounts.find_account(database, by.account_id)
            own = {study.item_set for study in studies_of(database, account)}
            if set_name not in own | set(runs.sets_with_runs(database)):
                raise NotAllowed("You may not see this item set any more.")
            return job(database, by)

        return errand.carry_out(self.here, allowed, said)

    def refuse(self, sentence: str) -> None:
        """Have the page say why nothing was done."""
        state.put_notice(state.Notice("refused", sentence))


def judging_room(here: Here, rooms: Callable[[], None]) -> JudgingRoom | None:
    """The head of the page with its `rooms`, and the set that was chosen; None where there is none yet."""
    sets = _sets(here)
    if not sets:
        st.title("Adjudicate")
        st.info(
            "There is nothing to judge yet. Answers appear here once people of a study have answered, or a "
            "run was imported.",
            icon=":material/info:",
        )
        return None
    asked = st.query_params.get("set")
    now = asked if asked in sets else next(iter(sets))
    head, middle, choice = st.columns([1, 2, 1], vertical_alignment="bottom")
    head.title("Adjudicate")
    with middle:
        rooms()
    with choice:
        selection("Item set", "adjudicate-set", list(sets), now, _choose, one_line)
    if asked not in {None, now}:
        st.caption(f"There is no item set “{escaped(asked or '')}” that you may see; this is {escaped(now)}.")
    return JudgingRoom(here, now, sets[now])


def _choose(set_name: str) -> None:
    for name in ("answer", "note"):
        st.query_params.pop(name, None)
    st.query_params["set"] = set_name


def _sets(here: Here) -> dict[str, list[Study]]:
    """The sets that somebody answered, each with the studies on it that this researcher may see."""
    with here.services.reading() as database:
        found: dict[str, list[Study]] = {}
        for study in studies_of(database, here.account):
            found.setdefault(study.item_set, []).append(study)
        for name in runs.sets_with_runs(database):
            found.setdefault(name, [])
    return found


def _version(here: Here, set_name: str, studies: Sequence[Study]) -> str:
    with here.services.reading() as database:
        of_studies = [f"{one.study_id} {answers_version(database, one.study_id)}" for one in studies]
        return "|".join([here.services.server_id, runs.newest_runs(database, set_name), *of_studies])


@st.cache_resource(max_entries=4, show_spinner="Reading the answers…")
def _systems(_services: Services, set_name: str, _studies: tuple[Study, ...], version: str) -> SetSystems:
    del version  # part of the key only
    with _services.reading() as database:
        return systems_on_set(database, set_name, _studies)


@st.cache_resource(max_entries=8, show_spinner="Reading the answers…")
def _answers(_services: Services, set_name: str, _studies: tuple[Study, ...], version: str) -> AnswersOfSet:
    return answers_in(_systems(_services, set_name, _studies, version))
