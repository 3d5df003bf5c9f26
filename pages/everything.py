"""Imports whatever a page needs before the first visitor comes, so that nobody waits for it."""

from __future__ import annotations

import importlib

_MODULES = (
    "pandas",
    "plotly.graph_objects",
    "pages.annotate.project",
    "pages.annotate.review",
    "pages.annotate.write",
    "pages.baseline.answer",
    "pages.research.corpus",
    "pages.research.exclusions",
    "pages.research.monitor",
    "pages.research.overview",
    "pages.research.publish",
    "pages.research.studies",
    "pages.research.trajectory",
)


def import_pages() -> None:
    """Import every page and the libraries that are slow to load."""
    for name in _MODULES:
        importlib.import_module(name)
