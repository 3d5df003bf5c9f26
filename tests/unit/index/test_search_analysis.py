import random
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whoosh.analysis import StandardAnalyzer  # the reference for profile madqa

from index.search.analysis import BROKEN, STOP_WORDS, Folded, analyser

EXACT = analyser("exact")
MADQA = analyser("madqa")


def exact_words(text):
    return [token.text for token in EXACT.tokens(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The oﬃce ﬁled", ["the", "office", "filed"]),
        ("Ｆｕｌｌ width", ["full", "width"]),
        ("STRASSE Straße", ["strasse", "strasse"]),
        ("U\u0308ber Über", ["über", "über"]),
        ("so\u00adft", ["soft"]),
        ("$1,234.56 (10-K)", ["1", "234", "56", "10", "k"]),
        ("it’s_here", ["it", "s", "here"]),
        ("報告書 2019", ["報告書", "2019"]),
        ("…", []),
        ("", []),
    ],
)
def test_exact_words_are_folded_runs_of_letters_and_digits(text, words):
    assert exact_words(text) == words


def test_exact_tokens_point_at_the_original_text_when_ligatures_are_folded():
    text = "an eﬃcient oﬃce"
    assert [text[token.start : token.end] for token in EXACT.tokens(text)] == ["an", "eﬃcient", "oﬃce"]


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\u00ad"])
def test_exact_joins_a_word_broken_at_the_end_of_a_line_and_keeps_its_halves(hyphen):
    text = f"he demon{hyphen}\nstrates that"
    tokens = [(token.text, token.position) for token in EXACT.tokens(text)]
    assert tokens == [
        ("he", 0),
        ("demon", 1),
        ("demonstrates", 1),
        (f"demon{BROKEN}strates", 1),
        ("strates", 1),
        ("that", 2),
    ]


@pytest.mark.parametrize("text", ["2019-\n2020", "well-known", "well -\nknown?", "a\nb"])
def test_exact_joins_nothing_else(text):
    positions = [token.position for token in EXACT.tokens(text)]
    assert positions == list(range(len(positions)))


def test_exact_drops_what_is_too_long_to_be_a_word():
    assert exact_words(f"a {'x' * 201} b") == ["a", "b"]


@given(st.text())
def test_exact_tokens_have_places_inside_the_text_in_order_of_position(text):
    tokens = EXACT.tokens(text)
    assert all(0 <= token.start < token.end <= len(text) for token in tokens)
    assert [token.position for token in tokens] == sorted(token.position for token in tokens)


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\u00ad\n")))
def test_exact_folding_gives_the_words_of_the_normalised_text(text):
    normalised = unicodedata.normalize("NFKC", text)
    assert exact_words(text) == exact_words(normalised)


@given(st.text())
def test_folding_is_stable(text):
    once = Folded(text).text
    assert exact_words(once) == exact_words(text)


def standard_words(text):
    """Whoosh numbers from the first word it keeps; only distances matter to it."""
    words = [(token.text, token.pos) for token in StandardAnalyzer()(text, positions=True)]
    return [(word, position - words[0][1]) for word, position in words]


def our_madqa_words(text):
    return [(token.text, token.position) for token in MADQA.tokens(text)]


@pytest.mark.parametrize(
    "text",
    [
        "The state of the union, at 10-K 1,234.56 v2.10 end.Next A/B it's C++ 3.x ..x. x..y",
        "Don't stop; U.S. e.g. a_b __init__ café CAFÉ ÉCOLE naïve 2019? yes!",
        "",
    ],
)
def test_madqa_words_are_those_of_whoosh(text):
    assert our_madqa_words(text) == standard_words(text)


def test_madqa_words_are_those_of_whoosh_on_random_text():
    random_choice = random.Random(4)
    alphabet = "ab.AB ÉÜ_-1 2,'?\n"
    text = "".join(random_choice.choice(alphabet) for _ in range(20_000))
    assert our_madqa_words(text) == standard_words(text)


def test_madqa_stop_words_are_those_of_whoosh():
    assert [word for word in STOP_WORDS if standard_words(word)] == []
    assert len(STOP_WORDS) == 34
