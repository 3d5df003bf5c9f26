"""Imports whatever a page needs before the first visitor comes, so that nobody waits for it."""

from __future__ import annotations

import importlib

from pages.http import front_end
from pages.ui.icon import tab_icon

_MODULES = (
    "pandas",
    "plotly.graph_objects",
    "pages.annotate.project",
    "pages.annotate.review",
    "pages.annotate.write",
    "pages.baseline.answer",
    "pages.research.adjudicate",
    "pages.research.agreement",
    "pages.research.compare",
    "pages.research.corpus",
    "pages.research.exclusions",
    "pages.research.failures",
    "pages.research.items",
    "pages.research.monitor",
    "pages.research.overview",
    "pages.research.publish",
    "pages.research.runs",
    "pages.research.split",
    "pages.research.studies",
    "pages.research.systems",
    "pages.research.trajectory",
    # Streamlit loads these with the first session, PIL its formats with the first image.
    "PIL.PngImagePlugin",
    "PIL.ImageSequence",
    "streamlit.material_icon_names",
    "streamlit.web.skills",
)


def import_pages() -> None:
    """Import every page and the libraries that are slow to load; read what every browser asks for first."""
    for name in _MODULES:
        importlib.import_module(name)
    tab_icon()
    front_end.read_in_advance()
