"""A study with search and given pages, attention checks and declared rules, answered as a test wants it."""

from __future__ import annotations

from sqlite_utils import Database

from baseline.assignment.order import attempt_id
from db import accounts, assignments, event_log, items, studies
from db.events import AnswerSubmitted, ItemShown, NewEvent, PageEntered
from db.models import Account, Assignment, Item, PageRef, Purpose, Role
from db.study_design import AttentionChecks, Condition, ExclusionRule, Study, StudyDesign
from tests.makers import NOON_MS, make_items, make_query

CONDITIONS = (Condition(), Condition(name="oracle", tools="given_pages"))
RULES = (
    ExclusionRule(rule_id="fast", kind="too_fast", threshold=10),
    ExclusionRule(rule_id="inattentive", kind="attention_failed"),
)
_EASY = Item(
    item_id="easy-1",
    question="What is two and two?",
    answer_variants=(("4",),),
    evidence=(PageRef(document="report-1.pdf", page=1),),
)


def make_paired_study(database: Database, n_items: int = 4, **changes: object) -> Study:
    """`paired`: that many items under both conditions, one person for each place, two rules."""
    items.put_item_set(database, "paired-set", make_items(n_items), NOON_MS)
    items.put_item_set(database, "easy-set", [_EASY], NOON_MS)
    design = StudyDesign(
        title="Search and given pages",
        item_set="paired-set",
        index_name="reports",
        conditions=CONDITIONS,
        people_per_item=1,
        attention=AttentionChecks(item_set="easy-set"),
        exclusion_rules=RULES,
    ).model_copy(update=changes)
    study = Study(
        study_id="paired",
        design=design,
        item_set_sha256=items.describe_item_set(database, "paired-set").sha256,
        index_fingerprint="f" * 16,
        profile="exact",
        created_at_ms=NOON_MS,
    )
    return studies.add_study(database, study)


def make_person(database: Database, account_id: str, study_id: str = "paired") -> Account:
    """Somebody invited to the study."""
    account = Account(account_id=account_id, name=account_id, role=Role.PARTICIPANT, study_id=study_id)
    return accounts.add_account(database, account, NOON_MS)


def attempt_of(account_id: str, item_id: str, condition: str = "search") -> str:
    """The id of somebody's attempt."""
    return attempt_id("paired", account_id, item_id, condition)


def give(
    database: Database,
    account_id: str,
    item_id: str,
    condition: str = "search",
    purpose: Purpose = "main",
    study_id: str = "paired",
) -> Assignment:
    """One more place for somebody."""
    position = len(assignments.assignments_of(database, study_id, account_id)) + 1
    one = Assignment(
        attempt_id=attempt_id(study_id, account_id, item_id, condition),
        study_id=study_id,
        account_id=account_id,
        item_id=item_id,
        batch=1,
        position=position,
        condition=condition,
        purpose=purpose,
    )
    assignments.add_assignments(database, [one])
    return one


def show(database: Database, one: Assignment, at_ms: int = NOON_MS) -> None:
    """The item is on the screen, its collection was searched and a page opened."""
    shown = ItemShown(
        item_id=one.item_id,
        batch=one.batch,
        position=one.position,
        condition=one.condition,
        index_fingerprint="f" * 16,
        profile="exact",
        k=5,
        purpose=one.purpose,
    )
    page = PageEntered(view_id="v1", document="report-1.pdf", page=1, reached="hit")
    query = [make_query()] if one.condition == "search" else []
    for number, payload in enumerate((shown, *query, page)):
        new = NewEvent(event_id=f"{one.attempt_id}:{number}", payload=payload)
        event_log.append(database, one.attempt_id, [new], at_ms)


def answer(
    database: Database, one: Assignment, text: str = "", seconds: float = 60, at_ms: int = NOON_MS
) -> Assignment:
    """Shown, and answered after so many seconds: right, unless a text is given."""
    show(database, one, at_ms)
    right = "4" if one.purpose == "attention" else str(100 + int(one.item_id[-3:]))
    submitted = AnswerSubmitted(answer=(text or right,), citations=(), answer_kind="own")
    new = NewEvent(event_id=f"{one.attempt_id}:answer", payload=submitted)
    event_log.append(database, one.attempt_id, [new], at_ms + round(1000 * seconds))
    return one
