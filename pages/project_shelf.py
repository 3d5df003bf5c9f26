"""What the running app keeps of projects in memory: all items at a glance, all reviews with their figures.

Each follows what is stored by the numbers of the newest revision and step, so none is ever stale. Projects
that nobody has looked at for longest are forgotten first, and read again when somebody does.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

from annotation.board import ProjectBoard
from annotation.likeness import word_set
from annotation.review_book import ReviewBook
from db import projects
from db.authored import Project
from db.connection import Database
from db.errors import AppError
from index.collection import OpenIndex

_MOST_KEPT = 32
_MOST_WARMED = 4
_WAITED_FOR_S = 2.0
_LOG = logging.getLogger(__name__)


class Kept(NamedTuple):
    """The items and the reviews of one project, for all sessions."""

    board: ProjectBoard
    book: ReviewBook


class ProjectShelf:
    """The projects looked at last. Safe to share by threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def of(self, project_id: str) -> Kept:
        """What is kept of a project, for whoever may see it; empty until it is read."""
        with self._lock:
            kept = self._kept.setdefault(project_id, Kept(ProjectBoard(project_id), ReviewBook(project_id)))
            self._kept.move_to_end(project_id)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            return kept


class WarmUp:
    """Reads the newest projects when the server starts: the first visitor need not wait for that."""

    def __init__(
        self,
        shelf: ProjectShelf,
        reading: Callable[[], AbstractContextManager[Database]],
        open_index: Callable[[str, str], OpenIndex],
    ) -> None:
        self._shelf = shelf
        self._reading = reading
        self._open_index = open_index
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="warm-up", daemon=True)

    def start(self) -> None:
        """Begin to read. Waits a little for the end: whoever came meanwhile would only wait beside it."""
        self._thread.start()
        self._thread.join(_WAITED_FOR_S)

    def stop(self) -> None:
        """End after what is being read now."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            with self._reading() as database:
                newest = projects.all_projects(database)[:_MOST_WARMED]
                for project in newest:
                    self._read(database, project)
        except AppError as error:
            _LOG.warning("nothing was read in advance: %s", error.user_message)

    def _read(self, database: Database, project: Project) -> None:
        board, book = self._shelf.of(project.project_id)
        steps: tuple[Callable[[], object], ...] = (
            lambda: [word_set(item.draft.question) for item in board.read(database).items.values()],
            lambda: self._open_index(project.index_name, project.index_fingerprint),
            lambda: book.report(book.read(database), "month"),
        )
        for step in steps:
            if self._stopping.is_set():
                return
            try:
                step()
            except AppError as error:  # an index that is gone is told to whoever opens the project
                _LOG.info("project %s: %s", project.project_id, error.user_message)
