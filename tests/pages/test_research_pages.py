"""The monitor and the exclusions as a researcher sees them, and what they can do there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlite_utils import Database
from streamlit.testing.v1 import AppTest

from baseline.figures.counting import counted_study
from baseline.figures.exclusions import Named, exclude
from baseline.participants.participation_state import fold_participation
from baseline.studies.launching import end
from baseline.studies.study_state import StudyState, study_state
from db import event_log
from db.accounts import add_account, find_account
from db.models import Account, Role
from pages.services import Services
from pages.ui import errand, state
from pages.ui import page as page_frame
from tests.busy_study import make_busy_study
from tests.pages.conftest import home_texts
from tests.pages.supervisor import Supervisor
from tests.paired_study import attempt_of
from tests.small_study import SmallStudy

Open = Callable[..., Supervisor]
TRAP = "<img src=x onerror=alert(1)> *bold*"


def show_monitor() -> None:
    from pages.research import monitor

    monitor.show()


def show_exclusions() -> None:
    from pages.research import exclusions

    exclusions.show()


def show_overview() -> None:
    from pages.research import overview

    overview.show()


def show_trajectory() -> None:
    from pages.research import trajectory

    trajectory.show()


@pytest.fixture
def busy(running: Services) -> Services:
    """The small study and a busy one, whose researcher is Rex."""

    def job(database: Database) -> None:
        make_busy_study(database, running.clock.now_ms())
        database.execute("UPDATE accounts SET name = ? WHERE account_id = 'p-fast'", [TRAP])

    running.write(job)
    return running


@pytest.fixture
def open_page(busy: Services, monkeypatch: pytest.MonkeyPatch) -> Open:
    """A page as an account opens it."""

    def opened(script: Callable[[], None], who: str = "rex", **address: str) -> Supervisor:
        account = page_account(busy, who)
        for module in (page_frame, errand):
            monkeypatch.setattr(module, "account_here", lambda: account)
        app = AppTest.from_function(script, default_timeout=60)
        for name, value in address.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return Supervisor(app)

    return opened


def page_account(services: Services, account_id: str) -> Account:
    with services.reading() as database:
        return find_account(database, account_id)


def write_in(page: Supervisor, label: str, text: str) -> None:
    page.field("text_area", label).set_value(text)


def now(services: Services) -> StudyState:
    with services.reading() as database:
        return study_state(database, "paired")


def messages_of(services: Services, account_id: str) -> list[str]:
    with services.reading() as database:
        events = event_log.replay(database, f"participation:{account_id}")
    return [message.text for message in fold_participation(events).messages]


def test_the_monitor_says_who_is_where(open_page: Open, small_study: SmallStudy) -> None:
    text = open_page(show_monitor).text()
    for words in ("Paused at item 4 of 4", "Item 5 of 5 (batch 1, search)", "Has not come yet", "Withdrew"):
        assert words in text
    assert "&lt;img src=x onerror=alert(1)&gt;" in text
    assert "<img" not in text
    assert not [one for one in home_texts(small_study.home) if one in text]


@pytest.mark.parametrize("script", [show_monitor, show_exclusions])
def test_participants_see_neither(open_page: Open, script: Callable[[], None]) -> None:
    page = open_page(script, "p-reading")
    assert "This page is not for your role" in page.text()
    assert "p-paused" not in page.text()


def test_a_study_is_paused_goes_on_and_ends_each_with_a_reason(open_page: Open, busy: Services) -> None:
    page = open_page(show_monitor)
    page.press("Pause the study now")
    assert "no reason" in page.text()
    assert now(busy).phase == "running"
    page.app.text_area(key="pause-reason").set_value("The index is being mended.")
    page.press("Pause the study now")
    assert (now(busy).phase, now(busy).reason) == ("paused", "The index is being mended.")
    assert "The index is being mended" in page.text()
    assert page.primary() == ["Let the study go on"]
    page.press("Let the study go on")
    assert now(busy).phase == "running"
    page.app.text_area(key="end-reason").set_value("Enough answers.")
    page.press("End the study for good")
    assert now(busy).phase == "ended"
    assert "The study has ended: Enough answers" in page.text()
    assert not [one for one in page.app.button if "study" in one.label.lower()]


def test_a_message_goes_to_everybody_who_still_takes_part(open_page: Open, busy: Services) -> None:
    page = open_page(show_monitor)
    write_in(page, "Message", "We close at five.")
    page.press("Send the message")
    assert "Sent to 5 people" in page.text()
    assert messages_of(busy, "p-not-come") == ["We close at five."]
    assert messages_of(busy, "p-finished") == messages_of(busy, "p-gone") == []
    assert page.field("text_area", "Message").value == ""


def test_a_message_goes_to_who_was_chosen_alone(open_page: Open, busy: Services) -> None:
    page = open_page(show_monitor)
    page.field("multiselect", "Message to").set_value(["p-reading"])
    write_in(page, "Message", "Take your time.")
    page.press("Send the message")
    assert "Sent to 1 person" in page.text()
    assert messages_of(busy, "p-fast") == []


def test_places_are_given_back_by_hand(open_page: Open, busy: Services) -> None:
    page = open_page(show_monitor)
    page.field("selectbox", "Participant").set_value("p-reading").run()
    page.press("Give all back")
    assert "1 place of p-reading given back" in page.text()
    with busy.reading() as database:
        released = event_log.newest_of_kind(database, "participation:p-reading", "lease_released")
    assert released is not None
    assert released.payload.model_dump()["why"] == "by_hand"
    assert released.payload.model_dump()["by"] == "rex"
    # What they had finished still counts.
    assert "3 of 3" in page.text()


def test_one_place_is_given_back_by_hand(open_page: Open, busy: Services) -> None:
    page = open_page(show_monitor)
    page.field("selectbox", "Participant").set_value("p-reading").run()
    page.field("selectbox", "Or one of them").set_value(attempt_of("p-reading", "item-012")).run()
    page.press("Give this one back")
    assert "Item item-012 of p-reading is given back; no other is." in page.text()
    assert "They hold no place that is not finished." in page.text()


def test_a_study_that_has_ended_has_nothing_free_and_says_so_once(open_page: Open, busy: Services) -> None:
    assert "the study has ended" not in open_page(show_monitor).text()
    busy.write(lambda database: end(database, "paired", "Enough.", by="rex", now_ms=busy.clock.now_ms()))
    shown = open_page(show_monitor).text()
    assert "The study has ended: Enough." in shown
    # One row a condition.
    assert shown.count("none: the study has ended") == 2


def test_a_participant_is_excluded_and_counts_again(open_page: Open, busy: Services) -> None:
    page = open_page(show_monitor)
    page.field("selectbox", "Participant").set_value("p-fast").run()
    page.press("Exclude them")
    assert "Say why in a sentence" in page.text()
    write_in(page, "Why they are excluded", "Clicked through.")
    page.press("Exclude them")
    assert "p-fast is excluded" in page.text()
    assert "8 attempts excluded: in no figure below" in open_page(show_overview).text()
    write_in(page, "Why they count again", "They were just quick.")
    page.press("Let them count again")
    assert now(busy).exclusions == ()


def test_flags_wait_for_a_decision_that_has_a_reason(
    open_page: Open, busy: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(show_exclusions)
    table = page.table()
    assert list(table["Rule"]) == ["fast", "fast", "inattentive"]
    assert list(table["Measured"]) == [
        "6.0 s of working time",
        "9.0 s of working time",
        "0 of 1 attention checks passed",
    ]
    assert "Answers given in less than 10 s of working time" in page.text()
    monkeypatch.setattr(state, "selected_rows", lambda key: [0, 2] if key.startswith("flags-table") else [])
    page.app.run()
    page.press("Exclude 2 flags")
    assert "Say why in a sentence" in page.text()
    write_in(page, "Why they are excluded", "As declared.")
    monkeypatch.setattr(state, "selected_rows", lambda key: [0, 2] if key.startswith("flags-table") else [])
    page.press("Exclude 2 flags")
    assert "2 excluded" in page.text()
    assert [one.excluded.rule_id for one in now(busy).exclusions] == ["fast", "inattentive"]
    assert {one.excluded.by for one in now(busy).exclusions} == {"rex"}
    with busy.reading() as database:
        study = counted_study(database, "paired")
    assert len(study.records) - len(study.kept) == 1 + 6


def test_every_figure_stands_under_every_rule(open_page: Open) -> None:
    page = open_page(show_exclusions)
    text = page.text()
    for words in ("Nothing excluded", "All declared rules", "As decided by hand", "N = 12 items", "left out"):
        assert words in text


def test_an_attempt_is_excluded_by_hand_and_taken_back(
    open_page: Open, busy: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(show_exclusions)
    page.field("selectbox", "Participant").set_value("p-reading").run()
    what = page.field("selectbox", "What")
    assert what.options[0] == "everything of theirs"
    with busy.reading() as database:
        (mine, *_) = [one for one in counted_study(database, "paired").kept if one.participant == "p-reading"]
    what.set_value(mine.attempt_id)
    write_in(page, "Why it is excluded", "They told us that they knew it.")
    page.press("Exclude")
    (one,) = now(busy).exclusions
    assert (one.excluded.of, one.excluded.id, one.excluded.rule_id) == ("attempt", mine.attempt_id, "")
    assert "They told us" in str(page.app.dataframe[1].value["Reason"][0])
    monkeypatch.setattr(state, "selected_rows", lambda key: [0] if key.startswith("excluded-table") else [])
    page.app.run()
    write_in(page, "Why it counts again", "It was another one.")
    page.press("Take the selected exclusion back")
    assert now(busy).exclusions == ()


def test_the_overview_shows_conditions_and_gaps(open_page: Open) -> None:
    text = open_page(show_overview).text()
    for words in ("People · search", "People · oracle", "Finding and understanding", "Comprehension gap"):
        assert words in text


def test_a_replay_says_why_its_attempt_is_in_no_figure(open_page: Open, busy: Services) -> None:
    easy, fast = attempt_of("p-fast", "easy-1"), attempt_of("p-fast", "item-001")
    assert "attention check" in open_page(show_trajectory, attempt=easy).text()
    assert "Excluded" not in open_page(show_trajectory, attempt=fast).text()
    named = Named("paired", "attempt", fast)
    busy.write(lambda database: exclude(database, named, "A *quick* one.", "rex", 1))
    assert "Excluded from the figures: A *quick* one." in open_page(show_trajectory, attempt=fast).text()


def test_acts_of_who_signed_out_or_has_another_study_do_nothing(
    open_page: Open, busy: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(show_monitor)
    monkeypatch.setattr(errand, "account_here", lambda: None)
    page.app.text_area(key="end-reason").set_value("Mischief.")
    page.press("End the study for good")
    assert "You are not signed in any more" in page.text()
    # Meanwhile the account was given another study: what is stored now counts.
    rex = page_account(busy, "rex")
    monkeypatch.setattr(errand, "account_here", lambda: rex)

    def move(database: Database) -> None:
        database.execute("UPDATE accounts SET study_id = 'small' WHERE account_id = 'rex'")

    busy.write(move)
    page.app.text_area(key="end-reason").set_value("Mischief.")
    page.press("End the study for good")
    assert "This study is not yours" in page.text()
    assert now(busy).phase == "running"


def test_an_empty_study_says_what_will_be_here(
    open_page: Open, busy: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    lone = Account(account_id="lone", name="Lone", role=Role.RESEARCHER, study_id="small")
    busy.write(lambda database: add_account(database, lone, 1))
    assert "Nobody has answered yet" in open_page(show_exclusions, "lone").text()
    assert "Has not come yet" in open_page(show_monitor, "lone").text()


def test_a_link_to_a_study_that_is_not_theirs_says_so(open_page: Open) -> None:
    words = "There is no study “somebody-elses” that you may see. Another one is shown."
    assert words in open_page(show_monitor, study="somebody-elses").text()
    assert words not in open_page(show_monitor).text()
