"""The demo's second study: every place filled once, a gap to be seen, and rules that flag something."""

from __future__ import annotations

from collections import Counter

import pytest

from baseline.analysis.records import Interval
from baseline.designs.problem import IndexFacts
from baseline.figures.exclusions import study_flags
from baseline.figures.study_report import study_report
from baseline.studies.launching import Build
from baseline.studies.study_state import study_state
from db import assignments, event_log, items
from db.connection import memory_database, writing
from db.events import Query
from demo.documents.collection import LETTER
from demo.documents.letter import PAGES
from demo.gap_study import DESIGN, GROUP, NAME, fates, make_gap_study
from demo.items import ITEMS
from tests.unit.demo.small_index import FINGERPRINT, SmallIndex

MADE_AT_MS = 1_800_000_000_000


@pytest.fixture(scope="module")
def made(page_texts):
    scanned = {(LETTER, number): " ".join(page) for number, page in enumerate(PAGES, start=1)}
    index = SmallIndex({**page_texts, **scanned})
    build = Build(IndexFacts("demo", FINGERPRINT, "exact"), None)
    database = memory_database()
    with writing(database):
        items.put_item_set(database, "demo", ITEMS, MADE_AT_MS)
    assert make_gap_study(database, index, build, "demo-researcher", MADE_AT_MS) == 40
    assert make_gap_study(database, index, build, "demo-researcher", MADE_AT_MS) == 0
    yield database
    database.close()


def test_every_place_is_filled_once_and_the_study_has_ended(made) -> None:
    given = assignments.assignments_of_study(made, NAME)
    assert Counter(Counter((one.item_id, one.condition) for one in given).values()) == {1: 40}
    assert Counter(one.condition for one in given) == {"search": 20, "oracle": 20}
    # Nobody meets an item twice.
    assert len({(one.account_id, one.item_id) for one in given}) == 40
    assert study_state(made, NAME).phase == "ended"


def test_the_retrieval_gap_is_there_with_an_interval_that_leaves_out_nothing(made) -> None:
    (gap,) = study_report(made, NAME).gaps
    assert (gap.group, gap.search, gap.given_pages) == (GROUP, "search", "oracle")
    found = gap.figure("retrieval_gap")
    # Right are 11 of 20 with search and 17 of 20 with the pages: .85 - .55.
    assert found.value == pytest.approx(0.3)
    assert isinstance(found.interval, Interval)
    assert found.interval.low > 0
    assert gap.figure("comprehension_gap").value == pytest.approx(0.15)


def test_nobody_searches_where_the_pages_are_given(made) -> None:
    for one in assignments.assignments_of_study(made, NAME):
        searched = any(isinstance(event.payload, Query) for event in event_log.replay(made, one.attempt_id))
        assert searched == (one.condition == "search")


def test_each_declared_rule_flags_something(made) -> None:
    flagged = {flag.rule_id for flag in study_flags(made, NAME)}
    assert flagged == {rule.rule_id for rule in DESIGN.exclusion_rules}


def test_items_fare_the_same_every_time() -> None:
    assert fates() == fates()
    wrong = [sum(one != "correct" for one in condition.values()) for condition in fates()]
    assert wrong == [9, 3]
