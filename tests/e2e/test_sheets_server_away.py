"""The server goes away between two sheets: what was pressed is done once, what was typed is there again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e import logged
from tests.e2e.participant import Participant, settle
from tests.e2e.running_app import RunningApp
from tests.e2e.warm_server import WarmServers
from tests.journey_study import make_whole_study
from tests.small_study import SmallStudy

pytestmark = pytest.mark.browser
ACT = "**/api/journey/act"


def _heading(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", level=1, name=title, exact=True)).to_be_visible()
    settle(page)


def _press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def _kinds(study: SmallStudy, kind: str) -> list[tuple[str]]:
    return logged.rows(study.home, "SELECT payload FROM events WHERE kind = ?", kind)


def test_press_and_typed_answers_outlast_a_kill_of_the_server(
    small_study: SmallStudy, warm: WarmServers, page: Page
) -> None:
    whole = make_whole_study(small_study)
    invitation = whole.person()
    app = RunningApp(small_study.home, warm=warm).start()
    try:
        person = Participant(page, app.address)
        person.enter(invitation.token)
        _heading(page, "Looking things up in old files")
        killed: list[bool] = []

        def kill_first(route: Route) -> None:
            # At the very moment of the press: neither the page nor Streamlit knows yet that nobody is there.
            if not killed:
                killed.append(True)
                app.kill()
            route.continue_()

        page.route(ACT, kill_first)
        _press(page, "I agree to take part")
        expect(page.get_by_text("What you pressed is kept, and done once")).to_be_visible()
        app.start()
        _heading(page, "Instructions")
        expect(page.get_by_text("No connection.")).to_have_count(0)
        assert len(_kinds(small_study, "consent_given")) == 1
        page.unroute(ACT)
        _press(page, "Go on")
        _heading(page, "Some questions about you")
        page.get_by_label("How old are you? (optional)").fill("3")
        page.locator("label").filter(has_text="Every week").click()
        expect(page.locator(".sheet-saved")).to_contain_text("Saved ")
        page.get_by_label("How old are you? (optional)").press("End")
        page.keyboard.type("4")
        # The page goes before the pause in typing is over: what stood there is sent on the way out.
        page.reload()
        _heading(page, "Some questions about you")
        app.kill()
        expect(page.get_by_text("This page goes on by itself as soon as")).to_be_visible()
        app.start()
        expect(page.get_by_text("No connection.")).to_have_count(0)
        page.reload()
        _heading(page, "Some questions about you")
        expect(page.get_by_label("How old are you? (optional)")).to_have_value("34")
        expect(page.get_by_role("radio", name="Every week")).to_be_checked()
        expect(page.get_by_role("button", name="Save and go on")).to_be_enabled()
        _press(page, "Save and go on")
        expect(page.get_by_text("needs another look")).to_be_visible()
        settle(page)
        scale = page.get_by_role("radiogroup", name="I find what I look for. 1 = never, 7 = always")
        scale.get_by_text("5", exact=True).click()
        _press(page, "Save and go on")
        _heading(page, "Practice")
        ((answered,),) = _kinds(small_study, "questionnaire_answered")
        assert answered.count("34") == answered.count("Every week") == 1
    finally:
        app.stop()
