"""The demo's second study: simulated people with search and with the gold pages given, to see what is lost.

Everybody works in both conditions on different items, as real people would: their batches are leased by the
same use case. The study is made in one transaction, so it is there as a whole or not at all.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from baseline.assignment import leasing
from baseline.participants.participation import log_instructions, stream_of
from baseline.participants.participation_state import FINISHED
from baseline.studies import launching
from baseline.studies.launching import Build
from db import accounts, event_log, studies
from db.clock import FixedClock
from db.connection import Database, writing
from db.errors import NotFound
from db.events import NewEvent
from db.models import Account, Assignment, Item, Role
from db.study_design import Condition, ExclusionRule, Plan, Study, StudyDesign
from db.study_events import SessionEnded
from demo.actor import Actor
from demo.behaviour import SEED, Character, Outcome, Range
from demo.items import ITEMS
from demo.performance import Performance
from index.collection import OpenIndex

NAME = "demo-gap"
TITLE = "Demo: finding and understanding"
# Simulated accounts of one name are one group in the figures, and are never counted among people.
GROUP = "Simulated people"
_DAY_MS, _HOUR_MS = 86_400_000, 3_600_000
_WRONG_WITH_SEARCH: tuple[Outcome, ...] = (
    *("retrieval", "navigation", "retrieval", "refusal", "comprehension"),
    *("navigation", "retrieval", "refusal", "retrieval"),
)
_N_WRONG_WITH_PAGES = 3
_INSTRUCTIONS = "Simulated: no instructions were shown on a screen."
DESIGN = StudyDesign(
    title=TITLE,
    item_set="demo",
    index_name="demo",
    conditions=(Condition(name="search"), Condition(name="oracle", tools="given_pages")),
    people_per_item=1,
    batch_size=5,
    batches_per_person=2,
    seed=7,
    exclusion_rules=(
        ExclusionRule(
            rule_id="too-fast", kind="too_fast", threshold=25.0, note="Nobody reads a page so fast."
        ),
        ExclusionRule(
            rule_id="out-of-sight",
            kind="hidden_share",
            threshold=0.25,
            note="They may have looked elsewhere.",
        ),
    ),
    plan=Plan(accuracy=0.6, minutes_per_item=2.0),
)
PEOPLE = tuple(
    Character(
        account_id=f"simulated-person-{letter}",
        name=GROUP,
        kind="person",
        opens_pages=True,
        detours_when_right=Range(0, 1),
        detours_when_wrong=Range(1, 2),
        typing_s=Range(4, 12),
        reading_s=Range(8, 40),
        errors={},
    )
    for letter in "cdefgh"
)


class Fates(NamedTuple):
    """How an item goes under each condition, whoever answers it."""

    search: dict[str, Outcome]
    oracle: dict[str, Outcome]


def fates() -> Fates:
    """Nine of twenty items go wrong with search and three with their pages given; the same every time.

    Items that a search can hardly miss go right.
    """
    source = random.Random(f"{SEED}:{NAME}")
    order = sorted(ITEMS, key=lambda item: (_is_hard_to_miss(item), source.random()))
    wrong = [item.item_id for item in order[: len(_WRONG_WITH_SEARCH)]]
    search: dict[str, Outcome] = {item.item_id: "correct" for item in ITEMS}
    search.update(zip(wrong, _WRONG_WITH_SEARCH, strict=True))
    oracle: dict[str, Outcome] = {item.item_id: "correct" for item in ITEMS}
    # One of them goes right with search, as it happens with people.
    missed = [*wrong[: _N_WRONG_WITH_PAGES - 1], order[len(wrong)].item_id]
    oracle.update(dict.fromkeys(missed, "comprehension"))
    return Fates(search, oracle)


def _is_hard_to_miss(item: Item) -> bool:
    """Whether there is no wrong page to cite: the letter has no other, and some evidence is everywhere."""
    documents = {page.document for page in item.evidence}
    return len(documents) > 2 or any("correspondence" in document for document in documents)


def make_gap_study(database: Database, index: OpenIndex, build: Build, by: str, made_at_ms: int) -> int:
    """Make the study and its attempts, a week before the other; 0 if it is there already."""
    try:
        studies.find_study(database, NAME)
    except NotFound:
        pass
    else:
        return 0
    launched_at_ms = made_at_ms - 7 * _DAY_MS
    with writing(database):
        study = launching.launch(database, NAME, DESIGN, build, by=by, now_ms=launched_at_ms)
        n_attempts = 0
        for number, character in enumerate(PEOPLE, start=1):
            n_attempts += _takes_part(
                database, index, study, character, FixedClock(launched_at_ms + number * _HOUR_MS)
            )
        ended_at_ms = launched_at_ms + (len(PEOPLE) + 2) * _HOUR_MS
        launching.end(database, NAME, "Every place is filled.", by=by, now_ms=ended_at_ms)
    return n_attempts


def _takes_part(
    database: Database, index: OpenIndex, study: Study, character: Character, clock: FixedClock
) -> int:
    """One person's batches, as long as there is something for them; nothing of who comes too late."""
    account = Account(
        account_id=character.account_id,
        name=character.name,
        role=Role.PARTICIPANT,
        study_id=study.study_id,
        simulated=True,
    )
    if not leasing.room_for(database, study, account, clock.now_ms()):
        return 0
    accounts.add_account(database, account, clock.now_ms())
    log_instructions(database, account.account_id, _INSTRUCTIONS, clock.now_ms(), source="simulated")
    n_answered = 0
    while batch := leasing.take_batch(database, study, account, clock.now_ms()):
        for assignment in batch:
            _answer(Actor(database, index, clock, assignment, study), index, character, assignment)
            n_answered += 1
    finished = NewEvent(
        event_id=f"finished:{account.account_id}",
        payload=SessionEnded(reason=FINISHED),
        source="simulated",
    )
    event_log.append(database, stream_of(account.account_id), [finished], clock.now_ms())
    return n_answered


def _answer(actor: Actor, index: OpenIndex, character: Character, assignment: Assignment) -> None:
    source = random.Random(f"{SEED}:{assignment.attempt_id}")
    actor.wait(source.randint(2, 9))
    performance = Performance(actor, character, _item(assignment.item_id), index, source)
    if assignment.condition == "oracle":
        performance.answer_with_pages(fates().oracle[assignment.item_id])
    else:
        performance.answer(fates().search[assignment.item_id])


def _item(item_id: str) -> Item:
    return next(item for item in ITEMS if item.item_id == item_id)
