"""A study as tables for spreadsheets: attempts, how often which event came, answers to questionnaires."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from baseline.attempts.attempt_facts import KindCount
from baseline.exports.columns import Cell, Column, table_file
from baseline.exports.contents import Place, StudyContents
from baseline.exports.files import ExportFile
from baseline.exports.moments import moment
from db.study_events import QuestionnaireAnswered

TEXT, WHOLE, NUMBER, YES_NO = "text", "whole number", "number", "yes/no"


class KindRow(NamedTuple):
    """One kind of event in one attempt."""

    place: Place
    of: KindCount


class AnswerRow(NamedTuple):
    """One person's answer to one question of a questionnaire."""

    participant: str
    when: str
    at_ms: int
    question_id: str
    question: str
    answer: str


def _record(name: str) -> Column[Place]:
    types = {"confidence": WHOLE, "n_searches": WHOLE, "n_page_views": WHOLE}
    return Column(
        name,
        types.get(name, NUMBER),
        _RECORD_MEANINGS[name],
        lambda place: getattr(place.record, name) if place.record else None,
    )


def _fact(name: str, type_: str, meaning: str) -> Column[Place]:
    def value(place: Place) -> Cell:
        found: Cell = getattr(place.facts, name) if place.facts else None
        return found

    return Column(name, type_, meaning, value)


_RECORD_MEANINGS = {
    "confidence": "0 to 100, as stated; empty if none was",
    "verdict": "the newest judgement: 0, 0.5 or 1; empty if nobody judged",
    "wall_s": "seconds from the question on the screen to the end of the attempt",
    "working_s": "wall time without pauses and server outages",
    "visible_s": "working time with the tab in sight",
    "n_searches": "queries that ran; this is the effort",
    "n_page_views": "pages opened, each time anew",
}

ATTEMPTS: tuple[Column[Place], ...] = (
    Column("attempt", TEXT, "names the attempt in every file", lambda p: p.attempt_id),
    Column("participant", TEXT, "pseudonymous id of the person or agent", lambda p: p.account.account_id),
    Column(
        "system", TEXT, "people together, or one agent; with the condition if several", lambda p: p.system
    ),
    Column("side", TEXT, "`people` or `agent`", lambda p: p.account.side),
    Column("simulated", YES_NO, "whether a program acted as this participant", lambda p: p.account.simulated),
    Column("item", TEXT, "the item's id", lambda p: p.assignment.item_id),
    Column("condition", TEXT, "under which the item was answered", lambda p: p.assignment.condition),
    Column(
        "purpose", TEXT, "`main`, `practice`, `qualification` or `attention`", lambda p: p.assignment.purpose
    ),
    Column("batch", WHOLE, "which batch, or which try, from 1", lambda p: p.assignment.batch),
    Column("position", WHOLE, "place in the person's own order, from 1", lambda p: p.assignment.position),
    Column("counts", YES_NO, "whether the study's figures count it", lambda p: p.counts),
    Column(
        "left_out",
        TEXT,
        "`released` or `excluded`; else empty",
        lambda p: p.left_out.why if p.left_out else None,
    ),
    Column(
        "left_out_reason", TEXT, "why it was left out", lambda p: p.left_out.reason if p.left_out else None
    ),
    Column(
        "rule",
        TEXT,
        "the declared rule that an exclusion follows",
        lambda p: p.left_out.rule_id if p.left_out else None,
    ),
    Column(
        "status",
        TEXT,
        "`own`, `auto` (time over), `not_found`, `skipped`, `expired`, `open`, `erased`, or `missing`: "
        "nobody has begun it",
        lambda p: p.status,
    ),
    Column(
        "answer",
        TEXT,
        "the parts, separated by ` | `",
        lambda p: " | ".join(p.record.answer) if p.record else None,
    ),
    Column(
        "citations",
        TEXT,
        "cited pages, one a line: `document#page=3`",
        lambda p: "\n".join(f"{c.document}#page={c.page}" for c in p.record.citations) if p.record else None,
    ),
    *(_record(name) for name in _RECORD_MEANINGS),
    Column(
        "shown_at",
        TEXT,
        "when the question came on the screen (UTC)",
        lambda p: moment(p.facts.shown_at_ms) if p.facts else None,
    ),
    Column(
        "closed_at",
        TEXT,
        "when the attempt ended (UTC)",
        lambda p: moment(p.facts.closed_at_ms) if p.facts else None,
    ),
    _fact("pause_s", NUMBER, "seconds of pauses with a reason"),
    Column(
        "pause_reasons",
        TEXT,
        "their reasons, one a line",
        lambda p: "\n".join(p.facts.pause_reasons) if p.facts else None,
    ),
    _fact("hidden_s", NUMBER, "seconds of working time in which the tab was out of sight"),
    _fact("outage_s", NUMBER, "seconds in which the server was down"),
    _fact("n_tab_hidden", WHOLE, "how often the tab went out of sight"),
    _fact("first_query", TEXT, "the first query that ran, as typed"),
    _fact("n_refused", WHOLE, "tools asked for what they do not do"),
    _fact("n_hits_opened", WHOLE, "hits opened from a result list"),
    _fact("n_pages", WHOLE, "different pages seen"),
    _fact("page_visible_s", NUMBER, "seconds with a page in sight, by the browser's clock"),
    Column(
        "first_gold_page_s",
        NUMBER,
        "wall seconds until the first gold page was on the screen; empty if never",
        lambda p: p.facts.first_of(p.evidence) if p.facts else None,
    ),
    _fact("n_marked", WHOLE, "pages put into the evidence tray"),
    _fact("n_unmarked", WHOLE, "pages taken out of it"),
    _fact("n_answer_edits", WHOLE, "drafts saved after a pause in typing; their text is not exported"),
    _fact("n_events", WHOLE, "events of the attempt"),
    _fact("n_lost", WHOLE, "events that the browser numbered and that never arrived"),
    _fact("n_on_pause", WHOLE, "pages, marks and drafts that arrived over 10 s after a pause had begun"),
    _fact("clock_skew_s", NUMBER, "median of the browser's clock minus the server's; empty if over a year"),
    _fact("is_erased", YES_NO, "whether the participant withdrew and the content was erased"),
)

