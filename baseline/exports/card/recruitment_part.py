"""The card on recruitment: who took part, who was left out, what they knew, what they were paid."""

from __future__ import annotations

from collections import Counter

from baseline.analysis.exclusion_rules import rule_text
from baseline.exports.card.entry import Entry, Section
from baseline.exports.card.subject import Subject
from baseline.exports.card.words import FROM_DESIGN, FROM_LOG, middle, note, seconds
from db.wording import counted

_HOW = {
    "authored": "wrote",
    "revised": "revised",
    "reviewed": "reviewed",
    "supervised": "supervised the writing of",
    "researched": "could see as researchers",
    "attempted": "met in another study, or under another account,",
    "assigned": "were given in another study, or under another account,",
    "declared": "were declared to know",
}
_AUTHORS = {"authored", "revised", "reviewed", "supervised"}


def recruitment_section(subject: Subject) -> Section:
    """Who took part, and under which rules."""
    design = subject.design
    return Section(
        "Recruitment",
        (
            note(design, "population", "Population of interest", 43),
            note(design, "sampling", "Sampling method", 63),
            _screening(subject),
            _authors(subject),
            _exposure(subject),
            _training(subject),
            _pay(subject),
        ),
    )


def _screening(subject: Subject) -> Entry:
    design, contents = subject.design, subject.contents
    lines = [f"Exclusion rule {one.rule_id!r}: {rule_text(one, design)}." for one in design.exclusion_rules]
    if not lines:
        lines.append("No exclusion rule was declared.")
    test = design.qualification
    if test is None:
        lines.append("There was no qualification test.")
    else:
        tried = [state for state in subject.states.values() if state.tests]
        passed = sum(state.has_passed for state in tried)
        lines.append(
            f"Qualification test of {counted(test.n_items, 'items')}, pass mark {test.pass_share:.0%}, "
            f"{counted(test.attempts, 'attempts')} at it: {counted(len(tried), 'people')} took it, "
            f"{passed} passed."
        )
    excluded = Counter(one.excluded.of for one in contents.state.exclusions)
    lines.append(
        "Left out of the figures by a researcher, with a reason: "
        f"{counted(excluded['participant'], 'participants')} and {counted(excluded['attempt'], 'attempts')}."
    )
    return Entry(
        "screening",
        "Rules of inclusion and exclusion, screening test, numbers excluded",
        "app",
        "design and event log",
        tuple(lines),
        met_by=29,
    )


def _authors(subject: Subject) -> Entry:
    people = [one.account_id for one in subject.people]
    wrote = [one for one in people if any(known.how in _AUTHORS for known in subject.known.get(one, ()))]
    lines = (
        f"Had a part in writing items of this set: {len(wrote)} of {counted(len(people), 'people')}.",
        "Nobody is given an item that they wrote, revised, reviewed or supervised.",
    )
    return Entry("authors", "Whether authors took part", "app", "contamination ledger", lines, met_by=9)


def _exposure(subject: Subject) -> Entry:
    counts = Counter(known.how for one in subject.people for known in subject.known.get(one.account_id, ()))
    lines = [f"Items that people {_HOW[how]}: {n}." for how, n in sorted(counts.items())]
    given = {(one.account.account_id, one.assignment.item_id) for one in subject.places("people")}
    both = sum(
        (one.account_id, known) in given
        for one in subject.people
        for known in {each.item_id for each in subject.known.get(one.account_id, ())}
    )
    lines.append(f"Items that somebody knew and answered here all the same: {both}.")
    return Entry("exposure", "Prior exposure to items", "app", "contamination ledger", tuple(lines), met_by=8)


def _training(subject: Subject) -> Entry:
    design = subject.design
    lines = ["Instructions are on the screen before the first item, and can be opened again from every item."]
    if design.practice_set:
        practised = subject.own_places("practice")
        n_people = len({one.account.account_id for one in practised})
        times = [one.record.working_s for one in practised if one.record and one.record.working_s is not None]
        lines.append(
            f"Practice items with feedback from set {design.practice_set!r}: {counted(n_people, 'people')} "
            f"worked on {counted(len(practised), 'items')}; working time an item {middle(times)}."
        )
    else:
        lines.append("There was no practice.")
    return Entry("training", "Training: kind, items, duration", "app", FROM_LOG, tuple(lines), met_by=23)


def _pay(subject: Subject) -> Entry:
    pay = subject.design.pay
    lines = []
    if pay.per_hour is not None:
        lines.append(f"{pay.per_hour:g} {pay.currency} an hour.".replace("  ", " "))
    lines += [part for part in (" ".join(pay.note.split()),) if part]
    worked = Counter[str]()
    for one in (*subject.places("people", begun=True), *subject.own_places("practice")):
        if one.record is not None and one.record.working_s is not None:
            worked[one.account.account_id] += round(one.record.working_s)
    if lines and worked:
        total_s = sum(worked.values())
        lines.append(
            f"Working time a person: {middle([*map(float, worked.values())])}; {seconds(total_s)} in all."
        )
        if pay.per_hour is not None:
            paid = pay.per_hour * total_s / 3600
            lines.append(
                f"At that rate the working time alone comes to {paid:.2f} {pay.currency}.".replace(" .", ".")
            )
    return Entry(
        "pay",
        "Pay: rate, bonus, currency; realised rate from working time",
        "both",
        f"{FROM_DESIGN} and {FROM_LOG}",
        tuple(lines),
        missing="" if lines else "Researcher must add: the study's design, “Pay”.",
    )
