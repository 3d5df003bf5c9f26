"""A study with everything: consent, questions, practice, a test, batches, breaks, a debrief and a code."""

from __future__ import annotations

from typing import NamedTuple

from baseline.assignment.inviting import Invitation, invite
from db.clock import SystemClock
from db.connection import Database, open_database, writing
from db.items import freeze_item_set, put_item_set
from db.models import Item, PageRef, Role
from db.studies import add_study, find_study
from db.study_design import Pay, Qualification, Question, Study, StudyDesign
from tests.small_study import GOLD_SENTINEL, SmallStudy

STUDY = "whole"
# Gold of a practice item: it may be seen after that item was submitted, and not before.
PRACTICE_GOLD = "mending-the-quay-55d0"

PRACTICE = (
    Item(
        item_id="quay",
        question="What was put off to the next year?",
        answer_variants=(("Repairs of the quay",), (PRACTICE_GOLD,)),
        evidence=(PageRef(document="accounts/harbour-2021.pdf", page=4),),
    ),
)
TEST = tuple(
    Item(
        item_id=f"storm-{number}",
        question=f"On which day of March did the ferry not cross? ({number})",
        answer_variants=(("3 March",), (GOLD_SENTINEL,)),
        evidence=(PageRef(document="ferry log.pdf", page=2),),
    )
    for number in (1, 2)
)
DESIGN = StudyDesign(
    title="Looking things up in old files",
    item_set="small",
    index_name="small",
    batch_size=2,
    people_per_item=2,
    batches_per_person=2,
    consent=(
        "You search a collection of scanned files and answer questions about them. This takes about half an "
        "hour.\n\n**What is recorded.** Your searches, the pages you open, what you mark and what "
        "you answer, each with its time.\n\n**Your rights.** You can leave at any time; then everything is "
        "erased."
    ),
    before=(
        Question(question_id="age", text="How old are you?", kind="number", required=False),
        Question(
            question_id="often",
            text="How often do you search in PDF files?",
            kind="choice",
            choices=("Every day", "Every week", "Less often"),
        ),
        Question(
            question_id="sure", text="I find what I look for.", kind="scale", choices=("never", "always")
        ),
    ),
    after=(Question(question_id="remarks", text="What made it hard?", kind="text"),),
    practice_set="practice",
    qualification=Qualification(item_set="test", n_items=1, pass_share=1.0, attempts=2),
    debrief="We wanted to know how people and programs differ in looking things up. Write to us any time.",
    gives_code=True,
    pay=Pay(per_hour=15, currency="EUR", note="Paid within a week."),
)


class WholeStudy(NamedTuple):
    """The study, and the way to one more person in it."""

    small: SmallStudy

    def person(self, name: str = "Somebody") -> Invitation:
        """Invite one more participant, also while the app runs."""
        return self._invite(Role.PARTICIPANT, name)

    def researcher(self) -> Invitation:
        """Invite a researcher."""
        return self._invite(Role.RESEARCHER, "Researcher")

    def _invite(self, role: Role, name: str) -> Invitation:
        database = open_database(self.small.home / "pagetrail.db")
        with writing(database):
            invitation = invite(database, STUDY, role, name, SystemClock().now_ms())
        database.close()
        return invitation


def add_whole_study(database: Database, now_ms: int, design: StudyDesign = DESIGN) -> Study:
    """Store the study beside the small one, on the same items and the same build of the index."""
    small = find_study(database, "small")
    put_item_set(database, "practice", PRACTICE, now_ms)
    put_item_set(database, "test", TEST, now_ms)
    for name in ("practice", "test"):
        freeze_item_set(database, name, now_ms)
    study = small.model_copy(update={"study_id": STUDY, "design": design})
    return add_study(database, study)


def make_whole_study(small: SmallStudy, design: StudyDesign = DESIGN) -> WholeStudy:
    """The same, into the home of a small study."""
    database = open_database(small.home / "pagetrail.db")
    with writing(database):
        add_whole_study(database, SystemClock().now_ms(), design)
    database.close()
    return WholeStudy(small)
