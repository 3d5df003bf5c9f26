"""JavaScript and CSS as files: joined in order, complete, and free of what a component must not hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from annotation.checks.findings import WORDS
from annotation.checks.run import TITLES
from db.errors import NotFound
from pages.ui import assets

FILES = sorted(assets.FOLDER.iterdir())
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
STYLES = [path for path in FILES if path.suffix == ".css"]
ENTRIES = [path.stem for path in SCRIPTS if path.stem.endswith("_entry")]


def test_script_joins_files_in_the_order_given() -> None:
    joined = assets.script("viewer_marks", "viewer_views", entry="viewer_entry")
    marks, views, entry = (
        joined.index(text) for text in ("class MarkBook", "class PageViews", "export default")
    )
    assert marks < views < entry


def test_style_joins_files_in_the_order_given() -> None:
    joined = assets.style("tokens", "viewer")
    assert joined.index("--pt-paper:") < joined.index(".viewer-toolbar {")


@pytest.mark.parametrize("name", ["no_such_file", "../assets", "viewer.js", ""])
def test_file_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(NotFound, match="asset"):
        assets.style(name)


def test_viewer_scripts_are_all_there_and_once() -> None:
    assert len(set(assets.VIEWER)) == len(assets.VIEWER)
    assert {path.stem for path in SCRIPTS} >= set(assets.VIEWER)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_only_entries_export_and_nothing_imports(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    exports = re.findall(r"^export .*", text, flags=re.M)
    assert len(exports) == (1 if path.stem in ENTRIES else 0)
    assert not re.search(r"^import ", text, flags=re.M)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_untrusted_text_never_becomes_markup(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", _code(text))


def test_no_two_files_define_the_same_name() -> None:
    definition = r"^(?:class|function|async function|const|let) (\w+)"
    names: list[str] = []
    for path in SCRIPTS:
        if path.stem not in ENTRIES:
            names += re.findall(definition, path.read_text(encoding="utf-8"), flags=re.M)
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.stem)
def test_every_token_that_a_style_uses_exists(path: Path) -> None:
    tokens = set(re.findall(r"(--pt-[\w-]+):", assets.style("tokens")))
    used = set(re.findall(r"var\((--pt-[\w-]+)", path.read_text(encoding="utf-8")))
    assert used <= tokens


def _code(text: str) -> str:
    """The script without its comments."""
    return re.sub(r"/\*.*?\*/|^\s*//.*?$", "", text, flags=re.S | re.M)


def test_browser_names_the_checks_as_the_server_does() -> None:
    block = re.search(r"static #CHECKS = \{(.*?)\};", assets.script(entry="desk_draft"), re.DOTALL)
    assert block is not None
    assert dict(re.findall(r"(\w+): \"(.+?)\"", block[1])) == WORDS
    assert set(WORDS) == set(TITLES)
