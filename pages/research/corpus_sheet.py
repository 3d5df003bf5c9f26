"""One page of a collection: its picture, its text, its figures, and a way to have it read again."""

from __future__ import annotations

import shlex
from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from db.errors import AppError
from db.wording import COMMAND, counted
from index.again import keep_as_it_is
from index.build_pages import TextLost
from index.collection import OpenIndex
from index.jobs import RereadJob
from index.manifest import DocumentEntry, PageEntry
from index.page_flags import flags_of, may_gain_from_ocr
from pages.research import corpus_address as address
from pages.research.corpus_changes import changes_html, word_changes
from pages.research.corpus_figures import CorpusFigures, PageRow, neighbours, page_facts, reasons_text
from pages.research.corpus_job import is_busy, job_panel, start
from pages.research.corpus_sides import Side, image_address, sides_html
from pages.ui.page import Here
from pages.ui.text import escaped


def sheet(here: Here, index: OpenIndex, figures: CorpusFigures, document: str, page: int) -> None:
    """Show the page. Raises NotFound."""
    entry = index.document(document)
    page = min(max(1, page), entry.n_pages)
    _heading(figures, entry, page)
    facts = page_facts(entry.pages[page - 1])
    st.caption(" · ".join(f"{label} **{escaped(value)}**" for label, value in facts))
    for reason in reasons_text(entry.pages[page - 1]):
        st.caption(f":material/flag: {escaped(reason)}")
    if entry.pages[page - 1].failure:
        st.warning(f"Not fully read. {escaped(entry.pages[page - 1].failure)}.", icon=":material/warning:")
    new = _new_text(here, index, entry, page)
    _actions(here, index, entry, page, new)
    job_panel(here, index.folder)
    try:
        old_text, missing = index.page_text(document, page), ""
    except TextLost as error:
        old_text, missing = "", error.user_message
    texts = [Side("Text that search sees", f"build {index.fingerprint[:12]}", old_text, missing)]
    if new is not None:
        coming = index.text_with(document, page, new.reading)
        sure = "" if coming.confidence is None else f", confidence {coming.confidence:.0f}"
        texts.append(
            Side("Text after reading again", f"{counted(coming.n_words, 'words')}{sure}", coming.text)
        )
        st.html(changes_html(word_changes(old_text, coming.text)))
    st.html(sides_html(*_picture(here, index, document, page), texts))
    with st.expander("The same on the command line"):
        st.code(reread_command(index.name, document, page), language=None)


def _picture(here: Here, index: OpenIndex, document: str, page: int) -> tuple[str | None, str]:
    """Where the picture is, and what stands for it; drawn first, so that a reason takes its place."""
    try:
        here.services.renderer.page_image(index, document, page)
    except AppError as error:
        return None, error.user_message
    return image_address(index.name, index.fingerprint, document, page), f"Page {page} of {document}"


def reread_command(index_name: str, document: str, page: int) -> str:
    """What to type in a shell; a name that begins with a dash must not be taken for an option."""
    ends_options = ["--"] if document.startswith("-") else []
    return f"{COMMAND} index reread {shlex.join([*ends_options, index_name, document, str(page)])}"


class _NewText(NamedTuple):
    """Another reading than the one in the build that is looked at."""

    reading: str
    is_published: bool


def _new_text(here: Here, index: OpenIndex, entry: DocumentEntry, page: int) -> _NewText | None:
    """What the next build takes, or the newest one took, in place of this page's text; None if nothing."""
    reading = index.waiting_pages().get(entry.document, {}).get(page)
    if reading is None:
        return None
    newest = here.services.newest_index(index.name).manifest.documents
    same = [one for one in newest if (one.document, one.sha256) == (entry.document, entry.sha256)]
    return _NewText(reading, any(one.pages[page - 1].reading == reading for one in same))


def _heading(figures: CorpusFigures, entry: DocumentEntry, page: int) -> None:
    before, after = neighbours(figures.suspicious, entry.document, page)
    label = entry.pages[page - 1].label
    back, name, number, earlier, later = st.columns([2, 7, 2, 2, 2], vertical_alignment="center")
    back.button("Documents", icon=":material/arrow_back:", on_click=address.go_back, width="stretch")
    printed = f', printed "{escaped(label)}"' if label and label != str(page) else ""
    name.markdown(f"**{escaped(entry.document)}**  \npage {page} of {entry.n_pages}{printed}")
    # A key of its own for every page: what was typed for another page must not come along.
    key = f"corpus-page-{entry.sha256[:12]}-{page}"
    number.number_input(
        "Page",
        min_value=1,
        max_value=entry.n_pages,
        value=page,
        key=key,
        label_visibility="collapsed",
        on_change=address.go_to_typed,
        args=(entry.document, key),
    )
    _step(earlier, "Suspicious page before", ":material/keyboard_arrow_up:", before)
    _step(later, "Suspicious page after", ":material/keyboard_arrow_down:", after)


def _step(column: DeltaGenerator, what: str, icon: str, row: PageRow | None) -> None:
    column.button(
        "Suspicious",
        key=what,
        icon=icon,
        help=what,
        disabled=row is None,
        on_click=address.go_to,
        args=(row.document, row.page) if row else (),
        width="stretch",
    )


def _advice(page: PageEntry) -> str:
    if may_gain_from_ocr(page):
        return "Reads the picture in two ways and keeps the better one."
    if flags_of(page):
        return "This page is only huge, which OCR does not better: read it again only if its text is wrong."
    return "Nothing measured speaks for it: read this page again only if its text is wrong."


def _actions(here: Here, index: OpenIndex, entry: DocumentEntry, page: int, new: _NewText | None) -> None:
    busy, document = is_busy(index.folder), entry.document
    button, *more = st.columns(
        [4, 3, 5] if new and not new.is_published else [4, 8], vertical_alignment="center"
    )
    asked = button.button(
        "Read this page again with OCR",
        type="primary" if may_gain_from_ocr(entry.pages[page - 1]) else "secondary",
        icon=":material/document_scanner:",
        disabled=busy,
        width="stretch",
    )
    if new is None:
        more[0].caption(
            f"{_advice(entry.pages[page - 1])} The new text goes into the next build; this one, and every "
            "study on it, stays as it is."
        )
    elif new.is_published:
        more[0].caption(
            "The newest build has the new text. This one never changes, and neither do the studies on it."
        )
    else:
        more[1].caption(
            "The new text waits for the next build, which you publish on the page of all documents. "
            "This build never changes, and neither do the studies on it."
        )
        if more[0].button("Keep the old text", disabled=busy, width="stretch"):
            keep_as_it_is(index, document, page)
            st.rerun()
    if asked:
        start(here, index.folder, RereadJob(fingerprint=index.fingerprint, document=document, page=page))
