"""When gold first came up in an attempt: among the hits of a search, and as an opened page. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from baseline.trajectories.steps import Step


class FirstGold(NamedTuple):
    """Numbers of steps, from 1; None where it did not happen, or where it is not known whether it did.

    `hits_known` and `pages_known`: whether what is recorded would show it.
    """

    found_at: int | None
    opened_at: int | None
    hits_known: bool
    pages_known: bool


def first_gold(steps: Sequence[Step], unrecorded: Sequence[str] = ()) -> FirstGold:
    """The first search with a gold page among its hits, and the first step that opened a gold page.

    `unrecorded`: what the source does not hold, as `run_steps.not_recorded` names it.
    """
    opened = {"page_entered", "hit_opened"}
    missing = " ".join(unrecorded)
    return FirstGold(
        found_at=_first(steps, lambda step: any(hit.gold for hit in step.hits or ())),
        opened_at=_first(steps, lambda step: step.kind in opened and step.gold),
        hits_known="hits" not in missing and "steps" not in unrecorded,
        pages_known="pages" not in missing and "steps" not in unrecorded,
    )


def first_gold_words(first: FirstGold) -> str:
    """One line: `first gold hit at step 4, first gold page opened at step 6`."""
    found = _words(first.found_at, known=first.hits_known)
    opened = _words(first.opened_at, known=first.pages_known)
    return f"first gold hit: {found}; first gold page opened: {opened}"


def _words(step: int | None, *, known: bool) -> str:
    if step is not None:
        return f"step {step}"
    return "never" if known else "not recorded"


def _first(steps: Sequence[Step], is_it: Callable[[Step], bool]) -> int | None:
    return next((number for number, step in enumerate(steps, 1) if is_it(step)), None)
