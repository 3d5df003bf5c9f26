"""Whatever people do, in whatever order: places are filled exactly, and nobody has an item twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from baseline.assignment import leasing
from baseline.participants.participation import stream_of
from db import assignments, event_log
from db.assignments import Place
from db.connection import memory_database, writing
from db.items import item_ids_of_set
from db.models import Account
from db.study_design import AttentionChecks, Study
from db.study_events import ConsentWithdrawn
from tests.depth import examples
from tests.makers import NOON_MS, make_new
from tests.shared_places import (
    LEASE_S,
    answer,
    expected_overlap,
    make_easy_set,
    make_shared_study,
    overlap,
    show,
    somebody,
)

N_PEOPLE = 4
ACTS = st.tuples(
    st.sampled_from(
        ["take", "take", "answer", "answer", "show", "wait", "lapse", "drop", "withdraw", "sweep"]
    ),
    st.integers(0, N_PEOPLE - 1),
)
DESIGNS = st.fixed_dictionaries(
    {
        "n_items": st.integers(1, 6),
        "n_conditions": st.integers(1, 2),
        "people_per_item": st.integers(1, 2),
        "batch_size": st.integers(1, 4),
        "allocation": st.sampled_from(["within", "between"]),
        "erase_on_withdrawal": st.booleans(),
        "batches_per_person": st.none() | st.just(1),
    }
)


class Lives:
    """A study, its people, and a clock that goes on. The last two accounts are of one person."""

    def __init__(self, database: Database, design: dict[str, object]) -> None:
        self.database = database
        checks = AttentionChecks(item_set=make_easy_set(database, "checks", 2, first=301))
        self.study: Study = make_shared_study(database, attention=checks, **design)
        self.people = [somebody(database, self.study) for _ in range(N_PEOPLE - 1)]
        self.people.append(somebody(database, self.study, same_as=self.people[-1].account_id))
        self.now_ms = NOON_MS

    def take(self, person: Account) -> int:
        return len(leasing.take_batch(self.database, self.study, person, self.now_ms))

    def next_open(self, person: Account) -> Place | None:
        mine = assignments.places_of(self.database, self.study.study_id, person.account_id)
        return next((one for one in mine if one.is_open), None)

    def show(self, person: Account) -> None:
        if (one := self.next_open(person)) is not None and not one.is_begun:
            show(self.database, one.assignment, self.now_ms)
            leasing.renew(self.database, one.assignment, self.study, self.now_ms)

    def answer(self, person: Account) -> None:
        if (one := self.next_open(person)) is not None:
            answer(self.database, one.assignment, at_ms=self.now_ms)
            leasing.renew(self.database, one.assignment, self.study, self.now_ms)

    def wait(self, _: Account) -> None:
        self.now_ms += LEASE_S * 400

    def lapse(self, _: Account) -> None:
        self.now_ms += LEASE_S * 1000

    def sweep(self, _: Account) -> None:
        leasing.release_lapsed(self.database, self.study, self.now_ms)

    def drop(self, person: Account) -> None:
        leasing.drop_out(self.database, self.study, person.account_id, "dropped_out", self.now_ms)

    def withdraw(self, person: Account) -> None:
        leasing.drop_out(self.database, self.study, person.account_id, "withdrawn", self.now_ms)
        gone = ConsentWithdrawn(erase=self.study.design.erase_on_withdrawal)
        event_log.append(self.database, stream_of(person.account_id), [make_new(gone)], self.now_ms)

    def check(self) -> None:
        wanted = self.study.design.people_per_item
        assert all(n <= wanted for n in overlap(self.database, self.study).values())
        places = assignments.places_of_study(self.database, self.study.study_id)
        persons = {one.account_id: one.person for one in self.people}
        kept = Counter(
            (persons[one.assignment.account_id], one.assignment.item_id)
            for one in places
            if one.is_kept and one.assignment.account_id in persons
        )
        assert set(kept.values()) <= {1}
        # What was given back half done is closed: nobody goes on with it.
        assert not any(one.is_begun and not one.is_closed for one in places if not one.is_held)

    def finish(self) -> None:
        """Who is here goes home; fresh people do what is left."""
        self.now_ms += LEASE_S * 1000
        n_fresh = 0
        while leasing.room_for(
            self.database, self.study, fresh := somebody(self.database, self.study), self.now_ms
        ):
            assert (n_fresh := n_fresh + 1) <= 40
            while self.take(fresh):
                while self.next_open(fresh):
                    self.answer(fresh)
            self.check()


@examples(45)
@given(DESIGNS, st.lists(ACTS, max_size=30))
def test_every_place_is_filled_exactly_whatever_people_do(
    design: dict[str, object], acts: list[tuple[str, int]]
) -> None:
    database = memory_database()
    with writing(database):
        lives = Lives(database, design)
        for name, number in acts:
            act: Callable[[Account], object] = getattr(lives, name)
            act(lives.people[number])
            lives.check()
        lives.finish()
        assert overlap(database, lives.study) == expected_overlap(
            lives.study, item_ids_of_set(database, "set")
        )
    database.close()
