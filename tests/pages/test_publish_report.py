"""The report on the publish page: made in the background, downloaded by who may see the study."""

from __future__ import annotations

import io
import zipfile

from streamlit.testing.v1 import AppTest

from db.accounts import accounts_of_study
from db.models import Account, Role
from pages.report_desk import ReportDesk, Wanted
from pages.research import publish_report
from pages.services import Services
from pages.ui.page import Here

WANTED = Wanted("small", "included")


def account_of(running: Services, role: Role) -> Account:
    with running.reading() as database:
        return next(one for one in accounts_of_study(database, "small") if one.role is role)


def report_of_small() -> None:
    from db.accounts import accounts_of_study
    from db.models import Role
    from db.studies import find_study
    from pages import services
    from pages.research.publish_report import report_panel
    from pages.ui.page import Here

    running = services.current()
    with running.reading() as database:
        study = find_study(database, "small")
        accounts = accounts_of_study(database, "small")
    account = next(one for one in accounts if one.role is Role.RESEARCHER)
    report_panel(Here(account, running), study)


def test_report_is_made_by_a_button_and_then_offered(running: Services) -> None:
    app = AppTest.from_function(report_of_small, default_timeout=60).run()
    assert [one.label for one in app.button] == ["Make the report"]
    app.button(key="report-make").click().run()
    running.reports.wait(WANTED)
    app.run()
    assert not app.exception
    assert not app.error
    assert [one.label for one in app.button] == ["Make it again"]
    content = publish_report.archive_of(Here(account_of(running, Role.RESEARCHER), running), WANTED)
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        assert {"report.html", "MANIFEST", "data/figures.json"} <= set(archive.namelist())
    # Another study's researcher gets nothing of it, and starts nothing.
    stranger = account_of(running, Role.RESEARCHER).model_copy(update={"study_id": "another"})
    elsewhere = Here(stranger, running)
    assert publish_report.archive_of(elsewhere, WANTED) == b""
    publish_report.start(elsewhere, Wanted("small", "withheld"))
    assert running.reports.of(Wanted("small", "withheld")) is None


def test_report_that_cannot_be_made_says_why(running: Services) -> None:
    del running
    desk, wanted = ReportDesk(), Wanted("nowhere", "included")
    desk.start(wanted, "1")
    desk.wait(wanted)
    made = desk.of(wanted)
    assert made is not None
    assert (made.phase, made.sentence) == ("failed", "There is no study 'nowhere'.")
