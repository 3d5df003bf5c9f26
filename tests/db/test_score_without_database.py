"""`python -m baseline score` over several files: what the pages and the report get from the database."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from baseline.__main__ import main
from baseline.analysis.comparison import compare
from baseline.analysis.complementarity import routing_curve
from baseline.analysis.madqa_items import item_row
from baseline.analysis.records import Figure
from baseline.figures.systems import systems_on_set
from baseline.reports.panel_findings import pair_lines, panel_findings, system_lines
from tests.many_systems import SET, Size, many_items, put_many, run_files

SIZE = Size(n_systems=10, n_items=24)
OPTIONS = {"people": "--people", "agent": "--agent", "non_agentic": "--non-agentic"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The arguments that name the gold and every system, as files on disk."""
    folder = tmp_path_factory.mktemp("score")
    gold = folder / "gold.jsonl"
    gold.write_text("".join(json.dumps(item_row(item)) + "\n" for item in many_items(SIZE.n_items)))
    arguments = ["--gold", str(gold)]
    for file in run_files(SIZE):
        path = folder / file.name
        path.write_bytes(file.content)
        arguments += [OPTIONS[file.kind], f"{file.system}={path}"]
    return arguments


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["score", *arguments, "--json"]) == 0, capsys.readouterr().err
    return json.loads(capsys.readouterr().out, parse_constant=lambda one: pytest.fail(f"{one} in JSON"))


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["score", *arguments]) == 1
    return capsys.readouterr().err


def as_told(figure: Figure) -> Mapping[str, Any]:
    span = figure.interval
    return {
        "value": figure.value,
        "interval": None if span is None else [span.low, span.high, span.method],
        "n": figure.n,
        "undefined": figure.undefined,
        "notes": list(figure.notes),
    }


def as_read(figure: Mapping[str, Any]) -> Mapping[str, Any]:
    span = figure["interval"]
    return {
        "value": figure["value"],
        "interval": None if span is None else [span["low"], span["high"], span["method"]],
        **{name: figure[name] for name in ("n", "undefined", "notes")},
    }


