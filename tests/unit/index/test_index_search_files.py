"""Search files that are damaged on disk: noticed at opening, named by the check, mended by a build."""

import shutil
import stat
import threading

import pytest

from db.errors import IndexMissing
from index import collection, search_files
from index.__main__ import main
from index.check import check_index
from index.collection import open_index
from index.published import IndexFolder
from index.search_files import SEAL, damaged_files
from tests.older_builds import without_digests
from tests.pdfs import write_pdf
from tests.unit.index.conftest import build as built

pytestmark = pytest.mark.usefixtures("remembered_reading")


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    root = tmp_path_factory.mktemp("sealed")
    write_pdf(root / "corpus/a.pdf", ["Net revenue rose", "second sheet"])
    built(root / "corpus", root / "demo")
    return root


@pytest.fixture
def place(template, tmp_path):
    """A copy that may be damaged."""
    shutil.copytree(template, tmp_path / "place")
    return tmp_path / "place"


def current_build(place):
    folder = IndexFolder(place / "demo")
    return folder.build(folder.current())


def cut(path):
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-4])


def turn_a_bit(path):
    path.chmod(0o644)
    content = path.read_bytes()
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))


def lose(path):
    path.unlink()


@pytest.mark.parametrize("harm", [cut, lose])
def test_opening_refuses_files_that_are_short_or_gone_and_names_them(place, harm):
    harm(current_build(place) / "search/places.npy")
    sentence = r"The search files of build \w{12} of index 'demo' are damaged \(places.npy\); build the index"
    with pytest.raises(IndexMissing, match=sentence):
        open_index(str(place / "demo"))


def test_the_check_names_a_file_whose_size_is_right(place):
    turn_a_bit(current_build(place) / "search/places.npy")
    report = check_index(str(place / "demo"), place / "corpus")
    assert report.problems == ("The search files are damaged (places.npy). Build the index again.",)


def test_the_check_names_damage_in_an_older_build(place):
    old = current_build(place)
    write_pdf(place / "corpus/b.pdf", ["one more"])
    built(place / "corpus", place / "demo")
    turn_a_bit(old / "search/pages.npy")
    (problem,) = check_index(str(place / "demo"), place / "corpus").problems
    assert problem == (
        f"The search files of build '{old.name}' are damaged (pages.npy). Build the index again."
    )


@pytest.mark.parametrize("harm", [cut, lose, turn_a_bit])
@pytest.mark.parametrize("name", ["search/places.npy", "search/documents.json", SEAL, "manifest.json"])
def test_a_build_over_an_unchanged_folder_mends_what_is_damaged(place, harm, name):
    build = current_build(place)
    harm(build / name)
    # Said, because nobody can tell it any more where the only manifest is gone.
    report = built(place / "corpus", place / "demo", profile="exact")
    assert report.fingerprint == build.name
    assert [path.name for path in build.parent.iterdir()] == [build.name]
    assert check_index(str(place / "demo"), place / "corpus").ok
    index = open_index(str(place / "demo"))
    assert index.search('"net revenue"', 1).total == 1
    index.close()


def test_who_has_a_damaged_build_open_is_undisturbed_when_it_is_written_anew(place):
    index = open_index(str(place / "demo"))
    (current_build(place) / SEAL).unlink()
    built(place / "corpus", place / "demo")
    assert index.search('"net revenue"', 1).total == 1
    index.close()


def test_a_whole_build_is_not_written_again(place):
    before = (current_build(place) / "search/places.npy").stat().st_ino
    built(place / "corpus", place / "demo")
    assert (current_build(place) / "search/places.npy").stat().st_ino == before


def test_a_build_from_before_there_were_seals_opens_and_is_told_apart(place):
    name = without_digests(place / "demo", is_sealed=False)
    index = open_index(str(place / "demo"))
    assert index.search("revenue", 1).total == 1
    index.close()
    report = check_index(str(place / "demo"), place / "corpus")
    assert not report.ok
    assert "have no seal" in report.problems[0]
    # The new build has digests, so it has another name; the old one stays as it is, for its studies.
    assert built(place / "corpus", place / "demo").fingerprint != name
    report = check_index(str(place / "demo"), place / "corpus")
    assert report.ok
    assert report.notes == (
        f"build {name} is older than digests: of its words only how many there are on each page, and of its "
        "search files nothing can be compared",
    )


