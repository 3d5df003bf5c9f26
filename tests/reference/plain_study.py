"""A study's figures from the raw tables, as simply as they can be computed: no code of the app is used.

Everything is read with `sqlite3` and `json` and counted in loops, so that a mistake in the app's folds, clocks or
exports does not repeat itself here. Answers must have verdicts: how strings are compared is tested elsewhere.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def read(path: Path) -> dict[str, list[Row]]:
    """The tables that count, as lists of dictionaries; payloads are read."""
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    tables = {}
    for table in ("accounts", "assignments", "events", "verdicts", "item_set_members", "item_revisions"):
        tables[table] = [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]
    for row in connection.execute("SELECT study_id, content FROM studies"):
        tables.setdefault("studies", []).append({"study_id": row[0], **json.loads(row[1])})
    connection.close()
    for event in tables["events"]:
        event["payload"] = json.loads(event["payload"])
    return tables


def log_faults(tables: dict[str, list[Row]]) -> list[str]:
    """What is wrong with the log: holes and doubles in a stream, an event twice, two answers to one attempt."""
    faults = []
    by_stream = defaultdict(list)
    for event in tables["events"]:
        by_stream[event["stream_id"]].append(event)
    for stream, events in by_stream.items():
        numbers = sorted(event["seq"] for event in events)
        if numbers != list(range(1, len(numbers) + 1)):
            faults.append(f"{stream}: sequence {numbers}")
        ends = [event for event in events if event["kind"] in ("answer_submitted", "item_expired")]
        if len(ends) > 1:
            faults.append(f"{stream}: ended {len(ends)} times")
    ids = Counter(event["event_id"] for event in tables["events"])
    faults += [f"event {event_id} stands {n} times" for event_id, n in ids.items() if n > 1]
    return faults


def browser_gaps(tables: dict[str, list[Row]], refused: Iterable[tuple[str, str, int]] = ()) -> int:
    """How many numbers the browsers counted that never arrived; `refused` ones did (stream, tab, number)."""
    numbers = defaultdict(set)
    for event in tables["events"]:
        if event["client_seq"] is not None:
            numbers[event["stream_id"], event["client_instance"]].add(event["client_seq"])
    for stream, tab, number in refused:
        numbers[stream, tab].add(number)
    return sum(max(seen) - min(seen) + 1 - len(seen) for seen in numbers.values())


ONCE = ("consent_given", "consent_withdrawn", "data_erased", "code_issued", "session_ended", "debrief_shown")


def journey_faults(tables: dict[str, list[Row]]) -> list[str]:
    """What stands in a participation more than once, though it is done once: the same batch, the same code."""
    faults = []
    done: Counter[tuple[str, str, str]] = Counter()
    for event in tables["events"]:
        payload, kind = event["payload"], event["kind"]
        if kind in ONCE:
            done[event["stream_id"], kind, ""] += 1
        for repeated, name in (
            ("batch_started", "batch"),
            ("questionnaire_answered", "when"),
            ("feedback_shown", "attempt_id"),
            ("qualification_ended", "attempt"),
            ("instructions_read", "sha256"),
        ):
            if kind == repeated and not payload.get("erased"):
                done[event["stream_id"], kind, str(payload[name])] += 1
    faults += [f"{stream}: {kind} {what} {n} times" for (stream, kind, what), n in done.items() if n > 1]
    return faults


def place_faults(tables: dict[str, list[Row]], study_id: str, people_per_item: int) -> list[str]:
    """Places that are not filled exactly, answers that did not end, and items that somebody had twice."""
    study = next(row for row in tables["studies"] if row["study_id"] == study_id)
    taken = places(tables, study_id)
    faults = [
        f"{item_id} under {condition['name']}: {taken[item_id, condition['name']]} people"
        for item_id in gold(tables, study_id)
        for condition in study["design"]["conditions"]
        if taken[item_id, condition["name"]] != people_per_item
    ]
    by_stream = defaultdict(list)
    for event in tables["events"]:
        by_stream[event["stream_id"]].append(event["kind"])
    had: Counter[tuple[str, str]] = Counter()
    for row in tables["assignments"]:
        kinds = by_stream[row["attempt_id"]]
        if row["study_id"] == study_id and (row["released_at_ms"] is None or kinds):
            had[row["account_id"], row["item_id"]] += 1
        if row in counted(tables, study_id) and not {"answer_submitted", "item_expired"} & set(kinds):
            faults.append(f"{row['attempt_id']}: held, and not ended")
    faults += [f"{account}: {item_id} {n} times" for (account, item_id), n in had.items() if n > 1]
    return faults


def erasure_faults(tables: dict[str, list[Row]]) -> list[str]:
    """What is left of people whose data was erased: payloads, names, places."""
    faults = []
    gone = {event["stream_id"].removeprefix("participation:") for event in tables["events"]
            if event["kind"] == "data_erased"}
    attempts = {row["attempt_id"] for row in tables["assignments"] if row["account_id"] in gone}
    for event in tables["events"]:
        if event["stream_id"] in attempts and event["payload"] != {"erased": True}:
            faults.append(f"{event['event_id']} of {event['stream_id']} is not erased")
    faults += [f"{row['attempt_id']} is still held" for row in tables["assignments"]
               if row["account_id"] in gone and row["released_at_ms"] is None]
    faults += [f"{row['account_id']} is still called {row['name']}" for row in tables["accounts"]
               if row["account_id"] in gone and row["name"] != "Withdrawn"]
    return faults


def counted(tables: dict[str, list[Row]], study_id: str) -> list[Row]:
    """The places that figures count."""
    return [
        row
        for row in tables["assignments"]
        if row["study_id"] == study_id and row["purpose"] == "main" and row["released_at_ms"] is None
    ]


def places(tables: dict[str, list[Row]], study_id: str) -> Counter[tuple[str, str]]:
    """How many people hold a place for each item and condition."""
    return Counter((row["item_id"], row["condition"]) for row in counted(tables, study_id))


def gold(tables: dict[str, list[Row]], study_id: str) -> dict[str, Row]:
    """The items of the study's set, by id."""
    study = next(row for row in tables["studies"] if row["study_id"] == study_id)
    set_name = study["design"]["item_set"]
    chosen = {
        (row["item_id"], row["revision"]) for row in tables["item_set_members"] if row["set_name"] == set_name
    }
    return {
        row["item_id"]: json.loads(row["content"])
        for row in tables["item_revisions"]
        if (row["item_id"], row["revision"]) in chosen
    }


