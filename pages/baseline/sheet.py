"""The calm column for everything between items: where somebody is, messages, one thing to do, a way out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from typing import Any

import streamlit as st

from baseline.participants.journey import Journey
from baseline.participants.journey_stages import Stage
from db.study_design import StudyDesign
from db.wording import counted
from pages.baseline.gesture import say_refusal
from pages.http.demo import is_demo
from pages.ui import chrome
from pages.ui.sheet_start import look_after_sheet
from pages.ui.text import escaped, one_line

LEAVE = "leave"
"""The name in the address that asks to leave the study."""

_STYLE = """<style>
.stages {display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 .75rem !important;
  padding: 0 !important; list-style: none !important; font-size: .8125rem; line-height: 1.5;
  font-variant-numeric: tabular-nums}
.stages li {margin: 0 !important; padding: 0 !important; opacity: .75}
.stages li[aria-current] {opacity: 1; font-weight: 600; border-bottom: 2px solid currentColor}
.stages .spoken {position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)}
.st-key-pagetrail-foot a {color: inherit !important}
.st-key-pagetrail-foot {margin-top: 1.5rem; padding-top: .5rem; border-top: 1px solid rgba(128, 128, 128, .3)}
.st-key-pagetrail-text {max-width: 42rem}
</style>"""


@dataclass(slots=True)
class OnSheet:
    """What can be done on a sheet: each press is carried out once, also while the server is away.

    `acts`: key of a button -> the gesture as /api/journey/act takes it. `form`: the questions of the sheet.
    """

    acts: dict[str, dict[str, Any]] = field(default_factory=dict)
    form: dict[str, Any] | None = None

    def next_button(self, label: str, act: dict[str, Any], gesture: Callable[[], None]) -> None:
        """The one thing to do. `act` and `gesture` say the same: the browser's way, and the page's own."""
        self.acts["next"] = act
        st.button(label, type="primary", key="next", on_click=gesture)

    def other_button(self, label: str, key: str, act: dict[str, Any], gesture: Callable[[], None]) -> None:
        """Something else that can be done."""
        self.acts[key] = act
        st.button(label, key=key, on_click=gesture)


@contextmanager
def sheet(title: str, stages: tuple[Stage, ...] = (), *, may_leave: bool = True) -> Iterator[OnSheet]:
    """A sheet under a heading. What is written inside stands below the heading and above the way out."""
    on_sheet = OnSheet()
    if is_demo():
        chrome.demo_switch(("Research view", "/demo/researcher"))
    with st.container(horizontal_alignment="center"), st.container(width=720):
        st.html(_STYLE + _stages_html(stages))
        st.title(escaped(title), anchor=False)
        say_refusal()
        yield on_sheet
        look_after_sheet(title, on_sheet.acts, on_sheet.form)
        _foot(may_leave=may_leave)


def _stages_html(stages: tuple[Stage, ...]) -> str:
    if not stages:
        return ""
    items = []
    for stage in stages:
        current = ' aria-current="step"' if stage.at == "now" else ""
        done = '✓ <span class="spoken">done: </span>' if stage.at == "done" else ""
        items.append(f"<li{current}>{done}{escape(one_line(stage.name))}</li>")
    return f'<ol class="stages" aria-label="Steps of the study">{"".join(items)}</ol>'


def _foot(*, may_leave: bool) -> None:
    """The way out of the study, and the source of the app."""
    with st.container(key="pagetrail-foot", horizontal=True, vertical_alignment="center"):
        if may_leave:
            st.button("Leave the study …", type="tertiary", key="leave", on_click=ask_to_leave)
        chrome.licence()


def ask_to_leave() -> None:
    """Have the page ask whether somebody wants to leave."""
    st.query_params[LEAVE] = "1"


def stay() -> None:
    """Back to where the study is."""
    st.query_params.pop(LEAVE, None)


def researchers_text(text: str) -> None:
    """A text of the researcher's, as Markdown, in lines that are comfortable to read."""
    with st.container(key="pagetrail-text"):
        st.markdown(text)


def unanswered(journey: Journey) -> str:
    """How many of the study's own items were over without an answer, as a sentence; empty if none was."""
    n = journey.n_done - journey.n_answered
    if n == 0:
        return ""
    return f"{counted(n, 'questions')} closed without an answer."


def show_debrief(design: StudyDesign) -> None:
    """What the study was about, for whoever has come to an end of it."""
    if design.debrief:
        st.header("About this study", anchor=False)
        researchers_text(design.debrief)
