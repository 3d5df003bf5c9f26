"""Texts of people beside ours: nothing they hold moves, hides or breaks what stands next to them."""

from __future__ import annotations

import pytest

from baseline.analysis.records import Figure, Interval
from baseline.exports.card import words as card_words
from db.errors import InvalidInput
from db.plain_text import plain_name, refuse_turning
from db.wording import counted
from pages.research.figure_text import interval_text, range_text, value_text
from pages.ui.html_table import html_table, text
from pages.ui.text import escaped, isolated, one_line

TURNING = "Harbour \u202etxet\u202c \u2066x\u2069"
HEBREW = "נמל"
MARKED = f"{HEBREW}\u200f!"


def gap(value: float, low: float, high: float) -> Figure:
    return Figure(
        key="retrieval_gap",
        label="Retrieval gap",
        value=value,
        n=20,
        n_unit="items",
        unit="points",
        definition="",
        source="",
        interval=Interval(low, high, "bootstrap"),
    )


def test_a_gap_is_told_in_percentage_points_on_the_screen_and_on_the_card() -> None:
    figure = gap(0.125, -0.05, 0.3)
    assert value_text(figure) == "12.5 percentage points"
    assert range_text(figure) == "-5.0 to 30.0"
    assert interval_text(figure) == "95\u00a0%\u00a0[-5.0,\u00a030.0]"
    assert card_words.number(figure, 0.125) == "12.5 percentage points"


def test_an_interval_never_breaks_also_where_markdown_is_escaped() -> None:
    shown = escaped(interval_text(gap(0.125, -0.05, 0.3)))
    assert " " not in shown
    assert shown.count("\u00a0") == 3


def test_a_thin_separator_survives_in_numbers() -> None:
    assert one_line(counted(12_345, "items")) == "12\u202f345 items"
    assert one_line("  a \t\n b\u00a0 ") == "a b"


def test_characters_that_turn_text_are_not_shown() -> None:
    assert one_line(TURNING) == "Harbour txet x"


def test_text_from_right_to_left_stands_apart_from_its_neighbours() -> None:
    assert isolated(HEBREW) == f"\u2068{HEBREW}\u2069"
    assert escaped(HEBREW) == f"\u2068{HEBREW}\u2069"
    assert text(f"{HEBREW}<b>") == f"<bdi>{HEBREW}&lt;b&gt;</bdi>"
    assert f"<bdi>{HEBREW}</bdi>" in html_table([HEBREW], [])
    assert isolated("Harbour") == "Harbour"


def test_a_text_that_turns_others_is_refused_and_marks_of_a_language_are_not() -> None:
    with pytest.raises(InvalidInput, match="The reason holds an invisible character that turns"):
        refuse_turning(TURNING, "The reason")
    refuse_turning(MARKED, "The reason")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Agent\nsecond line", r"The name holds a line break or an invisible character \(U\+000A\)"),
        ("Agent\u200b", r"an invisible character \(U\+200B\)"),
        ("Agent \u202etnega", "turns the direction"),
        ("x" * 201, "The name has 201 characters; 200 is the most."),
        ("… — …", "The name has no letter and no figure: '… — …' tells nobody"),
    ],
)
def test_a_name_that_cannot_stand_in_a_table_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        plain_name(name, "The name")


@pytest.mark.parametrize("name", ["", "GPT-5.4 (high)", "کتاب‌ها", "代理 7", "7"])
def test_names_of_every_language_stand_as_they_are(name: str) -> None:
    assert plain_name(f" {name}\t", "The name") == name
