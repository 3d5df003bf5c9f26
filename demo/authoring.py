"""The demo's authoring project: simulated authors with items in several states, made by the use cases.

Authors, reviewer and supervisor are marked as simulated accounts, and what they do at the desk has the source
`simulated`. It happens once: where the project is, nothing is done.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from annotation import authoring, desk, membership, reviewing, trail
from annotation.authoring import Save
from annotation.checks.against_index import findings_of
from annotation.checks.findings import NameBridge, applied
from annotation.desk import Gesture
from annotation.reviewing import Correction
from baseline.attempts.searching import SearchRequest, search_for_attempt
from db import accounts, projects
from db import authoring as stored
from db.authored import (
    BlindAnswered,
    FieldComment,
    ItemDraft,
    Member,
    MemberRole,
    Override,
    Project,
    Replied,
    Reviewed,
    Target,
    Targets,
)
from db.authoring import find_item
from db.clock import FixedClock
from db.connection import Database, writing
from db.events import HitOpened, NewEvent, PageEntered, Payload, Query
from db.models import Account, By, EvidenceMark, Item, Role
from demo.items import ITEMS
from index.collection import OpenIndex

PROJECT = "demo-writing"
_MINUTE_MS = 60_000


def _simulated(name: str) -> Account:
    return Account(
        account_id=f"simulated-{name}", name=f"Simulated {name}", role=Role.ANNOTATOR, simulated=True
    )


AUTHOR, COLLEAGUE, REVIEWER, SUPERVISOR = map(_simulated, ("author", "colleague", "reviewer", "supervisor"))
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


class _Correction(NamedTuple):
    """What a colleague changes in an item, why, and what its author says to that."""

    changes: dict[str, object]
    why: str
    reply: str


_REWORDED = _Correction(
    {
        "question": "Who held the ferry Pelican after her stern line parted in the storm of October 1974?",
        "answer_variants": (("Edvard Holm",),),
    },
    "Clearer, and a title is no part of a name.",
    "The letter says Mr. Edvard Holm, so that must count as right too.",
)
_WRITTEN_OUT = _Correction(
    {"answer_variants": (("$61,400",), ("61,400",), ("61.4 thousand dollars",))},
    "Somebody may well round it like this.",
    "The report prints the sum, so nobody has to round it.",
)


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
        _disputed(room, _item("demo-08"), _REWORDED)
        _second_opinion(room, _disputed(room, _item("demo-02"), _WRITTEN_OUT), _item("demo-02"))
        _submitted(room, _item("demo-15"), COLLEAGUE)
        _unfinished(room)
    return True


def _people(room: _Room) -> None:
    now_ms = room.clock.now_ms()
    for account in (AUTHOR, COLLEAGUE, REVIEWER, SUPERVISOR):
        accounts.add_account(room.database, account, now_ms)
    by = By(SUPERVISOR.account_id, now_ms)
    membership.create_project(room.database, room.project, by)
    roles = {AUTHOR: MemberRole.AUTHOR, COLLEAGUE: MemberRole.AUTHOR, REVIEWER: MemberRole.REVIEWER}
    for account, role in roles.items():
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


def _disputed(room: _Room, item: Item, correction: _Correction) -> str:
    """A colleague corrects the item and its author disagrees: a second review is due; returns its id."""
    item_id = _submitted(room, item)
    review_id = _answered_blind(room, item_id, item, COLLEAGUE)
    draft = stored.find_revision(room.database, item_id, 2).draft.model_copy(update=correction.changes)
    comments = (FieldComment(field="item", comment=f"Simulated: {correction.why}"),)
    corrected = Correction(draft, comments=comments)
    reviewing.correct(room.database, item_id, review_id, corrected, _later(room, COLLEAGUE, 4))
    reply = Replied(agrees=False, reason=f"Simulated: {correction.reply}")
    authoring.reply(room.database, item_id, reply, _later(room, AUTHOR, 20))
    return item_id


def _second_opinion(room: _Room, item_id: str, item: Item) -> None:
    """The second reviewer agrees with neither side, so a supervisor decides."""
    review_id = _answered_blind(room, item_id, item)
    comment = "Simulated: Ask for the deposits alone; where the money lay does not matter."
    comments = (FieldComment(field="question", comment=comment),)
    decision = Reviewed(review_id=review_id, decision="return", comments=comments)
    reviewing.review(room.database, item_id, decision, _later(room, REVIEWER, 3))


def _answered_blind(room: _Room, item_id: str, item: Item, account: Account = REVIEWER) -> str:
    opened = reviewing.open_review(room.database, item_id, _later(room, account, 5))
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
        reviewing.answer_blind(room.database, item_id, answered, _later(room, account, 2))
    return opened.review_id


def _submitted(room: _Room, item: Item, author: Account = AUTHOR) -> str:
    """An item that its author found by searching, wrote down and handed in; returns its id."""
    item_id = _started(room, author)
    _searched(room, item_id, item, author)
    draft = _with_bridges(room, _draft_of(item))
    warned = tuple(
        dict.fromkeys(
            one.check for one in findings_of(draft, room.index, room.project, ()) if one.level == "warn"
        )
    )
    overrides = tuple(Override(check=check, reason=_REASON) for check in warned)
    explained = draft.model_copy(update={"overrides": overrides})
    saving = _gesture(room, f"{item_id}-saved", 4, author)
    saved = desk.save(room.database, item_id, Save(explained, 1), saving)
    handing_in = _gesture(room, f"{item_id}-submitted", 1, author)
    desk.submit(room.database, item_id, saved.revision, warned, handing_in)
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


def _started(room: _Room, author: Account = AUTHOR) -> str:
    gesture = _gesture(room, f"{PROJECT}-started-{room.clock.now_ms()}", 1, author)
    return desk.start(room.database, PROJECT, None, gesture).item_id


def _searched(room: _Room, item_id: str, item: Item, author: Account) -> None:
    """One query with words of the answer's document, and a look at the first evidence page."""
    text = " ".join(item.answer_variants[0])
    request = SearchRequest(
        attempt_id=trail.stream_of(find_item(room.database, item_id), author.account_id),
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


def _gesture(room: _Room, event_id: str, minutes: int, author: Account = AUTHOR) -> Gesture:
    return Gesture(event_id, _later(room, author, minutes), source="simulated")


def _later(room: _Room, account: Account, minutes: int) -> By:
    room.clock.advance_ms(minutes * _MINUTE_MS)
    return By(account.account_id, room.clock.now_ms())
