"""Limits on working time: when they are reached, whatever rested and whenever somebody looks."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from baseline.attempts.attempt import AttemptState, fold
from baseline.attempts.limits import Due, due, left, limits_for, next_end_ms, reached_at_ms
from baseline.attempts.timing import hidden_ms, visible_ms, wall_ms, working_ms
from db.events import (
    AnswerSubmitted,
    Event,
    ItemExpired,
    ItemShown,
    Paused,
    Payload,
    Resumed,
    ServerOutage,
    TabHidden,
    TabShown,
)
from db.study_design import Limits, PauseRules
from tests.makers import NOON_MS, make_shown, make_trail


def shown(item_s: int | None = 60, batch_s: int | None = None, longest_s: int | None = None) -> ItemShown:
    changes = {"limits": Limits(item_s=item_s, batch_s=batch_s), "pauses": PauseRules(longest_s=longest_s)}
    return make_shown().model_copy(update=changes)


def outage(from_s: float, to_s: float) -> ServerOutage:
    return ServerOutage(from_ms=NOON_MS + round(1000 * from_s), to_ms=NOON_MS + round(1000 * to_s))


def due_s(*steps: tuple[float, Payload], used_s: float = 0) -> tuple[str, float] | None:
    """The limit that comes first, and when, in seconds after noon."""
    first = due(fold(make_trail(*steps)), round(1000 * used_s))
    return None if first is None else (first.of, (first.at_ms - NOON_MS) / 1000)


def test_an_item_without_interruption_is_over_at_its_limit() -> None:
    assert due_s((0, shown())) == ("item", 60)


def test_a_pause_moves_the_end_by_its_length() -> None:
    # 20 s of work, 20..50 on a pause, 40 s more: 90.
    assert due_s((0, shown()), (20, Paused(reason="tea")), (50, Resumed())) == ("item", 90)


def test_a_pause_that_goes_on_has_no_end() -> None:
    assert due_s((0, shown()), (20, Paused(reason="tea"))) is None


def test_a_pause_with_a_longest_ends_by_itself_and_the_item_after_it() -> None:
    state = fold(make_trail((0, shown(longest_s=30)), (20, Paused(reason="tea"))))

    assert next_end_ms(state, 0) == NOON_MS + 50_000
    assert due(state, 0) == Due("item", NOON_MS + 90_000)
    # Nobody has noticed: at 70 s there are 20 + 20 s of work.
    assert working_ms(state, NOON_MS + 70_000) == 40_000


def test_an_outage_and_a_pause_over_each_other_move_the_end_once() -> None:
    # Rest 20..80: 20 s before, 40 s after.
    steps = ((0, shown()), (20, Paused(reason="tea")), (60, Resumed()), (80, outage(50, 80)))
    assert due_s(*steps) == ("item", 120)


def test_a_hidden_tab_moves_nothing() -> None:
    assert due_s((0, shown()), (5, TabHidden()), (50, TabShown())) == ("item", 60)


def test_a_rest_that_begins_with_the_limit_comes_too_late() -> None:
    assert due_s((0, shown()), (60, Paused(reason="tea"))) == ("item", 60)


def test_the_batch_ends_an_item_before_its_own_limit() -> None:
    # 100 s of a batch, of which 70 went to other items: 30 are left.
    assert due_s((0, shown(60, 100)), used_s=70) == ("batch", 30)
    assert due_s((0, shown(60, 100)), used_s=20) == ("item", 60)


def test_a_batch_that_is_used_up_ends_the_next_item_at_once() -> None:
    assert due_s((0, shown(60, 100)), used_s=250) == ("batch", 0)


@pytest.mark.parametrize("steps", [(), ((0, shown(None)),), ((0, shown()), (9, ItemExpired()))])
def test_nothing_ends_what_has_no_limit_or_is_closed(steps: tuple[tuple[float, Payload], ...]) -> None:
    assert due_s(*steps) is None


def test_left_counts_down_and_stops_at_nothing() -> None:
    state = fold(make_trail((0, shown(60, 100))))

    at_50 = {one.of: one.left_ms for one in left(state, 30_000, NOON_MS + 50_000)}
    at_90 = {one.of: one.left_ms for one in left(state, 30_000, NOON_MS + 90_000)}

    assert at_50 == {"item": 10_000, "batch": 20_000}
    assert at_90 == {"item": 0, "batch": 0}


@pytest.mark.parametrize(
    ("purpose", "batch_s"), [("main", 9), ("attention", 9), ("practice", None), ("qualification", None)]
)
def test_practice_and_tests_know_no_batch(purpose: str, batch_s: int | None) -> None:
    limits = limits_for(Limits(item_s=5, batch_s=9), purpose)  # type: ignore[arg-type]

    assert (limits.item_s, limits.batch_s) == (5, batch_s)


@pytest.mark.parametrize("closed_s", [60, 61, 3600])
def test_case_49_who_stays_away_beyond_the_limit_has_worked_to_the_limit(closed_s: float) -> None:
    # 60 s limit, hidden from 10 s on, noticed whenever: 60 s of work, 50 of them hidden.
    ending = AnswerSubmitted(answer=(), citations=(), answer_kind="auto", at_limit_ms=NOON_MS + 60_000)
    state = fold(make_trail((0, shown()), (10, TabHidden()), (closed_s, ending)))

    now_ms = NOON_MS + 9_999_000
    assert [clock(state, now_ms) for clock in (wall_ms, working_ms, visible_ms, hidden_ms)] == [
        60_000,
        60_000,
        10_000,
        50_000,
    ]


def test_the_night_in_which_clocks_go_forward_is_no_hour_longer() -> None:
    # 2026-03-29T00:59:30Z is 01:59:30 in Berlin; a minute later it is 03:00:30 there.
    start_s = (1_774_745_970_000 - NOON_MS) / 1000
    assert due_s((start_s, shown())) == ("item", start_s + 60)


RESTS = st.one_of(
    st.just(Paused(reason="tea")),
    st.just(Resumed()),
    st.just(TabHidden()),
    st.just(TabShown()),
    st.tuples(st.integers(-90, 200), st.integers(0, 60)).map(lambda span: outage(span[0], sum(span))),
)
# Steps may be negative: a server's clock may be set back.
STEPS = st.lists(st.tuples(st.integers(-20_000, 60_000), RESTS), max_size=15)


ANY_LONGEST = st.none() | st.integers(1, 90)


@st.composite
def open_items(
    draw: st.DrawFn,
    longest: st.SearchStrategy[int | None] = ANY_LONGEST,
    last: tuple[Payload, ...] = (),
) -> list[Event]:
    """An item that was shown, and whatever rested then, in any order."""
    longest_s = draw(longest)
    at_ms, steps = 0, []
    for step_ms, payload in [*draw(STEPS), *((1000, payload) for payload in last)]:
        at_ms += step_ms
        steps.append((at_ms / 1000, payload))
    first = shown(draw(st.integers(1, 200)), draw(st.none() | st.integers(1, 400)), longest_s)
    return make_trail((0, first), *steps)


def closed(trail: list[Event], at_limit_ms: int, late_ms: int) -> AttemptState:
    """The attempt as somebody closes it who notices `late_ms` after the limit."""
    ending = ItemExpired(at_limit_ms=at_limit_ms)
    last = make_trail((0, ending))[0]
    return fold([*trail, last.model_copy(update={"seq": len(trail) + 1, "at_ms": at_limit_ms + late_ms})])


@given(open_items(), st.integers(0, 400_000))
def test_at_the_due_time_the_working_time_is_the_limit_whatever_came_before(
    trail: list[Event], used_ms: int
) -> None:
    state = fold(trail)
    first = due(state, used_ms)
    assume(first is not None and state.shown is not None)
    assert first is not None
    assert state.shown is not None

    worked_ms = working_ms(state, first.at_ms)

    limits = state.shown.limits
    wanted = {1000 * (limits.item_s or 0)} | {max(0, 1000 * (limits.batch_s or 0) - used_ms)}
    assert worked_ms in wanted
    assert all(one.left_ms >= 0 for one in left(state, used_ms, first.at_ms))
    assert min(one.left_ms for one in left(state, used_ms, first.at_ms)) == 0


@given(open_items(), st.integers(0, 400_000), st.integers(0, 10_000_000), st.integers(0, 10_000_000))
def test_closing_late_or_early_gives_the_same_figures(
    trail: list[Event], used_ms: int, one_ms: int, other_ms: int
) -> None:
    first = due(fold(trail), used_ms)
    assume(first is not None)
    assert first is not None

    one, other = closed(trail, first.at_ms, one_ms), closed(trail, first.at_ms, other_ms)

    now_ms = first.at_ms + 20_000_000
    for clock in (wall_ms, working_ms, visible_ms, hidden_ms):
        assert clock(one, now_ms) == clock(other, now_ms)
    assert one.closed_at_ms == other.closed_at_ms == first.at_ms


@given(open_items(st.integers(1, 90), (Resumed(), Paused(reason="tea"))), st.integers(0, 500_000))
def test_a_longest_pause_noticed_late_or_early_gives_the_same_figures(
    trail: list[Event], late_ms: int
) -> None:
    state = fold(trail)
    ends_at_ms = state.pause_ends_at_ms
    assert ends_at_ms is not None
    over = make_trail((0, Resumed(at_limit_ms=ends_at_ms)))[0]
    at_ms = ends_at_ms + late_ms

    noticed = fold([*trail, over.model_copy(update={"seq": len(trail) + 1, "at_ms": at_ms})])

    for now_ms in (at_ms, at_ms + 60_000):
        assert working_ms(noticed, now_ms) == working_ms(state, now_ms)
    assert due(noticed, 0) == due(state, 0)


@given(open_items(), st.integers(0, 300_000))
def test_no_working_time_is_reached_before_its_time(trail: list[Event], worked_ms: int) -> None:
    state = fold(trail)
    at_ms = reached_at_ms(state, worked_ms)
    assume(at_ms is not None)
    assert at_ms is not None

    assert working_ms(state, at_ms) == worked_ms
    assert worked_ms == 0 or working_ms(state, at_ms - 1) < worked_ms
