"""What waits for a judge, and for whom: first ratings, second ratings, disagreements. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from baseline.judging.answers import Answer, drawn
from db.judging import DoubleRating
from db.models import Verdict, VerdictPurpose
from db.verdicts import in_force, standing

Verdicts = Mapping[str, Sequence[Verdict]]
Task = Literal["first", "second", "disagreement"]
Part = Literal["first", "second", "disagreement", "mine"]
PURPOSE: Mapping[Task, VerdictPurpose] = {"first": "main", "second": "second", "disagreement": "settled"}


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an answer stands: what people said of it last, for each purpose.

    `undecided` are the attempts without a verdict in force.
    """

    answer: Answer
    said: Mapping[VerdictPurpose, Verdict]
    undecided: tuple[str, ...]

    @property
    def first(self) -> Verdict | None:
        """The first rating."""
        return self.said.get("main")

    @property
    def second(self) -> Verdict | None:
        """The second rating."""
        return self.said.get("second")

    @property
    def deciding(self) -> Verdict | None:
        """What people decided."""
        return self.said.get("settled", self.first)

    @property
    def is_disagreement(self) -> bool:
        """Whether two people gave other scores, and nobody has settled it."""
        if self.first is None or self.second is None or "settled" in self.said:
            return False
        return self.first.score != self.second.score

    @property
    def needs_a_person(self) -> bool:
        """Whether no rule, file or person has decided it for every attempt, nor for an equal one."""
        return self.answer.rule is None and self.deciding is None and bool(self.undecided)


class Progress(NamedTuple):
    """How far the judging of a set is, in different answers."""

    n_answers: int
    n_by_rule: int
    n_by_people: int
    n_by_file: int
    n_waiting: int
    n_in_sample: int
    n_rated_twice: int
    n_disagreements: int


def standing_of(answer: Answer, verdicts: Verdicts) -> Standing:
    """Where an answer stands, from the verdicts of its attempts by their ids."""
    kept = {attempt: standing(verdicts.get(attempt, ())) for attempt in answer.attempts}
    said: dict[VerdictPurpose, Verdict] = {}
    for verdict in sorted((one for of in kept.values() for one in of), key=lambda one: one.at_ms):
        if verdict.judge_kind == "person":
            said[verdict.purpose] = verdict
    undecided = tuple(attempt for attempt, of in kept.items() if in_force(of) is None)
    return Standing(answer, said, undecided)


def is_in_sample(key: str, chosen: DoubleRating) -> bool:
    """Whether an answer is among those that two people judge: its key and the seed alone decide."""
    return drawn(chosen.seed, "second", key) < chosen.share


def tasks(
    stands: Iterable[Standing], chosen: DoubleRating, me: str, my_accounts: Collection[str]
) -> Mapping[Part, tuple[str, ...]]:
    """The keys of answers that wait for this person, each list in an order drawn for them alone.

    `mine` is what they have judged, the newest first. Nobody gives a second rating of what they rated first.
    """
    found: dict[Part, list[str]] = {"first": [], "second": [], "disagreement": []}
    mine: list[tuple[int, str]] = []
    for one in stands:
        key, first = one.answer.key, one.first
        if one.needs_a_person:
            found["first"].append(key)
        elif first is not None and one.second is None and is_in_sample(key, chosen):
            if first.judge not in my_accounts and "settled" not in one.said:
                found["second"].append(key)
        elif one.is_disagreement:
            found["disagreement"].append(key)
        own = [verdict.at_ms for verdict in one.said.values() if verdict.judge in my_accounts]
        if own:
            mine.append((-max(own), key))
    ordered: dict[Part, tuple[str, ...]] = {
        task: tuple(sorted(keys, key=lambda key: drawn(0, me, key))) for task, keys in found.items()
    }
    return {**ordered, "mine": tuple(key for _, key in sorted(mine))}


def progress(stands: Sequence[Standing], chosen: DoubleRating) -> Progress:
    """How many answers a rule, people or a file decided, and how many wait."""
    by_people = [one for one in stands if one.deciding is not None]
    by_rule = [one for one in stands if one.deciding is None and one.answer.rule is not None]
    waiting = [one for one in stands if one.needs_a_person]
    n_sample = sum(is_in_sample(one.answer.key, chosen) for one in stands if one.answer.rule is None)
    return Progress(
        n_answers=len(stands),
        n_by_rule=len(by_rule),
        n_by_people=len(by_people),
        n_by_file=len(stands) - len(by_people) - len(by_rule) - len(waiting),
        n_waiting=len(waiting),
        n_in_sample=n_sample,
        n_rated_twice=sum(one.second is not None for one in by_people),
        n_disagreements=sum(one.is_disagreement for one in by_people),
    )


def last_act(stands: Iterable[Standing], my_accounts: Collection[str]) -> tuple[Standing, Verdict] | None:
    """What this person said last that still stands, and of which answer."""
    own = [(one, verdict) for one in stands for verdict in one.said.values() if verdict.judge in my_accounts]
    return max(own, key=lambda pair: pair[1].at_ms) if own else None


def refusal(stand: Standing, task: Task, my_accounts: Collection[str]) -> str | None:
    """Why this person may not judge this answer for this task now; None if they may. One sentence."""
    return _REFUSALS[task](stand, my_accounts)


def _not_first(stand: Standing, my_accounts: Collection[str]) -> str | None:
    if "settled" in stand.said:
        return "This answer was settled meanwhile; nothing of yours was stored."
    if stand.first is not None and stand.first.judge not in my_accounts:
        return "Somebody else judged this answer meanwhile; nothing of yours was stored."
    return None


def _not_second(stand: Standing, my_accounts: Collection[str]) -> str | None:
    if stand.first is None:
        return "The first rating of this answer was taken back; nothing of yours was stored."
    if stand.first.judge in my_accounts:
        return "You gave the first rating of this answer; somebody else gives the second."
    if "settled" in stand.said:
        return "This answer was settled meanwhile; nothing of yours was stored."
    if stand.second is not None and stand.second.judge not in my_accounts:
        return "Somebody else gave the second rating meanwhile; nothing of yours was stored."
    return None


def _not_settled(stand: Standing, my_accounts: Collection[str]) -> str | None:
    settled = stand.said.get("settled")
    if settled is not None and settled.judge not in my_accounts:
        return "Somebody else settled this disagreement meanwhile; nothing of yours was stored."
    if settled is None and not stand.is_disagreement:
        return "The two ratings of this answer no longer disagree; nothing of yours was stored."
    return None


_REFUSALS: Mapping[Task, Callable[[Standing, Collection[str]], str | None]] = {
    "first": _not_first,
    "second": _not_second,
    "disagreement": _not_settled,
}
