"""What differs between two designs, and which differences a study that was launched may have. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from baseline.designs.words import field_words
from db.study_design import StudyDesign

AMENDABLE: Mapping[str, str] = {
    "title": "title",
    "people_per_item": "people per item",
    "batches_per_person": "batches a person",
    "lease_s": "time until a place is free again",
    "limits": "limits on working time",
    "pauses": "pauses",
    "consent": "consent text",
    "instructions": "instructions",
    "debrief": "closing text",
    "pay": "pay",
    "exclusion_rules": "exclusion rules",
    "notes": "notes for the report",
}
"""What of a launched design may be changed, with its name on the screen. All else is what was measured."""
# What says nothing to those who take part, and is written when all is over.
AMENDABLE_AFTER_THE_END = frozenset({"notes"})


def may_be_amended(field: str, *, has_ended: bool) -> bool:
    """Whether a field, by its path, may be changed while the study runs, or after its end."""
    name = field.partition(".")[0]
    return name in (AMENDABLE_AFTER_THE_END if has_ended else AMENDABLE)


class Change(NamedTuple):
    """One field of a design, by its path, before and after, as JSON values."""

    field: str
    before: Any
    after: Any


def changes_between(before: StudyDesign, after: StudyDesign) -> tuple[Change, ...]:
    """Every field that differs, in the order of the design; a list is one field."""
    return tuple(_changes("", before.model_dump(mode="json"), after.model_dump(mode="json")))


def _changes(path: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Change]:
    found: list[Change] = []
    for name in dict.fromkeys((*before, *after)):
        one, other = before.get(name), after.get(name)
        if one == other:
            continue
        if isinstance(one, dict) and isinstance(other, dict):
            found += _changes(f"{path}{name}.", one, other)
        else:
            found.append(Change(f"{path}{name}", one, other))
    return found


def refusal_of_amendment(
    launched: StudyDesign, now: StudyDesign, wanted: StudyDesign, *, has_ended: bool = False
) -> str | None:
    """Why a launched design may not be changed like this, in a sentence; None if it may."""
    changed = [change.field for change in changes_between(now, wanted)]
    if not changed:
        return "Nothing is changed; an amendment changes something."
    fixed = [field for field in changed if not may_be_amended(field, has_ended=False)]
    if not fixed and has_ended:
        too_late = [field for field in changed if not may_be_amended(field, has_ended=True)]
        if too_late:
            return (
                f"The study has ended: {field_words(too_late[0])!r} does not change any more. The notes for "
                "the report still do."
            )
    if fixed:
        return (
            f"{field_words(fixed[0])!r} is fixed since the launch: it is part of what is measured. Make "
            "another study."
        )
    if (now.people_per_item is None) != (wanted.people_per_item is None):
        return "Places cannot be shared out, or stop being shared, while people work. Make another study."
    kept = {rule.rule_id: rule for rule in wanted.exclusion_rules}
    for rule in launched.exclusion_rules:
        if kept.get(rule.rule_id) != rule:
            return (
                f"Exclusion rule {rule.rule_id!r} was declared before the first answer and stays as it is. "
                "Add another; figures are shown under each."
            )
    return None


def declared_late(launched: StudyDesign, now: StudyDesign) -> frozenset[str]:
    """The ids of exclusion rules that were added after the launch."""
    declared = set(launched.exclusion_rules)
    return frozenset(rule.rule_id for rule in now.exclusion_rules if rule not in declared)


class Merged(NamedTuple):
    """Two people's changes of one design together.

    `conflicts`: fields that both changed, differently; in them the design has what `mine` has.
    """

    design: StudyDesign
    conflicts: tuple[Change, ...]


def merged(base: StudyDesign, theirs: StudyDesign, mine: StudyDesign) -> Merged:
    """What I changed since `base`, put into what they made of it. A conflict is (field, theirs, mine)."""
    content = theirs.model_dump(mode="json")
    their_fields = {change.field: change.after for change in changes_between(base, theirs)}
    conflicts = []
    for change in changes_between(base, mine):
        for field, after in their_fields.items():
            if _overlap(field, change.field) and after != change.after:
                conflicts.append(Change(change.field, _at(content, change.field), change.after))
                break
    for change in changes_between(base, mine):
        _put(content, change.field, change.after)
    return Merged(StudyDesign.model_validate_json(json.dumps(content)), tuple(conflicts))


def value_at(design: StudyDesign, field: str) -> Any:
    """What stands in a field, as a JSON value; a number in the path counts entries of a list from 0."""
    value: Any = design.model_dump(mode="json")
    for name in field.split("."):
        if value is None:
            return None
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value


def with_value(design: StudyDesign, field: str, value: Any) -> StudyDesign:
    """The design with another value, a JSON value, in a field.

    Raises:
        ValueError: (pydantic's) the field does not take it.
    """
    content: Any = design.model_dump(mode="json")
    *parents, last = field.split(".")
    inner = content
    for name in parents:
        inner = inner[int(name)] if isinstance(inner, list) else inner[name]
    if isinstance(inner, list):
        inner[int(last)] = value
    else:
        inner[last] = value
    return StudyDesign.model_validate_json(json.dumps(content))


def _overlap(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


def _at(content: Mapping[str, Any], field: str) -> Any:
    for name in field.split("."):
        if content is None:
            return None
        content = content[name]
    return content


def _put(content: dict[str, Any], field: str, value: Any) -> None:
    *parents, last = field.split(".")
    for name in parents:
        if not isinstance(content[name], dict):
            content[name] = {}
        content = content[name]
    content[last] = value
