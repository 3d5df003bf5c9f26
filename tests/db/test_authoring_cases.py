"""Fault cases of authoring, from documents to files: 01, 08 and 12, on inputs made here.

Evidence is written, checked, handed in, exported and imported again over real (small) PDFs.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlite_utils import Database

from annotation import authoring
from annotation.__main__ import main
from annotation.checks.against_index import findings_of
from annotation.checks.findings import Finding
from annotation.exchange.formats import item_file, read_item_file
from db.authored import ItemDraft
from db.clock import SystemClock
from db.models import By, EvidenceMark, Item, ItemMetadata, PageRef
from index.build import BuildRequest, build_index
from index.collection import OpenIndex, open_index
from tests.authoring import PROJECT, Desk, make_project
from tests.makers import NOON_MS
from tests.pdfs import Sheet, write_pdf

UEBER = "u/Über.pdf"
TEN, SCAN = "ten-pages.pdf", "mixed-scan.pdf"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with the index `cases` over the documents of the three cases; without OCR."""
    home = tmp_path_factory.mktemp("cases-home")
    folder = home / "documents"
    write_pdf(folder / TEN, [f"This is page token TOKENP{page}." for page in range(1, 11)])
    scan = [Sheet(text="SCANALPHA"), Sheet(picture="SCANBETA 418"), Sheet(picture=" "), Sheet(picture=" ")]
    write_pdf(folder / SCAN, [*scan, Sheet(picture="SCANDELTA", hidden="SCANDELTA")])
    for name in ("a/report.pdf", "b/report.pdf", unicodedata.normalize("NFD", UEBER)):
        write_pdf(folder / name, [f"A report of {name[0]} with 17 boats."])
    request = BuildRequest(folder=folder, out=home / "indexes" / "cases", ocr="off", n_workers=1)
    build_index(request, SystemClock())
    return home


@pytest.fixture
def index(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[OpenIndex]:
    """That index, in a home of its own."""
    own = tmp_path / "home"
    own.mkdir()
    (own / "indexes").symlink_to(home / "indexes")
    monkeypatch.setenv("PAGETRAIL_HOME", str(own))
    opened = open_index("cases")
    yield opened
    opened.close()


@pytest.fixture
def desk(database: Database) -> Desk:
    return make_project(database)


def draft_of(question: str, answer: str, *pages: tuple[str, int]) -> ItemDraft:
    return ItemDraft(
        question=question,
        answer_variants=((answer,),),
        evidence=tuple(EvidenceMark(document=document, page=page) for document, page in pages),
        metadata=ItemMetadata(visual="artifact"),
    )


def accepted(desk: Desk, draft: ItemDraft) -> Item:
    """The item that studies get of a draft that was written, handed in and accepted."""
    item_id = desk.accepted(draft=draft)
    (row,) = desk.database.query("SELECT content FROM item_revisions WHERE item_id = ?", [item_id])
    return Item.model_validate_json(row["content"])


def imported(tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit code and what is said when these items are checked against the index and taken in."""
    path = tmp_path / "items.jsonl"
    path.write_bytes(content)
    code = main(["import", str(path), "--set", "s", "--index", "cases"])
    printed = capsys.readouterr()
    return code, printed.out + printed.err


def finding(findings: tuple[Finding, ...], check: str) -> Finding:
    return next(one for one in findings if one.check == check)


def test_case_01_the_last_page_is_page_10_from_the_draft_to_the_file(
    index: OpenIndex, desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = draft_of("Which token is on the last sheet of the ten?", "TOKENP10", (TEN, 10), (TEN, 1))
    assert finding(findings_of(draft, index, PROJECT, ()), "extractive").level == "pass"
    content = item_file([accepted(desk, draft)], "madqa")
    assert [place["page"] for place in json.loads(content)["evidence"]] == [10, 1]
    assert imported(tmp_path, content, capsys)[0] == 0
    beyond = content.replace(b'"page": 10', b'"page": 11').replace(b"pilot", b"other")
    code, said = imported(tmp_path, beyond, capsys)
    assert code == 1
    assert "line 1" in said
    assert "11" in said


def test_case_08_a_page_without_text_takes_evidence_and_is_counted(
    index: OpenIndex, desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert index.document(SCAN).n_pages == 5
    draft = draft_of("Which number does the beta sheet show?", "418", (SCAN, 2))
    said = finding(findings_of(draft, index, PROJECT, ()), "extractive")
    assert said.level == "warn"
    assert "There is no text to look in on page 2 of mixed-scan.pdf" in said.sentence
    item = accepted(desk, draft)
    assert item.evidence == (PageRef(document=SCAN, page=2),)
    assert imported(tmp_path, item_file([item], "madqa"), capsys)[0] == 0


def test_case_12_documents_of_one_name_stay_apart_from_the_draft_to_the_file_and_back(
    index: OpenIndex, desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = draft_of("How many boats do both reports count?", "17", ("a/report.pdf", 1), ("b/report.pdf", 1))
    assert draft.hop == "cross_doc"
    item = accepted(desk, draft)
    assert imported(tmp_path, item_file([item], "madqa"), capsys)[0] == 0
    assert main(["export", str(tmp_path / "back.csv"), "--set", "s"]) == 0
    (back,) = read_item_file((tmp_path / "back.csv").read_bytes(), "back.csv", "csv").items
    assert back.item == item
    for name, told in (("report.pdf", "a/report.pdf"), (UEBER, unicodedata.normalize("NFD", UEBER))):
        odd = item.model_copy(update={"item_id": "odd", "evidence": (PageRef(document=name, page=1),)})
        code, said = imported(tmp_path, item_file([odd], "madqa"), capsys)
        assert (code, told in said) == (1, True), said


def test_case_22_opening_an_item_and_leaving_at_once_changes_nothing(desk: Desk) -> None:
    draft = draft_of("How many boats?", "17", ("b/report.pdf", 1), ("a/report.pdf", 1))
    item_id = desk.submitted(draft=draft)
    authoring.withdraw(desk.database, item_id, By("ann", NOON_MS))
    before = authoring.history(desk.database, item_id)
    # What the form would send of its own accord is what it was given.
    saved = authoring.Save(before.working.draft, before.newest.revision)
    authoring.save(desk.database, item_id, saved, By("ann", NOON_MS + 1))
    assert authoring.history(desk.database, item_id) == before
    assert before.working.draft.pages == draft.pages
