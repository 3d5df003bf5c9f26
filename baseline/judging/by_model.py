"""A model judges answers by the people's rubric: what it is to be asked, and its word stored beside theirs.

A model's verdict decides nothing. What is stored stays, so a run that was interrupted goes on where it ended.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from baseline.judging.answers import Answer
from baseline.judging.judging import standings
from baseline.judging.model_prompt import PROMPT, ModelVerdict, Unreadable, messages_for, verdict_in
from db.asking.endpoint import Asker
from db.asking.run import Answer as Asked
from db.asking.run import Outcome, Work, ask_all
from db.connection import Database
from db.judging import ModelReply, ReplyOutcome, add_reply
from db.models import By, Verdict
from db.verdicts import add_verdict, verdicts_of

# Texts are about four characters a token in English: good for an order of magnitude.
_CHARACTERS_A_TOKEN = 4
Which = Literal["all", "judged", "waiting"]


class Judged(NamedTuple):
    """A model's reply about one answer, word for word, and the verdict in it, or why there is none."""

    reply: str
    verdict: ModelVerdict | None
    outcome: ReplyOutcome
    why_not: str
    tokens_in: int | None
    tokens_out: int | None


class Plan(NamedTuple):
    """What a model is to be asked, what it said already, and equal answers that take over its word."""

    calls: tuple[Answer, ...]
    n_done: int
    to_copy: tuple[tuple[Answer, Verdict], ...]

    @property
    def tokens_estimated(self) -> int:
        """About how many tokens the questions take."""
        texts = (message["content"] for one in self.calls for message in messages_for(one))
        return sum(-(-len(text) // _CHARACTERS_A_TOKEN) for text in texts)


class Reported(NamedTuple):
    """What came of a run, for people: replies without a verdict are named by item, with their reason."""

    n_judged: int
    without_verdict: tuple[tuple[str, str], ...]
    tokens_in: int
    tokens_out: int
    n_uncounted: int
    stopped: str | None


def plan_of(database: Database, answers: Iterable[Answer], model: str, which: Which = "all") -> Plan:
    """The answers that this model has not judged by this prompt; what a rule decides is asked of nobody.

    `which`: all of them, those that people judged (to measure the model), or those that wait for people.
    """
    open_ones = [one for one in standings(database, answers) if one.answer.rule is None]
    if which == "judged":
        open_ones = [one for one in open_ones if one.deciding is not None]
    elif which == "waiting":
        open_ones = [one for one in open_ones if one.needs_a_person]
    listed = [one.answer for one in open_ones]
    verdicts = verdicts_of(database, [attempt for one in listed for attempt in one.attempts])
    calls: list[Answer] = []
    to_copy: list[tuple[Answer, Verdict]] = []
    n_done = 0
    for answer in listed:
        own = {
            one.attempt_id: one
            for attempt in answer.attempts
            for one in verdicts.get(attempt, ())
            if _is_of(one, model)
        }
        if not own:
            calls.append(answer)
            continue
        n_done += 1
        if len(own) < len(answer.attempts):
            to_copy.append((answer, next(iter(own.values()))))
    return Plan(tuple(calls), n_done, tuple(to_copy))


def _is_of(verdict: Verdict, model: str) -> bool:
    return (verdict.judge_kind, verdict.judge, verdict.rubric) == ("model", model, PROMPT)


def ask_about(answer: Answer, asker: Asker) -> Asked[Judged]:
    """Ask one question. A refusal and an unreadable reply are outcomes: they are stored without a verdict.

    Raises:
        EndpointUnusable: nothing will be answered there as it is.
        NotAnswered: this question was not answered.
        Stopped: the run ended meanwhile.
    """
    completion = asker.ask(messages_for(answer))
    verdict, outcome, why_not = _read(completion.text, is_refused=completion.is_refused)
    counts = completion.n_tokens_in, completion.n_tokens_out
    return Asked(Judged(completion.text, verdict, outcome, why_not, *counts), *counts)


def _read(text: str, *, is_refused: bool) -> tuple[ModelVerdict | None, ReplyOutcome, str]:
    if is_refused:
        return None, "refused", "the model refused to judge it"
    try:
        return verdict_in(text), "judged", ""
    except Unreadable as problem:
        return None, "unreadable", str(problem)


class Place(NamedTuple):
    """Which set is judged, and by which model."""

    set_name: str
    model: str


def store(database: Database, place: Place, answer: Answer, judged: Judged, by: By) -> None:
    """Keep what was asked and written, and the verdict for every attempt that gave the answer."""
    reply = ModelReply(
        set_name=place.set_name,
        item_id=answer.gold.item_id,
        answer_key=answer.key,
        attempts=answer.attempts,
        judge=place.model,
        rubric=PROMPT,
        prompt=json.dumps(messages_for(answer), ensure_ascii=False),
        reply=judged.reply,
        outcome=judged.outcome,
        tokens_in=judged.tokens_in,
        tokens_out=judged.tokens_out,
    )
    add_reply(database, reply, by)
    if judged.verdict is None:
        return
    _add(database, place.model, answer.attempts, judged.verdict.score, judged.verdict.code, by.at_ms)


def copy_verdicts(database: Database, to_copy: Iterable[tuple[Answer, Verdict]], model: str, by: By) -> int:
    """Give attempts whose answer the model judged before the same verdict; returns how many got one."""
    n = 0
    for answer, known in to_copy:
        verdicts = verdicts_of(database, answer.attempts)
        missing = [
            attempt
            for attempt in answer.attempts
            if not any(_is_of(one, model) for one in verdicts.get(attempt, ()))
        ]
        _add(database, model, missing, known.score, known.reason_code, by.at_ms)
        n += len(missing)
    return n


def _add(
    database: Database, model: str, attempts: Sequence[str], score: float, code: str, at_ms: int
) -> None:
    for attempt in attempts:
        verdict = Verdict(
            attempt_id=attempt,
            score=score,
            judge=model,
            rubric=PROMPT,
            at_ms=at_ms,
            judge_kind="model",
            reason_code=code,
        )
        add_verdict(database, verdict)


def run(
    plan: Plan,
    asker: Asker,
    keep: Callable[[Answer, Judged], None],
    tell: Callable[[], None],
    halt: Callable[[], None],
    n_at_once: int,
) -> Reported:
    """Ask everything that is planned; `keep` stores each reply as it comes.

    Raises:
        EndpointUnusable: the first question showed that nothing will be answered there as it is.
    """
    work = Work(lambda answer: ask_about(answer, asker), keep, tell, halt)
    return reported(ask_all(plan.calls, work, n_at_once))


def reported(outcome: Outcome[Answer, Judged]) -> Reported:
    """What people are told of a run."""
    without = [
        *((answer.gold.item_id, made.why_not) for answer, made in outcome.stored if made.verdict is None),
        *((answer.gold.item_id, reason) for answer, reason in outcome.left_out),
    ]
    return Reported(
        n_judged=sum(made.verdict is not None for _, made in outcome.stored),
        without_verdict=tuple(sorted(without)),
        tokens_in=outcome.n_tokens_in,
        tokens_out=outcome.n_tokens_out,
        n_uncounted=outcome.n_uncounted,
        stopped=outcome.stopped,
    )
