"""How the simulated accounts fare is planned, seeded and of every kind."""

from __future__ import annotations

from collections import Counter

import pytest

from demo.behaviour import CHARACTERS, PERSON_A, outcomes
from demo.items import ITEMS


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda one: one.account_id)
def test_character_errs_as_often_as_planned(character):
    counts = Counter(outcomes(character, ITEMS).values())
    assert {kind: counts[kind] for kind in character.errors} == dict(character.errors)
    assert counts["correct"] == len(ITEMS) - sum(character.errors.values())


def test_outcomes_are_the_same_again():
    assert outcomes(PERSON_A, ITEMS) == outcomes(PERSON_A, ITEMS)


def test_characters_do_not_fail_alike():
    wrong = [
        frozenset(item for item, outcome in outcomes(one, ITEMS).items() if outcome != "correct")
        for one in CHARACTERS
    ]
    assert len(set(wrong)) == len(CHARACTERS)


def test_names_say_that_they_are_simulated():
    assert all(one.name.startswith("Simulated ") for one in CHARACTERS)
    assert Counter(one.kind for one in CHARACTERS) == {"person": 2, "agent": 2}
