"""From what a model wrote to an answer in parts. Pure."""

from __future__ import annotations

from typing import Any

from db.asking.written import objects_in

_MOST_CHARS = 2000
_MOST_PARTS = 200


class Unreadable(Exception):
    """There is no answer in it that can be read; the message says why."""


def answer_in(text: str) -> tuple[str, ...]:
    """The parts of the last JSON object with an `answer` in the text; empty: the model has none.

    Text around it, code fences and thoughts in tags are passed over; a single text or number is one part.

    Raises:
        Unreadable: there is no such object, or its answer is no list of short texts.
    """
    found = [one["answer"] for one in objects_in(text) if "answer" in one]
    if not found:
        raise Unreadable("its reply holds no JSON object with an answer")
    given = found[-1]
    listed = given if isinstance(given, list) else [] if given is None else [given]
    parts = tuple(_part(one) for one in listed)
    if len(parts) > _MOST_PARTS:
        raise Unreadable(f"its answer has {len(parts)} parts")
    return tuple(part for part in parts if part)


def _part(value: Any) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, int | float):
        return repr(value)
    if not isinstance(value, str):
        raise Unreadable("its answer is no list of texts")
    part = " ".join(value.encode("utf-8", "replace").decode("utf-8").split())
    if len(part) > _MOST_CHARS:
        raise Unreadable(f"a part of its answer has {len(part):,} characters")
    return part
