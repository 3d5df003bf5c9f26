"""What is kept of projects in memory is bounded, shared and read before anybody asks."""

from __future__ import annotations

from collections.abc import Callable

from db.authored_lists import newest
from pages import project_shelf
from pages.project_shelf import ProjectShelf, WarmUp
from pages.services import Services
from tests.pages.conftest import Browser, at_once
from tests.pages.desk_room import make_desk_room
from tests.small_study import SmallStudy


def test_everybody_has_the_same_and_the_oldest_goes_first() -> None:
    shelf = ProjectShelf()
    first, *others = at_once(8, lambda _: shelf.of("pilot"))
    assert all(one is first for one in others)
    for number in range(project_shelf._MOST_KEPT - 1):
        shelf.of(f"project-{number}")
    assert shelf.of("pilot") is first
    shelf.of("one-more")
    assert len(shelf._kept) == project_shelf._MOST_KEPT
    assert "project-0" not in shelf._kept


def test_projects_are_read_before_anybody_asks(
    running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]
) -> None:
    make_desk_room(running, small_study, enter).submitted()
    shelf = ProjectShelf()
    WarmUp(shelf, running.reading, running.index)._run()
    kept = shelf.of("pilot")
    with running.reading() as database:
        assert kept.board._since == newest(database)
        assert kept.book._since == newest(database).steps
