"""The demo's authoring project: one simulated author with items in several states, made by the use cases.

Author, reviewer and supervisor are marked as simulated accounts, and what they do at the desk has the source
`simulated`. It happens once: where the project is, nothing is done.
"""

from __future__ import annotations

from dataclasses import dataclass

from annotation import desk, membership, reviewing, trail
from annotation.acting import By
from annotation.authoring import Save
from annotation.checks.against_index import findings_of
from annotation.checks.findings import NameBridge, applied
from annotation.desk import Gesture
from baseline.searching import SearchRequest, search_for_attempt
from db import accounts, projects
from db.authored import (
    BlindAnswered,
    FieldComment,
    ItemDraft,
    Member,
    MemberRole,
    Override,
    Project,
    Reviewed,
    Target,
    Targets,
)
from db.authoring import find_item
from db.clock import FixedClock
from db.connection import Database, writing
from db.events import HitOpened, NewEvent, PageEntered, Payload, Query
from db.models import Account, EvidenceMark, Item, Role
from demo.items import ITEMS
from index.collection import OpenIndex

PROJECT = "demo-writing"
_MINUTE_MS = 60_000


def _simulated(name: str) -> Account:
    return Account(
        account_id=f"simulated-{name}", name=f"Simulated {name}", role=Role.ANNOTATOR, simulated=True
    )


AUTHOR, REVIEWER, SUPERVISOR = map(_simulated, ("author", "reviewer", "supervisor"))
_REASON = "Simulated: in a collection of 28 documents this cannot be avoided; the question stays."
_TARGETS = Targets(
    n_items=20,
    hop_types=(Target(of="cross_page", share=0.3), Target(of="cross_doc", share=0.2)),
    visual=(
        Target(of="tabular", share=0.4),
        Target(of="structured", share=0.2),
        Target(of="artifact", share=0.2),
    ),
    items_per_document=1,
)
_GUIDELINES = (
    "Ask what somebody at the harbor office could want to know. One question, one answer, and every page "
    "that is needed to find it."
)
_UNFINISHED = ItemDraft(question="Which meeting of 2021 decided about the ")


@dataclass(frozen=True, slots=True)
class _Room:
    """What the simulated people work with."""

    database: Database
    index: OpenIndex
    project: Project
    clock: FixedClock


def make_project(database: Database, index: OpenIndex, made_at_ms: int) -> bool:
    """Make the project and what its simulated people did in it; False if it is there already."""
    if any(project.project_id == PROJECT for project in projects.all_projects(database)):
        return False
    project = Project(
        project_id=PROJECT,
        title="Demo: questions about Kestrel Ferry",
        index_name=index.name,
        index_fingerprint=index.fingerprint,
        profile=index.profile,
        targets=_TARGETS,
        guidelines=_GUIDELINES,
        created_at_ms=made_at_ms,
    )
    room = _Room(database, index, project, FixedClock(made_at_ms))
    with writing(database):
        _people(room)
        _decided(room, _item("demo-12"), "accept", "Clear, and both years are needed.")
        _decided(room, _item("demo-03"), "return", "Say which board, as there are two in these reports.")
        _submitted(room, _item("demo-05"))
        _in_review(room, _item("demo-10"))
        _unfinished(room)
    return True


def _people(room: _Room) -> None:
    now_ms = room.clock.now_ms()
    for account in (AUTHOR, REVIEWER, SUPERVISOR):
        accounts.add_account(room.database, account, now_ms)
    by = By(SUPERVISOR.account_id, now_ms)
    membership.create_project(room.database, room.project, by)
    for account, role in ((AUTHOR, MemberRole.AUTHOR), (REVIEWER, MemberRole.REVIEWER)):
        place = Member(project_id=PROJECT, account_id=account.account_id, role=role)
        membership.give_place(room.database, place, by)


def _item(item_id: str) -> Item:
    return next(item for item in ITEMS if item.item_id == item_id)


def _decided(room: _Room, item: Item, decision: str, comment: str) -> None:
    item_id = _submitted(room, item)
    review_id = _answered_blind(room, item_id, item)
    reviewed = Reviewed.model_validate(
        {
            "review_id": review_id,
            "decision": decision,
            "comments": (FieldComment(field="question", comment=f"Simulated: {comment}"),),
        }
    )
    reviewing.review(room.database, item_id, reviewed, _later(room, REVIEWER, 2))


