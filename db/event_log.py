"""The event log: append-only, gap-free per stream, idempotent by event id.

All functions take a database inside the caller's transaction (`db.connection.writing`) or, for the
app, a job of `db.writer.EventWriter`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import get_args

from pydantic import TypeAdapter
from sqlite_utils import Database

from db.errors import Conflict, InvalidInput
from db.events import Event, NewEvent, Payload
from db.study_events import Erased
from db.version import VERSION

_PAYLOAD: TypeAdapter[Payload] = TypeAdapter(Payload)
KINDS = frozenset(class_.model_fields["kind"].default for class_ in get_args(get_args(Payload)[0]))
ERASED = '{"erased": true}'
"""The payload of an event whose participant withdrew."""
_LARGEST_INTEGER = 2**63 - 1
_EVENTS = (
    "SELECT event_id, stream_id, seq, kind, at_ms, payload, source, app_version, "
    "client_at_ms, client_instance, client_seq FROM events "
)
_OF_STREAMS = "JOIN json_each(?) ON value = stream_id "
_OF_KINDS = "WHERE kind IN (SELECT value FROM json_each(?)) "


def append(database: Database, stream_id: str, new_events: Iterable[NewEvent], at_ms: int) -> list[Event]:
    """Add events to a stream in order, each with the next sequence number; return them as stored.

    An event id that is already there, in the same stream and with the same content, is a resend: the stored
    event is returned and nothing is added.

    Raises:
        Conflict: the event id belongs to another stream or to an event with another content.
        InvalidInput: the event cannot be stored so that it reads back the same; it is not added.
    """
    return [_append_one(database, stream_id, new, at_ms) for new in new_events]


def _append_one(database: Database, stream_id: str, new: NewEvent, at_ms: int) -> Event:
    payload = _stored_form(new)
    row = {
        "event_id": new.event_id,
        "stream_id": stream_id,
        "kind": new.payload.kind,
        "at_ms": at_ms,
        "payload": payload,
        "source": new.source,
        "app_version": VERSION,
        "client_at_ms": new.client_at_ms,
        "client_instance": new.client_instance,
        "client_seq": new.client_seq,
    }
    # Only a repeated event id is let pass: any other clash must fail, or an event would be lost silently.
    cursor = database.execute(
        "INSERT INTO events (event_id, stream_id, seq, kind, at_ms, payload, source, app_version, "
        "client_at_ms, client_instance, client_seq) VALUES (:event_id, :stream_id, "
        "(SELECT coalesce(max(seq), 0) + 1 FROM events WHERE stream_id = :stream_id), "
        ":kind, :at_ms, :payload, :source, :app_version, :client_at_ms, :client_instance, :client_seq) "
        "ON CONFLICT (event_id) DO NOTHING",
        row,
    )
    stored = find(database, new.event_id)
    if stored is None:
        raise sqlite3.IntegrityError(f"event {new.event_id!r} was neither added nor found")
    if cursor.rowcount == 0 and not _is_resend(stored, stream_id, new.payload):
        raise _used(new.event_id)
    return stored


def earlier(database: Database, stream_id: str, event_id: str, payload: Payload) -> Event | None:
    """What this gesture stored before, if it is sent again; None for a new one.

    Raises:
        Conflict: the event id was used for something else.
    """
    stored = find(database, event_id)
    if stored is not None and not _is_resend(stored, stream_id, payload):
        raise _used(event_id)
    return stored


def _is_resend(stored: Event, stream_id: str, payload: Payload) -> bool:
    """Whether it is the same content; of what was erased the kind is all that can be compared."""
    is_same = stored.kind == payload.kind if isinstance(stored.payload, Erased) else stored.payload == payload
    return is_same and stored.stream_id == stream_id


def _used(event_id: str) -> Conflict:
    return Conflict(f"Event {event_id!r} was already used for something else; nothing was saved.")


def _stored_form(new: NewEvent) -> str:
    """The payload as JSON, proved to read back: an event that does not would lock its attempt for ever."""
    kind = new.payload.kind
    try:
        payload = _PAYLOAD.dump_json(new.payload, exclude={"kind"}).decode()
        same = _with_kind(payload, kind) == new.payload
        (new.client_instance or "").encode()
    except ValueError as error:  # NaN is no JSON number, half a surrogate pair is no text
        raise InvalidInput(f"A {kind!r} event holds text or a number that cannot be stored.") from error
    if (
        not same
        or abs(new.client_at_ms or 0) > _LARGEST_INTEGER
        or abs(new.client_seq or 0) > _LARGEST_INTEGER
    ):
        raise InvalidInput(f"A {kind!r} event holds a number that cannot be stored.")
    return payload


def find(database: Database, event_id: str) -> Event | None:
    """The event of that id, or None."""
    rows = database.execute(_EVENTS + "WHERE event_id = ?", [event_id])
    return next((_event(row) for row in rows), None)


def replay(database: Database, stream_id: str) -> list[Event]:
    """All events of a stream in order; empty for an unknown stream."""
    rows = database.execute(_EVENTS + "WHERE stream_id = ? ORDER BY seq", [stream_id])
    return [_event(row) for row in rows]


def replay_kinds(database: Database, stream_id: str, kinds: Iterable[str]) -> list[Event]:
    """The events of a stream that are of these kinds, in order."""
    found: list[Event] = []
    for kind in kinds:  # each is one look into the index; together they would scan the stream
        found += map(
            _event, database.execute(_EVENTS + "WHERE stream_id = ? AND kind = ?", [stream_id, kind])
        )
    return sorted(found, key=attrgetter("seq"))


def replay_many(
    database: Database, stream_ids: Sequence[str], kinds: Iterable[str] | None = None
) -> Iterator[tuple[str, list[Event]]]:
    """`(stream id, its events in order)` for each of the streams that has any; of these kinds, or of all."""
    asked = [] if kinds is None else [json.dumps(list(kinds))]
    statement = _EVENTS + _OF_STREAMS + (_OF_KINDS if asked else "") + "ORDER BY stream_id, seq"
    for first in range(0, len(stream_ids), 500):
        chunk = json.dumps(list(stream_ids[first : first + 500]))
        rows = database.execute(statement, [chunk, *asked])
        for stream_id, events in groupby(map(_event, rows), key=attrgetter("stream_id")):
            yield stream_id, list(events)


def last_seqs(database: Database, study_id: str) -> dict[str, int]:
    """Attempt id -> the number of its newest event, for every attempt of a study that has any."""
    rows = database.execute(
        "SELECT e.stream_id, max(e.seq) FROM events e JOIN assignments a ON a.attempt_id = e.stream_id "
        "WHERE a.study_id = ? GROUP BY e.stream_id",
        [study_id],
    )
    return dict(rows)


def has_kind(database: Database, stream_id: str, *kinds: str) -> bool:
    """Whether the stream holds an event of one of the kinds."""
    rows = database.execute(
        "SELECT 1 FROM events WHERE stream_id = ? AND kind IN (SELECT value FROM json_each(?)) LIMIT 1",
        [stream_id, json.dumps(kinds)],
    )
    return rows.fetchone() is not None


def last_seq(database: Database, stream_id: str) -> int:
    """The number of the newest event of a stream; 0 of one that is empty."""
    rows = database.execute("SELECT coalesce(max(seq), 0) FROM events WHERE stream_id = ?", [stream_id])
    return int(rows.fetchone()[0])


def n_of_kind(database: Database, stream_id: str, kind: str) -> int:
    """How many events of that kind a stream holds."""
    rows = database.execute("SELECT count(*) FROM events WHERE stream_id = ? AND kind = ?", [stream_id, kind])
    return int(rows.fetchone()[0])


def newest_of_kind(database: Database, stream_id: str, kind: str) -> Event | None:
    """The last event of that kind in a stream, or None."""
    rows = database.execute(
        _EVENTS + "WHERE stream_id = ? AND kind = ? ORDER BY seq DESC LIMIT 1", [stream_id, kind]
    )
    return next((_event(row) for row in rows), None)


def newest_besides(database: Database, stream_id: str, kind: str, event_ids: Sequence[str]) -> Event | None:
    """The last event of that kind in a stream that is none of these, or None."""
    rows = database.execute(
        _EVENTS + "WHERE stream_id = ? AND kind = ? ORDER BY seq DESC LIMIT ?",
        [stream_id, kind, len(event_ids) + 1],
    )
    return next((event for event in map(_event, rows) if event.event_id not in event_ids), None)


def open_streams(database: Database) -> list[str]:
    """Attempts and blind reviews that were shown, and whose answer has neither been given nor expired."""
    rows = database.execute(
        "SELECT DISTINCT stream_id FROM events WHERE kind IN ('item_shown', 'review_shown') "
        "AND stream_id NOT IN (SELECT stream_id FROM events "
        "WHERE kind IN ('answer_submitted', 'item_expired', 'item_reviewed'))"
    )
    return [row[0] for row in rows]


def open_attempts(database: Database, study_id: str, account_id: str) -> list[str]:
    """A person's attempts that were shown and are not closed, in the order of their positions."""
    rows = database.execute(
        "SELECT a.attempt_id FROM assignments a WHERE a.study_id = ? AND a.account_id = ? "
        "AND EXISTS (SELECT 1 FROM events e WHERE e.stream_id = a.attempt_id AND e.kind = 'item_shown') "
        "AND NOT EXISTS (SELECT 1 FROM events e WHERE e.stream_id = a.attempt_id "
        "AND e.kind IN ('answer_submitted', 'item_expired')) ORDER BY a.position",
        [study_id, account_id],
    )
    return [row[0] for row in rows]


