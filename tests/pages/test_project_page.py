"""The supervisor's page of a project: who may see it, its empty parts, items, coverage, agreement."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from annotation import membership
from annotation.membership import Verdict
from db.accounts import add_account
from db.authored import MemberRole
from db.models import Account, By, Role
from db.projects import find_project
from pages.services import Services
from tests.pages.conftest import Browser
from tests.pages.desk_room import OUTSIDER, DeskRoom, explained, make_desk_room, whole_draft
from tests.pages.supervisor import Supervisor, open_project_page, reviewed
from tests.small_study import SmallStudy

PARTS = ("items", "coverage", "agreement", "people", "qualification", "sets")


@pytest.fixture
def room(running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]) -> DeskRoom:
    return make_desk_room(running, small_study, enter)


@pytest.fixture
def page_of(running: Services, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Supervisor]:
    """The page as somebody opens it at an address."""
    return partial(open_project_page, running, monkeypatch)


# Who may see it


def test_page_shows_nothing_to_those_who_do_not_supervise(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    room.submitted()
    for who in ("ann", "rita", "carl", OUTSIDER):
        for address in ({}, {"project": "pilot", "part": "sets"}, {"item": "pilot-0001"}):
            page = page_of(who, **address)
            assert "for those who supervise a project" in page.text()
            assert "4,217" not in page.text()
            assert "A pilot" not in page.text()
            assert not page.app.dataframe


def test_page_stops_everybody_who_is_no_annotator(page_of: Callable[..., Supervisor], room: DeskRoom) -> None:
    for role in (Role.PARTICIPANT, Role.RESEARCHER, Role.ADMIN):
        account = Account(account_id=role.value, name="Other", role=role)
        room.services.write(lambda database, account=account: add_account(database, account, 1))
        assert "not for your role" in page_of(role.value).text()


def test_supervisor_of_another_project_is_told_why_not(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    def second(database: Any) -> None:
        changes = {"project_id": "second", "title": "The second"}
        project = find_project(database, "pilot").model_copy(update=changes)
        membership.create_project(database, project, By("ann", 1))

    room.services.write(second)
    room.submitted()
    page = page_of("ann", project="pilot")
    assert "Only supervisors see how a project stands" in page.text()
    assert "4,217" not in page.text()
    page.press("Go to my project")
    assert "The second" in page.text()
    other = page_of("ann", item="pilot-0001")
    assert "There is no item 'pilot-0001' in this project" in other.text()
    assert "4,217" not in other.text()
    assert "dredging" not in other.text()


# Empty


def test_every_part_of_an_empty_project_says_what_will_be_there(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    for part in PARTS:
        page = page_of(part=part)
        assert not page.app.error
        assert len(page.primary()) == 1
        assert "nan" not in page.text().lower()


def test_empty_qualification_leads_to_an_invitation_of_candidates(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    def admit(database: Any) -> None:
        membership.admit(database, "pilot", "carl", Verdict(True, "Known."), By("sue", 1))

    room.services.write(admit)
    page = page_of(part="qualification")
    assert "Known." in page.text()
    page.press("Invite candidates")
    assert page.field("selectbox", "Role").value is MemberRole.CANDIDATE


def test_every_part_works_with_one_member_only(page_of: Callable[..., Supervisor], room: DeskRoom) -> None:
    def alone(database: Any) -> None:
        project = find_project(database, "pilot").model_copy(update={"project_id": "alone"})
        membership.create_project(database, project, By(OUTSIDER, 1))

    room.services.write(alone)
    for part in PARTS:
        page = page_of(OUTSIDER, part=part)
        assert not page.app.error
        assert "1 member" in page.text()


# Items


def test_items_are_listed_and_narrowed_by_the_address(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    first = room.submitted()
    second = room.new("bob")
    page = page_of()
    assert set(page.table()["Item"]) == {first, second}
    row = page.table().set_index("Item").loc[first]
    assert (row["Author"], row["Status"], row["Hop type"], row["Pages"]) == (
        *("Ann (ann)", "submitted", "single", 1),
    )
    narrowed = page_of(author="bob", status="draft")
    assert list(narrowed.table()["Item"]) == [second]
    assert "1 of 2 items" in narrowed.text()
    assert "No item fits all of these choices" in page_of(author="bob", hop="cross_doc").text()


def test_choice_of_a_filter_goes_into_the_address(page_of: Callable[..., Supervisor], room: DeskRoom) -> None:
    room.submitted()
    page = page_of()
    page.field("selectbox", "Status").set_value("submitted").run()
    assert page.app.query_params["status"] == "submitted"
    assert len(page.table()) == 1


def test_history_shows_revisions_steps_differences_and_reviews(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    item = room.submitted()
    reviewed(room, item, "return")
    newest = room.history(item).newest.revision
    changed = explained(whole_draft("How much did the dredging cost in 2022?"))
    assert room.save("ann", item, newest, changed).status_code == 200
    page = page_of(item=item)
    text = page.text()
    assert "<del>of</del>" in text or "2021" in text
    assert "<ins>2022</ins>" in text
    assert "review: returned" in text
    assert "Which &lt;b&gt;harbour&lt;/b&gt;?" in text
    assert "Ann (ann)" in text
    assert "4,217 crowns" in text
    page.press("All items")
    assert len(page.table()) == 1


def test_any_two_revisions_are_compared_by_the_address(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    item = room.submitted()
    page = page_of(item=item, **{"from": "2", "to": "1"})
    assert "Question removed" in page.text()
    assert "<del>How much did the dredging" in page.text()


def test_supervisor_who_reviews_an_item_blind_sees_nothing_of_it_here(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    item = room.submitted()
    room.opened_review(item, "sue")
    page = page_of(item=item)
    assert "hidden from you while you review" in page.text()
    assert "4,217" not in page.text()
    assert "Ann" not in page.text()
    row = page_of().table().set_index("Item").loc[item]
    assert (row["Author"], row["Documents"]) == ("hidden while you judge it", "")


# Coverage


def test_targets_are_changed_by_the_form(page_of: Callable[..., Supervisor], room: DeskRoom) -> None:
    room.submitted()
    page = page_of(part="coverage")
    assert "1 submitted of 500 items wanted" in page.text().replace("*", "")
    page.field("number_input", "Items in all").set_value(40)
    page.field("number_input", "tabular").set_value(25.0)
    page.press("Save the targets")
    assert "now wants 40 items" in page.text()
    assert "0 of 10, 10 missing" in page.text()
    with room.services.reading() as database:
        targets = find_project(database, "pilot").targets
    assert (targets.n_items, [(one.of, one.share) for one in targets.visual]) == (40, [("tabular", 0.25)])


def test_targets_that_cannot_be_are_refused_in_a_sentence(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    page = page_of(part="coverage")
    page.field("number_input", "cross-page").set_value(60.0)
    page.field("number_input", "cross-document").set_value(50.0)
    page.press("Save the targets")
    assert "sum to 110.0 %; take 100 % at most" in page.text()


# Agreement


def test_agreement_shows_figures_with_n_and_what_is_undefined(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    reviewed(room, room.submitted(), "accept")
    reviewed(room, room.submitted("bob"), "return")
    page = page_of(part="agreement")
    text = page.text()
    assert "2 reviews of 2 items" in text
    assert "N = 2 reviews" in text
    assert "no submission was reviewed twice" in text
    assert all(name in text for name in ("Rita (rita)", "Ann (ann)", "Bob (bob)"))
    assert "nan" not in text.lower()
