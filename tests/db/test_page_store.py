import sqlite3
import threading
import zlib

import pytest

from db import page_schema
from db.errors import IndexMissing
from db.page_store import (
    OcrOutcome,
    OcrPage,
    PageMeasures,
    PageStore,
    PageStoreUnusable,
    Reading,
    ReadPage,
    StoredDocument,
    StoredWord,
)

WORDS = (StoredWord(0.1, 0.2, 0.3, 0.25, "oﬃce", 0), StoredWord(0.4, 0.2, 0.5, 0.25, '"x" <b>', 1))


def a_page(number=1, failure=""):
    measures = PageMeasures(number, 612.0, 792.0, "iv", 8, 0.0, 0.1, 0.02, 0.9, failure)
    return ReadPage(measures, WORDS)


@pytest.fixture
def store(tmp_path):
    opened = PageStore(tmp_path / "pages.sqlite", "write")
    yield opened
    opened.close()


def test_a_page_comes_back_as_it_was_stored(store):
    store.add_page("sha", "x 1", a_page(), b"jpeg")
    assert store.measures("sha", "x 1") == [a_page().measures]
    assert store.words("sha", "x 1", 1) == WORDS
    assert store.thumbnail("sha", "x 1", 1) == b"jpeg"
    assert store.read_pages("sha", "x 1") == {1}


def test_a_page_is_stored_once(store):
    store.add_page("sha", "x 1", a_page(), None)
    store.add_page("sha", "x 1", a_page(failure="text: late"), b"late")
    assert store.measures("sha", "x 1")[0].failure == ""
    assert store.thumbnail("sha", "x 1", 1) is None


def test_pages_of_another_extractor_are_others(store):
    store.add_page("sha", "x 1", a_page(), None)
    assert store.read_pages("sha", "x 2") == frozenset()
    assert store.words("sha", "x 2", 1) == ()


def test_documents_hashes_and_ocr_come_back(store):
    store.add_document("sha", "x 1", StoredDocument(3, True, None))
    store.add_document("bad", "x 1", StoredDocument(0, False, "is empty"))
    store.remember_hash("a.pdf", "10:20", "sha")
    store.add_ocr_page("sha", "t 1", OcrPage(2, WORDS, "", 91.5))
    store.add_ocr_page("sha", "t 1", OcrPage(3, (), "ocr: late"))
    assert store.document("sha", "x 1") == StoredDocument(3, True, None)
    assert store.document("bad", "x 1") == StoredDocument(0, False, "is empty")
    assert store.document("new", "x 1") is None
    assert store.file_hash("a.pdf", "10:20") == "sha"
    assert store.file_hash("a.pdf", "10:21") is None
    assert store.ocr_words("sha", "t 1", 2) == WORDS
    assert store.ocr_words("sha", "t 1", 1) == ()
    assert store.ocr_outcomes("sha", "t 1") == {2: OcrOutcome("", 91.5), 3: OcrOutcome("ocr: late", None)}


def test_forgetting_a_document_leaves_the_others(store):
    for sha256 in ("one", "two"):
        store.add_document(sha256, "x 1", StoredDocument(1, False, None))
        store.add_page(sha256, "x 1", a_page(), None)
        store.add_ocr_page(sha256, "t 1", OcrPage(1, WORDS, ""))
    store.forget_document("one")
    assert store.document("one", "x 1") is None
    assert store.read_pages("one", "x 1") == frozenset()
    assert store.ocr_outcomes("one", "t 1") == {}
    assert store.read_pages("two", "x 1") == {1}


def test_forgetting_failures_leaves_what_was_read(store):
    store.add_document("bad", "x 1", StoredDocument(0, False, "was given up"))
    store.add_document("good", "x 1", StoredDocument(2, False, None))
    store.add_page("good", "x 1", a_page(1), None)
    store.add_page("good", "x 1", a_page(2, failure="text: late"), None)
    store.add_ocr_page("good", "t 1", OcrPage(1, (), "ocr: late"))
    store.forget_failures()
    assert store.document("bad", "x 1") is None
    assert store.document("good", "x 1") == StoredDocument(2, False, None)
    assert store.read_pages("good", "x 1") == {1}
    assert store.ocr_outcomes("good", "t 1") == {}


def test_what_was_stored_is_there_for_the_next_opener(tmp_path, store):
    store.add_page("sha", "x 1", a_page(), None)
    reader = PageStore(tmp_path / "pages.sqlite", "read")
    assert reader.words("sha", "x 1", 1) == WORDS
    reader.close()


def test_a_reader_does_not_make_the_file(tmp_path):
    with pytest.raises(IndexMissing):
        PageStore(tmp_path / "missing.sqlite", "read")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_store_is_named_as_such_to_readers(tmp_path):
    path = tmp_path / "pages.sqlite"
    connection = sqlite3.connect(path)  # a foreign file
    connection.execute("CREATE TABLE other(x)")
    connection.commit()
    connection.close()
    reader = PageStore(path, "read")
    with pytest.raises(IndexMissing, match="restore its pages"):
        reader.words("sha", "x 1", 1)
    reader.close()


