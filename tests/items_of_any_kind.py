"""Every item that can be an item, for properties over files."""

from __future__ import annotations

from hypothesis import strategies as st

from db.models import Item, ItemMetadata, PageRef

# Letters that files, spreadsheets and line readers trip over, beside any others.
_TROUBLE = "=+-@＝＋－＠'\"\t\r\n\x00\x0b\x1c\x85\u2028\u2029\ufeff,;|[]{}#\\ 0é日😀"
_ANY = st.characters(exclude_categories=["Cs"])
_PIECES = st.sampled_from(
    ["[", "[[", '["', '["a"]', "[]", "[none]", "#page=", "#page=3", "{}", "null", "nan", "007", "''=", "\r\n"]
)
_SHORT = st.text(_ANY | st.sampled_from(_TROUBLE), max_size=6)
texts = st.one_of(
    _SHORT, _PIECES, st.builds(str.__add__, _PIECES, _SHORT), st.builds(str.__add__, _SHORT, _PIECES)
)
# Blank names and questions are no items: readers refuse them, and writers say so.
named = texts.filter(str.strip)
item_ids = st.text(
    st.characters(exclude_categories=["C", "Zl", "Zp"]) | st.sampled_from("=-@'[]\" 0"),
    min_size=1,
    max_size=12,
).filter(str.strip)

items = st.builds(
    Item,
    item_id=item_ids,
    question=named,
    answer_variants=st.lists(st.lists(texts, max_size=2).map(tuple), max_size=3).map(tuple),
    evidence=st.lists(
        st.builds(PageRef, document=named, page=st.integers(1, 1_000_000)), max_size=3, unique=True
    ).map(tuple),
    metadata=st.builds(ItemMetadata, domain=texts, category=texts, visual=texts, reasoning=texts),
)
item_lists = st.lists(items, max_size=3, unique_by=lambda item: item.item_id)
