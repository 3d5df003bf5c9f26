"""A study small enough for a browser test: three documents, three items, two people, one researcher."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import NamedTuple

import pymupdf

from baseline.assignment.inviting import Invitation, invite
from baseline.studies.studies import StudyPlan, create_study
from db.clock import SystemClock
from db.connection import open_database, writing
from db.items import put_item_set
from db.models import Item, PageRef, Role
from index.build import BuildRequest, build_index
from index.collection import open_index

# Gold that stands in no document: if it ever shows up in a participant's browser, it leaked.
GOLD_SENTINEL = "gold-sentinel-7c1f"

ITEMS = (
    Item(
        item_id="harbour",
        question="How much did the harbour dredging cost in 2021?",
        answer_variants=(("4,217 crowns",), (GOLD_SENTINEL,)),
        evidence=(PageRef(document="accounts/harbour-2021.pdf", page=2),),
    ),
    Item(
        item_id="ferry",
        question="Who was captain of the ferry, and which year was it built?",
        answer_variants=(("Ingrid Sollie", "1987"), (GOLD_SENTINEL,)),
        evidence=(
            PageRef(document="ferry log.pdf", page=1),
            PageRef(document="accounts/harbour-2021.pdf", page=3),
        ),
    ),
    Item(
        item_id="lamp",
        question="How many lamps were replaced at the lighthouse?",
        answer_variants=(("12",), (GOLD_SENTINEL,)),
        evidence=(PageRef(document="lighthouse.pdf", page=12),),
    ),
)


class SmallStudy(NamedTuple):
    """Where the study lives, and the secret parts of its links."""

    home: Path
    participants: tuple[str, ...]
    researcher: str


def make_small_study(home: Path, *, n_participants: int = 2, batch_size: int = 25) -> SmallStudy:
    """Documents, index, items, study and invitations under `home`."""
    documents = home / "documents"
    _write_documents(documents)
    index_path = home / "indexes" / "small"
    build_index(BuildRequest(folder=documents, out=index_path, ocr="off", n_workers=1), SystemClock())
    index = open_index(str(index_path))
    database = open_database(home / "pagetrail.db")
    now_ms = SystemClock().now_ms()
    with writing(database):
        put_item_set(database, "small", ITEMS, now_ms)
        plan = StudyPlan(
            study_id="small",
            title="A small study",
            item_set="small",
            index_name="small",
            index_fingerprint=index.fingerprint,
            profile=index.profile,
            batch_size=batch_size,
        )
        create_study(database, plan, now_ms)
        people = [
            invite(database, "small", Role.PARTICIPANT, f"Person {n}", now_ms).token
            for n in range(n_participants)
        ]
        researcher = invite(database, "small", Role.RESEARCHER, "Researcher", now_ms).token
    database.close()
    index.close()
    return SmallStudy(home, tuple(people), researcher)


def one_more(study: SmallStudy, name: str) -> Invitation:
    """One more participant, also while the app runs: a test on a shared study has somebody of its own."""
    database = open_database(study.home / "pagetrail.db")
    with writing(database):
        invitation = invite(database, "small", Role.PARTICIPANT, name, SystemClock().now_ms())
    database.close()
    return invitation


def copied(study: SmallStudy, home: Path) -> SmallStudy:
    """A copy with a log of its own; the documents are shared, nobody changes them."""
    shutil.copytree(study.home, home, dirs_exist_ok=True, ignore=shutil.ignore_patterns("documents", "cache"))
    return study._replace(home=home)


def _write_documents(folder: Path) -> None:
    (folder / "accounts").mkdir(parents=True)
    _write(
        folder / "accounts" / "harbour-2021.pdf",
        [
            "Accounts of the harbour board for the year 2021",
            "Dredging of the harbour basin cost 4,217 crowns.",
            "The ferry was built in 1987 and serves the island.",
            "Repairs of the quay were put off to the next year.",
        ],
    )
    _write(
        folder / "ferry log.pdf",
        ["Log of the ferry. Captain: Ingrid Sollie.", "No crossings on 3 March, storm."],
    )
    pages = [f"Lighthouse journal, page {number}. The lamp burned all night." for number in range(1, 31)]
    pages[11] = "Lighthouse journal, page 12. Twelve lamps (12) were replaced this month."
    _write(folder / "lighthouse.pdf", pages)


def _write(path: Path, pages: list[str]) -> None:
    document = pymupdf.open()
    for text in pages:
        sheet = document.new_page(width=420, height=595)
        sheet.insert_textbox((40, 60, 380, 560), text, fontsize=14)
    document.save(path)
    document.close()
