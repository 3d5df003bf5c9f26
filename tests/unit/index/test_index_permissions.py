"""An index that this user may not read or write: the true reason, and reading where reading is allowed."""

from __future__ import annotations

import os
import resource
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from db.errors import AppError
from db.page_store import PageStore
from index.check import check_index
from index.collection import open_index
from index.published import IndexFolder, index_names

NOBODY = 65534


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Permissions mean nothing to the superuser, who may be running the tests."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.fixture
def place(small_index) -> Iterator[Path]:
    """A copy of the small index and its documents, where any user may look."""
    root = Path(tempfile.mkdtemp())
    shutil.copytree(small_index.out, root / "demo")
    shutil.copytree(small_index.folder, root / "documents")
    for path in (root, *root.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    yield root
    for path in (root, *root.rglob("*")):
        path.chmod(0o755)
    shutil.rmtree(root)


def read_only(folder: Path) -> None:
    for path in (*folder.rglob("*"), folder):
        path.chmod(0o555 if path.is_dir() else 0o444)


def refusal(place: Path) -> str:
    with as_ordinary_user(), pytest.raises(AppError) as refused:
        open_index(str(place / "demo")).close()
    assert str(place) not in refused.value.user_message
    return refused.value.user_message


def test_a_read_only_index_is_searched_and_checked(place: Path) -> None:
    before = sorted(path.name for path in (place / "demo").iterdir())
    read_only(place / "demo")
    with as_ordinary_user():
        index = open_index(str(place / "demo"))
        assert index.search("revenue", 3).total == 1
        assert index.waiting_pages() == {}
        index.close()
        report = check_index(str(place / "demo"), place / "documents")
    assert report.problems == ()
    assert sorted(path.name for path in (place / "demo").iterdir()) == before


def test_a_read_only_index_with_pages_in_its_log_says_so(place: Path) -> None:
    path = IndexFolder(place / "demo").page_store
    store = PageStore(path, "write")
    store.remember_hash("a", "1:1", "a" * 64)
    log = path.with_name("pages.sqlite-wal").read_bytes()
    store.close()
    # As a builder that was killed leaves it.
    path.with_name("pages.sqlite-wal").write_bytes(log)
    read_only(place / "demo")
    assert refusal(place) == (
        "The page store of this index has pages waiting in its log, and this user may not write beside it; "
        "have somebody who may open the index once."
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("pages.sqlite", "The page store of this index may not be read by this user."),
        ("current", "Index 'demo' may not be read by this user."),
        (".", "Index 'demo' may not be read by this user."),
        (
            "builds/{}/manifest.json",
            "The manifest of build {:.12} of index 'demo' may not be read by this user.",
        ),
        ("builds/{}", "The manifest of build {:.12} of index 'demo' may not be read by this user."),
    ],
)
def test_what_may_not_be_read_is_not_called_missing(
    place: Path, small_index, name: str, sentence: str
) -> None:
    fingerprint = small_index.report.fingerprint
    (place / "demo" / name.format(fingerprint)).chmod(0)
    assert refusal(place) == sentence.format(fingerprint)


def test_an_index_that_may_not_be_read_does_not_hide_the_others(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGETRAIL_HOME", str(place))
    (place / "indexes").mkdir()
    shutil.copytree(place / "demo", place / "indexes" / "closed")
    (place / "demo").rename(place / "indexes" / "demo")
    (place / "indexes" / "closed").chmod(0)
    with as_ordinary_user():
        assert index_names() == ["demo"]


@pytest.mark.parametrize("n_left", [0, 1, 2])
def test_too_many_open_files_are_named_as_the_reason(place: Path, n_left: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    next_one = os.open(os.devnull, os.O_RDONLY)
    os.close(next_one)
    resource.setrlimit(resource.RLIMIT_NOFILE, (next_one + n_left, hard))
    try:
        with pytest.raises(AppError, match="cannot be read: too many open files"):
            open_index(str(place / "demo"), search_files="when asked")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