EVENTS: tuple[Column[KindRow], ...] = (
    Column("attempt", TEXT, "names the attempt in every file", lambda r: r.place.attempt_id),
    Column(
        "participant", TEXT, "pseudonymous id of the person or agent", lambda r: r.place.account.account_id
    ),
    Column("item", TEXT, "the item's id", lambda r: r.place.assignment.item_id),
    Column("condition", TEXT, "under which the item was answered", lambda r: r.place.assignment.condition),
    Column("counts", YES_NO, "whether the study's figures count the attempt", lambda r: r.place.counts),
    Column("kind", TEXT, "kind of event", lambda r: r.of.kind),
    Column("n", WHOLE, "how many of it", lambda r: r.of.n),
    Column("first_at", TEXT, "when the first was stored (UTC)", lambda r: moment(r.of.first_at_ms)),
    Column("last_at", TEXT, "when the last was stored (UTC)", lambda r: moment(r.of.last_at_ms)),
)

QUESTIONNAIRES: tuple[Column[AnswerRow], ...] = (
    Column("participant", TEXT, "pseudonymous id of the person", lambda r: r.participant),
    Column("when", TEXT, "`before` or `after` the items", lambda r: r.when),
    Column("at", TEXT, "when it was answered (UTC)", lambda r: moment(r.at_ms)),
    Column("question", TEXT, "the question's id", lambda r: r.question_id),
    Column("text", TEXT, "the question as it reads now", lambda r: r.question),
    Column("answer", TEXT, "as it was given", lambda r: r.answer),
)


def csv_files(contents: StudyContents) -> list[ExportFile]:
    """`attempts.csv`, `events.csv`, `questionnaires.csv`; a table without rows has its header alone."""
    kinds = [KindRow(one, count) for one in contents.places if one.facts for count in one.facts.kinds]
    return [
        table_file("attempts.csv", ATTEMPTS, contents.places, "attempts"),
        table_file("events.csv", EVENTS, kinds, "events by kind"),
        table_file("questionnaires.csv", QUESTIONNAIRES, answer_rows(contents), "questionnaires"),
    ]


def answer_rows(contents: StudyContents) -> Iterator[AnswerRow]:
    """Everybody's answers to the questions before and after, person by person."""
    design = contents.study.design
    texts = {(when, q.question_id): q.text for when in ("before", "after") for q in getattr(design, when)}
    for participant, events in contents.participations.items():
        for event in events:
            if isinstance(event.payload, QuestionnaireAnswered):
                when = event.payload.when
                for question_id, answer in event.payload.answers:
                    text = texts.get((when, question_id), "")
                    yield AnswerRow(participant, when, event.at_ms, question_id, text, answer)