def test_rows_of_another_version_are_dropped_by_the_writer(tmp_path, store):
    store.add_page("sha", "x 1", a_page(), None)
    store.close()
    connection = sqlite3.connect(tmp_path / "pages.sqlite")  # from the past
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    again = PageStore(tmp_path / "pages.sqlite", "write")
    assert again.read_pages("sha", "x 1") == frozenset()
    again.close()


def test_damage_and_a_full_disk_are_sentences_for_the_writer(tmp_path):
    path = tmp_path / "pages.sqlite"
    path.write_bytes(b"rubbish " * 1000)
    with pytest.raises(IndexMissing, match=r"damaged: restore its pages\.sqlite from a backup"):
        PageStore(path, "write")
    with pytest.raises(PageStoreUnusable, match="cannot be made"):
        PageStore(tmp_path / "nowhere/pages.sqlite", "write")


def test_a_full_disk_is_a_sentence_and_what_was_read_is_kept(store):
    store.add_page("sha", "x 1", a_page(), b"jpeg")
    store._connection.execute("PRAGMA max_page_count = 1")  # the smallest disk there is
    with pytest.raises(PageStoreUnusable, match=r"^The disk is full; what was read is kept\."):
        store.add_page("sha", "x 1", a_page(2), bytes(10**6))
    assert store.read_pages("sha", "x 1") == {1}


def test_words_that_do_not_unpack_are_damage(tmp_path, store):
    store.add_page("sha", "x 1", a_page(), b"jpeg")
    connection = sqlite3.connect(tmp_path / "pages.sqlite")
    connection.execute("UPDATE pages SET words = x'00ff'")
    connection.commit()
    connection.close()
    with pytest.raises(IndexMissing, match="is damaged"):
        store.words("sha", "x 1", 1)


def test_threads_share_a_store(store):
    wrong = []

    def work(number):
        for page in range(1, 21):
            store.add_page(f"sha-{number}", "x 1", a_page(page), b"jpeg")
            if store.words(f"sha-{number}", "x 1", page) != WORDS:
                wrong.append((number, page))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert all(len(store.read_pages(f"sha-{number}", "x 1")) == 20 for number in range(8))


def reading(name="r1", words=WORDS, page=2):
    return Reading(page, name, "t 1 careful", 88.0, words)


def test_readings_are_kept_by_name_and_one_of_them_is_chosen(store):
    store.add_reading("sha", reading())
    store.add_reading("sha", reading("r2", WORDS[:1]))
    assert store.reading("sha", 2, "r1") == reading()
    assert store.reading("sha", 2, "r3") is None
    assert store.chosen_readings() == {}
    store.choose_reading("sha", 2, "r1")
    store.choose_reading("sha", 2, "r2")
    assert store.chosen_readings() == {"sha": {2: "r2"}}
    store.choose_reading("sha", 2, "")
    assert store.chosen_readings() == {}
    assert store.reading("sha", 2, "r2") == reading("r2", WORDS[:1])


def test_forgetting_a_document_forgets_its_readings(store):
    for sha256 in ("one", "two"):
        store.add_reading(sha256, reading())
        store.choose_reading(sha256, 2, "r1")
    store.forget_document("one")
    assert store.chosen_readings() == {"two": {2: "r1"}}
    assert store.reading("one", 2, "r1") is None


@pytest.fixture
def first_version(tmp_path):
    """A store as the first version wrote it, with one page read and one recognised."""
    path = tmp_path / "old.sqlite"
    connection = sqlite3.connect(path)  # from the past
    for statement in page_schema._FIRST_SCHEMA.split(";"):
        connection.execute(statement)
    words = zlib.compress(b'[[0.1,0.2,0.3,0.25,"old",0]]')
    connection.execute(
        "INSERT INTO pages VALUES ('sha', 'x 1', 1, 612, 792, '', 3, 0, 0, 0, 0, '', ?, NULL)", (words,)
    )
    connection.execute("INSERT INTO ocr_pages VALUES ('sha', 't 1', 1, '', ?)", (words,))
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    return path


def test_a_store_of_the_first_version_is_read_as_it_is(first_version):
    reader = PageStore(first_version, "read")
    assert [word.text for word in reader.words("sha", "x 1", 1)] == ["old"]
    assert [word.text for word in reader.ocr_words("sha", "t 1", 1)] == ["old"]
    assert reader.chosen_readings() == {}
    reader.close()


def test_a_store_of_the_first_version_is_taken_along_by_the_writer(first_version):
    reader = PageStore(first_version, "read")
    writer = PageStore(first_version, "write")
    assert writer.read_pages("sha", "x 1") == {1}
    assert writer.ocr_outcomes("sha", "t 1") == {1: OcrOutcome("", None)}
    writer.add_reading("sha", reading(page=1))
    writer.choose_reading("sha", 1, "r1")
    assert reader.chosen_readings() == {"sha": {1: "r1"}}
    assert reader.reading("sha", 1, "r1") == reading(page=1)
    writer.close()
    reader.close()
