"""Drafts of designs: several researchers write them, and no save undoes another's.

A save says on which version it was made. What others saved since then stays, and what both changed is shown
to the second, who decides. Every writing function is one transaction, or joins the one that is open.
"""

from __future__ import annotations

import uuid
from typing import NamedTuple

from baseline.designs.changes import Change, changes_between, merged
from baseline.studies import launching
from baseline.studies.launching import Build
from db import accounts, studies, study_drafts
from db.connection import Database, joined
from db.errors import Conflict, NotFound
from db.study_design import Study, StudyDesign
from db.study_drafts import StudyDraft

EMPTY = StudyDesign(title="New study", item_set="", index_name="", people_per_item=1)


class Saved(NamedTuple):
    """The draft as it stands after a save.

    `conflicts`: what this save and somebody else's changed differently (field, theirs, mine). If there are
    any, nothing was stored, and `merged` holds both: theirs, and mine where we disagree.
    """

    draft: StudyDraft
    merged: StudyDesign
    conflicts: tuple[Change, ...] = ()


def new_draft(database: Database, design: StudyDesign, *, by: str, now_ms: int) -> StudyDraft:
    """Begin a draft with this design."""
    with joined(database):
        return study_drafts.add_draft(database, f"d-{uuid.uuid4().hex[:12]}", design, by, now_ms)


class DraftLaunched(NotFound):
    """The draft is a study now: which one, for the way there."""

    def __init__(self, study: Study, by: str) -> None:
        super().__init__(
            f"This draft is not here any more: {by} launched it as the study {study.title!r}, under the id "
            f"{study.study_id!r}."
        )
        self.study_id = study.study_id


def opened(database: Database, draft_id: str) -> StudyDraft:
    """The draft as it stands now.

    Raises:
        DraftLaunched: it is a study now.
        NotFound: it was thrown away, or there never was one.
    """
    try:
        return study_drafts.find_draft(database, draft_id)
    except NotFound as error:
        became = studies.launched_from(database, draft_id)
        if became is None:
            raise NotFound(
                f"There is no draft {draft_id[:40]!r} here: it was thrown away, or the address is wrong."
            ) from error
        study, by = became
        raise DraftLaunched(study, accounts.name_of(database, by)) from error


def save(database: Database, base: StudyDraft, mine: StudyDesign, *, by: str, now_ms: int) -> Saved:
    """Store what I changed since `base`, beside what others changed since then.

    Raises:
        NotFound: the draft was launched or thrown away.
    """
    with joined(database):
        now = opened(database, base.draft_id)
        together = merged(base.design, now.design, mine)
        if together.conflicts:
            return Saved(now, together.design, together.conflicts)
        if not changes_between(now.design, together.design):
            return Saved(now, now.design)
        stored = study_drafts.replace_draft(database, now, together.design, by, now_ms)
        if stored is None:
            raise RuntimeError("a draft changed inside the transaction that read it")
        return Saved(stored, stored.design)


def throw_away(database: Database, base: StudyDraft) -> StudyDraft:
    """Forget a draft; returns what was thrown away, for `bring_back`.

    Raises:
        NotFound: it is gone already.
        Conflict: somebody saved it in the meantime.
    """
    with joined(database):
        _refuse_newer(database, base)
        study_drafts.delete_draft(database, base.draft_id)
        return base


def bring_back(database: Database, thrown: StudyDraft, *, by: str, now_ms: int) -> StudyDraft:
    """A draft that was thrown away is there again under its id, as it was.

    Raises:
        Conflict: it is there already.
    """
    with joined(database):
        return study_drafts.add_draft(database, thrown.draft_id, thrown.design, by, now_ms)


def launch_draft(
    database: Database, base: StudyDraft, study_id: str, build: Build, *, by: str, now_ms: int
) -> Study:
    """Launch what whoever launches has before them; the draft is gone afterwards.

    Raises:
        Conflict: somebody saved it in the meantime, or another study has this id.
        NotFound: it is gone already.
        DesignRefused, InvalidInput: as `launching.launch`.
    """
    with joined(database):
        _refuse_newer(database, base)
        study = launching.launch(
            database, study_id, base.design, build, by=by, now_ms=now_ms, draft_id=base.draft_id
        )
        study_drafts.delete_draft(database, base.draft_id)
        return study


def _refuse_newer(database: Database, base: StudyDraft) -> None:
    now = opened(database, base.draft_id)
    if now.version != base.version:
        raise Conflict(
            f"{accounts.name_of(database, now.account_id)} changed this draft while you were looking at it; "
            "nothing was done. Look at it again before you go on."
        )
