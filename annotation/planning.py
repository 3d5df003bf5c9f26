"""What a project wants to have, and who writes over which documents. Each use case is one transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from annotation.membership import refuse_all_but_supervisors
from db import projects
from db.authored import Member, Project, Targets
from db.connection import Database, joined
from db.errors import InvalidInput, NotFound
from db.models import By

# Shares are typed as percentages: a sum may be off by a rounding error.
_MOST = 1 + 1e-9


def set_targets(database: Database, project_id: str, targets: Targets, by: By) -> Project:
    """Have the project want something else from now on; items do not change.

    Raises:
        NotAllowed: the person is no supervisor of the project.
        InvalidInput: shares sum to more than the whole, or a kind is named twice.
    """
    for what, shares in (("hop types", targets.hop_types), ("visual categories", targets.visual)):
        names = [target.of for target in shares]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise InvalidInput(f"{twice!r} stands twice among the {what}; keep one of them.")
        total = sum(target.share for target in shares)
        if total > _MOST:
            raise InvalidInput(f"The shares of {what} sum to {100 * total:.1f} %; take 100 % at most.")
    with joined(database):
        refuse_all_but_supervisors(database, project_id, by)
        return projects.set_targets(database, project_id, targets, by)


def assign_documents(
    database: Database,
    project_id: str,
    people: Collection[str],
    change: Literal["add", "take"],
    documents: Sequence[str],
    by: By,
) -> list[Member]:
    """Give people documents to write over, beside those that they have, or take some from them.

    Whoever has none left writes over all documents.

    Raises:
        NotAllowed: the person who does it is no supervisor of the project.
        NotFound: somebody is no member of the project.
        InvalidInput: no document or nobody is chosen.
    """
    if not documents or not people:
        raise InvalidInput("Nothing was assigned: choose at least one document, and who writes over it.")
    with joined(database):
        refuse_all_but_supervisors(database, project_id, by)
        return [_changed(database, project_id, account_id, change, documents) for account_id in people]


def _changed(
    database: Database,
    project_id: str,
    account_id: str,
    change: Literal["add", "take"],
    documents: Sequence[str],
) -> Member:
    member = projects.find_member(database, project_id, account_id)
    if member is None:
        raise NotFound(f"{account_id!r} is no member of project {project_id!r}.")
    if change == "add":
        after = tuple(dict.fromkeys((*member.documents, *documents)))
    else:
        after = tuple(document for document in member.documents if document not in set(documents))
    return projects.put_member(database, member.model_copy(update={"documents": after}))
