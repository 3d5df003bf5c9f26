"""`python -m baseline score`: the same figures from files. Cases 01, 21, 37."""

from __future__ import annotations

import json

import pytest

from baseline.__main__ import main
from baseline.analysis.madqa_items import item_row
from baseline.analysis.report import score_run
from baseline.exports.madqa import prediction_row
from baseline.scoring.one_system import report_as_json
from db.models import Item
from tests.unit.analysis.metrics_makers import attempt, gold, ref


@pytest.fixture
def write(tmp_path):
    """Write rows as JSON lines; returns the path."""

    def writer(name, *rows):
        path = tmp_path / name
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return str(path)

    return writer


def run_score(capsys, *arguments):
    code = main(["score", *arguments])
    return code, capsys.readouterr()


def figures_of(capsys, *arguments):
    code, printed = run_score(capsys, *arguments, "--json")
    assert code == 0, printed.err
    return json.loads(printed.out, parse_constant=lambda c: pytest.fail(f"{c} in JSON"))


def item(item_id, answer="yes", *evidence):
    places = [{"document": d, "page": int(p)} for d, p in (e.split(":") for e in evidence)]
    return {"id": item_id, "question": f"{item_id}?", "answer_variants": [[answer]], "evidence": places}


TEN_PAGES = item("q01", "1 and 10", "ten.pdf:1", "ten.pdf:10")


def ten_pages_run(*pages):
    citations = [{"file": "ten.pdf", "page": page} for page in pages]
    return {"id": "q01", "answer": "1 and 10", "citations": citations}


def test_one_based_pages_match(write, capsys):
    outcome = figures_of(
        capsys, "--gold", write("g", TEN_PAGES), "--predictions", write("p", ten_pages_run(1, 10))
    )
    assert outcome["figures"]["page_f1"]["value"] == 1.0


def test_zero_based_pages_are_refused_with_line_and_hint(write, capsys):
    arguments = ("--gold", write("g", TEN_PAGES), "--predictions", write("p.jsonl", ten_pages_run(0, 9)))
    code, printed = run_score(capsys, *arguments)
    assert (code, printed.out) == (1, "")
    assert "'p.jsonl'" in printed.err
    assert "line 1, citations[1].page: page 0 does not exist" in printed.err
    assert "--pages-start-at 0" in printed.err


def test_zero_based_predictions_match_one_based_gold_on_request(write, capsys):
    arguments = ("--gold", write("g", TEN_PAGES), "--predictions", write("p", ten_pages_run(0, 9)))
    assert figures_of(capsys, *arguments, "--pages-start-at", "0")["figures"]["page_f1"]["value"] == 1.0


def test_harness_mode_scores_page_0_as_the_public_scorer_does(write, capsys):
    arguments = ("--gold", write("g", TEN_PAGES), "--predictions", write("p", ten_pages_run(0, 9)))
    assert figures_of(capsys, *arguments, "--mode", "harness")["figures"]["page_f1"]["value"] == 0.0


def test_a_duplicate_answer_is_ignored_and_said(write, capsys):
    rows = [
        {"id": q, "participant": "P01", "answer": a}
        for q, a in (("q1", "61"), ("q1", "61"), ("q2", "no"), ("q3", "7"))
    ]
    items = [item("q1", "61", "a:1"), item("q2", "yes", "a:1"), item("q3", "12", "a:1")]
    outcome = figures_of(capsys, "--gold", write("g", *items), "--predictions", write("p", *rows))
    figure = outcome["figures"]["accuracy"]
    assert (figure["value"], figure["n"]) == (pytest.approx(1 / 3), 3)
    assert "1 duplicate submission ignored" in outcome["notes"]


def test_missing_answers_count_in_strict_mode_and_not_in_harness_mode(write, capsys):
    arguments = (
        "--gold", write("g", *(item(f"a{i}", "yes", "a:1") for i in range(8))),
        "--predictions", write("p", *({"id": f"a{i}", "answer": "yes" if i < 2 else "no"} for i in range(3))),
    )  # fmt: skip
    strict = figures_of(capsys, *arguments)["figures"]
    assert (strict["accuracy"]["value"], strict["coverage"]["value"]) == (2 / 8, 3 / 8)
    assert strict["accuracy_answered"]["value"] == pytest.approx(2 / 3)
    harness = figures_of(capsys, *arguments, "--mode", "harness")["figures"]
    assert (harness["accuracy"]["value"], harness["accuracy"]["n"]) == (pytest.approx(2 / 3), 3)


def test_lenient_leaves_out_bad_lines_by_name(write, capsys):
    arguments = (
        "--gold", write("g", item("q1", "yes", "a:1")),
        "--predictions", write("p", {"id": "q1", "answer": {}}, {"id": "q1", "answer": "yes"}),
    )  # fmt: skip
    assert run_score(capsys, *arguments)[0] == 1
    outcome = figures_of(capsys, *arguments, "--lenient")
    assert outcome["figures"]["accuracy"]["value"] == 1.0
    assert any("left out: line 1, answer" in warning for warning in outcome["warnings"])


