"""Other processes, started quickly: a fork server that has the database code loaded already."""

from __future__ import annotations

import multiprocessing

OTHER_PROCESSES = multiprocessing.get_context("forkserver")
OTHER_PROCESSES.set_forkserver_preload(["db.connection", "db.event_log", "db.writer", "tests.makers"])
