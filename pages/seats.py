"""Who sits at the search tool: whose log it is, on which build, how many hits, and what the log takes.

A seat is behind an attempt (somebody answers an item of a study), a desk (somebody writes one), or a stage
of a review (somebody judges one).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from annotation import desk, review_desk, review_trail, trail
from baseline.attempts import answering
from db.accounts import find_account
from db.assignments import find_assignment
from db.authoring import find_item
from db.connection import Database
from db.errors import NotAllowed, NotFound
from db.events import NewEvent, Query, ToolRefused
from db.home import checked_name, index_folder
from db.models import Role
from db.projects import find_project
from db.studies import find_study
from db.study_design import HitContent, Tools
from db.study_drafts import find_draft
from db.tool_log import Recorded
from index.published import IndexFolder
from pages import preview_log


class ToolLog(NamedTuple):
    """What may be recorded: functions of (database, stream, what is new, when), inside a transaction."""

    record: Callable[[Database, str, Sequence[NewEvent], int], Recorded]
    record_search: Callable[[Database, str, NewEvent, int], Query | ToolRefused]


ATTEMPT_LOG = ToolLog(answering.record, answering.record_search)
PREVIEW_LOG = ToolLog(preview_log.record, preview_log.record_search)
DESK_LOG = ToolLog(trail.record, trail.record_search)
REVIEW_LOG = ToolLog(review_trail.record, review_trail.record_search)


PREVIEW = "preview:"
"""How the stream of a preview begins: nothing in it is stored."""


def preview_stream(draft_id: str, condition: int, account_id: str, number: int) -> str:
    """The stream of a researcher who tries an item of a draft under one of its conditions."""
    return f"{PREVIEW}{draft_id}:{condition}:{account_id}:{number}"


class Seat(NamedTuple):
    """One stream of the event log with the person and the tool behind it."""

    stream_id: str
    account_id: str
    index_name: str
    index_fingerprint: str
    k: int
    log: ToolLog
    is_lasting: bool
    tools: Tools = "search"
    hits: HitContent = HitContent()

    def require(self, account_id: str) -> Seat:
        """This seat, for whoever sits on it.

        Raises:
            NotAllowed: it is somebody else's.
        """
        if account_id != self.account_id:
            raise NotAllowed("This item was given to somebody else. Please open your own invitation link.")
        return self


def find_seat(database: Database, stream_id: str) -> Seat:
    """The seat behind a stream. A lasting one never changes; any other is to be looked up each time.

    Raises:
        NotFound: there is no such attempt, item or review.
        NotAllowed: whoever it names may not have the item on their desk, or judge it (any more).
    """
    name = trail.desk_name(stream_id)
    if name is not None:
        return _desk_seat(database, stream_id, name)
    if stream_id.startswith(PREVIEW):
        return _preview_seat(database, stream_id)
    stage = review_trail.review_stream(stream_id)
    return find_attempt_seat(database, stream_id) if stage is None else _review_seat(database, stage)


def find_attempt_seat(database: Database, attempt_id: str) -> Seat:
    """The seat behind an attempt.

    Raises:
        NotFound: there is no such attempt.
    """
    assignment = find_assignment(database, attempt_id)
    study = find_study(database, assignment.study_id)
    return Seat(
        stream_id=attempt_id,
        account_id=assignment.account_id,
        index_name=study.index_name,
        index_fingerprint=study.index_fingerprint,
        k=study.k,
        log=ATTEMPT_LOG,
        is_lasting=True,
        tools=next(
            (one.tools for one in study.design.conditions if one.name == assignment.condition), "search"
        ),
        hits=study.design.hits,
    )


def _desk_seat(database: Database, stream_id: str, name: trail.DeskName) -> Seat:
    item = find_item(database, name.item_id)
    account_id = item.account_id if name.account_id is None else name.account_id
    if stream_id != trail.stream_of(item, account_id):
        raise NotAllowed("This item was given to somebody else. Please open your own invitation link.")
    desk.place_at(database, item.item_id, account_id)
    project = find_project(database, item.project_id)
    return Seat(
        stream_id=stream_id,
        account_id=account_id,
        index_name=project.index_name,
        index_fingerprint=project.index_fingerprint,
        k=project.k,
        log=DESK_LOG,
        # Its author may always look at an item; a supervisor may not while they review it blind.
        is_lasting=name.account_id is None,
    )


def _review_seat(database: Database, stage: review_trail.ReviewStream) -> Seat:
    item = find_item(database, stage.item_id)
    project = find_project(database, item.project_id)
    return Seat(
        stream_id=stage.stream_id,
        account_id=review_desk.sitting(database, stage),
        index_name=project.index_name,
        index_fingerprint=project.index_fingerprint,
        k=project.k,
        log=REVIEW_LOG,
        # A review ends, lapses, and goes from stage to stage.
        is_lasting=False,
    )


def _preview_seat(database: Database, stream_id: str) -> Seat:
    named = re.fullmatch(r"(d-[0-9a-f]+):([0-9]):([A-Za-z0-9-]+):[0-9]+", stream_id.removeprefix(PREVIEW))
    if named is None:
        raise NotFound("There is no such preview.")
    draft_id, condition, account_id = named.groups()
    if find_account(database, account_id).role not in {Role.RESEARCHER, Role.ADMIN}:
        raise NotAllowed("Only researchers look at previews.")
    design = find_draft(database, draft_id).design
    return Seat(
        stream_id=stream_id,
        account_id=account_id,
        index_name=design.index_name,
        index_fingerprint=IndexFolder(index_folder(checked_name(design.index_name, "index name"))).current()
        or "",
        k=design.k,
        log=PREVIEW_LOG,
        # A draft changes.
        is_lasting=False,
        tools=design.conditions[min(int(condition), len(design.conditions) - 1)].tools,
        hits=design.hits,
    )
