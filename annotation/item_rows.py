"""The items of a project as a supervisor's list has them, and the choices in it. Pure.

What review keeps from a supervisor for a while (annotation/visibility.py) is None here too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from annotation.board import BoardItem
from annotation.item_state import Status
from annotation.visibility import Person, may_see_author, may_see_evidence, may_see_gold
from annotation.workflow import EDITABLE
from db.authored import HopType

NO_EVIDENCE = "no evidence"


class ItemRow(NamedTuple):
    """One item; None stands for what is hidden from this supervisor while they judge the item.

    `hop` is "no evidence" until a page is marked. `n_overridden` counts the warnings that the author kept
    with a reason: those of the form while the author works, then those of the submission. It changed last
    when its text did, or when it moved from one state to another.
    """

    item_id: str
    question: str
    author: str | None
    status: Status
    hop: HopType | str | None
    n_pages: int | None
    documents: tuple[str, ...] | None
    changed_at_ms: int
    n_overridden: int | None


class ItemFilter(NamedTuple):
    """Which items are wanted; None takes all."""

    status: str | None = None
    author: str | None = None
    document: str | None = None
    hop: str | None = None


def item_rows(items: Iterable[BoardItem], person: Person) -> list[ItemRow]:
    """A row for each item, in the order given."""
    return [_row(item, person) for item in items]


def filtered(rows: Iterable[ItemRow], wanted: ItemFilter) -> list[ItemRow]:
    """The rows that fit every choice; what is hidden fits none."""
    return [row for row in rows if _fits(row, wanted)]


def _row(item: BoardItem, person: Person) -> ItemRow:
    state, draft = item.state, item.draft
    shows_pages = may_see_evidence(state, person)
    # Without a model for every page: a project has thousands of rows.
    pages = {(mark.document, mark.page) for mark in draft.evidence}
    overridden = draft.overrides if item.status in EDITABLE - {Status.ACCEPTED} else state.overridden
    return ItemRow(
        item_id=item.item_id,
        question=draft.question,
        author=state.author if may_see_author(state, person) else None,
        status=item.status,
        hop=(item.as_other.hop or NO_EVIDENCE) if shows_pages else None,
        n_pages=len(pages) if shows_pages else None,
        documents=tuple(dict.fromkeys(mark.document for mark in draft.evidence)) if shows_pages else None,
        changed_at_ms=max(item.changed_at_ms, item.moved_at_ms),
        n_overridden=len(overridden) if may_see_gold(state, person) else None,
    )


def _fits(row: ItemRow, wanted: ItemFilter) -> bool:
    return (
        wanted.status in {None, row.status.value}
        and wanted.author in {None, row.author}
        and wanted.hop in {None, row.hop}
        and (wanted.document is None or wanted.document in (row.documents or ()))
    )
