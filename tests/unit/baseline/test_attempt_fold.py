"""The fold: what the events of an attempt say, one behaviour each."""

from __future__ import annotations

import pytest

from baseline.attempts.attempt import AttemptState, fold, reduce
from db.events import (
    AnswerEdited,
    AnswerSubmitted,
    EvidenceMarked,
    EvidenceUnmarked,
    HitOpened,
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
    ToolRefused,
)
from db.models import Box, Draft, PageRef
from db.spans import Span
from db.study_events import SessionEnded
from tests.makers import NOON_MS, make_query, make_shown, make_trail

BOX = Box(x0=0.1, y0=0.1, x1=0.5, y1=0.5)
OTHER_BOX = Box(x0=0.2, y0=0.2, x1=0.9, y1=0.9)


def mark(page: int, document: str = "a.pdf") -> EvidenceMarked:
    return EvidenceMarked(document=document, page=page)


def unmark(page: int, document: str = "a.pdf") -> EvidenceUnmarked:
    return EvidenceUnmarked(document=document, page=page)


def region(page: int, region_id: str, box: Box = BOX) -> RegionMarked:
    return RegionMarked(document="a.pdf", page=page, region_id=region_id, box=box, quote="words")


def view(view_id: str, page: int) -> PageEntered:
    return PageEntered(view_id=view_id, document="a.pdf", page=page, reached="next")


def left(view_id: str, page: int, visible_ms: int) -> PageLeft:
    return PageLeft(view_id=view_id, document="a.pdf", page=page, visible_ms=visible_ms)


def visible(view_id: str, page: int, visible_ms: int) -> PageVisible:
    return PageVisible(view_id=view_id, document="a.pdf", page=page, visible_ms=visible_ms)


def answer(text: str = "4,200") -> AnswerSubmitted:
    return AnswerSubmitted(answer=(text,), citations=(), answer_kind="own")


def state_after(*payloads: Payload) -> AttemptState:
    """One second between events, the first one at noon."""
    return fold(make_trail(*enumerate(payloads)))


def marked(state: AttemptState) -> list[tuple[str, int]]:
    return [(one.document, one.page) for one in state.marks]


def test_nothing_happened_yet() -> None:
    assert fold([]) == AttemptState()
    assert fold([]).phase == "assigned"


def test_the_first_showing_starts_the_clock_and_a_second_changes_nothing() -> None:
    state = state_after(make_shown(), make_shown())

    assert (state.phase, state.shown_at_ms, state.last_seq) == ("open", NOON_MS, 2)


def test_marks_stand_once_each_in_the_order_of_marking() -> None:
    state = state_after(make_shown(), mark(3), mark(1), mark(3), mark(3, "b.pdf"))

    assert marked(state) == [("a.pdf", 3), ("a.pdf", 1), ("b.pdf", 3)]


def test_a_page_marked_again_after_unmarking_stands_last_and_has_no_regions() -> None:
    state = state_after(make_shown(), region(3, "r1"), mark(1), unmark(3), mark(3))

    assert marked(state) == [("a.pdf", 1), ("a.pdf", 3)]
    assert state.marks[1].regions == ()


def test_unmarking_what_is_not_marked_changes_nothing() -> None:
    assert marked(state_after(make_shown(), mark(1), unmark(2), unmark(1, "b.pdf"))) == [("a.pdf", 1)]


def test_a_region_makes_its_page_evidence_and_leaves_other_pages_alone() -> None:
    state = state_after(make_shown(), mark(1), region(3, "r1"), region(3, "r2"))

    assert marked(state) == [("a.pdf", 1), ("a.pdf", 3)]
    assert [len(one.regions) for one in state.marks] == [0, 2]


def test_the_same_region_again_moves_it() -> None:
    state = state_after(make_shown(), region(3, "r1"), region(3, "r1", OTHER_BOX))

    assert [one.box for one in state.marks[0].regions] == [OTHER_BOX]


