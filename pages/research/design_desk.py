"""A draft on somebody's screen: every field saves itself, and what others saved meanwhile appears."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from pydantic import ValidationError

from baseline.designs import designing
from baseline.designs.changes import with_value
from baseline.designs.designing import Saved
from db.connection import Database
from db.errors import AppError
from db.study_design import StudyDesign
from db.study_drafts import StudyDraft
from pages.ui import state
from pages.ui.page import Here
from pages.ui.sign_in import account_here
from pages.ui.state import Notice

_OPEN = "open-draft"


class OpenDraft(NamedTuple):
    """A draft as this session last had it. `generation` grows when fields must be drawn anew."""

    draft: StudyDraft
    generation: int = 0
    conflict: Saved | None = None
    refused: Mapping[str, str] = {}

    @property
    def design(self) -> StudyDesign:
        """What is shown."""
        return self.draft.design if self.conflict is None else self.conflict.merged


def opened(here: Here, draft_id: str) -> OpenDraft:
    """The draft as it stands; what others saved since the last run is taken over.

    Raises:
        DraftLaunched: it is a study now.
        NotFound: it was thrown away.
    """
    with here.services.reading() as database:
        newest = designing.opened(database, draft_id)
    before = _kept(draft_id)
    if before is None:
        now = OpenDraft(newest)
    elif newest.version > before.draft.version and before.conflict is None:
        now = before._replace(draft=newest, generation=before.generation + 1)
    else:
        return before
    state.keep(_OPEN, now)
    return now


def put(here: Here, draft_id: str, field: str, value: Any, is_drawn_anew: bool) -> None:
    """Store one field of the draft; for callbacks."""
    before = _kept(draft_id)
    if before is None:
        return
    refused = {name: why for name, why in before.refused.items() if name != field}
    try:
        mine = with_value(before.design, field, value)
    except ValidationError as error:
        state.keep(_OPEN, before._replace(refused={**refused, field: why_refused(field, error)}))
        return
    if before.conflict is not None:
        # Nothing is stored until it is decided; the field is kept with what else is mine.
        state.keep(_OPEN, before._replace(conflict=before.conflict._replace(merged=mine), refused=refused))
        return
    saved = _carried_out(
        here,
        lambda database, by, now_ms: designing.save(database, before.draft, mine, by=by, now_ms=now_ms),
    )
    if saved is None:
        return
    differs = is_drawn_anew or saved.merged != mine
    state.keep(
        _OPEN,
        OpenDraft(
            draft=before.draft if saved.conflicts else saved.draft,
            generation=before.generation + (1 if differs else 0),
            conflict=saved if saved.conflicts else None,
            refused=refused,
        ),
    )


def keep_mine(here: Here, draft_id: str) -> None:
    """Settle a conflict: what I wrote stands, beside everything else that others saved."""
    before = _kept(draft_id)
    if before is None or before.conflict is None:
        return
    conflict = before.conflict
    saved = _carried_out(
        here,
        lambda database, by, now_ms: designing.save(
            database, conflict.draft, conflict.merged, by=by, now_ms=now_ms
        ),
    )
    if saved is not None:
        still = saved if saved.conflicts else None
        draft = conflict.draft if saved.conflicts else saved.draft
        state.keep(_OPEN, OpenDraft(draft, before.generation + 1, still))


def take_theirs(draft_id: str) -> None:
    """Settle a conflict: what others saved stands."""
    before = _kept(draft_id)
    if before is not None and before.conflict is not None:
        state.keep(_OPEN, OpenDraft(before.conflict.draft, before.generation + 1))


def close() -> None:
    """Forget the draft in this session; it stays where it is stored."""
    state.drop(_OPEN)


def _kept(draft_id: str) -> OpenDraft | None:
    before = cast("OpenDraft | None", state.kept(_OPEN))
    return before if before is not None and before.draft.draft_id == draft_id else None


def _carried_out(here: Here, job: Any) -> Saved | None:
    account = account_here()
    if account is None or account.account_id != here.account.account_id:
        state.put_notice(Notice("refused", "You are not signed in any more. Open your link again."))
        return None
    now_ms = here.services.clock.now_ms()

    def write(database: Database) -> Saved:
        return cast(Saved, job(database, account.account_id, now_ms))

    try:
        return here.services.write(write)
    except AppError as error:
        state.put_notice(Notice("refused", error.user_message))
        return None


def why_refused(field: str, error: ValidationError) -> str:
    """What is wrong with what was typed, for the fields whose widgets cannot keep one from typing it."""
    if field == "title":
        return "a study has a title, so the one before stands."
    if field.endswith((".name", "_id")):
        return "a name has letters, digits, dots and dashes, and begins with a letter or digit."
    if field.endswith(".text"):
        return "a question has a text, so the one before stands."
    message = error.errors()[0]["msg"]
    return f"{message[:1].lower()}{message[1:]}."
