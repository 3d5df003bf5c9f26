"""The candidates of a project with what came of their items, out of the database."""

from __future__ import annotations

from collections import defaultdict

from annotation.board import Board, BoardItem
from annotation.qualification import Candidate, CandidateItem, candidates_of, errors_of
from db import authoring, projects
from db.authored import MemberRole
from db.connection import Database


def candidates_in(database: Database, project_id: str, board: Board) -> list[Candidate]:
    """Everybody who is a candidate now, in the order in which they came."""
    members = [one for one in projects.members_of(database, project_id) if one.role is MemberRole.CANDIDATE]
    accounts = {one.account_id for one in members}
    items: dict[str, list[CandidateItem]] = defaultdict(list)
    for item in board.items.values():
        if item.author in accounts:
            items[item.author].append(_result(database, item))
    return candidates_of(members, items)


def _result(database: Database, item: BoardItem) -> CandidateItem:
    return CandidateItem(
        item_id=item.item_id,
        question=item.draft.question,
        status=item.status,
        documents=tuple(dict.fromkeys(ref.document for ref in item.draft.pages)),
        n_overridden=len(item.state.overridden or item.draft.overrides),
        n_reviews=sum(review.outcome is not None for review in item.state.reviews),
        n_errors=errors_of(authoring.steps_of(database, item.item_id)),
    )
