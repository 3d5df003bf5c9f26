"""Outages: written once, by the server that ends them, for the attempts that were open."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from db.server_lives import BEAT_EVERY_MS, SHORTEST_OUTAGE_MS, Outage, beat, begin
from tests.makers import NOON_MS


def test_the_first_start_ends_no_outage(database: Database) -> None:
    assert begin(database, "s-1", NOON_MS) is None


def test_a_restart_ends_the_outage_since_the_last_sign_of_life(database: Database) -> None:
    begin(database, "s-1", NOON_MS)
    beat(database, "s-1", NOON_MS + 60_000)

    assert begin(database, "s-2", NOON_MS + 100_000) == Outage(NOON_MS + 60_000, NOON_MS + 100_000)


@pytest.mark.parametrize(
    ("down_ms", "is_outage"),
    [(0, False), (BEAT_EVERY_MS, False), (SHORTEST_OUTAGE_MS - 1, False), (SHORTEST_OUTAGE_MS, True)],
)
def test_a_quick_restart_is_no_outage(database: Database, down_ms: int, is_outage: bool) -> None:
    begin(database, "s-1", NOON_MS)

    assert (begin(database, "s-2", NOON_MS + down_ms) is not None) == is_outage


def test_of_two_servers_that_start_after_an_outage_one_ends_it(database: Database) -> None:
    begin(database, "s-1", NOON_MS)

    first = begin(database, "s-2", NOON_MS + 60_000)
    second = begin(database, "s-3", NOON_MS + 60_500)

    assert (first, second) == (Outage(NOON_MS, NOON_MS + 60_000), None)


def test_a_server_that_starts_beside_a_running_one_ends_no_outage(database: Database) -> None:
    begin(database, "s-1", NOON_MS)
    begin(database, "s-2", NOON_MS)
    beat(database, "s-2", NOON_MS + 60_000)  # s-1 died at noon; s-2 went on serving

    assert begin(database, "s-3", NOON_MS + 61_000) is None


def test_a_clock_that_was_set_back_makes_no_outage_and_no_earlier_beat(database: Database) -> None:
    begin(database, "s-1", NOON_MS)
    beat(database, "s-1", NOON_MS + 10_000)
    beat(database, "s-1", NOON_MS - 600_000)

    assert begin(database, "s-2", NOON_MS - 500_000) is None
    assert begin(database, "s-3", NOON_MS + 20_000) == Outage(NOON_MS + 10_000, NOON_MS + 20_000)
