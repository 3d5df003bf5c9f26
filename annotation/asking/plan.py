"""Which questions a model is asked: the items of a project that wait for it, and those already asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from annotation.acting import Desk, desk_of, supervisors_of
from annotation.asking.prompts import GivenPage, messages_of, n_characters
from annotation.drafts import item_of
from annotation.model_checks import Asked, check_to_make, checks_made
from annotation.workflow import Act, Status, refusal, revision_at_hand
from db import authored_lists, authoring
from db.connection import Database
from db.errors import AppError, InvalidInput
from db.models import Item
from index.collection import OpenIndex

# Texts are about four characters a token in English, more tokens elsewhere; a page image is worth about
# a thousand in the models that say so. Good for an order of magnitude.
_CHARACTERS_A_TOKEN = 4
_TOKENS_AN_IMAGE = 1000
_WAITS_FOR_NOBODY = {Status.DRAFT, Status.RETURNED, Status.REJECTED}


class Call(NamedTuple):
    """One question to the model, in whose name its answer is stored, and about which item."""

    item: Item
    asked: Asked
    account_id: str


class LeftOut(NamedTuple):
    """An item that was not asked about, or not answered, and why."""

    item: str
    tool: str
    reason: str


class Plan(NamedTuple):
    """What would be asked now; `n_made` checks are on record already."""

    calls: tuple[Call, ...]
    n_made: int
    left_out: tuple[LeftOut, ...]


def plan_calls(
    database: Database,
    project_id: str,
    wanted: Sequence[Asked],
    item_ids: Sequence[str],
    at_ms: int,
) -> Plan:
    """The questions that are still to be asked, item by item.

    Args:
        database: only read.
        project_id: whose items.
        wanted: the checks to make, whatever revision they name: each item's own is taken.
        item_ids: these items; none: all that are handed in or accepted.
        at_ms: now.

    Raises:
        NotFound: there is no such project.
        InvalidInput: an item that is named is not one of the project, or nobody may see the answers.
    """
    supervisors = supervisors_of(database, project_id)
    calls: list[Call] = []
    left_out: list[LeftOut] = []
    n_made = 0
    for item_id in _chosen(database, project_id, item_ids):
        desk = _desk(database, item_id, supervisors, at_ms)
        if not item_ids and desk.state.status in _WAITS_FOR_NOBODY:
            continue
        try:
            found = _calls_of(database, desk, wanted, at_ms)
        except AppError as error:
            left_out.append(LeftOut(item_id, "", error.user_message))
            continue
        calls += found
        n_made += len(wanted) - len(found)
    return Plan(tuple(calls), n_made, tuple(left_out))


def pages_of(item: Item, index: OpenIndex) -> list[GivenPage]:
    """The evidence pages with their text.

    Raises:
        NotFound: a page is not in the index.
        TextLost: a page had words, and the page store has lost them.
    """
    return [
        GivenPage(ref.document, ref.page, index.page_text(ref.document, ref.page)) for ref in item.evidence
    ]


def tokens_estimated(call: Call, index: OpenIndex) -> int:
    """About how many tokens the question takes. Raises as `pages_of`."""
    is_shown = call.asked.tool == "evidence"
    given = pages_of(call.item, index) if is_shown else []
    characters = n_characters(messages_of(call.item.question, call.asked.tool, given))
    n_images = len(given) if call.asked.pages_as == "text_and_images" else 0
    return -(-characters // _CHARACTERS_A_TOKEN) + n_images * _TOKENS_AN_IMAGE


def _chosen(database: Database, project_id: str, item_ids: Sequence[str]) -> list[str]:
    known = [row.item.item_id for row in authored_lists.list_items(database, project_id)]
    missing = sorted(set(item_ids) - set(known))
    if missing:
        raise InvalidInput(
            f"Project {project_id!r} has no item {missing[0][:100]!r}; see the list of its items."
        )
    return list(dict.fromkeys(item_ids)) or known


def _desk(database: Database, item_id: str, supervisors: Sequence[str], at_ms: int) -> Desk:
    """The item for the first supervisor who may see its answer, if there is one."""
    desks = (desk_of(database, item_id, account_id) for account_id in supervisors)
    first = next(desks)
    if refusal(first.state, Act.CHECK_BY_MODEL, first.person, at_ms) is None:
        return first
    return next((d for d in desks if refusal(d.state, Act.CHECK_BY_MODEL, d.person, at_ms) is None), first)


def _calls_of(database: Database, desk: Desk, wanted: Sequence[Asked], at_ms: int) -> list[Call]:
    """Raises InvalidInput if the draft is no item yet, or its only supervisor still answers it blind."""
    if refusal(desk.state, Act.CHECK_BY_MODEL, desk.person, at_ms) is not None:
        raise InvalidInput("the project's supervisor is answering it blind; check it after that")
    made = checks_made(desk.steps)
    calls = []
    revision_at = revision_at_hand(desk.state, desk.newest.revision)
    for one in wanted:
        check = check_to_make(revision_at, one.tool, one.model, one.pages_as)
        if check not in made:
            draft = authoring.find_revision(database, desk.item.item_id, revision_at).draft
            calls.append(Call(item_of(desk.item.item_id, draft), check, desk.person.account_id))
    return calls
