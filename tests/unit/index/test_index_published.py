import threading

import pytest

from db.errors import Conflict, IndexMissing
from index.manifest import Versions, fingerprint
from index.published import IndexFolder

pytestmark = pytest.mark.usefixtures("remembered_reading")

ONE = "1" * 32
TWO = "2" * 32
THREE = "3" * 32


@pytest.fixture
def index(tmp_path):
    folder = IndexFolder(tmp_path / "demo")
    folder.folder.mkdir()
    return folder


def put(index, fingerprint):
    with index.new_build(fingerprint) as folder:
        (folder / "manifest.json").write_text(fingerprint)


def test_a_build_is_there_only_when_it_is_whole(index):
    building = index.new_build(ONE)
    (building.__enter__() / "half").write_text("half")
    assert not building.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not index.build(ONE).exists()
    put(index, ONE)
    assert (index.build(ONE) / "manifest.json").read_text() == ONE


def test_current_is_none_before_the_first_switch_and_after_rubbish(index):
    assert index.current() is None
    (index.folder / "current").write_bytes(b"\xff../../etc")
    assert index.current() is None


def test_switching_needs_a_finished_build(index):
    with pytest.raises(IndexMissing):
        index.switch_to(ONE)
    put(index, ONE)
    index.switch_to(ONE)
    assert index.current() == ONE


@pytest.mark.parametrize("name", ["../../secret", "", "ABC", "1" * 31, "/" + "1" * 31])
def test_a_fingerprint_is_never_a_path(index, name):
    with pytest.raises(IndexMissing):
        index.build(name)


def test_a_reader_sees_the_old_or_the_new_build_while_it_is_switched(index):
    put(index, ONE)
    put(index, TWO)
    index.switch_to(ONE)
    seen = set()
    done = threading.Event()

    def read():
        while not done.is_set():
            seen.add(index.current())

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(50):
        index.switch_to(TWO)
        index.switch_to(ONE)
    done.set()
    reader.join()
    assert seen <= {ONE, TWO}


def test_prune_keeps_what_it_is_told_and_removes_what_a_killed_build_left(index):
    for name in (ONE, TWO, THREE):
        put(index, name)
    (index.build(ONE).parent / f"{ONE}.unfinished").mkdir()
    index.prune({TWO, THREE})
    assert sorted(path.name for path in index.build(ONE).parent.iterdir()) == [TWO, THREE]


def test_two_builders_do_not_meet(index):
    with index.locked(), pytest.raises(Conflict, match="'demo'"), IndexFolder(index.folder).locked():
        pass
    with index.locked("Reading page 3 again"), pytest.raises(Conflict) as refused, index.locked():
        pass
    assert refused.value.user_message == (
        f"Reading page 3 again in index {index.folder.name!r} is running; wait until it ends."
    )
    with index.locked():
        pass


def versions(**changes):
    known = {
        "extractor": "x 1",
        "ocr_engine": "t 1",
        "ocr_mode": "auto",
        "analyser": "exact 1",
        "profile": "exact",
        "parameters": {"k1": 1.2},
    }
    return Versions(**(known | changes))


def test_a_build_from_before_there_was_a_choice_of_engine_keeps_its_name():
    assert versions().engine == "whoosh"
    before = "f8c247e6c9f45ccb619ae159d54f24eb"
    assert fingerprint([("a.pdf", "11", []), ("b.pdf", "22", [3])], "done", versions()) == before


def test_a_fingerprint_changes_with_everything_that_changes_results():
    documents = [("a.pdf", "11", []), ("b.pdf", "22", [3])]
    one = fingerprint(documents, "done", versions())
    assert fingerprint(reversed(documents), "done", versions()) == one
    others = [
        fingerprint([("a.pdf", "11", []), ("b.pdf", "22", [])], "done", versions()),
        fingerprint([("a.pdf", "12", []), ("b.pdf", "22", [3])], "done", versions()),
        fingerprint([("c.pdf", "11", []), ("b.pdf", "22", [3])], "done", versions()),
        fingerprint(documents, "pending", versions()),
        *(
            fingerprint(documents, "done", versions(**{name: value}))
            for name, value in {
                "extractor": "x 2",
                "ocr_engine": "t 2",
                "ocr_mode": "force",
                "analyser": "exact 2",
                "profile": "madqa",
                "parameters": {"k1": 1.3},
                "engine": "postings",
                "layout": "2",
            }.items()
        ),
    ]
    assert len({one, *others}) == 1 + len(others)
