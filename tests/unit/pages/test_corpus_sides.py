import shlex
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from index.__main__ import _parser
from pages.research.corpus_changes import word_changes
from pages.research.corpus_sheet import reread_command
from pages.research.corpus_sides import MOST_WORDS_COMPARED, Side, compared, image_address, sides_html

TRAP = "</pre><img src=x onerror=alert(1)> \"'&"


def joined(pieces):
    return "".join(piece.text for piece in pieces)


def only_here(pieces):
    return [piece.text.strip() for piece in pieces if piece.kind == "only_here"]


def test_names_are_percent_coded_in_the_address_of_the_picture():
    address = image_address("reports", "f" * 32, 'a&page=9"><b>#?.pdf', 3)
    assert address == (
        f"/api/page-image?index=reports&fingerprint={'f' * 32}"
        "&document=a%26page%3D9%22%3E%3Cb%3E%23%3F.pdf&page=3"
    )


@pytest.mark.parametrize("document", ["-rf.pdf", "a b.pdf", "it's.pdf", "--out=x.pdf"])
def test_the_printed_command_names_the_document_as_it_is(document):
    command = reread_command("reports", document, 3)
    assert command.startswith(".venv/bin/python -m index reread ")
    read = _parser().parse_args(shlex.split(command)[3:])
    assert (read.index, read.document, read.page) == ("reports", document, 3)


def test_nothing_of_a_document_becomes_markup():
    one = sides_html("/x", TRAP, [Side(TRAP, TRAP, TRAP)])
    two = sides_html("/x", TRAP, [Side("a", "", f"{TRAP} old"), Side("b", "", f"{TRAP} new")])
    for shown in (one, two):
        assert "<img src=x" not in shown
        assert shown.count("<img ") == 1
        assert "&lt;/pre&gt;&lt;img src=x" in shown
    assert "<del>old</del>" in two
    assert "<ins>new</ins>" in two


def test_a_page_without_text_says_so():
    assert "No text: no search can find this page." in sides_html("/x", "", [Side("a", "", "")])
    assert sides_html("/x", "", [Side("a", "", ""), Side("b", "", "new")]).count("No text") == 1


def test_a_page_whose_text_is_lost_says_why_and_not_that_no_search_finds_it():
    shown = sides_html("/x", "", [Side("a", "", "", "The text is lost <b>.")])
    assert "The text is lost &lt;b&gt;." in shown
    assert "no search" not in shown


def test_words_that_differ_are_found_on_both_sides():
    before, after = compared("Total 4l8\ncrowns paid", "Total 418\ncrowns were paid")
    assert only_here(before) == ["4l8"]
    assert only_here(after) == ["418", "were"]


def test_line_breaks_alone_are_no_difference():
    before, after = compared("one two", "one\ntwo")
    assert only_here(before) == only_here(after) == []


def test_very_long_texts_are_shown_without_comparing():
    long = "word " * (MOST_WORDS_COMPARED + 1)
    assert [piece.kind for piece in compared(long, "short")[0]] == ["same"]


def test_a_word_that_only_moved_is_not_marked():
    before, after = compared("Net revenue rose in May", "in May Net revenue fell")
    assert (only_here(before), only_here(after)) == (["rose"], ["fell"])


@given(*[st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=12).map(" ".join)] * 2)
def test_as_many_words_are_marked_as_are_counted(before, after):
    changes = word_changes(before, after)
    for pieces, counts in zip(compared(before, after), (changes.lost, changes.added), strict=True):
        marked = Counter(word for piece in pieces if piece.kind == "only_here" for word in piece.text.split())
        assert marked == {count.word: count.n for count in counts}


@given(st.text(max_size=60), st.text(max_size=60))
def test_pieces_together_are_the_texts(before, after):
    left, right = compared(before, after)
    assert (joined(left), joined(right)) == (before, after)
