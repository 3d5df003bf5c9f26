"""The rooms of the house: who may import whom, who speaks SQL, and how long a file may be."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("pages", "annotation", "baseline", "index", "db", "demo")
MOST_LINES = 400
SQL = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|PRAGMA|BEGIN|COMMIT)\b[ \n]*[\w(*]"
)
SQL_CALLS = {"execute", "executemany", "executescript"}

# What import-linter must name: a module that we plant, and what it must not import.
PLANTED = {
    "baseline/planted_sibling.py": "annotation.commands",
    "annotation/planted_sibling.py": "baseline.studies.studies",
    "db/planted_arrow.py": "index.collection",
    "index/planted_arrow.py": "baseline.attempts.attempt",
    "baseline/planted_page.py": "pages.services",
    "baseline/planted_screen.py": "streamlit",
    "pages/http/planted_screen.py": "streamlit",
    "pages/planted_pdf.py": "pymupdf",
    "demo/planted_sql.py": "sqlite3",
    "baseline/analysis/planted_store.py": "db.connection",
}


def modules(*rooms: str) -> list[Path]:
    return sorted(path for room in rooms for path in (ROOT / room).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The modules that a file imports, by their full names."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def top_levels(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imported(path)}


def only_python(folder: str, names: list[str]) -> list[str]:
    kept = [name for name in names if name.endswith(".py") or (Path(folder) / name).is_dir()]
    return [name for name in names if name not in kept or name == "__pycache__"]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What import-linter says of a copy of the house in which forbidden imports were planted."""
    house = tmp_path_factory.mktemp("house")
    for room in ROOMS:
        shutil.copytree(ROOT / room, house / room, ignore=only_python)
    for place, forbidden in PLANTED.items():
        (house / place).write_text(f"import {forbidden}\n")
    nouns = house / "db" / "models.py"
    nouns.write_text(nouns.read_text() + "import sqlite3\n")
    # app.py is one module, and import-linter takes packages only: its rule is the test below.
    rules = re.sub(r'"app",? ?\|? ?|"app \| ', '"', (ROOT / "pyproject.toml").read_text())
    (house / "pyproject.toml").write_text(rules.replace('[""', '["').replace('""', '"'))
    ended = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=house,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    return ended.stdout


@pytest.mark.parametrize(("place", "forbidden"), PLANTED.items(), ids=PLANTED)
def test_a_planted_import_is_caught(told: str, place: str, forbidden: str) -> None:
    planted = place.removesuffix(".py").replace("/", ".")

    assert f"{planted} -> {forbidden}" in told


def test_a_planted_import_in_the_nouns_is_caught(told: str) -> None:
    assert "db.models -> sqlite3" in told


def test_the_nouns_and_the_events_import_pydantic_and_the_standard_library_only() -> None:
    allowed = set(sys.stdlib_module_names) | {"pydantic"}

    assert top_levels(ROOT / "db" / "models.py") - allowed == set()
    written_with = {"__future__", "enum", "typing", "pydantic", "db.models"}
    nouns = {"db.authored", "db.study_design", "db.event_fields", "db.study_events", "db.authoring_events"}
    for name in (*nouns, "db.events"):
        path = ROOT / f"{name.replace('.', '/')}.py"
        assert imported(path) - written_with - nouns - {"hashlib"} == set(), name


def test_the_app_imports_nothing_of_ours_but_pages() -> None:
    assert top_levels(ROOT / "app.py") & {*ROOMS} == {"pages"}


def sql_outside_db() -> Iterator[str]:
    for path in [ROOT / "app.py", *modules(*(room for room in ROOMS if room != "db"))]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.match(node.value):
                yield f"{path.relative_to(ROOT)}:{node.lineno} holds {node.value[:40]!r}"
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in SQL_CALLS
            ):
                yield f"{path.relative_to(ROOT)}:{node.lineno} calls {node.func.attr}()"


def test_only_db_speaks_sql() -> None:
    assert list(sql_outside_db()) == []


@pytest.mark.parametrize("statement", ["SELECT 1", "INSERT INTO x", "  UPDATE events SET", "PRAGMA x = 1"])
def test_the_test_above_knows_sql(statement: str) -> None:
    assert SQL.match(statement)


def test_only_the_clock_reads_the_computers_clock() -> None:
    readers = {
        str(path.relative_to(ROOT))
        for path in modules(*ROOMS)
        if re.search(r"\b(time\.time(_ns)?|datetime\.now|datetime\.utcnow|date\.today)\(", path.read_text())
    }

    assert readers <= {"db/clock.py"}


def test_no_file_is_longer_than_400_lines() -> None:
    ours = [ROOT / "app.py", *modules(*ROOMS, "tests/unit", "tests/db"), *(ROOT / "pages").rglob("*.js")]
    too_long = {
        str(path.relative_to(ROOT)): n_lines
        for path in ours
        if (n_lines := path.read_text().count("\n")) > MOST_LINES
    }

    assert too_long == {}


def test_no_name_says_nothing() -> None:
    banned = re.compile(r"(^|_)(utils?|helpers?|manager|misc|common)(_|$)")

    assert [str(path) for path in modules(*ROOMS, "tests") if banned.search(path.stem)] == []


def test_test_files_have_names_of_their_own() -> None:
    """Suites are collected together in `.ci/run`, and two modules of one name cannot be."""
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, n in names.items() if n > 1] == []


def test_streamlit_tables_are_shown_in_one_place_whose_unguarded_download_is_hidden() -> None:
    makers = {"dataframe", "data_editor"}
    users = {
        path.relative_to(ROOT).as_posix()
        for path in modules("pages")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute) and node.attr in makers
    }

    assert users == {"pages/ui/table.py"}
    assert '[aria-label^="Download as CSV"]) {display: none' in (ROOT / "pages/ui/chrome.py").read_text()


def test_no_field_drops_what_is_pasted() -> None:
    # With a limit of its own Streamlit's field ignores a longer paste, whole and without a word; a refusal of
    # ours says how long it is, and the text stays in the field.
    limited = [
        str(path.relative_to(ROOT))
        for path in modules("pages")
        if "max_chars" in path.read_text(encoding="utf-8")
    ]
    assert limited == []
