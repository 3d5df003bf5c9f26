"""Undoing goes back one text at a time, and a change after it starts a new line."""

from __future__ import annotations

import pytest

from annotation.undoing import reason_of_undoing, undo_target
from db.authored import Revision
from tests.authoring import make_draft, make_revision


def revisions(*texts: str | int) -> list[Revision]:
    """A text that was written, or the number of the revision that an undo brought back."""
    made: list[Revision] = []
    for number, text in enumerate(texts, start=1):
        if isinstance(text, int):
            back = made[text - 1].model_copy(update={"revision": number, "why": reason_of_undoing(text)})
            made.append(back)
        else:
            made.append(make_revision(number, make_draft(answer=text)))
    return made


@pytest.mark.parametrize(
    ("texts", "target"),
    [
        (["a"], None),
        (["a", "b"], 1),
        (["a", "b", 1], None),
        (["a", "b", "c", 2], 1),
        (["a", "b", "c", 2, 1], None),
        (["a", "b", 1, "c"], 3),
        (["a", "b", 1, "c", 3], None),
        (["a", "b", "a"], 2),
        (["a", "b", "a", 2], 1),
    ],
)
def test_undo_target_is_the_text_before_the_last_change(texts: list[str | int], target: int | None) -> None:
    found = undo_target(revisions(*texts))
    assert (found.revision if found else None) == target


def test_undo_target_of_nothing_is_none() -> None:
    assert undo_target([]) is None


def test_undo_target_reads_only_its_own_reasons() -> None:
    copied = make_revision(1).model_copy(update={"why": "as pilot-0001, revision 3"})
    odd = make_revision(2, make_draft(answer="b")).model_copy(update={"why": "as in revision 7"})
    target = undo_target([copied, odd])
    assert target is not None
    assert target.revision == 1


def test_undoing_again_and_again_reaches_the_first_text_and_stops() -> None:
    line = revisions("a", "b", "c", "d")
    answers = []
    while (target := undo_target(line)) is not None:
        answers.append(target.draft.answer_variants[0][0])
        why = reason_of_undoing(target.revision)
        line.append(target.model_copy(update={"revision": len(line) + 1, "why": why}))
    assert answers == ["c", "b", "a"]
