"""A design as a JSON file: mistakes are named in sentences, and what is written reads back the same. Pure.

A file may leave out whatever it does not decide: the rest is as usual.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from db.errors import InvalidInput
from db.home import is_plain_name
from db.study_design import StudyDesign

MOST_BYTES = 5_000_000
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


def design_from_bytes(content: bytes, name: str) -> StudyDesign:
    """The design that somebody uploaded, of a file of that name.

    Raises:
        InvalidInput: it is too large, no text, or as `read_design` and `refuse_path` say.
    """
    if len(content) > MOST_BYTES:
        raise InvalidInput(f"{name} is larger than 5 MB; a design is smaller.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name} is no text in UTF-8.") from error
    design = read_design(text, name)
    refuse_path(design, name)
    return design


def refuse_path(design: StudyDesign, name: str = "The design") -> None:
    """A design from outside names its index; where that lies is the server's affair.

    Raises:
        InvalidInput: what stands there is no plain name, so that it could lead to any folder of the server.
    """
    if design.index_name and not is_plain_name(design.index_name):
        raise InvalidInput(
            f"{name} cannot be used:\n  field 'index_name': {design.index_name[:100]!r} is no name of an "
            "index; give the name that it was built under, in letters, digits, dots, dashes and underscores"
        )


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
