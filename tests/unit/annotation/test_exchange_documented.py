"""docs/item-files.md shows files as they are: its examples are what exports write."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from annotation import full_import
from annotation.__main__ import main
from annotation.exchange.formats import item_file, read_item_file
from annotation.exchange.full import read_full_file
from annotation.exchange.full_checks import broken_lines, doubt_about_set
from annotation.exchange.madqa import json_line
from annotation.exchange.parquet import SCHEMA
from annotation.full_export import export_set
from baseline.analysis import madqa_fields
from db.connection import writing

PAGE = (Path(__file__).parents[3] / "docs" / "item-files.md").read_text(encoding="utf-8")


def example(language):
    return re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[1]


@pytest.mark.parametrize(("language", "file_format"), [("json", "madqa"), ("csv", "csv")])
def test_examples_are_what_an_export_writes(language, file_format):
    items = [numbered.item for numbered in read_item_file(example("json").encode(), "f", "madqa").items]
    assert [item.item_id for item in items] == ["q1", "q2"]
    written = item_file(items, file_format, "without").decode("utf-8")
    assert written.replace("\r\n", "\n") == example(language)


def test_the_full_example_is_imported_and_exported_again_as_it_stands(database):
    rest, lines = example("js"), []
    while rest:
        value, end = json.JSONDecoder().raw_decode(rest)
        lines.append(json_line(value) + "\n")
        rest = rest[end:].lstrip()
    content = "".join(lines).encode("utf-8")
    reading = read_full_file(content, "f")
    assert (broken_lines(reading), doubt_about_set(reading), reading.doubt) == ((), None, None)
    with writing(database):
        full_import.store(database, full_import.plan(database, reading, (), full_import.Target()), 1)
    assert export_set(database, "deeds-v1").content == content


def test_every_column_and_every_other_name_of_a_field_is_in_the_page():
    spellings = (madqa_fields.ID, madqa_fields.ANSWERS, madqa_fields.EVIDENCE, madqa_fields.CATEGORY)
    more = (madqa_fields.VISUAL, madqa_fields.REASONING, madqa_fields.DOCUMENT, madqa_fields.PAGE)
    names = {*SCHEMA.names, *(name for names in (*spellings, *more) for name in names)}
    assert [name for name in sorted(names) if f"`{name}`" not in PAGE] == []


@pytest.mark.parametrize("command", ["import", "export"])
def test_every_option_is_in_the_page(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help", "--json"}
    assert "--set" in options
    assert [option for option in sorted(options) if option not in PAGE] == []
