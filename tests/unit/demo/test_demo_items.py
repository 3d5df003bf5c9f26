"""Every item of the demo: its kind, its pages, and the proof that its answer stands on them."""

from __future__ import annotations

from collections import Counter

import pytest

from baseline.analysis.cascade import hop_type
from baseline.analysis.correctness import score_answer
from baseline.analysis.madqa_items import gold_item
from baseline.analysis.records import AttemptRecord
from demo.documents.collection import LETTER
from demo.documents.letter import PAGES
from demo.items import ITEMS
from demo.queries import SEARCHES
from tests.unit.demo.demo_texts import collapsed

BY_ID = {item.item_id: item for item in ITEMS}

# What must be read on each page of the evidence, in order; without any of them the answer does not follow.
GROUNDS = {
    "demo-01": ["Fog 12"],
    "demo-02": ["Customer deposits of $61,400 are held in a separate account"],
    "demo-03": ["both engines by Tolliver Marine Engineers", "engine overhaul $265,000 $289,615"],
    "demo-04": ["Dispatch, county share 88,840 85,300 88,400", "Hydrant rental 45,160 47,500 46,800"],
    "demo-05": ["Eleven anodes. yard 11 anodes", "Zinc anode ashore 4"],
    "demo-06": ["23 are gone or broken below the water", "for $6,210, to be done by the end of November"],
    "demo-07": ["die Spende von 4.300 Euro", "Samstag, 8. Oktober 15:40 Ankunft"],
    "demo-08": ["was held by Mr. Edvard Holm"],
    "demo-09": ["Mechanical 11", "Mechanical 23", "Mechanical 9", "Mechanical 6"],
    "demo-10": ["Award of tender T-2021-04", "$650 for each working day"],
    "demo-11": [
        "overhaul of both engines by Tolliver Marine Engineers",
        "Tolliver Marine Engineers 555-0214",
    ],
    "demo-12": ["Islander pass, a season 240.00", "Islander pass, a season 270.00"],
    "demo-13": ["The most we saw was 163", "in 2022 it was 188"],
    "demo-14": ["Ms. Quint moved 30 percent", "Five persons, with the discount 26,000 $162.30 $119.54"],
    "demo-15": ["Level at the Customs House gauge at the end of each month"],
    "demo-16": ["School, lower yard"],
    "demo-17": ["Cleaning IN OUT N/A"],
    "demo-18": ["14 Pizza de queso zanahorias arroz con leche"],
    "demo-19": ["North Pier light: 74 steps"],
    "demo-20": ["3,120 2,980 3,410 3,690 3,420 4,310 5,040 5,160 4,070 3,560 1,880 1,420"],
}


def _text(item_id: str, page_texts) -> list[str]:
    scanned = {(LETTER, number): collapsed(" ".join(page)) for number, page in enumerate(PAGES, start=1)}
    return [
        scanned.get((page.document, page.page)) or page_texts[page.document, page.page]
        for page in BY_ID[item_id].evidence
    ]


def test_there_are_20_items_with_ids_of_their_own():
    assert len(BY_ID) == len(ITEMS) == 20


def test_hop_types_are_mixed():
    kinds = Counter(hop_type(item.evidence) for item in ITEMS)
    assert kinds == {"single": 9, "cross_page": 5, "cross_doc": 6}


def test_scan_chart_checkbox_and_another_language_are_among_them():
    visual = Counter(item.metadata.visual for item in ITEMS)
    assert visual["artifact: scan"] == 2
    assert visual["artifact: chart"] == 1
    assert visual["artifact: checkbox"] == 2
    assert [item.item_id for item in ITEMS if item.question.startswith(("¿", "Wie "))] == [
        "demo-07",
        "demo-18",
    ]


@pytest.mark.parametrize("item_id", BY_ID)
def test_item_says_of_what_kind_it_is(item_id):
    metadata = BY_ID[item_id].metadata
    assert all((metadata.domain, metadata.category, metadata.visual, metadata.reasoning))


@pytest.mark.parametrize("item_id", BY_ID)
def test_answer_stands_word_for_word_on_the_evidence(item_id, page_texts):
    together = " ".join(_text(item_id, page_texts)).casefold()
    parts = BY_ID[item_id].answer_variants[0]
    assert [part for part in parts if collapsed(part).casefold() not in together] == []


@pytest.mark.parametrize("item_id", BY_ID)
def test_each_page_of_the_evidence_gives_its_ground(item_id, page_texts):
    texts = _text(item_id, page_texts)
    pairs = zip(GROUNDS[item_id], texts, strict=True)
    missing = [ground for ground, text in pairs if ground.casefold() not in text.casefold()]
    assert missing == []


@pytest.mark.parametrize("item_id", BY_ID)
def test_answer_does_not_stand_in_the_question(item_id):
    question = BY_ID[item_id].question.casefold()
    parts = BY_ID[item_id].answer_variants[0]
    assert not all(part.casefold() in question for part in parts)


@pytest.mark.parametrize("item_id", BY_ID)
def test_wrong_answer_of_the_simulation_is_wrong(item_id):
    assert _score(item_id, SEARCHES[item_id].wrong) == 0.0


@pytest.mark.parametrize("item_id", BY_ID)
def test_every_variant_of_the_answer_is_right(item_id):
    assert [_score(item_id, variant) for variant in BY_ID[item_id].answer_variants if variant] == [1.0] * len(
        BY_ID[item_id].answer_variants
    )


def _score(item_id: str, answer: tuple[str, ...]) -> float:
    attempt = AttemptRecord(system="S", item_id=item_id, answer=answer, citations=(), n_searches=1)
    return score_answer(attempt, gold_item(BY_ID[item_id]), "strict").score
