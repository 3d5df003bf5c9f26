"""The public scorer's figures of prediction files, as plainly as can be, from the files alone.

As eval/metrics.py of github.com/OxRML/MADQA counts: every row that matches the gold, effort =
`iterations`, rows with 0 dropped, rows in their order in the file.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from tests.reference.plain_metrics import anls_star, f1, kuiper


def read(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def harness_figures(gold_file: Path, prediction_files: list[Path], *, by_gold: bool = False) -> dict:
    """Accuracy, Page F1, Doc F1 and Kuiper. `by_gold` walks along the gold instead of the predictions."""
    gold = {row["id"]: row for row in read(gold_file)}
    rows = [row for path in prediction_files for row in read(path) if row["id"] in gold]
    if by_gold:
        rows = [row for item_id in gold for row in rows if row["id"] == item_id]
    scores, pages, documents, efforts = [], [], [], []
    for row in rows:
        wanted = gold[row["id"]]
        likeness = anls_star(row["answer"], wanted["answer_variants"])
        if row["verdict"] is None or likeness == 1 or not any(row["answer"]):
            # No judge, or none that the public scorer would ask.
            score = Fraction(1 if likeness >= Fraction(1, 2) else 0)
        elif len(json.dumps(row["answer"])) > 2000:
            score = Fraction(0)
        else:
            score = Fraction(row["verdict"])
        cited = [(one["document"], one["page"]) for one in row["citations"]]
        proof = [(one["document"], one["page"]) for one in wanted["evidence"]]
        scores.append(score)
        pages.append(f1(cited, proof))
        documents.append(f1([document for document, _ in cited], [document for document, _ in proof]))
        efforts.append((row["iterations"], score >= Fraction(1, 2)))
    n = len(rows)
    return {
        "n": n,
        "accuracy": sum(scores) / n,
        "page_f1": sum(pages) / n,
        "document_f1": sum(documents) / n,
        "kuiper_official": kuiper(efforts, tie_safe=False),
    }
