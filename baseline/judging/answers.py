"""Answers to judge: the same answer to the same item once, whoever gave it. Pure.

What is judged knows nothing of systems: ids are made from item and answer alone, and the order is drawn.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from baseline.analysis.cascade import is_refusal
from baseline.analysis.correctness import score_answer
from baseline.analysis.records import AttemptRecord, GoldItem
from baseline.judging.rubric import EXACT, TOO_LONG
from db.models import Citation


class RuleVerdict(NamedTuple):
    """What a rule decides about an answer, so that nobody is asked."""

    score: float
    code: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to one item. `attempts` are all that gave it, `citations` all pages any of them cited."""

    key: str
    gold: GoldItem
    parts: tuple[str, ...]
    attempts: tuple[str, ...]
    citations: tuple[Citation, ...]
    rule: RuleVerdict | None


class AnswersOfSet(NamedTuple):
    """The answers to an item set in the order of its items. `no_gold` are items without an answer variant."""

    answers: tuple[Answer, ...]
    n_without_answer: int
    no_gold: tuple[str, ...]

    def by_key(self) -> Mapping[str, Answer]:
        """Answers by their keys."""
        return {one.key: one for one in self.answers}


def answer_key(item_id: str, parts: Sequence[str]) -> str:
    """What names an answer: the same for the same parts after NFKC, whatever white space and letter case."""
    said = json.dumps([item_id, [_plain(part) for part in parts]])
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _plain(part: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", part).lower().split())


def answers_of(gold: Sequence[GoldItem], records: Iterable[AttemptRecord]) -> AnswersOfSet:
    """Every answer that was submitted to these items; whatever is left out of figures is not given here.

    An attempt without an answer (could not find it, skipped, ran out of time) needs no judge and is counted.
    """
    items = {item.item_id: item for item in gold}
    found: dict[str, list[AttemptRecord]] = {}
    n_without = 0
    for record in records:
        if record.item_id not in items or record.status in {"open", "missing"} or record.attempt_id is None:
            continue
        if is_refusal(record):
            n_without += 1
        else:
            found.setdefault(answer_key(record.item_id, record.answer), []).append(record)
    order = {item.item_id: number for number, item in enumerate(gold)}
    answers = [_answer(key, items[same[0].item_id], same) for key, same in found.items()]
    judgeable = [one for one in answers if one.gold.answer_variants]
    return AnswersOfSet(
        tuple(sorted(judgeable, key=lambda one: (order[one.gold.item_id], one.key))),
        n_without,
        tuple(item.item_id for item in gold if not item.answer_variants),
    )


def _answer(key: str, gold: GoldItem, same: Sequence[AttemptRecord]) -> Answer:
    cited = {citation: None for record in same for citation in record.citations}
    return Answer(
        key=key,
        gold=gold,
        parts=same[0].answer,
        attempts=tuple(sorted(str(record.attempt_id) for record in same)),
        citations=tuple(sorted(cited, key=lambda one: (one.document, one.page or 0))),
        rule=_rule(same[0], gold),
    )


def _rule(record: AttemptRecord, gold: GoldItem) -> RuleVerdict | None:
    blank = AttemptRecord(record.system, record.item_id, record.answer, (), None, status=record.status)
    score = score_answer(blank, gold, "strict")
    if score.source == "exact":
        return RuleVerdict(1.0, EXACT)
    return RuleVerdict(0.0, TOO_LONG) if score.source == "too_long" else None


def drawn(seed: int, *names: str) -> float:
    """A number from 0 to 1 that these names always give, evenly spread over names."""
    digest = hashlib.sha256(json.dumps([seed, *names]).encode()).digest()
    return int.from_bytes(digest[:7], "big") / 2**56
