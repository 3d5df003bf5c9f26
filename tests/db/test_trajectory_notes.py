"""Notes on attempts, and search inside trajectories, over people's attempts and imported runs."""

from __future__ import annotations

import json

import pytest
from sqlite_utils import Database

from baseline.runs.importing import RunFile, import_run
from baseline.trajectories.finding import find_in_trajectories
from baseline.trajectories.noted import notes_on_set, standing, tags_of
from baseline.trajectories.notes import (
    MOST_TAGS,
    MOST_TEXT,
    change_note,
    plain_tags,
    take_back_note,
    with_tag,
    write_note,
)
from baseline.trajectories.replayed import others_on_item, replayed
from db import event_log, runs, trajectory_search
from db.accounts import add_account
from db.assignments import assignments_of_study
from db.errors import InvalidInput, NotAllowed, NotFound
from db.events import AnswerSubmitted
from db.models import Account, By, Role
from db.notes import notes_of, tags_in_use, versions_of
from db.study_design import Study
from tests.makers import NOON_MS, make_new, make_participant, make_query, make_shown, make_study

BY, OTHER = By("rex", NOON_MS), By("tess", NOON_MS)


@pytest.fixture
def study(database: Database) -> Study:
    study = make_study(database)
    for name in ("rex", "tess"):
        add_account(database, Account(account_id=name, role=Role.RESEARCHER, name=name.title()), NOON_MS)
    make_participant(database, study, "Somebody")
    return study


@pytest.fixture
def attempt(database: Database, study: Study) -> str:
    """Somebody's attempt on the first item: a search for “Größe”, and an answer."""
    place = assignments_of_study(database, study.study_id)[0]
    told = [make_shown(place.item_id), make_query('Größe "der" Straße', [("a.pdf", 3)])]
    answered = AnswerSubmitted(answer=("Zwölf",), answer_kind="own", confidence=None, citations=())
    event_log.append(database, place.attempt_id, [make_new(one) for one in (*told, answered)], NOON_MS)
    return place.attempt_id


@pytest.fixture
def run_attempt(database: Database, study: Study, attempt: str) -> str:
    item_id = assignments_of_study(database, study.study_id)[0].item_id
    row = {"id": item_id, "answer": "12", "search_history": [{"query": "how large is the STREET"}]}
    file = RunFile(json.dumps(row).encode(), "agent.jsonl", "madqa", study.item_set, "Agent")
    import_run(database, file, None, BY)
    return runs.attempts_of_run(database, runs.runs_of_set(database, study.item_set)[0].run_id)[0].attempt_id


def test_everybody_on_an_item_can_stand_beside(
    database: Database, study: Study, attempt: str, run_attempt: str
) -> None:
    person, agent = (replayed(database, one, [study]) for one in (attempt, run_attempt))
    assert [one.attempt_id for one in others_on_item(database, person, [study])] == [run_attempt]
    assert [one.attempt_id for one in others_on_item(database, agent, [study])] == [attempt]
    assert [one.kind for one in person.steps] == ["item_shown", "query", "answer_submitted"]
    assert person.item == agent.item


def test_an_attempt_of_a_study_that_one_may_not_see_is_refused(database: Database, attempt: str) -> None:
    with pytest.raises(NotAllowed):
        replayed(database, attempt, [])


def test_a_note_is_kept_with_its_tags_and_taken_back_by_its_writer_alone(
    database: Database, study: Study, attempt: str
) -> None:
    on = replayed(database, attempt, [study])
    note = write_note(database, on, "  Looked in the wrong year. ", ["Wrong  year", "wrong year", ""], 2, BY)
    assert (note.text, note.tags, note.step) == ("Looked in the wrong year.", ("Wrong year",), 2)
    assert notes_of(database, [attempt]) == [note]
    assert tags_in_use(database) == ["Wrong year"]
    assert with_tag([note], "WRONG YEAR") == [note]
    with pytest.raises(NotAllowed, match="Somebody else wrote"):
        take_back_note(database, note.note_id, "No.", OTHER)
    with pytest.raises(InvalidInput, match="Say why"):
        take_back_note(database, note.note_id, "  ", BY)
    take_back_note(database, note.note_id, " It was  the right year. ", BY)
    with pytest.raises(NotFound, match="taken back or changed meanwhile"):
        take_back_note(database, note.note_id, "Again.", BY)
    (kept,) = versions_of(database, [attempt])
    assert (kept.state, kept.removed_why) == ("taken back", "It was the right year.")
    assert (notes_of(database, [attempt]), tags_in_use(database)) == ([], [])
    assert database.execute("SELECT count(*) FROM attempt_notes").fetchone() == (1,)


