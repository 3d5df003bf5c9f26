"""The parity sheet: what people and agents saw and could do under each condition, compared. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from baseline.exports.card.subject import Subject
from baseline.exports.contents import Place
from db.events import ItemShown
from db.study_design import Condition, HitContent, Limits, StudyDesign, Tools
from db.wording import lasting

Verdict = Literal["same", "differs", "not known", "people only"]
NOT_KNOWN = "not known"
NO_AGENT = "no agent"


class ParityRow(NamedTuple):
    """One point under one condition: what people had, what agents had, and whether that is the same."""

    condition: str
    point: str
    people: str
    agents: str

    @property
    def verdict(self) -> Verdict:
        """Whether both had the same; `people only` where no agent worked under the condition."""
        if self.agents == NO_AGENT:
            return "people only"
        if self.agents == NOT_KNOWN:
            return "not known"
        return "same" if self.people == self.agents else "differs"


@dataclass(frozen=True, slots=True)
class Parity:
    """The whole sheet, condition by condition."""

    rows: tuple[ParityRow, ...]

    def count(self, verdict: Verdict) -> int:
        """How many points have that verdict."""
        return sum(row.verdict == verdict for row in self.rows)


class _Side(NamedTuple):
    """What is known of one kind of participant under one condition, from design and log."""

    design: StudyDesign
    condition: Condition
    places: Sequence[Place]

    def logged(self, of: Callable[[ItemShown], str], otherwise: str) -> str:
        """What the attempts say of themselves, each thing once; before there are any, something else.

        The server writes it into every attempt, and sees to it that it holds.
        """
        shown = [place.facts.shown for place in self.places if place.facts and place.facts.shown]
        return " or ".join(sorted({of(one) for one in shown})) if shown else otherwise


_Says = Callable[[_Side], str]


def parity_of(subject: Subject) -> Parity:
    """The sheet of a study."""
    rows: list[ParityRow] = []
    for condition in subject.design.conditions:
        people, agents = (
            _Side(subject.design, condition, _places(subject, side, condition))
            for side in ("people", "agent")
        )
        for point, of_people, of_agents in _POINTS:
            theirs = of_agents(agents) if agents.places else NO_AGENT
            rows.append(ParityRow(condition.name, point, of_people(people), theirs))
    return Parity(tuple(rows))


def _places(subject: Subject, side: str, condition: Condition) -> list[Place]:
    return [one for one in subject.places(side) if one.assignment.condition == condition.name]


def _always(text: str) -> _Says:
    return lambda _: text


_unknown = _always(NOT_KNOWN)
_does_not_apply = _always("does not apply")


def _searches(side: _Side) -> bool:
    return side.condition.tools == "search"


def _shown(of: Callable[[ItemShown], str], planned: _Says) -> _Says:
    """From the log; before anybody has begun, as the design has it."""
    return lambda side: side.logged(of, planned(side))


def _if_searching(says: _Says) -> _Says:
    return lambda side: says(side) if _searches(side) else "does not apply"


def _search_text(tools: Tools) -> str:
    return "yes" if tools == "search" else "no; the server refuses it"


def _given_text(tools: Tools) -> str:
    return "no page is given" if tools == "search" else "the gold evidence pages"


def _whole_text(whole_document: bool) -> str:
    return "every page of a document" if whole_document else "hits or given pages only"


def _hits_text(content: HitContent) -> str:
    shown = [name for name in ("title", "snippet", "thumbnail") if getattr(content, name)]
    return ", ".join(["document and page", *shown])


def _limit_text(limits: Limits) -> str:
    if limits.item_s is None and limits.batch_s is None:
        return "none"
    parts: Iterable[str] = (
        f"{lasting(seconds)} ({what})"
        for what, seconds in (("item", limits.item_s), ("batch", limits.batch_s))
        if seconds is not None
    )
    return " and ".join(parts)


def _pauses(side: _Side) -> str:
    return "yes, the clock stops" if side.design.pauses.allowed else "no"


def _told(side: _Side) -> str:
    told = [
        name
        for name, is_told in (("progress", side.design.show_progress), ("time", side.design.show_time))
        if is_told
    ]
    return " and ".join(told) or "neither progress nor time"


# Each point: what people had, and what agents had.
_POINTS: tuple[tuple[str, _Says, _Says], ...] = (
    ("Question", _always("the text of the item"), _always("the text of the item")),
    (
        "Search",
        _shown(lambda shown: _search_text(shown.tools), lambda side: _search_text(side.condition.tools)),
        _shown(lambda shown: _search_text(shown.tools), _unknown),
    ),
    (
        "Index build",
        _if_searching(_shown(lambda shown: shown.index_fingerprint[:12], _always("that of the study"))),
        _if_searching(_shown(lambda shown: shown.index_fingerprint[:12], _unknown)),
    ),
    (
        "Query language and ranking",
        _if_searching(_shown(lambda shown: f"profile {shown.profile}", _always("that of the study"))),
        _if_searching(_shown(lambda shown: f"profile {shown.profile}", _unknown)),
    ),
    (
        "Hits a query",
        _if_searching(_shown(lambda shown: str(shown.k), lambda side: str(side.design.k))),
        _if_searching(_shown(lambda shown: str(shown.k), _unknown)),
    ),
    (
        "What a hit shows",
        _if_searching(
            _shown(lambda shown: _hits_text(shown.hits), lambda side: _hits_text(side.design.hits))
        ),
        # What the tool gives to an agent is not what a screen shows to a person.
        _if_searching(_unknown),
    ),
    (
        "Pages given",
        _shown(lambda shown: _given_text(shown.tools), lambda side: _given_text(side.condition.tools)),
        _shown(lambda shown: _given_text(shown.tools), _unknown),
    ),
    (
        "Pages that open",
        _shown(
            lambda shown: _whole_text(shown.whole_document),
            lambda side: _whole_text(side.condition.whole_document),
        ),
        _shown(lambda shown: _whole_text(shown.whole_document), _unknown),
    ),
    ("How a page is read", _always("as an image with selectable text, zoom and find"), _unknown),
    ("Evidence", _always("pages, and regions on them"), _unknown),
    ("Could not find it", _always("a choice of its own"), _unknown),
    ("Skipping", lambda side: "allowed" if side.design.may_skip else "not allowed", _unknown),
    ("Confidence", lambda side: "asked, 0 to 100" if side.design.ask_confidence else "not asked", _unknown),
    (
        "Limit on working time",
        _shown(lambda shown: _limit_text(shown.limits), lambda side: _limit_text(side.design.limits)),
        _shown(lambda shown: _limit_text(shown.limits), _unknown),
    ),
    ("Limit on searches and pages", _always("none"), _unknown),
    ("Pauses", _pauses, _does_not_apply),
    ("Told while working", _told, _unknown),
    ("Instructions", _always("the text of the study"), _unknown),
    (
        "Practice with feedback",
        lambda side: f"set {side.design.practice_set!r}" if side.design.practice_set else "none",
        _always("none"),
    ),
)
