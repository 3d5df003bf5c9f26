from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from index.search.analysis import analyser, analyser_of_version
from index.search.interface import QueryProblem
from index.search.language import read_query
from index.search.nodes import leaves, written

EXACT = analyser("exact")
MADQA = analyser("madqa")
PIECES = [
    "AND",
    "OR",
    "NOT",
    "(",
    ")",
    '"',
    "“",
    "*",
    "?",
    "a",
    "revenue",
    "rev*",
    "x?y*",
    "^2",
    "~",
    "the",
    "-",
]


def parsed(text, by=EXACT):
    return written(read_query(text, by).node)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("net revenue", "net AND revenue"),
        ("net OR revenue", "net OR revenue"),
        ("a b OR c", "a AND (b OR c)"),
        ("a AND b OR c AND d", "(a AND b) OR (c AND d)"),
        ("alpha OR beta AND gamma", "alpha OR (beta AND gamma)"),
        ("(alpha OR beta) NOT gamma", "(alpha OR beta) AND NOT gamma"),
        ("NOT alpha NOT beta", "NOT alpha AND NOT beta"),
        ("NOT (alpha OR beta)", "NOT (alpha OR beta)"),
        ("NOT NOT alpha", "alpha"),
        ("NOT NOT NOT alpha", "NOT alpha"),
        ("a AND (b AND (c AND d))", "a AND b AND c AND d"),
        ("same same", "same"),
        ('"state of the union"', '"state of the union"'),
        ("“annual report”", '"annual report"'),
        ('"one"', "one"),
        ("well-known", '"well known"'),
        ("it's", '"it s"'),
        ("title:revenue", '"title revenue"'),
        ("Rev?Nue", "rev?nue"),
        ("REP**", "rep*"),
        ("x-ray*", "x AND ray*"),
        ("scientiﬁc", "scientific"),
        ("net\u00a0revenue", "net AND revenue"),
        ("what is the revenue?", "what AND is AND the AND revenue"),
        ('("what is it??")', '"what is it"'),
        ("revenue^2", "revenue"),
        ("revenue~", "revenue"),
        ('foo"bar baz"', 'foo AND "bar baz"'),
        ("$1,234.56", "1234.56"),
        ("10-K filing", '"10 k" AND filing'),
        ("2019-03-04", '"2019 03 04"'),
        ("3/4/2019", '"3 4 2019"'),
        ("Section 4(a)(2), rule 10b-5(c)", 'section AND "4 a 2" AND rule AND "10b 5 c"'),
        ("§4(a)", '"4 a"'),
        ("(2019)(revenue)", "2019 AND revenue"),
        ("NOT(a)", "NOT a"),
        ("plan(b)", "plan AND b"),
        ("AT&T", '"at t"'),
        ("C++ OR C#", "c++ OR c#"),
        ('"the C++ language"', '"the c++ language"'),
        ("me@example.org", '"me example org"'),
        ("https://x.org/a?b=c", '"https x org a b c"'),
        ("年次報告書", '"年 次 報 告 書"'),
        ("「年次報告」", '"年 次 報 告"'),
        ("報告*", '"報 告"'),
        ("1,23*", "123*"),
        ("3.14*", "3.14*"),
        ("CAFÉ*", "cafe*"),
        ("résumé", "resume"),
        ("8½", '"8 1 2"'),
        ("10² CO₂ revenue¹", '"10 2" AND co2 AND revenue1'),
        ('"8½ acres"', '"8 1 2 acres"'),
        ("CO₂*", "co2*"),
        ("10²*5", "10 AND 2*5"),
        ("ＲＥＶ＊　（ａ　ＯＲ　ｂ）", "rev* AND (a OR b)"),
        ("ＡＮＤ　revenue", "revenue"),
        ("", ""),
        ("\\ ' 😀", ""),
    ],
)
def test_exact_reads_queries_as_documented(text, reading):
    assert parsed(text) == reading


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ('"state of the union"', '"state union"'),
        ("10-K report", "10 AND report"),
        ("annual-report", "annual AND report"),
        ("the revenue", "revenue"),
        ("revenue OR the", "revenue"),
        ("revenue NOT the", "revenue"),
        ("in 2019?", "2019?"),
        ("v2.1*", "v2.1*"),
        ("KERN*", "kern*"),
        ("oﬃce 8½ Ｆull", "oﬃce AND 8½ AND ｆull"),
        ("oﬃ*", "oﬃ*"),
    ],
)
def test_madqa_reads_words_as_the_public_agent_does(text, reading):
    assert parsed(text, MADQA) == reading


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('"open', "quotation mark"),
        ("(revenue", "bracket"),
        ("revenue)", "bracket"),
        ("revenue AND", "AND needs"),
        ("OR revenue", "OR needs"),
        ("a AND OR b", "OR needs"),
        ("revenue NOT", "NOT needs"),
        ("-revenue", "no operators"),
        ("a && b", "no operators"),
        ("a&&b", "no operators"),
        ("a||b", "no operators"),
        ("a|b", "no operators"),
        ("a | b", "no operators"),
        ("a -(b OR c)", "no operators"),
        ('!"b c"', "no operators"),
        ("C+++", "ignored"),
        ("foo#", "ignored"),
        ("revenue^2", "weights"),
    ],
)
def test_reading_says_what_was_ignored(text, part):
    assert any(part in remark for remark in read_query(text, EXACT).remarks)


