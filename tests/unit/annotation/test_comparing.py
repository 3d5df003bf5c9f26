"""What stands beside each other in a comparison: answers, pages and details, word by word."""

from __future__ import annotations

import pytest

from annotation.comparing import answer_compared, answer_lines, metadata_lines, pages_compared
from db.authored import ItemDraft
from db.models import ItemMetadata, PageRef


def page(number: int) -> PageRef:
    return PageRef(document="a.pdf", page=number)


@pytest.mark.parametrize("mine", [("Edvard Holm",), ("  edvard   HOLM ",), ("Edvard Holm", "")])
def test_same_answer_is_the_same_but_for_case_and_white_space(mine: tuple[str, ...]) -> None:
    compared = answer_compared(mine, (("23", "$6,210"), ("Edvard Holm",)))
    assert compared is not None
    assert (compared.nearest, compared.is_same) == (1, True)


def test_other_answer_is_compared_with_the_nearest_variant_word_by_word() -> None:
    compared = answer_compared(("Mr. Holm",), (("Anna Berg",), ("Mr. Edvard Holm",)))
    assert compared is not None
    assert (compared.nearest, compared.is_same) == (1, False)
    assert "".join(one.text for one in compared.words if one.kind != "added") == "Mr. Holm"
    assert "".join(one.text for one in compared.words if one.kind != "removed") == "Mr. Edvard Holm"


def test_parts_in_another_order_are_another_answer() -> None:
    compared = answer_compared(("b", "a"), (("a", "b"),))
    assert compared is not None
    assert not compared.is_same


@pytest.mark.parametrize(("mine", "variants"), [((), (("a",),)), (("  ",), (("a",),)), (("a",), ())])
def test_nothing_is_compared_with_nothing(
    mine: tuple[str, ...], variants: tuple[tuple[str, ...], ...]
) -> None:
    assert answer_compared(mine, variants) is None


def test_lines_of_two_drafts_hold_what_came_and_what_went() -> None:
    before = ItemDraft(answer_variants=(("12",), ("twelve",)))
    after = ItemDraft(answer_variants=(("12",), ("a dozen",), ("12 times",)))
    lines = answer_lines(before, after)
    assert [line.kind for line in lines] == ["same", "changed", "added"]


def test_details_that_are_empty_on_both_sides_are_left_out() -> None:
    lines = metadata_lines(ItemMetadata(domain="Law"), ItemMetadata(domain="Law", visual="tabular"))
    assert [(line.name, line.kind) for line in lines] == [("domain", "same"), ("visual", "added")]


def test_pages_say_who_has_them_each_once() -> None:
    compared = pages_compared([page(2), page(1), page(2)], [page(1), page(3)])
    assert [(one.ref.page, one.who) for one in compared] == [(2, "first"), (1, "both"), (3, "second")]