def test_every_figure_equals_that_of_the_imported_runs(
    database: Database, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    put_many(database, SIZE)
    panel = systems_on_set(database, SET, []).panel()
    found = panel_findings(panel, lambda step: None)
    expected = {
        (line.part, line.about, line.figure.key): as_told(line.figure)
        for line in (*system_lines(found), *pair_lines(found))
    }
    outcome = scored(capsys, *files, "--compare", "System 00", "System 01")
    read = {(one["part"], one["about"], one["key"]): as_read(one) for one in outcome["figures"]}

    assert len(expected) > 900
    assert read == expected
    assert [one["item_id"] for one in outcome["items"]] == [one.item_id for one in found.items]
    assert [one["difficulty"] for one in outcome["items"]] == [one.difficulty for one in found.items]
    for told, own in zip(outcome["labels"]["system"], found.cells["system"], strict=True):
        assert (told["group"], told["labels"], told["n"]) == (own.group, dict(own.labels), own.n)
    pair = compare(panel, "System 00", "System 01")
    assert outcome["comparison"]["conclusion"] == pair.conclusion
    assert [one["difference"] for one in outcome["comparison"]["differences"]] == [
        one.difference for one in pair.differences
    ]
    (routing,) = (one for one in outcome["routing"] if one["agent"] == "System 01")
    assert [point["accuracy"] for point in routing["curve"]] == [
        point.accuracy for point in routing_curve(panel, "System 01", "System 00")
    ]


def test_tables_hold_every_figure_item_and_attempt(
    files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    outcome = scored(capsys, *files, "--csv", str(tmp_path / "tables"))
    rows = {
        name: list(csv.DictReader((tmp_path / "tables" / name).read_text().splitlines()))
        for name in ("figures.csv", "items.csv", "attempts.csv")
    }
    assert len(rows["figures.csv"]) == len(outcome["figures"])
    assert len(rows["items.csv"]) == SIZE.n_items
    assert len(rows["attempts.csv"]) == SIZE.n_systems * SIZE.n_items
    assert all(row["value"] or row["undefined"] for row in rows["figures.csv"])


def test_the_text_says_what_stands_where(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "--compare",
        "System 00",
        "System 09",
        "--split",
        "dev:6",
        "--calibration",
        ".9",
        ".8",
        "50",
        "40",
    ]
    assert main(["score", *files, *arguments]) == 0
    text = capsys.readouterr().out
    assert "10 systems on 24 items" in text
    assert "Corrected" in text
    assert "dev: 6 items, 0 sentinels, rank correlation" in text
    assert "and 30 more pairs" in text
    assert "nan" not in text.lower()
    # A pipeline has no effort, and it is said why.
    assert "Kuiper, K/σ, p of System 09: not agentic: no effort figures" in text


def test_several_files_of_one_group_are_several_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text("".join(json.dumps(item_row(item)) + "\n" for item in many_items(3)))
    arguments = ["--gold", str(gold)]
    for name, answers in (("ada", ["1000", "1001", "no"]), ("ben", ["1000", "no", "no"])):
        path = tmp_path / f"{name}.jsonl"
        rows = [{"id": f"q000{number}", "answer": answer} for number, answer in enumerate(answers)]
        path.write_text("\n".join(map(json.dumps, rows)))
        arguments += ["--people", f"Readers={path}"]
    outcome = scored(capsys, *arguments)

    (system,) = outcome["systems"]
    assert (system["name"], system["n_attempts"], system["n_participants"]) == ("Readers", 6, 2)
    figures = {one["key"]: one for one in outcome["figures"] if one["part"] in {"systems", "overlap"}}
    # Items 1, 1/2 and 0 right: their mean is 1/2; both agree on the first and the last.
    assert figures["accuracy"]["value"] == pytest.approx(1 / 2)
    assert figures["overlap_agreeing"]["value"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("answers", [["1000", "1001"], ["no", "no"]])
def test_all_right_and_all_wrong_say_why_figures_are_undefined(
    answers: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gold, run = tmp_path / "gold.jsonl", tmp_path / "run.jsonl"
    gold.write_text("".join(json.dumps(item_row(item)) + "\n" for item in many_items(2)))
    rows = [{"id": f"q000{number}", "answer": answer} for number, answer in enumerate(answers)]
    run.write_text("\n".join(map(json.dumps, rows)))
    outcome = scored(capsys, "--gold", str(gold), "--agent", f"A={run}")

    for one in outcome["figures"]:
        assert (one["value"] is None) == bool(one["undefined"]), one
    assert outcome["comparison"] is None
    assert main(["score", "--gold", str(gold), "--agent", f"A={run}"]) == 0
    assert "Kuiper, K/σ, p of A: undefined:" in capsys.readouterr().out


def test_what_does_not_go_together_is_said(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    gold, run = files[1], files[3].partition("=")[2]
    both = refused(capsys, "--gold", gold, "--predictions", run, "--agent", f"A={run}")
    assert "Give either --predictions" in both
    assert "Give either --predictions" in refused(capsys, "--gold", gold)
    assert "--compare is for several systems" in refused(
        capsys, "--gold", gold, "--predictions", run, "--compare", "A", "B"
    )
    assert "harness mode goes with --predictions" in refused(
        capsys, "--gold", gold, "--agent", f"A={run}", "--mode", "harness"
    )
    unknown = refused(capsys, *files, "--compare", "System 00", "Nobody")
    assert "There is no system 'Nobody' to compare; there are System 00, System 01" in unknown
    twice = refused(capsys, "--gold", gold, "--agent", f"A={run}", "--people", f"A={run}")
    assert "'A' is named as two kinds" in twice
    assert "give whole ones" in refused(capsys, *files, "--calibration", ".9", ".9", "1.5", "3")
    for calibration in ((".5", ".4", "30", "30"), ("2", "1", "30", "30")):
        said = refused(capsys, *files, "--calibration", *calibration)
        assert "The calibration corrects nothing" in said
    same = refused(capsys, "--gold", gold, "--people", f"A={run}", "--people", f"A={run}")
    assert "A file of system 'A' is given twice" in same
    assert "1 system answered" in refused(capsys, "--gold", gold, "--agent", f"A={run}", "--split", "a:5")


@pytest.mark.parametrize("option", ["--predictions", "--agent"])
def test_files_without_items_or_answers_are_refused(
    option: str, files: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty, foreign = tmp_path / "empty.jsonl", tmp_path / "foreign.jsonl"
    empty.write_text("")
    foreign.write_text(json.dumps({"id": "elsewhere", "answer": "x"}))
    run = files[3].partition("=")[2]
    assert "'empty.jsonl' holds no item" in refused(capsys, "--gold", str(empty), option, run)
    assert "'empty.jsonl' holds no answer" in refused(capsys, "--gold", files[1], option, str(empty))
    assert "give the item set with --gold" in refused(capsys, "--gold", run, option, run)
    refusal = refused(capsys, "--gold", files[1], option, str(foreign), "--lenient")
    assert "'foreign.jsonl' holds no answer" in refusal
