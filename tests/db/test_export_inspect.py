"""A study as Inspect logs: each passes the format's rules, and says what the study says."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from sqlite_utils import Database

from baseline.exports.formats import export_files
from baseline.figures.study_report import study_report
from db.connection import memory_database
from tests.exports_study import answer, expire, give, make_designed_study, make_eventful_study, make_person
from tests.reference.inspect_log import NAME, ORDER, InspectLog, check_times


@pytest.fixture(scope="module")
def eventful() -> Iterator[Database]:
    """The study in which everything happens; read only."""
    opened = memory_database()
    make_eventful_study(opened)
    yield opened
    opened.close()


def logs_of(database: Database) -> dict[str, InspectLog]:
    logs = {}
    for file in export_files(database, "pilot", "inspect"):
        assert NAME.fullmatch(file.name)
        log = InspectLog.model_validate_json(file.text or "")
        assert list(json.loads(file.text or "")) == ORDER
        check_times(log)
        logs[log.eval.model] = log
    return logs


def test_there_is_a_valid_log_for_each_person_and_condition(eventful: Database) -> None:
    logs = logs_of(eventful)
    assert {model: (log.eval.task, len(log.samples)) for model, log in logs.items()} == {
        "people/p-ada": ("pilot-search", 4),
        "people/p-ben": ("pilot-oracle", 3),
        "people/p-cleo": ("pilot-search", 1),
        "agent/p-agent": ("pilot-search", 4),
    }


def test_a_log_is_finished_only_when_every_item_is(eventful: Database) -> None:
    logs = logs_of(eventful)
    assert logs["people/p-ada"].status == "success"
    # One of Ben's places was never begun.
    assert logs["people/p-ben"].status == "started"
    assert logs["people/p-ben"].results.completed_samples == 2


def test_searches_are_tool_calls_with_their_hits(eventful: Database) -> None:
    sample = next(one for one in logs_of(eventful)["people/p-ada"].samples if one.id == "item-001")
    assert [message.role for message in sample.messages] == [
        *("user", "assistant", "tool", "assistant", "tool", "assistant"),
    ]
    call, result = sample.messages[1:3]
    assert call.tool_calls is not None
    assert call.tool_calls[0].arguments == {"query": "query 0"}
    assert call.tool_calls[0].id == result.tool_call_id
    assert json.loads(result.content)[0] == {"rank": 1, "document": "report-1.pdf", "page": 1}
    assert [event.data.seq for event in sample.events] == list(range(1, len(sample.events) + 1))


def test_the_mean_score_is_that_of_the_study(database: Database) -> None:
    study = make_designed_study(database)
    ada = make_person(database, "p-ada")
    for number, place in enumerate(give(database, study, ada, [f"item-00{n}" for n in range(1, 5)]), 1):
        answer(database, study, place, "101", cites=[(f"report-{number}.pdf", number)])
    log = logs_of(database)["people/p-ada"]
    (shown,) = study_report(database, "pilot").systems
    by_name = {one.name: one.metrics["mean"].value for one in log.results.scores}
    for name in ("accuracy", "page_f1", "document_f1", "anls_star"):
        assert by_name[name] == shown.report.figure(name).value


def test_an_item_whose_time_was_over_names_the_limit(database: Database) -> None:
    study = make_designed_study(database)
    ada = make_person(database, "p-ada")
    (place,) = give(database, study, ada, ["item-001"])
    expire(database, study, place)
    (sample,) = logs_of(database)["people/p-ada"].samples
    assert sample.limit is not None
    assert sample.output.choices[0].stop_reason == "unknown"
