"""Background work on a collection as people see it: start it, watch it, read what came of it."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Sequence
from html import escape
from pathlib import Path

import streamlit as st

from db.errors import AppError
from db.wording import counted
from index.jobs import Job, JobState, PublishJob, RereadJob, earlier_jobs, job_state, start_job
from pages.ui.page import Here
from pages.ui.text import duration, escaped, one_line, shortened

_LOG = logging.getLogger(__name__)
_POLL_S = 1.0
_LONGEST_NAME = 32
_STYLE = """<style>
.corpus-jobs {display: grid; grid-template-columns: max-content max-content minmax(0, 1fr); gap: 4px 24px;
  font-size: .875rem; font-variant-numeric: tabular-nums}
.corpus-jobs span {overflow: hidden; text-overflow: ellipsis; white-space: nowrap}
.corpus-jobs span:nth-child(3n+1) {opacity: .74}
</style>"""


def is_busy(index_folder: Path) -> bool:
    """Whether a job runs on this index."""
    state = job_state(index_folder)
    return state is not None and state.phase == "running"


def start(here: Here, index_folder: Path, job: Job) -> None:
    """Start the job and show it; a refusal is shown as its sentence."""
    try:
        start_job(index_folder, job, here.services.clock)
    except AppError as error:
        st.warning(escaped(error.user_message), icon=":material/hourglass_top:")
        return
    _LOG.info("account %s started %s on index %s", here.account.account_id, job.kind, index_folder.name)
    st.rerun()


def job_panel(here: Here, index_folder: Path) -> None:
    """The job that runs, with its progress, or what came of the last one; nothing if there was none."""
    state = job_state(index_folder)
    if state is None:
        return
    if state.phase == "running":
        st.fragment(_watch, run_every=_POLL_S)(here, index_folder)
        return
    text = escaped(state.sentence)
    if state.phase == "done":
        st.caption(f":material/check: {clock_time(state)} · {text}")
    else:
        st.error(text, icon=":material/error:")


def earlier_jobs_panel(index_folder: Path) -> None:
    """The jobs before that one, folded away; nothing if there are none."""
    states = earlier_jobs(index_folder)
    if states:
        # The same words and key at every run, or it would close itself under the reader.
        with st.expander("Earlier jobs", key="corpus-earlier-jobs"):
            st.html(jobs_html(states))


def jobs_html(states: Sequence[JobState]) -> str:
    """One line each: when, what, what came of it. Names of documents stay text."""
    rows = "".join(_row(state) for state in states)
    return f'{_STYLE}<div class="corpus-jobs">{rows}</div>'


def _row(state: JobState) -> str:
    words = "" if state.phase == "done" else "failed: "
    cells = (clock_time(state), _what(state), f"{words}{one_line(state.sentence)}")
    # What does not fit its line is in the tooltip.
    return "".join(f'<span title="{escape(cell)}">{escape(cell)}</span>' for cell in cells)


def _what(state: JobState) -> str:
    match state.job:
        case RereadJob(document=document, page=page):
            return f"Read page {page} of {shortened(one_line(document), _LONGEST_NAME)} again"
        case PublishJob():
            return "Publish a new build"


def _watch(here: Here, index_folder: Path) -> None:
    """Runs by itself while the job runs, and shows the page anew when it has ended."""
    state = job_state(index_folder)
    if state is None or state.phase != "running":
        st.rerun()
    share, text = progress_of(state, here.services.clock.now_ms())
    st.progress(share, text=escaped(text))


def progress_of(state: JobState, now_ms: int) -> tuple[float, str]:
    """How far a running job is, 0..1, and in words."""
    seconds = max(0.0, (now_ms - state.started_at_ms) / 1000)
    share = min(1.0, state.done / state.total) if state.total else 0.0
    if isinstance(state.job, RereadJob):
        what = f"Reading page {state.job.page} of {state.job.document} again"
    elif state.total:
        what = f"Publishing a new build: {state.step}, {state.done} of {counted(state.total, 'pages')}"
    else:
        what = f"Publishing a new build: {state.step}"
    return share, f"{what}. {duration(seconds)} so far. You may leave this page; it goes on."


def clock_time(state: JobState) -> str:
    """When the job ended, in UTC."""
    moment = datetime.datetime.fromtimestamp((state.ended_at_ms or state.started_at_ms) / 1000, datetime.UTC)
    return f"{moment:%-d %b %H:%M} UTC"
