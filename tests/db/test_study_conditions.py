"""Figures by condition, without what is excluded, and the same again after a rebuild from the log."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from sqlite_utils import Database

from baseline.figures import derived
from baseline.figures.counting import counted_study
from baseline.figures.exclusions import Named, exclude, judged_study, reinclude, study_flags
from baseline.figures.robust_report import robustness
from baseline.figures.study_report import study_report
from baseline.participants.withdrawing import withdraw
from db import event_log
from db.accounts import find_account
from db.assignments import release
from db.connection import writing
from db.errors import Conflict, InvalidInput, NotFound
from db.event_log import study_version
from db.models import Assignment
from db.study_design import Condition, Study
from tests.makers import NOON_MS
from tests.paired_study import answer, give, make_paired_study, make_person

NAMED = Named("paired", "participant", "p-two")


@pytest.fixture
def study(database: Database) -> Study:
    """Ann searches for items 1 and 2 and is given the pages of 3 and 4; Two the other way round, and fails
    the attention check. Items 2 and 4 are wrong with search; Two answers item 4 in three seconds."""
    study = make_paired_study(database)
    for who, searched, given in (("p-ann", (1, 2), (3, 4)), ("p-two", (3, 4), (1, 2))):
        make_person(database, who)
        for number in searched:
            one = give(database, who, f"item-{number:03d}")
            answer(database, one, "no" if number % 2 == 0 else "", seconds=3 if number == 4 else 60)
        for number in given:
            answer(database, give(database, who, f"item-{number:03d}", "oracle"))
        easy = give(database, who, "easy-1", purpose="attention")
        answer(database, easy, "five" if who == "p-two" else "")
    return study


def attempt_of(database: Database, item_id: str, condition: str) -> str:
    (found,) = [
        one.attempt_id or ""
        for one in counted_study(database, "paired").records
        if (one.item_id, one.condition) == (item_id, condition)
    ]
    return found


def values(database: Database, key: str = "accuracy") -> dict[str, float | None]:
    report = study_report(database, "paired")
    return {one.report.system: one.report.figure(key).value for one in report.systems}


def test_each_condition_is_a_system_of_its_own(database: Database, study: Study) -> None:
    assert values(database) == {"People · oracle": 1.0, "People · search": 0.5}
    report = study_report(database, "paired")
    assert (report.n_items, report.n_participants, report.n_assigned, report.n_excluded) == (4, 2, 2, 0)
    assert {one.side for one in report.systems} == {"people"}
    (gaps,) = report.gaps
    assert (gaps.group, gaps.search, gaps.given_pages) == ("People", "search", "oracle")
    # Search .5, given pages 1: everything that is lost is lost in finding.
    assert (gaps.figure("retrieval_gap").value, gaps.figure("comprehension_gap").value) == (0.5, 0.0)
    assert gaps.figure("retrieval_gap").n == 4


def test_with_one_condition_people_are_people(database: Database) -> None:
    make_paired_study(database, conditions=(Condition(),))
    make_person(database, "p-one")
    answer(database, give(database, "p-one", "item-001"))
    report = study_report(database, "paired")
    assert [one.report.system for one in report.systems] == ["People"]
    assert report.gaps == ()


def test_attention_checks_and_places_given_back_are_in_no_figure(database: Database, study: Study) -> None:
    records = counted_study(database, "paired").records
    assert len(records) == 8
    assert "easy-1" not in {record.item_id for record in records}
    before = study_version(database, "paired")
    release(database, [attempt_of(database, "item-001", "search")], NOON_MS, "by_hand")
    assert study_version(database, "paired") != before
    # Item 1 has no place with search any more: like one that nobody was given yet it scores 0 there.
    assert values(database)["People · search"] == 0.25
    (gaps,) = study_report(database, "paired").gaps
    assert gaps.figure("retrieval_gap").n == 3


def test_rules_flag_and_change_nothing(database: Database, study: Study) -> None:
    fast, inattentive = study_flags(database, "paired")
    assert (fast.rule_id, fast.of, fast.id) == ("fast", "attempt", attempt_of(database, "item-004", "search"))
    assert (inattentive.rule_id, inattentive.of, inattentive.id) == ("inattentive", "participant", "p-two")
    assert values(database)["People · search"] == 0.5


def test_what_is_excluded_is_left_out_and_comes_back(database: Database, study: Study) -> None:
    before = (values(database), study_version(database, "paired"))
    exclude(database, NAMED, " Failed the attention check. ", "rex", NOON_MS, "inattentive")
    # Items 1 and 2 are left with search: one right, one wrong; items 3 and 4 with given pages: both right.
    report = study_report(database, "paired")
    assert values(database) == {"People · oracle": 1.0, "People · search": 0.5}
    assert {one.report.figure("accuracy").n for one in report.systems} == {2}
    assert (report.n_excluded, report.n_participants) == (4, 2)
    (gaps,) = report.gaps
    assert gaps.figure("retrieval_gap").undefined
    (stored,) = event_log.replay(database, "study:paired")
    assert stored.payload.model_dump() == {
        "kind": "excluded",
        "of": "participant",
        "id": "p-two",
        "reason": "Failed the attention check.",
        "by": "rex",
        "rule_id": "inattentive",
    }
    assert study_version(database, "paired") != before[1]

    reinclude(database, NAMED, "It was the check that was wrong.", "rex", NOON_MS)
    assert values(database) == before[0]
    exclude(database, NAMED, "After all.", "rex", NOON_MS)
    assert len(event_log.replay(database, "study:paired")) == 3


def test_a_system_of_which_nothing_is_left_is_named(database: Database, study: Study) -> None:
    for who in ("p-ann", "p-two"):
        exclude(database, Named("paired", "participant", who), "All of them.", "rex", NOON_MS)
    report = study_report(database, "paired")
    assert report.systems == ()
    assert report.emptied == ("People · search", "People · oracle")


def test_exclusions_that_make_no_sense_are_refused(database: Database, study: Study) -> None:
    with pytest.raises(InvalidInput, match="Say why"):
        exclude(database, NAMED, "  ", "rex", NOON_MS)
    with pytest.raises(InvalidInput, match="characters"):
        exclude(database, NAMED, "x" * 4001, "rex", NOON_MS)
    with pytest.raises(NotFound, match="no participant 'nobody'"):
        exclude(database, Named("paired", "participant", "nobody"), "Why not.", "rex", NOON_MS)
    with pytest.raises(Conflict, match="not excluded"):
        reinclude(database, NAMED, "Why not.", "rex", NOON_MS)
    exclude(database, NAMED, "Once.", "rex", NOON_MS)
    with pytest.raises(Conflict, match="excluded already"):
        exclude(database, NAMED, "Twice.", "rex", NOON_MS)
    assert len(event_log.replay(database, "study:paired")) == 1


def test_the_table_shows_every_headline_figure_under_every_rule(database: Database, study: Study) -> None:
    exclude(database, NAMED, "By hand.", "rex", NOON_MS)
    rows = robustness(database, "paired")
    keys = ["nothing", "rule:fast", "rule:inattentive", "all", "by_hand"]
    assert [row.variant.key for row in rows] == keys * 3
    accuracy = {
        (row.name, row.variant.key): (row.figures[0].value, row.figures[0].n, row.n_excluded)
        for row in rows[:10]
    }
    assert accuracy["People · search", "nothing"] == (0.5, 4, 0)
    # Without the fast wrong answer to item 4: items 1, 2, 3, of which 2 is wrong.
    assert accuracy["People · search", "rule:fast"] == (pytest.approx(2 / 3), 3, 1)
    for key in ("rule:inattentive", "all", "by_hand"):
        assert accuracy["People · search", key] == (0.5, 2, 2)
    assert [row.figures[0].value for row in rows[10:12]] == [0.5, pytest.approx(1 / 3)]


def test_a_rebuild_from_the_log_gives_the_same_figures(database: Database, study: Study) -> None:
    exclude(database, NAMED, "By hand.", "rex", NOON_MS)
    derived.refresh(database, "paired")
    cached = (asdict(study_report(database, "paired")), robustness(database, "paired"))
    assert derived.rebuild(database) == 10
    again = (asdict(study_report(database, "paired")), robustness(database, "paired"))
    assert again == cached


def test_who_was_given_items_and_left_is_unfinished(database: Database) -> None:
    study = make_paired_study(database)
    make_person(database, "p-one")
    done = answer(database, give(database, "p-one", "item-001"))
    left: list[Assignment] = [give(database, "p-one", f"item-{n:03d}") for n in (2, 3, 4)]
    assert judged_study(database, study.study_id).finished == {"p-one": (1, 4)}
    release(database, [left[0].attempt_id], NOON_MS, "dropped_out")
    assert judged_study(database, study.study_id).finished == {"p-one": (1, 4)}
    release(database, [left[1].attempt_id], NOON_MS, "by_hand")
    assert judged_study(database, study.study_id).finished == {"p-one": (1, 3)}
    assert [one.attempt_id for one in judged_study(database, study.study_id).records] == [done.attempt_id]


def test_what_a_withdrawn_person_did_is_in_no_figure_and_a_rebuild_agrees(
    database: Database, study: Study
) -> None:
    derived.refresh(database, "paired")
    before = study_version(database, "paired")
    with writing(database):
        withdraw(database, find_account(database, "p-two"), NOON_MS)
    assert study_version(database, "paired") != before
    # Ann is left: 1 right and 2 wrong with search, 3 and 4 right with given pages; nobody has the rest.
    report = study_report(database, "paired")
    assert (report.n_participants, report.n_assigned) == (1, 1)
    assert values(database) == {"People · search": 0.25, "People · oracle": 0.5}
    assert study_flags(database, "paired") == []
    figures = asdict(report)
    derived.rebuild(database)
    assert asdict(study_report(database, "paired")) == figures
