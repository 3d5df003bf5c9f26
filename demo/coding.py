"""The two simulated judges also code why attempts of the demo failed; some failures are left over."""

from __future__ import annotations

from baseline.coding.books import BUILT_IN
from baseline.coding.coding import Said, choose_share, code
from baseline.coding.queue import Failure, failures_of
from baseline.figures.systems import systems_on_set
from baseline.judging.answers import drawn
from db import coding as stored
from db.connection import Database, writing
from db.models import By
from db.studies import all_studies
from demo.judging import FIRST, SECOND

BOOK = BUILT_IN[0]
# All are to be coded twice: a share is drawn by attempt, and those of imported runs have other ids each time.
TWICE = 1.0
_OPEN_SHARE, _SECOND_SHARE = 0.4, 0.5
_MINUTE_MS = 60_000
_USUAL = {
    "refusal": "retrieve",
    "retrieval": "retrieve",
    "navigation": "perception",
    "comprehension": "reasoning",
}
_NOTES = {
    "retrieve": "The queries repeat the words of the question.",
    "perception": "Stops one page short.",
    "memory": "Had it, and gave another value.",
}


def make_codings(database: Database, set_name: str, settler: str, at_ms: int) -> int:
    """Code most failures on the set, and settle one disagreement; returns how many, 0 where it was done."""
    if BOOK.scheme in stored.schemes_used(database):
        return 0
    with writing(database):
        choose_share(database, set_name, BOOK, TWICE, By(FIRST.account_id, at_ms))
        panel = systems_on_set(database, set_name, all_studies(database)).panel()
        found = sorted(failures_of(panel, {}), key=lambda one: drawn(0, "demo", *_name(one)))
        first = [one for one in found if drawn(0, "open code", *_name(one)) >= _OPEN_SHARE]
        for number, one in enumerate(first, 1):
            said = _said(one, _code(one))
            code(database, BOOK, one, said, By(FIRST.account_id, at_ms + number * _MINUTE_MS))
        twice = [one for one in first if drawn(0, "two codes", *_name(one)) < _SECOND_SHARE]
        for number, one in enumerate(twice):
            # They read it otherwise now and then: disagreements that somebody settles.
            other = "memory" if _code(one) != "memory" else "reasoning"
            said = Said("second", (other if number % 5 == 0 else _code(one),))
            at = at_ms + (len(first) + 1 + number) * _MINUTE_MS
            code(database, BOOK, one, said, By(SECOND.account_id, at))
        for one in twice[:1]:
            said = Said("disagreement", (_code(one),), "The value stands on a page that was open.")
            code(database, BOOK, one, said, By(settler, at_ms + 24 * 60 * _MINUTE_MS))
    return len(first)


def _name(one: Failure) -> tuple[str, str, str]:
    return one.system, one.gold.item_id, one.row.attempt.participant or ""


def _code(one: Failure) -> str:
    """What the cascade suggests, and now and then something that citations do not tell."""
    chance = drawn(0, "code", *_name(one))
    if chance < 0.15:
        return "memory"
    return "other" if chance > 0.93 else _USUAL.get(one.cascade or "", "other")


def _said(one: Failure, chosen: str) -> Said:
    is_noted = drawn(0, "note", *_name(one)) < 0.3
    step = 1 if chosen == "retrieve" and one.row.attempt.searches else None
    return Said("first", (chosen,), _NOTES.get(chosen, "") if is_noted else "", step)
