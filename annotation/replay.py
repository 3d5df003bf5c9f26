"""Could this have happened? The whole history of an item, act by act, under the rules of the workflow. Pure.

Revisions and steps are stored apart, and clocks go back, so the order between them is found again from
what they say. A step names the newest revision when it is a submission; a correction stands right before
the decision that names it; any other revision stands where the item could first be changed. No later
place would allow more: an edit adds to the item's authors, and authors may do less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from annotation.drafts import CORRECTIONS, item_of
from annotation.revisions import correction_kind, says_the_same
from annotation.workflow import (
    EDITABLE,
    Act,
    ItemState,
    Person,
    apply,
    decide,
    fold,
    refusal,
    revision_of_step,
)
from db.authored import MemberRole, ModelChecked, Reviewed, Revision, Step, Submitted
from db.errors import AppError, NotAllowed

Roles = Mapping[str, Sequence[MemberRole]]


class HistoryBroken(Exception):
    """The first thing in a history that the rules do not allow. `field` counts from 1: `steps[2]`."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class Acceptance(NamedTuple):
    """Which step accepted which revision."""

    seq: int
    revision: int


class Replayed(NamedTuple):
    """Where the item stands, what was accepted on the way, and in which role everybody acted."""

    state: ItemState
    acceptances: tuple[Acceptance, ...]
    acted_as: frozenset[tuple[str, MemberRole]]


def replay(author: str, revisions: Sequence[Revision], steps: Sequence[Step], roles: Roles) -> Replayed:
    """Take every act of an item again, from its first revision on.

    `roles` are the roles that each account had, now or earlier: an act needs one that allows it, and the
    first such counts as the role in which it was done.

    Raises:
        HistoryBroken: a number is missing, or something was done that nobody may do.
    """
    _refuse_gaps(revisions, steps)
    history = _Replay(author, revisions, roles)
    for step, newest_allowed in zip(steps, _newest_allowed(author, steps), strict=True):
        history.write_edits(newest_allowed)
        history.write_correction(step)
        history.take(step)
    history.write_edits(None)
    history.refuse_unwritten(len(revisions))
    return Replayed(history.state, tuple(history.acceptances), frozenset(history.acted_as))


def _refuse_gaps(revisions: Sequence[Revision], steps: Sequence[Step]) -> None:
    if not revisions:
        raise HistoryBroken("revisions", "there is none, and an item has one from its beginning")
    for number, revision in enumerate(revisions, 1):
        if revision.revision != number:
            field = f"revisions[{number}].revision"
            raise HistoryBroken(field, f"{number} expected, not {revision.revision}: they have no gaps")
    for number, step in enumerate(steps, 1):
        if step.seq != number:
            raise HistoryBroken(
                f"steps[{number}].seq", f"{number} expected, not {step.seq}: steps have no gaps"
            )
    for before, after in pairwise(revisions):
        if before.draft == after.draft:
            field = f"revisions[{after.revision}].draft"
            raise HistoryBroken(field, "the same as in the revision before, and equal content makes none")


def _newest_allowed(author: str, steps: Sequence[Step]) -> list[int | None]:
    """For each step, the newest revision that there may be before it; None where no step says.

    Where an item stands follows from its steps alone, so it is known before any revision is placed.
    """
    pinned: list[int | None] = []
    state = fold((author,), ())
    for step in steps:
        works = state.status in EDITABLE or state.revision is None
        is_pin = isinstance(step.content, Submitted) or (works and isinstance(step.content, ModelChecked))
        pinned.append(step.revision if is_pin else None)
        state = apply(state, step)
    following: int | None = None
    for position in range(len(pinned) - 1, -1, -1):
        following = pinned[position] = pinned[position] or following
    return pinned


