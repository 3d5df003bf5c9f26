"""Answers to judge: a study and an imported run on the same items, and three researchers."""

from __future__ import annotations

import json

from sqlite_utils import Database

from baseline.judging.answers import Answer, answer_key
from baseline.judging.judging import Given, answers_on_set, judge
from baseline.runs.importing import RunFile, import_run
from db import accounts
from db.models import Account, By, Role
from db.study_design import Study
from tests.makers import NOON_MS
from tests.paired_study import answer, give, make_paired_study, make_person

SET = "paired-set"
SAME = "102 boats"
RUN = {
    "item-001": "101",
    "item-002": f"  {SAME.upper()} ",
    "item-003": "about 103, I think",
    "item-004": "no",
}


def make_judged_study(database: Database) -> Study:
    """Ann is exact on item 1 and says on item 2 what the run says too; the run answers all four."""
    study = make_paired_study(database)
    make_person(database, "p-ann")
    answer(database, give(database, "p-ann", "item-001"))
    answer(database, give(database, "p-ann", "item-002"), SAME)
    import_answers(database, "gpt.jsonl", RUN)
    for name in ("rex", "sue", "tom"):
        account = Account(account_id=name, name=name, role=Role.RESEARCHER, study_id="paired")
        accounts.add_account(database, account, NOON_MS)
    return study


def import_answers(database: Database, name: str, answers: dict[str, str], system: str = "GPT-5") -> str:
    """A run with these answers; returns its id."""
    content = "\n".join(json.dumps({"id": item, "answer": text}) for item, text in answers.items())
    file = RunFile(content.encode(), name, "madqa", SET, system)
    return import_run(database, file, None, By("rex", NOON_MS)).run.run_id


def the_answers(database: Database, study: Study) -> dict[str, Answer]:
    """The answers by item, for items with one answer."""
    return {one.gold.item_id: one for one in answers_on_set(database, SET, [study]).answers}


def by(who: str, minute: int = 0) -> By:
    """Somebody, so many minutes after noon."""
    return By(who, NOON_MS + minute * 60_000)


def said(database: Database, one: Answer, who: str, code: str, minute: int = 1, task: str = "first") -> None:
    """Somebody judges an answer."""
    judge(database, one, Given(task, code), by(who, minute))  # type: ignore[arg-type]


def key_of(item_id: str, text: str) -> str:
    """The key of an answer of one part."""
    return answer_key(item_id, [text])
