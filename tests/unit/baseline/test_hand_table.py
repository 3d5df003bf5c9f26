"""Tables of places given out by hand: what is read, and every row that cannot be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from baseline.assignment.hand_checks import HandBatch, HandPerson, HandWorld, plan_by_hand
from baseline.assignment.hand_table import HandRow, read_hand_rows
from db.errors import InvalidInput
from db.exposures import How
from db.study_design import Condition, StudyDesign


def read(text: str) -> list[HandRow]:
    return read_hand_rows(text.encode(), "places.csv")


@pytest.mark.parametrize(
    "text",
    [
        "account,item,condition,batch\np-1,i1,search,A\n",
        "\ufeffaccount;item;condition;batch\r\np-1;i1;search;A\r\n",
        "Batch\tCondition\tItem\tAccount\nA\tsearch\ti1\tp-1",
        'sep=;\naccount;item;condition;batch\n"p-1"; i1 ;search;A\n',
    ],
)
def test_the_ways_in_which_spreadsheets_write_a_table_are_read(text: str) -> None:
    (row,) = read(text)
    assert row[1:] == ("p-1", "i1", "search", "A")


def test_rows_count_as_a_spreadsheet_shows_them() -> None:
    rows = read("\naccount,item\n\np-1,i1\np-1,'=i2\n")
    assert [(row.number, row.item_id) for row in rows] == [(4, "i1"), (5, "=i2")]
    assert rows[0].condition == rows[0].batch == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "holds no places"),
        ("account,item\n", "holds no places"),
        ("who,what\np-1,i1\n", "it must be account,item"),
        ("account,item,item\np-1,i1,i2\n", "it must be account,item"),
        ("account,item,colour\np-1,i1,red\n", "it must be account,item"),
        ('account,item\np-1,"i1\n', "row 2"),
    ],
)
def test_a_file_that_is_no_such_table_is_refused_by_name(text: str, sentence: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read(text)
    assert sentence in refused.value.user_message
    assert "'places.csv'" in refused.value.user_message


def test_a_workbook_is_refused() -> None:
    with pytest.raises(InvalidInput, match="is a workbook, not CSV"):
        read_hand_rows(b"PK\x03\x04rest", "places.xlsx")


def world(n_conditions: int = 1, taken: dict | None = None, **design: object) -> HandWorld:
    made = StudyDesign(
        title="T",
        item_set="set",
        index_name="reports",
        conditions=tuple(Condition(name=f"c{number}") for number in range(n_conditions)),
        **{"people_per_item": 1, "batch_size": 2, **design},
    )
    people = {
        "p-1": HandPerson("p-1", had=frozenset({"i9"}), known={"i8": "authored"}),
        "p-2": HandPerson("p-1"),
        "p-3": HandPerson("p-3", conditions=("c0",), n_batches=1),
        "p-4": HandPerson("p-4", has_left=True),
    }
    return HandWorld(made, frozenset(f"i{number}" for number in range(10)), people, taken or {})


def rows(*places: str) -> list[HandRow]:
    """`p-1 i1 c0 A`, numbered from row 2; `-` is an empty cell."""
    made = []
    for number, place in enumerate(places, 2):
        cells = ["" if cell == "-" else cell for cell in place.split()]
        made.append(HandRow(number, *cells, *[""] * (4 - len(cells))))
    return made


def shape(batch: HandBatch) -> tuple[str, str, list[str]]:
    return batch.account_id, batch.condition, [row.item_id for row in batch.rows]


def test_rows_without_a_batch_are_cut_as_the_study_cuts_and_keep_their_order() -> None:
    plan = plan_by_hand(world(), rows("p-1 i3", "p-3 i7", "p-1 i1", "p-1 i2"))
    assert plan.problems == ()
    assert [shape(batch) for batch in plan.batches] == [
        ("p-1", "c0", ["i3", "i1"]),
        ("p-1", "c0", ["i2"]),
        ("p-3", "c0", ["i7"]),
    ]


def test_named_batches_stay_together() -> None:
    plan = plan_by_hand(world(2), rows("p-1 i1 c0 A", "p-1 i2 c1 B", "p-1 i3 c0 A"))
    assert [shape(batch) for batch in plan.batches] == [("p-1", "c0", ["i1", "i3"]), ("p-1", "c1", ["i2"])]


@pytest.mark.parametrize(
    ("made", "given", "problem"),
    [
        (world(), ["- i1"], "row 2: an account and an item are needed"),
        (world(), ["p-0 i1"], "row 2: there is no participant 'p-0'"),
        (world(), ["p-4 i1"], "row 2: p-4 has left the study"),
        (world(), ["p-1 nothing"], "row 2: item 'nothing' is not in item set 'set'"),
        (world(), ["p-1 i1 c7"], "row 2: there is no condition 'c7'; there is c0"),
        (world(2), ["p-1 i1"], "row 2: a condition is needed: c0, c1"),
        (world(), ["p-1 i1", "p-1 i1"], "row 3: this person has item 'i1' in row 2 already"),
        (world(2), ["p-1 i1 c0", "p-2 i1 c1"], "row 3: this person has item 'i1' in row 2 already"),
        (world(), ["p-1 i9"], "row 2: p-1 was given item 'i9' before"),
        (world(), ["p-1 i8"], "row 2: p-1 must not have item 'i8': this person wrote it"),
        (world(), ["p-1 i1", "p-3 i1"], "row 3: item 'i1' has its 1 place under 'c0' taken"),
        (world(taken={("c0", "i1"): 1}), ["p-1 i1"], "row 2: item 'i1' has its 1 place under 'c0' taken"),
        (
            world(2),
            ["p-1 i1 c0 A", "p-1 i2 c1 A"],
            "row 3: batch 'A' has condition 'c0'; a batch has one",
        ),
        (
            world(),
            ["p-1 i1 c0 A", "p-1 i2 c0 A", "p-1 i3 c0 A"],
            "row 4: batch 'A' is full: it holds 2 items",
        ),
        (
            world(2, allocation="between"),
            ["p-3 i1 c1"],
            "row 2: p-3 works under condition 'c0'; in this study everybody has one",
        ),
        (
            world(2, allocation="between"),
            ["p-1 i1 c1 A", "p-1 i2 c0 B"],
            "row 3: p-1 works under condition 'c1'",
        ),
        (world(batches_per_person=1), ["p-3 i1"], "row 2: p-3 has 1 batch, the most of this study"),
    ],
)
def test_a_row_that_cannot_be_is_named(made: HandWorld, given: list[str], problem: str) -> None:
    (told,) = plan_by_hand(made, rows(*given)).problems
    assert told.startswith(problem)


def test_every_bad_row_is_named_once_and_good_ones_are_not() -> None:
    plan = plan_by_hand(world(), rows("p-0 i1", "p-1 i1", "p-4 nothing", "p-1 i9"))
    assert [problem.split(":")[0] for problem in plan.problems] == ["row 2", "row 4", "row 5"]


def test_the_documentation_has_every_way_to_know_an_item_and_a_message_as_it_is_printed() -> None:
    page = (Path(__file__).parents[3] / "docs" / "assignment.md").read_text()
    table = page.partition("| word | when")[2].partition("Items are compared")[0]
    first_cells = "".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    words = re.findall(r"`(\w+)`", first_cells)
    assert sorted(words) == sorted(get_args(How))
    (problem,) = plan_by_hand(world(), rows("p-1 i8")).problems
    assert problem.partition(": ")[2].replace("p-1", "p-0c4f").replace("i8", "harbour") in page
