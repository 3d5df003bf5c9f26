"""Every kind of event has a saved example that still loads, and a place in docs/events.md."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel, TypeAdapter
from sqlite_utils import Database

from db import event_log
from db.events import Event, Payload

ROOT = Path(__file__).parent.parent.parent
SAVED = sorted((ROOT / "tests" / "reference" / "events").glob("*.json"))
KINDS: dict[str, type[BaseModel]] = {
    model.model_fields["kind"].default: model for model in get_args(get_args(Payload)[0])
}
PAYLOAD = TypeAdapter(Payload)


def documented() -> dict[str, str]:
    """Kind -> the text under its heading."""
    _, *parts = re.split(r"^### `(\w+)`$", (ROOT / "docs" / "events.md").read_text(), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def words_in_code(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


def fields_inside(model: type[BaseModel]) -> set[str]:
    return set(model.model_fields) - {"kind"}


def test_every_kind_has_a_saved_example() -> None:
    assert {path.stem for path in SAVED} == set(KINDS)


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_example_loads_with_the_values_it_was_saved_with(path: Path) -> None:
    saved = json.loads(path.read_text())

    loaded = PAYLOAD.validate_json(path.read_text())

    assert loaded.kind == path.stem
    # Fields may have been added since; none may be lost or changed.
    assert json.loads(loaded.model_dump_json()) | saved == json.loads(loaded.model_dump_json())


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_a_saved_example_loads_from_the_table(path: Path, database: Database) -> None:
    saved = json.loads(path.read_text())
    kind = saved.pop("kind")
    database.execute(
        "INSERT INTO events (event_id, stream_id, seq, kind, at_ms, payload, source, app_version) "
        "VALUES ('saved-event', 'a-1', 1, ?, 1, ?, 'browser', '0.1.0')",
        [kind, json.dumps(saved, separators=(",", ":"))],
    )

    (event,) = event_log.replay(database, "a-1")

    assert event.payload == PAYLOAD.validate_json(path.read_text())


def test_a_field_that_nobody_knows_is_an_error() -> None:
    with pytest.raises(ValueError, match="telepathy"):
        PAYLOAD.validate_json('{"kind": "tab_hidden", "telepathy": 1}')


def test_the_catalogue_documents_every_kind_and_no_other() -> None:
    assert set(documented()) == set(KINDS)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_catalogue_documents_every_field(kind: str) -> None:
    assert fields_inside(KINDS[kind]) - words_in_code(documented()[kind]) == set()


def test_the_catalogue_documents_what_stands_around_every_payload() -> None:
    head = (ROOT / "docs" / "events.md").read_text().split("## Participation")[0]

    assert set(Event.model_fields) - words_in_code(head) == set()


def test_the_log_knows_the_same_kinds() -> None:
    assert set(KINDS) == event_log.KINDS
