"""The clocks, with their arithmetic. All times are seconds after noon."""

from __future__ import annotations

from baseline.attempts.attempt import AttemptState, fold
from baseline.attempts.timing import hidden_ms, visible_ms, wall_ms, working_ms
from db.events import (
    AnswerSubmitted,
    ItemExpired,
    Paused,
    Payload,
    Resumed,
    ServerOutage,
    TabHidden,
    TabShown,
)
from tests.makers import NOON_MS, make_shown, make_trail

ANSWER = AnswerSubmitted(answer=("x",), citations=(), answer_kind="own")


def outage(from_s: float, to_s: float) -> ServerOutage:
    return ServerOutage(from_ms=NOON_MS + round(from_s * 1000), to_ms=NOON_MS + round(to_s * 1000))


def seconds(*steps: tuple[float, Payload], now_s: float = 0) -> tuple[float, float, float, float]:
    """(wall, working, visible, hidden) in seconds after those steps."""
    return clocks(fold(make_trail(*steps)), now_s)


def clocks(state: AttemptState, now_s: float) -> tuple[float, float, float, float]:
    now_ms = NOON_MS + round(now_s * 1000)
    return (
        wall_ms(state, now_ms) / 1000,
        working_ms(state, now_ms) / 1000,
        visible_ms(state, now_ms) / 1000,
        hidden_ms(state, now_ms) / 1000,
    )


def test_nothing_runs_before_the_item_is_shown() -> None:
    assert seconds((0, Paused(reason="x")), (5, TabHidden()), now_s=100) == (0, 0, 0, 0)


def test_an_open_item_runs_until_now() -> None:
    assert seconds((10, make_shown()), now_s=25.5) == (15.5, 15.5, 15.5, 0)


def test_case_49_first_question_takes_58_seconds_with_45_hidden() -> None:
    # Shown 12:00:00, hidden 12:00:05, back 12:00:50, answer 12:00:58: 58 working, 50 - 5 = 45 hidden,
    # 58 - 45 = 13 visible.
    assert seconds((0, make_shown()), (5, TabHidden()), (50, TabShown()), (58, ANSWER)) == (58, 58, 13, 45)


def test_case_49_second_question_takes_65_and_a_half_seconds_with_55_hidden() -> None:
    # Shown 12:01:00, hidden 12:01:10, back 12:02:05, answer 12:02:05.5: 65.5 working, 55 hidden.
    steps = ((60, make_shown()), (70, TabHidden()), (125, TabShown()), (125.5, ANSWER))
    assert seconds(*steps) == (65.5, 65.5, 10.5, 55)


def test_case_49_on_return_the_clock_shows_what_is_left_at_once() -> None:
    # Back after 50 s of a 60 s question: 10 s are left, whatever the browser's ticks counted.
    _, working, _, _ = seconds((0, make_shown()), (5, TabHidden()), (50, TabShown()), now_s=50)

    assert 60 - working == 10


def test_case_49_a_clock_set_back_ten_minutes_makes_no_negative_and_no_huge_time() -> None:
    assert seconds((0, make_shown()), (5, TabHidden()), (-595, TabShown()), (-590, ANSWER)) == (0, 0, 0, 0)


def test_a_pause_stops_working_time_and_the_rest_runs_on() -> None:
    # 100 s wall, 20..50 on a pause: 70 working.
    assert seconds((0, make_shown()), (20, Paused(reason="tea")), (50, Resumed()), now_s=100) == (
        100,
        70,
        70,
        0,
    )


def test_a_pause_that_lasts_takes_everything_until_now() -> None:
    assert seconds((0, make_shown()), (20, Paused(reason="tea")), now_s=100) == (100, 20, 20, 0)


def test_a_hidden_tab_that_lasts_is_hidden_until_now() -> None:
    assert seconds((0, make_shown()), (20, TabHidden()), now_s=100) == (100, 100, 20, 80)


def test_an_answer_given_while_hidden_ends_the_hidden_time() -> None:
    assert seconds((0, make_shown()), (20, TabHidden()), (30, ANSWER), now_s=999) == (30, 30, 20, 10)


def test_hidden_time_inside_a_pause_is_the_pause_only() -> None:
    # 0..100, pause 20..60, hidden 30..70: working 60; visible 100 - (20..70 = 50) = 50; hidden 10.
    steps = (
        (0, make_shown()),
        (20, Paused(reason="tea")),
        (30, TabHidden()),
        (60, Resumed()),
        (70, TabShown()),
        (100, ANSWER),
    )
    assert seconds(*steps) == (100, 60, 50, 10)


def test_an_outage_over_a_pause_is_counted_once() -> None:
    # Pause 20..60 and outage 50..80 cover 20..80 = 60 of 100.
    steps = (
        (0, make_shown()),
        (20, Paused(reason="tea")),
        (60, Resumed()),
        (80, outage(50, 80)),
        (100, ANSWER),
    )
    assert seconds(*steps) == (100, 40, 40, 0)


def test_an_outage_inside_a_pause_takes_nothing_more() -> None:
    steps = ((0, make_shown()), (20, Paused(reason="tea")), (50, outage(30, 40)), (60, Resumed()))
    assert seconds(*steps, now_s=100) == (100, 60, 60, 0)


def test_two_outages_that_overlap_are_counted_once() -> None:
    # 10..30 and 20..50 cover 40 of 60.
    steps = ((0, make_shown()), (50, outage(10, 30)), (50, outage(20, 50)), (60, ANSWER))
    assert seconds(*steps) == (60, 20, 20, 0)


def test_an_outage_from_before_the_item_was_shown_counts_from_the_showing() -> None:
    assert seconds((0, make_shown()), (10, outage(-30, 10)), (60, ANSWER)) == (60, 50, 50, 0)


def test_an_outage_that_was_over_before_the_item_was_shown_takes_nothing() -> None:
    assert seconds((0, make_shown()), (1, outage(-30, -10)), (60, ANSWER)) == (60, 60, 60, 0)


def test_an_outage_that_ends_after_the_item_closed_counts_until_the_closing() -> None:
    assert seconds((0, make_shown()), (55, outage(50, 90)), (60, ANSWER)) == (60, 50, 50, 0)


def test_an_outage_that_ends_before_it_begins_takes_nothing() -> None:
    assert seconds((0, make_shown()), (55, outage(50, 20)), (60, ANSWER)) == (60, 60, 60, 0)


def test_a_pause_that_began_before_the_item_was_shown_is_none() -> None:
    assert seconds((-20, Paused(reason="tea")), (0, make_shown()), (60, ANSWER)) == (60, 60, 60, 0)


def test_hidden_time_that_began_before_the_item_was_shown_counts_from_the_showing() -> None:
    # The tab was opened in the background: hidden -20..15, shown at 0: 15 of 60 hidden.
    assert seconds((-20, TabHidden()), (0, make_shown()), (15, TabShown()), (60, ANSWER)) == (60, 60, 45, 15)


def test_an_expired_item_stands_still() -> None:
    assert seconds((0, make_shown()), (30, ItemExpired()), now_s=500) == (30, 30, 30, 0)
