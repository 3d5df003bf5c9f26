"""An index that lies elsewhere is found by its name, and where it lies is stored nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from db.errors import InvalidInput
from db.home import index_folder, lasting_index_name


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAGETRAIL_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "current").write_text("build")
    return folder


def test_a_name_and_the_path_of_a_named_index_are_the_name(home: Path) -> None:
    here = made(home / "indexes" / "reports")
    assert lasting_index_name("reports") == "reports"
    assert lasting_index_name(str(here)) == "reports"


def test_an_index_elsewhere_is_linked_once_and_found_by_its_name(tmp_path: Path, home: Path) -> None:
    there = made(tmp_path / "disk" / "books")
    for _ in range(2):
        assert lasting_index_name(f"{there}/") == "books"
    assert (index_folder("books") / "current").read_text() == "build"
    assert index_folder("books").resolve() == there


def test_another_index_of_that_name_stays_and_is_named(tmp_path: Path, home: Path) -> None:
    made(home / "indexes" / "books")
    with pytest.raises(InvalidInput, match="There is another index 'books' already"):
        lasting_index_name(str(made(tmp_path / "disk" / "books")))
    assert not index_folder("books").is_symlink()


def test_a_folder_that_is_no_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="index name 'my books' cannot be used"):
        lasting_index_name(str(made(tmp_path / "my books")))


def test_where_no_link_can_be_made_it_is_said_what_to_do(tmp_path: Path, home: Path) -> None:
    home.mkdir()
    (home / "indexes").write_text("in the way")
    with pytest.raises(InvalidInput, match=r"no link to it can be made: .* Build it with --out books"):
        lasting_index_name(str(made(tmp_path / "disk" / "books")))
