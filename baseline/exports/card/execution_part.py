"""The card on execution: sittings, checks, tools, instructions, conditions."""

from __future__ import annotations

from collections import Counter

from baseline.exports.card.entry import Entry, Section
from baseline.exports.card.parity import Parity
from baseline.exports.card.subject import Subject
from baseline.exports.card.words import FROM_DESIGN, FROM_LOG, seconds, share, spread, to_add
from baseline.participants.instructions import instructions_for
from baseline.participants.journey import text_sha256
from db.study_design import Condition, StudyDesign
from db.study_events import BatchStarted, InstructionsShown
from db.wording import counted


def execution_section(subject: Subject, parity: Parity) -> Section:
    """How people worked, and with what."""
    return Section(
        "Execution",
        (
            _sittings(subject),
            _quality(subject),
            _parity(subject, parity),
            _instructions(subject),
            _tools(subject),
            _confidence(subject),
            _conditions(subject),
        ),
    )


def tool_text(condition: Condition) -> str:
    """What a condition gives, in words."""
    tools = {
        "search": "search and the pages that it finds",
        "given_pages": "the gold evidence pages, no search",
    }
    more = "whole documents can be read" if condition.whole_document else "no other page of a document opens"
    return f"{tools[condition.tools]}; {more}"


def _sittings(subject: Subject) -> Entry:
    design = subject.design
    begun = Counter(
        account_id
        for account_id, events in subject.contents.participations.items()
        for event in events
        if isinstance(event.payload, BatchStarted)
    )
    order = {"seeded": f"seeded for each person (seed {design.seed})", "set": "that of the set"}
    pauses = [one.facts.pause_s or 0.0 for one in subject.places("people", begun=True) if one.facts]
    n_paused = sum(pause > 0 for pause in pauses)
    lines = [
        f"{counted(design.batch_size, 'items')} a batch, with a break after each.",
        f"Order of items: {order[design.order]}.",
        f"Pauses in {share(n_paused, len(pauses))} of the attempts, {seconds(sum(pauses))} in all.",
    ]
    if begun:
        lines.insert(1, f"Batches begun a person: {spread([*begun.values()])}.")
    return Entry(
        "sittings",
        "Items a sitting, sittings, breaks, order and its seed",
        "app",
        FROM_LOG,
        tuple(lines),
        met_by=25,
    )


def _quality(subject: Subject) -> Entry:
    checks, exclusions = subject.design.attention, subject.contents.state.exclusions
    if checks is None:
        lines = ["There were no attention checks."]
    else:
        lines = [
            f"{counted(checks.per_batch, 'attention checks')} in each batch, from set {checks.item_set!r}; "
            f"threshold {checks.pass_share:.0%}.",
            f"Attention checks begun: {len(subject.own_places('attention'))}.",
        ]
    by_rule = Counter(one.excluded.rule_id or "no rule, by hand" for one in exclusions)
    lines += [f"Excluded under {rule!r}: {n}." for rule, n in sorted(by_rule.items())]
    if not exclusions:
        lines.append("No attempt and no participant is excluded.")
    return Entry(
        "quality",
        "Quality checks, thresholds, answers excluded by rule",
        "app",
        "design and event log",
        tuple(lines),
        met_by=23,
    )


def _parity(subject: Subject, parity: Parity) -> Entry:
    n_differ, n_unknown = parity.count("differs"), parity.count("not known")
    if subject.agents:
        line = (
            f"People and agents are compared in {counted(len(parity.rows), 'points')}: different in "
            f"{n_differ}, not known of agents in {n_unknown}. See the parity sheet."
        )
    else:
        line = "There is no agent in this study; the parity sheet says what people saw and could do."
    what = "Say what agents saw where the sheet does not know."
    missing = to_add(subject.design, "fairness", what) if n_unknown else ""
    return Entry(
        "parity",
        "The same interface, and where it differs",
        "app",
        "parity sheet",
        (line,),
        missing=missing,
        met_by=12,
    )


def instructions_sha256(design: StudyDesign) -> str:
    """What names the instructions that hold now."""
    return text_sha256(instructions_for(design))


def _instructions(subject: Subject) -> Entry:
    shown = Counter(
        event.payload.sha256
        for events in subject.contents.participations.values()
        for event in events
        if isinstance(event.payload, InstructionsShown)
    )
    current = instructions_sha256(subject.design)
    lines = [f"Text as it holds now: sha256 {current[:12]}; in full at the end of this card."]
    lines += [
        f"Version {sha256[:12]} was on the screen of {counted(n, 'people')}."
        for sha256, n in sorted(shown.items())
    ]
    what = "Name the agents' prompts and their hashes."
    missing = to_add(subject.design, "material", what) if subject.agents else ""
    return Entry(
        "instructions",
        "Instructions to people, prompts of agents",
        "app",
        FROM_LOG,
        tuple(lines),
        missing=missing,
        met_by=24,
    )


def _tools(subject: Subject) -> Entry:
    attempts = [one.facts for one in subject.places("people", begun=True) if one.facts]
    hidden = [facts for facts in attempts if facts.n_tab_hidden]
    hidden_s = sum(facts.hidden_s or 0.0 for facts in hidden)
    lines = [f"Condition {one.name!r}: {tool_text(one)}." for one in subject.design.conditions]
    lines += [
        "The server refuses what a condition does not give. Refused, and in the log: "
        f"{sum(facts.n_refused for facts in attempts)}.",
        f"The tab was left in {share(len(hidden), len(attempts))} of the attempts, {seconds(hidden_s)} in "
        "all. Pasting is not recorded, and people made no attestation.",
    ]
    return Entry(
        "tools", "Tools allowed, how that is enforced, leaving the tab", "app", FROM_LOG, tuple(lines)
    )


def _confidence(subject: Subject) -> Entry:
    if not subject.design.ask_confidence:
        line = "Confidence was not asked for."
    else:
        answered = [one.record for one in subject.answers("people") if one.record]
        stated = [record for record in answered if record.confidence is not None]
        of_all = share(len(stated), len(answered))
        line = f"Confidence from 0 to 100, stated with {of_all} of people's answers."
    return Entry(
        "confidence",
        "Confidence and explanations",
        "app",
        FROM_LOG,
        (line, "Explanations were not asked for."),
        met_by=11,
    )


def _conditions(subject: Subject) -> Entry:
    design = subject.design
    people = {
        condition.name: len(
            {
                one.account.account_id
                for one in subject.places("people")
                if one.assignment.condition == condition.name
            }
        )
        for condition in design.conditions
    }
    how = {
        "between": "each person works in one condition, the least filled first",
        "within": "each person works in all of them on different items, their order counterbalanced",
    }
    many = len(design.conditions) > 1
    lines = [f"{name}: {counted(n, 'people')}." for name, n in people.items()]
    lines.append(f"Assigned so that {how[design.allocation]}." if many else "There is one condition.")
    return Entry(
        "conditions",
        "Conditions, and how they were assigned",
        "app",
        f"{FROM_DESIGN} and {FROM_LOG}",
        tuple(lines),
    )
