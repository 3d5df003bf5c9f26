"""The generator: how many documents and pages, their labels, rotation, layers, and the same bytes again."""

from __future__ import annotations

import pytest

from demo.documents.collection import DOCUMENTS, LETTER, write_documents
from index.pdf.documents import mupdf

REPORTS = [f"annual-reports/annual-report-{year}.pdf" for year in (2019, 2020, 2021, 2022)]
LOG = "ferry/heron-maintenance-log-2022.pdf"


def test_collection_has_about_25_documents_and_120_pages(page_texts):
    assert len(DOCUMENTS) == 28
    assert len(page_texts) == 115


def test_collection_has_sub_folders_and_a_name_with_spaces_and_an_accent():
    assert len({name.split("/")[0] for name in DOCUMENTS if "/" in name}) == 11
    assert "school/Menú de otoño 2022.pdf" in DOCUMENTS


@pytest.mark.parametrize("name", DOCUMENTS)
def test_document_is_the_same_bytes_when_drawn_again(name, documents_folder, tmp_path):
    again = tmp_path / "again.pdf"
    DOCUMENTS[name](again)
    assert again.read_bytes() == (documents_folder / name).read_bytes()


def test_drawing_again_leaves_what_is_there_alone(documents_folder):
    before = {name: (documents_folder / name).stat().st_mtime_ns for name in DOCUMENTS}
    assert write_documents(documents_folder) == 0
    assert {name: (documents_folder / name).stat().st_mtime_ns for name in DOCUMENTS} == before


def test_drawing_leaves_no_unfinished_file(documents_folder):
    files = {path.relative_to(documents_folder).as_posix() for path in documents_folder.rglob("*.*")}
    assert files == set(DOCUMENTS)


@pytest.mark.parametrize("name", REPORTS)
def test_annual_report_has_roman_labels_in_front_and_arabic_ones_behind(name, documents_folder):
    with mupdf.open(documents_folder / name) as document:
        labels = [page.get_label() for page in document]
    assert labels == ["i", "ii", "iii", "iv", *(str(number) for number in range(1, 11))]


@pytest.mark.parametrize("name", REPORTS)
def test_annual_report_prints_its_labels_on_the_pages(name, page_texts):
    assert " iii Letter from the chair" in page_texts[name, 3]
    assert " 4 The network" in page_texts[name, 8]


def test_annual_reports_tell_different_figures():
    numbers = [DOCUMENTS[name].args[0] for name in REPORTS]
    assert numbers == [2019, 2020, 2021, 2022]


def test_table_of_breaks_differs_from_year_to_year(page_texts):
    tables = [page_texts[name, 8] for name in REPORTS]
    assert ["Old Quarter 11.4 9" in tables[0], "Old Quarter 11.4 13" in tables[1]] == [True, True]
    assert len(set(tables)) == 4


def test_letter_is_pictures_without_a_text_layer(documents_folder, page_texts):
    with mupdf.open(documents_folder / LETTER) as document:
        pictures = [len(page.get_images()) for page in document]
    assert pictures == [1, 1]
    assert [page_texts[LETTER, 1], page_texts[LETTER, 2]] == ["", ""]


def test_every_other_page_has_a_text_layer(page_texts):
    bare = {name for (name, _), text in page_texts.items() if len(text) < 40}
    assert bare == {LETTER}


def test_log_ends_with_a_page_that_is_stored_on_its_side(documents_folder):
    with mupdf.open(documents_folder / LOG) as document:
        rotations = [page.rotation for page in document]
        page = document[-1]
        seen = (page.rect.width, page.rect.height)
        stored = (page.mediabox.width, page.mediabox.height)
    assert rotations == [0, 0, 0, 90]
    assert seen == (792, 612)
    assert stored == (612, 792)


def test_sideways_page_reads_upright(documents_folder):
    with mupdf.open(documents_folder / LOG) as document:
        page = document[-1]
        first = page.search_for("FUEL AND ENGINE HOURS")[0] * page.rotation_matrix
    assert first.width > first.height
    assert (first.x0, first.y0) == pytest.approx((54, 86), abs=8)


def test_budget_table_runs_over_several_pages_with_its_head_repeated(page_texts):
    pages = [
        number
        for number in range(1, 8)
        if "Actual 2020" in page_texts["budget/adopted-budget-2022.pdf", number]
    ]
    assert pages == [3, 4, 5, 6]


def test_chart_is_drawn_as_vectors(documents_folder):
    with mupdf.open(documents_folder / "harbor/lake-levels-2022.pdf") as document:
        page = document[0]
        assert len(page.get_images()) == 0
        assert len(page.get_drawings()) > 20


def test_japanese_and_german_text_can_be_read(page_texts):
    assert "三十五分" in page_texts["visitors/ferry-guide-japanese.pdf", 1]
    assert "Bürgermeisterin" in page_texts["visitors/partnerschaft-programm-2022.pdf", 2]


def test_documents_carry_no_date_of_making(documents_folder):
    with mupdf.open(documents_folder / REPORTS[0]) as document:
        assert document.metadata["creationDate"] == "D:20200315090000Z"
        assert document.metadata["modDate"] == "D:20200315090000Z"
