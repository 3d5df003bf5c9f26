"""What is on record about a set: reviews until the acceptance it holds, flags on it, in card and report."""

from __future__ import annotations

import json

import pytest

from annotation import authoring, item_sets, report_command, reviewing
from annotation.authoring import Save
from annotation.drafts import item_of
from annotation.model_checks import Asked, judged
from annotation.set_records import agreement_is_over, agreement_of, model_figures_of, records_of_set
from db.connection import open_database, writing
from db.home import database_path
from db.items import load_item_set, put_item_set
from tests.authoring import make_draft, make_project
from tests.commands import outcome_of
from tests.makers import NOON_MS
from tests.unit.annotation.construct_makers import index_of, item


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Set `v1` of two items, one of which went on after it; set `brought` of an item from a file."""
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path / "home"))
    made = make_project(open_database(database_path()))
    database = made.database
    ids = [made.accepted(), made.accepted("bob", draft=make_draft("Else?", page=4))]
    item_sets.make_item_set(database, "pilot", "v1", ids, made.by("sue"))
    with writing(database):
        put_item_set(database, "brought", [item("q1", "What?", "report.pdf:1")], NOON_MS)
    for tool, answer in (("evidence", "100"), ("nothing", "7")):
        stored = judged(
            item_of(ids[0], make_draft()), Asked(1, tool, "small-1", "text"), "answered", (answer,)
        )
        reviewing.add_model_check(database, ids[0], stored, made.by("sue"), 1)
    authoring.save(database, ids[0], Save(make_draft("Newer?"), 1), made.by("ann"))
    authoring.submit(database, ids[0], 2, (), made.by("ann"))
    made.decide(ids[0], "ray", "accept")
    yield made
    database.close()


def test_a_set_keeps_the_reviews_and_flags_of_the_text_that_it_holds(desk):
    records = records_of_set(desk.database, "v1")
    assert (records.n_items, records.n_written_here) == (2, 2)
    assert [(one.item_id, one.reviewer, one.draft.question) for one in records.reviews] == [
        ("pilot-0001", "rita", "What is the total of 2024?"),
        ("pilot-0002", "rita", "Else?"),
    ]
    assert {item_id: len(flags) for item_id, flags in records.flags.items()} == {"pilot-0001": 2}
    assert agreement_is_over(records) == (
        "2 reviews of 2 of 2 items, by 1 reviewer of the work of 2 authors, until each item was accepted as "
        "it stands here."
    )


def test_agreement_has_a_value_with_its_interval_or_a_reason(desk):
    figures = {figure.key: figure for figure in agreement_of(records_of_set(desk.database, "v1"))}
    assert figures["decisions@accept"].value == 1
    assert figures["decisions@accept"].n == 2
    assert figures["decisions@accept"].interval.method == "wilson"
    assert figures["second_reviews_kappa"].undefined == "no submission was reviewed twice"
    brought = agreement_of(records_of_set(desk.database, "brought"))
    assert {figure.undefined for figure in brought} == {"its items were not written here"}
    assert {figure.key for figure in brought} == set(figures)


def test_figures_of_models_are_over_the_items_they_were_asked(desk):
    members = load_item_set(desk.database, "v1")
    figures = model_figures_of(records_of_set(desk.database, "v1"), members)
    assert [(figure.key, figure.value, figure.n) for figure in figures] == [
        ("model_solves@small-1", 1.0, 1),
        ("model_guesses@small-1", 0.0, 1),
    ]
    assert model_figures_of(records_of_set(desk.database, "brought"), members) == ()


def test_the_card_states_agreement_and_model_checks_or_why_there_are_none(desk, tmp_path, capsys):
    cards = {}
    for name in ("v1", "brought"):
        outcome_of(capsys, "export", str(tmp_path / name), "--set", name, "--format", "card")
        cards[name] = (tmp_path / name / "README.md").read_text(encoding="utf-8")
    assert "2 reviews of 2 of 2 items, by 1 reviewer" in cards["v1"]
    assert "| Decision, accept | 1.000 (0.342 to 1.000, 95 %, wilson) | 2 reviews |" in cards["v1"]
    assert "| Kappa of two reviewers | undefined: no submission was reviewed twice | 0 items |" in cards["v1"]
    assert "| Right from the evidence alone, small-1 | 1.000" in cards["v1"]
    assert "Not measured: its items were not written here." in cards["brought"]
    assert "None: no model was asked about these items." in cards["brought"]
    assert not {"rita", "ann", "bob"} & set(cards["v1"].split())


def test_the_report_reads_closed_book_answers_flags_and_agreement_from_the_database(
    desk, capsys, monkeypatch
):
    index = index_of({"report.pdf:3": "total 100"}, [])
    monkeypatch.setattr(report_command, "open_index", lambda name, fingerprint=None: index)
    outcome = outcome_of(capsys, "report", "--set", "v1", "--index", "reports")
    assert outcome["figures"]["guessed"]["value"] == 0
    assert outcome["figures"]["guessed"]["n"] == 1
    assert outcome["figures"]["decisions@accept"]["value"] == 1
    assert [flag["tool"] for flag in outcome["items"][0]["model_flags"]] == ["evidence", "nothing"]
    assert outcome["items"][1]["model_flags"] == []
    assert "the answers without documents are those of model small-1 (check-model)" in outcome["notes"]
    json.dumps(outcome, allow_nan=False)
    lines = report_command.as_lines(outcome)
    assert "Agreement of reviewers and authors" in lines
    assert "Right from nothing" in lines
