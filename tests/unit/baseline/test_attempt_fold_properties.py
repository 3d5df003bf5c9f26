"""What holds for every sequence of events, also for those that no browser would send."""

from __future__ import annotations

from copy import deepcopy
from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from baseline.attempts.attempt import AttemptState, fold, reduce
from baseline.attempts.timing import hidden_ms, visible_ms, wall_ms, working_ms
from db.events import (
    AnswerEdited,
    AnswerSubmitted,
    Event,
    EvidenceMarked,
    EvidenceUnmarked,
    ItemExpired,
    PageEntered,
    PageLeft,
    PageVisible,
    Paused,
    Payload,
    RegionMarked,
    RegionUnmarked,
    Resumed,
    ServerOutage,
    TabHidden,
    TabShown,
)
from db.models import Box, Draft
from tests.makers import NOON_MS, make_query, make_shown, make_trail

PAGES = st.fixed_dictionaries({"document": st.sampled_from(["a.pdf", "b.pdf"]), "page": st.integers(1, 3)})
REGION_IDS = st.sampled_from(["r1", "r2"])
VIEWS = st.fixed_dictionaries({"view_id": st.sampled_from(["v1", "v2"]), "visible_ms": st.integers(0, 9000)})
BOX = Box(x0=0, y0=0, x1=1, y1=1)
SPANS = st.tuples(st.integers(-90_000, 90_000), st.integers(0, 60_000))

MARKING = st.one_of(
    PAGES.map(lambda page: EvidenceMarked(**page)),
    PAGES.map(lambda page: EvidenceUnmarked(**page)),
    st.builds(lambda page, name: RegionMarked(**page, region_id=name, box=BOX), PAGES, REGION_IDS),
    st.builds(lambda page, name: RegionUnmarked(**page, region_id=name), PAGES, REGION_IDS),
)
CLOCKS = st.one_of(
    st.just(Paused(reason="tea")),
    st.just(Resumed()),
    st.just(TabHidden()),
    st.just(TabShown()),
    SPANS.map(lambda span: ServerOutage(from_ms=NOON_MS + span[0], to_ms=NOON_MS + span[0] + span[1])),
)
READING = st.one_of(
    st.builds(
        lambda page, name: PageEntered(**page, view_id=name, reached="next"),
        PAGES,
        VIEWS.map(lambda v: v["view_id"]),
    ),
    st.builds(lambda page, view: PageVisible(**page, **view), PAGES, VIEWS),
    st.builds(lambda page, view: PageLeft(**page, **view), PAGES, VIEWS),
)
REST = st.one_of(
    st.just(make_shown()),
    st.just(make_query()),
    st.text(max_size=5).map(lambda text: AnswerEdited(draft=Draft(answer=(text,)))),
)
CLOSING = st.one_of(
    st.just(AnswerSubmitted(answer=("x",), citations=(), answer_kind="own")), st.just(ItemExpired())
)
# Steps of time may be negative: a server's clock may be set back.
STEPS = st.integers(-20_000, 60_000)
ANYTHING = st.one_of(MARKING, CLOCKS, READING, REST, CLOSING)


@st.composite
def trails(draw: st.DrawFn, payloads: st.SearchStrategy[Payload] = ANYTHING) -> list[Event]:
    """Up to 25 events; the first shows the item half of the time."""
    chosen = draw(st.lists(payloads, max_size=25))
    if draw(st.booleans()):
        chosen.insert(0, make_shown())
    times = accumulate(draw(st.lists(STEPS, min_size=len(chosen), max_size=len(chosen))))
    return make_trail(*((at_ms / 1000, payload) for at_ms, payload in zip(times, chosen, strict=True)))


NOW = st.integers(NOON_MS - 100_000, NOON_MS + 2_000_000)


@given(trails())
def test_reduce_never_changes_its_input(trail: list[Event]) -> None:
    state = AttemptState()
    for event in trail:
        before = deepcopy(state)
        after = reduce(state, event)
        assert state == before
        state = after


