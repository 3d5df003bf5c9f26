"""The steps of an attempt that came in a file: nothing is made up that the file does not hold."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from baseline.analysis.records import AttemptRecord
from baseline.trajectories.run_steps import has_times, not_recorded, steps_of_run
from db.models import PageRef
from db.systems import RunStep

GOLD = PageRef(document="a.pdf", page=3)
OTHER = PageRef(document="b.pdf", page=1)
RECORD = AttemptRecord("Agent", "item-1", ("12", "13"), (), 1)
WHOLE = (
    RunStep(kind="text", text="First I look for the budget.\n" + 40 * "More words. ", at_s=0.5),
    RunStep(kind="query", text="budget", hits=(GOLD, OTHER), at_s=1.5),
    RunStep(kind="page", page=OTHER, at_s=2.0),
    RunStep(kind="answer", text="12", at_s=9.25),
)


def test_steps_stand_at_their_times_with_what_was_on_the_screen() -> None:
    steps = steps_of_run(WHOLE, RECORD, [GOLD])

    assert [(one.kind, one.at_ms, one.text) for one in steps[1:]] == [
        ("query", 1500, "Searched 'budget': 2 hits shown"),
        ("page_entered", 2000, "Read b.pdf page 1"),
        ("answer_submitted", 9250, "Submitted: 12"),
    ]
    assert [(hit.rank, hit.document, hit.gold) for hit in steps[1].hits or ()] == [
        (1, "a.pdf", True),
        (2, "b.pdf", False),
    ]
    assert [(one.document, one.query) for one in steps] == [
        (None, None),
        (None, "budget"),
        ("b.pdf", "budget"),
        ("b.pdf", "budget"),
    ]
    # The line is cut, the whole text stands beside it.
    assert steps[0].text.endswith("…")
    assert steps[0].detail == WHOLE[0].text


def test_gold_is_a_page_that_was_opened_not_one_that_still_lies_there() -> None:
    opened = (RunStep(kind="page", page=GOLD), RunStep(kind="text", text="Hm."))
    assert [one.gold for one in steps_of_run(opened, RECORD, [GOLD])] == [True, False, False]


def test_without_a_trajectory_the_answer_is_the_only_step() -> None:
    (only,) = steps_of_run(None, RECORD, [GOLD])
    assert (only.kind, only.text) == ("answer_submitted", "Submitted: 12 | 13")
    assert not_recorded(None) == ["steps"]
    (none,) = steps_of_run(None, replace(RECORD, answer=(), status="not_found"), [])
    assert none.text == "Submitted: not found"


def test_what_the_file_does_not_hold_is_named() -> None:
    assert not_recorded(WHOLE) == []
    bare = (RunStep(kind="query", text="budget"), RunStep(kind="answer", text="12"))
    assert not_recorded(bare) == ["times of steps", "the hits of searches", "which pages were opened"]
    half = (*bare, RunStep(kind="query", text="plan", hits=(GOLD,)))
    assert "the hits of some searches" in not_recorded(half)
    assert steps_of_run(bare, RECORD, [])[0].text == "Searched 'budget': hits not recorded"


def test_times_of_some_steps_are_no_times() -> None:
    some = (RunStep(kind="query", text="budget", at_s=4.0), RunStep(kind="answer", text="12"))
    assert not has_times(some)
    assert [one.at_ms for one in steps_of_run(some, RECORD, [])] == [0, 1000]


PAGES = st.sampled_from([None, GOLD, OTHER])
STEPS = st.lists(
    st.builds(
        RunStep,
        kind=st.sampled_from(["query", "page", "text", "answer"]),
        text=st.text(max_size=300),
        hits=st.one_of(st.none(), st.lists(st.sampled_from([GOLD, OTHER]), max_size=3).map(tuple)),
        page=PAGES,
        at_s=st.one_of(st.none(), st.floats(0, 10_000)),
    ),
    max_size=8,
)


@given(STEPS)
def test_every_step_of_any_file_is_there_once_and_in_order(trajectory: list[RunStep]) -> None:
    steps = steps_of_run(trajectory, RECORD, [GOLD])
    n_added = 0 if any(one.kind == "answer" for one in trajectory) else 1
    assert [one.seq for one in steps] == list(range(1, len(trajectory) + n_added + 1))
    assert steps[-1].kind == "answer_submitted" or not n_added
    if not has_times(trajectory):
        assert [one.at_ms for one in steps] == [1000 * n for n in range(len(steps))]
    for told, one in zip(steps, trajectory, strict=False):
        assert (told.detail or told.text) is not None
        assert told.gold == (one.page == GOLD)
