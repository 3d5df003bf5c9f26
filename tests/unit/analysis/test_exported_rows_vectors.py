"""The public harness's own values, reached through rows as a study exports them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from baseline.analysis.madqa_items import gold_item, item_row
from baseline.analysis.madqa_predictions import PredictionRules, read_predictions
from baseline.analysis.records import AttemptRecord, SearchStep
from baseline.analysis.report import RunReport, score_run
from baseline.exports.madqa import prediction_row
from db.models import Citation, Item, PageRef

VECTORS = json.loads(
    (Path(__file__).parents[2] / "reference" / "madqa_vectors.json").read_text(encoding="utf-8")
)
# A study has no effort 0 (`iterations` is at least 1), and no page that is no number.
KUIPER = [one for one in VECTORS["kuiper"] if all(effort for effort, _ in one["rows_in_file_order"])]
CITATION = [
    one
    for one in VECTORS["citation"]
    if one["gold"]
    and all(isinstance(cited.get("page"), int) for cited in one["pred"])
    and not any({"file", "document"} <= set(cited) for cited in one["pred"])
]


def scored(items: list[Item], records: list[AttemptRecord]) -> RunReport:
    """As `python -m baseline score --mode harness` reads and scores the exported rows."""
    by_id = {item.item_id: item for item in items}
    rows = [prediction_row(by_id[record.item_id], "S", "p-1", record) for record in records]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    assert all(json.dumps(item_row(item)) for item in items)
    rules = PredictionRules([gold_item(item) for item in items], "S", "harness", 1)
    reading = read_predictions(text.encode(), "p.jsonl", rules)
    assert not reading.problems
    return score_run(rules.gold, [one.attempt for one in reading.attempts], "harness")


def record_of(number: int, effort: int, *, is_right: bool) -> AttemptRecord:
    searches = tuple(SearchStep(f"query {n}", ()) for n in range(effort))
    answer = ("yes",) if is_right else ("nothing of it",)
    return AttemptRecord("S", f"q{number}", answer, (), effort, searches=searches)


def item_of(number: int, *evidence: PageRef) -> Item:
    pages = evidence or (PageRef(document="a.pdf", page=1),)
    return Item(item_id=f"q{number}", question="Q?", answer_variants=(("yes",),), evidence=pages)


@pytest.mark.parametrize("vector", KUIPER, ids=range(len(KUIPER)))
def test_kuiper_of_exported_rows_is_the_vectors(vector: dict) -> None:
    rows = vector["rows_in_file_order"]
    records = [record_of(n, effort, is_right=bool(right)) for n, (effort, right) in enumerate(rows)]
    report = scored([item_of(n) for n in range(len(rows))], records)
    assert report.figure("kuiper_official").value == pytest.approx(vector["kuiper_stat"])


@pytest.mark.parametrize("vector", CITATION, ids=range(len(CITATION)))
def test_attribution_of_exported_rows_is_the_vectors(vector: dict) -> None:
    cited = tuple(
        Citation(document=one.get("file") or one["document"], page=one["page"]) for one in vector["pred"]
    )
    item = item_of(0, *(PageRef(**one) for one in vector["gold"]))
    report = scored([item], [AttemptRecord("S", "q0", ("yes",), cited, 1, searches=())])
    assert report.figure("page_f1").value == pytest.approx(vector["page"]["f1"], abs=5e-7)
    assert report.figure("document_f1").value == pytest.approx(vector["document"]["f1"], abs=5e-7)


def test_most_vectors_can_be_reached() -> None:
    assert len(KUIPER) >= 10
    assert len(CITATION) >= 5
