"""Trajectories as JSON Lines: every attempt with its events in order, and each person's own events.

Drafts stay here, and so do completion codes, which a payment office could match with names, and what
researchers wrote to people. What was erased is exported as erased: its kind and place are left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import Field

from baseline.attempts.attempt_facts import is_erased
from baseline.exports.contents import Place, StudyContents
from baseline.exports.files import ExportFile, json_file, json_lines
from db import event_log
from db.connection import Database
from db.events import Event
from db.models import Frozen

# Kind -> the fields of its payload that are not exported.
WITHHELD: Mapping[str, tuple[str, ...]] = {
    "answer_edited": ("draft",),
    "code_issued": ("code",),
    "message_sent": ("text",),
    "questionnaire_edited": ("answers",),
}


class EventLine(Frozen):
    """One event as it is exported."""

    seq: int = Field(description="place in the stream, 1, 2, 3 … without a gap")
    event_id: str = Field(description="names the event; other events may refer to it")
    kind: str = Field(description="what happened; the kinds are listed below")
    at_ms: int = Field(description="server time, Unix milliseconds, UTC")
    since_shown_ms: int | None = Field(
        description="milliseconds since the question was on the screen; null before it, and beside attempts"
    )
    source: str = Field(description="browser, server, agent or simulated")
    app_version: str = Field(description="which version of the app wrote it")
    client_at_ms: int | None = Field(description="the browser's own clock; never used for working time")
    client_instance: str | None = Field(description="which page load of which tab sent it")
    client_seq: int | None = Field(description="counts from 0 in that page load; a hole is a lost event")
    payload: dict[str, Any] = Field(
        description='the fields of its kind; `{"erased": true}` if the participant withdrew and had it erased'
    )
    withheld: tuple[str, ...] = Field(description="fields of the payload that are never exported")


class TrajectoryLine(Frozen):
    """One line of trajectories.jsonl: one attempt that has begun."""

    study: str = Field(description="the study's id")
    attempt: str = Field(description="names the attempt in every file")
    participant: str = Field(description="pseudonymous id of the person or agent")
    side: Literal["people", "agent"] = Field(description="people or agent")
    simulated: bool = Field(description="whether a program acted as this participant")
    system: str = Field(description="people together, or one agent; with the condition if there are several")
    item: str = Field(description="the item's id, as in gold.jsonl")
    condition: str = Field(description="under which the item was answered")
    purpose: str = Field(description="main, practice, qualification or attention")
    batch: int = Field(description="which batch, or which try, from 1")
    position: int = Field(description="place in the person's own order, from 1")
    status: str = Field(description="own, auto, not_found, skipped, expired, open or erased")
    counts: bool = Field(description="whether the study's figures count it")
    left_out: Literal["released", "excluded"] | None = Field(description="why it does not, if it could")
    left_out_reason: str | None = Field(description="in words")
    events: tuple[EventLine, ...] = Field(description="its events in order")


class ParticipationLine(Frozen):
    """One line of participants.jsonl: one person's own events, beside their attempts."""

    study: str = Field(description="the study's id")
    participant: str = Field(description="pseudonymous id of the person or agent")
    side: Literal["people", "agent"] = Field(description="people or agent")
    simulated: bool = Field(description="whether a program acted as this participant")
    events: tuple[EventLine, ...] = Field(description="their events in order; none if they never came")


def trajectory_files(database: Database, contents: StudyContents) -> list[ExportFile]:
    """`trajectories.jsonl`, `participants.jsonl`, `study.json`.

    Call it inside the snapshot that `contents` was read in.
    """
    people = (_participation(contents, one.account_id) for one in contents.people)
    return [
        json_lines("trajectories.jsonl", _trajectories(database, contents), of="attempts"),
        json_lines("participants.jsonl", people, of="people and agents"),
        json_file("study.json", study_description(contents), of="the study's design and its changes"),
    ]


def study_description(contents: StudyContents) -> dict[str, Any]:
    """The study as it was launched and as it holds now, every amendment, every exclusion in force."""
    study, state = contents.study, contents.state
    return {
        "study": study.study_id,
        "item_set_sha256": study.item_set_sha256,
        "index_fingerprint": study.index_fingerprint,
        "profile": study.profile,
        "created_at_ms": study.created_at_ms,
        "launched_at_ms": state.launched_at_ms,
        "design_sha256_at_launch": contents.launched.design.sha256,
        "design_sha256": study.design.sha256,
        "design": {**study.design.model_dump(mode="json"), "index_name": study.index_title},
        "amendments": [
            {"at_ms": one.at_ms, "reason": one.amended.reason, "by": one.amended.by}
            for one in state.amendments
        ],
        "exclusions": [
            {"at_ms": one.at_ms, **one.excluded.model_dump(mode="json", exclude={"kind"})}
            for one in state.exclusions
        ],
    }


def event_line(event: Event, shown_at_ms: int | None) -> dict[str, Any]:
    """An event without what is never exported: the fields of `EventLine`, from a log checked when read."""
    withheld = () if is_erased(event) else WITHHELD.get(event.kind, ())
    before = shown_at_ms is None or event.at_ms < shown_at_ms
    return {
        "seq": event.seq,
        "event_id": event.event_id,
        "kind": event.kind,
        "at_ms": event.at_ms,
        "since_shown_ms": None if before or shown_at_ms is None else event.at_ms - shown_at_ms,
        "source": event.source,
        "app_version": event.app_version,
        "client_at_ms": event.client_at_ms,
        "client_instance": event.client_instance,
        "client_seq": event.client_seq,
        "payload": event.payload.model_dump(mode="json", exclude={"kind", *withheld}),
        "withheld": list(withheld),
    }


def _trajectories(database: Database, contents: StudyContents) -> Iterator[dict[str, Any]]:
    begun = {one.attempt_id: one for one in contents.places if one.facts is not None}
    lines = {
        attempt_id: _trajectory(contents, begun[attempt_id], events)
        for attempt_id, events in event_log.replay_many(database, [*begun])
    }
    # The log gives streams by their ids; people and positions are the order to read in.
    yield from (lines[attempt_id] for attempt_id in begun)


def _trajectory(contents: StudyContents, place: Place, events: list[Event]) -> dict[str, Any]:
    assignment, left_out = place.assignment, place.left_out
    shown_at_ms = place.facts.shown_at_ms if place.facts else None
    line = TrajectoryLine(
        study=contents.study.study_id,
        attempt=place.attempt_id,
        participant=assignment.account_id,
        side=place.account.side,
        simulated=place.account.simulated,
        system=place.system,
        item=assignment.item_id,
        condition=assignment.condition,
        purpose=assignment.purpose,
        batch=assignment.batch,
        position=assignment.position,
        status=place.status,
        counts=place.counts,
        left_out=left_out.why if left_out else None,
        left_out_reason=left_out.reason if left_out else None,
        events=(),
    )
    return {**line.model_dump(mode="json"), "events": [event_line(event, shown_at_ms) for event in events]}


def _participation(contents: StudyContents, account_id: str) -> dict[str, Any]:
    account = next(one for one in contents.people if one.account_id == account_id)
    events = contents.participations.get(account_id, ())
    line = ParticipationLine(
        study=contents.study.study_id,
        participant=account_id,
        side=account.side,
        simulated=account.simulated,
        events=(),
    )
    return {**line.model_dump(mode="json"), "events": [event_line(event, None) for event in events]}
