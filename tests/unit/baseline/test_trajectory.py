"""An attempt as steps: what is a step, what was on the screen, what is gold."""

from __future__ import annotations

from baseline.attempts.attempt import fold
from baseline.trajectories.steps import StepHit, steps_of
from db.events import (
    AnswerEdited,
    AnswerSubmitted,
    HitOpened,
    PageEntered,
    PageLeft,
    PageVisible,
    Paused,
    RegionMarked,
    ServerOutage,
    TabHidden,
    ToolRefused,
)
from db.models import Box, Draft, PageRef
from tests.makers import NOON_MS, make_query, make_shown, make_trail

GOLD = PageRef(document="a.pdf", page=3)
VIEW = {"view_id": "v1", "document": "a.pdf", "page": 3}


def trail():
    return make_trail(
        (0, make_shown()),
        (2, make_query("revenue", [("a.pdf", 3), ("b.pdf", 1)])),
        (3, HitOpened(query_event_id="q", rank=1, document="a.pdf", page=3)),
        (3, PageEntered(**VIEW, reached="hit")),
        (8, PageVisible(**VIEW, visible_ms=5000)),
        (9, RegionMarked(document="a.pdf", page=3, region_id="r", box=Box(x0=0, y0=0, x1=1, y1=0.5))),
        (10, AnswerEdited(draft=Draft(answer=("12",)))),
        (11, PageLeft(**VIEW, visible_ms=7000)),
        (12, ToolRefused(tool="search", text="*", reason="too broad")),
        (13, Paused(reason="telephone")),
        (20, AnswerSubmitted(answer=("12", "13"), citations=(GOLD,), answer_kind="own")),
    )


def test_heartbeats_drafts_and_ends_of_views_are_no_steps() -> None:
    kinds = [step.kind for step in steps_of(trail(), [GOLD])]
    assert kinds == [
        "item_shown",
        "query",
        "hit_opened",
        "page_entered",
        "region_marked",
        "tool_refused",
        "paused",
        "answer_submitted",
    ]


def test_page_view_has_its_whole_visible_time_and_gold_is_lit() -> None:
    (view,) = [step for step in steps_of(trail(), [GOLD]) if step.kind == "page_entered"]
    assert (view.visible_ms, view.gold, view.query) == (7000, True, "revenue")


def test_hits_say_which_of_them_are_gold() -> None:
    (query,) = [step for step in steps_of(trail(), [GOLD]) if step.kind == "query"]
    assert query.hits == (StepHit(1, "a.pdf", 3, True), StepHit(2, "b.pdf", 1, False))


def test_step_without_a_page_of_its_own_shows_the_page_then_on_the_screen() -> None:
    last = steps_of(trail(), [GOLD])[-1]
    assert (last.document, last.page, last.text) == ("a.pdf", 3, "Submitted: 12 | 13")


def test_region_is_part_of_its_step() -> None:
    (step,) = [step for step in steps_of(trail(), [GOLD]) if step.kind == "region_marked"]
    assert step.region is not None
    assert step.region.box.y1 == 0.5


def test_reading_a_page_ends_a_hidden_time_whose_end_was_never_told() -> None:
    state = fold(
        make_trail((0, make_shown()), (10, TabHidden()), (40, PageEntered(**VIEW, reached="restored")))
    )
    (span,) = state.hidden
    assert span.to_ms - span.from_ms == 30_000


def test_an_outage_says_how_long_it_lasted() -> None:
    outage = ServerOutage(from_ms=NOON_MS + 5_000, to_ms=NOON_MS + 17_500)
    step = steps_of(make_trail((0, make_shown()), (18, outage)), [])[-1]
    assert (step.text, step.lasted_ms) == ("Server down for 12.5 s", 12_500)
