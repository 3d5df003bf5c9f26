"""The app on a home folder, and the viewer's server without the app."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.bench_harness import Stage, running_stage
from tests.e2e.viewer_harness import Harness, running_harness
from tests.e2e.warm_server import WarmServers
from tests.once_a_run import run_folder


@pytest.fixture
def harness() -> Iterator[Harness]:
    """The viewer's server without the app, with nothing stored yet."""
    with running_harness() as harness:
        yield harness


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    """The bench's server without the app: a place for mocks, one for each test that wants it."""
    with running_stage() as running:
        yield running


@pytest.fixture(scope="session")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarmServers]:
    """Starts apps in a tenth of the time; the workers of a run share it."""
    servers = WarmServers(run_folder(tmp_path_factory))
    yield servers
    servers.close()
