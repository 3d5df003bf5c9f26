"""Every page decides by itself who may see it; errors become sentences, never a traceback."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from db.accounts import accounts_of_study
from db.errors import NotFound
from db.models import Role
from pages.services import Services
from pages.ui import page as page_frame


def studies() -> None:
    from pages.research import studies

    studies.show()


def overview() -> None:
    from pages.research import overview

    overview.show()


def trajectory() -> None:
    from pages.research import trajectory

    trajectory.show()


def corpus() -> None:
    from pages.research import corpus

    corpus.show()


def runs() -> None:
    from pages.research import runs

    runs.show()


def answer() -> None:
    from pages.baseline import answer

    answer.show()


def texts(app: AppTest) -> str:
    shown = [element.value for kind in (app.title, app.markdown, app.error, app.caption) for element in kind]
    return "\n".join(map(str, shown))


@pytest.fixture
def as_role(running: Services, monkeypatch: pytest.MonkeyPatch) -> Callable[[Role], None]:
    """Look at the pages as somebody of this role."""

    def signed_in(role: Role) -> None:
        with running.reading() as database:
            account = next(one for one in accounts_of_study(database, "small") if one.role is role)
        monkeypatch.setattr(page_frame, "account_here", lambda: account)

    return signed_in


@pytest.mark.parametrize("page", [overview, trajectory, corpus, studies, runs, answer])
def test_page_stops_a_stranger(
    running: Services, monkeypatch: pytest.MonkeyPatch, page: Callable[[], None]
) -> None:
    monkeypatch.setattr(page_frame, "account_here", lambda: None)
    app = AppTest.from_function(page).run()
    assert not app.exception
    assert "You are not signed in here" in texts(app)


@pytest.mark.parametrize("page", [overview, trajectory, corpus, studies, runs])
def test_research_page_stops_a_participant(as_role: Callable[[Role], None], page: Callable[[], None]) -> None:
    as_role(Role.PARTICIPANT)
    app = AppTest.from_function(page).run()
    assert "not for your role" in texts(app)
    assert not app.metric


def test_empty_study_says_what_will_be_here(as_role: Callable[[Role], None]) -> None:
    as_role(Role.RESEARCHER)
    app = AppTest.from_function(overview, default_timeout=60).run()
    assert not app.exception
    assert [info.value for info in app.info] == [
        "Nobody has answered yet. Figures appear here with the first item."
    ]


def test_error_for_people_is_shown_as_its_sentence(
    as_role: Callable[[Role], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pages.research import overview as module

    as_role(Role.RESEARCHER)

    def missing(*_: object) -> None:
        raise NotFound("There is no study 'x'.")

    monkeypatch.setattr(module, "chosen_study", missing)
    app = AppTest.from_function(overview, default_timeout=60).run()
    assert [error.value.replace("\\", "") for error in app.error] == ["There is no study 'x'."]


def test_fault_of_ours_is_shown_as_a_reference_without_a_traceback(
    as_role: Callable[[Role], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    from pages.research import overview as module

    as_role(Role.RESEARCHER)

    def broken(*_: object) -> None:
        raise KeyError("/secret/path")

    monkeypatch.setattr(module, "chosen_study", broken)
    app = AppTest.from_function(overview, default_timeout=60).run()
    assert not app.exception
    (error,) = app.error
    assert "report reference" in error.value
    assert "/secret/path" not in error.value
