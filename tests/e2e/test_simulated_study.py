"""A whole study with many people at once, through the real app, whose server is killed again and again."""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from baseline.__main__ import main as baseline_command
from db.study_design import Limits
from tests.e2e import logged
from tests.e2e.running_app import RunningApp
from tests.e2e.simulated_browsers import BrowserPerson
from tests.e2e.simulated_checks import (
    check_the_figures,
    check_the_log,
    check_the_people,
    happened,
    quietly,
)
from tests.e2e.simulated_ledger import Ledger
from tests.e2e.simulated_people import Person, Temper, Turn
from tests.e2e.simulated_study import STUDY, Simulated, Size
from tests.small_study import SmallStudy

pytestmark = [pytest.mark.browser, pytest.mark.kills]

_TIGHT_S = 3
_MOST_WHO_FILL = 20


class Cast(NamedTuple):
    """Who takes part. `kills_at`: how many gestures apart the server is killed, from and to.

    `sure_to_happen`: what the log tells of afterwards, or the study was too calm to prove anything.
    """

    size: Size
    n_browsers: int
    tempers: Sequence[Temper]
    n_kills: int
    kills_at: tuple[int, int]
    thinks_s: float
    sure_to_happen: frozenset[str]


AT_LIMITS = frozenset({"answer_submitted at a limit", "item_expired at a limit"})
LEFT = frozenset({"data_erased", "place withdrawn"})
RESTED = frozenset({"paused", "resumed at a limit", "study_resumed", "tab_hidden", "server_outage"})
SMALL = Cast(
    size=Size(n_items=4, batch_size=2, lease_s=20, instructions="Look up which lamp burned."),
    n_browsers=1,
    tempers=("dawdles", "dawdles", "vanishes", "leaves", "diligent"),
    n_kills=1,
    kills_at=(40, 90),
    thinks_s=0.1,
    sure_to_happen=AT_LIMITS | LEFT,
)
WHOLE = Cast(
    size=Size(n_items=16, batch_size=4, lease_s=20),
    n_browsers=4,
    tempers=(
        *("dawdles", "dawdles", "vanishes", "vanishes", "returns", "is_released", "leaves", "leaves"),
        *("rests", "rests", "diligent", "diligent", "diligent", "diligent", "diligent", "diligent"),
    ),
    n_kills=6,
    kills_at=(60, 150),
    thinks_s=0.4,
    sure_to_happen=AT_LIMITS
    | LEFT
    | {
        "place lapsed",
        "place by_hand",
        "paused",
        "resumed at a limit",
        "study_resumed",
        "tab_hidden",
        "tool_refused",
    },
)


