"""Who the simulated people and agents are, and how each of them will fare with each item. Pure and seeded."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from db.models import Item

Outcome = Literal["correct", "comprehension", "navigation", "retrieval", "refusal"]
SEED = 20
# Of 20 items; the rest is correct. Harder items go wrong first.
_N_HARD = 12


class Range(NamedTuple):
    """A range to draw from, both ends included."""

    low: float
    high: float

    def drawn(self, source: random.Random) -> float:
        """One value."""
        return source.uniform(self.low, self.high)

    def drawn_count(self, source: random.Random) -> int:
        """One whole number."""
        return source.randint(round(self.low), round(self.high))


@dataclass(frozen=True, slots=True)
class Character:
    """One simulated account: how many detours it takes, how long things last, what it gets wrong.

    `detours` are vague queries before the good ones, when it succeeds and when it fails; times in seconds.
    """

    account_id: str
    name: str
    kind: Literal["person", "agent"]
    opens_pages: bool
    detours_when_right: Range
    detours_when_wrong: Range
    typing_s: Range
    reading_s: Range
    errors: Mapping[Outcome, int]


PERSON_A = Character(
    account_id="simulated-person-a",
    name="Simulated person A",
    kind="person",
    opens_pages=True,
    detours_when_right=Range(0, 1),
    detours_when_wrong=Range(0, 2),
    typing_s=Range(4, 11),
    reading_s=Range(9, 38),
    errors={"comprehension": 2, "navigation": 1, "retrieval": 1, "refusal": 1},
)
PERSON_B = Character(
    account_id="simulated-person-b",
    name="Simulated person B",
    kind="person",
    opens_pages=True,
    detours_when_right=Range(0, 2),
    detours_when_wrong=Range(1, 2),
    typing_s=Range(5, 16),
    reading_s=Range(12, 55),
    errors={"comprehension": 1, "navigation": 2, "retrieval": 1, "refusal": 2},
)
AGENT_A = Character(
    account_id="simulated-agent-a",
    name="Simulated agent A",
    kind="agent",
    opens_pages=False,
    detours_when_right=Range(0, 4),
    detours_when_wrong=Range(4, 8),
    typing_s=Range(1.5, 4),
    reading_s=Range(2, 6),
    errors={"comprehension": 2, "navigation": 2, "retrieval": 2},
)
AGENT_B = Character(
    account_id="simulated-agent-b",
    name="Simulated agent B",
    kind="agent",
    opens_pages=True,
    detours_when_right=Range(1, 5),
    detours_when_wrong=Range(5, 9),
    typing_s=Range(2, 5),
    reading_s=Range(2, 5),
    errors={"comprehension": 3, "navigation": 2, "retrieval": 3, "refusal": 1},
)
CHARACTERS = (PERSON_A, PERSON_B, AGENT_A, AGENT_B)


def outcomes(character: Character, items: Sequence[Item]) -> dict[str, Outcome]:
    """Item id -> how this character fares; the same for the same seed.

    Navigation errors go to items whose documents have other pages than the evidence: every document of
    the demo but the letter and the one-page guide has some.
    """
    source = random.Random(f"{SEED}:{character.account_id}")
    by_difficulty = sorted(items, key=lambda item: (-len(item.evidence), source.random()))
    hard = [item.item_id for item in by_difficulty[:_N_HARD]]
    source.shuffle(hard)
    fates: dict[str, Outcome] = {item.item_id: "correct" for item in items}
    turn_wrong = {item.item_id for item in items if "correspondence" not in item.evidence[0].document}
    for outcome, count in character.errors.items():
        for _ in range(count):
            fits = [one for one in hard if outcome != "navigation" or one in turn_wrong]
            hard.remove(fits[0])
            fates[fits[0]] = outcome
    return fates
