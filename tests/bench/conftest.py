"""Speed is measured on screens that move as most people's do."""

from __future__ import annotations

import pytest

from tests.browser import Motion


@pytest.fixture
def motion() -> Motion:
    """Nothing that fades in is left out."""
    return "no-preference"