class _Replay:
    """One item on its way."""

    def __init__(self, author: str, revisions: Sequence[Revision], roles: Roles) -> None:
        self._revisions = revisions
        self._roles = roles
        self._n_written = 0
        self.state = fold((author,), ())
        self.acceptances: list[Acceptance] = []
        self.acted_as: set[tuple[str, MemberRole]] = set()

    def write_edits(self, newest_allowed: int | None) -> None:
        """Write the revisions that come next, as far as they are edits that can be made now."""
        while (edit := self._next()) is not None and edit.kind not in CORRECTIONS:
            if newest_allowed is not None and edit.revision > newest_allowed:
                return
            if edit.revision > 1 and self._why_no_edit(edit) is not None:
                return
            self._write(edit)

    def write_correction(self, step: Step) -> None:
        """Write the correction that comes next, if this is the decision for it."""
        decision, correction = step.content, self._next()
        if correction is None or correction.kind not in CORRECTIONS or not isinstance(decision, Reviewed):
            return
        if decision.corrected_revision != correction.revision or self.state.revision is None:
            return
        field = f"revisions[{correction.revision}]"
        if correction.account_id != step.account_id:
            raise HistoryBroken(f"{field}.account_id", "a correction is written by its reviewer")
        under_review = self._revisions[self.state.revision - 1].draft
        try:
            item_of(correction.item_id, correction.draft)
        except AppError as error:
            raise HistoryBroken(f"{field}.draft", error.user_message) from error
        if says_the_same(correction.draft, under_review):
            raise HistoryBroken(f"{field}.draft", "it says the same as the item that it corrects")
        kind = correction_kind(under_review, correction.draft)
        if kind is not correction.kind:
            raise HistoryBroken(f"{field}.kind", f"{kind.value} expected, judging by what was changed")
        self._n_written += 1

    def take(self, step: Step) -> None:
        """Take one step."""
        self.refuse_unwritten(step.revision)
        field, newest = f"steps[{step.seq}]", self._revisions[self._n_written - 1]
        under_review = self._revisions[self.state.revision - 1] if self.state.revision else None

        def attempt(person: Person) -> None:
            decide(self.state, step.content, person, newest, step.at_ms, under_review)

        refused = self._in_some_role(step.account_id, attempt)
        if refused is not None:
            raise HistoryBroken(field, _told(step.account_id, refused))
        about = revision_of_step(self.state, step.content, newest.revision)
        if step.revision != about:
            raise HistoryBroken(f"{field}.revision", f"{about} expected, not {step.revision}")
        self.state = apply(self.state, step)
        if self.state.accepted_seq == step.seq and self.state.accepted_revision is not None:
            self.acceptances.append(Acceptance(step.seq, self.state.accepted_revision))

    def refuse_unwritten(self, up_to: int) -> None:
        """Raises HistoryBroken if a revision up to this number found no place."""
        missing = self._next()
        if missing is None:
            if up_to > len(self._revisions):
                raise HistoryBroken("revisions", f"a step is about revision {up_to}, which is not there")
            return
        if missing.revision > up_to:
            return
        field = f"revisions[{missing.revision}]"
        if missing.kind in CORRECTIONS:
            raise HistoryBroken(field, "a correction without the decision of a review that names it")
        refused = self._why_no_edit(missing)
        why = _told(missing.account_id, refused) if refused else "it is newer than what a later step says"
        raise HistoryBroken(field, why)

    def _next(self) -> Revision | None:
        return self._revisions[self._n_written] if self._n_written < len(self._revisions) else None

    def _write(self, edit: Revision) -> None:
        if edit.revision == 1:
            self._refuse_unless_started_by_its_author(edit)
        self._n_written += 1
        authors = tuple(dict.fromkeys((*self.state.authors, edit.account_id)))
        self.state = self.state.model_copy(update={"authors": authors})

    def _refuse_unless_started_by_its_author(self, first: Revision) -> None:
        if first.account_id != self.state.author:
            raise HistoryBroken("revisions[1].account_id", "the first revision is the author's own")

        def attempt(person: Person) -> None:
            if person.role is MemberRole.REVIEWER:
                raise NotAllowed("Reviewers write no items; ask a supervisor to make you an author.")

        refused = self._in_some_role(first.account_id, attempt)
        if refused is not None:
            raise HistoryBroken("revisions[1]", _told(first.account_id, refused))

    def _why_no_edit(self, edit: Revision) -> AppError | None:
        def attempt(person: Person) -> None:
            refused = refusal(self.state, Act.EDIT, person, edit.at_ms)
            if refused is not None:
                raise refused

        return self._in_some_role(edit.account_id, attempt)

    def _in_some_role(self, account_id: str, attempt: Callable[[Person], None]) -> AppError | None:
        first: AppError = NotAllowed("They are no member of the project.")
        for number, role in enumerate(self._roles.get(account_id, ())):
            try:
                attempt(Person(account_id, role))
            except AppError as error:
                first = error if number == 0 else first
            else:
                self.acted_as.add((account_id, role))
                return None
        return first


def _told(account_id: str, refused: AppError) -> str:
    return f"{account_id!r} may not: {refused.user_message}"
