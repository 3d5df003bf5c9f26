"""A small index that is built once a run and only read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from db.clock import FixedClock
from index.build import BuildReport, BuildRequest, build_index
from index.collection import OpenIndex, open_index
from tests.once_a_run import once_a_run
from tests.pdfs import Sheet, write_pdf


class Built(NamedTuple):
    folder: Path
    out: Path
    report: BuildReport
    index: OpenIndex


def build(folder: Path, out: Path, **changes: object) -> BuildReport:
    """Build with one worker and without OCR, unless a test asks for more."""
    request = BuildRequest(folder=folder, out=out, **{"ocr": "off", "n_workers": 1, **changes})
    return build_index(request, FixedClock())


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """An empty folder for documents."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where a test's own index goes."""
    return tmp_path / "demo"


@pytest.fixture(name="build")
def build_fixture() -> Callable[..., BuildReport]:
    """The build function, with quiet defaults."""
    return build


@pytest.fixture(scope="session")
def small_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Built]:
    """Three documents: text, a turned page and a scan (read by OCR), and a name with folders."""
    folder, out, report = once_a_run(tmp_path_factory, "small-index", _built)
    index = open_index(str(out))
    yield Built(folder, out, report, index)
    index.close()


def _built(root: Path) -> tuple[Path, Path, BuildReport]:
    folder = root / "corpus"
    write_pdf(
        folder / "reports/annual 2019.pdf", ["Net revenue rose.", "The scientiﬁc oﬃce demon-\nstrates it."]
    )
    write_pdf(
        folder / "turned.pdf", [Sheet(text=f"MARKER{angle}", rotation=angle) for angle in (0, 90, 180, 270)]
    )
    write_pdf(
        folder / "scan.pdf",
        [
            "Sheet one has real text: SCANALPHA.",
            Sheet(picture="SCANBETA total 418"),
            "",
            Sheet(picture="SCANGAMMA stamp", hidden="x"),
        ],
    )
    out = root / "demo"
    return folder, out, build(folder, out, ocr="auto")
