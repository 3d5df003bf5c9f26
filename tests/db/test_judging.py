"""Judging over the database: rows are only added; two at once, rules, undo, disagreements, tables."""

from __future__ import annotations

import csv
import io
import threading
from pathlib import Path

import pytest
from sqlite_utils import Database

from baseline.exports.card.files import made_card
from baseline.exports.contents import read_contents
from baseline.figures.systems import systems_on_set
from baseline.judging.by_model import Judged, Place, plan_of, store
from baseline.judging.exchange import as_csv, take_in, verdict_rows
from baseline.judging.judging import (
    Given,
    answers_on_set,
    choose_double_rating,
    judge,
    n_for_rules,
    settle_by_rule,
    standings,
    take_back,
)
from baseline.judging.model_prompt import PROMPT, ModelVerdict
from baseline.judging.report import corrected_rows, judge_reports, rater_report
from db import accounts, judging
from db.connection import open_database, writing
from db.erasure import erase_streams
from db.errors import Conflict, InvalidInput
from db.judging import DoubleRating, EnteredCalibration
from db.models import Account, Role
from db.study_design import Study
from db.verdicts import as_judged_by, in_force, verdicts_of
from tests.judged_study import SET, by, import_answers, make_judged_study, said, the_answers
from tests.paired_study import attempt_of

ANNS = attempt_of("p-ann", "item-002")


@pytest.fixture
def study(database: Database) -> Study:
    return make_judged_study(database)


def scores(database: Database, *attempts: str) -> list[float | None]:
    found = verdicts_of(database, attempts)
    deciding = [in_force(found.get(one, ())) for one in attempts]
    return [None if one is None else one.score for one in deciding]


def n_rows(database: Database) -> int:
    return int(database.execute("SELECT count(*) FROM verdicts").fetchone()[0])


def test_one_verdict_counts_for_everybody_who_gave_the_answer(database: Database, study: Study) -> None:
    two = the_answers(database, study)["item-002"]
    assert len(two.attempts) == 2
    saved = judge(database, two, Given("first", "detail", " a boat too many "), by("rex"))
    assert saved == (0.5, 2, True)
    assert scores(database, *two.attempts) == [0.5, 0.5]
    (row,) = verdicts_of(database, [ANNS])[ANNS]
    assert (row.judge, row.judge_kind, row.purpose, row.reason_code, row.reason, row.rubric) == (
        "rex", "person", "main", "detail", "a boat too many", "pagetrail-1",
    )  # fmt: skip
    records = {
        one.attempt_id: one.verdict
        for of in systems_on_set(database, SET, [study]).systems
        for one in of.records
    }
    assert [records[attempt] for attempt in two.attempts] == [0.5, 0.5]


def test_a_note_that_would_turn_the_text_beside_it_is_refused(database: Database, study: Study) -> None:
    two = the_answers(database, study)["item-002"]
    before = n_rows(database)
    with pytest.raises(InvalidInput, match="The note holds an invisible character"):
        judge(database, two, Given("first", "detail", "too \u202eynam"), by("rex"))
    assert n_rows(database) == before


def test_a_second_press_adds_nothing_and_a_change_adds_rows(database: Database, study: Study) -> None:
    two = the_answers(database, study)["item-002"]
    said(database, two, "rex", "same", 1)
    n = n_rows(database)
    assert not judge(database, two, Given("first", "same"), by("rex", 2)).is_new
    assert n_rows(database) == n
    said(database, two, "rex", "unit", 3)
    assert n_rows(database) == n + 2
    assert scores(database, ANNS) == [0]


def test_somebody_elses_word_is_not_overruled(database: Database, study: Study) -> None:
    two = the_answers(database, study)["item-002"]
    said(database, two, "rex", "same")
    with pytest.raises(Conflict, match="Somebody else judged this answer meanwhile"):
        said(database, two, "sue", "differs", 2)
    with pytest.raises(Conflict, match="You gave the first rating"):
        said(database, two, "rex", "differs", 2, "second")
    with pytest.raises(InvalidInput, match="no reason 'nice'"):
        said(database, two, "rex", "nice")


