"""What changed between two drafts, and what an accepted draft becomes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.drafts import item_of, overrides_for
from annotation.revisions import (
    Change,
    Words,
    changes,
    compared_words,
    correction_kind,
    says_the_same,
    summary,
)
from db.authored import ItemDraft, Override, RevisionKind
from db.errors import InvalidInput
from db.models import Box, EvidenceMark, ItemMetadata, PageRef, Region
from tests.authoring import make_draft

TEXTS = st.text(alphabet="ab c.1é\n", max_size=12)
PAGES = st.builds(
    EvidenceMark,
    document=st.sampled_from(["a.pdf", "b.pdf"]),
    page=st.integers(1, 3),
    regions=st.lists(
        st.builds(Region, region_id=st.just("r"), box=st.just(Box(x0=0, y0=0, x1=1, y1=1)), quote=TEXTS),
        max_size=1,
    ).map(tuple),
)
DRAFTS = st.builds(
    ItemDraft,
    question=TEXTS,
    answer_variants=st.lists(st.lists(TEXTS, max_size=2).map(tuple), min_size=1, max_size=4).map(tuple),
    evidence=st.lists(PAGES, max_size=4).map(tuple),
    bridges=st.lists(st.builds(PageRef, document=st.just("a.pdf"), page=st.integers(1, 2)), max_size=2).map(
        tuple
    ),
    metadata=st.builds(ItemMetadata, domain=TEXTS, visual=TEXTS),
    overrides=st.lists(
        st.builds(Override, check=st.sampled_from("xy"), reason=st.sampled_from("pq")), max_size=2
    ).map(tuple),
)


def changed(draft: ItemDraft, **fields: object) -> ItemDraft:
    return draft.model_copy(update=fields)


def marks(*pages: int) -> tuple[EvidenceMark, ...]:
    return tuple(EvidenceMark(document="report.pdf", page=page) for page in pages)


@given(TEXTS, TEXTS)
def test_compared_words_hold_both_texts(before: str, after: str) -> None:
    words = compared_words(before, after)

    assert "".join(w.text for w in words if w.kind != "added") == before
    assert "".join(w.text for w in words if w.kind != "removed") == after


@given(DRAFTS, DRAFTS)
def test_changes_are_there_exactly_when_drafts_differ(before: ItemDraft, after: ItemDraft) -> None:
    assert any(change.kind != "kept" for change in changes(before, after)) == (before != after)
    assert (summary(before, after) == "nothing changed") == (before == after)
    assert summary(before, before) == "nothing changed"


def test_compared_words_show_the_words_that_changed_and_nothing_more() -> None:
    assert compared_words("Total of 2023, in EUR?", "Total of 2024, in EUR?") == (
        Words("same", "Total of "),
        Words("removed", "2023"),
        Words("added", "2024"),
        Words("same", ", in EUR?"),
    )


def test_compared_words_of_endless_texts_are_shown_in_one_piece() -> None:
    before, after = "a " * 1500, "a " * 1499 + "b "

    assert compared_words(before, after) == (Words("removed", before), Words("added", after))


def test_an_answer_put_in_front_does_not_make_the_others_look_changed() -> None:
    before = changed(make_draft(), answer_variants=(("100",), ("100 EUR",)))
    after = changed(before, answer_variants=(("one hundred",), ("100",), ("100 EUR",)))

    assert [c for c in changes(before, after) if c.field == "answer"] == [
        Change("answer", "added", "answer 1", (Words("added", "one hundred"),))
    ]


def test_evidence_pages_are_added_removed_and_kept() -> None:
    before, after = changed(make_draft(), evidence=marks(3, 7)), changed(make_draft(), evidence=marks(7, 9))

    assert [(c.kind, c.place) for c in changes(before, after)] == [
        ("removed", "report.pdf page 3"),
        ("kept", "report.pdf page 7"),
        ("added", "report.pdf page 9"),
    ]


def test_a_summary_counts_the_changes_in_one_line() -> None:
    before = changed(make_draft("Total?"), evidence=marks(3, 7, 8))
    after = changed(make_draft("Total of 2024?", "1,000"), evidence=marks(7, 9))

    assert summary(before, after) == "question changed, 1 answer changed, 2 pages removed, 1 page added"


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"evidence": marks(3, 4)}, RevisionKind.EXTENSION),
        ({"answer_variants": (("100",), ("one hundred",))}, RevisionKind.EXTENSION),
        ({"evidence": marks(4)}, RevisionKind.REPLACEMENT),
        ({"answer_variants": (("101",),)}, RevisionKind.REPLACEMENT),
        ({"evidence": marks(3, 4), "question": "Which total?"}, RevisionKind.REPLACEMENT),
        ({"metadata": ItemMetadata(domain="law")}, RevisionKind.REPLACEMENT),
    ],
)
def test_a_correction_that_only_adds_is_an_extension(fields: dict[str, object], kind: RevisionKind) -> None:
    assert correction_kind(make_draft(), changed(make_draft(), **fields)) is kind


def test_drafts_say_the_same_in_any_order_of_answers_and_pages() -> None:
    one = changed(make_draft(), evidence=marks(3, 4), answer_variants=(("100",), ("100 EUR", "")))
    other = changed(make_draft(), evidence=marks(4, 3), answer_variants=(("100 EUR",), (" 100",)))

    assert says_the_same(one, other)
    assert not says_the_same(one, changed(one, evidence=marks(3)))


def test_item_of_drops_blank_parts_and_repeated_pages() -> None:
    draft = changed(
        make_draft(" Total? "), answer_variants=((" 100 ", ""), ("",), ("100",)), evidence=marks(3, 4, 3)
    )

    item = item_of("pilot-0001", draft)

    assert (item.question, item.answer_variants) == ("Total?", (("100",),))
    assert [ref.page for ref in item.evidence] == [3, 4]


def test_overrides_for_names_the_checks_without_a_reason() -> None:
    draft = changed(make_draft(), overrides=(Override(check="grounded", reason="Both are needed."),))

    assert overrides_for(draft, ["grounded", "grounded"]) == draft.overrides
    with pytest.raises(InvalidInput, match="what has to be seen"):
        overrides_for(draft, ["grounded", "visual"])
