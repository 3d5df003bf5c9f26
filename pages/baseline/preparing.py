"""Between the instructions and the study: practice with feedback, and the qualification test."""

from __future__ import annotations

import math
from functools import partial
from html import escape
from urllib.parse import urlencode

import streamlit as st

from baseline.participants import taking_part
from baseline.participants.journey import Journey
from baseline.participants.journey_stages import stages
from baseline.participants.journey_steps import BeginPractice, BeginTest, NotQualified, SeeFeedback
from baseline.participants.marking import EvidencePage, PracticeFeedback, practice_feedback
from db.items import describe_item_set, find_item
from db.studies import find_study
from db.study_design import Study
from db.study_events import QualificationEnded
from db.wording import counted, grouped
from pages.baseline.gesture import carry_out
from pages.baseline.sheet import sheet, show_debrief
from pages.baseline.time_was_up import what_became_of
from pages.ui.page import Here
from pages.ui.text import escaped, one_line

_OUTCOMES = {
    "right": "That is right",
    "nearly": "Nearly: compare it with the right answer",
    "not_right": "That is not the answer we look for",
    "not_found": "You did not find it; this is the answer",
    "skipped": "You skipped it; this is the answer",
    "expired": "The time was over; this is the answer",
}
_ICONS = {"right": ":material/check_circle:"}

_STYLE = """<style>
.evidence {display: flex; flex-wrap: wrap; gap: 1rem; margin: 0 !important; padding: 0 !important;
  list-style: none !important}
.evidence li {flex: 1 1 20rem; max-width: 40rem; margin: 0 !important}
.evidence img {display: block; width: 100%; margin-top: .25rem; border: 1px solid rgba(128, 128, 128, .5);
  background: #fff}
.evidence small {display: block; font-size: .875rem}
</style>"""


def begin_practice(here: Here, journey: Journey, step: BeginPractice) -> None:
    """What practice is for."""
    with here.services.reading() as database:
        n_items = describe_item_set(database, journey.design.practice_set).n_items
    with sheet("Practice", stages(journey, step)) as on_sheet:
        st.write(_about_practice(n_items))
        on_sheet.next_button("Start practice", {"act": "practise"}, partial(_practise, here))


def _about_practice(n_items: int) -> str:
    if n_items == 1:
        return (
            "First one question to practise with the tool. It does not count. Once you have answered it, you "
            "see the right answer, and the pages on which it stands."
        )
    return (
        f"First {grouped(n_items)} questions to practise with the tool. They do not count. After each you "
        "see the right answer, and the pages on which it stands."
    )


def feedback(here: Here, journey: Journey, step: SeeFeedback) -> None:
    """The right answer to the practice item that was just submitted."""
    with here.services.reading() as database:
        study = find_study(database, here.account.study_id or "")
        item = find_item(database, journey.design.practice_set, step.item.assignment.item_id)
    told = practice_feedback(item, step.item)
    with sheet(_OUTCOMES[told.outcome], stages(journey, step)) as on_sheet:
        if step.item.state.ended_at_limit:
            st.write(what_became_of(step.item))
        st.markdown(f"**Question:** {escaped(told.question)}")
        if told.given:
            mark = _ICONS.get(told.outcome, "")
            st.markdown(f"**Your answer:** {escaped('; '.join(told.given))} {mark}")
        st.markdown(f"**Right answer:** {_accepted(told)}")
        st.markdown(_about_pages(told))
        attempt_id = step.item.assignment.attempt_id
        on_sheet.next_button(
            "Go on" if step.is_last else "Next practice question",
            {"act": "go_on", "attempt": attempt_id},
            partial(_go_on, here, attempt_id),
        )
        st.html(_pages_html(study, told.pages))