def test_a_changed_note_is_a_new_version_and_the_old_one_never_comes_back(
    database: Database, study: Study, attempt: str
) -> None:
    first = write_note(database, replayed(database, attempt, [study]), "Wrong yaer.", ["year", "plan"], 2, BY)
    with pytest.raises(NotAllowed, match="only they can change it"):
        change_note(database, first.note_id, "Mine.", [], OTHER)
    assert change_note(database, first.note_id, "Wrong yaer.", ["year", "plan"], BY) == first
    second = change_note(database, first.note_id, "Wrong year.", ["year"], BY)
    assert (second.replaces, second.step) == (first.note_id, 2)
    assert notes_of(database, [attempt]) == [second]
    assert tags_in_use(database) == ["year"]
    assert trajectory_search.attempts_with_notes(database, "yaer") == []
    assert trajectory_search.attempts_with_notes(database, "wrong year") == [attempt]
    with pytest.raises(NotFound, match="changed meanwhile"):
        change_note(database, first.note_id, "In another window.", [], BY)
    take_back_note(database, second.note_id, "Not so.", BY)
    assert (notes_of(database, [attempt]), tags_in_use(database)) == ([], [])
    states = [one.state for one in versions_of(database, [attempt])]
    assert states == ["changed", "taken back"]


def test_a_button_pressed_twice_makes_one_note(database: Database, study: Study, attempt: str) -> None:
    on = replayed(database, attempt, [study])
    first, again = (write_note(database, on, "Twice.", ["plan"], 1, BY) for _ in range(2))
    assert first == again
    write_note(database, on, "Twice.", ["plan"], 2, BY)
    write_note(database, on, "Twice.", ["plan"], 1, OTHER)
    assert len(notes_of(database, [attempt])) == 3


def test_notes_of_a_set_are_those_on_attempts_that_one_may_see(
    database: Database, study: Study, attempt: str, run_attempt: str
) -> None:
    for on, tag in ((attempt, "Year"), (run_attempt, "year")):
        write_note(database, replayed(database, on, [study]), "so it is", [tag], None, BY)
    noted = notes_on_set(database, study.item_set, [study])
    who = assignments_of_study(database, study.study_id)[0].account_id
    assert [one.label for one in noted] == [f"{who} · {study.title}", "Agent · agent.jsonl"]
    assert len(standing(noted, "YEAR")) == 2
    assert tags_of(noted) == ["year"]
    assert standing(noted, "plan") == []
    assert [one.note.attempt_id for one in notes_on_set(database, study.item_set, [])] == [run_attempt]
    assert notes_on_set(database, "another set", [study]) == []
    only = find_in_trajectories(database, study.item_set, [study], "so it is", {run_attempt})
    assert {one.attempt_id for one in only.places} == {run_attempt}


@pytest.mark.parametrize(
    ("text", "tags", "step", "sentence"),
    [
        (" ", [" "], None, "The note is empty"),
        ("x" * (MOST_TEXT + 1), [], None, "4001 characters; 4000 is the most"),
        ("x", ["y" * 61], None, "more than 60 characters"),
        ("x", [str(n) for n in range(MOST_TAGS + 1)], None, "11 tags; 10 is the most"),
        ("x", [], 4, "no step 4: choose one from 1 to 3"),
        ("x", [], 0, "no step 0"),
        ("x\u202ey", [], None, "turns the direction"),
        ("x", ["x\u202ey"], None, "turns the direction"),
    ],
)
def test_a_note_that_cannot_be_kept_is_refused_in_a_sentence(
    database: Database,
    study: Study,
    attempt: str,
    text: str,
    tags: list[str],
    step: int | None,
    sentence: str,
) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        write_note(database, replayed(database, attempt, [study]), text, tags, step, BY)
    assert notes_of(database, [attempt]) == []


def test_tags_keep_their_first_writing() -> None:
    assert plain_tags(["Ｇood", "good", "GOOD ", "bad\n one"]) == ("Good", "bad one")


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("GRÖSSE", [2]),
        ("größe", [2]),
        ("STRASSE", [2]),
        ('"der"', [2]),
        ("zwölf", [3]),
        ("A.pdf", [2]),  # a hit
        ("item_shown", []),
        ("z", []),
    ],
)
def test_a_text_is_found_at_the_step_that_says_it(
    database: Database, study: Study, attempt: str, text: str, steps: list[int]
) -> None:
    found = find_in_trajectories(database, study.item_set, [study], text)
    assert [one.step for one in found.places] == steps


def test_search_goes_over_people_runs_and_notes_of_the_set(
    database: Database, study: Study, attempt: str, run_attempt: str
) -> None:
    on = replayed(database, run_attempt, [study])
    write_note(database, on, "A street, again.", ["street names"], None, BY)
    found = find_in_trajectories(database, study.item_set, [study], "street")
    assert [(one.attempt_id, one.step, one.in_note) for one in found.places] == [
        (run_attempt, 1, False),
        (run_attempt, None, True),
    ]
    assert found.places[1].line == "#street names A street, again."
    assert find_in_trajectories(database, study.item_set, [], "größe").places == ()
    assert find_in_trajectories(database, "another set", [study], "street").places == ()


def test_many_attempts_are_counted_and_not_all_read(
    database: Database, study: Study, attempt: str, run_attempt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("baseline.trajectories.finding.MOST_ATTEMPTS", 1)
    found = find_in_trajectories(database, study.item_set, [study], "12")
    assert (found.n_attempts, found.n_more) == (1, 0)
    found = find_in_trajectories(database, study.item_set, [study], "how")
    assert (found.n_attempts, found.n_more) == (1, 0)
    assert trajectory_search.attempts_of_runs(database, study.item_set, "HOW LARGE") == [run_attempt]