def newest_row(database: Database) -> int:
    """A number that grows with every event that is stored; 0 before the first."""
    (newest,) = database.execute("SELECT coalesce(max(rowid), 0) FROM events").fetchone()
    return int(newest)


def streams_after(database: Database, row: int) -> list[str]:
    """The streams to which events were added since `newest_row` was that."""
    rows = database.execute("SELECT DISTINCT stream_id FROM events WHERE rowid > ?", [row])
    return [one[0] for one in rows]


def _event(row: Sequence[object]) -> Event:
    event_id, stream_id, seq, kind, at_ms, payload, source, app_version, client_at, instance, number = row
    return Event.model_validate(
        {
            "event_id": event_id,
            "stream_id": stream_id,
            "seq": seq,
            "at_ms": at_ms,
            "payload": _read(str(payload), str(kind)),
            "source": source,
            "app_version": app_version,
            "client_at_ms": client_at,
            "client_instance": instance,
            "client_seq": number,
        }
    )


def _read(payload: str, kind: str) -> Payload | Erased:
    return Erased(kind=kind) if payload == ERASED else _with_kind(payload, kind)


def _with_kind(payload: str, kind: str) -> Payload:
    separator = "" if payload == "{}" else ","
    return _PAYLOAD.validate_json('{"kind":"' + kind + '"' + separator + payload[1:])


