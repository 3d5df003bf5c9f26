"""The data dictionary: every file of an export, every field, its type and what it means.

Made from the code that writes the files and from the event catalogue, so it cannot fall behind them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from pydantic import BaseModel

from baseline.exports.catalogue import KindWords, read_catalogue
from baseline.exports.columns import Column
from baseline.exports.files import ExportFile, json_file
from baseline.exports.tables import ATTEMPTS, EVENTS, QUESTIONNAIRES
from baseline.exports.trajectories import WITHHELD, EventLine, ParticipationLine, TrajectoryLine
from db.events import Payload

# Kinds of streams that are no attempt and no person's own: studies, desks and reviews.
ELSEWHERE = frozenset(
    {
        *("study_launched", "study_amended", "study_paused", "study_resumed", "study_ended"),
        *("excluded", "reincluded", "item_written", "review_shown", "review_edited", "item_reviewed"),
    }
)
# Described as a table of its own; never exported.
_NO_PARTS = frozenset({"EventLine", "Draft"})
_PLAIN = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}


class FieldEntry(NamedTuple):
    """One field of a table."""

    name: str
    type: str
    meaning: str


class Table(NamedTuple):
    """One file, one kind of event, or one part of them."""

    name: str
    meaning: str
    fields: tuple[FieldEntry, ...]


def dictionary() -> dict[str, tuple[Table, ...]]:
    """The sections of the dictionary in order."""
    parts: dict[str, dict[str, Any]] = {}
    words = read_catalogue()
    kinds = tuple(_kind_table(model, words, parts) for model in exported_kinds())
    return {
        "Files": (
            _model_table("trajectories.jsonl", TrajectoryLine, parts),
            _model_table("participants.jsonl", ParticipationLine, parts),
            _column_table("attempts.csv", "One assigned item a row, of every purpose.", ATTEMPTS),
            _column_table("events.csv", "One kind of event in one attempt a row.", EVENTS),
            _column_table("questionnaires.csv", "One answer to one question a row.", QUESTIONNAIRES),
        ),
        "Events": (_model_table("event", EventLine, parts),),
        "Payloads by kind": kinds,
        "Parts of payloads": _part_tables(parts),
    }


def exported_kinds() -> list[type[BaseModel]]:
    """The payload classes that an attempt or a person's own stream may hold, by kind."""
    models = (
        model
        for model in get_args(get_args(Payload)[0])
        if isinstance(model.model_fields["kind"].default, str)
    )
    found = {model.model_fields["kind"].default: model for model in models}
    return [found[kind] for kind in sorted(found) if kind not in ELSEWHERE]


def dictionary_files() -> list[ExportFile]:
    """The dictionary for people and for programs."""
    sections = dictionary()
    content = {
        section: [
            {**table._asdict(), "fields": [field._asdict() for field in table.fields]} for table in tables
        ]
        for section, tables in sections.items()
    }
    n_fields = sum(len(table.fields) for tables in sections.values() for table in tables)
    return [
        ExportFile("data-dictionary.md", as_markdown(sections), n_fields, "fields"),
        json_file("data-dictionary.json", content, "fields", n_fields),
    ]


def as_markdown(sections: Mapping[str, Sequence[Table]]) -> str:
    """The dictionary as a page."""
    lines = ["# Data dictionary", "", "Made by the program that wrote the files beside it.", ""]
    for section, tables in sections.items():
        lines += [f"## {section}", ""]
        for table in tables:
            lines += [f"### `{table.name}`", "", table.meaning, ""]
            if table.fields:
                lines += ["| field | type | meaning |", "|---|---|---|", *map(_line, table.fields), ""]
    return "\n".join(lines)


def _line(field: FieldEntry) -> str:
    cells = (f"`{field.name}`", field.type, field.meaning)
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _kind_table(
    model: type[BaseModel], words: Mapping[str, KindWords], parts: dict[str, dict[str, Any]]
) -> Table:
    kind = model.model_fields["kind"].default
    # A kind or a field that the catalogue lacks stands without a meaning; tests do not let it pass.
    said = words.get(kind, KindWords("", {}))
    withheld = WITHHELD.get(kind, ())
    fields = tuple(
        FieldEntry(
            name, type_, f"{said.fields.get(name, '')}{' Never exported.' if name in withheld else ''}"
        )
        for name, type_ in _types(model, parts)
        if name != "kind"
    )
    return Table(kind, said.meaning, fields)


def _model_table(name: str, model: type[BaseModel], parts: dict[str, dict[str, Any]]) -> Table:
    descriptions = {field: one.description or "" for field, one in model.model_fields.items()}
    fields = (FieldEntry(field, type_, descriptions[field]) for field, type_ in _types(model, parts))
    return Table(name, " ".join((model.__doc__ or "").split()), tuple(fields))


def _column_table(name: str, meaning: str, columns: Iterable[Column[Any]]) -> Table:
    return Table(name, meaning, tuple(FieldEntry(one.name, one.type, one.meaning) for one in columns))


def _part_tables(parts: dict[str, dict[str, Any]]) -> tuple[Table, ...]:
    tables = []
    for name in sorted(parts):
        fields = tuple(FieldEntry(field, _type(of), "") for field, of in parts[name]["properties"].items())
        tables.append(Table(name, " ".join(parts[name].get("description", "").split()), fields))
    return tuple(tables)


def _types(model: type[BaseModel], parts: dict[str, dict[str, Any]]) -> Iterable[tuple[str, str]]:
    schema = model.model_json_schema(mode="serialization")
    defined = schema.get("$defs", {}).items()
    parts |= {name: of for name, of in defined if "properties" in of and name not in _NO_PARTS}
    return [(name, _type(of)) for name, of in schema["properties"].items()]


def _type(schema: Mapping[str, Any]) -> str:
    """A JSON schema in a few words."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return "one of " + ", ".join(f"`{value}`" for value in values)
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if schema.get("type") == "null":
        return "null"
    if schema.get("type") == "array":
        return _list_type(schema)
    return _PLAIN.get(str(schema.get("type")), "object")


def _list_type(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return "[" + ", ".join(_type(one) for one in schema["prefixItems"]) + "]"
    return f"list of {_type(schema.get('items', {}))}"
