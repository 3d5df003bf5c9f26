"""Escaping for LaTeX and Markdown, small groups, states of entries: for any text and any counts."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.exports.card.demographics import FEWEST, SUPPRESSED, demographic_table, suppressed
from baseline.exports.card.entry import Card, CardTable, Entry, Section
from baseline.exports.card.latex import latex_paragraphs, latex_text, stand_ins
from baseline.exports.card.parity import NO_AGENT, NOT_KNOWN, Parity, ParityRow
from baseline.exports.card.writing import card_as_json, card_as_latex, card_as_markdown
from db.markdown_text import plain

NASTY = "100 % of $5 & #1_{x}^2 ~ \\input{/etc/passwd} <b> | \"q\" 'a' `t`"
# A command with its end, or an escaped sign: all that an escaped text may be made of beside plain letters.
_ESCAPED = re.compile(r"\\[A-Za-z]+\{\}|\\ensuremath\{\\[a-z]+\}|\\[{}$&#%_,]|\{\}|~")


@given(st.text())
def test_latex_reads_nothing_in_a_text_as_a_command(text: str) -> None:
    made = latex_text(text)
    assert not set(_ESCAPED.sub("", made)) & set('\\{}$&#%_^~<>|"`\n\r')
    assert not re.search("--|,,|''", made)
    assert not made.startswith(("[", "*"))


def test_latex_has_a_stand_in_for_every_letter_that_a_font_may_lack() -> None:
    assert stand_ins("plain") == []
    first, _command, *letters, last = stand_ins("x αΛά漢α😀")
    assert (first, last) == (r"\ifPDFTeX", r"\fi")
    assert letters == [
        r"\instead{Λ}{039B}{\ensuremath{\Lambda}}",
        r"\instead{ά}{03AC}{[U+03AC]}",
        r"\instead{α}{03B1}{\ensuremath{\alpha}}",
        r"\instead{漢}{6F22}{[U+6F22]}",
        r"\instead{😀}{1F600}{[U+1F600]}",
    ]


def test_latex_shows_every_sign() -> None:
    assert latex_text("a_b & 5 %, it's") == r"a\_b \& 5 \%, it's"
    assert latex_text("x---y,,z") == "x-{}-{}-y,{},z"
    assert latex_text("\\end{document}") == r"\textbackslash{}end\{document\}"
    assert latex_text("[1] a") == "{}[1] a"
    assert latex_text("two\nlines") == "two lines"
    assert latex_text("a\x00b\u200bc") == "abc"


def test_latex_keeps_lines_of_a_text() -> None:
    assert latex_paragraphs("One\n\nTwo") == "One\\\\\n\\medskip\nTwo\\\\"


@given(st.text())
def test_markdown_of_a_text_is_one_line_without_markup(text: str) -> None:
    made = plain(text)
    assert "\n" not in made
    assert not re.search(r"(?<!\\)[*_`\[\]|]", made.replace("\\\\", ""))
    assert "<" not in made


def card_with(*entries: Entry) -> Card:
    return Card("A card", ("Study s.",), (Section("Design", entries),))


def test_an_entry_is_known_in_part_or_missing() -> None:
    known = Entry("a", "A", "app", "log", ("Yes.",))
    part = Entry("b", "B", "both", "log", ("Some.",), missing="Researcher must add: the rest.")
    missing = Entry("c", "C", "researcher", "notes", missing="Researcher must add: all.")
    card = card_with(known, part, missing)
    assert [entry.state for entry in card.entries] == ["known", "in part", "missing"]
    assert card.completeness == pytest.approx(1 / 3)
    assert card.completeness_line == "1 of 3 items complete (33.3 %), 1 in part, 1 missing"


def test_a_card_with_nasty_texts_keeps_its_shape() -> None:
    entry = Entry("a", NASTY, "app", NASTY, (NASTY,), (CardTable((NASTY,), ((NASTY,),)),), NASTY)
    sheet = Parity((ParityRow("search", NASTY, NASTY, NASTY),))
    texts = [("Consent text", "````\n# not a heading\n```")]
    card = card_with(entry)

    latex = card_as_latex(card, sheet, texts)
    assert latex.count(r"\begin{longtable}") == latex.count(r"\end{longtable}") == 2
    assert r"\input" not in latex
    assert latex.count(r"\end{document}") == 1
    lines = card_as_markdown(card, sheet, texts).splitlines()
    assert [line for line in lines if line.startswith("## ")] == [
        *("## What is missing", "## Design", "## Parity sheet", "## Consent text"),
    ]
    # The text stands between fences longer than any inside.
    assert lines.count("`````") == 2
    assert card_as_json(card, sheet, texts)["items"][0]["value"] == [NASTY]


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 40), max_size=8))
def test_no_small_group_is_shown_or_can_be_computed(counts: Mapping[str, int]) -> None:
    shown = suppressed(counts)
    assert list(shown) == list(counts)
    assert not any(n is not None and 0 < n < FEWEST for n in shown.values())
    assert all(n is None or n == counts[name] for name, n in shown.items())
    hidden = [counts[name] for name, n in shown.items() if n is None]
    if hidden:
        everybody = not any(n for n in shown.values() if n is not None)
        assert everybody or (len(hidden) >= 2 and sum(hidden) >= FEWEST)


def test_demographics_count_choices_in_their_order() -> None:
    answers = ["b"] * 6 + ["a"] * 2 + ["c"] * 9 + ["something else"]
    made = demographic_table("Which?", ("a", "b", "c", "d"), answers)
    assert made.rows == (("a", SUPPRESSED), ("b", SUPPRESSED), ("c", "9"), ("d", "0"), ("other", SUPPRESSED))


@pytest.mark.parametrize(
    ("people", "agents", "verdict"),
    [
        ("5", "5", "same"),
        ("5", "10", "differs"),
        ("5", NOT_KNOWN, "not known"),
        ("5", NO_AGENT, "people only"),
    ],
)
def test_a_point_of_the_parity_sheet_says_whether_both_had_the_same(
    people: str, agents: str, verdict: str
) -> None:
    assert ParityRow("search", "Hits a query", people, agents).verdict == verdict