def extent(database: Database, study_id: str) -> tuple[int, int]:
    """How many events the attempts of a study have, and when the last of them was stored (0 without any)."""
    row = database.execute(
        "SELECT count(*), coalesce(max(at_ms), 0) FROM events "
        "WHERE stream_id IN (SELECT attempt_id FROM assignments WHERE study_id = ?)",
        [study_id],
    ).fetchone()
    return int(row[0]), int(row[1])


def study_version(database: Database, study_id: str) -> str:
    """A text that changes whenever something is added that figures of the study rest on.

    Events and verdicts of its attempts, places given or given back, amendments and exclusions.
    """
    verdicts = database.execute(
        "SELECT count(*) FROM verdicts JOIN assignments USING (attempt_id) WHERE study_id = ?", [study_id]
    ).fetchone()
    return f"{answers_version(database, study_id)}:{verdicts[0]}"


def answers_version(database: Database, study_id: str) -> str:
    """As `study_version`, without what was judged: it stays while answers do, whatever is said of them."""
    events = database.execute(
        "SELECT count(*), max(e.rowid) FROM events e JOIN assignments a ON a.attempt_id = e.stream_id "
        "WHERE a.study_id = ?",
        [study_id],
    ).fetchone()
    places = database.execute(
        "SELECT count(*), count(released_at_ms) FROM assignments WHERE study_id = ?", [study_id]
    ).fetchone()
    decisions = database.execute(
        "SELECT count(*) FROM events WHERE stream_id = ?", [f"study:{study_id}"]
    ).fetchone()
    return ":".join(str(n) for n in (*events, *places, *decisions))