@pytest.mark.parametrize("engine", ["postings", "whoosh", "tantivy"])
def test_search_files_are_read_only_and_can_be_pruned(place, tmp_path, engine):
    built(place / "corpus", tmp_path / "other", engine=engine)
    folder = IndexFolder(tmp_path / "other")
    build = folder.build(folder.current())
    files = [path for path in build.rglob("*") if path.is_file() and not path.name.lower().endswith("lock")]
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in files}
    del modes["manifest.json"]
    assert set(modes.values()) == {0o444}
    index = open_index(str(tmp_path / "other"))
    assert index.search("revenue", 1).total == 1
    index.close()
    assert damaged_files(build, "bytes") == []
    folder.prune(set())
    assert folder.builds() == []


def test_pages_can_be_looked_at_and_drawn_without_the_search_files(place, tmp_path, capsys):
    shutil.rmtree(current_build(place) / "search")
    assert main(["render", str(place / "demo"), "a.pdf", "1", "--out", str(tmp_path / "page.png")]) == 0
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    index = open_index(str(place / "demo"), search_files="when asked")
    assert index.page_text("a.pdf", 1) == "Net revenue rose"
    with pytest.raises(IndexMissing, match="are damaged"):
        index.search("revenue", 1)
    index.close()


def test_many_threads_that_ask_first_open_the_search_files_once(place, monkeypatch):
    opened = []
    open_engine = collection.open_engine

    def counted(*arguments):
        opened.append(arguments)
        return open_engine(*arguments)

    monkeypatch.setattr(collection, "open_engine", counted)
    index = open_index(str(place / "demo"), search_files="when asked")
    assert opened == []
    totals = []
    threads = [
        threading.Thread(target=lambda: totals.append(index.search("revenue", 1).total)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (totals, len(opened)) == ([1] * 4, 1)
    index.close()


@pytest.fixture
def at_once(monkeypatch):
    """Look at the files with every search."""
    monkeypatch.setattr(search_files, "LOOK_EVERY_S", 0.0)


@pytest.mark.parametrize("engine", ["postings", "whoosh"])
@pytest.mark.parametrize("harm", [cut, lose])
def test_an_open_build_says_that_its_files_are_damaged_and_opens_by_itself_when_mended(
    place, at_once, engine, harm
):
    out = place / "other"
    built(place / "corpus", out, engine=engine)
    index = open_index(str(out))
    assert index.search('"net revenue"', 1).total == 1
    harm(max((index.build_folder / "search").iterdir(), key=lambda path: path.stat().st_size))
    for _ in range(2):
        with pytest.raises(
            IndexMissing, match=r"^The search files of build \w{12} of index 'other' are damaged"
        ):
            index.search('"net revenue"', 1)
    with pytest.raises(IndexMissing, match=r"^The search files of build \w{12} of index 'other' are damaged"):
        index.highlights("revenue", "a.pdf", 1)
    assert built(place / "corpus", out).fingerprint == index.fingerprint
    assert index.search('"net revenue"', 1).total == 1
    assert index.highlights("revenue", "a.pdf", 1) == [1]
    index.close()


def test_files_are_looked_at_once_a_second_and_not_with_every_search(place, monkeypatch):
    index = open_index(str(place / "demo"))
    now = search_files.time.monotonic()
    looks = []
    stamp = search_files._stamp
    monkeypatch.setattr(search_files, "_stamp", lambda path: (looks.append(path), stamp(path))[1])
    monkeypatch.setattr(search_files.time, "monotonic", lambda: now)
    index.search("revenue", 1)
    assert looks == []
    monkeypatch.setattr(search_files.time, "monotonic", lambda: now + 2)
    index.search("revenue", 1)
    n_looks = len(looks)
    index.search("revenue", 1)
    assert len(looks) == n_looks > 0
    index.close()


def test_files_that_were_written_anew_are_opened_anew(place, at_once, monkeypatch):
    index = open_index(str(place / "demo"))
    (current_build(place) / SEAL).unlink()
    built(place / "corpus", place / "demo")
    opened = []
    open_engine = collection.open_engine
    monkeypatch.setattr(
        collection, "open_engine", lambda *arguments: (opened.append(arguments), open_engine(*arguments))[1]
    )
    assert [index.search("revenue", 1).total for _ in range(2)] == [1, 1]
    assert len(opened) == 1
    index.close()


def test_who_has_a_build_open_that_is_removed_goes_on(place, at_once):
    index = open_index(str(place / "demo"))
    IndexFolder(place / "demo").prune(set())
    assert index.search("revenue", 1).total == 1
    index.close()
