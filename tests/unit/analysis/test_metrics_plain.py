"""Whole reports on random runs against the plain second implementation."""

from __future__ import annotations

import random

import pytest

from baseline.analysis.report import score_run
from tests.reference import plain_metrics
from tests.unit.analysis.metrics_makers import attempt, gold


def random_run(seed):
    """Twenty items over three documents; answers, citations and searches as they come."""
    chance = random.Random(seed)
    page = lambda: f"{chance.choice('abc')}:{chance.randint(1, 3)}"  # noqa: E731
    items, attempts = [], []
    for i in range(20):
        items.append(gold(f"q{i}", "yes", *{page() for _ in range(chance.randint(1, 3))}))
        hits = tuple(tuple(page() for _ in range(chance.randint(0, 2))) for _ in range(chance.randint(0, 4)))
        cites = tuple(page() for _ in range(chance.randint(0, 3)))
        attempts.append(attempt(f"q{i}", chance.choice(["yes", "no"]), hits=hits, cites=cites))
    return items, attempts


@pytest.mark.parametrize("seed", range(6))
def test_a_report_equals_the_plain_metrics(seed):
    items, attempts = random_run(seed)
    report = score_run(items, attempts)
    correct = [a.answer == ("yes",) for a in attempts]
    n = [a.n_searches for a in attempts]
    outcomes = list(zip(n, correct, strict=True))
    cited = [[(c.document, c.page) for c in a.citations] for a in attempts]
    wanted = [[(e.document, e.page) for e in item.evidence] for item in items]
    queries = [[[(h.document, h.page) for h in step.hits] for step in a.searches] for a in attempts]
    documents = lambda places: [d for d, _ in places]  # noqa: E731
    in_documents = [
        ([documents(hits) for hits in q], documents(w)) for q, w in zip(queries, wanted, strict=True)
    ]
    expected = {
        "accuracy": sum(correct) / 20,
        "page_f1": sum(plain_metrics.f1(c, w) for c, w in zip(cited, wanted, strict=True)) / 20,
        "document_f1": sum(
            plain_metrics.f1(documents(c), documents(w)) for c, w in zip(cited, wanted, strict=True)
        ) / 20,
        "kuiper_tie_safe": plain_metrics.kuiper(outcomes, True),
        "kuiper_official": plain_metrics.kuiper(outcomes, False),
        "effort_ratio": plain_metrics.effort_ratio(outcomes),
        "first_query_accuracy": plain_metrics.first_query_accuracy([(c, k) for k, c in outcomes]),
        "accuracy_at_step_limit@2": plain_metrics.accuracy_at_limit([(c, k) for k, c in outcomes], 2),
        "first_query_retrieval@page_all": sum(
            plain_metrics.found_by(q, w, 1, True) for q, w in zip(queries, wanted, strict=True)
        ) / 20,
        "evidence_found_document@3": sum(
            plain_metrics.found_by(q, w, 3, False) for q, w in in_documents
        ) / 20,
        "recovery_rate": plain_metrics.recovery(in_documents),
    }  # fmt: skip
    found = {key: report.figure(key).value for key in expected}
    assert found == pytest.approx({key: None if v is None else float(v) for key, v in expected.items()})


def test_the_order_of_attempts_changes_nothing_but_the_official_kuiper():
    items, attempts = random_run(7)
    there, back = score_run(items, attempts), score_run(items, attempts[::-1])
    for a, b in zip(there.figures, back.figures, strict=True):
        if a.key != "kuiper_official":
            assert a.value == (None if b.value is None else pytest.approx(b.value)), a.key
            assert a.interval == b.interval or a.interval.low == pytest.approx(b.interval.low), a.key
