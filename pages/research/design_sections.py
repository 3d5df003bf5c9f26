"""The sections of a design, in the order in which a study is thought out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from baseline.designs.problem import Section
from pages.research import (
    design_asking,
    design_conditions,
    design_material,
    design_people,
    design_report,
    design_texts,
)
from pages.research.design_form import Choices, DesignForm


class Part(NamedTuple):
    """A section: its name, what is decided in it, and its fields."""

    title: str
    about: str
    show: Callable[[DesignForm, Choices], None]


SECTIONS: Mapping[Section, Part] = {
    "material": Part("Material", "What is answered, over which documents.", design_material.material),
    "conditions": Part(
        "Conditions", "Which tools people are given, and what the answer page shows.", design_conditions.show
    ),
    "people": Part(
        "People", "How many people answer each item, and how items are dealt out.", design_people.people
    ),
    "clock": Part("Clock", "Limits on working time, warnings and pauses.", design_people.clock),
    "texts": Part("Texts", "What people read and agree to, and what they are paid.", design_texts.show),
    "training": Part(
        "Training",
        "Practice, a test before the first batch, and checks in between.",
        design_material.training,
    ),
    "questions": Part("Questions", "Questionnaires before and after the items.", design_asking.show),
    "report": Part(
        "Report", "Rules declared in advance, and what only you can tell the readers.", design_report.show
    ),
}
