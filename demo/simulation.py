"""Simulated people and agents answer every item, on the real index and into the real log.

Their events carry the source `simulated` and their accounts are marked, so that nobody takes them for
people. The same study, index and seed give the same events.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from baseline.attempts.attempt import fold
from baseline.participants.participation import log_instructions
from db import assignments, event_log, items
from db.clock import FixedClock
from db.connection import Database, writing
from db.study_design import Study
from demo.actor import Actor
from demo.behaviour import SEED, Character, outcomes
from demo.performance import Performance
from index.collection import OpenIndex


def simulate(
    database: Database,
    index: OpenIndex,
    study: Study,
    character: Character,
    start_ms: int,
    each: Callable[[], None] = lambda: None,
) -> int:
    """Let one character answer what it has not answered yet; returns how many attempts that were.

    `each` is called after every attempt. Every attempt is one transaction and begins where the clock of
    the one before stopped, so an interrupted simulation goes on as if nothing had happened.
    """
    clock = FixedClock(start_ms)
    by_id = {item.item_id: item for item in items.load_item_set(database, study.item_set)}
    fates = outcomes(character, list(by_id.values()))
    n_answered = 0
    for assignment in assignments.assignments_of(database, study.study_id, character.account_id):
        done = fold(event_log.replay(database, assignment.attempt_id))
        if done.closed_at_ms is not None:
            clock.advance_ms(done.closed_at_ms - clock.now_ms())
            continue
        source = random.Random(f"{SEED}:{assignment.attempt_id}")
        clock.advance_ms(source.randint(2_000, 9_000))
        actor = Actor(database, index, clock, assignment, study)
        item = by_id[assignment.item_id]
        with writing(database):
            Performance(actor, character, item, index, source).answer(fates[item.item_id])
        n_answered += 1
        each()
    return n_answered


def show_instructions(database: Database, character: Character, text: str, at_ms: int) -> None:
    """People read the instructions before they begin; agents do not."""
    if character.kind == "person":
        with writing(database):
            log_instructions(database, character.account_id, text, at_ms, source="simulated")
