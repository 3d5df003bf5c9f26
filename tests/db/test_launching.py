"""Launching, amending, pausing and ending a study, and drafts that two researchers save."""

from __future__ import annotations

from typing import Any

import pytest
from sqlite_utils import Database

from baseline.analysis.page_names import PageCatalogue
from baseline.designs import designing
from baseline.studies import launching
from baseline.studies.launching import DesignRefused
from baseline.studies.study_state import study_state
from db import event_log, studies
from db.accounts import add_account
from db.connection import writing
from db.errors import AppError, Conflict, InvalidInput, NotFound
from db.items import is_frozen
from db.models import Account, Role
from db.study_design import ExclusionRule, Limits, ReportNotes
from db.study_events import StudyAmended, StudyLaunched
from tests.designs_to_launch import BUILD, DESIGN, make_material
from tests.makers import NOON_MS

ME, OTHER = "r-me", "r-other"


@pytest.fixture(autouse=True)
def material(database: Database) -> None:
    make_material(database)
    with writing(database):
        for account_id in (ME, OTHER):
            add_account(
                database, Account(account_id=account_id, name=account_id, role=Role.RESEARCHER), NOON_MS
            )


def launch(database: Database, study_id: str = "s", **changes: Any) -> Any:
    design = DESIGN.model_copy(update=changes)
    return launching.launch(database, study_id, design, BUILD, by=ME, now_ms=NOON_MS)


def payloads(database: Database) -> list[Any]:
    return [event.payload for event in event_log.replay(database, studies.stream_of_study("s"))]


def test_a_launch_freezes_every_set_and_logs_the_hash_of_the_design(database: Database) -> None:
    study = launch(database)
    assert (study.design, study.index_fingerprint, study.profile) == (DESIGN, "f" * 64, "exact")
    assert is_frozen(database, "main")
    assert is_frozen(database, "practice")
    assert payloads(database) == [StudyLaunched(design_sha256=DESIGN.sha256, by=ME)]
    assert studies.find_study(database, "s") == study


def test_a_contradiction_keeps_everything_as_it_was(database: Database) -> None:
    with pytest.raises(DesignRefused) as refused:
        launch(database, practice_set="main", index_name="")
    assert [problem.field for problem in refused.value.problems] == ["index_name", "practice_set"]
    assert refused.value.user_message.count("\n") == 1
    assert not is_frozen(database, "main")
    assert studies.all_studies(database) == []


def test_a_launch_names_evidence_that_is_not_in_the_index(database: Database) -> None:
    build = BUILD._replace(catalogue=PageCatalogue({"a.pdf": 2}))
    with pytest.raises(DesignRefused, match=r"item 'main-3': page 3 of 'a\.pdf' does not exist"):
        launching.launch(database, "s", DESIGN, build, by=ME, now_ms=NOON_MS)


@pytest.mark.parametrize("study_id", ["", "a/b", "-x", "ü"])
def test_an_id_that_no_file_could_have_is_refused(database: Database, study_id: str) -> None:
    with pytest.raises(InvalidInput, match="study id"):
        launch(database, study_id)


def test_two_studies_do_not_have_one_id(database: Database) -> None:
    launch(database)
    with pytest.raises(Conflict, match="There is already a study 's'"):
        launch(database)
    assert len(payloads(database)) == 1


def amend(database: Database, study: Any, reason: str = "Too short.", **changes: Any) -> Any:
    wanted = study.design.model_copy(update=changes)
    return launching.amend(database, study, wanted, reason, by=ME, now_ms=NOON_MS + 1)


def test_an_amendment_holds_from_now_on_and_keeps_its_reason(database: Database) -> None:
    study = launch(database)
    amended = amend(database, study, limits=Limits(item_s=900))
    assert studies.find_study(database, "s").design.limits.item_s == 900
    assert studies.launched_study(database, "s").design == DESIGN
    assert payloads(database)[-1] == StudyAmended(design=amended.design, reason="Too short.", by=ME)
    assert [one.amended.reason for one in study_state(database, "s").amendments] == ["Too short."]


@pytest.mark.parametrize(
    ("reason", "changes", "words"),
    [
        (" ", {"title": "B"}, "The amendment has no reason"),
        ("x" * 4001, {"title": "B"}, "longer than 4,000"),
        ("Why", {}, "Nothing is changed"),
        ("Why", {"k": 9}, "'Hits a query shows' is fixed"),
        ("Why", {"title": " "}, "has no title"),
        ("Why", {"limits": Limits(item_s=60)}, "would come before the beginning"),
    ],
)
def test_an_amendment_that_cannot_be_is_refused_in_a_sentence(
    database: Database, reason: str, changes: dict[str, Any], words: str
) -> None:
    study = launch(database)
    with pytest.raises(InvalidInput, match=words):
        amend(database, study, reason, **changes)
    assert studies.find_study(database, "s") == study


def test_who_amends_what_somebody_amended_meanwhile_is_told(database: Database) -> None:
    study = launch(database)
    amend(database, study, title="B")
    with pytest.raises(Conflict, match="r-me amended the study while you were at it"):
        amend(database, study, title="C")


