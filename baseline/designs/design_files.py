"""A design as a JSON file: mistakes are named in sentences, and what is written reads back the same. Pure.

A file may leave out whatever it does not decide: the rest is as usual.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from db.errors import InvalidInput
from db.study_design import StudyDesign

_MISTAKES_SHOWN = 10


def design_as_json(design: StudyDesign) -> str:
    """The whole design, one field a line."""
    return design.model_dump_json(indent=2) + "\n"


def read_design(text: str, name: str = "The design") -> StudyDesign:
    """The design that a file holds.

    Raises:
        InvalidInput: it is no JSON, names a field that there is not, or a value that cannot be; each mistake
            is named with its field. `name` is what the file is called.
    """
    try:
        return StudyDesign.model_validate_json(text)
    except ValidationError as error:
        raise InvalidInput(_mistakes(name, error.errors())) from error


def read_changes(text: str, design: StudyDesign, name: str = "The design") -> StudyDesign:
    """The design with what a file says of it; whatever the file leaves out stays as it is.

    Raises:
        InvalidInput: as `read_design`.
    """
    try:
        changes = json.loads(text)
    except ValueError:
        return read_design(text, name)
    if not isinstance(changes, dict):
        return read_design(text, name)
    return read_design(json.dumps({**design.model_dump(mode="json"), **changes}), name)


def _mistakes(name: str, errors: Sequence[ErrorDetails]) -> str:
    if errors[0]["type"] == "json_invalid":
        why = errors[0]["ctx"]["error"] if "ctx" in errors[0] else errors[0]["msg"]
        return f"{name} is no JSON: {why}."
    if errors[0]["loc"] == ():
        return f"{name} is no JSON object; it begins with {{ and names the fields of a design."
    lines = [f"{name} cannot be used:", *(f"  {_mistake(one)}" for one in errors[:_MISTAKES_SHOWN])]
    if len(errors) > _MISTAKES_SHOWN:
        lines.append(f"  and {len(errors) - _MISTAKES_SHOWN} more")
    return "\n".join(lines)


def _mistake(error: ErrorDetails) -> str:
    field = ".".join(str(part + 1) if isinstance(part, int) else part for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return f"there is no field {field!r}; look for a spelling mistake"
    if error["type"] == "missing":
        return f"field {field!r} is missing"
    message = error["msg"][:1].lower() + error["msg"][1:]
    return f"field {field!r}: {message}"
