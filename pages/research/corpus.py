"""The documents behind a study: what was read, from where, how well, and what should be looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import pandas as pd
import streamlit as st

from db.models import Role
from db.wording import counted, grouped
from index.collection import OpenIndex
from index.jobs import PublishJob
from index.manifest import Manifest
from index.page_flags import Flag
from pages.builds import VisibleBuild
from pages.research import corpus_address as address
from pages.research.corpus_choice import build_in_address, chosen_build, follow
from pages.research.corpus_figures import (
    FLAG_LABELS,
    SOURCE_WORDS,
    SOURCES,
    CorpusFigures,
    corpus_figures,
    counts_text,
    flag_counts,
    flags_text,
    with_flags,
)
from pages.research.corpus_job import earlier_jobs_panel, is_busy, job_panel, start
from pages.research.corpus_sheet import sheet
from pages.ui import chrome
from pages.ui.page import Here, page
from pages.ui.table import choose_in_table, show_table
from pages.ui.text import escaped, one_line

_TABLE_PX = 400
# Eight of them, with what is between them, in a window of 1280.
_CARD_PX = 136
_MOST_ROWS_IN_FULL = 10
_WHY = (
    "Hints that a page is worth a look; a number counts pages. Reading again with OCR may help with each of "
    "them, but not with a page that is only huge."
)


def show() -> None:
    """Show the collection, or the page in the address."""
    with page(Role.RESEARCHER, Role.ADMIN) as here:
        opened = address.document_and_page()
        build = chosen_build(here) if opened is None else build_in_address(here)
        if build is None:
            return
        index = here.services.index(build.index_name, build.fingerprint)
        written, manifest = index.manifest_now()
        figures = _figures((index.name, index.fingerprint, written), manifest)
        if opened is not None:
            sheet(here, index, figures, *opened)
            return
        _overview(here, build, index, figures)
        chrome.licence()


@st.cache_resource(max_entries=8, show_spinner=False)
def _figures(build: tuple[str, str, int], _manifest: Manifest) -> CorpusFigures:
    """Counted once for each build and list of failures."""
    del build  # the key
    return corpus_figures(_manifest)


def _overview(here: Here, build: VisibleBuild, index: OpenIndex, figures: CorpusFigures) -> None:
    versions = index.manifest.versions
    st.caption(
        f"Profile {versions.profile} · read by {escaped(versions.extractor)} · "
        f"OCR {escaped(versions.ocr_engine or 'off')}"
    )
    _headline(figures)
    _publishing(here, build)
    job_panel(here, index.folder)
    earlier_jobs_panel(index.folder)
    names = {
        "documents": f"Documents ({len(figures.documents)})",
        "suspicious": f"Suspicious pages ({len(figures.suspicious)})",
        "failures": f"Left out ({len(figures.failures)})",
    }
    view = st.segmented_control(
        "Show", list(names), default="documents", format_func=names.__getitem__, label_visibility="collapsed"
    )
    if not figures.is_measured:
        st.caption("This build was made before pages were measured: what is missing is shown as a dash.")
    match view:
        case "suspicious":
            _suspicious(figures)
        case "failures":
            _failures(figures)
        case _:
            _documents(figures)


def _headline(figures: CorpusFigures) -> None:
    cards = [
        ("Documents", figures.n_documents),
        ("Pages", figures.n_pages),
        *((label, figures.sources[source]) for source, label in SOURCES.items()),
        ("Suspicious", len(figures.suspicious)),
        ("Left out", len(figures.failures)),
    ]
    # Columns would cut the labels where the window is narrow; these go on in a second row.
    with st.container(horizontal=True):
        for label, value in cards:
            with st.container(border=True, width=_CARD_PX):
                st.metric(label, grouped(value))


def _publishing(here: Here, build: VisibleBuild) -> None:
    newest = here.services.newest_index(build.index_name)
    n_waiting = sum(len(pages) for pages in newest.waiting_pages().values())
    words, button = st.columns([9, 3], vertical_alignment="center")
    if not build.is_newest:
        words.caption(
            "This is an older build, kept for its studies. Publishing builds on the newest one, which you "
            "can choose above."
        )
    elif n_waiting:
        words.markdown(
            f"**{counted(n_waiting, 'pages')} read again, waiting for the next build.** Published builds "
            "never change and running studies keep theirs; studies made after publishing search the new text."
        )
    else:
        words.caption(
            "Publishing takes in what changed in the folder and what was read again; the rest is not read. "
            "Running studies keep the build they were made on."
        )
    asked = button.button(
        "Publish a new build",
        type="primary" if n_waiting else "secondary",
        icon=":material/publish:",
        disabled=is_busy(newest.folder),
        width="stretch",
    )
    if asked:
        if build.is_newest:
            follow(build)
        start(here, newest.folder, PublishJob())


def _documents(figures: CorpusFigures) -> None:
    rows = [
        {
            "Document": one_line(row.document),
            "Pages": row.n_pages,
            **{label: row.sources.get(source, 0) for source, label in SOURCES.items()},
            "Suspicious": row.n_suspicious,
            "Why suspicious": counts_text(row.flags) or None,
            "Repaired": "yes" if row.status == "repaired" else None,
        }
        for row in figures.documents
    ]
    if not rows:
        st.info("No document of this collection could be read.", icon=":material/info:")
        return
    _table("corpus-documents", rows, [(row.document, 1) for row in figures.documents])


def _suspicious(figures: CorpusFigures) -> None:
    if not figures.suspicious:
        st.info("No page of this build looks suspicious.", icon=":material/check:")
        return
    counts = flag_counts(figures.suspicious)
    wanted: list[Flag] = st.pills(
        "Only pages with",
        list(counts),
        selection_mode="multi",
        format_func=lambda flag: f"{FLAG_LABELS[flag]} ({counts[flag]})",
    )
    chosen = with_flags(figures.suspicious, wanted)
    rows = [
        {
            "Document": one_line(row.document),
            "Page": row.page,
            "Why": flags_text(row.flags),
            "Text from": SOURCE_WORDS[row.entry.source],
            "Words": row.entry.n_words,
            "OCR confidence": row.entry.confidence,
            "Garbage (%)": None if row.entry.garbage_rate is None else 100 * row.entry.garbage_rate,
            "What failed": one_line(row.entry.failure) or None,
        }
        for row in chosen
    ]
    _table(f"corpus-suspicious-{'-'.join(wanted)}", rows, [(row.document, row.page) for row in chosen])


def _failures(figures: CorpusFigures) -> None:
    if not figures.failures:
        st.info("Every PDF of the folder is in the index.", icon=":material/check:")
        return
    rows = [{"File": one_line(name), "Why": one_line(reason)} for name, reason in figures.failures]
    show_table(
        pd.DataFrame(rows),
        height=_height(len(rows)),
        columns={"File": st.column_config.TextColumn(width="large")},
    )


def _height(n_rows: int) -> int | Literal["content"]:
    """As high as a few rows need, and no higher than fits the window."""
    return "content" if n_rows < _MOST_ROWS_IN_FULL else _TABLE_PX


def _table(key: str, rows: Sequence[Mapping[str, object]], targets: list[tuple[str, int]]) -> None:
    """A table of which one row can be selected, which opens its page; without columns that say nothing."""
    st.caption("Select a row to see the page beside its text.")
    choose_in_table(
        pd.DataFrame(rows).dropna(axis="columns", how="all"),
        key,
        height=_height(len(rows)),
        on_select=lambda: address.go_to_selected(key, targets),
        selection="single-row",
        columns={
            "Document": st.column_config.TextColumn(width="large"),
            "Why": st.column_config.TextColumn(help=_WHY),
            "Why suspicious": st.column_config.TextColumn(help=_WHY),
            "Repaired": st.column_config.TextColumn(help="The file is damaged; its pages could be read."),
            "OCR confidence": st.column_config.NumberColumn(format="%.0f"),
            "Garbage (%)": st.column_config.NumberColumn(format="%.1f"),
        },
    )
