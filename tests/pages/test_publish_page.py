"""The publish page: what it says of a study, to whom, and what its downloads hold."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from baseline.exports.formats import FORMATS
from db.accounts import accounts_of_study
from db.models import Account, Role
from pages.research import publish as publish_page
from pages.services import Services
from pages.ui import page as page_frame
from pages.ui.page import Here


def publish() -> None:
    from pages.research import publish

    publish.show()


@pytest.fixture
def as_role(running: Services, monkeypatch: pytest.MonkeyPatch) -> Callable[[Role], Account]:
    """Look at the page as somebody of this role."""

    def signed_in(role: Role) -> Account:
        with running.reading() as database:
            account = next(one for one in accounts_of_study(database, "small") if one.role is role)
        monkeypatch.setattr(page_frame, "account_here", lambda: account)
        return account

    return signed_in


def shown() -> AppTest:
    app = AppTest.from_function(publish, default_timeout=60)
    app.run()
    assert not app.exception
    return app


def html_of(app: AppTest) -> str:
    return " ".join(str(one.proto.body) for one in app.get("html"))


def test_researcher_sees_how_complete_the_card_is_and_what_is_missing(
    as_role: Callable[[Role], Account],
) -> None:
    as_role(Role.RESEARCHER)
    app = shown()
    assert [one.value for one in app.title] == ["Publish"]
    assert "Notes for the report, “Ethics review”." in html_of(app)
    app.segmented_control[0].set_value("Whole card").run()
    assert "From: contamination ledger." in html_of(app)
    app.segmented_control[0].set_value("Parity sheet").run()
    assert "the gold evidence pages" not in html_of(app)
    assert "Could not find it" in html_of(app)


def test_participant_is_let_in_nowhere(as_role: Callable[[Role], Account]) -> None:
    as_role(Role.PARTICIPANT)
    app = shown()
    assert "This page is not for your role" in app.markdown[0].value
    assert not html_of(app)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_of_a_running_study_can_be_downloaded(
    as_role: Callable[[Role], Account], running: Services, name: str
) -> None:
    here = Here(as_role(Role.RESEARCHER), running)
    content = publish_page.content_of(here, "small", name)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        # Nobody has begun: there is nobody to write a log of.
        assert bool(archive.namelist()) == (name != "inspect")


def test_who_may_not_see_a_study_downloads_nothing(
    as_role: Callable[[Role], Account], running: Services
) -> None:
    stranger = as_role(Role.RESEARCHER).model_copy(update={"study_id": "another"})
    assert publish_page.content_of(Here(stranger, running), "small", "madqa") == b""
