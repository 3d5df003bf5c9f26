"""What a model's answers tell a person, and how they are stored."""

from __future__ import annotations

import pytest
from pydantic import TypeAdapter

from annotation.drafts import item_of
from annotation.model_checks import Asked, check_to_make, checks_made, flags_of, judged
from db.authored import ModelChecked, StepContent, Withdrawn
from tests.authoring import make_draft, make_steps

ITEM = item_of("q", make_draft(answer="1,200"))


def check(tool="evidence", outcome="answered", answer=("1200",), model="small-1", pages_as="text"):
    return judged(ITEM, Asked(1, tool, model, pages_as), outcome, answer)


def flag(**of):
    (found,) = flags_of(make_steps(("sue", check(**of))))
    return found


@pytest.mark.parametrize(
    ("of", "level", "part"),
    [
        ({}, "pass", "From the text of the evidence pages alone “small-1” answered “1200”, which is right."),
        ({"answer": ("1300",)}, "warn", "which no answer variant makes right"),
        ({"outcome": "not_found", "answer": ()}, "warn", "no page is missing. It saw no pictures."),
        (
            {"outcome": "not_found", "answer": (), "pages_as": "text_and_images"},
            "warn",
            "From the text and pictures of the evidence pages alone “small-1” found no answer: see that no "
            "page is missing.",
        ),
        ({"outcome": "refused", "answer": ()}, "note", "refused to answer"),
        ({"tool": "nothing"}, "warn", "Without any page “small-1” answered “1200”, which is right"),
        ({"tool": "nothing", "answer": ("7",)}, "pass", "which is wrong"),
        ({"tool": "nothing", "outcome": "not_found", "answer": ()}, "pass", "had no answer"),
        ({"tool": "nothing", "outcome": "refused", "answer": ()}, "note", "refused to answer"),
    ],
)
def test_a_flag_says_what_it_tells_and_what_to_look_at(of, level, part):
    found = flag(**of)
    assert found.level == level
    assert part in found.sentence


def test_right_is_the_strict_string_match():
    assert [check(answer=(one,)).is_right for one in ("1200", "1,200", "1,300", "")] == [
        True,
        True,
        False,
        False,
    ]


def test_the_newest_answer_of_a_model_counts_by_revision_and_other_steps_are_passed_over():
    steps = make_steps(
        ("sue", check(answer=("7",))),
        ("ann", Withdrawn()),
        ("sue", check()),
        ("sue", check(tool="nothing")),
        ("sue", check(model="big-2")),
    )
    later = make_steps(*[("sue", check(answer=("8",)))] * 6, revision=2)[5:]
    found = flags_of([*steps, *later])
    assert [(one.revision, one.tool, one.model, one.is_right) for one in found] == [
        (2, "evidence", "small-1", False),
        (1, "evidence", "big-2", True),
        (1, "evidence", "small-1", True),
        (1, "nothing", "small-1", True),
    ]
    assert [one.revision for one in flags_of([*steps, *later], 1)] == [1, 1, 1]
    assert flags_of([]) == ()


def test_a_check_is_made_once_by_revision_tool_model_prompt_and_form_of_the_pages():
    made = checks_made(make_steps(("sue", check()), ("sue", check(tool="nothing"))))
    assert check_to_make(1, "evidence", "small-1", "text") in made
    assert check_to_make(1, "evidence", "small-1", "text_and_images") not in made
    assert check_to_make(2, "evidence", "small-1", "text") not in made
    assert check_to_make(1, "evidence", "big-2", "text") not in made
    # Without pages it does not matter how they would be given.
    assert check_to_make(1, "nothing", "small-1", "text_and_images") in made
    assert check_to_make(1, "nothing", "small-1", "text")._replace(prompt="2") not in made


def test_a_check_from_before_prompts_were_recorded_is_written_as_it_was_read():
    before = b'{"kind":"model_checked","tool":"nothing","model":"m","answer":["100"],"is_right":true}'
    content = TypeAdapter(StepContent)
    read = content.validate_json(before)
    assert content.dump_json(read) == before
    assert (read.outcome, read.prompt, read.pages_as) == ("answered", "", "text")


def test_what_came_later_is_written_where_it_says_something():
    stored = check(outcome="refused", answer=(), pages_as="text_and_images")
    assert ModelChecked.model_validate_json(stored.model_dump_json()) == stored
    assert list(stored.model_dump())[-3:] == ["outcome", "prompt", "pages_as"]
