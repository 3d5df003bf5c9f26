"""What an author does with an item: start, save, check, undo, submit, withdraw, reply. After the commit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from annotation import authoring, desk
from annotation.authoring import Save, SaveKind
from annotation.checks.findings import CheckName
from annotation.drafts import Unexplained
from annotation.revisions import compared_words
from db.authored import ItemDraft, Replied, Revision, RevisionKind, RevisionNumber, Sentence
from db.authoring import RevisionConflict
from db.models import Account, Frozen
from pages.annotate.check_data import check_json, warned_about
from pages.annotate.room import room_of
from pages.http.annotating import ItemName, Pressed, ProjectName, asked, carried_out, unexplained
from pages.http.guard import fresh_json
from pages.services import Services, current

Job = Callable[[Services, Account], dict[str, Any]]
_KINDS: dict[Literal["autosave", "edit"], SaveKind] = {
    "autosave": RevisionKind.AUTOSAVE,
    "edit": RevisionKind.EDIT,
}


class SaveBody(Pressed):
    """What stands in the form, on top of the revision from which it was written."""

    item: ItemName
    based_on: RevisionNumber
    draft: ItemDraft
    kind: Literal["autosave", "edit"]


class CheckBody(Frozen):
    """What stands in the form and is not saved yet."""

    item: ItemName
    draft: ItemDraft


class OnRevisionBody(Pressed):
    """One press of Undo or Submit, on the revision that the screen showed."""

    item: ItemName
    based_on: RevisionNumber


class WithdrawBody(Pressed):
    """One press of Take it back."""

    item: ItemName


class ReplyBody(Pressed):
    """One press of Agree or Disagree, with the reason."""

    item: ItemName
    agrees: bool
    reason: Sentence = ""


class CompareBody(Frozen):
    """Texts that stand beside each other, as (before, after)."""

    pairs: Annotated[tuple[tuple[str, str], ...], Field(max_length=20)]


class NewBody(Pressed):
    """One press of New item or Duplicate."""

    project: ProjectName
    copy_of: ItemName | None = None


async def save(request: Request) -> Response:
    """Store a draft; with another one newest, both texts come back and nothing is stored."""
    account, body = await asked(request, SaveBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        saved = Save(body.draft, body.based_on, _KINDS[body.kind])
        stored = carried_out(services, account, body, lambda db, by: desk.save(db, body.item, saved, by))
        return {**_saved(stored), "check": _check(services, account, body.item, body.draft)}

    return await _answered(job, account)


async def check(request: Request) -> Response:
    """What the checks say of a draft; nothing is stored."""
    account, body = await asked(request, CheckBody)
    return await _answered(lambda services, who: _check(services, who, body.item, body.draft), account)


async def undo(request: Request) -> Response:
    """Bring back the text before the last change."""
    account, body = await asked(request, OnRevisionBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        stored = carried_out(
            services, account, body, lambda db, by: desk.undo(db, body.item, body.based_on, by)
        )
        draft = stored.draft
        reply = {**_saved(stored), "draft": draft.model_dump(mode="json")}
        return {**reply, "check": _check(services, account, body.item, draft)}

    return await _answered(job, account)


async def submit(request: Request) -> Response:
    """Hand the item in; a warning without a reason keeps it here."""
    account, body = await asked(request, OnRevisionBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        # The checks read pages and search: outside the writer. The revision that they saw is named to it.
        warned = _warned(services, account, body.item)
        state = carried_out(
            services,
            account,
            body,
            lambda db, by: desk.submit(db, body.item, body.based_on, warned, by),
        )
        return {"status": state.status.value}

    return await _answered(job, account)


async def withdraw(request: Request) -> Response:
    """Take a submitted item back."""
    account, body = await asked(request, WithdrawBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        state = carried_out(services, account, body, lambda db, by: desk.withdraw(db, body.item, by))
        return {"status": state.status.value}

    return await _answered(job, account)


async def reply(request: Request) -> Response:
    """The author agrees with a review, or not."""
    account, body = await asked(request, ReplyBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        content = Replied(agrees=body.agrees, reason=body.reason.strip())
        state = carried_out(services, account, body, lambda db, by: desk.reply(db, body.item, content, by))
        return {"status": state.status.value}

    return await _answered(job, account)


async def compare(request: Request) -> Response:
    """Which words differ in texts that the browser shows beside each other; nothing is stored."""
    account, body = await asked(request, CompareBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        return {"words": [list(compared_words(before, after)) for before, after in body.pairs]}

    return await _answered(job, account)


async def new(request: Request) -> Response:
    """Start an item, empty or as a copy."""
    account, body = await asked(request, NewBody)

    def job(services: Services, account: Account) -> dict[str, Any]:
        first = carried_out(
            services, account, body, lambda db, by: desk.start(db, body.project, body.copy_of, by)
        )
        return {"item": first.item_id}

    return await _answered(job, account)


async def _answered(job: Job, account: Account) -> Response:
    services = current()
    try:
        return fresh_json(await run_in_threadpool(job, services, account))
    except RevisionConflict as conflict:
        return _both_texts(conflict, account)
    except Unexplained as error:
        return unexplained(error)


def _both_texts(conflict: RevisionConflict, account: Account) -> Response:
    """The browser has its own text; here is the other one, and whose it is without a name."""
    newest = conflict.newest
    by = "you" if newest.account_id == account.account_id else "another person"
    body = {
        "error": conflict.user_message,
        "newest": {
            "revision": newest.revision,
            "draft": newest.draft.model_dump(mode="json"),
            "by": by,
            "at_ms": newest.at_ms,
        },
    }
    return JSONResponse(body, status_code=409)


def _saved(stored: Revision) -> dict[str, Any]:
    return {"revision": stored.revision, "saved_at_ms": stored.at_ms}


def _check(services: Services, account: Account, item_id: str, draft: ItemDraft) -> dict[str, Any]:
    with services.reading() as database:
        item = desk.place_at(database, item_id, account.account_id).item
        room = room_of(services, database, item.project_id, account.account_id)
    return check_json(draft, item_id, room)


def _warned(services: Services, account: Account, item_id: str) -> tuple[CheckName, ...]:
    """The checks that complain about the text which the author's form shows."""
    with services.reading() as database:
        item = desk.place_at(database, item_id, account.account_id).item
        room = room_of(services, database, item.project_id, account.account_id)
        draft = authoring.history(database, item_id).working.draft
    return warned_about(draft, item_id, room)