def test_two_accounts_of_one_person_are_one_rater(database: Database, study: Study) -> None:
    twin = Account(account_id="rex2", name="Rex", role=Role.RESEARCHER, study_id="paired", person_id="rex")
    accounts.add_account(database, twin, 0)
    three = the_answers(database, study)["item-003"]
    said(database, three, "rex", "same")
    with pytest.raises(Conflict, match="You gave the first rating"):
        said(database, three, "rex2", "differs", 2, "second")


def test_undo_puts_the_answer_back_and_keeps_every_row(database: Database, study: Study) -> None:
    two = the_answers(database, study)["item-002"]
    said(database, two, "rex", "same")
    assert take_back(database, two, "main", by("rex", 2)) == 2
    assert scores(database, *two.attempts) == [None, None]
    assert n_rows(database) == 4
    (stand,) = standings(database, [two])
    assert stand.needs_a_person
    with pytest.raises(Conflict, match="nothing of yours"):
        take_back(database, two, "main", by("rex", 3))
    said(database, two, "sue", "differs", 4)
    assert scores(database, ANNS) == [0]


def test_a_disagreement_is_settled_and_then_decides(database: Database, study: Study) -> None:
    three = the_answers(database, study)["item-003"]
    said(database, three, "rex", "same", 1)
    said(database, three, "sue", "sentences", 2, "second")
    assert scores(database, *three.attempts) == [1]
    said(database, three, "tom", "detail", 3, "disagreement")
    assert scores(database, *three.attempts) == [0.5]
    with pytest.raises(Conflict, match="settled meanwhile"):
        take_back(database, three, "main", by("rex", 4))
    with pytest.raises(Conflict, match="Somebody else settled"):
        said(database, three, "rex", "same", 5, "disagreement")
    assert rater_report(standings(database, [three])).figure("ratings_alike").value == 0
    take_back(database, three, "settled", by("tom", 6))
    assert scores(database, *three.attempts) == [1]


def test_rules_are_logged_once_and_equal_answers_follow_people(database: Database, study: Study) -> None:
    found = answers_on_set(database, SET, [study])
    assert n_for_rules(standings(database, found.answers)) == 2
    assert settle_by_rule(database, found.answers, by("rex")) == (2, 0, 0)
    assert settle_by_rule(database, found.answers, by("rex")) == (0, 0, 0)
    (row,) = verdicts_of(database, [attempt_of("p-ann", "item-001")])[attempt_of("p-ann", "item-001")]
    assert (row.judge_kind, row.reason_code, row.score) == ("rule", "exact", 1)
    two = the_answers(database, study)["item-002"]
    said(database, two, "rex", "detail")
    import_answers(database, "late.jsonl", {"item-002": "102 boats"}, "Late")
    grown = the_answers(database, study)["item-002"]
    (late,) = set(grown.attempts) - set(two.attempts)
    assert settle_by_rule(database, [grown], by("sue", 2)) == (0, 0, 1)
    assert scores(database, late) == [0.5]
    # Whoever takes the word back takes it from all that follow it.
    take_back(database, grown, "main", by("rex", 3))
    assert scores(database, *grown.attempts) == [None, None, None]


