"""Who gets which places: exact overlap whatever people do, nothing twice, a balance that can be counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.assignment.allocation import (
    Applicant,
    PlannedBatch,
    Standing,
    order_of_conditions,
    plan_batch,
    room_for,
)
from db.study_design import AttentionChecks, Condition, Study, StudyDesign
from tests.makers import NOON_MS


def make(n_conditions: int = 1, **design: object) -> Study:
    made = StudyDesign(
        title="A pilot",
        item_set="set",
        index_name="reports",
        conditions=tuple(Condition(name=f"c{number}") for number in range(n_conditions)),
        **{"people_per_item": 1, **design},
    )
    return Study(
        study_id="pilot",
        design=made,
        item_set_sha256="0",
        index_fingerprint="f",
        profile="exact",
        created_at_ms=NOON_MS,
    )


def names(n_items: int) -> list[str]:
    return [f"i{number:02d}" for number in range(n_items)]


class World:
    """A study with its places, and people who take batches, finish part of them and give back the rest."""

    def __init__(self, study: Study, item_ids: Sequence[str]) -> None:
        self.study = study
        self.item_ids = item_ids
        self.taken: Counter[tuple[str, str]] = Counter()
        self.seen: defaultdict[str, list[str]] = defaultdict(list)
        self.conditions: defaultdict[str, list[str]] = defaultdict(list)
        self.barred: dict[str, frozenset[str]] = {}
        self.arrived: list[str] = []

    @property
    def standing(self) -> Standing:
        return Standing(self.taken, {})

    def applicant(self, person: str) -> Applicant:
        return Applicant(
            account_id=person,
            arrival=self.arrived.index(person) if person in self.arrived else len(self.arrived),
            barred=frozenset(self.seen[person]) | self.barred.get(person, frozenset()),
            conditions=tuple(self.conditions[person]),
            n_batches=len(self.conditions[person]),
        )

    def room(self, person: str) -> int:
        return room_for(self.study, self.standing, self.applicant(person), self.item_ids)

    def take(self, person: str, n_finished: int | None = None) -> PlannedBatch | None:
        """Take a batch, finish that many of its items (None: all) and give back the others, unseen."""
        batch = plan_batch(self.study, self.standing, self.applicant(person), self.item_ids)
        if batch is None:
            return None
        if person not in self.arrived:
            self.arrived.append(person)
        done = [one.item_id for one in batch.items][:n_finished]
        for item_id in done:
            self.taken[batch.condition, item_id] += 1
        self.seen[person] += done
        if done:
            self.conditions[person].append(batch.condition)
        return batch

    def is_full(self) -> bool:
        wanted = self.study.design.people_per_item
        return all(
            self.taken[condition.name, item_id] == wanted
            for condition in self.study.design.conditions
            for item_id in self.item_ids
        )


studies = st.builds(
    make,
    st.integers(1, 3),
    people_per_item=st.integers(1, 3),
    batch_size=st.integers(1, 5),
    batches_per_person=st.none() | st.integers(1, 3),
    allocation=st.sampled_from(["within", "between"]),
    order=st.sampled_from(["seeded", "set"]),
    seed=st.integers(0, 3),
)
acts = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=25)


@given(studies, st.integers(1, 9), acts, st.randoms(use_true_random=False))
def test_every_place_is_filled_exactly_whoever_comes_and_goes(
    study: Study, n_items: int, happens: list[tuple[int, int]], chance: object
) -> None:
    world = World(study, names(n_items))
    for person in range(6):
        known = [one for one in world.item_ids if chance.random() < 0.2]
        world.barred[f"p{person}"] = frozenset(known)
    for person, n_finished in happens:
        world.take(f"p{person}", n_finished)
    n_fresh = 0
    while not world.is_full():
        assert world.room(f"fresh{n_fresh}") > 0
        while world.take(f"fresh{n_fresh}"):
            pass
        n_fresh += 1

    assert set(world.taken.values()) <= {study.design.people_per_item}
    assert world.room("late") == 0
    assert world.take("late") is None
    for person, seen in world.seen.items():
        assert len(seen) == len(set(seen))
        assert not set(seen) & world.barred.get(person, frozenset())


@given(studies, st.integers(1, 9), acts)
def test_room_is_there_exactly_when_there_is_a_batch(
    study: Study, n_items: int, happens: list[tuple[int, int]]
) -> None:
    world = World(study, names(n_items))
    for person, n_finished in happens:
        room = world.room(f"p{person}")
        batch = world.take(f"p{person}", n_finished)
        assert (room > 0) == (batch is not None)
        assert batch is None or len(batch.items) <= room


@given(studies, st.integers(1, 9), acts)
def test_a_person_has_each_condition_about_as_often_while_all_of_them_have_full_batches(
    study: Study, n_items: int, happens: list[tuple[int, int]]
) -> None:
    world = World(study, names(n_items))
    for person, n_finished in happens:
        name = f"p{person}"
        applicant = world.applicant(name)
        batch = world.take(name, n_finished)
        if batch is None:
            continue
        if study.design.allocation == "between":
            assert set(applicant.conditions) <= {batch.condition}
        elif len(batch.items) == study.design.batch_size and _all_offer_as_much(world, applicant, batch):
            least = min(applicant.conditions.count(one.name) for one in study.design.conditions)
            assert applicant.conditions.count(batch.condition) == least


def _all_offer_as_much(world: World, applicant: Applicant, batch: PlannedBatch) -> bool:
    before = world.taken.copy()
    for one in batch.items:
        before[batch.condition, one.item_id] = world.taken[batch.condition, one.item_id]
    wanted = world.study.design.people_per_item
    return all(
        sum(
            world.taken[one.name, item_id] < wanted and item_id not in applicant.barred
            for item_id in world.item_ids
        )
        >= len(batch.items)
        for one in world.study.design.conditions
    )


@given(st.integers(1, 12), st.integers(1, 6), st.integers(1, 4), st.integers(0, 30))
def test_answers_per_item_differ_by_one_at_most_while_fresh_people_come(
    n_items: int, batch_size: int, people_per_item: int, n_people: int
) -> None:
    world = World(make(batch_size=batch_size, people_per_item=people_per_item), names(n_items))
    for person in range(n_people):
        world.take(f"p{person}")
        filled = [world.taken["c0", item_id] for item_id in world.item_ids]
        assert max(filled) - min(filled) <= 1


@given(
    st.integers(1, 4),
    st.integers(1, 3),
    st.integers(1, 4),
    st.integers(1, 3),
    st.randoms(use_true_random=False),
)
def test_as_few_people_as_possible_can_fill_a_study_in_rounds(
    n_conditions: int, people_per_item: int, batch_size: int, n_rounds: int, chance: object
) -> None:
    # n_conditions x people_per_item people, each of whom must do every item: not one place may be stranded.
    n_items = batch_size * n_rounds * n_conditions
    world = World(make(n_conditions, people_per_item=people_per_item, batch_size=batch_size), names(n_items))
    people = [f"p{number}" for number in range(n_conditions * people_per_item)]
    for person in people:
        world.take(person)
    for _ in range(n_rounds * n_conditions - 1):
        chance.shuffle(people)
        for person in people:
            world.take(person)
    assert world.is_full()
    for person in people:
        assert sorted(world.seen[person]) == sorted(world.item_ids)
        if n_conditions <= 2:
            assert set(Counter(world.conditions[person]).values()) == {n_rounds}


@pytest.mark.parametrize("n", range(1, 8))
def test_conditions_are_balanced_over_place_and_neighbour(n: int) -> None:
    conditions = [f"c{number}" for number in range(n)]
    n_rows = n if n % 2 == 0 else 2 * n
    rows = [order_of_conditions(conditions, arrival) for arrival in range(n_rows)]

    assert all(sorted(row) == conditions for row in rows)
    for place in range(n):
        assert set(Counter(row[place] for row in rows).values()) == {n_rows // n}
    follows = Counter(pair for row in rows for pair in pairwise(row))
    assert len(follows) == n * (n - 1)
    assert len(set(follows.values())) <= 1
    assert order_of_conditions(conditions, n_rows) == rows[0]


def test_between_people_the_least_filled_condition_is_next_counting_who_practises_for_it() -> None:
    study = make(2, allocation="between", people_per_item=5, batch_size=2)
    items = names(4)
    nobody = Standing({}, {})
    assert plan_batch(study, nobody, Applicant("p0"), items).condition == "c0"
    assert plan_batch(study, Standing({("c0", "i00"): 1}, {}), Applicant("p1"), items).condition == "c1"
    assert plan_batch(study, Standing({}, {"c0": 1}), Applicant("p1"), items).condition == "c1"
    ahead = Standing({("c0", "i00"): 1}, {})
    assert plan_batch(study, ahead, Applicant("p1", practised="c0"), items).condition == "c0"
    assert plan_batch(study, ahead, Applicant("p1", conditions=("c0",)), items).condition == "c0"


def test_who_practised_in_a_condition_that_filled_up_works_in_the_other() -> None:
    study = make(2, allocation="between")
    full = Standing({("c0", "i00"): 1}, {})
    assert plan_batch(study, full, Applicant("p1", practised="c0"), ["i00"]).condition == "c1"
    assert plan_batch(study, full, Applicant("p1", conditions=("c0",)), ["i00"]) is None


def test_room_for_strangers_leaves_what_those_who_practise_will_need() -> None:
    study = make(batch_size=3)
    items = names(5)
    assert room_for(study, Standing({}, {"c0": 1}), Applicant("new"), items) == 2
    assert room_for(study, Standing({}, {"c0": 2}), Applicant("new"), items) == 0
    assert room_for(study, Standing({}, {"c0": 2}), Applicant("p1", practised="c0"), items) == 5


def test_items_stand_in_the_order_of_the_set_or_in_one_of_their_own() -> None:
    items = names(10)[::-1]
    by_set = make(order="set", batch_size=10)
    assert [one.item_id for one in plan_batch(by_set, Standing({}, {}), Applicant("p"), items).items] == items
    seeded = make(batch_size=10)
    orders = {plan_batch(seeded, Standing({}, {}), Applicant(f"p{n}"), items) for n in range(4)}
    assert len(orders) == 4
    again = plan_batch(seeded, Standing({}, {}), Applicant("p0"), sorted(items))
    assert again == plan_batch(seeded, Standing({}, {}), Applicant("p0"), items)


@given(st.integers(1, 9), st.integers(1, 4), st.integers(0, 6), st.integers(0, 20))
def test_attention_items_lie_inside_the_batch_and_never_come_first(
    n_items: int, per_batch: int, n_easy: int, seed: int
) -> None:
    checks = AttentionChecks(item_set="easy", per_batch=per_batch)
    study = make(batch_size=9, attention=checks, seed=seed)
    easy = [f"easy{number}" for number in range(n_easy)]
    batch = plan_batch(
        study, Standing({}, {}), Applicant("p", barred=frozenset(easy[:1])), names(n_items), easy
    )
    purposes = [one.purpose for one in batch.items]
    extra = [one.item_id for one in batch.items if one.purpose == "attention"]

    assert purposes[0] == "main"
    assert purposes.count("main") == n_items
    assert len(set(extra)) == len(extra) == min(per_batch, max(0, n_easy - 1))
    assert not set(extra) & set(easy[:1])


def test_first_batches_go_before_further_ones_where_their_number_is_open() -> None:
    study, items = make(batch_size=2), names(4)
    again = Applicant("p1", conditions=("c0",), n_batches=1, barred=frozenset(items[:2]))
    taken = {("c0", one): 1 for one in items[:2]}
    waiting = Standing(taken, {"c0": 1})
    assert plan_batch(study, waiting, again, items) is None
    assert room_for(study, waiting, again, items) == 0
    prepared = Applicant("p2", practised="c0")
    assert plan_batch(study, waiting, prepared, items) is not None
    nobody_waits = Standing(taken, {})
    assert plan_batch(study, nobody_waits, again, items) is not None
    assert room_for(study, nobody_waits, again, items) == 2


def test_batches_that_the_study_promised_go_to_who_asks_first() -> None:
    study, items = make(batch_size=2, batches_per_person=2), names(4)
    again = Applicant("p1", conditions=("c0",), n_batches=1, barred=frozenset(items[:2]))
    waiting = Standing({("c0", one): 1 for one in items[:2]}, {"c0": 1})
    assert plan_batch(study, waiting, again, items) is not None
    assert room_for(study, waiting, again, items) == 2