@pytest.mark.parametrize(
    "text",
    ["net revenue", '"what is it?"', "a-b", "R&D", "AT & T", "a - b", "$1,234", "NOT a", "C++", "4(a)(2)"],
)
def test_reading_says_nothing_when_nothing_was_ignored(text):
    assert read_query(text, EXACT).remarks == []


def test_the_first_edition_reads_as_it_did():
    first = analyser_of_version("exact", "exact 1")
    assert parsed("4(a)(2) 1,234 報告*", first) == '4 AND a AND 2 AND "1 234" AND 報告*'
    assert any("no wildcards inside" in remark for remark in read_query('"annual rep*"', first).remarks)


def test_small_operators_are_words_and_are_noted():
    read = read_query("net or Not gross", EXACT)
    assert written(read.node) == "net AND or AND not AND gross"
    assert read.small_operators == ["or", "Not"]


def test_dropped_words_are_noted():
    assert read_query("to be of x", MADQA).dropped == ["to", "be", "of", "x"]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('"annual rep*"', "no wildcards inside"),
        ("報*告", "written without spaces"),
        ("報告rep*", "written without spaces"),
        ("*", "at least 2 letters"),
        ("revenue AND *", "at least 2 letters"),
        ("a*", "at least 2 letters"),
        ("?*?", "at least 2 letters"),
        ("a*b*c*d*e*f", "more than 4 stars"),
        ("x" * 1001, "1001 characters"),
        ("ﷺ" * 100, "more than 64 words"),
        ("w " * 65, "more than 64 words"),
        (" OR ".join(f"w{letter}*" for letter in "abcdefghi"), "more than 8 wildcards"),
        ('"' + "w " * 65 + '"', "more than 64 words"),
        ("(" * 21 + "a" + ")" * 21, "nested more than 20"),
    ],
)
def test_reading_refuses_in_a_sentence(text, part):
    with pytest.raises(QueryProblem, match=part) as refusal:
        read_query(text, EXACT)
    assert refusal.value.user_message.endswith(".")


@pytest.mark.parametrize("text", ["w " * 64, "(" * 20 + "a" + ")" * 20, "(" * 400 + "a", "a*b*c*d*"])
def test_reading_takes_what_is_just_inside_the_limits(text):
    assert read_query(text, EXACT).node is not None


@given(st.text(max_size=1100))
@example("NOT " * 250)
@example("\ud800 \x00 \u202e")
@example("(" * 1000)
@example('"' * 999)
@example("NOT(" * 250)
def test_reading_raises_nothing_but_query_problems(text):
    for by in (EXACT, MADQA):
        with suppress(QueryProblem):
            read_query(text, by)


@given(st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join))
def test_what_was_read_reads_the_same_again(text):
    for by in (EXACT, MADQA):
        try:
            node = read_query(text, by).node
        except QueryProblem:
            continue
        assert read_query(written(node), by).node == node


@given(st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join))
def test_reading_keeps_within_the_word_limit(text):
    try:
        node = read_query(text, EXACT).node
    except QueryProblem:
        return
    assert node is None or len(list(leaves(node))) <= 64
