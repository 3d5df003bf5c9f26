"""Simulated attempts: the same every time, marked as simulated, and failing as planned."""

from __future__ import annotations

from collections import Counter

import pytest

from baseline.analysis.cascade import cascade_label
from baseline.analysis.correctness import score_answer
from baseline.analysis.madqa_items import gold_item
from baseline.assignment.inviting import assign_items
from baseline.attempts.attempt import fold
from baseline.figures.derived import study_records
from baseline.studies.studies import StudyPlan, create_study
from db import accounts, assignments, event_log, items, studies
from db.connection import memory_database, writing
from db.models import Account, Role
from demo.behaviour import AGENT_A, AGENT_B, CHARACTERS, PERSON_A, outcomes
from demo.documents.collection import LETTER
from demo.documents.letter import PAGES
from demo.items import ITEMS
from demo.performance import MOST_QUERIES
from demo.simulation import simulate
from tests.unit.demo.small_index import FINGERPRINT, SmallIndex

START_MS = 1_800_000_000_000


@pytest.fixture(scope="module")
def index(page_texts) -> SmallIndex:
    scanned = {(LETTER, number): " ".join(page) for number, page in enumerate(PAGES, start=1)}
    return SmallIndex({**page_texts, **scanned})


@pytest.fixture(scope="module")
def simulated(index):
    database = _study()
    for number, character in enumerate(CHARACTERS):
        simulate(database, index, _found(database), character, START_MS + number)
    yield database
    database.close()


def _study():
    database = memory_database()
    with writing(database):
        items.put_item_set(database, "demo", ITEMS, START_MS)
        plan = StudyPlan(
            study_id="demo",
            title="Demo",
            item_set="demo",
            index_name="demo",
            index_fingerprint=FINGERPRINT,
            profile="exact",
        )
        study = create_study(database, plan, START_MS)
        for one in CHARACTERS:
            account = Account(
                account_id=one.account_id,
                name=one.name,
                role=Role.PARTICIPANT,
                study_id="demo",
                simulated=True,
            )
            accounts.add_account(database, account, START_MS)
            assign_items(database, study, account)
    return database


def _found(database):
    return studies.find_study(database, "demo")


def _events(database, account_id: str):
    attempts = assignments.assignments_of(database, "demo", account_id)
    return [event for one in attempts for event in event_log.replay(database, one.attempt_id)]


def test_simulation_gives_the_same_events_again(simulated, index):
    again = _study()
    simulate(again, index, _found(again), PERSON_A, START_MS)
    same = _events(again, PERSON_A.account_id) == _events(simulated, PERSON_A.account_id)
    again.close()
    assert same


def test_simulation_goes_on_where_it_was_interrupted(simulated, index):
    class PowerCut(Exception):
        pass

    def cut() -> None:
        raise PowerCut

    again = _study()
    with pytest.raises(PowerCut):
        simulate(again, index, _found(again), PERSON_A, START_MS, each=cut)
    n_left = simulate(again, index, _found(again), PERSON_A, START_MS)
    same = _events(again, PERSON_A.account_id) == _events(simulated, PERSON_A.account_id)
    again.close()
    assert (n_left, same) == (19, True)


def test_simulation_has_nothing_to_do_when_all_is_answered(simulated, index):
    assert simulate(simulated, index, _found(simulated), PERSON_A, START_MS) == 0


def test_every_event_says_that_it_is_simulated(simulated):
    sources = Counter(event.source for one in CHARACTERS for event in _events(simulated, one.account_id))
    assert set(sources) == {"simulated"}


def test_every_attempt_is_submitted(simulated):
    attempts = assignments.assignments_of_study(simulated, "demo")
    phases = {fold(event_log.replay(simulated, one.attempt_id)).phase for one in attempts}
    assert (len(attempts), phases) == (80, {"submitted"})


def test_every_attempt_ends_as_planned(simulated):
    gold = {item.item_id: gold_item(item) for item in ITEMS}
    ended = {
        (record.participant, record.item_id): cascade_label(
            record,
            score_answer(record, gold[record.item_id], "strict").score,
            gold[record.item_id].evidence,
        )
        for record in study_records(simulated, "demo")
    }
    planned = {
        (one.account_id, item_id): outcome
        for one in CHARACTERS
        for item_id, outcome in outcomes(one, ITEMS).items()
    }
    assert ended == planned


def test_people_search_little_and_agents_much(simulated):
    records = study_records(simulated, "demo")
    searches = Counter()
    for record in records:
        searches[record.participant] += record.n_searches
    people = [searches[one.account_id] for one in CHARACTERS if one.kind == "person"]
    agents = [searches[one.account_id] for one in CHARACTERS if one.kind == "agent"]
    assert max(people) < min(agents)
    assert max(record.n_searches for record in records) <= MOST_QUERIES


def test_people_open_what_they_found(simulated):
    for event_list in _by_attempt(simulated, PERSON_A.account_id):
        found: set[str] = set()
        for event in event_list:
            if event.kind == "query":
                found.update(hit.document for hit in event.payload.hits)
            if event.kind == "page_entered":
                assert event.payload.document in found


def test_agent_that_only_searches_views_no_page(simulated):
    kinds = Counter(event.kind for event in _events(simulated, AGENT_A.account_id))
    assert kinds["page_entered"] == 0
    assert Counter(event.kind for event in _events(simulated, AGENT_B.account_id))["page_entered"] > 20


def test_people_do_what_only_people_do(simulated):
    kinds = Counter(
        event.kind
        for one in CHARACTERS
        if one.kind == "person"
        for event in _events(simulated, one.account_id)
    )
    assert {"paused", "resumed", "tab_hidden", "region_marked", "answer_edited"} <= set(kinds)


def _by_attempt(database, account_id: str):
    attempts = assignments.assignments_of(database, "demo", account_id)
    return [event_log.replay(database, one.attempt_id) for one in attempts]
