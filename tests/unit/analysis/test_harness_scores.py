"""Values that the public MADQA scorer (978fa76) printed for files made by hand, with a judge and without.

With a judge, the judge gave the verdicts below.
"""

from __future__ import annotations

import json

import pytest

from baseline.__main__ import main

CAPTAIN = "Who was captain?"
PLAQUE = "三月" * 200  # 400 characters, but over 2,000 as JSON
GOLD = (
    ("h1", CAPTAIN, [["Ingrid Sollie"]], [("ferry.pdf", 1)]),
    (
        "h2",
        "Captain and year?",
        [["Ingrid Sollie", "1987"], ["Sollie", "1987"]],
        [("ferry.pdf", 1), ("harbour.pdf", 3)],
    ),
    ("h3", "What did it cost?", [["4,217 crowns"], ["4217"]], [("harbour.pdf", 2)]),
    ("h4", "Which text is on the plaque?", [[PLAQUE]], [("harbour.pdf", 4), ("harbour.pdf", 5)]),
    ("h5", "How many lamps?", [["12"]], [("lighthouse.pdf", 12)]),
    ("h6", "Is it open on Sundays?", [["Yes"]], []),
    (
        "h7",
        "Which towns are called at?",
        [["Nes", "Vik", "Sund"]],
        [("ferry.pdf", 2), ("lighthouse.pdf", 1)],
    ),
    ("h8", CAPTAIN, [["Somebody else"]], [("other.pdf", 9)]),
)
# Item, answer, citations, searches, verdict. The verdicts on h2 (exact), h4 (too long) and h8 (empty) are
# about answers that the public scorer asks no judge about; h1 is held against h8, which asks the same.
ROWS = (
    ("h1", ["somebody else"], [("other.pdf", 9)], 1, None),
    ("h2", ["1987", "ingrid sollie"], [("ferry.pdf", 1), ("harbour.pdf", 2)], 3, 0),
    ("h3", ["4,217 crown"], [("harbour.pdf", 2), ("harbour.pdf", 3)], 2, 0.5),
    ("h4", [PLAQUE[:398] + "四月"], [("harbour.pdf", 4)], 4, 1),
    ("h5", ["13"], [("lighthouse.pdf", 12)], 0, 1),
    ("h6", ["Yes"], [("ferry.pdf", 1)], 2, None),
    ("h7", ["Nes", "Vik"], [("ferry.pdf", 2), ("ferry.pdf", 1), ("lighthouse.pdf", 7)], 5, 0),
    ("h8", [], [], 1, 1),
)
EITHER_WAY = {"anls_star": 0.7601041666666667, "page_f1": 0.5291666666666667, "document_f1": 0.75}
WITHOUT_A_JUDGE = {
    **EITHER_WAY,
    "accuracy": 0.875,
    "kuiper_official": 0.875,
    "effort_ratio": 0.38888888888888884,
    "accuracy_by_hop@single": 0.8,
    "accuracy_by_hop@cross_page": 1.0,
    "accuracy_by_hop@cross_doc": 1.0,
}
WITH_A_JUDGE = {
    **EITHER_WAY,
    "share_correct": 0.625,
    "accuracy_corrected": 0.5739795918367347,
    "kuiper_official": 1.25,
    "effort_ratio": 1.8518518518518519,
}


def test_harness_mode_gives_the_values_of_the_public_scorer_without_a_judge(tmp_path, capsys):
    figures = scored(tmp_path, capsys, with_verdicts=False)["figures"]
    assert {key: figures[key]["value"] for key in WITHOUT_A_JUDGE} == pytest.approx(WITHOUT_A_JUDGE)
    assert "share_correct" not in figures


def test_harness_mode_gives_the_values_of_the_public_scorer_with_the_same_verdicts(tmp_path, capsys):
    outcome = scored(tmp_path, capsys, with_verdicts=True)
    figures = outcome["figures"]
    assert {key: figures[key]["value"] for key in WITH_A_JUDGE} == pytest.approx(WITH_A_JUDGE)
    interval = figures["accuracy_corrected"]["interval"]
    assert (interval["low"], interval["high"]) == pytest.approx((0.2231992, 0.9247600), abs=1e-5)
    # Right are h1, h2, h5, h6, half right is h3: 4.5 of 8.
    assert figures["accuracy"]["value"] == 0.5625
    assert any(note.startswith("3 verdicts not used") for note in outcome["notes"])


def scored(folder, capsys, *, with_verdicts):
    gold = [
        {"id": item_id, "question": question, "answer_variants": variants, "evidence": pages(evidence)}
        for item_id, question, variants, evidence in GOLD
    ]
    question_of = {row["id"]: row["question"] for row in gold}
    predictions = [
        {
            "id": item_id,
            "question": question_of[item_id],
            "answer": answer,
            "citations": pages(cited),
            "search_history": [{"query": "q"}] * searches,
            "iterations": max(1, searches),
            **({"verdict": verdict} if with_verdicts else {}),
        }
        for item_id, answer, cited, searches, verdict in ROWS
    ]
    for name, rows in (("gold", gold), ("predictions", predictions)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    files = ["--gold", str(folder / "gold.jsonl"), "--predictions", str(folder / "predictions.jsonl")]
    assert main(["score", *files, "--mode", "harness", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def pages(places):
    return [{"document": document, "page": page} for document, page in places]


def test_rows_without_a_question_are_matched_by_id_also_where_items_ask_the_same(tmp_path, capsys):
    gold = [{"id": key, "question": "?", "answers": [key], "evidence": []} for key in ("one", "two")]
    rows = [{"id": key, "answer": key} for key in ("one", "two")]
    for name, content in (("gold", gold), ("rows", rows)):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in content))
    files = ["--gold", str(tmp_path / "gold.jsonl"), "--predictions", str(tmp_path / "rows.jsonl")]
    assert main(["score", *files, "--mode", "harness", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["figures"]["accuracy"]["value"] == 1.0