def test_a_removed_region_leaves_its_page_marked_and_an_unknown_one_marks_nothing() -> None:
    gone = RegionUnmarked(document="a.pdf", page=3, region_id="r1")
    unknown = RegionUnmarked(document="a.pdf", page=9, region_id="r9")

    state = state_after(make_shown(), region(3, "r1"), gone, unknown)

    assert marked(state) == [("a.pdf", 3)]
    assert state.marks[0].regions == ()


def test_the_last_draft_stands_and_says_when_it_was_saved() -> None:
    first, last = Draft(answer=("4",)), Draft(answer=("4,200",), confidence=70)

    state = state_after(make_shown(), AnswerEdited(draft=first), AnswerEdited(draft=last))

    assert (state.draft, state.saved_at_ms) == (last, NOON_MS + 2000)


def test_effort_counts_queries_that_ran_and_not_refused_ones() -> None:
    refused = ToolRefused(tool="search", text="*x", reason="No.")

    state = state_after(make_shown(), make_query("one"), refused, make_query("one"))

    assert [query.text for query in state.queries] == ["one", "one"]
    assert [made.at_ms - NOON_MS for made in state.searches] == [1000, 2000, 3000]


def test_case_28_twelve_actions_give_two_queries_three_views_and_one_mark() -> None:
    # The twelve actions of case 28; those that must add nothing (typing, side bar, zoom, help, waiting)
    # send a draft or no event at all. Enter in the unchanged field is a second query by our rule.
    state = state_after(
        make_shown(),  # 1 open the question
        make_query("revenue"),  # 2 type and press Enter
        HitOpened(query_event_id="a-1:event:2", rank=1, document="a.pdf", page=3),
        view("v1", 3),  # 3 open hit 1
        AnswerEdited(draft=Draft(answer=("five!",))),  # 4 type five letters
        mark(3),  # 7 mark page 3
        left("v1", 3, 4000),
        view("v2", 4),  # 8 go to page 4
        left("v2", 4, 1000),
        view("v3", 3),  # 9 go back to page 3
        make_query("revenue"),  # 10 Enter again
    )

    assert len(state.queries) == 2
    assert [one.ref.page for one in state.views] == [3, 4, 3]
    assert marked(state) == [("a.pdf", 3)]
    assert [hit.rank for hit in state.opened] == [1]


def test_visible_time_of_a_view_never_goes_back() -> None:
    state = state_after(make_shown(), view("v1", 3), visible("v1", 3, 900), visible("v1", 3, 400))

    assert (state.views[0].visible_ms, state.views[0].left) == (900, False)


def test_a_late_sign_of_life_does_not_open_a_view_again() -> None:
    state = state_after(make_shown(), view("v1", 3), left("v1", 3, 700), visible("v1", 3, 500))

    assert (state.views[0].visible_ms, state.views[0].left) == (700, True)


def test_the_end_of_a_view_belongs_to_its_own_view_only() -> None:
    state = state_after(make_shown(), view("v1", 3), view("v2", 4), left("v1", 3, 700), left("v9", 3, 1))

    assert [(one.visible_ms, one.left) for one in state.views] == [(700, True), (0, False)]


def test_the_page_on_the_screen_is_the_last_one_entered() -> None:
    state = state_after(make_shown(), view("v1", 3), view("v2", 4), left("v1", 3, 700))

    assert state.viewing == PageRef(document="a.pdf", page=4)


def test_a_pause_has_its_reason_while_it_lasts() -> None:
    paused = state_after(make_shown(), Paused(reason="tea"))

    assert (paused.phase, paused.pause_reason) == ("paused", "tea")
    assert state_after(make_shown(), Paused(reason="tea"), Resumed()).pause_reason is None


def test_pausing_twice_is_one_pause_and_resuming_twice_ends_it_once() -> None:
    state = state_after(make_shown(), Paused(reason="a"), Paused(reason="b"), Resumed(), Resumed())

    assert state.pauses == (Span(NOON_MS + 1000, NOON_MS + 3000, "a"),)
    assert state.phase == "open"


