"""Query drift: a named encoder, a worked example, and what has no drift."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.drift import MOST_STEPS, drift_by_step, drift_of, farthest_steps, mean_drift
from baseline.analysis.encoders import CharacterNgrams, similarities
from baseline.analysis.records import AttemptRecord, SearchStep
from baseline.analysis.run_rows import join_rows
from tests.reference import plain_panel
from tests.unit.analysis.metrics_makers import gold


class Fixed:
    """An encoder of two words that lie at right angles."""

    name = "fixed"

    def similarity(self, first: str, second: str) -> float:
        return float(first == second)


def searched(item_id: str, *queries: str, who: str = "p1") -> AttemptRecord:
    steps = tuple(SearchStep(text, ()) for text in queries)
    return AttemptRecord("S", item_id, ("yes",), (), len(queries), steps, participant=who)


def test_drift_is_the_mean_of_consecutive_steps() -> None:
    # a a b: 0, then 1: mean 1/2
    assert drift_of(["a", "a", "b"], Fixed()) == 0.5
    assert drift_of(["a"], Fixed()) is None
    assert drift_of([], Fixed()) is None


def test_a_system_weighs_items_not_attempts_and_counts_single_queries() -> None:
    items = [gold("i0", "yes", "a.pdf:1"), gold("i1", "yes", "a.pdf:1")]
    attempts = [
        searched("i0", "a", "b"),
        searched("i0", "a", "a", who="p2"),
        searched("i0", "a", who="p3"),
        searched("i1", "a", "b"),
    ]
    found = mean_drift(join_rows(items, attempts, "strict"), Fixed())

    # i0: (1 + 0)/2, i1: 1; over items (.5 + 1)/2
    assert found.value == 0.75
    assert (found.n, found.n_single, found.encoder) == (3, 1, "fixed")
    assert found.interval is not None
    nobody = mean_drift(join_rows(items, [searched("i0", "a")], "strict"), Fixed())
    assert (nobody.value, nobody.interval, nobody.n, nobody.n_single) == (None, None, 0, 1)


def test_near_queries_drift_less_than_far_ones_and_case_counts_for_nothing() -> None:
    queries = ["permit revenue 2019", "permit revenue 2018", "ferry timetable"]
    encoder = CharacterNgrams(queries)

    assert encoder.similarity(queries[0], queries[1]) > 0.6 > 0.1 > encoder.similarity(queries[0], queries[2])
    assert encoder.similarity("Permit  REVENUE", "permit revenue") == pytest.approx(1.0)
    assert encoder.similarity("", "") == 1.0
    assert encoder.similarity("", "permit") == 0.0
    assert encoder.name == "character n-gram TF-IDF (3-5, 3 queries)"


@given(st.lists(st.text(max_size=12), min_size=2, max_size=5))
def test_drift_lies_between_nought_and_one_and_is_symmetric(queries: list[str]) -> None:
    encoder = CharacterNgrams(queries)
    drift = drift_of(queries, encoder)
    assert drift is not None
    assert -1e-9 <= drift <= 1 + 1e-9
    assert drift == pytest.approx(drift_of(queries[::-1], encoder))


WORDS = st.lists(st.text(alphabet="abc", min_size=1, max_size=5), max_size=4).map(" ".join)


@given(st.lists(WORDS, min_size=1, max_size=5), WORDS, WORDS)
def test_similarity_equals_the_plain_reference(known: list[str], first: str, second: str) -> None:
    plain = plain_panel.ngram_cosine(known, first, second)
    assert CharacterNgrams(known).similarity(first, second) == pytest.approx(plain, abs=1e-9)


@given(st.lists(WORDS, min_size=2, max_size=6))
def test_many_pairs_at_once_are_as_each_alone(texts: list[str]) -> None:
    encoder = CharacterNgrams(texts[:2])
    pairs = [(one, other) for one in texts for other in texts]
    alone = [encoder.similarity(*pair) for pair in pairs]
    assert similarities(encoder, pairs) == pytest.approx(alone, abs=1e-12)
    assert similarities(Fixed(), pairs[:3]) == pytest.approx([Fixed().similarity(*one) for one in pairs[:3]])


def test_the_farthest_steps_are_named_with_their_attempts() -> None:
    items = [gold("i0", "yes", "a.pdf:1"), gold("i1", "yes", "a.pdf:2")]
    attempts = [searched("i0", "a", "a", "b"), searched("i1", "c", "d")]
    found = farthest_steps(join_rows(items, attempts, "strict"), Fixed(), 2)
    assert [(one.item_id, one.step, one.before, one.after) for one in found] == [
        ("i0", 2, "a", "b"),
        ("i1", 1, "c", "d"),
    ]
    assert farthest_steps(join_rows(items, [searched("i0", "a")], "strict"), Fixed(), 2) == []


def test_drift_by_step_counts_who_got_so_far_and_weighs_items() -> None:
    items = [gold("i0", "yes", "a.pdf:1"), gold("i1", "yes", "a.pdf:1")]
    attempts = [
        searched("i0", "a", "b", "b"),
        searched("i0", "a", "a", who="p2"),
        searched("i0", "a", who="p3"),
        searched("i1", "a", "b"),
    ]
    first, second = drift_by_step(join_rows(items, attempts, "strict"), Fixed())

    # step 1: i0 (1 + 0)/2, i1 1: (.5 + 1)/2; step 2: i0 alone, the same query again
    assert (first.key, first.value, first.n) == ("query_drift_at_step@1", 0.75, 3)
    assert first.interval is not None
    assert first.interval.low <= 0.75 <= first.interval.high
    assert (second.key, second.value, second.n, second.interval) == ("query_drift_at_step@2", 0.0, 1, None)
    assert first.notes == ("Encoder: fixed",)
    assert drift_by_step(join_rows(items, [searched("i0", "a")], "strict"), Fixed()) == []


def test_drift_by_step_stops_where_few_attempts_are_left() -> None:
    long = searched("i0", *("ab" * MOST_STEPS))
    found = drift_by_step(join_rows([gold("i0", "yes", "a.pdf:1")], [long], "strict"), Fixed())
    assert [one.key.partition("@")[2] for one in found] == [str(step) for step in range(1, MOST_STEPS + 1)]


@given(st.lists(st.tuples(st.sampled_from(["i0", "i1", "i2"]), st.lists(st.sampled_from("abc"), max_size=6))))
def test_drift_by_step_equals_the_plain_reference(asked: list[tuple[str, list[str]]]) -> None:
    items = [gold(item_id, "yes", "a.pdf:1") for item_id in ("i0", "i1", "i2")]
    attempts = [searched(item_id, *texts, who=f"p{at}") for at, (item_id, texts) in enumerate(asked)]
    found = drift_by_step(join_rows(items, attempts, "strict"), Fixed())
    plain = plain_panel.drift_by_step(asked, Fixed().similarity)
    assert [(one.n, one.value) for one in found] == [(n, pytest.approx(mean)) for n, mean in plain]
