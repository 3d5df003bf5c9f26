"""Judging carried out: read what stands, decide by pure rules, add rows; all in the caller's transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from baseline.analysis.left_out import kept
from baseline.figures.systems import SetSystems, systems_on_set
from baseline.judging import rubric
from baseline.judging.answers import Answer, AnswersOfSet, answers_of
from baseline.judging.queue import PURPOSE, Standing, Task, refusal, standing_of
from db import accounts
from db.connection import Database
from db.errors import Conflict, InvalidInput, NotFound
from db.judging import DoubleRating, set_double_rating
from db.models import By, JudgeKind, Verdict, VerdictPurpose
from db.plain_text import refuse_turning
from db.study_design import Study
from db.verdicts import TAKEN_BACK, add_verdict, standing, verdicts_of

RULE_JUDGE = "rule"
MOST_NOTE = 2000


class Given(NamedTuple):
    """What a person says of an answer: a code of the rubric, and words of their own if they like."""

    task: Task
    code: str
    note: str = ""


class Saved(NamedTuple):
    """What came of judging. `is_new` is False where the same was said before: nothing was added."""

    score: float
    n_attempts: int
    is_new: bool


class Settled(NamedTuple):
    """How many attempts the rules decided, by rule."""

    n_exact: int
    n_too_long: int
    n_same_answer: int

    @property
    def n(self) -> int:
        """All of them."""
        return sum(self)


def answers_on_set(database: Database, set_name: str, studies: Sequence[Study]) -> AnswersOfSet:
    """Every answer to a set: of imported runs and of these studies' people, without what is excluded.

    Raises:
        NotFound: there is no such item set.
    """
    return answers_in(systems_on_set(database, set_name, studies))


def answers_in(found: SetSystems) -> AnswersOfSet:
    """The different answers that these systems gave."""
    return answers_of(found.gold, (one for of in found.systems for one in kept(of.records, of.left_out)))


def standings(database: Database, answers: Iterable[Answer]) -> list[Standing]:
    """Where each of these answers stands now."""
    listed = list(answers)
    verdicts = verdicts_of(database, [attempt for one in listed for attempt in one.attempts])
    return [standing_of(one, verdicts) for one in listed]


def accounts_of(database: Database, account_id: str, judges: Collection[str]) -> frozenset[str]:
    """The account, and those among the judges that are the same person's."""
    own = accounts.find_account(database, account_id).person
    return frozenset({account_id, *(one for one in judges if _person(database, one) == own)})


def _person(database: Database, judge: str) -> str | None:
    try:
        return accounts.find_account(database, judge).person
    except NotFound:
        # A verdict that came in a file may be of somebody without an account here.
        return None


def judges_among(stands: Iterable[Standing]) -> frozenset[str]:
    """Everybody whose word stands."""
    return frozenset(verdict.judge for one in stands for verdict in one.said.values())


def judge(database: Database, answer: Answer, given: Given, by: By) -> Saved:
    """Add a person's verdict to every attempt that gave this answer. Saying the same again adds nothing.

    Raises:
        InvalidInput: there is no such reason, or the note is too long.
        Conflict: somebody else judged it meanwhile, or it does not wait for this person.
    """
    if given.code not in rubric.BY_CODE:
        raise InvalidInput(f"The rubric has no reason {given.code[:60]!r}; choose one of those on the page.")
    refuse_turning(given.note, "The note")
    if len(given.note) > MOST_NOTE:
        raise InvalidInput(f"The note has {len(given.note):,} characters; {MOST_NOTE:,} fit.")
    score, purpose, note = rubric.BY_CODE[given.code].score, PURPOSE[given.task], given.note.strip()
    verdicts = verdicts_of(database, answer.attempts)
    stand = standing_of(answer, verdicts)
    why_not = refusal(stand, given.task, accounts_of(database, by.account_id, judges_among([stand])))
    if why_not is not None:
        raise Conflict(why_not)
    said = (by.account_id, score, given.code, note)
    missing = [
        attempt for attempt in answer.attempts if _last_said(verdicts.get(attempt, ()), purpose) != said
    ]
    for attempt in missing:
        add_verdict(database, _verdict(attempt, score, given.code, by, reason=note, purpose=purpose))
    return Saved(score, len(answer.attempts), bool(missing))


