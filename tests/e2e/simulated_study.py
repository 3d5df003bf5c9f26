"""The study that many people take part in at once: small items, and everything that can happen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from baseline.assignment.inviting import Invitation, invite
from baseline.studies import launching
from db.clock import SystemClock
from db.connection import Database, open_database, writing
from db.items import put_item_set
from db.models import Item, PageRef, Role
from db.studies import find_study
from db.study_design import (
    AttentionChecks,
    Condition,
    Limits,
    PauseRules,
    Qualification,
    Question,
    StudyDesign,
)
from index.collection import open_index
from tests.small_study import GOLD_SENTINEL, SmallStudy, copied

Result = TypeVar("Result")

STUDY = "simulated"
TITLE = "Reading the journal of a lighthouse"
BEFORE = {"often": "Every week"}
AFTER = {"remarks": "Nothing."}
JOURNAL = "lighthouse.pdf"


class Size(NamedTuple):
    """How large a study is. `lease_s`: how long a place waits for who went away.

    `instructions`: the researcher's own; the app's name the limits, and are read again when these change.
    """

    n_items: int
    batch_size: int
    lease_s: int
    instructions: str = ""


def item(page: int, *more: PageRef, of: str = "item") -> Item:
    """An item whose answer stands on a page of the journal, and perhaps on other pages as well."""
    return Item(
        item_id=f"{of}-{page:02d}",
        question=f"Which lamp burned all night on sheet {page} of the journal ({of})?",
        answer_variants=((f"lamp {page}",), (GOLD_SENTINEL,)),
        evidence=(PageRef(document=JOURNAL, page=page), *more),
    )


_FERRY = PageRef(document="ferry log.pdf", page=1)
_CHECKS = tuple(item(page, of="check") for page in range(21, 27))
_PRACTICE = (item(27, of="practice"),)
_TEST = (item(28, of="test"), item(29, of="test"))


def main_items(n_items: int) -> tuple[Item, ...]:
    """The study's own items; every third has evidence in two documents."""
    return tuple(item(page, *([_FERRY] if page % 3 == 0 else [])) for page in range(1, n_items + 1))


def design_of(size: Size) -> StudyDesign:
    """Two conditions, two people for each item in each of them."""
    return StudyDesign(
        title=TITLE,
        item_set="sheets",
        index_name="small",
        conditions=(Condition(name="search"), Condition(name="oracle", tools="given_pages")),
        batch_size=size.batch_size,
        people_per_item=2,
        batches_per_person=2,
        lease_s=size.lease_s,
        instructions=size.instructions,
        pauses=PauseRules(reasons=("Tea", "Telephone"), most_per_item=2, longest_s=4),
        may_skip=True,
        consent="You look things up in a journal. What you do is recorded. You can leave at any time.",
        before=(
            Question(question_id="often", text="How often?", kind="choice", choices=("Every week", "Less")),
        ),
        after=(Question(question_id="remarks", text="What made it hard?", kind="text"),),
        practice_set="practice-sheet",
        qualification=Qualification(item_set="test-sheets", n_items=1, pass_share=1.0, attempts=2),
        attention=AttentionChecks(item_set="check-sheets", per_batch=1),
        debrief="Thank you.",
        gives_code=True,
    )


class Simulated:
    """The launched study in a home of its own, and what somebody at the server's side can do with it."""

    def __init__(self, template: SmallStudy, home: Path, size: Size) -> None:
        self.home = copied(template, home).home
        self.items = (*main_items(size.n_items), *_CHECKS, *_PRACTICE, *_TEST)
        self.by_question = {one.question: one for one in self.items}
        self.design = design_of(size)
        self.places = {
            (one.item_id, condition.name): self.design.people_per_item
            for one in main_items(size.n_items)
            for condition in self.design.conditions
        }
        self.now(lambda database, now_ms: self._launch(database, size, now_ms))

    def now(self, act: Callable[[Database, int], Result]) -> Result:
        """Do something in one transaction of a process of its own, also while the app runs."""
        database = open_database(self.home / "pagetrail.db")
        try:
            with writing(database):
                return act(database, SystemClock().now_ms())
        finally:
            database.close()

    def person(self, name: str) -> Invitation:
        """One more participant."""
        return self.now(lambda database, now_ms: invite(database, STUDY, Role.PARTICIPANT, name, now_ms))

    def limit(self, limits: Limits) -> None:
        """Amend the study: the items that are shown from now on have these limits."""

        def amend(database: Database, now_ms: int) -> None:
            study = find_study(database, STUDY)
            wanted = study.design.model_copy(update={"limits": limits})
            launching.amend(database, study, wanted, "limits are tried", by="tests", now_ms=now_ms)

        self.now(amend)

    def pause(self) -> None:
        """Nobody begins another item."""
        self.now(
            lambda database, now_ms: launching.pause(database, STUDY, "lunch", by="tests", now_ms=now_ms)
        )

    def resume(self) -> None:
        """The study goes on."""
        self.now(lambda database, now_ms: launching.resume(database, STUDY, by="tests", now_ms=now_ms))

    def _launch(self, database: Database, size: Size, now_ms: int) -> None:
        for name, chosen in (
            ("sheets", main_items(size.n_items)),
            ("check-sheets", _CHECKS),
            ("practice-sheet", _PRACTICE),
            ("test-sheets", _TEST),
        ):
            put_item_set(database, name, chosen, now_ms)
        index = open_index(str(self.home / "indexes" / "small"))
        build = launching.build_of(index, "small")
        launching.launch(database, STUDY, self.design, build, by="tests", now_ms=now_ms)
        index.close()
