"""What supervisors do on the page of a project: invite, admit, make sets and freeze them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from annotation import item_sets, membership
from db.accounts import account_of_invitation, add_account
from db.authored import Member, MemberRole
from db.items import is_frozen
from db.models import Account, By, Role
from db.project_sets import sets_of_project
from db.projects import admissions_of, find_member, members_of
from pages.services import Services
from pages.ui import errand
from tests.pages.conftest import Browser
from tests.pages.desk_room import DeskRoom, make_desk_room
from tests.pages.supervisor import Supervisor, open_project_page, reviewed
from tests.small_study import SmallStudy


@pytest.fixture
def room(running: Services, small_study: SmallStudy, enter: Callable[[str], Browser]) -> DeskRoom:
    return make_desk_room(running, small_study, enter)


@pytest.fixture
def page_of(running: Services, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Supervisor]:
    """The page as somebody opens it at an address."""
    return partial(open_project_page, running, monkeypatch)


# People


def test_invited_people_have_links_that_are_shown_until_they_are_put_away(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    page = page_of(part="people")
    page.field("text_area", "Names, one a line").set_value("Ada\nBea <b>x</b>\n")
    page.press("Make invitation links")
    links = page.app.code[0].value.splitlines()
    assert len(links) == 2
    with room.services.reading() as database:
        owner = account_of_invitation(database, links[0].rpartition("/")[2])
        assert owner is not None
        member = find_member(database, "pilot", owner.account_id)
    assert (owner.name, member.role if member else None) == ("Ada", MemberRole.AUTHOR)
    page.press("I have copied them")
    assert not page.app.code
    assert "Ada" in set(page.table()["Name"])


def test_errand_of_somebody_who_signed_out_does_nothing(
    page_of: Callable[..., Supervisor], room: DeskRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of(part="people")
    monkeypatch.setattr(errand, "account_here", lambda: None)
    page.field("text_area", "Names, one a line").set_value("Ada")
    page.press("Make invitation links")
    assert "You are not signed in any more" in page.text()
    with room.services.reading() as database:
        assert len(members_of(database, "pilot")) == 5


# Qualification


def test_candidates_stand_side_by_side_and_are_decided_on_with_a_reason(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    cora = Account(account_id="cora", name="Cora", role=Role.ANNOTATOR)

    def join(database: Any) -> None:
        add_account(database, cora, 1)
        place = Member(project_id="pilot", account_id="cora", role=MemberRole.CANDIDATE)
        membership.give_place(database, place, By("sue", 1))

    room.services.write(join)
    reviewed(room, room.submitted("carl"), "accept")
    page = page_of(part="qualification")
    assert "Carl (carl)" in page.text()
    assert "1 item reviewed, and no error." in page.text()
    assert "Nothing was reviewed yet." in page.text()
    assert "accounts/harbour-2021.pdf" in page.text()
    page.press("Record the decision")
    assert "Say why" in page.text()
    page.field("text_input", "Reason").set_value("Clear questions.")
    page.press("Record the decision")
    assert "Carl (carl) is admitted" in page.text()
    assert "Clear questions." in page.text()
    with room.services.reading() as database:
        (decision,) = admissions_of(database, "pilot")
    assert (decision.account_id, decision.admitted, decision.by) == ("carl", True, "sue")
    assert list(page.field("selectbox", "Candidate").options) == ["Cora (cora)"]


def test_candidates_over_different_documents_are_no_comparison(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    def join(database: Any) -> None:
        add_account(database, Account(account_id="cora", name="", role=Role.ANNOTATOR), 1)
        place = Member(
            project_id="pilot",
            account_id="cora",
            role=MemberRole.CANDIDATE,
            documents=("lighthouse.pdf",),
        )
        membership.give_place(database, place, By("sue", 1))

    room.services.write(join)
    assert "do not have the same documents" in page_of(part="qualification").text()


# Item sets


def test_set_is_made_of_what_is_shown_then_frozen(page_of: Callable[..., Supervisor], room: DeskRoom) -> None:
    item = room.submitted()
    reviewed(room, item, "accept")
    room.submitted("bob")
    page = page_of(part="sets")
    assert list(page.table()["Item"]) == [item]
    page.field("text_input", "Name of the set").set_value("v1")
    page.press("Make a set of 1 item")
    assert page.app.query_params["set"] == "v1"
    assert "may change until it is frozen" in page.text()
    page.press("Freeze it for good")
    assert "Set v1 is frozen" in page.text()
    assert "Freeze it for good" not in [one.label for one in page.app.button]
    with room.services.reading() as database:
        assert is_frozen(database, "v1")
        (one,) = sets_of_project(database, "pilot")
    assert (one.made.account_id if one.made else "", one.frozen.account_id if one.frozen else "") == (
        *("sue", "sue"),
    )
    page.press("All sets")
    assert list(page.table()["Set"]) == ["v1"]


def test_name_that_is_taken_is_refused_in_a_sentence(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    reviewed(room, room.submitted(), "accept")
    page = page_of(part="sets")
    page.field("text_input", "Name of the set").set_value("small")
    page.press("Make a set of 1 item")
    assert "already an item set 'small'" in page.text()
    assert "no item set 'small'" in page_of(part="sets", set="small").text()


def test_construct_report_is_computed_on_request_and_kept(
    page_of: Callable[..., Supervisor], room: DeskRoom
) -> None:
    item = room.submitted()
    reviewed(room, item, "accept")
    by = By("sue", 1)
    room.services.write(lambda database: item_sets.make_item_set(database, "pilot", "v1", [item], by))
    page = page_of(part="sets", set="v1")
    page.press("Compute the construct report")
    assert "Pages matched, median" in page.text()
    assert "Select a figure's name" in page_of(part="sets", set="v1").text()
