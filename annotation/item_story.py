"""What happened to an item, in one line an act: saves and steps together, in order. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, assert_never

from db.authored import (
    Adjudicated,
    BlindAnswered,
    ModelChecked,
    Override,
    Replied,
    Reviewed,
    ReviewOpened,
    Revision,
    RevisionKind,
    Step,
    StepContent,
    Submitted,
    Withdrawn,
)
from db.wording import counted

Detail = Literal["milestones", "everything"]


class StoryLine(NamedTuple):
    """One act: who did what with which revision, and what they said about it, sentence by sentence."""

    at_ms: int
    account_id: str
    what: str
    revision: int
    said: tuple[str, ...] = ()


def story(revisions: Sequence[Revision], steps: Sequence[Step], detail: Detail) -> list[StoryLine]:
    """Every act, newest first. With `milestones`, a run of autosaves is one line, of its last revision."""
    kinds = {revision.revision: revision.kind for revision in revisions}
    saves = revisions if detail == "everything" else milestones(revisions, steps)
    skipped = _skipped_before(revisions, saves)
    # A step comes after the save that it is about, also in the same millisecond.
    lines = [
        *((one.at_ms, 0, one.revision, _saved(one, skipped[one.revision])) for one in saves),
        *((step.at_ms, 1, step.seq, _step(step, kinds)) for step in steps),
    ]
    return [line for _, _, _, line in sorted(lines, key=lambda entry: entry[:3], reverse=True)]


def milestones(revisions: Sequence[Revision], steps: Iterable[Step]) -> list[Revision]:
    """The revisions worth a line: all but autosaves that the same person went on from at once.

    A revision that a step is about is always one.
    """
    named = {step.revision for step in steps}
    following = [*revisions[1:], None]
    return [
        one
        for one, after in zip(revisions, following, strict=True)
        if one.kind is not RevisionKind.AUTOSAVE
        or one.revision in named
        or after is None
        or (after.kind, after.account_id) != (RevisionKind.AUTOSAVE, one.account_id)
    ]


def told_as(
    names: Mapping[str, str], author: str, reviewers: Sequence[str], *, hides_people: bool
) -> Callable[[str], str]:
    """How people of an item are called: by name, or by what they are in it while that is hidden."""
    if not hides_people:
        return lambda account_id: names.get(account_id, account_id)
    parts = {author: "the author"}
    for number, reviewer in enumerate(dict.fromkeys(reviewers), 1):
        parts.setdefault(reviewer, f"reviewer {number}")
    return lambda account_id: parts.get(account_id, "somebody else")


def _skipped_before(revisions: Sequence[Revision], kept: Iterable[Revision]) -> dict[int, int]:
    """How many autosaves each of the kept revisions stands for, beside itself."""
    numbers = {revision.revision for revision in kept}
    found: dict[int, int] = {}
    n_skipped = 0
    for revision in revisions:
        if revision.revision in numbers:
            found[revision.revision], n_skipped = n_skipped, 0
        else:
            n_skipped += 1
    return found


_SAVED = {
    RevisionKind.AUTOSAVE: "saved while writing",
    RevisionKind.EDIT: "changed",
    RevisionKind.IMPORT: "imported",
    RevisionKind.REPLACEMENT: "correction: replacement",
    RevisionKind.EXTENSION: "correction: extension",
}


def _saved(revision: Revision, n_skipped: int) -> StoryLine:
    times = f" ({counted(n_skipped + 1, 'saves')})" if n_skipped else ""
    what = "started" if revision.revision == 1 and not n_skipped else _SAVED[revision.kind]
    said = (revision.why,) if revision.why else ()
    return StoryLine(revision.at_ms, revision.account_id, f"{what}{times}", revision.revision, said)


def _step(step: Step, kinds: Mapping[int, RevisionKind]) -> StoryLine:
    what, said = _told(step.content, kinds)
    return StoryLine(step.at_ms, step.account_id, what, step.revision, said)


def _told(content: StepContent, kinds: Mapping[int, RevisionKind]) -> tuple[str, tuple[str, ...]]:
    match content:
        case Submitted(overridden=overridden):
            return "submitted", tuple(map(_kept, overridden))
        case Withdrawn():
            return "taken back", ()
        case ReviewOpened():
            return "review opened", ()
        case BlindAnswered(stage=stage):
            return f"blind answer, {'by searching' if stage == 'search' else 'from the evidence'}", ()
        case Reviewed():
            return _decision(content, kinds), tuple(f"{one.field}: {one.comment}" for one in content.comments)
        case Replied() | Adjudicated() | ModelChecked():
            return _later(content)
    assert_never(content)


def _later(content: Replied | Adjudicated | ModelChecked) -> tuple[str, tuple[str, ...]]:
    match content:
        case Replied(agrees=agrees, reason=reason):
            return "author agrees" if agrees else "author disagrees", (reason,) if reason else ()
        case Adjudicated(decision=decision, accepted_revision=number, reason=reason):
            of = f" revision {number}" if number is not None else ""
            return f"adjudicated: {decision}{of}", (reason,)
        case ModelChecked(tool=tool, model=model, is_right=is_right):
            source = "the evidence" if tool == "evidence" else "nothing"
            return f"{model} answered from {source}: {'right' if is_right else 'wrong'}", ()
    assert_never(content)


def _decision(review: Reviewed, kinds: Mapping[int, RevisionKind]) -> str:
    if review.decision != "correct":
        return "review: accepted" if review.decision == "accept" else "review: returned"
    kind = kinds.get(review.corrected_revision or 0)
    return f"review: corrected ({kind.value}, revision {review.corrected_revision})" if kind else "corrected"


def _kept(override: Override) -> str:
    return f"kept what {override.check} warns of: {override.reason}"
