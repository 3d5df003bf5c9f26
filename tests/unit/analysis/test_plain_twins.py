"""Two independent implementations agree: every figure of a random panel, ours and one that only counts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.breakdowns import breakdown, funnels, reaches
from baseline.analysis.complementarity import union_accuracy
from baseline.analysis.definitions import DEFINITIONS
from baseline.analysis.evidence_distance import FEWEST, ItemDistance, relation
from baseline.analysis.facet_accuracy import facet_accuracy
from baseline.analysis.panel import Panel, SystemAttempts, make_panel
from baseline.analysis.panel_report import report_panel
from baseline.analysis.records import GoldItem
from baseline.analysis.split_builder import rank_correlation
from db.models import PageRef
from tests.depth import examples
from tests.reference import plain_findings as plain
from tests.unit.analysis.metrics_makers import attempt

PAGES = [("a.pdf", 1), ("a.pdf", 2), ("b.pdf", 1)]
DOMAINS = ("law", "tax")
PLACES = st.lists(st.sampled_from([*PAGES, ("c.pdf", 9)]), max_size=3)
GOLD = st.lists(st.sampled_from(PAGES), min_size=1, max_size=2, unique=True)
ATTEMPT = st.fixed_dictionaries(
    {
        "score": st.sampled_from([0.0, 0.0, 0.5, 1.0]),
        "answer": st.sampled_from(["", "an answer", "another"]),
        "cites": PLACES,
        "hits": st.lists(PLACES, max_size=4),
        "seconds": st.sampled_from([5.0, 60.0, 61.5, 240.0, 900.0]),
    }
)
Plain = dict[str, dict[str, Any]]


@st.composite
def worlds(draw: st.DrawFn) -> tuple[dict[str, list[tuple[str, int]]], list[Plain]]:
    """Gold of three to six items, and two to four systems that answered nearly all of them."""
    ids = [f"q{number}" for number in range(draw(st.integers(3, 6)))]
    gold = {item: draw(GOLD) for item in ids}
    systems = []
    for _ in range(draw(st.integers(2, 4))):
        made = {item: draw(ATTEMPT) for item in ids if draw(st.integers(0, 9)) < 9}
        for one in made.values():
            # Who has nothing to say is right in nothing; the others mostly say something.
            one["answer"] = one["answer"] or "an answer" if one["score"] else one["answer"]
        systems.append(made)
    return gold, systems


def panel_of(gold: dict[str, list[tuple[str, int]]], systems: list[Plain]) -> Panel:
    items = [
        GoldItem(
            item,
            "Q?",
            (("right",),),
            tuple(PageRef(document=d, page=p) for d, p in pages),
            domain=domain(item),
        )
        for item, pages in gold.items()
    ]
    made = [
        SystemAttempts(f"S{number}", "agent", [as_record(item, one) for item, one in system.items()])
        for number, system in enumerate(systems)
    ]
    return make_panel(items, made)


def domain(item: str) -> str:
    return DOMAINS[int(item[1:]) % 2]


def as_record(item: str, one: dict[str, Any]):
    return attempt(
        item,
        one["answer"],
        cites=tuple(f"{document}:{page}" for document, page in one["cites"]),
        hits=tuple(tuple(f"{document}:{page}" for document, page in hits) for hits in one["hits"]),
        verdict=one["score"],
        working_s=one["seconds"],
    )


@examples(150)
@given(worlds())
def test_labels_funnel_and_reach(world: tuple[dict[str, list[tuple[str, int]]], list[Plain]]) -> None:
    gold, systems = world
    panel = panel_of(gold, systems)
    for cell, funnel, reach, system in zip(
        breakdown(panel, "system"), funnels(panel), reaches(panel), systems, strict=True
    ):
        expected = plain.labels(system, gold, list(gold))
        assert {name: n for name, n in cell.labels.items() if n} == expected
        steps = plain.funnel(system, gold)
        assert (funnel.n, funnel.answered, funnel.document, funnel.page, funnel.correct) == steps
        n, _, _, page, right = steps
        assert as_fraction(reach.found.value, n) == plain.share(page, n)
        assert as_fraction(reach.understood.value, page) == plain.share(right, page)
    for cell in breakdown(panel, "domain"):
        own = [item for item in gold if domain(item) == cell.group]
        counted: dict[str, int] = {}
        for system in systems:
            for name, n in plain.labels(system, gold, own).items():
                counted[name] = counted.get(name, 0) + n
        assert {name: n for name, n in cell.labels.items() if n} == counted


def as_fraction(value: float | None, whole: int) -> Fraction | None:
    return None if value is None else Fraction(round(value * whole), whole)


@examples(150)
@given(worlds())
def test_limits_and_evidence_found(world: tuple[dict[str, list[tuple[str, int]]], list[Plain]]) -> None:
    gold, systems = world
    for told, system in zip(
        report_panel(panel_of(gold, systems), frozenset(DEFINITIONS)), systems, strict=True
    ):
        for figure in told.figures:
            family, _, parameter = figure.key.partition("@")
            if family == "accuracy_at_step_limit" and figure.value is not None:
                expected = plain.right_within(system, len(gold), int(parameter))
            elif family == "accuracy_at_minute_limit" and figure.value is not None:
                expected = plain.right_within_minutes(system, len(gold), int(parameter))
            elif family in {"evidence_found_document", "evidence_found_page"} and figure.value is not None:
                expected = plain.found_within(system, gold, family.rpartition("_")[2], int(parameter))
            else:
                continue
            assert figure.value == pytest.approx(float(expected)), figure.key
        if system:
            assert told.figure("working_time").value == pytest.approx(plain.mean_seconds(system))


@examples(150)
@given(worlds())
def test_kinds_union_and_ranks(world: tuple[dict[str, list[tuple[str, int]]], list[Plain]]) -> None:
    gold, systems = world
    panel = panel_of(gold, systems)
    for group in facet_accuracy(panel, "domain"):
        own = [item for item in gold if domain(item) == group.name]
        for figure, system in zip(group.figures, systems, strict=True):
            assert figure.value == pytest.approx(float(plain.mean_score(system, own)))
    assert union_accuracy(panel).value == pytest.approx(float(plain.solved_by_any(systems, list(gold))))
    part = list(gold)[: max(1, len(gold) - 1)]
    if len(systems) > 2:
        whole, few = ([plain.mean_score(one, items) for one in systems] for items in (list(gold), part))
        expected = plain.correlation(plain.ranks(whole), plain.ranks(few))
        found = rank_correlation(panel, part)
        assert found == (None if expected is None else pytest.approx(expected))


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.sampled_from([0.0, 0.25, 0.5, 1.0])), min_size=FEWEST, max_size=9
    )
)
def test_distance_against_accuracy(points: list[tuple[int, float]]) -> None:
    found = relation(
        [
            ItemDistance(f"q{n}", "same_document", None, gap, accuracy)
            for n, (gap, accuracy) in enumerate(points)
        ],
        "same_document",
        "physical",
    )
    expected = plain.correlation([gap for gap, _ in points], [accuracy for _, accuracy in points])
    assert found.r == (None if expected is None else pytest.approx(expected, abs=1e-9))
