"""The card on the design: items, people, limits, planned precision."""

from __future__ import annotations

from collections import Counter

from baseline.analysis.precision import PlannedPrecision
from baseline.designs.planning import assumption_sentence
from baseline.exports.card.entry import Entry, Section
from baseline.exports.card.subject import Subject
from baseline.exports.card.words import (
    FROM_DESIGN,
    FROM_LOG,
    day,
    note,
    note_of,
    spread,
    to_add,
    where_to_add,
)
from db.study_design import Limits
from db.wording import counted, grouped, lasting, percentage_points


def design_section(subject: Subject) -> Section:
    """What was planned, and how much of it there is."""
    return Section(
        "Design",
        (
            _items(subject),
            note(subject.design, "subset", "How the items were drawn from a larger set", 59),
            _people(subject),
            _agent_runs(subject),
            _pilots(subject),
            _limits(subject),
            _precision(subject),
            note(subject.design, "ethics", "Ethics review or exemption", 14),
            note(subject.design, "preregistration", "Pre-registration", 1.7, _first_answer(subject)),
            note(subject.design, "fairness", "Why the comparison is fair to people and to agents", 17),
        ),
    )


def limit_text(limits: Limits) -> str:
    """The limits on working time in words."""
    parts = [
        f"{lasting(seconds)} an {what}" if what == "item" else f"{lasting(seconds)} a {what}"
        for what, seconds in (("item", limits.item_s), ("batch", limits.batch_s))
        if seconds is not None
    ]
    if not parts:
        return "no limit"
    then = {"submit": "then the draft is submitted", "expire": "then the item expires"}
    return f"{' and '.join(parts)}; {then[limits.at_limit]}"


def _items(subject: Subject) -> Entry:
    contents = subject.contents
    used = {side: {one.assignment.item_id for one in subject.places(side)} for side in ("people", "agent")}
    lines = [
        f"{counted(len(contents.items), 'items')} in set {subject.study.item_set!r} "
        f"(sha256 {subject.study.item_set_sha256[:12]}).",
        f"People were given {counted(len(used['people']), 'items')}.",
    ]
    if subject.agents:
        same = (
            "the same items as people" if used["agent"] == used["people"] else "not the same items as people"
        )
        lines.append(f"Agents were given {counted(len(used['agent']), 'items')}, {same}.")
    else:
        lines.append("There is no agent in this study.")
    return Entry(
        "items", "Items in the set, items used, the same for agents", "app", FROM_LOG, tuple(lines), met_by=59
    )


def _people(subject: Subject) -> Entry:
    places = subject.places("people")
    per_item = Counter((one.assignment.item_id, one.assignment.condition) for one in places)
    per_person = Counter(one.account.account_id for one in places)
    n_simulated = sum(one.simulated for one in subject.people if one.account_id in per_person)
    n_began = sum(one.account_id in subject.began for one in subject.people)
    lines = [
        f"{counted(n_began, 'people')} began an item; figures count {grouped(len(per_person))} of them.",
        f"People an item, under each condition: {spread([*per_item.values()])}.",
        f"Items a person: {spread([*per_person.values()])}.",
    ]
    if n_simulated:
        are = "is a simulated participant" if n_simulated == 1 else "are simulated participants"
        lines.append(f"{n_simulated} of them {are}: programs, not people.")
    return Entry("people", "People, answers an item, items a person", "app", FROM_LOG, tuple(lines))


def _agent_runs(subject: Subject) -> Entry:
    runs = Counter((one.system, one.assignment.item_id) for one in subject.places("agent"))
    systems = sorted({system for system, _ in runs})
    lines = [
        f"{system}: {spread([n for (name, _), n in runs.items() if name == system])} an item."
        for system in systems
    ]
    return Entry(
        "agent_runs",
        "Agent runs an item",
        "app",
        FROM_LOG,
        tuple(lines) or ("There is no agent in this study.",),
    )


def _pilots(subject: Subject) -> Entry:
    amendments = [
        f"Amended on {day(one.at_ms)}: {one.amended.reason}" for one in subject.contents.state.amendments
    ]
    written = note_of(subject.design, "pilots")
    return Entry(
        "pilots",
        "Pilots, and what changed between versions of the instrument",
        "both",
        "researcher's notes; amendments in the event log",
        (*written, *(amendments or ["The launched design was not amended."])),
        missing="" if written else where_to_add("pilots"),
        met_by=35,
    )


def _limits(subject: Subject) -> Entry:
    lines = [f"People: working time {limit_text(subject.design.limits)}; searches and pages without limit."]
    missing = ""
    if subject.agents:
        most = max(
            (len(one.record.searches or ()) for one in subject.places("agent") if one.record), default=0
        )
        lines.append(f"Agents: at most {counted(most, 'searches')} an item were made.")
        what = "Say what limits on steps, time and money agents had."
        missing = to_add(subject.design, "fairness", what)
        if not missing:
            lines.append("What limits agents had beside: see why the comparison is fair.")
    return Entry(
        "effort_limits",
        "Limits on effort, on both sides",
        "app",
        FROM_DESIGN,
        tuple(lines),
        missing=missing,
        met_by=14,
    )


def _precision(subject: Subject) -> Entry:
    lines = _precise(subject.precision)
    if subject.precision_now is not None:
        lines += ["With the amendments, instead:", *_precise(subject.precision_now)]
    return Entry(
        "precision", "Planned precision", "app", "simulation of the design", tuple(lines), met_by=1.7
    )


def _precise(precision: PlannedPrecision) -> list[str]:
    lines = [f"Expected interval of one condition's accuracy: ± {percentage_points(precision.half_width)}."]
    if precision.gap is not None:
        gap = percentage_points(precision.gap)
        lines.append(f"Smallest gap between two conditions that it detects: {gap}.")
    if precision.gap_to_agent is not None:
        gap = percentage_points(precision.gap_to_agent)
        lines.append(f"Smallest gap to one run of an agent that it detects: {gap}.")
    return [*lines, assumption_sentence(precision)]


def _first_answer(subject: Subject) -> tuple[str, ...]:
    closed = [
        one.facts.closed_at_ms
        for one in subject.places("people", begun=True)
        if one.facts is not None and one.facts.closed_at_ms is not None
    ]
    return (f"The first answer was given on {day(min(closed))}.",) if closed else ()
