"""A design to a file and back, files that hold none, and what a design may not hold."""

from __future__ import annotations

from typing import Any

import pytest

from baseline.designs.characters import character_problems
from baseline.designs.design_files import design_as_json, design_from_bytes
from baseline.designs.places import expected_minutes, places_of
from db.errors import InvalidInput
from db.study_design import StudyDesign

TURNED = "a\u202eb"
FULL: dict[str, Any] = {
    "title": "Hafen – 港 🚢",
    "item_set": "main",
    "index_name": "corpus",
    "people_per_item": 3,
    "conditions": [{"name": "search"}, {"name": "oracle", "tools": "given_pages", "whole_document": False}],
    "limits": {"item_s": 90, "warn_before_s": [30]},
    "pauses": {"reasons": ["tea", "dog"], "longest_s": 600},
    "before": [{"question_id": "age", "text": "How old?", "kind": "number"}],
    "attention": {"item_set": "easy", "per_batch": 2},
    "exclusion_rules": [{"rule_id": "fast", "kind": "too_fast", "threshold": 2.5, "note": "Quick."}],
    "notes": {"population": "Adults\nof one town."},
    "plan": {"accuracy": 0.7, "minutes_per_item": 4.0},
}


def test_a_design_comes_back_from_its_file_with_nothing_lost() -> None:
    design = StudyDesign.model_validate(FULL)
    again = design_from_bytes(design_as_json(design).encode(), "harbour.json")
    assert again == design
    assert again.sha256 == design.sha256
    # As a spreadsheet or an editor of another system saves it.
    assert design_from_bytes(b"\xef\xbb\xbf" + design_as_json(design).encode(), "harbour.json") == design


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"[]", "no JSON object"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        (b" " * 5_000_001, "larger than 5 MB"),
        (b"{}", "field 'title' is missing"),
        (b'{"title": "t", "item_set": "s", "index_name": "i", "colour": 1}', "no field 'colour'"),
        (b'{"title": "t", "item_set": "s", "index_name": "i", "k": 99}', "field 'k'"),
        (b'{"title": "t", "item_set": "s", "index_name": "../../etc"}', "'../../etc' is no name of an index"),
        (b'{"title": "t", "item_set": "s", "index_name": "/etc"}', "'/etc' is no name of an index"),
        (b'{"title": "t", "item_set": "s", "index_name": ".."}', "'..' is no name of an index"),
        (b'{"title": "t", "item_set": "s", "index_name": "a\\\\b"}', "is no name of an index"),
    ],
)
def test_a_file_that_is_no_design_is_refused_in_a_sentence_that_names_it(content: bytes, words: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        design_from_bytes(content, "bad.json")
    assert words in refused.value.user_message
    assert "bad.json" in refused.value.user_message


@pytest.mark.parametrize(
    ("changes", "section", "field"),
    [
        ({"title": TURNED}, "material", "title"),
        ({"consent": TURNED}, "texts", "consent"),
        ({"pay": {"note": TURNED}}, "texts", "pay.note"),
        ({"pauses": {"reasons": ["tea", TURNED, TURNED]}}, "clock", "pauses.reasons"),
        ({"before": [{"question_id": "q", "text": TURNED}]}, "questions", "before"),
        ({"notes": {"sampling": TURNED}}, "report", "notes.sampling"),
    ],
)
def test_a_text_that_turns_its_neighbours_is_a_problem_at_its_field(
    changes: dict[str, Any], section: str, field: str
) -> None:
    (problem,) = character_problems(StudyDesign.model_validate({**FULL, **changes}))
    assert (problem.level, problem.section, problem.field) == ("error", section, field)
    assert "turns the direction" in problem.sentence


def test_planned_hours_take_no_longer_an_item_than_its_limit() -> None:
    design = StudyDesign.model_validate(FULL)
    # Planned are 4 min, and after 90 s an item ends: 1.5 min.
    assert expected_minutes(design) == 1.5
    # 20 items x 2 conditions x 3 people = 120 answers of 1.5 min.
    assert places_of(design, 20).hours(expected_minutes(design)) == 3.0
    unlimited = StudyDesign.model_validate({**FULL, "limits": {}})
    assert expected_minutes(unlimited) == 4.0


def test_people_are_told_the_size_of_a_batch_with_its_attention_checks() -> None:
    design = StudyDesign.model_validate({**FULL, "batch_size": 10})
    assert design.most_in_a_batch == 12
    assert StudyDesign.model_validate({**FULL, "batch_size": 10, "attention": None}).most_in_a_batch == 10