def test_several_prediction_files_are_one_system(write, capsys):
    rows = [
        {"id": "q1", "answer": a, "participant": p, "model": "People"}
        for p, a in (("P1", "yes"), ("P2", "no"))
    ]
    outcome = figures_of(
        capsys, "--gold", write("g", item("q1", "yes", "a:1")),
        "--predictions", write("p1", rows[0]), write("p2", rows[1]),
    )  # fmt: skip
    assert (outcome["system"], outcome["n_participants"]) == ("People", 2)
    assert outcome["figures"]["accuracy"]["value"] == 0.5


def test_the_table_shows_value_interval_n_and_reasons(write, capsys):
    arguments = (
        "--gold", write("g", item("q1", "yes", "a:1"), item("q2", "yes", "a:1")),
        "--predictions", write("p", {"id": "q1", "answer": "yes"}, {"id": "q2", "answer": "no"}),
    )  # fmt: skip
    code, printed = run_score(capsys, *arguments)
    assert code == 0
    first = next(line for line in printed.out.splitlines() if line.startswith("Accuracy"))
    assert " ".join(first.split()) == (
        "Accuracy (string match, provisional) 50.00 % [9.45 %, 90.55 %] 2 items (1/2)"
    )
    assert "not computable: the log holds no hits" in printed.out
    assert "nan" not in printed.out.lower()


@pytest.mark.parametrize(
    ("name", "message"),
    [("absent.jsonl", "There is no file 'absent.jsonl'."), (".", "cannot be read")],
)
def test_a_file_that_is_not_there_is_said_without_its_folder(write, tmp_path, capsys, name, message):
    code, printed = run_score(capsys, "--gold", str(tmp_path / name), "--predictions", write("p"))
    assert code == 1
    assert message in printed.err
    assert str(tmp_path.parent) not in printed.err


def test_empty_files_are_refused_by_name(write, capsys):
    code, printed = run_score(capsys, "--gold", write("g"), "--predictions", write("p"))
    assert (code, printed.out) == (1, "")
    assert "'g' holds no item" in printed.err
    code, printed = run_score(capsys, "--gold", write("g", TEN_PAGES), "--predictions", write("p"))
    assert (code, printed.out) == (1, "")
    assert "'p' holds no answer to an item of 'g'" in printed.err


def test_a_study_exported_and_scored_has_the_figures_of_its_records(write, capsys):
    items = [
        Item(
            item_id=f"q{i}", question=f"Q{i}?", answer_variants=(("yes",),), evidence=(ref(f"a.pdf:{i + 1}"),)
        )
        for i in range(5)
    ]
    p1 = {"participant": "P1", "wall_s": 900.0}
    found, missed = (("a.pdf:1",),), (("b.pdf:1",), ("a.pdf:2",))
    records = [
        attempt("q0", "yes", hits=found, cites=("a.pdf:1",), working_s=31.5, **p1),
        attempt("q1", "yes", hits=missed, cites=("a.pdf:2",), working_s=99.0, **p1),
        attempt("q2", "no", hits=(("b.pdf:1",), ()), cites=("b.pdf:1",), working_s=301.0, **p1),
        attempt("q3", "", hits=(), status="not_found", working_s=5.0, **p1),
        attempt("q0", "no", hits=found, cites=("a.pdf:9",), working_s=70.0, participant="P2"),
    ]
    golds = [gold(one.item_id, "yes", f"a.pdf:{i + 1}") for i, one in enumerate(items)]
    by_id = {one.item_id: one for one in items}
    rows = [prediction_row(by_id[record.item_id], "S", record.participant, record) for record in records]
    from_files = figures_of(
        capsys, "--gold", write("g", *map(item_row, items)), "--predictions", write("p", *rows)
    )
    expected = json.loads(json.dumps(report_as_json(score_run(golds, records))))
    assert from_files["figures"] == expected["figures"]
    assert from_files["items"] == expected["items"]


def test_a_file_without_any_answer_is_not_taken_for_predictions(write, capsys):
    gold_file = write("g", TEN_PAGES)
    code, printed = run_score(capsys, "--gold", gold_file, "--predictions", gold_file)
    assert code == 1
    assert "'g' holds no predictions: not one of its rows has the field 'answer'." in printed.err


def test_a_run_that_failed_throughout_is_one(write, capsys):
    outcome = figures_of(
        capsys,
        "--gold",
        write("g", TEN_PAGES),
        "--predictions",
        write("p", {"id": "q01", "error": "timeout"}),
    )
    assert outcome["figures"]["accuracy"]["value"] == 0.0


def test_hostile_document_names_are_compared_and_never_opened(write, capsys):
    names = ["../../../../etc/hosts", "/etc/hosts", "ok.pdf\u0000.txt", "http://127.0.0.1:9/x.pdf"]
    row = {"id": "q1", "answer": "yes", "citations": [{"document": n, "page": 1} for n in names]}
    outcome = figures_of(
        capsys, "--gold", write("g", item("q1", "yes", "ok.pdf:1")), "--predictions", write("p", row)
    )
    assert outcome["figures"]["document_f1"]["value"] == 0.0
