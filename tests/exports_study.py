"""A study in which everything happens that exports must tell apart."""

from __future__ import annotations

from collections.abc import Sequence

from sqlite_utils import Database

from baseline.assignment.order import attempt_id
from baseline.attempts import answering
from baseline.attempts.answering import AnswerGiven
from baseline.participants.participation import stream_of
from db import event_log
from db.accounts import add_account
from db.assignments import add_assignments, release
from db.events import AnswerEdited, EvidenceMarked, ItemExpired, PageEntered, Payload
from db.items import describe_item_set, freeze_item_set, put_item_set
from db.models import Account, AnswerKind, Assignment, Draft, Item, PageRef, Purpose, Role, Verdict
from db.studies import add_study, stream_of_study
from db.study_design import Condition, Question, Study, StudyDesign
from db.study_events import CodeIssued, ConsentGiven, Excluded, QuestionnaireAnswered, StudyLaunched
from db.verdicts import add_verdict
from tests.makers import NOON_MS, make_items, make_new, make_query

DRAFT = "a draft that nobody handed in"
CODE = "CODE-4711"
FORMULA = '=HYPERLINK("http://example.org","click")'


def make_designed_study(database: Database, n_items: int = 4, **changes: object) -> Study:
    """A launched study of that many items in two conditions, without people."""
    put_item_set(database, "set", make_items(n_items), NOON_MS)
    freeze_item_set(database, "set", NOON_MS)
    design = StudyDesign(
        title="A & B: 100 % of it",
        item_set="set",
        index_name="reports",
        conditions=(Condition(), Condition(name="oracle", tools="given_pages")),
        people_per_item=2,
        may_skip=True,
        before=(
            Question(question_id="age", text="How old are you?", kind="choice", choices=("20-29", "30-39")),
        ),
    ).model_copy(update=changes)
    study = Study(
        study_id="pilot",
        design=design,
        item_set_sha256=describe_item_set(database, "set").sha256,
        index_fingerprint="f" * 16,
        profile="exact",
        created_at_ms=NOON_MS,
    )
    add_study(database, study)
    launched = StudyLaunched(design_sha256=design.sha256, by="command line")
    event_log.append(database, stream_of_study("pilot"), [make_new(launched, source="server")], NOON_MS)
    return study


def make_person(database: Database, account_id: str, **changes: object) -> Account:
    """Somebody who may take part."""
    account = Account(account_id=account_id, name="Ada Lovelace", role=Role.PARTICIPANT, study_id="pilot")
    return add_account(database, account.model_copy(update=changes), NOON_MS)


def give(
    database: Database,
    study: Study,
    account: Account,
    item_ids: Sequence[str],
    condition: str = "search",
    purpose: Purpose = "main",
    first: int = 1,
) -> list[Assignment]:
    """Places for somebody, in this order."""
    assigned = [
        Assignment(
            attempt_id=attempt_id(study.study_id, account.account_id, item_id, condition),
            study_id=study.study_id,
            account_id=account.account_id,
            item_id=item_id,
            batch=1,
            position=position,
            condition=condition,
            purpose=purpose,
        )
        for position, item_id in enumerate(item_ids, first)
    ]
    add_assignments(database, assigned)
    return assigned


def answer(
    database: Database,
    study: Study,
    place: Assignment,
    text: str = "",
    *,
    searches: int = 1,
    kind: AnswerKind = "own",
    cites: Sequence[tuple[str, int]] = (),
    at_ms: int = NOON_MS,
) -> None:
    """Open an item, search, read, mark, write a draft, and answer."""
    answering.show_item(database, place, study, at_ms)
    for number in range(searches):
        query = make_new(make_query(f"query {number}", [("report-1.pdf", 1), ("b.pdf", 2)]))
        answering.record_search(database, place.attempt_id, query, at_ms + 1000 * (number + 1))
    acts: list[Payload] = [AnswerEdited(draft=Draft(answer=(DRAFT,)))]
    for number, (document, page) in enumerate(cites):
        acts.append(PageEntered(view_id=f"v{number}", document=document, page=page, reached="hit"))
        acts.append(EvidenceMarked(document=document, page=page))
    if text:
        acts.append(AnswerEdited(draft=Draft(answer=(text,))))
    answering.record(database, place.attempt_id, [make_new(act) for act in acts], at_ms + 20_000)
    given = AnswerGiven(
        answer=[text] if text else [],
        citations=[PageRef(document=document, page=page) for document, page in cites],
        confidence=80 if kind == "own" else None,
        kind=kind,
    )
    answering.submit_answer(database, place.attempt_id, f"submit:{place.attempt_id}", given, at_ms + 30_000)


def expire(database: Database, study: Study, place: Assignment) -> None:
    """Open an item and let its time be over."""
    answering.show_item(database, place, study, NOON_MS)
    event_log.append(database, place.attempt_id, [make_new(ItemExpired(), source="server")], NOON_MS + 60_000)


def make_eventful_study(database: Database) -> Study:
    """Three people and one agent on four items in two conditions; see the comments."""
    study = make_designed_study(database)
    ada, ben, cleo = (make_person(database, f"p-{name}") for name in ("ada", "ben", "cleo"))
    agent = make_person(database, "p-agent", name="BM25 agent", side="agent", simulated=True)
    ids = [f"item-{number:03d}" for number in range(1, 5)]
    # Right, wrong after two searches, "could not find it", skipped; the order is not that of the set.
    third, first, second, fourth = give(database, study, ada, [ids[2], ids[0], ids[1], ids[3]])
    answer(database, study, third, "103", cites=[("report-3.pdf", 3)])
    answer(database, study, first, FORMULA, searches=2, cites=[("report-1.pdf", 2)])
    answer(database, study, second, kind="not_found", searches=3)
    answer(database, study, fourth, kind="skipped", searches=0)
    # Under the other condition: right without a search, expired, never begun, and one place given back.
    right, late, _, released = give(database, study, ben, ids, condition="oracle")
    answer(database, study, right, "101", searches=0, cites=[("report-1.pdf", 1), ("report-1.pdf", 2)])
    expire(database, study, late)
    answer(database, study, released, "104", searches=0)
    release(database, [released.attempt_id], NOON_MS + 90_000, "lapsed")
    # An excluded attempt beside one that counts, judged by a person; and a practice item.
    judged, excluded = give(database, study, cleo, ids[:2])
    (practised,) = give(database, study, cleo, [ids[3]], purpose="practice", first=3)
    answer(database, study, judged, "almost", cites=[("report-1.pdf", 1)])
    answer(database, study, excluded, "102", cites=[("report-2.pdf", 2)])
    answer(database, study, practised, "104")
    add_verdict(
        database,
        Verdict(attempt_id=judged.attempt_id, score=0.5, judge="p-judge", rubric="madqa-1", at_ms=NOON_MS),
    )
    why = Excluded(of="attempt", id=excluded.attempt_id, reason="Asked a friend", by="p-lab", rule_id="fast")
    event_log.append(database, stream_of_study("pilot"), [make_new(why, source="server")], NOON_MS + 100_000)
    for place in give(database, study, agent, ids):
        answer(database, study, place, "101", searches=1)
    own = [
        ConsentGiven(sha256="a" * 64),
        QuestionnaireAnswered(when="before", answers=(("age", "30-39"),)),
        CodeIssued(code=CODE),
    ]
    event_log.append(database, stream_of(ada.account_id), [make_new(one) for one in own], NOON_MS)
    make_person(database, "p-dora")
    return study


def item_of_odd_words(question: str) -> Item:
    """An item whose question is this text."""
    return make_items(1)[0].model_copy(update={"question": question})
