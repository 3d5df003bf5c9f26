"""What the parts of failure coding look at: the failures of the chosen systems, and where each stands."""

from __future__ import annotations

from typing import NamedTuple

from baseline.coding.books import Book
from baseline.coding.queue import Failure, Part, failures_of, tasks
from db.coding import codings_of, share_coded_twice
from pages.research.panel_room import PanelRoom
from pages.ui.page import Here


class CodingRoom(NamedTuple):
    """What is coded: the failures of the chosen systems and items, by one book."""

    here: Here
    room: PanelRoom
    book: Book
    failures: list[Failure]
    share: float
    tasks: dict[Part, tuple[Failure, ...]]


def coding_room(here: Here, room: PanelRoom, book: Book) -> CodingRoom:
    """The failures as of this run of the page, and what waits for whoever looks at it."""
    attempts = [
        row.attempt.attempt_id
        for system in room.panel.systems
        for row in system.run.rows
        if row.attempt.attempt_id
    ]
    with here.services.reading() as database:
        codings = codings_of(database, book.scheme, attempts)
        share = share_coded_twice(database, room.set_name, book.scheme)
    failures = failures_of(room.panel, codings)
    return CodingRoom(here, room, book, failures, share, tasks(failures, share, here.account.account_id))
