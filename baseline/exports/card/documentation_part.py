"""The card on documentation: who came and left, how long it took, what was shown, where to find it."""

from __future__ import annotations

from collections import Counter

from baseline.exports.card.demographics import demographic_table
from baseline.exports.card.entry import CardTable, Entry, Section
from baseline.exports.card.execution_part import instructions_sha256
from baseline.exports.card.people_flow import people_flow
from baseline.exports.card.subject import Subject
from baseline.exports.card.words import FROM_LOG, day, middle, note, note_of, where_to_add
from baseline.exports.tables import answer_rows
from baseline.participants.journey import text_sha256
from db.study_events import ConsentGiven
from db.wording import counted


def documentation_section(subject: Subject) -> Section:
    """What readers need to judge and to repeat the study."""
    design = subject.design
    return Section(
        "Documentation",
        (
            _demographics(subject),
            _texts(subject),
            _times(subject),
            _flow(subject),
            note(design, "ai_tools", "AI tools, if allowed"),
            _answers(subject),
            note(design, "material", "Archive of code and material, screenshots", 44),
            note(design, "withheld", "Reason for anything withheld"),
        ),
    )


def _demographics(subject: Subject) -> Entry:
    design = subject.design
    questions = {
        (when, one.question_id): one
        for when in ("before", "after")
        for one in getattr(design, when)
        if one.kind == "choice"
    }
    given: dict[tuple[str, str], list[str]] = {key: [] for key in questions}
    for row in answer_rows(subject.contents):
        if (row.when, row.question_id) in given:
            given[row.when, row.question_id].append(row.answer)
    tables = tuple(
        demographic_table(questions[key].text, questions[key].choices, answers)
        for key, answers in given.items()
        if answers
    )
    written = note_of(design, "demographics")
    return Entry(
        "demographics",
        "Demographics, small groups not shown",
        "both",
        "researcher's notes; questionnaires in the event log",
        written,
        tables,
        "" if written else where_to_add("demographics"),
        23,
    )


def _texts(subject: Subject) -> Entry:
    design = subject.design
    given = Counter(
        event.payload.sha256
        for events in subject.contents.participations.values()
        for event in events
        if isinstance(event.payload, ConsentGiven)
    )
    lines = [f"Instructions: sha256 {instructions_sha256(design)[:12]}, in full at the end of this card."]
    if design.consent:
        lines.append(
            f"Consent text: sha256 {text_sha256(design.consent)[:12]}, in full at the end of this card."
        )
    else:
        lines.append("There was no consent text.")
    lines += [
        f"Consent version {sha256[:12]} was given by {counted(n, 'people')}."
        for sha256, n in sorted(given.items())
    ]
    asked = [
        [event.payload for event in events if event.kind == "consent_given"]
        for events in subject.contents.participations.values()
    ]
    erased = sum(bool(own) and not any(isinstance(one, ConsentGiven) for one in own) for own in asked)
    if erased:
        lines.append(f"Which version {counted(erased, 'people')} gave consent to was erased with the rest.")
    lines.append(f"The whole design: sha256 {design.sha256[:12]}; it is exported with the trajectories.")
    return Entry(
        "texts",
        "Instructions and consent text, with versions",
        "app",
        "design and event log",
        tuple(lines),
        met_by=21,
    )


def _times(subject: Subject) -> Entry:
    lines = [
        "Working time: from the question on the screen to the end of the attempt, without pauses and server "
        "outages; leaving the tab does not stop it.",
    ]
    rows = []
    for system in dict.fromkeys(one.system for one in subject.contents.counted):
        records = [one.record for one in subject.contents.counted if one.system == system and one.record]
        times = {
            name: [found for one in records if (found := getattr(one, name)) is not None]
            for name in ("working_s", "wall_s", "visible_s")
        }
        rows.append((system, *(middle(values) for values in times.values()), str(len(times["working_s"]))))
    head = ("system", "working time", "wall time", "visible time", "attempts")
    return Entry(
        "times",
        "Time to completion an item, with the definition of time",
        "app",
        FROM_LOG,
        tuple(lines) if rows else (*lines, "Nobody has answered yet."),
        (CardTable(head, tuple(rows)),) if rows else (),
        met_by=21,
    )


def _flow(subject: Subject) -> Entry:
    flow = people_flow(subject)
    came = CardTable(("people", "number"), tuple((name, str(n)) for name, n in flow.came))
    ended = CardTable(("where they are now", "number"), tuple((name, str(n)) for name, n in flow.fates))
    lines = (
        "Items are the study's own, without practice, tests and attention checks. Everybody who was invited "
        "stands in one row of the second table.",
    )
    return Entry(
        "flow", "Invited, consented, started, completed, withdrew", "app", FROM_LOG, lines, (came, ended)
    )


def _answers(subject: Subject) -> Entry:
    n = sum(one.record is not None for one in subject.contents.counted)
    n_left_out = sum(one.left_out is not None for one in subject.contents.places)
    lines = (
        f"{counted(n, 'attempts')} under pseudonymous ids, as predictions, trajectories, tables and Inspect "
        "logs (python -m baseline export).",
        f"Places that count in no figure, listed apart: {n_left_out}.",
        f"Study made on {day(subject.study.created_at_ms)}.",
    )
    return Entry("answers", "Individual answers, pseudonymous", "app", FROM_LOG, lines, met_by=22)
