"""The folder that dataset loaders read: its files, its front matter, its card."""

from __future__ import annotations

import io
import json
import re

import pyarrow as pa
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.exchange.card import (
    CARD,
    COLUMNS,
    CardFacts,
    card_folder,
    card_values,
    dataset_card,
    size_category,
)
from annotation.exchange.formats import read_item_file
from annotation.exchange.front_matter import front_matter
from annotation.exchange.parquet import SCHEMA
from baseline.analysis.records import Figure, Interval
from db.errors import InvalidInput
from db.items import content_sha256
from db.models import Item, ItemMetadata, PageRef

FACTS = CardFacts(title="Town records", set_name="pilot", licence="cc-by-4.0", languages=("en",))
KAPPA = Figure(
    key="kappa",
    label="Cohen's kappa",
    value=0.8125,
    n=40,
    n_unit="items",
    unit="ratio",
    definition="agreement beyond chance",
    source="Cohen 1960",
    interval=Interval(0.61, 0.93, "bootstrap"),
)


def make(number, *places, **metadata):
    evidence = tuple(PageRef(document=document, page=page) for document, page in places)
    return Item(
        item_id=f"q{number}",
        question="?",
        answer_variants=(("x",), ("y",)) if number == 1 else (("x",),),
        evidence=evidence,
        metadata=ItemMetadata(**metadata),
    )


ITEMS = [
    make(1, ("a.pdf", 1), visual="tabular", domain="Law"),
    make(2, ("a.pdf", 1), ("a.pdf", 2), visual="free text | <b>", domain="Law"),
    make(3, ("a.pdf", 1), ("b.pdf", 1), visual="tabular"),
    make(4),
]


def read_yaml(text):
    """A reader of the part of YAML that cards use: block mappings and lists, scalars as JSON."""
    lines = [(len(line) - len(line.lstrip(" ")), line.strip()) for line in text.splitlines() if line.strip()]

    def scalar(word):
        return json.loads(word)

    def block(start, indent):
        is_list = lines[start][1].startswith("-")
        result = [] if is_list else {}
        while start < len(lines) and lines[start][0] == indent and lines[start][1].startswith("-") == is_list:
            head = lines[start][1]
            if is_list:
                rest = head[2:]
                if re.match(r"[a-z_]+:( |$)", rest):
                    lines[start] = (indent + 2, rest)
                    value, start = block(start, indent + 2)
                else:
                    value, start = scalar(rest), start + 1
                result.append(value)
                continue
            key, _, rest = head.partition(":")
            if rest:
                result[key], start = scalar(rest.strip()), start + 1
            else:
                result[key], start = block(start + 1, lines[start + 1][0])
        return result, start

    value, end = block(0, 0)
    assert end == len(lines)
    return value


def card_of(items=ITEMS, facts=FACTS):
    """The front matter as values, and the text below it."""
    nothing, front, text = dataset_card(items, facts).split("---\n", 2)
    assert nothing == ""
    return read_yaml(front), text


