"""A study's figures on the page and from its files are the same, whoever has done how much."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from sqlite_utils import Database

from baseline.__main__ import main
from baseline.analysis.records import Mode
from baseline.attempts import answering
from baseline.attempts.answering import AnswerGiven
from baseline.exports.madqa import export_madqa
from baseline.figures.study_report import study_report
from baseline.scoring.one_system import report_as_json
from db.models import PageRef
from db.study_design import Study
from tests.makers import NOON_MS, Seat, make_new, make_participant, make_query, make_study

GOLD = PageRef(document="a.pdf", page=3)


@pytest.fixture
def study(database: Database) -> Study:
    """Three items. One person answers all, one answers the first and opens the next, one never comes."""
    study = make_study(database)
    diligent, halfway, _ = (make_participant(database, study, name) for name in ("One", "Two", "Three"))
    for number in range(3):
        answer(database, diligent, number)
    answer(database, halfway, 0)
    answering.show_item(database, halfway.assignments[1], study, NOON_MS)
    return study


def answer(database: Database, seat: Seat, number: int) -> None:
    one = seat.assignments[number]
    answering.show_item(database, one, seat.study, NOON_MS)
    answering.record_search(database, one.attempt_id, make_new(make_query()), NOON_MS + 1000)
    given = AnswerGiven(answer=["4,200"], citations=[], confidence=80, kind="own")
    answering.submit_answer(database, one.attempt_id, f"submit:{one.attempt_id}", given, NOON_MS + 9000)


@pytest.mark.parametrize("mode", ["strict", "harness"])
def test_page_and_files_give_the_same_figures(
    database: Database, study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str], mode: Mode
) -> None:
    (shown,) = study_report(database, study.study_id, mode).systems
    written = export_madqa(database, study.study_id, tmp_path)
    predictions = [
        str(tmp_path / one["file"]) for one in written if one["system"] == "People" and one["rows"]
    ]

    gold = str(tmp_path / "gold.jsonl")
    assert main(["score", "--gold", gold, "--predictions", *predictions, "--mode", mode, "--json"]) == 0

    from_files = json.loads(capsys.readouterr().out)
    from_page = json.loads(json.dumps(report_as_json(shown.report)))
    assert from_files["figures"] == from_page["figures"]
    for key in ("n_items", "n_attempts", "n_participants", "notes"):
        assert from_files[key] == from_page[key]


def test_what_was_assigned_and_not_answered_counts_as_nothing(database: Database, study: Study) -> None:
    (shown,) = study_report(database, study.study_id).systems
    # Six places of the two who began, four answers; the person who never came has no place.
    coverage = shown.report.figure("coverage")
    assert (shown.report.n_attempts, shown.report.n_participants) == (5, 2)
    assert coverage.value == pytest.approx((2 / 2 + 1 / 2 + 1 / 2) / 3)
    assert "1 of 6 attempts not begun: scored 0" in shown.report.notes
    assert "1 of 6 attempts still open: scored 0" in shown.report.notes


def test_whoever_did_not_begin_is_listed_without_a_file(
    database: Database, study: Study, tmp_path: Path
) -> None:
    written = export_madqa(database, study.study_id, tmp_path)
    assert [one["rows"] for one in written] == [3, 3, 3, 0]
    assert len(list(tmp_path.iterdir())) == 3
