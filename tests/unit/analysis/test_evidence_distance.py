"""Distance of evidence: in words and pages, beside accuracy, against a plain reference."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.encoders import PageWords
from baseline.analysis.evidence_distance import ItemDistance, evidence_distances, relation
from baseline.analysis.panel import Panel, SystemAttempts, make_panel
from db.models import PageRef
from tests.unit.analysis.metrics_makers import attempt, gold


def page(document: str, number: int) -> PageRef:
    return PageRef(document=document, page=number)


TEXTS = {
    page("a.pdf", 2): "harbour fees and dues",
    page("a.pdf", 5): "harbour fees and dues",
    page("a.pdf", 9): "lamps on the pier",
    page("b.pdf", 1): "snow at the mill",
    page("b.pdf", 2): " ",
}


class Fixed:
    """1 for the same text, .25 for another: distances can be checked by hand."""

    name = "fixed"

    def similarity(self, first: str, second: str) -> float:
        return 1.0 if first == second else 0.25


def panel_of(*right: str) -> Panel:
    items = [
        gold("one", "yes", "a.pdf:2"),
        gold("near", "yes", "a.pdf:2", "a.pdf:5"),
        gold("three", "yes", "a.pdf:2", "a.pdf:5", "a.pdf:9"),
        gold("across", "yes", "a.pdf:9", "b.pdf:1"),
        gold("blank", "yes", "b.pdf:1", "b.pdf:2"),
    ]
    answers = [attempt(item.item_id, "yes" if item.item_id in right else "no") for item in items]
    return make_panel(items, [SystemAttempts("A", "agent", answers)])


def test_distances_of_a_worked_example() -> None:
    found = {one.item_id: one for one in evidence_distances(panel_of("near", "across"), TEXTS, Fixed())}

    assert set(found) == {"near", "three", "across", "blank"}  # one page has no distance
    assert (found["near"].semantic, found["near"].physical, found["near"].accuracy) == (0, 3, 1)
    # Pairs 2-5 (same: 0), 2-9 (.75), 5-9 (.75): mean .5; pages 2 to 9: 7.
    assert (found["three"].semantic, found["three"].physical, found["three"].accuracy) == (0.5, 7, 0)
    assert (found["across"].semantic, found["across"].physical) == (0.75, None)
    # A page without text has no distance in words; its page gap is known all the same.
    assert (found["blank"].semantic, found["blank"].physical) == (None, 1)


def test_words_of_pages_make_a_distance_between_0_and_1() -> None:
    encoder = PageWords(list(TEXTS.values()))
    assert encoder.name == "word TF-IDF (4 pages)"
    assert encoder.similarity("harbour fees", "FEES, harbour!") == pytest.approx(1)
    assert encoder.similarity("harbour", "lamps") == 0
    assert 0 < encoder.similarity("harbour fees", "harbour lamps") < 1


def points(*pairs: tuple[float, float]) -> list[ItemDistance]:
    return [
        ItemDistance(f"i{n}", "same_document", distance, int(10 * distance), accuracy)
        for n, (distance, accuracy) in enumerate(pairs)
    ]


def test_correlation_of_a_worked_example() -> None:
    # x 0 .5 1 (mean .5), y 1 .5 .25 (mean 7/12): sxy = -.375, sxx = .5, syy = .2917; r = -.9820
    found = relation(points((0, 1), (0.5, 0.5), (1, 0.25)), "same_document", "semantic")
    assert found.r == pytest.approx(-0.3750 / math.sqrt(0.5 * 0.291666667), abs=1e-6)
    assert found.n == 3
    assert found.interval is not None
    assert found.interval.low <= found.r <= found.interval.high


@pytest.mark.parametrize(
    ("pairs", "reason"),
    [
        ([], "undefined: fewer than 3 such items"),
        ([(0, 1), (1, 0)], "undefined: fewer than 3 such items"),
        ([(0.5, 1), (0.5, 0), (0.5, 0)], "undefined: the distance is the same for all of them"),
        ([(0, 1), (0.5, 1), (1, 1)], "undefined: the accuracy is the same for all of them"),
    ],
)
def test_what_is_undefined_says_why(pairs: list[tuple[float, float]], reason: str) -> None:
    found = relation(points(*pairs), "same_document", "semantic")
    assert (found.r, found.interval, found.undefined) == (None, None, reason)


def plain_r(pairs: list[tuple[int, int]]) -> float | None:
    n = len(pairs)
    mx, my = Fraction(sum(x for x, _ in pairs), n), Fraction(sum(y for _, y in pairs), n)
    sxx = sum((x - mx) ** 2 for x, _ in pairs)
    syy = sum((y - my) ** 2 for _, y in pairs)
    if sxx == 0 or syy == 0:
        return None
    return float(sum((x - mx) * (y - my) for x, y in pairs)) / math.sqrt(float(sxx) * float(syy))


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 4)), min_size=3, max_size=12))
def test_correlation_equals_the_plain_reference(pairs: list[tuple[int, int]]) -> None:
    found = relation(points(*((x / 30, y / 4) for x, y in pairs)), "same_document", "semantic")
    plain = plain_r(pairs)
    assert found.r == (None if plain is None else pytest.approx(plain, abs=1e-6))
    assert (found.undefined is None) == (plain is not None)


def test_without_systems_there_are_no_distances() -> None:
    assert evidence_distances(make_panel([], []), TEXTS, Fixed()) == []