def cells_of(text, header):
    """The rows of the table that begins with this header."""
    lines = text.split(f"| {header} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def test_the_folder_holds_both_files_of_the_same_items_and_the_card_last():
    files = card_folder(ITEMS, FACTS)
    assert list(files) == ["items.parquet", "items.jsonl", CARD]
    for name, kind in (("items.parquet", "parquet"), ("items.jsonl", "madqa")):
        assert [numbered.item for numbered in read_item_file(files[name], name, kind).items] == ITEMS


def test_front_matter_says_what_loaders_go_by():
    values, _ = card_of()
    assert values == card_values(ITEMS, FACTS)
    assert values["license"] == "cc-by-4.0"
    assert values["language"] == ["en"]
    assert values["size_categories"] == ["n<1K"]
    assert values["configs"] == [
        {"config_name": "default", "data_files": [{"split": "test", "path": "items.parquet"}]}
    ]
    (split,) = values["dataset_info"]["splits"]
    assert (split["name"], split["num_examples"]) == ("test", 4)
    assert split["num_bytes"] > 0


def test_features_are_the_columns_of_the_parquet_file():
    def arrow(feature):
        if "dtype" in feature:
            return pa.type_for_alias(feature["dtype"])
        inner = feature["list"]
        if isinstance(inner, str):
            return pa.list_(pa.type_for_alias(inner))
        if isinstance(inner, list):
            return pa.list_(pa.struct([(field["name"], arrow(field)) for field in inner]))
        return pa.list_(arrow(inner))

    values, text = card_of()
    features = values["dataset_info"]["features"]
    stated = pa.schema([(feature["name"], arrow(feature)) for feature in features])
    written = pyarrow.parquet.read_schema(io.BytesIO(card_folder(ITEMS, FACTS)["items.parquet"]))
    assert stated.equals(written)
    assert stated.equals(SCHEMA)
    assert len(cells_of(text, "column | type | meaning")) == len(COLUMNS) == len(SCHEMA)


def test_counts_add_up_to_the_items():
    _, text = card_of()
    assert cells_of(text, "hop type | items | share") == [
        ["single", "1", "25.0%"],
        [r"cross\_page", "1", "25.0%"],
        [r"cross\_doc", "1", "25.0%"],
        ["no evidence", "1", "25.0%"],
    ]
    assert cells_of(text, "visual category | items | share") == [
        ["tabular", "2", "50.0%"],
        [r"free text \| &lt;b&gt;", "1", "25.0%"],
        ["not stated", "1", "25.0%"],
    ]
    assert cells_of(text, "split | items | share") == [["test", "4", "100.0%"]]
    for line in (
        "- documents with evidence: 2",
        "- most items on one document: 3",
        "- items with more than one answer variant: 1",
        "- items without evidence: 1",
        "3 evidence pages in 2 documents.",
    ):
        assert line in text


def test_agreement_is_shown_with_its_n_and_interval():
    _, text = card_of(facts=CardFacts("t", "s", agreement=(KAPPA,)))
    assert cells_of(text, "figure | value | n | definition") == [
        ["Cohen's kappa", "0.812 (0.610 to 0.930, 95 %, bootstrap)", "40 items", "agreement beyond chance"]
    ]


def test_a_figure_without_a_value_says_why():
    undefined = Figure("k", "Kappa", None, 0, "items", "ratio", "d", "s", undefined="nobody reviewed")
    _, text = card_of(facts=CardFacts("t", "s", agreement=(undefined,)))
    assert "| undefined: nobody reviewed | 0 items |" in text


def test_what_is_not_known_is_said():
    values, text = card_of(facts=CardFacts("t", "s", not_measured="reviews have not begun"))
    assert "Not measured: reviews have not begun." in text
    assert "## How it was annotated\n\nNot described." in text
    assert "Questions, answers and evidence: not stated yet." in text
    assert values["license"] == "unknown"
    assert "language" not in values


def test_the_card_names_the_set_by_its_content():
    assert content_sha256(ITEMS) in card_of()[1]


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"split": "te-st"}, "Split 'te-st' cannot be used"),
        ({"split": "../x"}, "Split"),
        ({"licence": "CC BY"}, "Licence 'CC BY' is no licence code"),
        ({"languages": ("English",)}, "Language 'English' is no language code"),
    ],
)
def test_facts_that_loaders_refuse_are_refused_first(facts, sentence):
    with pytest.raises(InvalidInput, match=sentence):
        card_folder(ITEMS, CardFacts("t", "s", **facts))


def test_an_empty_set_is_not_published():
    with pytest.raises(InvalidInput, match="'pilot' is empty"):
        card_folder([], FACTS)


@pytest.mark.parametrize(
    ("n", "category"),
    [
        (1, "n<1K"),
        (999, "n<1K"),
        (1000, "1K<n<10K"),
        (10_000, "10K<n<100K"),
        (999_999, "100K<n<1M"),
        (10**6, "1M<n<10M"),
    ],
)
def test_size_categories_are_those_of_hubs(n, category):
    assert size_category(n) == category


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_title_stands_on_one_printable_line_of_front_matter(title):
    lines = front_matter({"pretty_name": title}).splitlines()
    assert len(lines) == 3
    assert lines[1].isprintable()
    words = re.sub(r"\\U([0-9a-f]{8})", lambda found: chr(int(found[1], 16)), lines[1].partition(": ")[2])
    assert json.loads(words, strict=False) == title
