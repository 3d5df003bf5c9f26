"""Imported runs: stored once, taken out without being lost; and which judgement of an answer is in force."""

from __future__ import annotations

import pytest
from sqlite_utils import Database

from db import runs, verdicts
from db.errors import Conflict, NotFound
from db.models import By, PageRef, Verdict
from db.systems import Run, RunAttempt, RunStep, System
from tests.makers import NOON_MS, make_participant, make_study

BY = By("rex", NOON_MS)
GPT = System(system_id="s-1", name="GPT-5", version="2026-01")
STEPS = (
    RunStep(kind="query", text="budget 2018", hits=(PageRef(document="a.pdf", page=3),), at_s=1.5),
    RunStep(kind="answer", text="12"),
)


def a_run(run_id: str, set_name: str, *, sha256: str = "aa", system: System = GPT) -> Run:
    return Run(
        run_id=run_id,
        system_id=system.system_id,
        item_set=set_name,
        source="gpt.jsonl",
        sha256=sha256,
        format="madqa",
        n_rows=2,
        notes=("1 time: page given as text, read as a number",),
        by="rex",
        imported_at_ms=NOON_MS,
    )


def rows_of(run_id: str) -> list[RunAttempt]:
    return [
        RunAttempt(attempt_id=f"{run_id}:1", item_id="item-2", record='{"n": 1}', trajectory=STEPS),
        RunAttempt(attempt_id=f"{run_id}:2", item_id="item-1", record='{"n": 2}'),
    ]


@pytest.fixture
def set_name(database: Database) -> str:
    return make_study(database).item_set


def test_a_run_is_stored_in_the_order_of_its_file(database: Database, set_name: str) -> None:
    runs.put_system(database, GPT, BY)
    stored = runs.put_run(database, a_run("r-1", set_name), rows_of("r-1"))

    assert runs.runs_of_set(database, set_name) == [stored]
    assert runs.sets_with_runs(database) == [set_name]
    assert runs.attempts_of_run(database, "r-1") == [
        ("r-1:1", "item-2", '{"n": 1}'),
        ("r-1:2", "item-1", '{"n": 2}'),
    ]
    assert runs.trajectory_of(database, "r-1:1") == STEPS
    assert runs.trajectory_of(database, "r-1:2") is None
    assert runs.run_of_attempt(database, "r-1:2") == "r-1"
    assert runs.run_of_attempt(database, "elsewhere") is None
    with pytest.raises(NotFound, match="'elsewhere'"):
        runs.trajectory_of(database, "elsewhere")


def test_the_same_file_for_the_same_system_adds_nothing(database: Database, set_name: str) -> None:
    runs.put_system(database, GPT, BY)
    first = runs.put_run(database, a_run("r-1", set_name), rows_of("r-1"))

    assert runs.put_run(database, a_run("r-2", set_name), rows_of("r-2")) == first
    assert runs.attempts_of_run(database, "r-2") == []
    # Another file, and the same file of another system, are runs of their own.
    runs.put_run(database, a_run("r-3", set_name, sha256="bb"), rows_of("r-3"))
    other = runs.put_system(database, System(system_id="s-2", name="GPT-5", version="mini"), BY)
    runs.put_run(database, a_run("r-4", set_name, system=other), rows_of("r-4"))
    assert [run.run_id for run in runs.runs_of_set(database, set_name)] == ["r-1", "r-3", "r-4"]


def test_a_removed_run_is_left_out_with_its_reason_and_may_come_again(
    database: Database, set_name: str
) -> None:
    runs.put_system(database, GPT, BY)
    run = runs.put_run(database, a_run("r-1", set_name), rows_of("r-1"))
    before = runs.newest_of(database, set_name)

    runs.remove_run(database, "r-1", "Wrong prompt.", BY)

    assert runs.newest_of(database, set_name) != before
    assert runs.runs_of_set(database, set_name) == []
    ((gone, *facts),) = runs.removed_runs(database, set_name)
    assert (gone.model_copy(update={"history": ()}), *facts) == (run, NOON_MS, "rex", "Wrong prompt.")
    assert [(one.kind, one.why, one.by) for one in gone.history] == [("withdrawn", "Wrong prompt.", "rex")]
    with pytest.raises(NotFound, match="removed"):
        runs.remove_run(database, "r-1", "Again.", BY)
    assert runs.put_run(database, a_run("r-2", set_name), rows_of("r-2")).run_id == "r-2"
    assert runs.known_attempts(database, ["r-1:1", "r-2:2", "x"]) == {"r-1:1", "r-2:2"}


