"""Texts and names of a design that other people read, or that become the name of a folder. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from baseline.designs.problem import Problem, Section, error
from baseline.designs.words import field_words
from db.plain_text import turns_direction
from db.study_design import StudyDesign

_SECTIONS: Mapping[str, Section] = {
    "title": "material",
    "item_set": "material",
    "index_name": "material",
    "pauses": "clock",
    "consent": "texts",
    "instructions": "texts",
    "debrief": "texts",
    "pay": "texts",
    "practice_set": "training",
    "qualification": "training",
    "attention": "training",
    "before": "questions",
    "after": "questions",
    "exclusion_rules": "report",
    "notes": "report",
}


def character_problems(design: StudyDesign) -> Iterator[Problem]:
    """Texts that would turn what stands beside them, wherever the design holds one."""
    for name, content in design.model_dump(mode="json").items():
        for field in dict.fromkeys(_turning(name, content)):
            yield error(
                _SECTIONS.get(name, "material"),
                field,
                f"{field_words(field)}: an invisible character turns the direction of the text around it; "
                "type the text again without.",
            )


def _turning(field: str, content: Any) -> Iterator[str]:
    """The fields with such a text; of a list, the list."""
    if isinstance(content, str) and turns_direction(content):
        yield field
    elif isinstance(content, dict):
        for name, inner in content.items():
            yield from _turning(f"{field}.{name}", inner)
    elif isinstance(content, list):
        yield from (field for inner in content for _ in _turning(field, inner))
