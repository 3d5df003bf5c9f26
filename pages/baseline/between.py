"""Before the first batch and between batches."""

from __future__ import annotations

from functools import partial

import streamlit as st

from baseline.attempts.timing import working_ms
from baseline.participants import taking_part
from baseline.participants.journey import Journey, progress
from baseline.participants.journey_stages import stages
from baseline.participants.journey_steps import BeginBatch
from db.wording import counted, grouped
from pages.baseline.gesture import carry_out
from pages.baseline.sheet import sheet
from pages.baseline.time_was_up import what_became_of
from pages.ui.page import Here
from pages.ui.text import duration


def begin_batch(here: Here, journey: Journey, step: BeginBatch) -> None:
    """A break, or the beginning of the study's own questions."""
    with sheet(_title(journey, step), stages(journey, step)) as on_sheet:
        if step.n_lost:
            st.warning(
                f"Nothing was heard of you for longer than questions are kept, so {_lost(step.n_lost)} given "
                "to others. What you submitted is saved.",
                icon=":material/schedule:",
            )
        if step.is_break:
            last = [one for one in journey.main if one.state.is_closed][-1:]
            if last and last[0].state.ended_at_limit:
                st.write(what_became_of(last[0]))
            st.write("All your answers are saved. Take a break; no clock runs until you go on.")
            _so_far(here, journey)
        else:
            _beginning(journey)
        _what_comes(journey, step)
        act = {"act": "batch", "number": step.batch}
        on_sheet.next_button(_label(journey, step), act, partial(_begin, here, step.batch))
        if taking_part.may_stop(journey, step):
            st.write("There are more questions if you would like to go on. You can also finish here.")
            on_sheet.other_button("Finish here", "stop", {"act": "stop"}, partial(_stop, here))


def _title(journey: Journey, step: BeginBatch) -> str:
    if not step.is_break:
        return "Ready to begin"
    if not journey.design.show_progress:
        return "Time for a break"
    n_batches = progress(journey).n_batches
    of = "" if n_batches is None else f" of {grouped(n_batches)}"
    return f"Batch {grouped(step.batch - 1)}{of} is done"


def _label(journey: Journey, step: BeginBatch) -> str:
    if journey.design.show_progress:
        return f"Start batch {grouped(step.batch)}"
    return "Go on" if step.is_break else "Start"


def _beginning(journey: Journey) -> None:
    passed = next((test for test in journey.person.tests if test.passed), None)
    if passed is not None:
        st.write(f"You passed the test: {passed.n_correct} of {passed.n_items} right.")
    st.write(
        "Now the study itself begins. From here on your answers count, and the right ones are not shown. "
        "The clock runs while a question is open."
    )


def _so_far(here: Here, journey: Journey) -> None:
    """How much work it was until now, where the study shows that."""
    design = journey.design
    now_ms = here.services.clock.now_ms()
    spent = duration(sum(working_ms(one.state, now_ms) for one in journey.main) / 1000)
    n_without = journey.n_done - journey.n_answered
    answered = f"{counted(journey.n_answered, 'questions')} answered"
    parts = [
        *([answered] if design.show_progress else []),
        *([f"{grouped(n_without)} closed without an answer"] if design.show_progress and n_without else []),
        *([f"{spent} of working time"] if design.show_time else []),
    ]
    if parts:
        st.write(f"So far: {', '.join(parts)}.")


def _what_comes(journey: Journey, step: BeginBatch) -> None:
    """How much the next batch is, and how long it may take."""
    design = journey.design
    in_batch = [one for one in journey.main if one.assignment.batch == step.batch]
    size = counted(len(in_batch) or design.most_in_a_batch, "questions")
    parts = [
        *([size if in_batch else f"at most {size}"] if design.show_progress else []),
        *([f"{_minutes(design.limits.batch_s)} for all of them"] if design.limits.batch_s else []),
        *([f"{_minutes(design.limits.item_s)} for each"] if design.limits.item_s else []),
    ]
    if parts:
        st.write(f"The next batch: {', '.join(parts)}.")


def _minutes(seconds: int) -> str:
    return duration(seconds).removesuffix(" 00 s")


def _lost(n: int) -> str:
    return f"{counted(n, 'questions')} {'was' if n == 1 else 'were'}"


def _begin(here: Here, batch: int) -> None:
    carry_out(here, lambda database, account, now: taking_part.begin_batch(database, account, batch, now))


def _stop(here: Here) -> None:
    carry_out(here, taking_part.stop_here)
