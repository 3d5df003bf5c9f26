"""The baseline card of a study: every item of the checklist, from design and log, at any time of its life."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from sqlite_utils import Database

from baseline.analysis.records import Figure
from baseline.exports.card.entry import MUST_ADD, Card
from baseline.exports.card.files import made_card
from baseline.exports.card.words import NOTES, figure_cells
from baseline.exports.contents import read_contents
from baseline.exports.formats import FORMATS, export_files
from baseline.figures.study_report import study_report
from baseline.participants.withdrawing import withdraw
from db import event_log
from db.accounts import find_account
from db.connection import memory_database, writing
from db.studies import stream_of_study
from db.study_design import AttentionChecks, ExclusionRule, Pay, ReportNotes
from db.study_events import StudyAmended
from tests.exports_study import (
    DRAFT,
    answer,
    give,
    make_designed_study,
    make_eventful_study,
    make_person,
)
from tests.makers import NOON_MS, make_new

FILLED = ReportNotes(**{name: f"About {name}." for name in ReportNotes.model_fields})


@pytest.fixture(scope="module")
def eventful() -> Iterator[Database]:
    """The study in which everything happens; read only."""
    opened = memory_database()
    make_eventful_study(opened)
    yield opened
    opened.close()


def card_of(database: Database) -> Card:
    return made_card(database, read_contents(database, "pilot"))[0]


def lines_of(card: Card, key: str) -> str:
    return "\n".join(next(entry for entry in card.entries if entry.key == key).lines)


def test_every_note_of_a_design_is_an_item_that_says_where_to_add_it(database: Database) -> None:
    make_designed_study(database)
    card = card_of(database)
    assert set(NOTES) == set(ReportNotes.model_fields)
    for name, label in NOTES.items():
        entry = next(entry for entry in card.entries if entry.key == name)
        assert entry.missing == f"{MUST_ADD}: notes for the report, “{label}”."


def test_a_card_is_complete_once_the_researcher_has_added_everything(database: Database) -> None:
    study = make_designed_study(database, notes=FILLED, pay=Pay(per_hour=15.0, currency="EUR"))
    ada = make_person(database, "p-ada")
    for place in give(database, study, ada, ["item-001", "item-002"]):
        answer(database, study, place, "101")
    card = card_of(database)
    # The build of this study's index is on no machine.
    assert [entry.key for entry in card.entries if entry.missing] == ["corpus"]
    assert lines_of(card, "ethics") == "About ethics."
    assert "The first answer was given on 1 Apr 2026." in lines_of(card, "preregistration")
    assert "15 EUR an hour." in lines_of(card, "pay")
    assert "At that rate the working time alone comes to 0.25 EUR." in lines_of(card, "pay")


def test_the_keys_of_a_card_are_names(database: Database) -> None:
    make_designed_study(database)
    keys = [entry.key for entry in card_of(database).entries]
    assert len(set(keys)) == len(keys) == 46


def test_figures_of_the_card_are_those_of_the_study(eventful: Database) -> None:
    entry = next(entry for entry in card_of(eventful).entries if entry.key == "intervals")
    (table,) = entry.tables
    report = study_report(eventful, "pilot")
    for one in report.systems:
        figure: Figure = one.report.figure("page_f1")
        assert (one.report.system, figure.label, *figure_cells(figure)) in table.rows


def test_the_card_counts_who_is_left_out_and_why(eventful: Database) -> None:
    card = card_of(eventful)
    assert "0 participants and 1 attempt." in lines_of(card, "screening")
    assert "Excluded under 'fast': 1." in lines_of(card, "quality")
    assert "Places that count in no figure, listed apart: 2." in lines_of(card, "answers")


def test_people_and_agents_are_compared_under_each_condition(eventful: Database) -> None:
    _, parity, _ = made_card(eventful, read_contents(eventful, "pilot"))
    by_point = {(row.condition, row.point): row for row in parity.rows}
    assert by_point["search", "Hits a query"].verdict == "same"
    assert by_point["search", "Pauses"].verdict == "differs"
    assert by_point["search", "Confidence"].verdict == "not known"
    assert by_point["oracle", "Search"].verdict == "people only"
    assert by_point["oracle", "Pages given"].people == "the gold evidence pages"


def test_rules_and_checks_of_the_design_are_in_the_card(database: Database) -> None:
    rule = ExclusionRule(rule_id="fast", kind="too_fast", threshold=5)
    make_designed_study(
        database, exclusion_rules=(rule,), attention=AttentionChecks(item_set="set", per_batch=2)
    )
    card = card_of(database)
    assert "Exclusion rule 'fast': Answers given in less than 5 s" in lines_of(card, "screening")
    assert "2 attention checks in each batch" in lines_of(card, "quality")


@pytest.mark.parametrize("n_items", [1, 3])
def test_a_study_that_nobody_came_to_has_a_card(database: Database, n_items: int) -> None:
    make_designed_study(database, n_items=n_items)
    card = card_of(database)
    assert "Nobody has answered yet." in lines_of(card, "intervals")
    assert 0 < card.completeness < 1


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_study_that_everybody_left_exports_without_what_they_did(database: Database, name: str) -> None:
    study = make_designed_study(database, n_items=2, consent="Do you agree?")
    for account_id in ("p-ada", "p-ben"):
        person = make_person(database, account_id)
        (place,) = give(database, study, person, ["item-001"])
        answer(database, study, place, "a secret answer")
        with writing(database):
            withdraw(database, find_account(database, account_id), NOON_MS + 100_000)
    files = {file.name: file.text or "" for file in export_files(database, "pilot", name)}
    for file, text in files.items():
        assert "a secret answer" not in text, file
        assert DRAFT not in text, file
    if name == "trajectories":
        attempts = [json.loads(line) for line in files["trajectories.jsonl"].splitlines()]
        assert [one["status"] for one in attempts] == ["erased", "erased"]
        payloads = [event["payload"] for one in attempts for event in one["events"]]
        assert {"erased": True} in payloads
        assert all(event["seq"] == n for one in attempts for n, event in enumerate(one["events"], 1))
    if name == "card":
        assert "2 people withdrew; erased: the content of 2." in files["card.md"]


def test_amendments_stand_in_the_card_with_their_reasons(database: Database) -> None:
    study = make_designed_study(database)
    assert "The launched design was not amended." in lines_of(card_of(database), "pilots")
    design = study.design.model_copy(update={"notes": FILLED})
    amended = StudyAmended(design=design, reason="Ethics came through", by="p-lab")
    event_log.append(database, stream_of_study("pilot"), [make_new(amended, source="server")], NOON_MS + 5000)
    card = card_of(database)
    assert "Amended on 1 Apr 2026: Ethics came through" in lines_of(card, "pilots")
    assert lines_of(card, "population") == "About population."


def test_the_planned_precision_is_that_of_the_launch_and_an_amended_one_stands_beside_it(
    database: Database,
) -> None:
    study = make_designed_study(database)
    launched = lines_of(card_of(database), "precision")
    design = study.design.model_copy(update={"people_per_item": (study.design.people_per_item or 1) + 3})
    amended = StudyAmended(design=design, reason="More people came", by="p-lab")
    event_log.append(database, stream_of_study("pilot"), [make_new(amended, source="server")], NOON_MS + 5000)
    both = lines_of(card_of(database), "precision")

    assert both.startswith(launched)
    after = both.removeprefix(launched)
    assert "With the amendments, instead:" in after
    assert f"{design.people_per_item} answers to each" in after
