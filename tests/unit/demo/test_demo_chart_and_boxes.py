"""What only the drawing says, checked against the generator's own source: the chart and the ticks."""

from __future__ import annotations

from demo.documents.figures import MONTHS
from demo.documents.inspections import SECTIONS, VISITS
from demo.documents.lake import LEVELS_2022
from demo.documents.maintenance import _FUEL
from demo.items import ITEMS

ANSWERS = {item.item_id: item.answer_variants[0] for item in ITEMS}


def test_highest_month_of_the_chart_is_the_answer():
    highest = max(range(12), key=lambda month: LEVELS_2022[month])
    assert (MONTHS[highest],) == ANSWERS["demo-15"]
    assert LEVELS_2022.count(max(LEVELS_2022)) == 1


def test_only_one_cleaning_item_is_marked_out():
    cleaning = dict(SECTIONS)["Cleaning"]
    marks = VISITS["lakeside-2021"].marks
    assert tuple(item for item in cleaning if marks.get(item) == "OUT") == ANSWERS["demo-17"]


def test_least_fuel_was_taken_in_the_month_of_the_answer():
    least = min(range(12), key=lambda month: _FUEL[month])
    assert (MONTHS[least], f"{_FUEL[least]:,}") == ANSWERS["demo-20"]