class Crowd:
    """Everybody who takes part, and what happens around them."""

    def __init__(self, cast: Cast, study: Simulated, seed: str) -> None:
        self.cast = cast
        self.study = study
        self.seed = seed
        self.ledger = Ledger()
        self.app = RunningApp(study.home)
        self.chance = random.Random(seed)
        self.n_kills = 0
        self.turns = (Turn(), Turn())
        self.browsers = [
            BrowserPerson(
                study,
                self.ledger,
                self.app.address,
                f"Browser {n}",
                seed=seed,
                vanishes=n == cast.n_browsers > 1,
            )
            for n in range(1, cast.n_browsers + 1)
        ]
        turns = iter(self.turns)
        self.people = [
            self.somebody(f"Person {n}", temper, next(turns) if temper == "dawdles" else None)
            for n, temper in enumerate(cast.tempers, start=1)
        ]

    def somebody(self, name: str, temper: Temper = "diligent", turn: Turn | None = None) -> Person:
        """One more person who speaks the protocol."""
        return Person(
            self.study,
            self.ledger,
            self.app.address,
            name,
            temper,
            seed=self.seed,
            thinks_s=self.cast.thinks_s,
            turn=turn,
        )

    def come(self) -> None:
        """First who needs a browser, which is slow to start; last who only works, for not all find room."""
        trying = [person for person in self.people if person.temper != "diligent"]
        for group in (self.browsers, trying, [person for person in self.people if person not in trying]):
            for one in group:
                one.start()
            for one in group:
                assert one.is_ready.wait(120), f"{one.name}: {one.failure!r}"

    def live(self) -> None:
        """Kill the server now and then, tighten the limits for who dawdles, until everybody has ended."""
        limits = threading.Thread(target=self._limits, daemon=True)
        limits.start()
        next_kill = self.ledger.n + self.chance.randint(*self.cast.kills_at)
        while any(one.is_alive() for one in (*self.browsers, *self.people)):
            self._look_after()
            is_due = self.n_kills < self.cast.n_kills and self.ledger.n >= next_kill
            if is_due and not any(turn.is_on for turn in self.turns):
                time.sleep(self.chance.uniform(0, 0.5))
                self._kill()
                next_kill = self.ledger.n + self.chance.randint(*self.cast.kills_at)
            time.sleep(0.05)
        limits.join()

    def _kill(self) -> None:
        """As in a power cut; one of them comes while the study is paused."""
        self.n_kills += 1
        is_paused = self.n_kills == 3
        if is_paused:
            self.study.pause()
        self.app.kill()
        self.app.start()
        if is_paused:
            self.study.resume()

    def fill(self) -> int:
        """When what was abandoned has lapsed, others come one by one until there is no room; how many."""
        while self._is_leased():
            time.sleep(0.1)
        for n in range(1, _MOST_WHO_FILL + 1):
            person = self.somebody(f"Later {n}")
            person.start()
            person.join(120)
            self._raise_failures([person])
            if self.ledger.outcomes[person.account_id] == "no_room":
                return n - 1
        raise AssertionError("there is always room")

    def stop(self) -> None:
        """Nobody goes on."""
        for one in (*self.browsers, *self.people):
            one.stopping.set()
        self.app.stop()

    def _limits(self) -> None:
        """Two people have 3 s for the item that they begin now: one's draft is submitted, the other's not."""
        for turn, at_limit in zip(self.turns, ("submit", "expire"), strict=True):
            while not turn.is_waiting.wait(0.1):
                if not any(person.is_alive() for person in self.people):
                    return
            self.study.limit(Limits(item_s=_TIGHT_S, at_limit=at_limit, warn_before_s=(2,)))
            turn.may_begin.set()
            turn.has_begun.wait(60)
        self.study.limit(Limits(item_s=900, warn_before_s=(60,)))

    def _look_after(self) -> None:
        self._raise_failures([*self.browsers, *self.people])
        for person in self.people:
            if person.temper == "is_released" and person.is_away.is_set():
                person.is_away.clear()
                quietly(baseline_command, "release", "--study", STUDY, "--account", person.account_id)
            if person.temper == "returns" and person.is_away.is_set() and not self._is_leased(person):
                person.lapsed.set()

    def _is_leased(self, person: Person | None = None) -> bool:
        """Whether somebody (or this person) holds a place that is not lapsed and has not ended."""
        one = "" if person is None else f"AND account_id = '{person.account_id}' "
        (held,) = logged.rows(
            self.study.home,
            "SELECT count(*) FROM assignments WHERE purpose = 'main' AND released_at_ms IS NULL AND "
            f"leased_until_ms > ? {one}AND NOT EXISTS (SELECT 1 FROM events WHERE stream_id = attempt_id "
            "AND kind IN ('answer_submitted', 'item_expired'))",
            time.time() * 1000,
        )
        return bool(held[0])

    def _raise_failures(self, people: Sequence[BrowserPerson | Person]) -> None:
        for one in people:
            if one.failure is not None:
                raise AssertionError(f"{one.name}: {one.failure!r}") from one.failure


def simulate(cast: Cast, template: SmallStudy, home: Path, seed: str) -> Crowd:
    """The whole life of a study; the server is down again afterwards."""
    crowd = Crowd(cast, Simulated(template, home, cast.size), seed)
    crowd.app.start()
    try:
        crowd.come()
        crowd.live()
        crowd.fill()
    finally:
        crowd.stop()
        said = (crowd.n_kills, dict(Counter(crowd.ledger.outcomes.values())), dict(happened(crowd.study)))
        troubles = [f"{one.name}: {one.trouble}" for one in crowd.browsers]
        sys.stdout.write("{} kills, people {}, events {}\n".format(*said) + "\n".join(troubles) + "\n")
    return crowd


@pytest.mark.parametrize(
    "cast",
    [
        pytest.param(SMALL, id="small"),
        pytest.param(WHOLE, id="whole", marks=pytest.mark.timeout(1_200)),
    ],
)
def test_simulated_study_loses_nothing_and_fills_every_place_exactly(
    cast: Cast, study_template: SmallStudy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = os.environ.get("PAGETRAIL_SIMULATION_SEED", "twenty")
    sys.stdout.write(f"PAGETRAIL_SIMULATION_SEED={seed}\n")
    home = tmp_path / "home"
    monkeypatch.setenv("PAGETRAIL_HOME", str(home))
    crowd = simulate(cast, study_template, home, seed)
    outcomes = Counter(crowd.ledger.outcomes.values())
    assert outcomes["finished"] >= 2
    assert outcomes["no_room"] >= 1
    assert outcomes["withdrawn"] == cast.tempers.count("leaves")
    assert crowd.n_kills == cast.n_kills
    check_the_log(crowd.study, crowd.ledger)
    check_the_people(crowd.study, crowd.ledger)
    check_the_figures(crowd.study, tmp_path / "out")
    assert set(cast.sure_to_happen) <= set(happened(crowd.study))
