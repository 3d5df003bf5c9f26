"""The adjudication page as researchers see it: judging, undo, second ratings, judges, a model."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlite_utils import Database
from streamlit.testing.v1 import AppTest

from baseline.judging.judging import answers_on_set, choose_double_rating
from db.accounts import accounts_of_study, find_account
from db.judging import DoubleRating, double_rating, entered_calibrations
from db.models import Role
from db.studies import all_studies
from db.verdicts import in_force, verdicts_of
from pages.services import Services
from pages.ui import errand
from pages.ui import page as page_frame
from tests.fake_model import completion, fake_model
from tests.judged_study import SET, by, import_answers, key_of, make_judged_study, said
from tests.pages.conftest import home_texts
from tests.pages.supervisor import Supervisor
from tests.small_study import SmallStudy

Open = Callable[..., Supervisor]
TWO = key_of("item-002", "102 boats")
TRAP = "<img src=x onerror=alert(1)> *bold*"


def show() -> None:
    from pages.research import adjudicate

    adjudicate.show()


@pytest.fixture
def judged(running: Services) -> Services:
    """The judged study beside the small one, and a run whose answer would be markup."""

    def job(database: Database) -> None:
        make_judged_study(database)
        import_answers(database, "trap.jsonl", {"item-001": TRAP}, "Trap")

    running.write(job)
    return running


@pytest.fixture
def open_page(judged: Services, monkeypatch: pytest.MonkeyPatch) -> Open:
    """The page as an account opens it."""

    def opened(who: str = "rex", **address: str) -> Supervisor:
        with judged.reading() as database:
            account = find_account(database, who)
        for module in (page_frame, errand):
            monkeypatch.setattr(module, "account_here", lambda: account)
        app = AppTest.from_function(show, default_timeout=60)
        for name, value in {"set": SET, **address}.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception
        return Supervisor(app)

    return opened


def score_of(services: Services, key: str = TWO) -> list[float | None]:
    """The scores in force of the attempts that gave an answer."""
    with services.reading() as database:
        study = next(one for one in _studies(database) if one.item_set == SET)
        answer = next(one for one in _answers(database, study) if one.key == key)
        found = verdicts_of(database, answer.attempts)
    deciding = [in_force(found.get(one, ())) for one in answer.attempts]
    return [None if one is None else one.score for one in deciding]


def _studies(database: Database):
    return all_studies(database)


def _answers(database: Database, study):
    return answers_on_set(database, SET, [study]).answers


def test_an_answer_is_shown_without_its_system_and_judged_with_one_press(
    judged: Services, open_page: Open, small_study: SmallStudy
) -> None:
    seen = open_page(answer=TWO)
    text = seen.text()
    assert "102 boats" in text.lower()
    assert "given 2 times: one verdict counts for each" in text
    assert not {"GPT-5", "p-ann", "gpt.jsonl", "People"} & set(text.split())
    assert not any(one in text for one in home_texts(small_study.home))
    shortcuts = {one.label: one.proto.shortcut for one in seen.app.button}
    assert shortcuts["Says what the gold answer says"] == "1"
    assert shortcuts["Says something else"] == "3"
    seen.press("Right, with details nobody asked for")
    assert "Stored as partly correct for 2 attempts." in seen.text()
    assert score_of(judged) == [0.5, 0.5]
    # The next answer is there, and the address names it.
    assert seen.app.query_params["answer"] != TWO
    assert "102 boats" not in seen.text().lower()


def test_a_reload_shows_the_same_answer_with_its_note(open_page: Open) -> None:
    seen = open_page(answer=TWO)
    seen.app.text_input[0].input("Counts the tug too").run()
    again = open_page(**{name: str(value) for name, value in seen.app.query_params.items()})
    assert again.app.text_input[0].value == "Counts the tug too"
    assert "102 boats" in again.text().lower()


def test_undo_brings_the_last_answer_back(judged: Services, open_page: Open) -> None:
    seen = open_page(answer=TWO)
    seen.press("Says something else")
    seen.press("Undo")
    assert "taken back; the answer waits again" in seen.text()
    assert "102 boats" in seen.text().lower()
    assert score_of(judged) == [None, None]


def test_next_and_previous_go_round(open_page: Open) -> None:
    seen = open_page(answer=TWO)
    for _ in range(4):
        seen.press("Next")
    assert seen.app.query_params["answer"] == TWO
    seen.press("Previous")
    assert seen.app.query_params["answer"] != TWO


def test_what_somebody_else_judged_meanwhile_is_not_overruled(judged: Services, open_page: Open) -> None:
    seen = open_page(answer=TWO)

    def meanwhile(database: Database) -> None:
        study = next(one for one in _studies(database) if one.item_set == SET)
        said(database, the_answers_of(database, study), "sue", "differs")

    judged.write(meanwhile)
    seen.press("Says what the gold answer says")
    assert "Somebody else judged this answer meanwhile; nothing of yours was stored." in seen.text()
    assert score_of(judged) == [0, 0]


def the_answers_of(database: Database, study, key: str = TWO):
    return next(one for one in _answers(database, study) if one.key == key)


def rated_by_rex(services: Services, second: str | None = None) -> None:
    def job(database: Database) -> None:
        study = next(one for one in _studies(database) if one.item_set == SET)
        answer = the_answers_of(database, study)
        choose_double_rating(database, SET, DoubleRating(1.0, 0), by("rex"))
        said(database, answer, "rex", "unit", 1)
        if second is not None:
            said(database, answer, "sue", second, 2, "second")

    services.write(job)


def test_a_second_rater_does_not_see_the_first_rating(judged: Services, open_page: Open) -> None:
    rated_by_rex(judged)
    assert "Second ratings · 0" in options(open_page("rex", part="second"))
    seen = open_page("sue", part="second")
    assert "what the first rater said is not shown" in seen.text()
    assert "incorrect" not in seen.text()
    assert seen.primary() == []
    seen.press("Says what the gold answer says")
    assert score_of(judged) == [0, 0]
    third = open_page("tom", part="disagreement")
    assert "unit or scale is missing" in third.text()
    assert "says what the gold answer says" in third.text()
    assert "rex" not in third.text()
    third.press("Right, several things in one text")
    assert score_of(judged) == [0.5, 0.5]


def options(seen: Supervisor) -> list[str]:
    return [option for one in seen.app.button_group for option in one.options]


def test_one_of_the_two_is_told_to_settle_only_together(judged: Services, open_page: Open) -> None:
    rated_by_rex(judged, "same")
    assert "One of the two is yours" in open_page("rex", part="disagreement").text()
    assert "One of the two is yours" not in open_page("tom", part="disagreement").text()


def test_what_one_judged_is_shown_and_can_be_changed(judged: Services, open_page: Open) -> None:
    rated_by_rex(judged)
    seen = open_page("rex", part="mine")
    assert seen.primary() == ["Unit or scale is missing"]
    seen.press("Says what the gold answer says")
    assert score_of(judged) == [1, 1]
    assert seen.primary() == ["Says what the gold answer says"]


def test_rules_are_said_and_logged_by_a_press(judged: Services, open_page: Open) -> None:
    seen = open_page()
    assert "Settled by rule, as exact matches or overlong: 1 answer." in seen.text()
    seen.press("Log what rules decide · 2")
    assert "Logged: 2 exact matches" in seen.text()
    assert not [one for one in seen.app.button if one.label.startswith("Log what")]


def test_markup_in_an_answer_stays_text(open_page: Open) -> None:
    seen = open_page(answer=key_of("item-001", TRAP))
    shown = [one.value for one in seen.app.markdown if "onerror" in one.value]
    assert shown
    assert all("\\<img" in one for one in shown)


def test_agreement_says_why_it_is_undefined_and_then_its_figures(judged: Services, open_page: Open) -> None:
    seen = open_page(room="agreement")
    assert "no answer was rated by two people yet" in seen.table().to_string()
    rated_by_rex(judged, "same")
    after = open_page(room="agreement")
    assert "0 of 1, N = 1 answer" in after.table().to_string()
    after.app.slider[0].set_value(30)
    after.press("Choose this share")
    with judged.reading() as database:
        assert double_rating(database, SET) == (0.3, 0)


def test_judges_are_compared_and_a_calibration_is_entered(judged: Services, open_page: Open) -> None:
    rated_by_rex(judged, "same")
    seen = open_page(room="judges")
    assert "people found none of these answers correct" in seen.table().to_string()
    assert "there is nothing to correct" in seen.text()
    seen.press("Keep it")
    assert "Name the judge whose calibration this is." in seen.text()
    seen.field("text_input", "Judge, as its verdicts name it").input("m1")
    seen.press("Keep it")
    with judged.reading() as database:
        assert entered_calibrations(database, SET)["m1"].sensitivity == 0.98


def test_a_model_judges_by_button(judged: Services, open_page: Open) -> None:
    with fake_model(lambda body: completion('{"reason": "same"}')) as model:
        seen = open_page(room="model")
        seen.field("text_input", "Endpoint").input(model.address)
        seen.field("text_input", "Model").input("m1")
        seen.field("selectbox", "Which answers").set_value("all")
        seen.press("Count, ask nothing")
        assert "4 answers to judge" in seen.text()
        assert model.heard == []
        seen.press("Have it judge")
        assert "4 answers judged. Tokens: 400 read, 28 written." in seen.text()
    assert score_of(judged) == [None, None]
    corrected = open_page(room="judges").app.dataframe[0].value
    assert list(corrected["Judge"]) == ["m1"] * 3
    assert corrected["Corrected"].str.startswith("undefined: sensitivity is undefined").all()


def test_an_endpoint_that_is_none_is_named(open_page: Open) -> None:
    seen = open_page(room="model")
    seen.field("text_input", "Endpoint").input("nowhere")
    seen.press("Have it judge")
    assert "The endpoint must be the address of an OpenAI-compatible server" in seen.text()


def test_a_set_that_one_may_not_see_is_said_and_one_without_answers_too(
    judged: Services, open_page: Open
) -> None:
    assert (
        "There is no item set “small” that you may see; this is paired-set." in open_page(set="small").text()
    )
    with judged.reading() as database:
        people = accounts_of_study(database, "small")
    researcher = next(one.account_id for one in people if one.role is Role.RESEARCHER)
    seen = open_page(researcher, set="small")
    assert "Nobody has answered this item set yet." in seen.text()
    # Runs are everybody's, people's answers are their study's.
    assert "102 boats" in open_page(researcher, answer=TWO).text().lower()
    assert "given 2 times" not in open_page(researcher, answer=TWO).text()
