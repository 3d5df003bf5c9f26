"""Which text comes back when an author undoes a change. Pure.

Undoing is a revision of its own, with the content of an older one; undoing again goes further back, and a
change after it starts a new line, as in any editor.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from db.authored import Revision

_UNDONE = re.compile(r"as in revision (\d+)")


def reason_of_undoing(to_revision: int) -> str:
    """Why there is a revision that brings an older one back."""
    return f"as in revision {to_revision}"


def undo_target(revisions: Sequence[Revision]) -> Revision | None:
    """The revision whose content undoing brings back; None if there is nothing to undo.

    Args:
        revisions: those that the author's form has shown, oldest first.
    """
    if not revisions:
        return None
    by_number = {revision.revision: revision for revision in revisions}
    newest = revisions[-1]
    reached = _origin(newest, by_number)
    earlier = [one for one in revisions if one.revision < reached and one.draft != newest.draft]
    return earlier[-1] if earlier else None


def _origin(revision: Revision, by_number: dict[int, Revision]) -> int:
    """The number of the revision in which the content was first, as far as undoing brought it back."""
    while (found := _UNDONE.fullmatch(revision.why)) and (before := by_number.get(int(found[1]))):
        if before.revision >= revision.revision:
            break
        revision = before
    return revision.revision
