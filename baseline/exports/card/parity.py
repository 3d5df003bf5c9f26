"""The parity sheet: what people and agents saw and could do under each condition, compared. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from baseline.exports.card.subject import Subject
from baseline.exports.contents import Place
from db.study_design import Condition, HitContent, Limits, StudyDesign
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

    def logged(self, of: Callable[[Place], str | None]) -> str:
        """What the attempts say of themselves, if they all say the same."""
        said = {found for place in self.places if (found := of(place)) is not None}
        return " or ".join(sorted(said)) if said else NOT_KNOWN

    @property
    def used_our_tool(self) -> bool:
        """Whether they worked through the app's own tool, where the server enforces the condition."""
        sources = {source for place in self.places if place.facts for source in place.facts.sources}
        return bool(sources & {"agent", "simulated", "browser"})


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


def _enforced(text: Callable[[_Side], str]) -> Callable[[_Side], str]:
    """What holds for everybody who works through the app's own tool, because the server sees to it."""
    return lambda side: text(side) if side.used_our_tool else NOT_KNOWN


def _unknown(_: _Side) -> str:
    return NOT_KNOWN


def _always(text: str) -> Callable[[_Side], str]:
    return lambda _: text


def _searches(side: _Side) -> bool:
    return side.condition.tools == "search"


def _search(side: _Side) -> str:
    return "yes" if _searches(side) else "no; the server refuses it"


def _given(side: _Side) -> str:
    return "no page is given" if _searches(side) else "the gold evidence pages"


def _whole(side: _Side) -> str:
    return "every page of a document" if side.condition.whole_document else "hits or given pages only"


def _hits(side: _Side) -> str:
    if not _searches(side):
        return "does not apply"
    content: HitContent = side.design.hits
    shown = [name for name in ("title", "snippet", "thumbnail") if getattr(content, name)]
    return ", ".join(["document and page", *shown])


def _per_search(
    what: Callable[[Place], str | None], planned: Callable[[_Side], str]
) -> Callable[[_Side], str]:
    """From the log; before anybody has begun, as the design has it."""

    def text(side: _Side) -> str:
        if not _searches(side):
            return "does not apply"
        found = side.logged(what)
        begun = any(place.facts and place.facts.shown for place in side.places)
        return found if begun else planned(side)

    return text


def _k(place: Place) -> str | None:
    return str(place.facts.shown.k) if place.facts and place.facts.shown else None


def _build(place: Place) -> str | None:
    return place.facts.shown.index_fingerprint[:12] if place.facts and place.facts.shown else None


def _profile(place: Place) -> str | None:
    return f"profile {place.facts.shown.profile}" if place.facts and place.facts.shown else None


def _as_study(_: _Side) -> str:
    return "that of the study"


def _limits(side: _Side) -> str:
    def of(place: Place) -> str | None:
        return _limit_text(place.facts.shown.limits) if place.facts and place.facts.shown else None

    found = side.logged(of)
    return _limit_text(side.design.limits) if found == NOT_KNOWN else found


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


_POINTS: tuple[tuple[str, Callable[[_Side], str], Callable[[_Side], str]], ...] = (
    ("Question", _always("the text of the item"), _always("the text of the item")),
    ("Search", _search, _enforced(_search)),
    ("Index build", _per_search(_build, _as_study), _per_search(_build, _unknown)),
    ("Query language and ranking", _per_search(_profile, _as_study), _per_search(_profile, _unknown)),
    ("Hits a query", _per_search(_k, lambda side: str(side.design.k)), _per_search(_k, _unknown)),
    ("What a hit shows", _hits, lambda side: NOT_KNOWN if _searches(side) else "does not apply"),
    ("Pages given", _given, _enforced(_given)),
    ("Pages that open", _whole, _enforced(_whole)),
    ("How a page is read", _always("as an image with selectable text, zoom and find"), _unknown),
    ("Evidence", _always("pages, and regions on them"), _unknown),
    ("Could not find it", _always("a choice of its own"), _unknown),
    ("Skipping", lambda side: "allowed" if side.design.may_skip else "not allowed", _unknown),
    ("Confidence", lambda side: "asked, 0 to 100" if side.design.ask_confidence else "not asked", _unknown),
    ("Limit on working time", _limits, _limits),
    ("Limit on searches and pages", _always("none"), _unknown),
    ("Pauses", _pauses, _always("does not apply")),
    ("Told while working", _told, _unknown),
    ("Instructions", _always("the text of the study"), _unknown),
    (
        "Practice with feedback",
        lambda side: f"set {side.design.practice_set!r}" if side.design.practice_set else "none",
        _always("none"),
    ),
)