@given(trails(), st.integers(0, 25))
def test_folding_all_is_folding_the_first_part_and_reducing_the_rest(trail: list[Event], cut: int) -> None:
    state = fold(trail[:cut])
    for event in trail[cut:]:
        state = reduce(state, event)

    assert state == fold(trail)


@given(trails())
def test_the_fold_has_always_reached_the_last_event(trail: list[Event]) -> None:
    assert fold(trail).last_seq == len(trail)


@given(trails(st.one_of(MARKING, REST)))
def test_marks_are_a_set_in_the_order_of_their_newest_marking(trail: list[Event]) -> None:
    expected: dict[tuple[str, int], None] = {}
    for event in trail:
        match event.payload:
            case EvidenceMarked(document=document, page=page) | RegionMarked(document=document, page=page):
                expected.setdefault((document, page))
            case EvidenceUnmarked(document=document, page=page):
                expected.pop((document, page), None)

    state = fold(trail)

    assert [(mark.document, mark.page) for mark in state.marks] == list(expected)
    for mark in state.marks:
        names = [region.region_id for region in mark.regions]
        assert len(names) == len(set(names))


@given(trails(), trails())
def test_a_closed_attempt_never_changes_what_it_says(before: list[Event], late: list[Event]) -> None:
    closing = AnswerSubmitted(answer=("x",), citations=(), answer_kind="own")
    steps = [((event.at_ms - NOON_MS) / 1000, event.payload) for event in before]
    steps += [(0.0, closing)]
    n_before = len(steps)
    trail = make_trail(*steps, *(((event.at_ms - NOON_MS) / 1000, event.payload) for event in late))

    closed, after = fold(trail[:n_before]), fold(trail)

    kept = ("phase", "marks", "draft", "answer", "closed_at_ms", "searches", "pauses", "outages", "hidden")
    assert [getattr(after, name) for name in kept] == [getattr(closed, name) for name in kept]


@given(trails())
def test_pauses_are_in_order_ended_but_for_the_last_and_last_only_while_paused(trail: list[Event]) -> None:
    state = fold(trail)

    assert all(span.to_ms is not None for span in state.pauses[:-1])
    lasts = bool(state.pauses) and state.pauses[-1].to_ms is None
    assert lasts == (state.phase == "paused")


@given(trails())
def test_hidden_times_are_ended_but_for_the_last(trail: list[Event]) -> None:
    state = fold(trail)

    assert all(span.to_ms is not None for span in state.hidden[:-1])
    assert not (state.is_closed and state.hidden and state.hidden[-1].to_ms is None)


@given(trails(), NOW)
def test_visible_is_at_most_working_is_at_most_wall_and_none_is_negative(
    trail: list[Event], now_ms: int
) -> None:
    state = fold(trail)

    assert 0 <= visible_ms(state, now_ms) <= working_ms(state, now_ms) <= wall_ms(state, now_ms)
    assert hidden_ms(state, now_ms) == working_ms(state, now_ms) - visible_ms(state, now_ms)


@given(trails(), NOW, NOW)
def test_the_clocks_of_a_closed_attempt_stand_still(trail: list[Event], one_ms: int, other_ms: int) -> None:
    state = fold([*trail, *_closing_after(trail)])

    for clock in (wall_ms, working_ms, visible_ms):
        assert clock(state, one_ms) == clock(state, other_ms)


def _closing_after(trail: list[Event]) -> list[Event]:
    closing = make_trail((0, ItemExpired()))[0]
    shown = any(event.kind == "item_shown" for event in trail)
    return [closing.model_copy(update={"seq": len(trail) + 1})] if shown else []


@given(trails(), NOW, st.integers(0, 1_000_000))
def test_no_clock_runs_backwards_or_faster_than_time(trail: list[Event], now_ms: int, later_ms: int) -> None:
    state = fold(trail)

    for clock in (wall_ms, working_ms, visible_ms):
        assert 0 <= clock(state, now_ms + later_ms) - clock(state, now_ms) <= later_ms
