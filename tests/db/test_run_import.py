"""A file becomes a run: all of it or nothing, once, with its verdicts beside those of people."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlite_utils import Database

from baseline.analysis.page_names import PageCatalogue
from baseline.analysis.records import AttemptRecord
from baseline.runs.changing import edit_system
from baseline.runs.importing import RunFile, import_run, read_file, records_of_run, store_run
from db import runs
from db.errors import Conflict, InvalidInput, NotFound
from db.items import load_item_set, put_item_set
from db.models import By, Verdict
from db.systems import NO_COST, Cost
from db.verdicts import add_verdict, verdicts_of
from tests.makers import NOON_MS, make_items, make_study

BY = By("rex", NOON_MS)


def file_of(set_name: str, *rows: dict[str, Any], **more: Any) -> RunFile:
    content = "\n".join(json.dumps(row) for row in rows).encode()
    about = {"system": "GPT-5", "version": "2026-01", "format": "madqa"}
    return RunFile(content=content, name="gpt.jsonl", set_name=set_name, **(about | more))


@pytest.fixture
def set_name(database: Database) -> str:
    return make_study(database).item_set


@pytest.fixture
def ids(database: Database, set_name: str) -> list[str]:
    return [item.item_id for item in load_item_set(database, set_name)]


def test_a_run_is_stored_with_its_verdicts_and_read_back(
    database: Database, set_name: str, ids: list[str]
) -> None:
    file = file_of(
        set_name, {"id": ids[1], "answer": "x", "correct": True}, {"id": ids[0], "answer": ["y", "z"]}
    )
    imported = import_run(database, file, None, BY)

    assert imported.is_new
    assert (imported.system.label, imported.system.kind) == ("GPT-5 2026-01", "agent")
    assert runs.runs_of_set(database, set_name) == [imported.run]
    first, second = records_of_run(database, imported.run, imported.system)
    assert isinstance(first, AttemptRecord)
    assert (first.system, first.item_id, first.answer, first.verdict) == (
        "GPT-5 2026-01",
        ids[1],
        ("x",),
        1.0,
    )
    assert (second.answer, second.verdict) == (("y", "z"), None)
    # Somebody who looks at it decides before the file.
    attempt_id = first.attempt_id or ""
    judged = Verdict(attempt_id=attempt_id, score=0, judge="anna", rubric="1", at_ms=NOON_MS)
    add_verdict(database, judged)
    assert records_of_run(database, imported.run, imported.system)[0].verdict == 0
    assert [one.judge_kind for one in verdicts_of(database, [attempt_id])[attempt_id]] == ["file", "person"]


def test_the_same_file_adds_nothing_and_a_condition_stands_in_the_name(
    database: Database, set_name: str, ids: list[str]
) -> None:
    file = file_of(set_name, {"id": ids[0], "answer": "x"}, condition="oracle")
    first = import_run(database, file, None, BY)
    again = import_run(database, file, None, BY)

    assert (again.is_new, again.run) == (False, first.run)
    assert database["run_attempts"].count == 1
    assert records_of_run(database, first.run, first.system)[0].system == "GPT-5 2026-01 · oracle"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"system": "GPT\n5"}, "The name of the system holds a line break"),
        ({"version": "\u202e1.v"}, "The version of the system holds an invisible character that turns"),
        ({"condition": "\u200b"}, "The name of the condition holds a line break or an invisible"),
    ],
)
def test_a_name_that_cannot_stand_in_a_table_imports_nothing(
    database: Database, set_name: str, ids: list[str], changes: dict[str, str], sentence: str
) -> None:
    file = replace(file_of(set_name, {"id": ids[0], "answer": "x"}), **changes)
    with pytest.raises(InvalidInput, match=sentence):
        import_run(database, file, None, BY)
    assert database["runs"].count == 0


def test_nothing_is_stored_of_a_file_with_a_bad_line_unless_it_is_asked_for(
    database: Database, set_name: str, ids: list[str]
) -> None:
    bad = file_of(
        set_name,
        {"id": ids[0], "answer": "x", "citations": [{"document": "nowhere.pdf", "page": 1}]},
        {"id": "q-none", "answer": "x"},
    )
    catalogue = PageCatalogue({"a.pdf": 3})
    with pytest.raises(InvalidInput, match=r"'gpt\.jsonl' has 2 lines that cannot be used") as refused:
        import_run(database, bad, catalogue, BY)
    assert "line 1, citations[1]: unknown document 'nowhere.pdf'" in refused.value.user_message
    assert "line 2, id: there is no item 'q-none' in the set" in refused.value.user_message
    assert (database["runs"].count, database["systems"].count) == (0, 0)

    imported = import_run(database, bad, catalogue, BY, lenient=True)
    assert (imported.run.n_rows, imported.run.n_unknown, len(imported.left_out)) == (1, 1, 2)
    (record,) = records_of_run(database, imported.run, imported.system)
    assert record.citations[0].document == "nowhere.pdf"


def test_what_is_said_of_a_system_anew_replaces_what_was_said_and_its_kind_stays(
    database: Database, set_name: str, ids: list[str]
) -> None:
    row = {"id": ids[0], "answer": "x"}
    import_run(database, file_of(set_name, row, notes="First."), None, BY)
    other = file_of(set_name, {**row, "answer": "y"}, cost=Cost(usd=12.5))
    system = import_run(database, other, None, BY).system

    assert (system.notes, system.cost.usd) == ("First.", 12.5)
    (change,) = system.history
    assert (change.was.cost, change.why) == (NO_COST, "Said with the import of gpt.jsonl.")
    assert list(runs.all_systems(database).values()) == [system]
    third = replace(file_of(set_name, {**row, "answer": "z"}), kind="non_agentic")
    with pytest.raises(InvalidInput, match="known as agent, not as not agentic"):
        import_run(database, third, None, BY)


def test_a_set_that_grew_between_reading_and_storing_is_said(database: Database) -> None:
    one, two = make_items(2)
    put_item_set(database, "open", [one], NOON_MS)
    file = file_of("open", {"id": one.item_id, "answer": "x"})
    reading = read_file(database, file, None)
    put_item_set(database, "open", [two], NOON_MS)

    with pytest.raises(Conflict, match="has grown since the file was read"):
        store_run(database, file, reading, BY, lenient=False)


def test_effort_goes_with_the_kind_and_comes_back_with_it(
    database: Database, set_name: str, ids: list[str]
) -> None:
    row = {"id": ids[0], "answer": "x", "search_history": [{"query": "budget"}]}
    imported = import_run(database, file_of(set_name, row), None, BY)
    facts = imported.system.facts
    never = facts.model_copy(update={"kind": "non_agentic"})

    system = edit_system(database, imported.system.system_id, never, "It never searches.", BY)
    assert records_of_run(database, imported.run, system)[0].n_searches is None
    system = edit_system(database, system.system_id, facts, "It does.", BY)
    assert records_of_run(database, imported.run, system)[0].n_searches == 1
    assert [one.why for one in system.history] == ["It never searches.", "It does."]


def test_an_unknown_set_and_a_file_without_answers_are_refused(database: Database, set_name: str) -> None:
    with pytest.raises(NotFound, match="'nowhere'"):
        import_run(database, file_of("nowhere", {"id": "a", "answer": "x"}), None, BY)
    with pytest.raises(InvalidInput, match="no answer to an item"):
        import_run(database, file_of(set_name, {"id": "a", "answer": "x"}), None, BY, lenient=True)
