"""What is still thin: worked examples of have, in work, want and missing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotation.coverage import DraftWithStatus, Thin, coverage
from db.authored import ItemDraft, Target, Targets
from db.models import EvidenceMark, ItemMetadata
from tests.unit.annotation.construct_makers import ref

DOCUMENTS = ["tax/a.pdf", "tax/b.pdf", "c.pdf"]
TARGETS = Targets(
    n_items=10,
    hop_types=(Target(of="cross_page", share=0.2), Target(of="cross_doc", share=0.1)),
    visual=(Target(of="tabular", share=0.5),),
    items_per_document=2,
)


def draft(status, *pages, visual=""):
    marks = tuple(EvidenceMark(document=ref(page).document, page=ref(page).page) for page in pages)
    return DraftWithStatus(ItemDraft(evidence=marks, metadata=ItemMetadata(visual=visual)), status)


DRAFTS = [
    draft("accepted", "tax/a.pdf:1", visual="Tabular"),
    draft("submitted", "tax/a.pdf:1", "tax/b.pdf:1"),
    draft("draft", "c.pdf:1", "c.pdf:2", visual="tabular"),
    draft("returned"),
    draft("rejected", "c.pdf:1"),
]


def test_coverage_counts_what_is_handed_in_apart_from_what_is_in_work():
    assert coverage(DRAFTS, DOCUMENTS, TARGETS).items == Thin("items", 2, 2, 10, 8)


def test_hop_types_want_their_share_and_single_pages_the_rest():
    assert coverage(DRAFTS, DOCUMENTS, TARGETS).hop_types == (
        Thin("single", 1, 0, 7, 6),
        Thin("cross_page", 0, 1, 2, 2),
        Thin("cross_doc", 1, 0, 1, 0),
        Thin("no evidence", 0, 1, None, 0),
    )


def test_visual_categories_without_a_target_miss_nothing():
    assert coverage(DRAFTS, DOCUMENTS, TARGETS).visual == (
        Thin("tabular", 1, 1, 5, 4),
        Thin("not stated", 1, 1, None, 0),
    )


def test_an_item_counts_for_each_document_and_once_for_a_category():
    found = coverage(DRAFTS, DOCUMENTS, TARGETS)
    assert found.documents == (
        Thin("c.pdf", 0, 1, 2, 2),
        Thin("tax/b.pdf", 1, 0, 2, 1),
        Thin("tax/a.pdf", 2, 0, 2, 0),
    )
    assert found.categories == (Thin("(top folder)", 0, 1, 2, 2), Thin("tax", 2, 0, 4, 2))


def test_categories_may_be_given():
    found = coverage(DRAFTS, DOCUMENTS, TARGETS, {"tax/a.pdf": "Form", "tax/b.pdf": "Letter"})
    assert [(one.of, one.have, one.want) for one in found.categories] == [
        ("not stated", 0, 2),
        ("Letter", 1, 2),
        ("Form", 2, 2),
    ]


def test_evidence_outside_the_index_is_counted_in_no_document():
    found = coverage([draft("accepted", "gone.pdf:1")], DOCUMENTS, TARGETS)
    assert sum(one.have for one in found.documents) == 0
    assert found.items.have == 1


def test_a_new_project_lacks_everything():
    found = coverage([], DOCUMENTS, Targets())
    assert found.items == Thin("items", 0, 0, 500, 500)
    assert [(one.of, one.want) for one in found.hop_types] == [
        ("single", 400),
        ("cross_doc", 50),
        ("cross_page", 50),
    ]
    assert coverage([], [], Targets()).documents == ()


@given(st.permutations(DRAFTS))
def test_the_order_of_drafts_changes_nothing(drafts):
    assert coverage(drafts, DOCUMENTS, TARGETS) == coverage(DRAFTS, DOCUMENTS, TARGETS)


@given(st.lists(st.sampled_from(DRAFTS), max_size=12))
def test_hop_types_and_visual_categories_count_every_item_once(drafts):
    found = coverage(drafts, DOCUMENTS, TARGETS)
    for kinds in (found.hop_types, found.visual):
        assert sum(one.have for one in kinds) == found.items.have
        assert sum(one.in_work for one in kinds) == found.items.in_work
