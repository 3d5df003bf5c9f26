from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from pages.research.corpus_changes import MOST_WORDS_SHOWN, WordChanges, changes_html, word_changes

TEXTS = st.text(alphabet="ab \n", max_size=30)


def test_words_are_counted_as_often_as_they_stand_there():
    # before: the×2 old harbour; after: the×1 harbour new×2
    changes = word_changes("the old the\nharbour", "harbour the new new")
    assert changes == WordChanges(4, 4, added=(("new", 2),), lost=(("the", 1), ("old", 1)))


def test_another_order_or_other_line_breaks_change_no_word():
    assert word_changes("a b\nc", "c  a b") == WordChanges(3, 3, (), ())


def test_case_and_signs_make_another_word():
    changes = word_changes("Total 418", "total 418.")
    assert [one.word for one in changes.added] == ["total", "418."]
    assert [one.word for one in changes.lost] == ["Total", "418"]


def test_a_page_without_text_has_no_words():
    assert word_changes("", "a") == WordChanges(0, 1, (("a", 1),), ())
    assert word_changes(" \n", "") == WordChanges(0, 0, (), ())


@given(TEXTS, TEXTS)
def test_before_and_added_is_after_and_lost(before, after):
    changes = word_changes(before, after)
    added, lost = Counter(dict(changes.added)), Counter(dict(changes.lost))
    assert Counter(before.split()) + added == Counter(after.split()) + lost
    assert not added & lost
    assert word_changes(after, before) == WordChanges(
        changes.n_after, changes.n_before, changes.lost, changes.added
    )


def test_counts_and_words_are_shown():
    shown = changes_html(word_changes("one two", "two three three"))
    assert "2 before, 3 after reading again" in shown
    assert "<dt>Added 2</dt><dd><ins>three ×2</ins></dd>" in shown
    assert "<dt>Lost 1</dt><dd><del>one</del></dd>" in shown
    assert "<dt>Lost 0</dt><dd><small>no word</small></dd>" in changes_html(word_changes("", "a"))


def test_where_no_word_changed_one_line_says_so():
    shown = changes_html(word_changes("a b", "b a"))
    assert "<dt>Changed</dt><dd><small>no word; at most their order</small></dd>" in shown
    assert "Added" not in shown


def test_of_many_words_the_first_are_shown_and_the_others_counted():
    words = [f"w{number}" for number in range(MOST_WORDS_SHOWN + 2)]
    assert "more</small>" not in changes_html(word_changes("", " ".join(words[:MOST_WORDS_SHOWN])))
    shown = changes_html(word_changes("", " ".join(words)))
    assert shown.count("<ins>") == MOST_WORDS_SHOWN
    assert "and 2 different words more" in shown
    assert f"<dt>Added {MOST_WORDS_SHOWN + 2}</dt>" in shown


def test_markup_in_words_stays_text_and_long_words_are_shortened():
    shown = changes_html(word_changes("<b>\"'&", "</dd><img/src=x> " + "x" * 500))
    assert "<img" not in shown
    assert "&lt;/dd&gt;&lt;img/src=x&gt;" in shown
    assert "<del>&lt;b&gt;&quot;&#x27;&amp;</del>" in shown
    assert "x" * 41 not in shown
