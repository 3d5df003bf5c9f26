"""What the instructions say fits what the study offers."""

from __future__ import annotations

import pytest

from baseline.participants.instructions import instructions_for, limits_in_words
from db.study_design import Condition, Limits, PauseRules, StudyDesign

GIVEN = Condition(name="pages", tools="given_pages")
SEARCH = Condition(name="search")


def made(**changes: object) -> StudyDesign:
    return StudyDesign(title="A study", item_set="set", index_name="index", **changes)


@pytest.mark.parametrize("limits", [Limits(), Limits(item_s=60), Limits(batch_s=60, at_limit="expire")])
@pytest.mark.parametrize("pauses", [PauseRules(), PauseRules(allowed=False)])
def test_nothing_is_said_of_searching_where_all_pages_are_given(limits: Limits, pauses: PauseRules) -> None:
    text = instructions_for(made(conditions=(GIVEN,), limits=limits, pauses=pauses)).lower()
    assert "there is nothing to search" in text
    said = text.replace("there is nothing to search", "")
    assert not [word for word in ("search", "query", "queries", "hits", "collection") if word in said]


def test_both_ways_are_told_where_conditions_differ() -> None:
    text = instructions_for(made(conditions=(SEARCH, GIVEN)))
    assert "for others the pages are listed" in text
    assert "Every search and every page view" in text


def test_figures_of_limits_stand_beside_the_text_and_not_in_it() -> None:
    five, ten = (made(limits=Limits(item_s=seconds, batch_s=1800)) for seconds in (300, 600))
    assert instructions_for(five) == instructions_for(ten)
    assert limits_in_words(ten) == "10 min for a question and 30 min for a batch of questions"
    assert limits_in_words(made()) == ""


@pytest.mark.parametrize(
    "other",
    [Limits(), Limits(batch_s=300), Limits(item_s=300, at_limit="expire"), Limits(item_s=300, batch_s=900)],
)
def test_what_is_limited_and_what_happens_then_is_part_of_the_text(other: Limits) -> None:
    assert instructions_for(made(limits=other)) != instructions_for(made(limits=Limits(item_s=300)))
