"""The viewer's server without the app, for tests of the viewer alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.viewer_harness import Harness, running_harness


@pytest.fixture
def harness() -> Iterator[Harness]:
    """The viewer's server without the app, with nothing stored yet."""
    with running_harness() as harness:
        yield harness
