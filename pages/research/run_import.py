"""The import of a run: a file and what is said of it on the left, what would be stored on the right."""

from __future__ import annotations

from typing import Any, NamedTuple

import streamlit as st

from baseline.analysis.page_names import catalogue_of
from baseline.figures.systems import refresh_runs
from baseline.runs import importing
from baseline.runs.changing import facts_from
from baseline.runs.formats import TITLES, format_of
from baseline.runs.importing import Imported, RunFile
from baseline.runs.looking_up import builds_of_set
from baseline.runs.reading import RunReading
from db import runs
from db.connection import Database
from db.errors import AppError
from db.items import item_ids_of_set, item_set_sizes
from db.models import By
from db.runs import Removed
from db.systems import NO_COST, Run, RunFormat
from db.wording import counted
from pages.audience import sentence_for
from pages.builds import VisibleBuild, builds_for
from pages.research import run_report
from pages.research.run_about import About, Collection, about
from pages.research.runs_address import SET, asked, to_list, to_run
from pages.services import Services
from pages.ui.errand import carry_out
from pages.ui.page import Here
from pages.ui.room import sides
from pages.ui.text import escaped, one_line

_FILE, _LENIENT = "run-file", "run-lenient"
_MOST_MEGABYTES = 200


class Looked(NamedTuple):
    """A file as it was read, and the runs that came of the same one."""

    file: RunFile
    reading: RunReading
    same: list[tuple[Run, Removed | None]]


def show(here: Here) -> None:
    """The form, and the report of the file as soon as there is one."""
    title, way = st.columns([4, 1], vertical_alignment="bottom")
    title.title("Import a run")
    title.caption("Nothing is stored before you have read what would be.")
    with way.container(horizontal=True, horizontal_alignment="right"):
        st.button("All runs", type="tertiary", icon=":material/arrow_back:", on_click=to_list)
    with here.services.reading() as database:
        sizes = item_set_sizes(database)
        systems = list(runs.all_systems(database).values())
    if not sizes:
        st.info("There is no item set yet: a run answers the items of one.", icon=":material/info:")
        return
    form, report = sides([2, 3], "import-run")
    with form:
        uploaded = st.file_uploader(
            "File of answers",
            type=["jsonl", "json", "eval"],
            key=_FILE,
            max_upload_size=_MOST_MEGABYTES,
            help="MADQA predictions, leaderboard rows, or a log of Inspect. Larger ones by command.",
        )
        content = None if uploaded is None else uploaded.getvalue()
        seen = None if uploaded is None or content is None else format_of(content, uploaded.name)
        set_name = _item_set(sizes)
        said = about(systems, seen, _collections(here, set_name))
    with report:
        if uploaded is None or content is None:
            st.info(
                "Choose a file. What it holds, what is read as meant, what is refused and what is missing is "
                "said here, line by line.",
                icon=":material/info:",
            )
            return
        _report(here, content, uploaded.name, set_name, said)


def _item_set(sizes: dict[str, int]) -> str:
    names = list(sizes)
    wanted = asked(SET)
    return st.selectbox(
        "Item set",
        names,
        index=names.index(wanted) if wanted in names else 0,
        format_func=lambda name: f"{one_line(name)} ({counted(sizes[name], 'items')})",
        help="Every figure divides by all of its items. It is frozen by its first run.",
    )


def _collections(here: Here, set_name: str) -> list[Collection]:
    """The builds that citations may be looked up in, those of the set's own studies first."""
    with here.services.reading() as database:
        own = builds_of_set(database, set_name)
    visible = builds_for(here.account, here.services)

    def place(build: VisibleBuild) -> int:
        key = (build.index_name, build.fingerprint)
        return own.index(key) if key in own else len(own)

    return [
        Collection(build.index_name, build.fingerprint, _label(build)) for build in sorted(visible, key=place)
    ]


def _label(build: VisibleBuild) -> str:
    newest = ", newest" if build.is_newest else ""
    return f"{one_line(build.index_name)} · build {build.fingerprint[:12]}{newest}"


