"""A project of the published size: 800 invented documents, 2,250 items in every state, made once and kept.

The items were written by five authors and went through the use cases, so everything that a screen reads is
there. Pages are as long as published ones; there are six a document, not 23, because reading them is most of
the time that this takes (search at the published number of pages: docs/search-benchmark.md).
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import pymupdf
from sqlite_utils import Database

from annotation import authoring, membership, reviewing
from db.accounts import add_account, issue_invitation
from db.authored import BlindAnswered, ItemDraft, Member, MemberRole, Project, Reviewed
from db.clock import SystemClock
from db.connection import open_database, writing
from db.models import Account, By, EvidenceMark, ItemMetadata, Role
from index.build import BuildRequest, build_index
from index.collection import open_index
from tests.bench.search.pages import InventedPage, invented_pages
from tests.bench.table import RESULTS

N_DOCUMENTS, N_ITEMS, N_AUTHORS = 800, 2250, 5
PAGES_PER_DOCUMENT = 6
PROJECT = "big"
_WORDS_A_LINE, _LINES_A_PAGE = 14, 72
_SUBJECTS = ("budgets", "inspections", "letters", "minutes", "reports")
_OUTCOMES = ("accept", "accept", "accept", "return", "submitted", "draft")


class BigProject(NamedTuple):
    """Where it lives, and the secret parts of the invitations."""

    home: Path
    author: str
    candidate: str
    reviewer: str
    supervisor: str


def big_project() -> BigProject:
    """The project, made if it is not there: that takes minutes, most of them for reading the pages."""
    home = RESULTS / "authoring"
    links = home / "links.txt"
    if not links.is_file():
        shutil.rmtree(home, ignore_errors=True)
        _build_index(home)
        links.write_text("\n".join(_write_project(home)), encoding="ascii")
    return BigProject(home, *links.read_text(encoding="ascii").split())


def document_name(number: int) -> str:
    """Documents lie in folders by subject."""
    return f"{_SUBJECTS[number % len(_SUBJECTS)]}/{number:05d}.pdf"


def _build_index(home: Path) -> None:
    documents = home / "documents"
    pages = invented_pages(N_DOCUMENTS * PAGES_PER_DOCUMENT)
    for number in range(N_DOCUMENTS):
        path = documents / document_name(number)
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_pdf(path, islice(pages, PAGES_PER_DOCUMENT))
    build_index(BuildRequest(folder=documents, out=home / "indexes" / PROJECT, ocr="off"), SystemClock())


def _write_pdf(path: Path, pages: Iterator[InventedPage]) -> None:
    document = pymupdf.open()
    for page in pages:
        sheet = document.new_page(width=595, height=842)
        lines = [
            " ".join(page.words[at : at + _WORDS_A_LINE]) for at in range(0, len(page.words), _WORDS_A_LINE)
        ]
        sheet.insert_text((40, 40), lines[:_LINES_A_PAGE], fontsize=7)
    document.save(path)
    document.close()


def _write_project(home: Path) -> list[str]:
    index = open_index(str(home / "indexes" / PROJECT))
    database = open_database(home / "pagetrail.db")
    now_ms = SystemClock().now_ms()
    people = {f"author-{n}": MemberRole.AUTHOR for n in range(N_AUTHORS)}
    people |= {
        "reviewer": MemberRole.REVIEWER,
        "another": MemberRole.REVIEWER,
        "carl": MemberRole.CANDIDATE,
        "sue": MemberRole.SUPERVISOR,
    }
    project = Project(
        project_id=PROJECT,
        title="A project of the published size",
        index_name=PROJECT,
        index_fingerprint=index.fingerprint,
        profile=index.profile,
        created_at_ms=now_ms,
    )
    with writing(database):
        for name in people:
            add_account(database, Account(account_id=name, name=name, role=Role.ANNOTATOR), now_ms)
        membership.create_project(database, project, By("sue", now_ms))
        for name, role in people.items():
            member = Member(project_id=PROJECT, account_id=name, role=role)
            membership.give_place(database, member, By("sue", now_ms))
        invited = ("author-0", "carl", "another", "sue")
        links = [issue_invitation(database, name, now_ms) for name in invited]
    pages = {
        (document, page): index.page_text(document, page).split()
        for document in map(document_name, range(0, N_DOCUMENTS, 4))
        for page in (1, 2)
    }
    random = Random(7)
    for start in range(0, N_ITEMS, 250):
        with writing(database):
            for number in range(start, min(start + 250, N_ITEMS)):
                _write_item(
                    database, number, _draft(random, pages), By(f"author-{number % N_AUTHORS}", now_ms)
                )
    index.close()
    database.close()
    return links


def _draft(random: Random, pages: dict[tuple[str, int], Sequence[str]]) -> ItemDraft:
    marked = random.sample(sorted(pages), random.choice((1, 1, 1, 2, 3)))
    words = pages[marked[0]]
    at = random.randrange(max(1, len(words) - 12))
    return ItemDraft(
        question=f"What does {' '.join(words[at : at + 7])} mean for {random.choice(words)} in the year?",
        answer_variants=((" ".join(words[at + 7 : at + 10]) or words[0],),),
        evidence=tuple(EvidenceMark(document=document, page=page) for document, page in marked),
        metadata=ItemMetadata(domain="finance", category="report", visual="free text", reasoning="lookup"),
    )


def _write_item(database: Database, number: int, draft: ItemDraft, by: By) -> None:
    outcome = _OUTCOMES[number % len(_OUTCOMES)]
    item_id = authoring.new_item(database, PROJECT, by, draft).item_id
    if outcome == "draft":
        return
    authoring.submit(database, item_id, 1, (), by)
    if outcome == "submitted":
        return
    reviewer = By("reviewer", by.at_ms)
    review_id = reviewing.open_review(database, item_id, reviewer).review_id
    for stage in ("search", "evidence"):
        answer = {"review_id": review_id, "stage": stage, "answer": ("x",)}
        reviewing.answer_blind(database, item_id, BlindAnswered.model_validate(answer), reviewer)
    comments = ({"field": "question", "comment": "Say which year."},) if outcome == "return" else ()
    decided = {"review_id": review_id, "decision": outcome, "comments": comments}
    reviewing.review(database, item_id, Reviewed.model_validate(decided), reviewer)
