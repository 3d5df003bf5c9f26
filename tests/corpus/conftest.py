"""Tests over folders that are not part of the project: left out, not skipped, where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from db.clock import SystemClock
from index.build import BuildReport, BuildRequest, build_index
from tests.peak_memory import PeakMemory

_PATIENCE_S = 1800
PLACES = {"corpus": "PAGETRAIL_CORPUS", "torture": "PAGETRAIL_TORTURE", "cases": "PAGETRAIL_CASES"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what needs a folder that the environment does not name; allow for OCR on a busy machine."""
    for item in items:
        if any(item.get_closest_marker(marker) for marker in PLACES):
            item.add_marker(pytest.mark.timeout(_PATIENCE_S))
    missing = [marker for marker, variable in PLACES.items() if not os.environ.get(variable)]
    left_out = [item for item in items if any(item.get_closest_marker(marker) for marker in missing)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def _place(marker: str) -> Path:
    return Path(os.environ[PLACES[marker]])


@pytest.fixture(scope="session")
def cases_folder() -> Path:
    """The folder of small fault cases."""
    return _place("cases")


@pytest.fixture(scope="session")
def corpus_folder() -> Path:
    """The folder of real documents."""
    return _place("corpus")


@pytest.fixture(scope="session")
def torture_folder() -> Path:
    """The folder of odd PDFs."""
    return _place("torture")


@pytest.fixture(scope="session")
def corpus_home(corpus_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with the index `corpus` over the real documents, OCR included; built once."""
    home = tmp_path_factory.mktemp("corpus-home")
    request = BuildRequest(folder=corpus_folder, out=home / "indexes" / "corpus", ocr="auto", n_workers=2)
    with PeakMemory(os.getpid()) as peak:
        built = build_index(request, SystemClock())
    (home / "build.json").write_text(built.model_dump_json(), encoding="utf-8")
    (home / "peak-mib.txt").write_text(f"{peak.mib:.0f}", encoding="ascii")
    return home


@pytest.fixture(scope="session")
def corpus_build(corpus_home: Path) -> BuildReport:
    """What that build reported."""
    return BuildReport.model_validate_json((corpus_home / "build.json").read_text(encoding="utf-8"))
