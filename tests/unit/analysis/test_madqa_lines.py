"""JSON Lines as people send it. Case 41."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.json_lines import problem_list, read_json_lines
from baseline.analysis.madqa_items import read_items
from db.errors import InvalidInput


@pytest.mark.parametrize(
    "content",
    [
        b'{"a": 1}\n{"a": 2}\n',
        b'\xef\xbb\xbf{"a": 1}\n{"a": 2}\n',
        b'{"a": 1}\r\n{"a": 2}\r\n',
        b'\n{"a": 1}\n\n  \n{"a": 2}\n\n',
        b'{"a": 1}\n{"a": 2}',
        b'{"a": 1}\r{"a": 2}',
    ],
)
def test_lines_are_read_whatever_ends_them(content):
    lines = read_json_lines(content, "f.jsonl")
    assert [row.row for row in lines.rows] == [{"a": 1}, {"a": 2}]
    assert lines.problems == ()


def test_line_numbers_count_blank_lines():
    assert [row.line for row in read_json_lines(b'\n\n{"a": 1}\n\n{"a": 2}', "f").rows] == [3, 5]


def test_a_line_separator_inside_a_text_does_not_end_the_line():
    content = '{"a": "x\u2028y"}\n'.encode()
    assert read_json_lines(content, "f").rows[0].row == {"a": "x\u2028y"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"a": "é"}'.encode("utf-16"), "'f.jsonl' is UTF-16, not UTF-8"),
        ('{"a": "e"}'.encode("utf-16-be"), "zero bytes"),
        ('{"a": "é"}'.encode("utf-32"), "UTF-32"),
        ('{}\n{"a": "é"}'.encode("latin-1"), r"'f.jsonl' is not UTF-8 \(byte 0xe9 in line 2\)"),
        (b'[{"a": 1}]', "one JSON array, not JSON Lines"),
    ],
)
def test_a_file_of_another_kind_is_refused_by_name(content, message):
    with pytest.raises(InvalidInput, match=message):
        read_json_lines(content, "f.jsonl")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"a": ', "line 2: not JSON (Expecting value at character 7)"),
        ("[1]", "line 2: not a JSON object"),
        ('{"a": NaN}', "line 2: not JSON that can be read (NaN is not JSON)"),
        ('{"a": "\\ud800"}', "line 2: half of a surrogate pair, which is not a character"),
        ("[" * 100_000, "line 2: not JSON that can be read"),
    ],
)
def test_a_bad_line_is_named_and_the_rest_is_read(line, reason):
    lines = read_json_lines(b'{"a": 1}\n' + line.encode() + b'\n{"a": 3}\n', "f")
    assert [row.line for row in lines.rows] == [1, 3]
    assert str(lines.problems[0]).startswith(reason)


def test_a_whole_surrogate_pair_is_a_character():
    assert read_json_lines(b'{"a": "\\ud83d\\ude00"}', "f").rows[0].row == {"a": "\U0001f600"}


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(content):
    with suppress(InvalidInput):
        reading = read_items(content, "f.jsonl")
        assert all(problem.line > 0 and problem.reason for problem in reading.problems)


def test_problems_are_listed_one_a_line():
    problems = read_json_lines(b"x\n{}\ny", "f.jsonl").problems
    assert problem_list("f.jsonl", problems, "Nothing was stored.").splitlines() == [
        "'f.jsonl' has 2 lines that cannot be used. Nothing was stored.",
        "  line 1: not JSON (Expecting value at character 1)",
        "  line 3: not JSON (Expecting value at character 1)",
    ]
