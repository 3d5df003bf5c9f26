"""The demo, step by step, each done once: documents, index, studies, their runs, imported runs, authoring."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from baseline.assignment.inviting import assign_items
from baseline.studies.launching import build_of
from baseline.studies.studies import StudyPlan, create_study
from db import accounts, assignments, items, studies
from db.clock import Clock
from db.connection import Database, open_database, writing
from db.errors import AppError, IndexMissing, NotFound
from db.home import database_path, home, index_folder
from db.models import Account, By, Role
from db.study_design import Study
from demo.authoring import PROJECT, make_project
from demo.behaviour import CHARACTERS
from demo.coding import make_codings
from demo.documents.collection import write_documents
from demo.finished_runs import import_finished_runs
from demo.gap_study import NAME as GAP_STUDY
from demo.gap_study import make_gap_study
from demo.items import ITEMS
from demo.judging import make_verdicts
from demo.simulation import show_instructions, simulate
from index.build import BuildRequest, build_index
from index.collection import OpenIndex, open_index

NAME = "demo"
# November 2, 2026, 08:00 UTC: when the study of the demo was made, on every machine.
MADE_AT_MS = 1_793_606_400_000
_HOUR_MS, _DAY_MS = 3_600_000, 86_400_000
RESEARCHER = Account(
    account_id="demo-researcher", name="Demo researcher", role=Role.RESEARCHER, study_id=NAME
)
PARTICIPANT = Account(
    account_id="demo-participant", name="Demo participant", role=Role.PARTICIPANT, study_id=NAME
)
_INSTRUCTIONS = "Simulated: no instructions were shown on a screen."


class DemoReport(NamedTuple):
    """What is there now, and what this call had to do for it."""

    study: str
    documents: int
    pages: int
    items: int
    fingerprint: str
    simulated_attempts: int
    done: tuple[str, ...]


def set_up(clock: Clock, tell: Callable[[str], None] = lambda _: None) -> DemoReport:
    """Make whatever of the demo is missing under PAGETRAIL_HOME.

    Raises:
        AppError: the study of the demo was made on an index that cannot be built again here.
    """
    folder = home() / "demo-documents"
    done: list[str] = []

    def note(what: str) -> None:
        done.append(what)
        tell(what)

    n_drawn = write_documents(folder)
    if n_drawn:
        note(f"drew {n_drawn} documents")
    database = open_database(database_path())
    try:
        index = _index(database, folder, clock, note)
        try:
            return _made(database, index, note, done)
        finally:
            index.close()
    finally:
        database.close()


def _judged(database: Database, note: Callable[[str], None]) -> None:
    n_judged = make_verdicts(database, NAME, MADE_AT_MS + 2 * _DAY_MS)
    if n_judged:
        note(f"judged {n_judged} answers, and left some for you")
    n_coded = make_codings(database, NAME, RESEARCHER.account_id, MADE_AT_MS + 3 * _DAY_MS)
    if n_coded:
        note(f"coded why {n_coded} attempts failed, and left some for you")


def _made(
    database: Database, index: OpenIndex, note: Callable[[str], None], done: Sequence[str]
) -> DemoReport:
    """Everything that stands on the index; `done` is read when all of it is there."""
    study = _study(database, index, note)
    n_attempts = _runs(database, index, study, note)
    build = build_of(index, NAME)
    n_more = make_gap_study(database, index, build, RESEARCHER.account_id, MADE_AT_MS)
    if n_more:
        note(f"made a second study, with search and with given pages: {n_more} items answered")
    n_attempts += len(assignments.assignments_of_study(database, GAP_STUDY))
    imported_by = By(RESEARCHER.account_id, MADE_AT_MS + _DAY_MS)
    n_runs = import_finished_runs(database, index, NAME, imported_by)
    if n_runs:
        note(f"imported {n_runs} runs of invented systems")
    if make_project(database, index, MADE_AT_MS):
        note(f"made the project {PROJECT!r} with the items of a simulated author")
    _judged(database, note)
    return DemoReport(
        study=study.study_id,
        documents=len(index.documents()),
        pages=sum(entry.n_pages for entry in index.documents()),
        items=len(ITEMS),
        fingerprint=index.fingerprint,
        simulated_attempts=n_attempts,
        done=tuple(done),
    )


def _index(database: Database, folder: Path, clock: Clock, note: Callable[[str], None]) -> OpenIndex:
    """The build that the study was made on; without a study, the current one, complete with OCR."""
    try:
        study = studies.find_study(database, NAME)
    except NotFound:
        study = None
    try:
        index = open_index(NAME, fingerprint=study.index_fingerprint if study else None)
        if index.manifest.ocr == "done":
            return index
        index.close()
    except IndexMissing:
        pass
    report = build_index(BuildRequest(folder=folder, out=index_folder(NAME)), clock)
    note(f"built the index of {report.pages} pages")
    if study and report.fingerprint != study.index_fingerprint:
        raise AppError(
            "The demo study was made on another build of its index, which is gone. "
            "Start afresh with another PAGETRAIL_HOME."
        )
    return open_index(NAME)


def _study(database: Database, index: OpenIndex, note: Callable[[str], None]) -> Study:
    try:
        return studies.find_study(database, NAME)
    except NotFound:
        pass
    with writing(database):
        items.put_item_set(database, NAME, ITEMS, MADE_AT_MS)
        plan = StudyPlan(
            study_id=NAME,
            title="Demo: the records of Kestrel Ferry",
            item_set=NAME,
            index_name=NAME,
            index_fingerprint=index.fingerprint,
            profile=index.profile,
            batch_size=10,
            seed=41,
        )
        study = create_study(database, plan, MADE_AT_MS)
        accounts.add_account(database, RESEARCHER, MADE_AT_MS)
        for account in (PARTICIPANT, *_simulated_accounts()):
            accounts.add_account(database, account, MADE_AT_MS)
            assign_items(database, study, account)
    note(f"made the study with {len(ITEMS)} items")
    return study


def _simulated_accounts() -> list[Account]:
    return [
        Account(
            account_id=one.account_id,
            name=one.name,
            role=Role.PARTICIPANT,
            study_id=NAME,
            side="people" if one.kind == "person" else "agent",
            simulated=True,
        )
        for one in CHARACTERS
    ]


def _runs(database: Database, index: OpenIndex, study: Study, note: Callable[[str], None]) -> int:
    """Every simulated attempt, each character beginning an hour after the one before."""
    n_attempts = 0
    for number, character in enumerate(CHARACTERS, start=1):
        start_ms = MADE_AT_MS + number * _HOUR_MS
        show_instructions(database, character, _INSTRUCTIONS, start_ms)
        n_new = simulate(database, index, study, character, start_ms)
        if n_new:
            note(f"{character.name} answered {n_new} items")
        n_attempts += len(assignments.assignments_of(database, study.study_id, character.account_id))
    return n_attempts
