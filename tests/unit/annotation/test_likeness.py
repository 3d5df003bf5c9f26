"""How alike two questions are, one by one and over a whole set."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from annotation.likeness import jaccard, likeness, near_pairs, shingles, telling_words

QUESTIONS = st.lists(
    st.lists(st.sampled_from(["who", "paid", "the", "Ferry", "fee", "2020", "2021", "?"]), max_size=7).map(
        " ".join
    ),
    max_size=9,
)


def test_likeness_is_jaccards_index_of_words_and_pairs():
    # {who, paid, it, "who paid", "paid it"} and {who, paid, "who paid"}: 3 in common of 5.
    assert likeness("Who paid it?", "who PAID") == 3 / 5
    assert jaccard(shingles(""), shingles("")) == likeness("", "?") == 0


def test_likeness_is_nothing_below_half_of_the_words():
    # 2 of 5 words.
    assert likeness("who paid it", "who paid the fee") == 0


@given(QUESTIONS, st.sampled_from([0.3, 0.6, 1.0]))
def test_near_pairs_are_those_of_a_comparison_of_each_with_each(questions, threshold):
    each = [
        (first, second, likeness(questions[first], questions[second]))
        for first, second in combinations(range(len(questions)), 2)
    ]
    assert near_pairs(questions, threshold) == [pair for pair in each if pair[2] >= threshold]


def test_telling_words_are_numbers_and_names_of_one_side():
    one, other = (
        "How much did the Board of Pell pay in 2020?",
        "How much did the Board of Kestrel pay in 2021?",
    )
    assert telling_words(one, other) == ["Pell", "2020", "Kestrel", "2021"]
    assert telling_words("who paid more", "who paid less") == []