@pytest.mark.parametrize("stray", [Resumed(), TabShown(), Paused(reason="tea")])
def test_what_ends_nothing_changes_nothing_before_the_item_is_shown(stray: Payload) -> None:
    state = state_after(stray)

    assert (state.phase, state.pauses, state.hidden) == ("assigned", (), ())


def test_hidden_twice_is_hidden_once() -> None:
    state = state_after(make_shown(), TabHidden(), TabHidden(), TabShown(), TabShown())

    assert state.hidden == (Span(NOON_MS + 1000, NOON_MS + 3000),)


def test_an_answer_closes_the_attempt_and_ends_what_lasts() -> None:
    state = state_after(make_shown(), TabHidden(), Paused(reason="tea"), answer())

    assert (state.phase, state.is_closed, state.closed_at_ms) == ("submitted", True, NOON_MS + 3000)
    assert [span.to_ms for span in (*state.pauses, *state.hidden)] == [NOON_MS + 3000] * 2


def test_an_expired_item_is_closed_without_an_answer() -> None:
    state = state_after(make_shown(), ItemExpired())

    assert (state.phase, state.is_closed, state.answer) == ("expired", True, None)


@pytest.mark.parametrize(
    "late",
    [
        mark(9),
        unmark(3),
        region(3, "r9"),
        RegionUnmarked(document="a.pdf", page=3, region_id="r1"),
        AnswerEdited(draft=Draft(answer=("late",))),
        answer("another"),
        ItemExpired(),
        make_query("late"),
        make_shown(),
        Paused(reason="late"),
        Resumed(),
        TabHidden(),
        TabShown(),
        ServerOutage(from_ms=NOON_MS, to_ms=NOON_MS + 500),
        HitOpened(query_event_id="a-1:event:2", rank=1, document="a.pdf", page=3),
        SessionEnded(),
    ],
    ids=lambda payload: payload.kind,
)
@pytest.mark.parametrize("closing", [answer(), ItemExpired()], ids=["submitted", "expired"])
def test_nothing_late_changes_a_closed_attempt(closing: Payload, late: Payload) -> None:
    draft = AnswerEdited(draft=Draft(answer=("4,200",)))
    trail = make_trail(*enumerate([make_shown(), region(3, "r1"), draft, closing, late]))
    closed = fold(trail[:-1])

    after = reduce(closed, trail[-1])

    assert after.last_seq == 5
    assert AttemptState.__eq__(after, _at_seq(closed, 5))


def _at_seq(state: AttemptState, seq: int) -> AttemptState:
    return AttemptState(**{name: getattr(state, name) for name in state.__slots__} | {"last_seq": seq})


def test_the_late_end_of_a_view_completes_the_view_and_nothing_else() -> None:
    state = state_after(make_shown(), view("v1", 3), answer(), left("v1", 3, 2200))

    assert (state.views[0].visible_ms, state.views[0].left) == (2200, True)
    assert (state.phase, state.closed_at_ms, state.last_seq) == ("submitted", NOON_MS + 2000, 4)


def test_one_simulated_event_makes_the_attempt_simulated() -> None:
    real = make_trail((0, make_shown()))
    simulated = make_trail((0, make_shown()), source="simulated")

    assert not fold(real).simulated
    assert fold(simulated).simulated


def test_a_view_is_never_visible_for_longer_than_the_item_was_open() -> None:
    state = state_after(make_shown(), view("v1", 3), left("v1", 3, 604_800_000))

    assert state.views[0].visible_ms == 2000


def test_a_page_that_comes_back_by_itself_is_no_second_page_view() -> None:
    views = [("v-1", "hit"), ("v-2", "restored"), ("v-3", "next")]
    entered = [PageEntered(view_id=name, document="a.pdf", page=3, reached=how) for name, how in views]
    seen = PageLeft(view_id="v-2", document="a.pdf", page=3, visible_ms=700)
    state = fold(make_trail((0, make_shown()), *((5 + n, one) for n, one in enumerate(entered)), (9, seen)))
    assert state.n_page_views == 2
    assert state.views[1].visible_ms == 700