def attempt(events: list[Row]) -> Row:
    """One attempt from its events in order: how it ended, what was cited, searches, working time in seconds."""
    shown = ended = None
    paused_since = None
    stopped: list[tuple[int, int]] = []
    out: Row = {"status": "missing", "answer": [], "citations": [], "n_searches": 0, "working_s": None}
    for event in sorted(events, key=lambda event: event["seq"]):
        kind, payload, at = event["kind"], event["payload"], event["at_ms"]
        if ended is not None:
            break
        if kind == "item_shown" and shown is None:
            shown, out["status"] = at, "open"
        elif kind == "query":
            out["n_searches"] += 1
        elif kind == "paused" and paused_since is None:
            paused_since = at
        elif kind == "resumed" and paused_since is not None:
            stopped.append((paused_since, payload.get("at_limit_ms") or at))
            paused_since = None
        elif kind == "server_outage":
            stopped.append((payload["from_ms"], payload["to_ms"]))
        elif kind == "answer_submitted":
            ended = payload.get("at_limit_ms") or at
            out["status"] = payload["answer_kind"]
            out["answer"] = payload["answer"]
            out["citations"] = [(one["document"], one["page"]) for one in payload["citations"]]
        elif kind == "item_expired":
            ended = payload.get("at_limit_ms") or at
            out["status"] = "expired"
    if paused_since is not None and ended is not None:
        stopped.append((paused_since, ended))
    if shown is not None and ended is not None:
        worked, at = 0, shown
        for first, last in sorted(stopped):
            worked += max(0, min(first, ended) - at)
            at = max(at, min(last, ended))
        out["working_s"] = (worked + ended - at) / 1000
    return out


def f1(cited: set[Any], wanted: set[Any]) -> float:
    """Harmonic mean of precision and recall; 0 when nothing is shared."""
    shared = len(cited & wanted)
    return 2 * shared / (len(cited) + len(wanted)) if shared else 0.0


def figures(tables: dict[str, list[Row]], study_id: str) -> dict[str, Row]:
    """Condition -> N, accuracy, Page F1, Doc F1, searches and mean working time, over all counted places.

    A place whose person has not begun anything is nobody's answer yet and is left out, as on the screen.
    """
    items = gold(tables, study_id)
    by_stream = defaultdict(list)
    for event in tables["events"]:
        by_stream[event["stream_id"]].append(event)
    verdicts: dict[str, float] = {}
    for row in sorted(tables["verdicts"], key=lambda row: row["verdict_id"]):
        verdicts[row["attempt_id"]] = row["score"]
    begun = {row["account_id"] for row in counted(tables, study_id) if by_stream[row["attempt_id"]]}
    rows = defaultdict(list)
    for place in counted(tables, study_id):
        if place["account_id"] not in begun:
            continue
        one = attempt(by_stream[place["attempt_id"]])
        wanted = {(ref["document"], ref["page"]) for ref in items[place["item_id"]]["evidence"]}
        cited = set(one["citations"])
        has_answer = bool(one["answer"])
        rows[place["condition"]].append(
            {
                **one,
                "score": verdicts[place["attempt_id"]] if has_answer else 0.0,
                "page_f1": f1(cited, wanted),
                "doc_f1": f1({document for document, _ in cited}, {document for document, _ in wanted}),
            }
        )
    return {condition: _means(of) for condition, of in sorted(rows.items())}


def _means(rows: list[Row]) -> Row:
    times = [row["working_s"] for row in rows if row["working_s"] is not None]
    return {
        "n": len(rows),
        "accuracy": sum(row["score"] for row in rows) / len(rows),
        "page_f1": sum(row["page_f1"] for row in rows) / len(rows),
        "doc_f1": sum(row["doc_f1"] for row in rows) / len(rows),
        "n_searches": sum(row["n_searches"] for row in rows),
        "working_s": sum(times) / len(times) if times else None,
        "statuses": dict(Counter(row["status"] for row in rows)),
    }


if __name__ == "__main__":
    raw = read(Path(sys.argv[1]))
    told = {
        "faults": [*log_faults(raw), *journey_faults(raw), *erasure_faults(raw)],
        "gaps": browser_gaps(raw),
        "figures": figures(raw, sys.argv[2]),
    }
    sys.stdout.write(json.dumps(told, indent=2) + "\n")