def _report(here: Here, content: bytes, name: str, set_name: str, said: About) -> None:
    try:
        looked = _looked(here, _file(content, name, set_name, said), said.collection)
    except AppError as error:
        sentence = sentence_for(here.account, error, "the import of a run")
        st.error("  \n".join(map(escaped, sentence.splitlines())), icon=":material/error:")
        return
    reading = looked.reading
    st.markdown(f"**{escaped(name)}** is read as: {TITLES[looked.file.format]}")
    _before(looked)
    run_report.cards(
        run_report.Counts(
            reading.n_items,
            reading.n_answered,
            reading.n_trajectories,
            reading.n_verdicts,
            reading.n_coerced,
            reading.n_unknown,
            reading.n_left_out,
        )
    )
    run_report.notes(reading.notes)
    is_lenient = False
    if reading.problems:
        st.markdown("**Lines that cannot be used as they are**")
        run_report.problems(reading.problems, reading.counted_in)
        is_lenient = st.checkbox(
            "Import all the same: lines that cannot be read are left out, unknown pages count as wrong",
            key=_LENIENT,
        )
    _button(here, looked, is_lenient=is_lenient)


def _before(looked: Looked) -> None:
    """That the same file is there already, for this system or another one."""
    for run, removed in looked.same:
        state_words = "counts" if removed is None else "was withdrawn"
        st.warning(
            f"This very file was imported before: run {run.run_id} of {escaped(run.source)}, which "
            f"{state_words}. Importing it again for the same system adds nothing.",
            icon=":material/content_copy:",
        )


def _button(here: Here, looked: Looked, *, is_lenient: bool) -> None:
    reading = looked.reading
    if not reading.rows:
        st.error(
            f"The file holds no answer to an item of {escaped(looked.file.set_name)}.",
            icon=":material/error:",
        )
    is_ready = bool(reading.rows) and (is_lenient or not reading.problems) and bool(looked.file.system)
    if not looked.file.system:
        st.caption("Give the system a name to import it.")
    st.button(
        f"Import {counted(len(reading.rows), 'answers')}",
        type="primary",
        icon=":material/check:",
        disabled=not is_ready,
        on_click=_import,
        args=(here, looked, is_lenient),
    )


def _import(here: Here, looked: Looked, is_lenient: bool) -> None:
    file, reading = looked.file, looked.reading

    def job(database: Database, by: By) -> Imported:
        imported = importing.store_run(database, file, reading, by, lenient=is_lenient)
        # Whoever opens a page about the set next finds what takes a second to compute.
        refresh_runs(database, file.set_name)
        return imported

    imported = carry_out(here, job, _told)
    if imported is not None:
        to_run(imported.run.run_id)


def _told(imported: Imported) -> str:
    if not imported.is_new:
        return "This very file was imported before: nothing was added. This is its run."
    return f"{imported.system.label}: {counted(imported.run.n_rows, 'answers')} imported."


def _file(content: bytes, name: str, set_name: str, said: About) -> RunFile:
    """Raises InvalidInput for what cannot be said of a system."""
    given: dict[str, Any] = {**said.system, "name": said.system["name"] or "(no name yet)"}
    facts = facts_from(given)
    file_format: RunFormat = said.format
    return RunFile(
        content=content,
        name=name,
        format=file_format,
        set_name=set_name,
        system=said.system["name"].strip(),
        version=facts.version,
        kind=facts.kind,
        condition=said.condition.strip(),
        notes=facts.notes,
        cost=NO_COST if said.is_known else facts.cost,
        pages_start_at=said.pages_start_at,
        looked_up_in="" if said.collection is None else said.collection.fingerprint,
        model=said.model.strip(),
    )


def _looked(here: Here, file: RunFile, collection: Collection | None) -> Looked:
    how = (file.sha256, file.name, file.format, file.set_name, file.pages_start_at)
    with here.services.reading() as database:
        # A set that is not frozen yet may grow.
        n_items = len(item_ids_of_set(database, file.set_name))
    key = (*how, n_items, file.kind, file.system, file.version)
    reading = _reading(key, collection, here.services, file)
    with here.services.reading() as database:
        return Looked(file, reading, runs.same_file(database, file.set_name, file.sha256))


@st.cache_resource(max_entries=4, show_spinner="Reading the file…")
def _reading(
    how: tuple[str | int, ...], collection: Collection | None, _services: Services, _file: RunFile
) -> RunReading:
    """Read once for everything that changes what is read."""
    del how  # part of the key
    catalogue = None
    if collection is not None:
        index = _services.index(collection.index_name, collection.fingerprint)
        catalogue = catalogue_of(index.documents())
    with _services.reading() as database:
        return importing.read_file(database, _file, catalogue)
