"""MADQA items: forgiving in what is taken, exact in what is refused. Cases 01 and 43."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.madqa_items import gold_item, item_row, read_items
from db.models import Item, ItemMetadata, PageRef

ITEM = {
    "id": "q1",
    "question": "Who?",
    "answer_variants": [["Ann", "Bob"], ["both"]],
    "evidence": [{"document": "a.pdf", "page": 1}],
}


def as_bytes(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def items_of(*rows, base=1):
    return read_items(as_bytes(*rows), "items.jsonl", base)


def reasons(reading):
    return [str(problem) for problem in reading.problems]


def test_both_generations_of_names_give_the_same_item():
    older = {
        "question_id": "q1",
        "question": "Who?",
        "answers": [["Ann", "Bob"], "both"],
        "answer_locations": [{"file": "a.pdf", "page": 1}],
        "category": "Reports",
        "metadata": {"domain": "Law"},
    }
    newer = {**ITEM, "document_category": "Reports", "domain": "Law"}
    assert items_of(older).items[0].item == items_of(newer).items[0].item


def test_columnar_evidence_is_read():
    row = {**ITEM, "evidence": {"document": ["a.pdf", "b.pdf"], "page": [1, 2]}}
    assert items_of(row).items[0].item.evidence == (
        PageRef(document="a.pdf", page=1),
        PageRef(document="b.pdf", page=2),
    )


def test_the_singular_answer_is_one_variant():
    row = {"id": 7, "question": "?", "answer": ["Ann", "Bob"], "evidence": []}
    item = items_of(row).items[0].item
    assert (item.item_id, item.answer_variants) == ("7", (("Ann", "Bob"),))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"id": ""}, "id: missing"),
        ({"id": ["q"]}, "id: text expected, not a list"),
        ({"id": "q" * 201}, "id: 201 characters long, at most 200"),
        ({"question": " "}, "question: missing"),
        ({"question": "?" * 4001}, "question: String should have at most 4000 characters"),
        ({"answer_variants": None}, "answer_variants: missing"),
        ({"answer_variants": [[True]]}, "answer_variants[1]: part 1 is true or false, text expected"),
        ({"evidence": "a.pdf"}, "evidence: a list of {document, page} expected, not text"),
        ({"evidence": ["a.pdf"]}, "evidence[1]: {document, page} expected, not text"),
        ({"evidence": [{"page": 1}]}, "evidence[1].document: missing"),
        ({"evidence": [{"document": " ", "page": 1}]}, "evidence[1].document: a document name expected"),
        ({"evidence": [{"document": "a"}]}, "evidence[1].page: missing"),
        ({"evidence": {"document": ["a"], "page": []}}, "evidence: columns of different length"),
    ],
)
def test_a_bad_item_is_refused_with_line_field_and_reason(change, reason):
    reading = items_of({**ITEM, **change})
    assert reading.items == ()
    assert reasons(reading)[0].startswith(f"line 1, {reason}")


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("iv", "a page number expected, not 'iv'"),
        ("", "a page number expected, not ''"),
        (1.5, "a page number expected, not 1.5"),
        (True, "a page number expected, not True"),
        (-1, "page -1 does not exist, pages count from 1"),
        (
            0,
            "page 0 does not exist, pages count from 1 here; if this file counts from 0, "
            "add --pages-start-at 0",
        ),
    ],
)
def test_a_bad_page_is_refused_with_line_field_and_reason(page, reason):
    reading = items_of({**ITEM, "evidence": [{"document": "a", "page": page}]})
    assert reasons(reading) == [f"line 1, evidence[1].page: {reason}"]


def test_pages_that_start_at_0_are_shifted_on_request():
    row = {**ITEM, "evidence": [{"document": "a.pdf", "page": 0}, {"document": "a.pdf", "page": 9}]}
    assert [ref.page for ref in items_of(row, base=0).items[0].item.evidence] == [1, 10]


def test_what_was_read_as_meant_is_counted():
    row = {**ITEM, "evidence": [{"document": "a", "page": "3"}, {"document": "a", "page": 3}], "note": "x"}
    reading = items_of(row)
    assert [ref.page for ref in reading.items[0].item.evidence] == [3]
    assert reading.warnings == (
        "1 time: evidence page given twice, kept once",
        "1 time: page given as text, read as a number",
        "field 'note' is not kept (1 row)",
    )


def test_items_with_gaps_are_taken_and_named():
    reading = items_of(
        {**ITEM, "evidence": []}, {**ITEM, "id": "q2", "answers": [""], "answer_variants": None}
    )
    assert len(reading.items) == 2
    assert "1 item with no evidence: q1" in reading.warnings
    assert "1 item with no answer that is not blank: q2" in reading.warnings


def test_the_same_item_twice_is_one_and_another_under_its_id_is_refused():
    reading = items_of(ITEM, ITEM, {**ITEM, "question": "Else?"})
    assert len(reading.items) == 1
    assert reasons(reading) == ["line 3, id: 'q1' stands in line 1 with other content"]


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(str.strip)
whole_items = st.builds(
    Item,
    item_id=st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=12).filter(
        str.strip
    ),
    question=texts,
    answer_variants=st.lists(st.lists(texts, max_size=3).map(tuple), max_size=3).map(tuple),
    evidence=st.lists(
        st.builds(PageRef, document=texts, page=st.integers(1, 999)), max_size=3, unique=True
    ).map(tuple),
    metadata=st.builds(ItemMetadata, domain=texts, visual=texts),
)


@given(st.lists(whole_items, max_size=4, unique_by=lambda item: item.item_id))
def test_items_written_and_read_again_are_the_same(items):
    reading = read_items(as_bytes(*map(item_row, items)), "f")
    assert [numbered.item for numbered in reading.items] == items
    assert reading.problems == ()


def test_every_row_has_the_same_fields_and_types():
    bare = Item(item_id="q", question="?", answer_variants=(), evidence=())
    full = items_of({**ITEM, "domain": "Law"}).items[0].item
    types = [{key: type(value) for key, value in item_row(item).items()} for item in (bare, full)]
    assert types[0] == types[1]


def test_gold_item_keeps_what_metrics_need():
    item = items_of({**ITEM, "domain": "Law", "visual": "table"}).items[0].item
    record = gold_item(item)
    assert (record.item_id, record.answer_variants, record.evidence) == (
        "q1",
        item.answer_variants,
        item.evidence,
    )
    assert (record.domain, record.visual) == ("Law", "table")
