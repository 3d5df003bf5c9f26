"""The calm column for everything between items: where somebody is, messages, one thing to do, a way out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape

import streamlit as st

from baseline.participants.journey_stages import Stage
from db.study_design import StudyDesign
from pages.baseline.gesture import say_refusal
from pages.http.demo import is_demo
from pages.ui import chrome
from pages.ui.sheet_start import begin_at_heading
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


@contextmanager
def sheet(title: str, stages: tuple[Stage, ...] = (), *, may_leave: bool = True) -> Iterator[None]:
    """A sheet under a heading. What is written inside stands below the heading and above the way out."""
    if is_demo():
        chrome.demo_switch(("Research view", "/demo/researcher"))
    with st.container(horizontal_alignment="center"), st.container(width=720):
        st.html(_STYLE + _stages_html(stages))
        st.title(escaped(title), anchor=False)
        say_refusal()
        yield
        _foot(may_leave=may_leave)
        begin_at_heading(title)


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


def show_debrief(design: StudyDesign) -> None:
    """What the study was about, for whoever has come to an end of it."""
    if design.debrief:
        st.subheader("About this study", anchor=False)
        researchers_text(design.debrief)


def next_button(label: str, gesture: Callable[[], None]) -> None:
    """The one thing to do on a sheet."""
    st.button(label, type="primary", key="next", on_click=gesture)
