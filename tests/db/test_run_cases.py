"""What is done with an imported run in fault cases 01, 12, 21 and 57, their files made here."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from typing import Any

import pytest
from sqlite_utils import Database

from baseline.analysis.attribution import document_scores, page_scores
from baseline.analysis.page_names import PageCatalogue
from baseline.runs.formats import format_of
from baseline.runs.importing import Imported, RunFile, import_run, records_of_run
from db.errors import InvalidInput
from db.items import put_item_set
from db.models import By, Item, PageRef
from tests.makers import NOON_MS

BY = By("rex", NOON_MS)


def make_set(database: Database, items: Sequence[Item]) -> None:
    put_item_set(database, "case", items, NOON_MS)


def item(item_id: str, answer: str, *places: tuple[str, int]) -> Item:
    evidence = tuple(PageRef(document=document, page=page) for document, page in places)
    return Item(
        item_id=item_id, question=f"What of {item_id}?", answer_variants=((answer,),), evidence=evidence
    )


def imported(
    database: Database,
    rows: Sequence[dict[str, Any]],
    catalogue: PageCatalogue,
    *,
    lenient: bool = False,
    **more: Any,
) -> Imported:
    content = "\n".join(json.dumps(row) for row in rows).encode()
    how = {"name": "agent.jsonl", "format": format_of(content, "agent.jsonl"), "system": "Agent"}
    file = RunFile(content=content, set_name="case", **(how | more))
    return import_run(database, file, catalogue, BY, lenient=lenient)


def refusal(database: Database, rows: Sequence[dict[str, Any]], catalogue: PageCatalogue, **more: Any) -> str:
    with pytest.raises(InvalidInput) as refused:
        imported(database, rows, catalogue, **more)
    assert database["runs"].count == 0
    assert database["systems"].count == 0
    return refused.value.user_message


def cited(item_id: str, *places: tuple[str, int]) -> dict[str, Any]:
    citations = [{"doc": document, "page": page} for document, page in places]
    return {"run": "r", "question_id": item_id, "answer": "1 and 10", "citations": citations}


TEN = PageCatalogue({"ten-pages.pdf": 10})


@pytest.fixture
def ten_pages(database: Database) -> Database:
    make_set(database, [item("q01", "1 and 10", ("ten-pages.pdf", 1), ("ten-pages.pdf", 10))])
    return database


def pages_of(database: Database, one: Imported) -> list[int | None]:
    (record,) = records_of_run(database, one.run, one.system)
    return [citation.page for citation in record.citations]


def test_case_01_pages_that_count_from_one_are_taken_and_from_zero_only_when_it_is_said(
    ten_pages: Database,
) -> None:
    zero = [cited("q01", ("ten-pages.pdf", 0), ("ten-pages.pdf", 9))]
    assert "line 1, citations[1].page: page 0 does not exist" in refusal(ten_pages, zero, TEN)

    one_based = imported(
        ten_pages, [cited("q01", ("ten-pages.pdf", 1), ("ten-pages.pdf", 10))], TEN, version="one"
    )
    shifted = imported(ten_pages, zero, TEN, pages_start_at=0, version="zero")

    assert pages_of(ten_pages, one_based) == pages_of(ten_pages, shifted) == [1, 10]
    assert "pages of the file count from 0: each was shifted by one" in shifted.run.notes
    (record,) = records_of_run(ten_pages, shifted.run, shifted.system)
    gold = [PageRef(document="ten-pages.pdf", page=page) for page in (1, 10)]
    assert page_scores(record.citations, gold).f1 == 1.0


def test_case_01_a_page_after_the_last_is_refused_and_never_moved(ten_pages: Database) -> None:
    beyond = [cited("q01", ("ten-pages.pdf", 1), ("ten-pages.pdf", 11))]
    assert "line 1, citations[2]: page 11 of 'ten-pages.pdf' does not exist, it has 10 pages" in refusal(
        ten_pages, beyond, TEN
    )
    kept = imported(ten_pages, beyond, TEN, lenient=True)
    assert pages_of(ten_pages, kept) == [1, 11]
    assert kept.run.n_unknown == 1


def test_case_12_documents_are_told_apart_by_their_whole_name(database: Database) -> None:
    composed = unicodedata.normalize("NFC", "d/Übersicht.pdf")
    stored = unicodedata.normalize("NFD", composed)
    names = ["a/report.pdf", "b/report.pdf", "b/Report.pdf", "b/REPORT.PDF", stored]
    make_set(database, [item(f"q{n}", "x", ("a/report.pdf", 1)) for n in (1, 2, 3, 4)])
    places = ["a/report.pdf", "report.pdf", composed, "b/Report.PDF"]
    rows = [cited(f"q{n}", (place, 1)) for n, place in enumerate(places, 1)]
    catalogue = PageCatalogue(dict.fromkeys(names, 1))

    said = refusal(database, rows, catalogue)

    assert "line 1" not in said
    assert "line 2, citations[1]: 'report.pdf' is ambiguous" in said
    assert "give the whole path" in said
    assert f"unknown document {composed!r}; {stored!r} looks alike but differs in Unicode form" in said
    assert "line 4, citations[1]: unknown document 'b/Report.PDF'" in said

    other = imported(database, [cited("q1", ("b/report.pdf", 1))], catalogue)
    (record,) = records_of_run(database, other.run, other.system)
    assert document_scores(record.citations, [PageRef(document="a/report.pdf", page=1)]).f1 == 0.0


def test_case_21_a_second_submission_is_named_and_never_counted(database: Database) -> None:
    make_set(database, [item(f"q{n}", "61", ("a.pdf", 1)) for n in (1, 2, 3)])
    answers = [("q1", "61", True), ("q1", "61", True), ("q2", "no", False), ("q3", "7", False)]
    rows = [
        {"participant": "P01", "batch": "B1", "question_id": question, "answer": answer, "correct": right}
        for question, answer, right in answers
    ]
    catalogue = PageCatalogue({"a.pdf": 1})
    assert "line 2, id: item 'q1' was answered in line 1 already" in refusal(database, rows, catalogue)

    kept = imported(database, rows, catalogue, lenient=True, kind="people")

    records = records_of_run(database, kept.run, kept.system)
    # 1 of 3; rows would be 2 of 4.
    assert [record.verdict for record in records] == [1.0, 0.0, 0.0]
    assert "1 duplicate submission ignored: the first answer to an item counts" in kept.run.notes
    assert (kept.run.n_answered, kept.run.n_items, kept.run.n_left_out) == (3, 3, 1)
    again = imported(database, rows, catalogue, lenient=True, kind="people")
    assert not again.is_new
    assert database["run_attempts"].count == 3


HOSTILE = (
    *("../../../../etc/hosts", "/etc/hosts", "..\\..\\windows\\win.ini", "ok/../../outside.pdf"),
    *("%2e%2e%2f%2e%2e%2fetc%2fhosts", "file:///etc/hosts", "http://127.0.0.1:9/x.pdf", "ok.pdf\x00.txt"),
    *("link.pdf", ".", "", "~root/x.pdf", "ok.pdf/../ok.pdf"),
)


def test_case_57_names_are_looked_up_and_never_opened(database: Database) -> None:
    ids = [f"q{number:02d}" for number in range(1, len(HOSTILE) + 1)]
    make_set(database, [item(one, "x", ("ok.pdf", 1)) for one in ids])
    rows = [cited(one, (name, 1)) for one, name in zip(ids, HOSTILE, strict=True)]
    catalogue = PageCatalogue({"ok.pdf": 1})

    said = refusal(database, rows, catalogue)

    assert said.startswith("'agent.jsonl' has 13 lines that cannot be used.")
    assert said.count("unknown document") == 12
    # No name at all cannot be looked up: that line is left out, the others count as wrong.
    assert "line 11, citations[1].doc: a document name expected" in said
    kept = imported(database, rows, catalogue, lenient=True)
    assert (kept.run.n_rows, kept.run.n_unknown, kept.run.n_left_out) == (12, 12, 1)
