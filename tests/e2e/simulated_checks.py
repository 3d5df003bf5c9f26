"""What must hold after a simulated study, whatever happened in it: by a plain script, from raw tables."""

from __future__ import annotations

import io
import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from baseline.__main__ import main as baseline_command
from baseline.figures.counting import counted_study
from baseline.figures.study_report import study_report
from baseline.scoring.one_system import report_as_json
from db.__main__ import main as db_command
from db.connection import Database
from db.models import Verdict
from db.verdicts import add_verdict
from tests.e2e.simulated_ledger import Ledger
from tests.e2e.simulated_study import STUDY, Simulated
from tests.reference import plain_study

Tables = dict[str, list[dict[str, Any]]]


def raw(study: Simulated) -> Tables:
    """The tables as they are on disk."""
    return plain_study.read(study.home / "pagetrail.db")


def check_the_log(study: Simulated, ledger: Ledger) -> None:
    """Nothing acknowledged is lost, nothing stands twice, no number is missing, all places are filled."""
    with closing(sqlite3.connect(study.home / "pagetrail.db")) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    tables = raw(study)
    assert plain_study.log_faults(tables) == []
    assert plain_study.journey_faults(tables) == []
    assert plain_study.erasure_faults(tables) == []
    assert plain_study.place_faults(tables, STUDY, 2) == []
    assert plain_study.places(tables, STUDY) == study.places
    stored = {event["event_id"]: (event["stream_id"], event["kind"]) for event in tables["events"]}
    lost = {one: what for one, what in ledger.acknowledged.items() if stored.get(one) != what}
    assert lost == {}
    # What could not be read of the server's replies may have been a refusal.
    known = {**tables, "events": [one for one in tables["events"] if one["stream_id"] not in ledger.unread]}
    refused = [one for one in ledger.refused if one[0] not in ledger.unread]
    assert plain_study.browser_gaps(known, refused) == 0


def happened(study: Simulated) -> Counter[str]:
    """How often each kind of event stands in the log, what ended at a limit, why places were given back."""
    tables = raw(study)
    return Counter(
        [
            *(event["kind"] for event in tables["events"]),
            *(f"{one['kind']} at a limit" for one in tables["events"] if one["payload"].get("at_limit_ms")),
            *(f"place {one['released_why']}" for one in tables["assignments"] if one["released_why"]),
        ]
    )


def check_the_people(study: Simulated, ledger: Ledger) -> None:
    """Who finished has a code of their own, who was told at the door left nothing, who left is erased."""
    by_person: dict[str, dict[str, list[Any]]] = {}
    for event in raw(study)["events"]:
        stream, _, account_id = event["stream_id"].partition(":")
        if stream == "participation":
            kinds = by_person.setdefault(account_id, {})
            kinds.setdefault(event["kind"], []).append(event["payload"])
    for account_id, outcome in ledger.outcomes.items():
        kinds = by_person.get(account_id, {})
        if outcome == "finished":
            assert [one["code"] for one in kinds["code_issued"]] == [ledger.codes[account_id]]
            assert [one["reason"] for one in kinds["session_ended"]] == ["finished"]
        if outcome == "withdrawn":
            assert kinds["data_erased"]
            assert kinds["consent_given"] == [{"erased": True}]
        if outcome == "no_room":
            assert "code_issued" not in kinds
            assert kinds == {} or "consent_given" in kinds
    assert len(set(ledger.codes.values())) == len(ledger.codes)


def check_the_figures(study: Simulated, out: Path) -> None:
    """Judged by a simple rule, the app's figures are those of the plain script, also when computed anew."""
    study.now(lambda database, now_ms: _judge(database, study, now_ms))
    shown = study.now(lambda database, _: _figures(database))
    plain = plain_study.figures(raw(study), STUDY)
    assert set(shown) == set(plain) == {"search", "oracle"}
    for condition, figures in plain.items():
        assert figures.pop("statuses") == shown[condition].pop("statuses")
        assert figures == pytest.approx(shown[condition], abs=1e-9), condition
    before = study.now(lambda database, _: _reports(database))
    quietly(db_command, "rebuild")
    assert study.now(lambda database, _: _reports(database)) == before
    _check_predictions(study, out)


def quietly(command: Callable[[list[str]], int], *arguments: str) -> None:
    """Run one of our commands on the home that PAGETRAIL_HOME names; what it prints is not looked at."""
    with redirect_stdout(io.StringIO()):
        assert command([*arguments]) == 0


def _judge(database: Database, study: Simulated, now_ms: int) -> None:
    right = {one.item_id: one.answer_variants[0] for one in study.items}
    for record in counted_study(database, STUDY).records:
        if record.answer and record.attempt_id:
            score = 1.0 if record.answer == right[record.item_id] else 0.0
            rule = Verdict(
                attempt_id=record.attempt_id, score=score, judge="the test", rubric="letters", at_ms=now_ms
            )
            add_verdict(database, rule)


def _figures(database: Database) -> dict[str, dict[str, Any]]:
    """Condition -> what the report says, in the words of the plain script."""
    found = {}
    for system in study_report(database, STUDY).systems:
        report = system.report
        n = len(report.rows)
        statuses: dict[str, int] = {}
        for row in report.rows:
            statuses[row.attempt.status] = statuses.get(row.attempt.status, 0) + 1
        values = {key: report.figure(key).value for key in ("accuracy", "page_f1", "document_f1", "steps")}
        found[system.report.system.removeprefix("People · ")] = {
            "n": n,
            "accuracy": values["accuracy"],
            "page_f1": values["page_f1"],
            "doc_f1": values["document_f1"],
            "n_searches": (values["steps"] or 0.0) * n,
            "working_s": report.figure("working_time").value,
            "statuses": statuses,
        }
    return found


def _reports(database: Database) -> list[str]:
    return [json.dumps(report_as_json(one.report)) for one in study_report(database, STUDY).systems]


def _check_predictions(study: Simulated, out: Path) -> None:
    """The exported predictions have one row for each counted place, with its answer."""
    quietly(baseline_command, "export", "--study", STUDY, "--out", str(out))
    rows = [
        json.loads(line)
        for path in out.glob("predictions-*.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    tables = raw(study)
    counted = plain_study.counted(tables, STUDY)
    assert sorted(row["attempt"] for row in rows) == sorted(row["attempt_id"] for row in counted)
    submitted = {
        event["stream_id"]: event["payload"]["answer"]
        for event in tables["events"]
        if event["kind"] == "answer_submitted" and "answer" in event["payload"]
    }
    assert all(row["answer"] == submitted.get(row["attempt"], []) for row in rows)
    assert all(row["iterations"] >= 1 for row in rows)