def _last_said(verdicts: Sequence[Verdict], purpose: VerdictPurpose) -> tuple[str, float, str, str] | None:
    of_people = [one for one in standing(verdicts) if one.judge_kind == "person" and one.purpose == purpose]
    if not of_people:
        return None
    newest = of_people[-1]
    return newest.judge, newest.score, newest.reason_code, newest.reason


def _verdict(
    attempt: str,
    score: float,
    code: str,
    by: By,
    *,
    reason: str = "",
    purpose: VerdictPurpose = "main",
    kind: JudgeKind = "person",
) -> Verdict:
    return Verdict(
        attempt_id=attempt,
        score=score,
        reason=reason,
        judge=by.account_id if kind == "person" else RULE_JUDGE,
        rubric=rubric.VERSION,
        at_ms=by.at_ms,
        judge_kind=kind,
        purpose=purpose,
        reason_code=code,
    )


def take_back(database: Database, answer: Answer, purpose: VerdictPurpose, by: By) -> int:
    """Take back what this account said of an answer; returns for how many attempts. All rows stay.

    What a rule took over from it for equal answers is taken back with it.

    Raises:
        Conflict: nothing of theirs stands, or a disagreement about it was settled meanwhile.
    """
    verdicts = verdicts_of(database, answer.attempts)
    if purpose != "settled" and "settled" in standing_of(answer, verdicts).said:
        raise Conflict("This disagreement was settled meanwhile: your rating stays as it is.")
    n_taken = 0
    for attempt in answer.attempts:
        kept_now = standing(verdicts.get(attempt, ()))
        mine = [
            one
            for one in kept_now
            if one.judge_kind == "person" and one.judge == by.account_id and one.purpose == purpose
        ]
        if mine:
            add_verdict(database, _verdict(attempt, mine[-1].score, TAKEN_BACK, by, purpose=purpose))
            n_taken += 1
        rule = [one for one in kept_now if one.reason_code == rubric.SAME_ANSWER]
        if rule and purpose != "second":
            add_verdict(database, _verdict(attempt, rule[-1].score, TAKEN_BACK, by, kind="rule"))
    if not n_taken:
        raise Conflict("There is nothing of yours to take back here: it was taken back already.")
    return n_taken


def settle_by_rule(database: Database, answers: Iterable[Answer], by: By) -> Settled:
    """Log what rules decide of attempts without a verdict: exact matches, overlong answers, judged equals."""
    listed = list(answers)
    verdicts = verdicts_of(database, [attempt for one in listed for attempt in one.attempts])
    codes: Counter[str] = Counter()
    for answer in listed:
        for attempt, score, code in _by_rule(answer, verdicts):
            add_verdict(database, _verdict(attempt, score, code, by, kind="rule"))
            codes[code] += 1
    return Settled(codes[rubric.EXACT], codes[rubric.TOO_LONG], codes[rubric.SAME_ANSWER])


def n_for_rules(stands: Iterable[Standing]) -> int:
    """How many attempts rules would decide now."""
    return sum(
        len(one.undecided) for one in stands if one.answer.rule is not None or one.deciding is not None
    )


def _by_rule(answer: Answer, verdicts: Mapping[str, Sequence[Verdict]]) -> list[tuple[str, float, str]]:
    stand = standing_of(answer, verdicts)
    if answer.rule is not None:
        return [(attempt, *answer.rule) for attempt in stand.undecided]
    if stand.deciding is None:
        return []
    return [(attempt, stand.deciding.score, rubric.SAME_ANSWER) for attempt in stand.undecided]


def choose_double_rating(database: Database, set_name: str, chosen: DoubleRating, by: By) -> DoubleRating:
    """From now on this share of the set's answers is for two people.

    Raises:
        InvalidInput: the share is none.
    """
    if not 0 <= chosen.share <= 1:
        raise InvalidInput(f"The share of double ratings is from 0 to 1, not {chosen.share:g}.")
    set_double_rating(database, set_name, chosen, by)
    return chosen