def begin_test(here: Here, journey: Journey, step: BeginTest) -> None:
    """What the test asks, or how the last try went."""
    test = journey.design.qualification
    if test is None:
        return
    needed = _needed(test.pass_share, test.n_items)
    title = "A short test" if step.before is None else "Not yet"
    with sheet(title, stages(journey, step)) as on_sheet:
        if step.before is None:
            st.write(
                f"Before the study begins there is a test of {counted(test.n_items, 'questions')} like those "
                f"of the study. {_goes_on(needed, test.n_items)}"
            )
            if test.attempts > 1:
                st.write(f"You can try it up to {grouped(test.attempts)} times, each with other questions.")
        else:
            left = test.attempts - step.number + 1
            st.write(f"{_score(step.before, needed)} You can try again with other questions, {_times(left)}.")
        on_sheet.next_button(
            "Start the test" if step.before is None else "Try again",
            {"act": "test", "number": step.number},
            partial(_test, here, step.number),
        )


def not_qualified(here: Here, journey: Journey, step: NotQualified) -> None:
    """No try is left: said kindly, with nothing more to do."""
    test = journey.design.qualification
    share = test.pass_share if test else 1.0
    with sheet("The study ends here for you"):
        st.write(
            f"Thank you for trying. {_score(step.last, _needed(share, step.last.n_items))} The study needs "
            "people who have much practice in this kind of work; it says nothing else about you."
        )
        st.write("What you did is saved, and the researchers can see it. You can close this window.")
        show_debrief(journey.design)


def _score(test: QualificationEnded, needed: int) -> str:
    of = counted(test.n_items, "questions")
    return f"You answered {grouped(test.n_correct)} of {of} right; {grouped(needed)} {_is(needed)} needed."


def _is(n: int) -> str:
    return "is" if n == 1 else "are"


def _goes_on(needed: int, n_items: int) -> str:
    if n_items == 1:
        return "Whoever answers it right goes on."
    which = "all of them" if needed == n_items else f"at least {grouped(needed)} of them"
    return f"Whoever answers {which} right goes on."


def _needed(share: float, n_items: int) -> int:
    return math.ceil(share * n_items - 1e-9)


def _times(n: int) -> str:
    return "once more" if n == 1 else f"{grouped(n)} times more"


def _accepted(told: PracticeFeedback) -> str:
    return " *or* ".join(escaped("; ".join(variant)) for variant in told.accepted)


def _about_pages(told: PracticeFeedback) -> str:
    marked = sum(page.was_marked for page in told.pages)
    of = counted(len(told.pages), "pages")
    beside = f" You marked {counted(told.n_beside, 'other pages')} as well." if told.n_beside else ""
    if told.has_all_pages:
        return f"**Evidence:** you marked exactly the right {'page' if len(told.pages) == 1 else 'pages'}."
    return f"**Evidence:** it stands on {of}, of which you marked {marked}.{beside}"


def _pages_html(study: Study, pages: tuple[EvidencePage, ...]) -> str:
    listed = "".join(_page_html(study, page) for page in pages)
    return f'{_STYLE}<ul class="evidence" aria-label="Pages on which the answer stands">{listed}</ul>'


def _page_html(study: Study, page: EvidencePage) -> str:
    where = f"{one_line(page.ref.document)}, page {page.ref.page}"
    marked = "✓ you marked it" if page.was_marked else "you did not mark it"
    address = "/api/page-image?" + urlencode(
        {
            "index": study.index_name,
            "fingerprint": study.index_fingerprint,
            "document": page.ref.document,
            "page": page.ref.page,
        }
    )
    return (
        f"<li>{escape(where)}<small>{marked}</small>"
        f'<img src="{escape(address)}" alt="{escape(where)}" loading="lazy"></li>'
    )


def _practise(here: Here) -> None:
    carry_out(here, taking_part.begin_practice)


def _go_on(here: Here, attempt_id: str) -> None:
    carry_out(
        here,
        lambda database, account, now: taking_part.go_on_from_feedback(database, account, attempt_id, now),
    )


def _test(here: Here, number: int) -> None:
    carry_out(here, lambda database, account, now: taking_part.begin_test(database, account, number, now))