def _in_review(room: _Room, item: Item) -> None:
    reviewing.open_review(room.database, _submitted(room, item), _later(room, REVIEWER, 3))


def _answered_blind(room: _Room, item_id: str, item: Item) -> str:
    opened = reviewing.open_review(room.database, item_id, _later(room, REVIEWER, 5))
    for stage in ("search", "evidence"):
        answered = BlindAnswered.model_validate(
            {
                "review_id": opened.review_id,
                "stage": stage,
                "answer": item.answer_variants[0],
                "citations": item.evidence,
                "working_ms": 2 * _MINUTE_MS,
            }
        )
        reviewing.answer_blind(room.database, item_id, answered, _later(room, REVIEWER, 2))
    return opened.review_id


def _submitted(room: _Room, item: Item) -> str:
    """An item that its author found by searching, wrote down and handed in; returns its id."""
    item_id = _started(room)
    _searched(room, item_id, item)
    draft = _with_bridges(room, _draft_of(item))
    warned = tuple(
        dict.fromkeys(
            one.check for one in findings_of(draft, room.index, room.project, ()) if one.level == "warn"
        )
    )
    overrides = tuple(Override(check=check, reason=_REASON) for check in warned)
    explained = draft.model_copy(update={"overrides": overrides})
    saved = desk.save(room.database, item_id, Save(explained, 1), _gesture(room, f"{item_id}-saved", 4))
    desk.submit(room.database, item_id, saved.revision, warned, _gesture(room, f"{item_id}-submitted", 1))
    return item_id


def _draft_of(item: Item) -> ItemDraft:
    return ItemDraft(
        question=item.question,
        answer_variants=item.answer_variants,
        evidence=tuple(EvidenceMark(document=ref.document, page=ref.page) for ref in item.evidence),
        metadata=item.metadata,
    )


def _with_bridges(room: _Room, draft: ItemDraft) -> ItemDraft:
    """Pages that lead to the answer are named as such, as the checks offer it."""
    for finding in findings_of(draft, room.index, room.project, ()):
        for fix in finding.fixes:
            if isinstance(fix, NameBridge):
                draft = applied(draft, fix)
    return draft


def _unfinished(room: _Room) -> None:
    item_id = _started(room)
    desk.save(room.database, item_id, Save(_UNFINISHED, 1), _gesture(room, f"{item_id}-saved", 1))


def _started(room: _Room) -> str:
    at_ms = room.clock.now_ms()
    return desk.start(room.database, PROJECT, None, _gesture(room, f"{PROJECT}-started-{at_ms}", 1)).item_id


def _searched(room: _Room, item_id: str, item: Item) -> None:
    """One query with words of the answer's document, and a look at the first evidence page."""
    text = " ".join(item.answer_variants[0])
    request = SearchRequest(
        attempt_id=_stream(room, item_id),
        event_id=f"{item_id}-searched",
        text=text,
        k=room.project.k,
        source="simulated",
    )
    query = search_for_attempt(room.index, request)
    room.clock.advance_ms(_MINUTE_MS)
    trail.record_search(room.database, request.attempt_id, query, room.clock.now_ms())
    hits = query.payload.hits if isinstance(query.payload, Query) else ()
    found = next((hit for hit in hits if hit.ref in item.evidence), None)
    if found is not None:
        opened = HitOpened(
            query_event_id=query.event_id, rank=found.rank, document=found.document, page=found.page
        )
        _reported(room, request.attempt_id, f"{item_id}-opened", opened)
    first = item.evidence[0]
    entered = PageEntered(
        view_id=f"{item_id}-view",
        document=first.document,
        page=first.page,
        reached="hit" if found else "go_to",
    )
    _reported(room, request.attempt_id, f"{item_id}-entered", entered)


def _reported(room: _Room, stream_id: str, event_id: str, payload: Payload) -> None:
    new = NewEvent(event_id=event_id, payload=payload, source="simulated")
    trail.record(room.database, stream_id, [new], room.clock.now_ms())


def _stream(room: _Room, item_id: str) -> str:
    return trail.stream_of(find_item(room.database, item_id), AUTHOR.account_id)


def _gesture(room: _Room, event_id: str, minutes: int) -> Gesture:
    return Gesture(event_id, _later(room, AUTHOR, minutes), source="simulated")


def _later(room: _Room, account: Account, minutes: int) -> By:
    room.clock.advance_ms(minutes * _MINUTE_MS)
    return By(account.account_id, room.clock.now_ms())