def test_two_at_once_never_judge_the_same_answer_unknowingly(tmp_path: Path) -> None:
    path = tmp_path / "pagetrail.db"
    database = open_database(path)
    with writing(database):
        study = make_judged_study(database)
    two = the_answers(database, study)["item-002"]
    database.close()
    barrier = threading.Barrier(2)
    outcomes: dict[str, object] = {}

    def work(who: str, code: str) -> None:
        own = open_database(path)
        barrier.wait()
        try:
            with writing(own):
                outcomes[who] = judge(own, two, Given("first", code), by(who))
        except Conflict as refused:
            outcomes[who] = refused
        own.close()

    threads = [threading.Thread(target=work, args=one) for one in (("rex", "same"), ("sue", "differs"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(type(one).__name__ for one in outcomes.values()) == ["Conflict", "Saved"]
    database = open_database(path)
    assert n_rows(database) == 2
    database.close()


def test_double_rating_is_chosen_and_earlier_choices_stay(database: Database, study: Study) -> None:
    assert judging.double_rating(database, SET) == (0, 0)
    choose_double_rating(database, SET, DoubleRating(0.2, 7), by("rex"))
    choose_double_rating(database, SET, DoubleRating(0.4, 7), by("sue"))
    assert judging.double_rating(database, SET) == (0.4, 7)
    with pytest.raises(InvalidInput, match="from 0 to 1"):
        choose_double_rating(database, SET, DoubleRating(1.5, 7), by("sue"))


def judged_by_model(database: Database, study: Study, code: str, score: float) -> None:
    for one in plan_of(database, answers_on_set(database, SET, [study]).answers, "m1").calls:
        made = Judged("{}", ModelVerdict(score, code), "judged", "", 10, 2)
        store(database, Place(SET, "m1"), one, made, by("rex", 9))


def test_a_model_stands_beside_people_and_is_measured_against_them(database: Database, study: Study) -> None:
    found = answers_on_set(database, SET, [study])
    said(database, the_answers(database, study)["item-002"], "rex", "same")
    said(database, the_answers(database, study)["item-004"], "rex", "differs")
    judged_by_model(database, study, "same", 1.0)
    assert scores(database, ANNS, *the_answers(database, study)["item-003"].attempts) == [1, None]
    verdicts = verdicts_of(database, [attempt for one in found.answers for attempt in one.attempts])
    model = as_judged_by(verdicts[ANNS], "m1")
    assert model is not None
    assert (model.rubric, model.judge_kind) == (PROMPT, "model")
    reports = judge_reports(standings(database, found.answers), verdicts)
    ((judge_named, report),) = reports.items()
    assert judge_named == ("model", "m1")
    assert [report.figure(key).value for key in ("judge_sensitivity", "judge_specificity")] == [1, 0]
    on_set = systems_on_set(database, SET, [study])
    rows = corrected_rows(on_set, verdicts, reports, {"m1": EnteredCalibration(
        judge="m1", sensitivity=0.98, specificity=1.0, n_positive=152, n_negative=48
    )})  # fmt: skip
    by_hand = {row.system: row for row in rows if row.calibrated == "entered by hand"}
    assert by_hand["GPT-5"].raw.value == 1
    assert by_hand["GPT-5"].corrected.value == 1
    assert by_hand["People · search"].raw.value == 0.5
    measured = next(row for row in rows if row.calibrated == "measured here")
    assert "no better than chance" in str(measured.corrected.undefined)
    assert plan_of(database, found.answers, "m1").calls == ()
    assert len(plan_of(database, found.answers, "m2").calls) == 3
    assert len(plan_of(database, found.answers, "m2", "judged").calls) == 2
    assert len(plan_of(database, found.answers, "m2", "waiting").calls) == 1


def test_replies_and_entered_calibrations_are_kept(database: Database, study: Study) -> None:
    judged_by_model(database, study, "same", 1.0)
    two = the_answers(database, study)["item-002"]
    ((reply, _),) = judging.replies(database, SET, two.key)
    assert (reply.attempts, reply.reply, reply.outcome) == (two.attempts, "{}", "judged")
    assert judging.spent(database, SET)["m1"] == (3, 0, 0, 30, 6, 0)
    entered = EnteredCalibration(judge="m1", sensitivity=0.9, specificity=0.8, n_positive=10, n_negative=20)
    judging.enter_calibration(database, SET, entered, by("rex"))
    assert judging.entered_calibrations(database, SET) == {"m1": entered}


def test_whoever_withdraws_takes_what_models_were_told_of_them(tmp_path: Path) -> None:
    database = open_database(tmp_path / "pagetrail.db")
    with writing(database):
        study = make_judged_study(database)
        judged_by_model(database, study, "same", 1.0)
        two, three = (the_answers(database, study)[item] for item in ("item-002", "item-003"))
        erase_streams(database, [ANNS])
    assert judging.replies(database, SET, two.key)[0][0].prompt == ""
    assert judging.replies(database, SET, three.key)[0][0].prompt
    database.close()


def exported(database: Database, study: Study) -> str:
    answers = answers_on_set(database, SET, [study]).answers
    verdicts = verdicts_of(database, [attempt for one in answers for attempt in one.attempts])
    return as_csv(verdict_rows(answers, verdicts))


def test_a_table_goes_out_and_comes_back_as_it_was(database: Database, study: Study) -> None:
    two = the_answers(database, study)["item-002"]
    judge(database, two, Given("first", "same", "=1+1"), by("rex"))
    said(database, two, "sue", "differs", 2, "second")
    judged_by_model(database, study, "same", 1.0)
    text = exported(database, study)
    assert "'=1+1" in text
    answers = answers_on_set(database, SET, [study]).answers
    n = n_rows(database)
    assert take_in(database, answers, text, "v.csv", by("rex", 5)) == (0, n)
    database.execute("DELETE FROM verdicts")
    assert take_in(database, answers, f"\ufeff{text}", "v.csv", by("rex", 5)) == (n, 0)
    assert exported(database, study) == text


def test_verdicts_given_elsewhere_come_in_by_item_and_answer(database: Database, study: Study) -> None:
    answers = answers_on_set(database, SET, [study]).answers
    table = "item,answer,score\r\nitem-002,102 Boats,0.5\r\n"
    assert take_in(database, answers, table, "v.csv", by("tom")) == (2, 0)
    assert take_in(database, answers, table, "v.csv", by("tom", 1)) == (0, 2)
    (row,) = verdicts_of(database, [ANNS])[ANNS]
    assert (row.judge, row.rubric, row.score) == ("tom", "not stated", 0.5)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({"score": "0.7", "attempt": ANNS}, "line 2: the score is 0, 0.5 or 1, not '0.7'"),
        ({"score": "1", "attempt": "nobody"}, "no answer of this set is of attempt 'nobody'"),
        ({"score": "1"}, "it names no attempt and no answer"),
        ({"score": "1", "item": "item-002", "answer": "[1]"}, "nobody gave this answer"),
        ({"score": "1", "attempt": ANNS, "reason_code": "unit"}, "reason 'unit' means 0"),
        ({"score": "1", "attempt": ANNS, "purpose": "third"}, "purpose is one of main"),
        ({"score": "1", "attempt": ANNS, "at_ms": "noon"}, "at_ms is a number"),
    ],
)
def test_a_line_that_cannot_be_used_is_named_and_nothing_comes_in(
    database: Database, study: Study, line: dict[str, str], why: str
) -> None:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(line))
    writer.writeheader()
    writer.writerow(line)
    answers = answers_on_set(database, SET, [study]).answers
    with pytest.raises(InvalidInput, match=why.replace("[", r"\[")):
        take_in(database, answers, out.getvalue(), "v.csv", by("tom"))
    assert n_rows(database) == 0
    with pytest.raises(InvalidInput, match="no column `score`"):
        take_in(database, answers, "a,b\n1,2\n", "v.csv", by("tom"))


def test_the_baseline_card_tells_how_two_raters_agree(database: Database, study: Study) -> None:
    def line() -> str:
        card, *_ = made_card(database, read_contents(database, study.study_id))
        return next(entry for entry in card.entries if entry.key == "adjudication").lines[-1]

    assert line() == "No answer was judged by two people: their agreement is unknown."
    two = the_answers(database, study)["item-002"]
    said(database, two, "rex", "same", 1)
    said(database, two, "sue", "detail", 2, "second")
    assert line().startswith("First and second ratings of 1 answer: raw agreement 0.0 %")
