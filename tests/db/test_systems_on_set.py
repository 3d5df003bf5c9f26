"""Who answered an item set: people of studies and imported runs, told apart by name, on the same items."""

from __future__ import annotations

import json

import pytest
from sqlite_utils import Database

from baseline.analysis.comparison import compare
from baseline.figures.exclusions import Named, exclude
from baseline.figures.systems import Origin, SetSystems, systems_on_set
from baseline.runs.importing import RunFile, import_run
from db import runs
from db.errors import NotFound
from db.models import By
from db.study_design import Study
from tests.makers import NOON_MS
from tests.paired_study import answer, attempt_of, give, make_paired_study, make_person

BY = By("rex", NOON_MS)
RIGHT = {f"item-{n:03d}": str(100 + n) for n in range(1, 5)}


def imported(database: Database, name: str, answers: dict[str, str], system: str = "GPT-5") -> str:
    content = "\n".join(json.dumps({"id": item, "answer": text}) for item, text in answers.items())
    file = RunFile(content.encode(), name, "madqa", "paired-set", system)
    return import_run(database, file, None, BY).run.run_id


@pytest.fixture
def study(database: Database) -> Study:
    """Ann has searched for items 1 and 2, both right, and was given the pages of 3, which she got wrong."""
    study = make_paired_study(database)
    make_person(database, "p-ann")
    for item in ("item-001", "item-002"):
        answer(database, give(database, "p-ann", item))
    answer(database, give(database, "p-ann", "item-003", "oracle"), "wrong")
    return study


def on_set(database: Database, *studies: Study) -> SetSystems:
    return systems_on_set(database, "paired-set", studies)


def test_people_come_first_and_every_system_is_held_against_the_whole_set(
    database: Database, study: Study
) -> None:
    run_id = imported(database, "gpt.jsonl", RIGHT)
    found = on_set(database, study)

    assert [(one.name, one.kind, one.condition, one.origin) for one in found.systems] == [
        ("People · search", "people", "search", Origin("study", "paired")),
        ("People · oracle", "people", "oracle", Origin("study", "paired")),
        ("GPT-5", "agent", "", Origin("run", run_id)),
    ]
    panel = found.panel()
    assert panel.item_ids == tuple(RIGHT)
    assert panel.scores.tolist() == [[1, 1, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]]
    assert panel.attempted.tolist() == [[True, True, False, False], [False, False, True, False], [True] * 4]
    compared = compare(panel, "GPT-5", "People · search")
    assert next(one for one in compared.differences if one.key == "accuracy").difference == 0.5
    assert compared.agreement.counts.n == 2


def test_two_runs_of_one_system_and_two_studies_are_told_apart(database: Database, study: Study) -> None:
    imported(database, "first.jsonl", RIGHT)
    imported(database, "second.jsonl", {"item-001": "no"})

    names = [one.name for one in on_set(database, study).systems]
    assert names == [
        "People · search",
        "People · oracle",
        "GPT-5 (first.jsonl)",
        "GPT-5 (second.jsonl)",
    ]
    assert {record.system for record in on_set(database, study).systems[-1].records} == {names[-1]}


def test_only_studies_that_may_be_seen_and_runs_that_count_are_there(
    database: Database, study: Study
) -> None:
    run_id = imported(database, "gpt.jsonl", RIGHT)
    runs.remove_run(database, run_id, "Wrong prompt.", BY)
    assert on_set(database).systems == ()
    assert len(on_set(database, study).systems) == 2
    with pytest.raises(NotFound, match="'nowhere'"):
        systems_on_set(database, "nowhere", [])


def test_what_a_study_excludes_has_no_value_in_the_panel(database: Database, study: Study) -> None:
    excluded = Named("paired", "attempt", attempt_of("p-ann", "item-001"))
    exclude(database, excluded, "Interrupted.", "rex", NOON_MS)

    panel = on_set(database, study).panel()
    first, second, third, _ = panel.scores[0].tolist()
    assert (first != first, second, third) == (True, 1, 0)
