"""The log of a review's stages: names, what the screen shows again, and the time that a blind answer took."""

from __future__ import annotations

import pytest

from annotation.review_trail import ReviewStream, StageState, review_stream, stage_state, working_ms
from db.authored import ReviewDraft
from db.authoring_events import ItemReviewed, ReviewEdited, ReviewShown
from db.events import AnswerEdited, EvidenceMarked, EvidenceUnmarked, Paused, Resumed, ServerOutage
from db.models import Draft, EvidenceMark, PageRef
from tests.makers import NOON_MS, make_query, make_trail

SHOWN = ReviewShown(stage="search", item_id="i", index_fingerprint="f", profile="exact", k=5)
DONE = ItemReviewed(act="answered", item_id="i", seq=3)


@pytest.mark.parametrize("stage", ["search", "evidence", "compare", "adjudication"])
@pytest.mark.parametrize("item_id", ["pilot-0001", "a:b", "review:x:y:z", "ünï cödé"])
def test_name_of_a_stage_reads_back(stage: str, item_id: str) -> None:
    stream = ReviewStream(stage, "r-0a1b", item_id)  # type: ignore[arg-type]
    assert review_stream(stream.stream_id) == stream


@pytest.mark.parametrize("stream", ["desk:x", "review", "review:", "review:later:r-1:i", "a-1", ""])
def test_other_streams_are_no_stages(stream: str) -> None:
    assert review_stream(stream) is None


def test_screen_shows_what_was_left() -> None:
    first = EvidenceMark(document="a.pdf", page=1)
    draft = Draft(answer=("12",))
    events = make_trail(
        (0, SHOWN),
        (1, make_query("fog")),
        (2, EvidenceMarked(document="a.pdf", page=4)),
        (3, EvidenceUnmarked(document="a.pdf", page=1)),
        (4, AnswerEdited(draft=draft)),
    )
    state = stage_state(events, given=(first,))
    assert len(state.trail.searches) == 1
    assert [mark.ref for mark in state.marks] == [PageRef(document="a.pdf", page=4)]
    assert (state.draft, state.saved_at_ms) == (draft, NOON_MS + 4000)


def test_form_of_a_decision_is_empty_again_once_it_is_sent() -> None:
    written = ReviewDraft(choice="return", reason="Because.")
    events = make_trail((1, ReviewEdited(draft=written)), (2, DONE))
    assert stage_state(events[:1]).decision == written
    assert stage_state(events).decision == ReviewDraft()


def test_working_time_runs_from_the_showing_without_pauses_and_outages() -> None:
    events = make_trail(
        (0, SHOWN),
        (10, Paused(reason="Lunch")),
        # The server was away from second 15 to 35; the pause went on until second 30.
        (30, Resumed()),
        (35, ServerOutage(from_ms=NOON_MS + 15_000, to_ms=NOON_MS + 35_000)),
    )
    assert working_ms(stage_state(events), NOON_MS + 40_000) == 15_000  # 0 to 10 and 35 to 40


def test_working_time_stands_still_while_paused_and_after_the_answer() -> None:
    paused = stage_state(make_trail((0, SHOWN), (10, Paused(reason="Tea"))))
    assert (paused.pause_reason, working_ms(paused, NOON_MS + 99_000)) == ("Tea", 10_000)
    done = stage_state(make_trail((0, SHOWN), (10, DONE)))
    assert working_ms(done, NOON_MS + 99_000) == 10_000


def test_stage_that_was_never_shown_took_no_time() -> None:
    assert working_ms(StageState(), NOON_MS) == 0
