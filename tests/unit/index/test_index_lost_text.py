"""A page store that was made anew: what older builds have lost is said, and can be brought back."""

import shutil

import pytest

from db.errors import IndexMissing
from index import again
from index.build_pages import TextLost
from index.check import check_index
from index.collection import open_index
from index.job import publish_sentence
from index.manifest import read_manifest
from index.published import IndexFolder
from index.terminal import printed_report
from tests.pdfs import Sheet, write_pdf
from tests.unit.index.conftest import build as built

pytestmark = pytest.mark.usefixtures("remembered_reading")


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """An older build with a document that is gone and a page that was read again; then the store lost."""
    root = tmp_path_factory.mktemp("lost")
    write_pdf(root / "corpus/gone.pdf", ["Net revenue rose"])
    write_pdf(root / "corpus/scan.pdf", [Sheet(picture="SCANBETA total 418")])
    built(root / "corpus", root / "demo")
    index = open_index(str(root / "demo"))
    again.read_again(index, "scan.pdf", 1)
    index.close()
    old = built(root / "corpus", root / "demo").fingerprint
    (root / "corpus/gone.pdf").rename(root / "gone.pdf")
    for path in (root / "demo").glob("pages.sqlite*"):
        path.unlink()
    return root, old


@pytest.fixture
def place(template, tmp_path):
    shutil.copytree(template[0], tmp_path / "place")
    return tmp_path / "place"


@pytest.fixture
def old(template):
    return template[1]


PUT_BACK = "; put the file that was read for it into the folder and build the index again"
LOST = [
    f"'gone.pdf' has 1 page in the manifest and 0 in the page store{PUT_BACK}.",
    f"'gone.pdf': the words are lost (pages 1){PUT_BACK}.",
    f"'gone.pdf': the thumbnail is missing (pages 1){PUT_BACK}.",
    f"'scan.pdf': the words are lost (pages 1){PUT_BACK}, then have these pages read again with OCR.",
]


def named(said, old):
    """What is said of this build, without the names of builds."""
    return [one.partition(", which studies may use: ")[2] for one in said if old in one]


def test_a_build_and_the_audit_name_what_older_builds_have_lost(place, old):
    report = built(place / "corpus", place / "demo")
    assert named(report.lost_text, old) == LOST
    assert all(one in printed_report(report) for one in LOST)
    assert all(one in publish_sentence(report, "") for one in LOST)
    audit = check_index(str(place / "demo"), place / "corpus")
    assert not audit.ok
    assert named(audit.problems, old) == LOST


def test_lost_text_is_an_error_and_no_empty_page_and_a_hit_has_an_empty_snippet(place, old):
    built(place / "corpus", place / "demo")
    index = open_index(str(place / "demo"), old)
    (hit,) = index.search("revenue", 5).hits
    assert (hit.document, hit.snippet) == ("gone.pdf", "")
    for asked in (index.words, index.page_text):
        with pytest.raises(TextLost, match=r"The text of page 1 of 'gone.pdf' is lost"):
            asked("gone.pdf", 1)
        with pytest.raises(TextLost, match=r"then have this page read again with OCR\.$"):
            asked("scan.pdf", 1)
    index.close()


def test_what_was_lost_comes_back_as_the_sentences_say(place, old):
    built(place / "corpus", place / "demo")
    (place / "gone.pdf").rename(place / "corpus/gone.pdf")
    report = built(place / "corpus", place / "demo")
    assert named(report.lost_text, old) == LOST[3:]
    index = open_index(str(place / "demo"))
    assert again.read_again(index, "scan.pdf", 1).changed
    index.close()
    report = built(place / "corpus", place / "demo")
    assert (report.fingerprint, report.lost_text) == (old, ())
    assert check_index(str(place / "demo"), place / "corpus").ok
    index = open_index(str(place / "demo"), old)
    assert "SCANBETA" in index.page_text("scan.pdf", 1)
    index.close()


def test_a_page_whose_text_is_lost_can_be_read_again(place, old):
    built(place / "corpus", place / "demo")
    index = open_index(str(place / "demo"), old)
    assert not again.read_again(index, "scan.pdf", 1).changed
    assert "SCANBETA" in index.page_text("scan.pdf", 1)
    index.close()


@pytest.mark.parametrize(
    ("cut", "why"),
    [
        (lambda text: text[: len(text) // 2], "of index 'demo' is damaged"),
        (lambda text: text.replace('"ocr":', '"or":'), "is damaged, or of another version of Pagetrail"),
        (lambda text: text.replace('"format":1', '"format":2'), "written by a newer version of Pagetrail"),
    ],
)
def test_a_garbled_manifest_of_an_older_build_is_named_and_the_build_is_kept(place, old, cut, why):
    built(place / "corpus", place / "demo")
    folder = IndexFolder(place / "demo").build(old)
    manifest = folder / "manifest.json"
    manifest.write_text(cut(manifest.read_text()))
    with pytest.raises(IndexMissing, match=why):
        read_manifest(folder)
    write_pdf(place / "corpus/new.pdf", ["one more"])
    report = built(place / "corpus", place / "demo")
    (said,) = (one for one in report.left_damaged if old in one)
    assert why in said
    assert said.endswith(
        "restore its folder from a backup, or build the index again from the files it was made of."
    )
    assert said in check_index(str(place / "demo"), place / "corpus").problems
    assert folder.is_dir()
