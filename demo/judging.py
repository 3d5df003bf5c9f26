"""Two simulated people and a simulated model judge answers of the demo; some are left over.

An invented system that is wordy is imported first: what string matches cannot decide is what people judge.
"""

from __future__ import annotations

import json

from baseline.judging.answers import Answer, drawn
from baseline.judging.by_model import Judged, Place, store
from baseline.judging.judging import (
    Given,
    answers_on_set,
    choose_double_rating,
    judge,
    settle_by_rule,
    standings,
)
from baseline.judging.model_prompt import ModelVerdict
from baseline.judging.queue import is_in_sample
from baseline.judging.rubric import BY_CODE
from baseline.runs.importing import RunFile, import_run
from db import accounts
from db.connection import Database, writing
from db.errors import NotFound
from db.items import load_item_set
from db.judging import DoubleRating
from db.models import Account, By, Item, Role
from db.studies import all_studies

FIRST = Account(account_id="demo-judge-1", name="Simulated judge 1", role=Role.RESEARCHER, simulated=True)
SECOND = Account(account_id="demo-judge-2", name="Simulated judge 2", role=Role.RESEARCHER, simulated=True)
MODEL = "simulated-judge"
TWICE = DoubleRating(0.5, 0)
_OPEN_SHARE, _SECOND_SHARE, _MODEL_SLIPS = 0.3, 0.7, 0.12
_MINUTE_MS = 60_000


def make_verdicts(database: Database, set_name: str, at_ms: int) -> int:
    """Judge most answers of the set; returns how many, 0 where it was done before."""
    try:
        accounts.find_account(database, FIRST.account_id)
    except NotFound:
        pass
    else:
        return 0
    with writing(database):
        for account in (FIRST, SECOND):
            accounts.add_account(database, account, at_ms)
        choose_double_rating(database, set_name, TWICE, By(FIRST.account_id, at_ms))
        import_run(database, _wordy_run(database, set_name), None, By(FIRST.account_id, at_ms))
        found = answers_on_set(database, set_name, all_studies(database))
        settle_by_rule(database, found.answers, By(FIRST.account_id, at_ms))
        waiting = [one.answer for one in standings(database, found.answers) if one.needs_a_person]
        return _judge(database, set_name, waiting, at_ms)


def _judge(database: Database, set_name: str, waiting: list[Answer], at_ms: int) -> int:
    # Whoever judges is shown the answers in an order of their own.
    ordered = sorted(waiting, key=lambda one: drawn(0, "demo", one.key))
    first = [one for one in ordered if drawn(0, "open", one.key) >= _OPEN_SHARE]
    twice = [
        one for one in first if is_in_sample(one.key, TWICE) and drawn(0, "two", one.key) < _SECOND_SHARE
    ]
    for number, answer in enumerate(first, 1):
        given = Given("first", _code(answer))
        judge(database, answer, given, By(FIRST.account_id, at_ms + number * _MINUTE_MS))
    for number, answer in enumerate(twice, 1):
        # One slip: a disagreement that somebody settles.
        given = Given("second", _slip(answer) if number == 1 else _code(answer))
        judge(database, answer, given, By(SECOND.account_id, at_ms + (number + len(first)) * _MINUTE_MS))
    place, model_by = Place(set_name, MODEL), By(FIRST.account_id, at_ms + 2 * 60 * _MINUTE_MS)
    for answer in ordered:
        is_slip = drawn(0, "model", answer.key) < _MODEL_SLIPS
        code = _slip(answer) if is_slip else _code(answer)
        verdict = ModelVerdict(BY_CODE[code].score, code)
        reply = f'{{"reason": "{code}"}}'
        store(database, place, answer, Judged(reply, verdict, "judged", "", 600, 8), model_by)
    return len(first)


def _wordy_run(database: Database, set_name: str) -> RunFile:
    rows = [
        {"id": item.item_id, "answer": _wordy(item, number), "citations": _cited(item)}
        for number, item in enumerate(load_item_set(database, set_name))
    ]
    content = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()
    notes = "Simulated by the demo; no such system exists."
    return RunFile(
        content, "lark-1.jsonl", "madqa", set_name, "Lark (simulated)", "1", "non_agentic", notes=notes
    )


def _wordy(item: Item, number: int) -> list[str]:
    right = list(item.answer_variants[0])
    match number % 5:
        case 0:
            return right
        case 1:
            return [f"about {part}" for part in right]
        case 2:
            return [*right[:-1], f"{right[-1]} (the only one on that page)"]
        case 3:
            return [" and ".join(right)]
        case _:
            return ["The pages do not say"]


def _cited(item: Item) -> list[dict[str, object]]:
    return [{"document": page.document, "page": page.page} for page in item.evidence[:1]]


def _code(answer: Answer) -> str:
    """As somebody who reads carefully enough for invented answers."""
    said = " ".join(answer.parts).lower()
    for variant in answer.gold.answer_variants:
        if all(part.lower() in said for part in variant):
            if len(variant) > len(answer.parts):
                return "joined"
            return "detail" if "(" in said else "same"
    if "do not say" in said:
        return "refused"
    return "list" if len(answer.parts) > 1 else "differs"


def _slip(answer: Answer) -> str:
    return "differs" if BY_CODE[_code(answer)].score else "detail"