def test_a_rule_is_added_later_and_a_declared_one_stays(database: Database) -> None:
    rule = ExclusionRule(rule_id="r", kind="no_page_read")
    study = launch(database, exclusion_rules=(rule,))
    with pytest.raises(InvalidInput, match="'r' was declared before"):
        amend(database, study, exclusion_rules=())
    late = ExclusionRule(rule_id="late", kind="no_search")
    assert amend(database, study, exclusion_rules=(rule, late)).design.exclusion_rules == (rule, late)


def test_a_study_is_paused_goes_on_and_ends_for_good(database: Database) -> None:
    launch(database)
    assert launching.pause(database, "s", "Fire alarm.", by=ME, now_ms=NOON_MS).phase == "paused"
    with pytest.raises(Conflict, match="paused already"):
        launching.pause(database, "s", "Again.", by=ME, now_ms=NOON_MS)
    assert launching.resume(database, "s", by=ME, now_ms=NOON_MS).phase == "running"
    with pytest.raises(Conflict, match="runs already"):
        launching.resume(database, "s", by=ME, now_ms=NOON_MS)
    with pytest.raises(InvalidInput, match="The end has no reason"):
        launching.end(database, "s", "", by=ME, now_ms=NOON_MS)
    assert launching.end(database, "s", "Enough.", by=ME, now_ms=NOON_MS).phase == "ended"
    refusals: list[Any] = [
        lambda: launching.pause(database, "s", "x", by=ME, now_ms=NOON_MS),
        lambda: launching.resume(database, "s", by=ME, now_ms=NOON_MS),
        lambda: launching.end(database, "s", "x", by=ME, now_ms=NOON_MS),
    ]
    for refused in refusals:
        with pytest.raises(Conflict, match="has ended"):
            refused()
    with pytest.raises(NotFound, match="no study 'other'"):
        launching.pause(database, "other", "x", by=ME, now_ms=NOON_MS)


def test_after_the_end_only_the_notes_for_the_report_are_amended(database: Database) -> None:
    study = launch(database)
    launching.end(database, "s", "Enough.", by=ME, now_ms=NOON_MS)
    with pytest.raises(InvalidInput, match="The study has ended: 'Title' does not change any more"):
        amend(database, study, title="B")

    noted = amend(database, study, notes=ReportNotes(pilots="Two people, in May."))

    assert noted.design.notes.pilots == "Two people, in May."
    assert study_state(database, "s").phase == "ended"


def test_who_launched_a_study_sees_it_and_nobody_else_of_the_researchers(database: Database) -> None:
    launch(database)
    me, other = (Account(account_id=who, name=who, role=Role.RESEARCHER) for who in (ME, OTHER))
    assert [study.study_id for study in studies.studies_of(database, me)] == ["s"]
    assert studies.studies_of(database, other) == []


def save(database: Database, base: Any, by: str, **changes: Any) -> designing.Saved:
    mine = base.design.model_copy(update=changes)
    return designing.save(database, base, mine, by=by, now_ms=NOON_MS + 1)


def test_two_researchers_who_save_different_fields_keep_both(database: Database) -> None:
    base = designing.new_draft(database, DESIGN, by=ME, now_ms=NOON_MS)
    save(database, base, ME, k=7)
    second = save(database, base, OTHER, title="Quay")
    assert second.conflicts == ()
    assert (second.draft.design.k, second.draft.design.title, second.draft.version) == (7, "Quay", 3)


def test_the_second_to_save_one_field_sees_both_and_decides(database: Database) -> None:
    base = designing.new_draft(database, DESIGN, by=ME, now_ms=NOON_MS)
    first = save(database, base, ME, k=7, seed=3)
    second = save(database, base, OTHER, k=9)
    assert second.conflicts == (("k", 7, 9),)
    assert second.draft == first.draft
    settled = designing.save(database, second.draft, second.merged, by=OTHER, now_ms=NOON_MS + 2)
    assert (settled.draft.design.k, settled.draft.design.seed, settled.conflicts) == (9, 3, ())


def test_saving_nothing_makes_no_version(database: Database) -> None:
    base = designing.new_draft(database, DESIGN, by=ME, now_ms=NOON_MS)
    assert save(database, base, OTHER).draft == base


def test_a_draft_is_launched_as_it_was_read_and_is_gone(database: Database) -> None:
    base = designing.new_draft(database, DESIGN, by=ME, now_ms=NOON_MS)
    newer = save(database, base, OTHER, k=7).draft
    with pytest.raises(Conflict, match="r-other changed this draft"):
        designing.launch_draft(database, base, "s", BUILD, by=ME, now_ms=NOON_MS)
    with pytest.raises(Conflict, match="r-other changed this draft"):
        designing.throw_away(database, base)
    assert designing.launch_draft(database, newer, "s", BUILD, by=ME, now_ms=NOON_MS).k == 7
    for gone in (lambda: save(database, newer, ME, k=8), lambda: designing.throw_away(database, newer)):
        with pytest.raises(NotFound, match="not here any more"):
            gone()


def test_a_draft_that_cannot_be_launched_stays(database: Database) -> None:
    base = designing.new_draft(database, DESIGN, by=ME, now_ms=NOON_MS)
    bad = save(database, base, ME, item_set="nowhere").draft
    with pytest.raises(AppError):
        designing.launch_draft(database, bad, "s", BUILD, by=ME, now_ms=NOON_MS)
    assert save(database, bad, ME, item_set="main").draft.version == 3
