"""A study as a report: the same bytes from the database, after a rebuild, and from its own files."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from baseline.__main__ import main
from baseline.exports.files import write_files
from baseline.figures.derived import rebuild, refresh
from baseline.figures.study_report import study_report
from baseline.reports.collecting import read_source
from baseline.reports.commands import source_in
from baseline.reports.files import report_files
from baseline.reports.findings import findings_of
from baseline.reports.source import Source
from baseline.reports.source_files import source_files, source_of_files
from db.connection import memory_database, opened_database, writing
from db.errors import InvalidInput
from db.home import database_path
from db.models import Verdict
from db.verdicts import add_verdict
from tests import paired_study
from tests.exports_study import (
    FORMULA,
    answer,
    give,
    make_designed_study,
    make_eventful_study,
    make_person,
)
from tests.makers import NOON_MS
from tests.paired_study import make_paired_study
from tests.reference.plain_latex import problems_of

HOSTILE = r"\input{x} % 100_$ {<script>alert(1)</script>} & ^~ # “é”"


@pytest.fixture(scope="module")
def eventful() -> Iterator[Database]:
    """The study in which everything happens; rebuilt, and otherwise only read."""
    opened = memory_database()
    make_eventful_study(opened)
    for number, score in enumerate((1.0, 0.5)):
        attempt = opened.execute("SELECT attempt_id FROM assignments WHERE account_id = 'p-ada'").fetchone()[
            0
        ]
        purpose = "second" if number else "main"
        verdict = Verdict(
            attempt_id=attempt,
            score=score,
            judge=f"p-judge-{number}",
            rubric="r",
            at_ms=NOON_MS,
            purpose=purpose,
            reason="Ada Lovelace wrote this",
        )
        add_verdict(opened, verdict)
    yield opened
    opened.close()


def files_of(source: Source) -> dict[str, str]:
    return {one.name: one.text or "" for one in report_files(source, findings_of(source), "included")}


@pytest.fixture(scope="module")
def written(eventful: Database) -> dict[str, str]:
    """The files of its report."""
    return files_of(read_source(eventful, "pilot"))


def recomputable(source: Source) -> dict[str, bytes]:
    return {one.name.rpartition("/")[2]: (one.text or "").encode() for one in source_files(source)}


def test_report_is_the_same_to_the_last_byte_after_a_rebuild(
    eventful: Database, written: dict[str, str]
) -> None:
    refresh(eventful, "pilot")
    rebuild(eventful)
    assert files_of(read_source(eventful, "pilot")) == written


def test_report_is_recomputed_from_its_own_files(
    eventful: Database, written: dict[str, str], tmp_path: Path
) -> None:
    source = read_source(eventful, "pilot")
    assert source_of_files(recomputable(source)) == source
    write_files(tmp_path, report_files(source, findings_of(source), "included"))
    assert files_of(source_in(tmp_path)) == written


def test_figures_are_those_of_the_study_page(eventful: Database) -> None:
    found = findings_of(read_source(eventful, "pilot"))
    page = study_report(eventful, "pilot")
    assert [one.name for one in found.systems] == [one.report.system for one in page.systems]
    for ours, theirs in zip(found.systems, page.systems, strict=True):
        by_key = {one.key: one for one in ours.figures}
        for figure in theirs.report.figures:
            if figure.key not in {"share_correct", "accuracy_corrected"}:
                assert by_key[figure.key] == figure
    assert found.gaps == page.gaps
    by_hand = [one for one in found.robust if one.variant.key == "by_hand" and one.of == "system"]
    assert [one.figures[0] for one in by_hand] == [one.figure("accuracy") for one in found.systems]


def test_page_loads_nothing_and_runs_nothing(written: dict[str, str]) -> None:
    page = written["report.html"]
    # Addresses stand in texts only, never where a browser would follow them.
    assert not re.search(r"<(script|link|img|iframe|object|embed|base|form)\b", page)
    assert not re.search(r"\b(src|action|srcset|poster)\s*=", page)
    assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)"', page))
    assert "url(" not in page
    assert "@import" not in page
    assert "default-src 'none'" in page


def test_names_of_people_and_free_text_of_judges_are_in_no_file(written: dict[str, str]) -> None:
    for name, text in written.items():
        assert "Lovelace" not in text, name


def test_answers_of_people_are_in_the_files_to_recompute_from_only(written: dict[str, str]) -> None:
    holding = {name for name, text in written.items() if "example.org" in text}
    assert holding == {"recompute/attempts.jsonl"}
    assert FORMULA not in written["data/attempts.csv"]


def test_without_gold_nothing_tells_the_answers(eventful: Database) -> None:
    source = read_source(eventful, "pilot")
    files = {one.name: one.text or "" for one in report_files(source, findings_of(source), "withheld")}
    assert not [name for name in files if name.startswith("recompute/")]
    assert "The gold is withheld" in files["report.html"]


def test_manifest_has_every_other_file(written: dict[str, str]) -> None:
    listed = [line.partition("  ")[2] for line in written["MANIFEST"].splitlines()]
    assert listed == [name for name in written if name != "MANIFEST"]


def test_figures_data_is_in_one_form(written: dict[str, str]) -> None:
    text = written["data/figures.json"]
    value = json.loads(text)
    again = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1) + "\n"
    assert again == text
    accuracy = next(one for one in value["figures"] if one["key"] == "accuracy")
    rows = list(csv.DictReader(io.StringIO(written["data/figures.csv"])))
    assert float(next(row for row in rows if row["key"] == "accuracy")["value"]) == accuracy["value"]
    assert all((one["value"] is None) == (one["undefined"] is not None) for one in value["figures"])


def test_hostile_titles_stay_text(database: Database) -> None:
    study = make_designed_study(database, title=HOSTILE)
    agent = make_person(database, "p-agent", name="=1+1\\end{table}<b>漢", side="agent", simulated=True)
    for place in give(database, study, agent, ["item-001", "item-002"]):
        answer(database, study, place, "101")
    files = files_of(read_source(database, "pilot"))
    assert r"\instead{漢}{6F22}{[U+6F22]}" in files["tables/all.tex"]
    assert "<script" not in files["report.html"]
    assert "<b>" not in files["report.html"].replace("<b>Contents", "").replace("<p><b>", "")
    for name, text in files.items():
        if name.startswith("tables/"):
            assert not problems_of(text), name
        if name.endswith(".csv"):
            cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
            assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))], name


def test_a_study_that_nobody_came_to_says_so(database: Database) -> None:
    make_designed_study(database)
    page = files_of(read_source(database, "pilot"))["report.html"]
    assert "Nobody has answered an item of this study yet" in page
    assert "Nobody was invited yet." in page
    assert "No system has answered these items." in page


def test_one_participant_without_a_search_gives_sentences(database: Database) -> None:
    study = make_designed_study(database)
    ada = make_person(database, "p-ada")
    (place,) = give(database, study, ada, ["item-001"])
    answer(database, study, place, "101", searches=0)
    files = files_of(read_source(database, "pilot"))
    page = files["report.html"]
    assert "undefined: nobody searched" in page
    assert "One system alone agrees with nobody: two are needed." in page
    assert "NaN" not in files["data/figures.json"]


def test_only_a_system_without_verdicts_is_called_provisional(database: Database) -> None:
    study = make_designed_study(database)
    judged, guessed = (
        make_person(database, f"p-{name}", name=name, simulated=True) for name in ("Judged", "Guessed")
    )
    for who, text in ((judged, "101"), (guessed, "some other answer")):
        (place,) = give(database, study, who, ["item-001"])
        answer(database, study, place, text)
    table = files_of(read_source(database, "pilot"))["tables/headline.tex"]
    head = next(line for line in table.splitlines() if line.startswith("System & "))
    assert head.startswith("System & Accuracy & ")
    assert "string match, provisional" in next(
        line for line in table.splitlines() if line.startswith("Guessed")
    )
    assert "provisional" not in next(line for line in table.splitlines() if line.startswith("Judged"))


def test_rules_of_the_study_are_followed_without_the_database(database: Database) -> None:
    make_paired_study(database)
    paired_study.make_person(database, "p-ada")
    paired_study.answer(database, paired_study.give(database, "p-ada", "item-001"), seconds=2)
    wrong = paired_study.give(database, "p-ada", "easy-1", purpose="attention")
    paired_study.answer(database, wrong, "5")
    source = read_source(database, "paired")
    assert {flag.rule_id for flag in source.flags} == {"fast", "inattentive"}
    again = source_of_files(recomputable(source))
    assert again.flags == source.flags
    assert again == source


@pytest.mark.parametrize(
    ("spoiled", "sentence"),
    [
        ("study.json", "'study.json' is not as a report writes it"),
        ("attempts.jsonl", "'attempts.jsonl', line 1: "),
        ("items.jsonl", "'items.jsonl', line 1: "),
    ],
)
def test_files_that_are_no_report_are_named(eventful: Database, spoiled: str, sentence: str) -> None:
    files = recomputable(read_source(eventful, "pilot"))
    with pytest.raises(InvalidInput, match=re.escape(sentence)):
        source_of_files({**files, spoiled: b'{"no": 1}'})
    with pytest.raises(InvalidInput, match=f"There is no '{spoiled}'"):
        source_of_files({name: content for name, content in files.items() if name != spoiled})


def test_file_that_was_changed_since_is_named(eventful: Database, tmp_path: Path) -> None:
    source = read_source(eventful, "pilot")
    write_files(tmp_path, report_files(source, findings_of(source), "included"))
    changed = tmp_path / "recompute" / "verdicts.jsonl"
    changed.write_text("")
    with pytest.raises(
        InvalidInput, match=r"Changed since the report was written: recompute/verdicts\.jsonl"
    ):
        source_in(tmp_path)
    (tmp_path / "MANIFEST").unlink()
    assert source_in(tmp_path).verdicts == {}


def test_items_that_were_changed_since_have_a_hash_of_their_own(eventful: Database) -> None:
    files = recomputable(read_source(eventful, "pilot"))
    as_launched = source_of_files(files)
    assert as_launched.items_sha256 == as_launched.study.item_set_sha256
    first, *others = files["items.jsonl"].splitlines(keepends=True)
    assert first
    changed = source_of_files({**files, "items.jsonl": b"".join(others)})
    page = files_of(changed)["report.html"]
    assert f"{changed.items_sha256}; at launch {as_launched.items_sha256}: changed since" in page


def test_command_names_a_folder_without_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--from", str(tmp_path), "--out", str(tmp_path / "new")]) == 1
    assert capsys.readouterr().err.endswith("give the folder of a report with gold.\n")


@pytest.mark.parametrize("command", ["report", "export"])
def test_a_folder_that_cannot_be_made_is_found_before_anything_is_computed(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path))
    with opened_database(database_path()) as database, writing(database):
        make_eventful_study(database)
    monkeypatch.delattr("baseline.reports.commands.findings_of")
    monkeypatch.delattr("baseline.exports.commands.export_files")
    (tmp_path / "file").write_text("in the way")
    assert main([command, "--study", "pilot", "--out", str(tmp_path / "file" / "new")]) == 1
    assert "The folder 'new' cannot be made" in capsys.readouterr().err