def test_a_removed_run_comes_back_with_a_reason_unless_its_file_was_imported_again(
    database: Database, set_name: str
) -> None:
    runs.put_system(database, GPT, BY)
    runs.put_run(database, a_run("r-1", set_name), rows_of("r-1"))
    with pytest.raises(Conflict, match="it counts"):
        runs.bring_back_run(database, "r-1", "Why?", BY)
    runs.remove_run(database, "r-1", "Wrong prompt.", BY)
    runs.put_run(database, a_run("r-2", set_name), rows_of("r-2"))
    with pytest.raises(Conflict, match="imported again as run 'r-2'"):
        runs.bring_back_run(database, "r-1", "It was right.", BY)

    runs.remove_run(database, "r-2", "The same.", BY)
    back = runs.bring_back_run(database, "r-1", "It was right.", BY)

    assert runs.runs_of_set(database, set_name) == [back]
    assert [change.kind for change in back.history] == ["withdrawn", "brought_back"]
    assert [(run.run_id, removed is None) for run, removed in runs.same_file(database, set_name, "aa")] == [
        ("r-1", True),
        ("r-2", False),
    ]
    with pytest.raises(NotFound, match="'r-9'"):
        runs.find_any_run(database, "r-9")


def test_two_runs_that_swap_places_make_their_set_another(database: Database, set_name: str) -> None:
    runs.put_system(database, GPT, BY)
    for run_id, sha256 in (("r-1", "aa"), ("r-2", "bb")):
        runs.put_run(database, a_run(run_id, set_name, sha256=sha256), rows_of(run_id))
    runs.remove_run(database, "r-1", "Why.", BY)
    before = runs.newest_of(database, set_name)
    runs.bring_back_run(database, "r-1", "Why.", BY)
    runs.remove_run(database, "r-2", "Why.", BY)

    assert runs.newest_of(database, set_name) != before


def test_whatever_is_said_of_a_system_anew_makes_its_set_another(database: Database, set_name: str) -> None:
    runs.put_system(database, GPT, BY)
    runs.put_run(database, a_run("r-1", set_name), rows_of("r-1"))
    before = runs.newest_of(database, set_name)
    runs.put_system(database, GPT.model_copy(update={"kind": "non_agentic"}), BY)

    assert runs.newest_of(database, set_name) != before
    assert runs.find_system(database, "s-1").kind == "non_agentic"


def test_a_run_of_an_unknown_system_is_refused(database: Database, set_name: str) -> None:
    with pytest.raises(NotFound, match="'s-1'"):
        runs.put_run(database, a_run("r-1", set_name), rows_of("r-1"))


def test_a_name_and_version_belong_to_one_system(database: Database) -> None:
    runs.put_system(database, GPT, BY)
    with pytest.raises(Conflict, match="'GPT-5 2026-01'"):
        runs.put_system(database, GPT.model_copy(update={"system_id": "s-2"}), BY)
    noted = runs.put_system(database, GPT.model_copy(update={"notes": "High effort."}), BY)
    assert list(runs.all_systems(database).values()) == [noted]


def judged(attempt_id: str, score: float, kind: str, purpose: str = "main") -> Verdict:
    return Verdict(
        attempt_id=attempt_id,
        score=score,
        judge=kind,
        rubric="1",
        at_ms=NOON_MS,
        judge_kind=kind,
        purpose=purpose,
    )


@pytest.mark.parametrize(
    ("given", "deciding"),
    [
        ([], None),
        ([(1.0, "model")], None),
        ([(1.0, "rule"), (0.0, "model")], 1.0),
        ([(0.5, "file"), (1.0, "rule")], 0.5),
        ([(0.0, "person"), (1.0, "file")], 0.0),
        ([(0.0, "person"), (1.0, "person")], 1.0),
        ([(0.0, "person"), (1.0, "person", "second")], 0.0),
        ([(1.0, "person", "second")], None),
        ([(0.5, "person", "settled"), (0.0, "person")], 0.5),
    ],
)
def test_people_decide_before_files_and_rules_and_a_settled_verdict_before_all(
    database: Database, given: list[tuple[float, str]], deciding: float | None
) -> None:
    attempt_id = make_participant(database, make_study(database)).first.attempt_id
    for one in given:
        verdicts.add_verdict(database, judged(attempt_id, *one))

    found = verdicts.latest_verdicts(database, "pilot")
    assert {key: verdict.score for key, verdict in found.items()} == (
        {} if deciding is None else {attempt_id: deciding}
    )
    # Every one of them is kept, also of an attempt of no study.
    assert len(verdicts.verdicts_of(database, [attempt_id]).get(attempt_id, ())) == len(given)


def test_an_answer_of_a_run_is_judged_like_any_other(database: Database, set_name: str) -> None:
    runs.put_system(database, GPT, BY)
    runs.put_run(database, a_run("r-1", set_name), rows_of("r-1"))
    before = runs.newest_of(database, set_name)

    verdicts.add_verdict(database, judged("r-1:2", 1.0, "person"))

    assert verdicts.verdicts_of(database, ["r-1:1", "r-1:2"]).keys() == {"r-1:2"}
    assert runs.newest_of(database, set_name) != before
