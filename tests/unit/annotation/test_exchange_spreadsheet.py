"""CSV as people and their spreadsheets send it. Cases 46 and 58."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.exchange.spreadsheet import items_as_csv, read_csv_items, too_long_for_a_cell
from db.errors import InvalidInput
from db.formula_guard import guarded, unguarded
from db.models import Item, ItemMetadata, PageRef
from tests.items_of_any_kind import texts

CASE_58 = [
    "=1+1", '=HYPERLINK("http://127.0.0.1:9/?x="&A1,"click")', "+1+1", "-1+1", "@SUM(1,1)", "\t=1+1",
    "\r=1+1", "＝1+1", '"=1+1"', "-5", "+3%", "a=b", " =1+1", "=cmd|'/C echo x'!A0", ";=1+1",
]  # fmt: skip
RUN_BY_SPREADSHEETS = tuple("=+-@\t\r\n＝＋－＠")


def formula_items():
    return [
        Item(
            item_id=f"=f{number}",
            question=text,
            answer_variants=((text,), (text,)),
            evidence=(PageRef(document=f"{text.strip()}.pdf", page=1),),
            metadata=ItemMetadata(domain=text, category=text, visual=text, reasoning=text),
        )
        for number, text in enumerate(CASE_58)
    ]


def table(*rows, separator=","):
    return "".join(separator.join(row) + "\r\n" for row in rows).encode()


def read(content, base=1):
    return read_csv_items(content, "items.csv", base)


def only(content):
    reading = read(content)
    assert reading.problems == ()
    (numbered,) = reading.items
    return numbered.item


def problems(content):
    return [problem.told("row") for problem in read(content).problems]


def sheet(*rows, header=("id", "question", "answer", "evidence")):
    sink = io.StringIO(newline="")
    csv.writer(sink).writerows([header, *rows])
    return sink.getvalue().encode()


def test_no_cell_begins_as_a_formula_and_every_text_comes_back():
    text = items_as_csv(formula_items())
    written = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    assert [cell for cell in written if cell.lstrip(" ").startswith(RUN_BY_SPREADSHEETS)] == []
    assert [numbered.item for numbered in read(text.encode()).items] == formula_items()


def test_apostrophes_do_not_pile_up():
    once = items_as_csv(formula_items())
    again = items_as_csv([numbered.item for numbered in read(once.encode()).items])
    assert again == once
    assert "''" not in once


@given(texts | st.text(st.sampled_from("'=- x\t"), max_size=5))
def test_the_guard_is_undone_exactly_and_leaves_nothing_that_runs(text):
    assert unguarded(guarded(text)) == text
    assert not guarded(text).lstrip().startswith(RUN_BY_SPREADSHEETS)


@pytest.mark.parametrize("text", ["'tis", "", "a=b", "''", "'", "O'Neill"])
def test_a_text_that_nothing_runs_is_left_as_it_is(text):
    assert guarded(text) == unguarded(text) == text


@pytest.mark.parametrize("text", ["=1+1", "-5"])
def test_a_formula_that_another_program_wrote_is_text(text):
    assert only(sheet(["q", text, text, ""])).question == text


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_separator_is_told_by_the_header(separator, mark):
    rows = [["Id", "Question", '"answer"', "evidence"], ["q1", '"a,b;c\td"', "x", "a.pdf#page=3"]]
    item = only(mark.encode() + table(*rows, separator=separator))
    assert (item.item_id, item.question, item.evidence[0].page) == ("q1", "a,b;c\td", 3)


def test_the_first_line_of_excel_that_states_the_separator_is_no_row():
    reading = read(b"sep=;\r\n" + table(["id", "question", "answer"], ["q1", "", "x"], separator=";"))
    assert reading.problems[0].told("row") == "row 2, question: missing"


def test_answers_stand_in_columns_and_several_parts_in_a_list():
    header = ("id", "question", "answer", "answer_10", "answer_2", "evidence")
    item = only(sheet(["q", "?", '["Ann", "Bob"]', "ten", "both, 'of' [them]", ""], header=header))
    assert item.answer_variants == (("Ann", "Bob"), ("both, 'of' [them]",), ("ten",))


@pytest.mark.parametrize(
    ("cells", "variants"),
    [
        (["[none]", ""], ()),
        (["", ""], (("",),)),
        (["[]", ""], ((),)),
        (["", "b"], (("",), ("b",))),
        (["a", '[""]'], (("a",), ("",))),
        (["[sic]", '["[\\"a\\"]"]'], (("[sic]",), ('["a"]',))),
    ],
)
def test_every_shape_of_answers_has_cells_of_its_own(cells, variants):
    header = ("id", "question", "answer", "answer_2")
    assert only(sheet(["q", "?", *cells], header=header)).answer_variants == variants


@pytest.mark.parametrize("column", ["answers", "answer_variants"])
@pytest.mark.parametrize(
    ("cell", "variants"), [("418", (("418",),)), ('[["a", "b"], "c"]', (("a", "b"), ("c",)))]
)
def test_one_column_may_hold_all_variants(column, cell, variants):
    assert only(sheet(["q", "?", cell], header=("id", "question", column))).answer_variants == variants


def test_evidence_is_one_page_a_line():
    cell = "a/report.pdf#page=3\r\n\nb, c.pdf#page= 12 "
    assert [(ref.document, ref.page) for ref in only(sheet(["q", "?", "x", cell])).evidence] == [
        ("a/report.pdf", 3),
        ("b, c.pdf", 12),
    ]


def test_evidence_whose_name_could_be_misread_is_written_as_json():
    evidence = (PageRef(document="odd#page=1\n.pdf", page=2),)
    item = Item(item_id="q", question="?", answer_variants=(("x",),), evidence=evidence)
    row = next(csv.DictReader(io.StringIO(items_as_csv([item]), newline="")))
    assert json.loads(row["evidence"]) == [{"document": "odd#page=1\n.pdf", "page": 2}]


def test_pages_that_start_at_0_are_shifted_on_request():
    content = sheet(["q", "?", "x", "a.pdf#page=0"])
    assert read(content, 0).items[0].item.evidence[0].page == 1
    assert "add --pages-start-at 0" in read(content).problems[0].reason


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        (["", "?", "x", ""], "row 3, id: missing"),
        (["q", " ", "x", ""], "row 3, question: missing"),
        (["q", "?", '["a", ', ""], "row 3, answer: begins like a list and is not JSON: '[\"a\", '"),
        (["q", "?", "[1]", ""], None),
        (["q", "?", '[["a"], ["b"]]', ""], "row 3, answer: a list of texts expected"),
        (["q", "?", '["a", 1]', ""], "row 3, answer: a list of texts expected"),
        (["q", '["a", "b"]', "x", ""], "row 3, question: one text expected, not a list"),
        (["q", "?", "x", "a.pdf"], "row 3, evidence[1]: one page a line expected, as in report.pdf#page=3"),
        (["q", "?", "x", "a#page=1, b#page=2"], "row 3, evidence[1]: one page a line expected"),
        (["q", "?", "x", "a.pdf#page=iv"], "row 3, evidence[1].page: a page number expected, not 'iv'"),
        (["q", "?", "x", "[{]"], "row 3, evidence: begins like a list and is not JSON"),
        (["q", "?", "x", '["\\ud800"]'], "row 3, evidence: begins like a list and is not JSON"),
        (["q", "?", "x", "", "", "y"], "row 3: 6 cells under 4 columns"),
    ],
)
def test_a_bad_row_is_named_as_the_spreadsheet_counts_it(row, problem):
    good = ["q0", "two\r\nlines", "x", "a.pdf#page=1"]
    content = sheet(good, row, ["", "", "", ""], [])
    found = problems(content)
    assert len(found) == (problem is not None)
    assert all(line.startswith(problem) for line in found)
    assert read(content).items[0].item.item_id == "q0"


def test_the_same_id_twice_names_the_other_row():
    assert problems(sheet(["q", "?", "x", ""], ["q", "else?", "x", ""])) == [
        "row 3, id: 'q' stands in row 2 with other content"
    ]


def test_columns_that_are_not_kept_are_named():
    reading = read(sheet(["q", "?", "x", "me"], header=("id", "question", "answer", "Author")))
    assert "field 'Author' is not kept (1 row)" in reading.warnings


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf\r\n", b"id,question,answer\r\n"])
def test_a_table_without_rows_has_no_items(content):
    assert read(content).items == ()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("id,question,answer\r\nq,Café,x\r\n".encode("cp1252"), "it looks like Excel's plain 'CSV'"),
        ("id\tquestion\r\n".encode("utf-16"), "'items.csv' is UTF-16, not UTF-8"),
        (b"PK\x03\x04rest", "is a workbook, not CSV: save the sheet as 'CSV UTF-8'"),
        (b"question,answer\r\n?,x\r\n", "has no column 'id'"),
        (b"id,question\r\nq,?\r\n", "has no column 'answer'"),
        (b"id,question,answer,ID\r\n", "has two columns 'id'"),
        (b'id,question,answer\r\nq1,"a,b\r\nq2,c,d\r\n', "look for a quote that is not closed"),
        (b'id,question,answer\r\nq1,"a"b,c\r\n', "from row 2 on"),
    ],
)
def test_a_file_that_is_no_table_of_items_is_refused_with_what_to_do(content, sentence):
    with pytest.raises(InvalidInput) as refusal:
        read(content)
    assert sentence in refusal.value.user_message


def test_items_that_a_spreadsheet_would_cut_are_named():
    long, short = (
        Item(item_id=name, question="?", answer_variants=(("x" * n,),), evidence=())
        for name, n in (("long", 32_768), ("short", 32_767))
    )
    assert too_long_for_a_cell([long, short]) == ["long"]
