"""The fault cases that need documents, search and boxes, on the case files themselves."""

import csv
import shutil

import pytest

from db.clock import FixedClock
from index.build import BuildRequest, build_index
from index.collection import open_index
from index.search.interface import QueryProblem

pytestmark = pytest.mark.cases


@pytest.fixture
def case(cases_folder, tmp_path):
    """Copy a case, build its index, open it."""
    opened = []

    def prepared(name, sub_folder="", **changes):
        (source,) = cases_folder.glob(f"{name}-*")
        folder = tmp_path / "case"
        shutil.copytree(source, folder, symlinks=True)
        out = tmp_path / "index"
        request = BuildRequest(folder / sub_folder, out, **{"ocr": "off", "n_workers": 1, **changes})
        report = build_index(request, FixedClock())
        opened.append(open_index(str(out)))
        return folder, report, opened[-1]

    yield prepared
    for index in opened:
        index.close()


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def outcome(index, query):
    """The pages found, or the sentence that refuses the query; and what was said."""
    try:
        result = index.search(query, 50)
    except QueryProblem as problem:
        return problem.user_message, problem.user_message
    return sorted(hit.page for hit in result.hits), result.message


def expected_pages(row):
    return [int(page) for page in (row["pages"] or "none").split(",") if page != "none"]


@pytest.mark.parametrize("name", ["05", "13", "15", "16", "18"])
def test_queries_of_a_case_find_the_listed_pages_or_say_why_not(case, name):
    folder, _, index = case(name)
    for row in rows(folder / "queries.tsv"):
        found, message = outcome(index, row["query"])
        may_say = "message" in (row.get("note") or "")
        assert found == expected_pages(row) or (may_say and message), row["query"]


def test_case_01_pages_are_counted_from_1(case):
    _, _, index = case("01")
    (hit,) = index.search("TOKENP10", 5).hits
    assert hit.page == 10
    assert "TOKENP10" in index.page_text(hit.document, 10)
    assert not index.has_page(hit.document, 11)
    assert not index.has_page(hit.document, 0)


def test_case_03_boxes_are_within_three_points_of_the_shown_page(case):
    folder, _, index = case("03")
    for row in rows(folder / "expected-boxes.tsv"):
        page = index.words("rotated.pdf", int(row["page"]))
        assert (page.width_pt, page.height_pt) == (float(row["shown_width"]), float(row["shown_height"]))
        (number,) = index.highlights(f"MARKER{row['rotation']}", "rotated.pdf", int(row["page"]))
        x0, y0, x1, y1, _ = page.words[number]
        shown = (x0 * page.width_pt, y0 * page.height_pt, x1 * page.width_pt, y1 * page.height_pt)
        wanted = [float(row[f"word_{edge}"]) for edge in ("x0", "y0", "x1", "y1")]
        assert shown == pytest.approx(wanted, abs=3)


def test_case_05_ligature_words_are_highlighted(case):
    _, _, index = case("05")
    marked = [
        [
            index.words("ligatures.pdf", page).words[i][4]
            for i in index.highlights("office OR staff", "ligatures.pdf", page)
        ]
        for page in (1, 2, 3)
    ]
    assert marked == [["oﬃce"], ["staﬀ"], ["office"]]


def test_case_08_pages_without_text_are_kept_and_named(case):
    _, report, index = case("08")
    assert report.pages == 5
    assert [(entry.document, entry.pages) for entry in report.no_usable_text] == [
        ("mixed-scan.pdf", (2, 3, 4))
    ]
    assert [outcome(index, word)[0] for word in ("SCANALPHA", "SCANDELTA")] == [[1], [5]]
    for word in ("SCANBETA", "SCANGAMMA"):
        found, message = outcome(index, word)
        assert found == []
        assert "3 pages have no usable text" in message


def test_case_08_ocr_finds_the_pictures_of_text(case):
    _, report, index = case("08", ocr="auto")
    assert [entry.pages for entry in report.no_usable_text] == [(3,)]
    words = ("SCANALPHA", "SCANBETA", "SCANGAMMA", "SCANDELTA")
    assert [outcome(index, word)[0] for word in words] == [[1], [2], [4], [5]]


def test_case_10_counts_add_up(case):
    _, report, index = case("10")
    assert report.documents + len(report.failed) == 7
    refused = {failure.document for failure in report.failed}
    assert {"zero.pdf", "random.pdf", "really-a-png.pdf", "error-page.pdf"} <= refused
    hits = [
        (hit.document, hit.page) for hit in index.search("GOODWORD", 9).hits if hit.document == "good.pdf"
    ]
    assert sorted(hits) == [("good.pdf", 1), ("good.pdf", 2)]


def test_case_12_every_name_is_a_document_of_its_own(case):
    folder, report, index = case("12", "collection")
    assert (report.documents, report.failed) == (13, ())
    for row in rows(folder / "expected.tsv"):
        assert [hit.document for hit in index.search(row["token"], 9).hits] == [row["path"]]


def test_case_18_the_long_query_is_refused_with_its_limit(case):
    folder, _, index = case("18")
    with pytest.raises(QueryProblem, match="at most 1000"):
        index.search((folder / "long-query.txt").read_text(), 5)


def test_case_55_markup_stays_text(case):
    _, _, index = case("55", "collection")
    for hit in index.search("MARKUPWORD", 9).hits:
        assert "<" in hit.snippet
        assert [hit.snippet[start:end] for start, end in hit.matches] == ["MARKUPWORD"]


def test_case_57_nothing_outside_the_folder_is_found(case, tmp_path):
    folder, _, _ = case("57", "collection")
    (folder / "collection/link.pdf").unlink()
    (folder / "collection/link.pdf").symlink_to("../outside.pdf")
    out = tmp_path / "linked"
    report = build_index(BuildRequest(folder / "collection", out, ocr="off", n_workers=1), FixedClock())
    assert [(f.document, f.reason) for f in report.failed] == [
        ("link.pdf", "is a link that leaves the folder")
    ]
    index = open_index(str(out))
    assert index.search("OUTSIDEWORD", 5).total == 0
    assert [hit.document for hit in index.search("INSIDEWORD", 5).hits] == ["ok.pdf"]
    index.close()
