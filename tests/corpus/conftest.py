"""Tests over folders that are not part of the project: left out, not skipped, where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

PLACES = {"corpus": "PAGETRAIL_CORPUS", "torture": "PAGETRAIL_TORTURE", "cases": "PAGETRAIL_CASES"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what needs a folder that the environment does not name."""
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
